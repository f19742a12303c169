"""Counting hands by what matters: the ranks they are made of, and whether they are of one suit.

A hand's strength depends on its ranks and on whether all its cards share a suit. There are only 455
rank patterns of three cards and 6,175 of five, so every count here is complete and takes
milliseconds, with no table and no sampling.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.hands import strength_of_five, strength_of_three

RANKS = range(13)
SUITS = range(4)

Ranks = tuple[int, ...]
"""Ranks in rising order, repeated as often as they occur."""


class Kind(NamedTuple):
    """Hands alike in all that matters: their ranks, one suit or not, how many, how strong."""

    ranks: Ranks
    suited: bool
    number: int
    strength: int


def rank_patterns(size: int, ranks: Sequence[int] = RANKS) -> Iterator[Ranks]:
    """All rank patterns of that many cards: no rank more than four times.

    >>> sum(1 for _ in rank_patterns(5))
    6175
    """
    for pattern in combinations_with_replacement(ranks, size):
        if all(pattern.count(rank) <= len(SUITS) for rank in set(pattern)):
            yield pattern


def ways(ranks: Ranks) -> int:
    """How many hands have that rank pattern.

    >>> ways((0, 0, 12))
    24
    """
    return prod(comb(len(SUITS), ranks.count(rank)) for rank in set(ranks))


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
def kinds_of_three() -> tuple[Kind, ...]:
    """All 22,100 three-card hands by kind."""
    return tuple(_kinds(3))


@cache
def kinds_of_five() -> tuple[Kind, ...]:
    """All 2,598,960 five-card hands by kind."""
    return tuple(_kinds(5))


def _kinds(size: int) -> Iterator[Kind]:
    rank = strength_of_three if size == 3 else strength_of_five
    for ranks in rank_patterns(size):
        count = ways(ranks)
        if len(set(ranks)) == size:
            suited = len(SUITS)
            yield Kind(ranks, True, suited, rank(some_hand(ranks, suited=True)))
            count -= suited
        yield Kind(ranks, False, count, rank(some_hand(ranks, suited=False)))


@cache
def strength_by_ranks(ranks: Ranks, suited: bool) -> int:
    """The strength of five cards of those ranks."""
    return strength_of_five(some_hand(ranks, suited=suited))
