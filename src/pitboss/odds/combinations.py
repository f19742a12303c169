"""Counting hands by what matters: the ranks they are made of, and whether they are of one suit.

A hand's strength depends on its ranks and on whether all its cards share a suit. There are only 455
rank patterns of three cards and 6,175 of five, so every count here is complete and takes
milliseconds, with no table and no sampling.

The deck is an argument, so that a test can go through every deal of a short one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final, NamedTuple

from pitboss.cards import DECK, Card
from pitboss.hands.tables import strength_of_five, strength_of_three

RANKS = range(13)

Ranks = tuple[int, ...]
"""Ranks in rising order, repeated as often as they occur."""


class ShortDeck(NamedTuple):
    """The cards of some ranks in the first few suits.

    >>> ShortDeck((0, 12), 2).cards
    (Card('2c'), Card('2d'), Card('Ac'), Card('Ad'))
    """

    ranks: tuple[int, ...]
    suits: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """All its cards."""
        return tuple(card for card in DECK if card.rank in self.ranks and card.suit < self.suits)


FULL_DECK: Final = ShortDeck(tuple(RANKS), 4)


class HandKind(NamedTuple):
    """Hands alike in all that matters: their ranks, one suit or not, how many, how strong."""

    ranks: Ranks
    suited: bool
    number: int
    strength: int


def rank_patterns(size: int, deck: ShortDeck = FULL_DECK) -> Iterator[Ranks]:
    """All rank patterns of that many cards: no rank more often than there are suits.

    >>> sum(1 for _ in rank_patterns(5))
    6175
    """
    for pattern in combinations_with_replacement(deck.ranks, size):
        if all(pattern.count(rank) <= deck.suits for rank in set(pattern)):
            yield pattern


def ways(ranks: Ranks, suits: int = FULL_DECK.suits) -> int:
    """How many hands have that rank pattern.

    >>> ways((0, 0, 12))
    24
    """
    return prod(comb(suits, ranks.count(rank)) for rank in set(ranks))


def some_hand(ranks: Sequence[int], *, suited: bool) -> tuple[Card, ...]:
    """A hand with those ranks, of one suit or surely not."""
    if suited:
        return tuple(Card(4 * rank) for rank in ranks)
    seen: dict[int, int] = {}
    cards = []
    for place, rank in enumerate(ranks):
        suit = seen.get(rank, 0)
        seen[rank] = suit + 1
        # Distinct ranks all get the first suit, so one card is moved to break the flush.
        if place == len(ranks) - 1 and len(set(ranks)) == len(ranks):
            suit = 1
        cards.append(Card(4 * rank + suit))
    return tuple(cards)


@cache
def kinds_of_three(deck: ShortDeck = FULL_DECK) -> tuple[HandKind, ...]:
    """All three-card hands by kind, 22,100 of the full deck."""
    return tuple(_kinds(3, deck))


@cache
def kinds_of_five(deck: ShortDeck = FULL_DECK) -> tuple[HandKind, ...]:
    """All five-card hands by kind, 2,598,960 of the full deck."""
    return tuple(_kinds(5, deck))


def _kinds(size: int, deck: ShortDeck) -> Iterator[HandKind]:
    rank = strength_of_three if size == 3 else strength_of_five
    for ranks in rank_patterns(size, deck):
        count = ways(ranks, deck.suits)
        if len(set(ranks)) == size:
            yield HandKind(ranks, True, deck.suits, rank(some_hand(ranks, suited=True)))
            count -= deck.suits
        if count:
            yield HandKind(ranks, False, count, rank(some_hand(ranks, suited=False)))


@cache
def strength_by_ranks(ranks: Ranks, suited: bool) -> int:
    """The strength of five cards of those ranks."""
    return strength_of_five(some_hand(ranks, suited=suited))
