"""What seeing cards is worth at Three Card Poker: one of the dealer's, or a neighbour's hand.

What playing a hand comes to is added up over the dealer hands left: all, those with a card, those
with a pair. A card of the dealer's leaves the hands with that card. A neighbour's hand takes away
the hands that share a card with it: those with each of its cards come off the whole, those with two
of them, taken off twice, are put back, and the one with all three comes off again. So each of the
18,424 hands a neighbour may hold beside the player's costs a few additions, all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.games.three_card.solver import Hand, ThreeCard

_Numbers = npt.NDArray[np.int64]


class SeenValues(NamedTuple):
    """What the game is worth to a player who sees this before deciding, and plays best."""

    dealer_card: Fraction
    neighbour_hand: Fraction


def values_with_cards_seen(game: ThreeCard) -> SeenValues:
    """Both at once: they are made of the same sums.

    >>> from pitboss.cards import DECK
    >>> from pitboss.games.library import built_in
    >>> from pitboss.rulebook.terms import terms_of
    >>> game = ThreeCard(terms_of(built_in("mbs-megalink-three-card-v6")), DECK[16:28])
    >>> seen = values_with_cards_seen(game)
    >>> seen.dealer_card > seen.neighbour_hand > game.spread.expected
    True
    """
    hands, dealer_card, neighbour_hand = 0, 0, 0
    sums = _EveryHand(game)
    for count, met in sums.every_hand():
        hands += count
        dealer_card += count * met.with_a_dealer_card_seen()
        neighbour_hand += count * met.with_a_hand_seen()
    cards = len(game.deck)
    dealer_cards, dealer_pairs = cards - 3, comb(cards - 4, 2)
    neighbours, dealers = comb(cards - 3, 3), comb(cards - 6, 3)
    return SeenValues(
        Fraction(dealer_card, hands * dealer_cards * dealer_pairs * sums.scale),
        Fraction(neighbour_hand, hands * neighbours * dealers * sums.scale),
    )


class _EveryHand:
    """Every three cards of the deck, as a dealer's hand and as a neighbour's."""

    def __init__(self, game: ThreeCard) -> None:
        self._game = game
        self.cards = len(game.deck)
        places = np.array(list(combinations(range(self.cards), 3)), dtype=np.int64)
        self.singles = tuple(places.T)
        self.pairs = tuple(self.cards * one + other for one, other in combinations(self.singles, 2))
        self._has_card = [(places == place).any(axis=1) for place in range(self.cards)]
        self._strengths = np.array(list(game.strengths.values()), dtype=np.int64)
        self._qualified = np.array([game.qualifies(hand) for hand in game.strengths])
        bonuses = {game.bonus(strength) for strength in game.strengths.values()}
        nets = (game.when_not_qualified, game.when_higher, *bonuses)
        self.scale = lcm(*(net.denominator for net in nets))

    def every_hand(self) -> Iterator[tuple[int, _Met]]:
        """One hand of each kind, how many are like it, and what it meets."""
        place = {card: number for number, card in enumerate(self._game.deck)}
        for count, hand in self._game.classes():
            own = [place[card] for card in hand]
            free = ~np.logical_or.reduce([self._has_card[card] for card in own])
            yield count, _Met(self, own, free, np.where(free, self._nets(hand), 0))

    def _nets(self, hand: Hand) -> _Numbers:
        """What playing the hand comes to against each dealer hand, ante bonus and all."""
        game, own = self._game, self._game.strengths[hand]
        not_qualified, higher, equal, lower = (
            int((net + game.bonus(own)) * self.scale)
            for net in (game.when_not_qualified, game.when_higher, Fraction(0), Fraction(-2))
        )
        compared = np.where(self._strengths < own, higher, lower)
        compared[self._strengths == own] = equal
        return np.where(self._qualified, compared, not_qualified)


class _Met:
    """One player hand: what it comes to against the dealer hands that share no card with it.

    All is times the scale, and folding loses one ante in each.
    """

    def __init__(
        self, sums: _EveryHand, own: list[int], free: npt.NDArray[np.bool_], nets: _Numbers
    ) -> None:
        self._sums, self._own, self._free, self._nets = sums, own, free, nets
        # Weights are added as floating point numbers, which are exact for whole ones of this size.
        by_pair = sum(np.bincount(pair, nets, sums.cards**2) for pair in sums.pairs)
        self._by_pair = np.rint(by_pair).astype(np.int64)
        table = self._by_pair.reshape(sums.cards, sums.cards)
        # A hand with some card has two pairs with it.
        self._by_card = (table.sum(axis=0) + table.sum(axis=1)) // 2

    def with_a_dealer_card_seen(self) -> int:
        """Over every card of the dealer's, and the two beside it."""
        played = np.delete(self._by_card, self._own)
        folded = -self._sums.scale * comb(self._sums.cards - 4, 2)
        return int(np.maximum(played, folded).sum())

    def with_a_hand_seen(self) -> int:
        """Over every hand a neighbour may hold, and the dealer hands beside both."""
        sums = self._sums
        folded = -sums.scale * comb(sums.cards - 6, 3)
        whole = int(self._nets.sum())
        worst = whole - 3 * self._by_card.max() + 3 * self._by_pair.min() - self._nets.max()
        if worst >= folded:
            # Whatever the neighbour holds, the hand is played, and meets every dealer hand
            # beside as many neighbours as there are three cards in neither.
            return whole * comb(sums.cards - 6, 3)
        played = whole - self._nets
        for cards in sums.singles:
            played -= self._by_card[cards]
        for pair in sums.pairs:
            played += self._by_pair[pair]
        return int(np.maximum(played, folded)[self._free].sum())
