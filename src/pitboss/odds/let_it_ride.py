"""Let It Ride solved: what each bet is worth after three and after four cards.

Bets are additive, so each decision stands alone: bet 1 rides when the average pay over the two
cards still to come is above nothing, bet 2 when that over the last card is. A hand's ranks and
whether it can still become a flush are all that matters, which leaves 741 hands of three cards and
some 2,500 of four: the game is solved exactly in a fraction of a second, without sampling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import lcm
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.money import To
from pitboss.odds.counting import (
    FULL_DECK,
    Ranks,
    ShortDeck,
    rank_patterns,
    strength_by_ranks,
    ways,
)
from pitboss.odds.figures import Spread, Way
from pitboss.rulebook.terms import PayRow, Terms

ORDERS = 20
"""Ways in which five cards can be three of one's own and a first and a second community card."""


class Partial(NamedTuple):
    """Three or four cards on the way to five: their ranks, and whether they share a suit."""

    ranks: Ranks
    suited: bool

    @staticmethod
    def of(cards: Sequence[Card]) -> Partial:
        """What matters of these cards."""
        return Partial(
            tuple(sorted(card.rank for card in cards)), len({card.suit for card in cards}) == 1
        )

    def with_card(self, rank: int, suited: bool) -> Partial:
        """The hand with one more card."""
        return Partial(tuple(sorted((*self.ranks, rank))), suited)


Rides = Callable[[Partial], bool]


class _Pay(NamedTuple):
    row: PayRow | None
    scaled: int
    """Net result of one bet, times the solution's scale: whole numbers are quick and exact."""


class LetItRide:
    """One paytable's game: the value of riding in every situation."""

    def __init__(self, terms: Terms, deck: ShortDeck = FULL_DECK) -> None:
        self._table = terms.table("$")
        self.deck = deck
        """Short for a game small enough to check deal by deal."""
        self.cards = len(deck.cards)
        self._last_cards = self.cards - 4
        self.scale = lcm(*(_odds(row.pays).d for row in self._table.paytable.rows))
        self._pays: dict[Partial, _Pay] = {}
        self._fours: dict[Partial, int] = {}
        self._threes: dict[Partial, int] = {}

    def pay(self, five: Partial) -> _Pay:
        """What one bet comes to with these five cards."""
        if five not in self._pays:
            row = self._table.row(strength_by_ranks(five.ranks, five.suited))
            net = (
                -self.scale if row is None else self.scale * _odds(row.pays).n // _odds(row.pays).d
            )
            self._pays[five] = _Pay(row, net)
        return self._pays[five]

    def sum_after_four(self, hand: Partial) -> int:
        """What one bet comes to over every last card, times the scale."""
        if hand not in self._fours:
            self._fours[hand] = sum(
                self.pay(hand.with_card(rank, suited)).scaled * count
                for rank, suited, count in self.next_cards(hand)
            )
        return self._fours[hand]

    def sum_after_three(self, hand: Partial) -> int:
        """What one bet comes to over every two cards in either order, times the scale."""
        if hand not in self._threes:
            self._threes[hand] = sum(
                self.sum_after_four(hand.with_card(rank, suited)) * count
                for rank, suited, count in self.next_cards(hand)
            )
        return self._threes[hand]

    def after_three(self, hand: Partial) -> Fraction:
        """What one bet is worth with two cards to come."""
        return Fraction(
            self.sum_after_three(hand), (self._last_cards + 1) * self._last_cards * self.scale
        )

    def after_four(self, hand: Partial) -> Fraction:
        """What one bet is worth with one card to come."""
        return Fraction(self.sum_after_four(hand), self._last_cards * self.scale)

    def rides_first(self, hand: Partial) -> bool:
        """Bet 1 rides; a bet of exactly no value is taken back."""
        return self.sum_after_three(hand) > 0

    def rides_second(self, hand: Partial) -> bool:
        """Bet 2 rides."""
        return self.sum_after_four(hand) > 0

    def worth_of(self, rides_first: Rides, rides_second: Rides) -> tuple[Fraction, Fraction]:
        """Expected result and average staked when decisions are made this way.

        Bets are additive, so each is worth the sum of the situations it rides in; the last card
        need not be dealt, which makes this much quicker than the whole spread.
        """
        hands = value = bets = 0
        for three, count in self.threes():
            cards = (self._last_cards + 1) * self._last_cards * count
            hands += cards
            first = 1 + rides_first(three)
            value += first * count * self.sum_after_three(three)
            bets += first * cards
            for rank, suited, fourth in self.next_cards(three):
                four = three.with_card(rank, suited)
                if rides_second(four):
                    value += count * fourth * self.sum_after_four(four)
                    bets += count * fourth * self._last_cards
        return Fraction(value, hands * self.scale), Fraction(bets, hands)

    @cached_property
    def spread(self) -> Spread:
        """Everything that can happen at best play."""
        return self.spread_of(self.rides_first, self.rides_second)

    def spread_of(self, rides_first: Rides, rides_second: Rides) -> Spread:
        """Everything that can happen when decisions are made this way."""
        counts: Counter[tuple[PayRow | None, int, int]] = Counter()
        for three, hands in self.threes():
            first = 1 + rides_first(three)
            for rank, suited, fourth in self.next_cards(three):
                four = three.with_card(rank, suited)
                bets = first + rides_second(four)
                for last, flush, fifth in self.next_cards(four):
                    pay = self.pay(four.with_card(last, flush))
                    counts[pay.row, pay.scaled, bets] += hands * fourth * fifth
        order = {row.hand: place for place, row in enumerate(self._table.paytable.rows)}
        return Spread.of(
            (
                Way(
                    name="nothing" if row is None else row.hand,
                    pays=None if row is None else str(row.pays),
                    combinations=count,
                    net=Fraction(scaled * bets, self.scale),
                    staked=Fraction(bets),
                    is_hit=row is not None,
                )
                for (row, scaled, bets), count in sorted(
                    counts.items(),
                    key=lambda item: (
                        order.get(item[0][0].hand, 99) if item[0][0] else 99,
                        item[0][2],
                    ),
                )
            ),
            orders=ORDERS,
        )

    def value_of_riding(self, hand: Sequence[Card], seen: Sequence[Card]) -> Fraction:
        """What one bet is worth to somebody who holds three or four cards and has seen others."""
        unseen = [card for card in self.deck.cards if card not in hand and card not in seen]
        nets = [
            self.pay(Partial.of((*hand, *to_come))).scaled
            for to_come in combinations(unseen, 5 - len(hand))
        ]
        return Fraction(sum(nets), len(nets) * self.scale)

    def next_cards(self, hand: Partial) -> Iterator[tuple[int, bool, int]]:
        """Rank of the next card, whether all share a suit then, and how many such cards."""
        ranks, can_be_suited = hand
        for rank in self.deck.ranks:
            left = self.deck.suits - ranks.count(rank)
            if can_be_suited and rank not in ranks:
                yield rank, True, 1
                left -= 1
            if left:
                yield rank, False, left

    def threes(self) -> Iterator[tuple[Partial, int]]:
        """Every three cards by what matters, with the number of such hands."""
        for ranks in rank_patterns(3, self.deck):
            count = ways(ranks, self.deck.suits)
            if len(set(ranks)) == len(ranks):
                yield Partial(ranks, True), self.deck.suits
                count -= self.deck.suits
            if count:
                yield Partial(ranks, False), count


def _odds(pays: object) -> To:
    assert isinstance(pays, To), "base wagers are paid at odds to one"
    return pays
