"""Let It Ride solved: what each bet is worth after three and after four cards.

Bets are additive, so each decision stands alone: bet 1 rides when the average pay over the two
cards still to come is above nothing, bet 2 when that over the last card is. A hand's ranks and
whether it can still become a flush are all that matters, which leaves 741 hands of three cards and
some 2,500 of four: the game is solved exactly in a fraction of a second, without sampling.

A player who has seen cards that are out of play, a burned one or a neighbour's, decides by the
unseen cards. With one card to come that is a sum over single cards, so the cards seen simply come
off it; with two to come it is a sum over pairs, so the pairs with one seen card come off it and
those of two seen cards, taken off twice, are put back. Which cards were seen matters only by what
they come to with the hand, which leaves few enough sets of them to go through all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from math import comb, lcm, perm, prod
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.money import To
from pitboss.odds.combinations import (
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
"""Ways in which five cards can be the three of a hand and a first and a second community card."""


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
        """What one bet is worth to a player who holds three or four cards and has seen others."""
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


# --- with cards seen that are out of play ---------------------------------------------------------


def value_with_cards_seen(game: LetItRide, seen: int) -> Fraction:
    """What the game is worth to a player who sees so many cards before the first decision."""
    third = _Decision(sum(count for _, count in game.threes()), game.cards - 3, seen, to_come=2)
    fourth = _Decision(third.hands * third.rest, game.cards - 4, seen, to_come=1)
    always = sum(game.sum_after_three(three) * count for three, count in game.threes())
    first = sum(count * _first_bet(game, three, third) for three, count in game.threes())
    second = sum(count * _second_bet(game, four, fourth) for four, count in _fours(game).items())
    # One bet always rides, whatever is seen.
    bets = Fraction(always, third.hands * perm(third.rest, 2))
    bets += Fraction(first, third.situations) + Fraction(second, fourth.situations)
    return bets / game.scale


_Cards = tuple[int, bool, int]
"""Cards alike beside a hand, as `LetItRide.next_cards` has them."""


class _Decision(NamedTuple):
    """One of the two decisions: how many hands there are, and cards beside them."""

    hands: int
    rest: int
    seen: int
    to_come: int

    @property
    def unseen(self) -> int:
        """In how many orders the cards to come can come from those not seen."""
        return perm(self.rest - self.seen, self.to_come)

    @property
    def situations(self) -> int:
        """Hands, sets of cards seen, and cards to come."""
        return self.hands * comb(self.rest, self.seen) * self.unseen

    def unless_seen(self, whole: int) -> int:
        """A sum over all cards to come, added up over all that can be seen, those left out."""
        ways, odd = divmod(
            whole * comb(self.rest, self.seen) * self.unseen, perm(self.rest, self.to_come)
        )
        assert odd == 0, "every card to come is left out equally often"
        return ways


def _fours(game: LetItRide) -> Mapping[Partial, int]:
    fours: Counter[Partial] = Counter()
    for three, count in game.threes():
        for rank, suited, cards in game.next_cards(three):
            fours[three.with_card(rank, suited)] += count * cards
    return fours


def _second_bet(game: LetItRide, hand: Partial, decision: _Decision) -> int:
    """What bet 2 brings over all that can be seen, when it rides only for more than nothing."""
    nets: Counter[int] = Counter()
    for rank, suited, cards in game.next_cards(hand):
        nets[game.pay(hand.with_card(rank, suited)).scaled] += cards
    whole, amounts = game.sum_after_four(hand), list(nets)
    return sum(
        ways * max(0, whole - sum(amounts[pile] for pile in drawn))
        for drawn, ways in _draws(list(nets.values()), decision.seen)
    )


def _first_bet(game: LetItRide, hand: Partial, decision: _Decision) -> int:
    """The same for bet 1, with two cards to come."""
    whole, seen = game.sum_after_three(hand), decision.seen
    # Most hands are so bad that nothing seen can help: pairs seen would have lost the bet at worst.
    if whole + game.scale * (perm(decision.rest, 2) - decision.unseen) <= 0:
        return 0
    cards = list(game.next_cards(hand))
    single = [2 * game.sum_after_four(hand.with_card(rank, suited)) for rank, suited, _ in cards]
    pair = {
        piles: 2 * game.pay(_with_both(hand, *(cards[pile] for pile in piles))).scaled
        for piles, _ in _draws([number for _, _, number in cards], 2)
    }
    if whole - seen * min(single) + comb(seen, 2) * max(pair.values()) <= 0:
        return 0
    # Others are so good that nothing seen can hurt.
    if whole - seen * max(single) + comb(seen, 2) * min(pair.values()) > 0:
        return decision.unless_seen(whole)
    return sum(
        ways
        * max(
            0,
            whole
            - sum(single[pile] for pile in drawn)
            + sum(pair[both] for both in combinations(drawn, 2)),
        )
        for drawn, ways in _draws([number for _, _, number in cards], seen)
    )


def _with_both(hand: Partial, one: _Cards, other: _Cards) -> Partial:
    suited = one[1] and other[1]
    return hand.with_card(one[0], suited).with_card(other[0], suited)


def _draws(piles: Sequence[int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Which piles so many cards can come from, and in how many ways.

    >>> list(_draws([1, 2], 2))
    [((0, 1), 2), ((1, 1), 1)]
    """
    for drawn in combinations_with_replacement(range(len(piles)), size):
        ways = prod(comb(piles[pile], drawn.count(pile)) for pile in set(drawn))
        if ways:
            yield drawn, ways
