"""Three Card Poker solved: every player hand against every dealer hand, best play for each.

How many dealer hands lose to, tie with or beat a hand, the player's own three cards being gone, is
counted by inclusion and exclusion: all such dealer hands, less those with one of the three cards,
plus those with two, less the one with all three. Sums by card and by pair of cards are made once,
so each of the 22,100 hands costs a few additions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, combinations
from math import comb
from typing import NamedTuple

from pitboss.cards import DECK, Card
from pitboss.hands.tables import strength_of_three
from pitboss.money import For, To
from pitboss.odds.figures import Spread, Way
from pitboss.rulebook.terms import PayRow, Terms

Hand = tuple[Card, Card, Card]


class Against(NamedTuple):
    """Dealer hands met by one player hand."""

    not_qualified: int
    lower: int
    equal: int
    higher: int


class ThreeCard:
    """One rulebook's game under its options."""

    def __init__(self, terms: Terms, deck: Sequence[Card] = DECK) -> None:
        self._terms = terms
        self.deck = deck
        """Fewer than 52 for a game small enough to check deal by deal."""
        self.dealer_hands = comb(len(deck) - 3, 3)
        self.when_not_qualified = _winnings(terms.table("ante").named("ante"))
        """What ante and play come to where the dealer does not qualify, in antes."""
        play = _winnings(terms.table("ante").named("play"))
        self.when_higher = self.when_not_qualified + play
        """And where the dealer qualifies and the player's hand is higher."""
        self._bonus = terms.table("ante_bonus")

    @cached_property
    def strengths(self) -> dict[Hand, int]:
        """Every hand and its strength."""
        return {hand: strength_of_three(hand) for hand in combinations(self.deck, 3)}

    @cached_property
    def _sums(self) -> _DealerSums:
        name = str(self._terms.options["dealer_qualifies"])
        qualifies = self._terms.qualifies(name)
        dealers = {hand: s for hand, s in self.strengths.items() if qualifies(hand, s)}
        return _DealerSums(dealers, self.deck, self.strengths.values())

    def against(self, hand: Hand) -> Against:
        """What the dealer may hold once these three cards are gone."""
        lower, up_to, qualified = self._sums.counts(hand, self.strengths[hand])
        own_qualifies = hand in self._sums.dealers
        # The one hand that shares all three cards is the player's own, and equal to itself.
        equal = up_to - lower - own_qualifies
        qualified -= own_qualifies
        return Against(self.dealer_hands - qualified, lower, equal, qualified - lower - equal)

    def _against_unseen(self, hand: Hand, seen: Sequence[Card]) -> Against:
        """The same for a player who knows other cards that the dealer does not hold."""
        unseen = [card for card in self.deck if card not in hand and card not in seen]
        own, met = self.strengths[hand], Counter[str]()
        for dealer in combinations(unseen, 3):
            strength = self._sums.dealers.get(dealer)
            if strength is None:
                met["not_qualified"] += 1
            else:
                met["lower" if strength < own else "equal" if strength == own else "higher"] += 1
        return Against(*(met[name] for name in Against._fields))

    def qualifies(self, hand: Hand) -> bool:
        """Whether the dealer qualifies with these cards."""
        return hand in self._sums.dealers

    def bonus(self, strength: int) -> Fraction:
        """Ante bonus for one ante."""
        row = self._bonus.row(strength)
        return Fraction(0) if row is None else _winnings(row)

    def value_of_play(self, hand: Hand, seen: Sequence[Card] = ()) -> Fraction:
        """What ante, play and ante bonus come to, in antes, when the hand is played.

        Cards seen are in none of the dealer's hands.
        """
        met = self.against(hand) if not seen else self._against_unseen(hand, seen)
        whole = met.not_qualified * self.when_not_qualified + met.lower * self.when_higher
        return Fraction(whole - 2 * met.higher, sum(met)) + self.bonus(self.strengths[hand])

    def plays(self, hand: Hand) -> bool:
        """Playing is worth more than folding; of equal worth, fold."""
        return self.value_of_play(hand) > -1

    @cached_property
    def spread(self) -> Spread:
        """Everything that can happen at best play."""
        return self.spread_of(self.plays)

    def spread_of(self, plays: Callable[[Hand], bool]) -> Spread:
        """Everything that can happen when decisions are made this way."""
        counts: Counter[tuple[str, Fraction, int]] = Counter()
        for hands, hand in self.classes():
            if not plays(hand):
                counts["fold", Fraction(-1), 1] += hands * self.dealer_hands
                continue
            met, bonus = self.against(hand), self.bonus(self.strengths[hand])
            for name, net, number in (
                ("dealer_not_qualified", self.when_not_qualified, met.not_qualified),
                ("win", self.when_higher, met.lower),
                ("stand_off", Fraction(0), met.equal),
                ("lose", Fraction(-2), met.higher),
            ):
                counts[name, net + bonus, 2] += hands * number
        return Spread.of(
            Way(
                name=name,
                pays=None,
                combinations=count,
                net=net,
                staked=Fraction(staked),
                is_hit=net > 0,
            )
            for (name, net, staked), count in sorted(counts.items(), key=lambda i: i[0][:2])
        )

    def classes(self) -> Iterator[tuple[int, Hand]]:
        """One hand of each kind that suits cannot tell apart, and how many are like it."""
        yield from ((count, hand) for hand, count in _classes(self.deck).items())


class _DealerSums:
    """Numbers of dealer hands below and up to each strength: all, with a card, with a pair."""

    def __init__(
        self, dealers: dict[Hand, int], deck: Sequence[Card], strengths: Iterable[int]
    ) -> None:
        self.dealers = dealers
        self._place = {s: place for place, s in enumerate(sorted(set(strengths)))}
        size = len(self._place) + 1
        counts: dict[tuple[Card, ...], list[int]] = {(): [0] * size}
        for card in deck:
            counts[card,] = [0] * size
        for pair in combinations(deck, 2):
            counts[pair] = [0] * size
        for hand, strength in dealers.items():
            place = self._place[strength] + 1
            for shared in ((), *((c,) for c in hand), *combinations(hand, 2)):
                counts[shared][place] += 1
        self._below = {shared: list(accumulate(numbers)) for shared, numbers in counts.items()}

    def counts(self, hand: Hand, strength: int) -> tuple[int, int, int]:
        """Dealer hands lower, lower or equal, and all; the player's own hand not yet taken off."""
        lower = up_to = whole = 0
        for sign, shared in _signed(hand):
            below = self._with_cards(shared, strength)
            lower += sign * below[0]
            up_to += sign * below[1]
            whole += sign * below[2]
        return lower, up_to, whole

    def _with_cards(self, shared: tuple[Card, ...], strength: int) -> tuple[int, int, int]:
        """Dealer hands that hold these cards: lower, lower or equal, and all."""
        place = self._place[strength]
        below = self._below[tuple(sorted(shared))]
        return below[place], below[place + 1], below[-1]


def _signed(hand: Hand) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Sets of up to two of the player's cards, with the sign they count under."""
    for size in range(3):
        for shared in combinations(hand, size):
            yield (-1) ** size, shared


def _classes(deck: Sequence[Card]) -> dict[Hand, int]:
    """Hands that differ only by which suit is which, counted under the first of them."""
    first: dict[tuple[tuple[int, int], ...], Hand] = {}
    count: Counter[Hand] = Counter()
    for hand in combinations(deck, 3):
        key = _suit_blind(hand)
        count[first.setdefault(key, hand)] += 1
    return dict(count)


def _suit_blind(hand: Hand) -> tuple[tuple[int, int], ...]:
    """The hand with suits renamed in order of appearance, the same for all its likes."""
    groups: dict[int, list[int]] = {}
    for card in hand:
        groups.setdefault(card.suit, []).append(card.rank)
    ordered = sorted(groups.values(), reverse=True)
    return tuple((suit, rank) for suit, ranks in enumerate(ordered) for rank in ranks)


def _winnings(row: PayRow) -> Fraction:
    pays = row.pays
    assert isinstance(pays, To | For), "ante, play and ante bonus are paid at odds"
    return Fraction(pays.n, pays.d)
