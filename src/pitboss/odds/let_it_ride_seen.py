"""Let It Ride for somebody who has seen cards that are out of play: a burned one, a neighbour's.

A bet rides when what it comes to over the unseen cards is above nothing. With one card to come that
is a sum over single cards, so the cards seen simply come off it; with two to come it is a sum over
pairs, so the pairs with one seen card come off it and those of two seen cards, taken off twice, are
put back. Which cards were seen matters only by what they come to with the hand, which leaves few
enough sets of them to go through all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, perm, prod
from typing import NamedTuple

from pitboss.odds.let_it_ride import LetItRide, Partial


def value_with_cards_seen(game: LetItRide, seen: int) -> Fraction:
    """What the game is worth to somebody who sees so many cards before the first decision."""
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
