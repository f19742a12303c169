"""Strategy cards: best play in a few lines a person can remember, with the exact price of brevity.

Nothing is typed in. Every situation is put into a group a person can see at a glance (a paying
hand, suited cards and how many straights they fit, cards that would pay as a pair); each group
rides or not, whichever is worth more; and what that loses against best play is counted exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pitboss.hands.words import RANK_WORDS, describe_three
from pitboss.odds.counting import RANKS
from pitboss.odds.let_it_ride import LetItRide, Partial
from pitboss.odds.three_card import ThreeCard
from pitboss.rulebook.terms import Terms

PAYS_ALREADY = "a hand that pays already"
CLOSEST = 6
"""How many of the closest decisions a card shows."""
_WINDOWS = [frozenset({12, 0, 1, 2, 3}), *(frozenset(range(low, low + 5)) for low in range(9))]


class Situation(NamedTuple):
    """A hand in words, how often it comes, and what riding it is worth."""

    words: str
    weight: int
    value: Fraction


class Group(NamedTuple):
    """What a person sees of a hand: its kind, and how many of its cards would pay as a pair."""

    kind: str
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a card: hands of this kind ride with at least so many high cards."""

    kind: str
    least_high: int

    def __str__(self) -> str:
        if not self.least_high:
            return self.kind
        cards = "high card" if self.least_high == 1 else "high cards"
        return f"{self.kind}, with at least {self.least_high} {cards}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyCard:
    """How to decide, what that costs, and where it is closest."""

    decision: str
    choice: str
    lines: tuple[str, ...]
    cost: Fraction
    """Expected loss against best play, in the wager's unit."""
    borderline: tuple[Situation, ...]
    zero: tuple[Situation, ...]
    """Every situation in which the choice is worth exactly nothing, those alike but for the names
    of the suits once."""
    zero_in_short: tuple[Situation, ...] = ()
    """The same put together for reading, where there are many."""
    meanings: tuple[str, ...] = ()
    """What the words in the lines mean."""


def strategy_cards(terms: Terms) -> tuple[StrategyCard, ...]:
    """A card for each decision of a rulebook's game, in the order they are asked.

    >>> from pitboss.games.library import built_in
    >>> from pitboss.rulebook.terms import terms_of
    >>> [card.lines for card in strategy_cards(terms_of(built_in("mbs-megalink-three-card-v6")))]
    [('queen-six-four or better',)]
    """
    match terms.rules.game:
        case "let_it_ride":
            return let_it_ride_cards(LetItRide(terms))
        case "three_card":
            return (three_card_card(ThreeCard(terms)),)
        case _:
            from pitboss.odds.holdem_cards import holdem_cards  # noqa: PLC0415 - loads numba

            return holdem_cards(terms)


def let_it_ride_cards(game: LetItRide) -> tuple[StrategyCard, StrategyCard]:
    """The cards for bet 1 and bet 2."""
    first = [(three, count, game.after_three(three)) for three, count in game.threes()]
    fours: dict[Partial, int] = {}
    for three, count in game.threes():
        for rank, suited, cards in game.next_cards(three):
            four = three.with_card(rank, suited)
            fours[four] = fours.get(four, 0) + count * cards
    second = [(four, count, game.after_four(four)) for four, count in fours.items()]
    return _card(game, "1", first), _card(game, "2", second)


_Hands = list[tuple[Partial, int, Fraction]]


def _card(game: LetItRide, decision: str, hands: _Hands) -> StrategyCard:
    lines = list(_lines(game, hands))
    rides = _rides(game, lines)
    total = sum(count for _, count, _ in hands)
    lost = sum(
        (abs(value) * count for hand, count, value in hands if (value > 0) != rides(hand)),
        Fraction(0),
    )
    named = [Situation(_words(hand), count, value) for hand, count, value in hands]
    return StrategyCard(
        decision=decision,
        choice="ride",
        lines=tuple(map(str, lines)),
        cost=lost / total,
        borderline=closest(named),
        zero=tuple(situation for situation in named if situation.value == 0),
    )


def _lines(game: LetItRide, hands: _Hands) -> Iterator[Line]:
    """For each kind the number of high cards from which riding is worth most."""
    kinds: dict[str, dict[int, Fraction]] = {}
    for hand, count, value in hands:
        group = group_of(game, hand)
        by_high = kinds.setdefault(group.kind, {})
        by_high[group.high] = by_high.get(group.high, Fraction(0)) + value * count
    for kind, by_high in kinds.items():
        worth = {
            least: sum((v for high, v in by_high.items() if high >= least), Fraction(0))
            for least in by_high
        }
        least, best = max(worth.items(), key=lambda item: (item[1], item[0]))
        if best > 0:
            yield Line(kind=kind, least_high=least if least > min(by_high) else 0)


def _rides(game: LetItRide, lines: list[Line]) -> Callable[[Partial], bool]:
    least = {line.kind: line.least_high for line in lines}

    def rides(hand: Partial) -> bool:
        kind, high = group_of(game, hand)
        return kind in least and high >= least[kind]

    return rides


def group_of(game: LetItRide, hand: Partial) -> Group:
    """What a person sees of three or four cards."""
    ranks = set(hand.ranks)
    high = sum(1 for rank in hand.ranks if pays_as_pair(game, rank))
    if _always_pays(game, hand):
        return Group(PAYS_ALREADY, 0)
    if len(ranks) < len(hand.ranks):
        return Group("a low pair", high)
    windows = sum(1 for window in _WINDOWS if ranks <= window)
    suits = f"{_count(len(hand.ranks))} suited cards" if hand.suited else "unsuited cards"
    if hand.suited and len(hand.ranks) == 4:
        return Group("four suited cards", high)
    if not windows:
        return Group(suits, high)
    straights = "one straight" if windows == 1 else f"{_count(windows)} straights"
    return Group(f"{suits} that fit {straights}", high)


def pays_as_pair(game: LetItRide, rank: int) -> bool:
    """Whether a pair of that rank pays."""
    others = [other for other in RANKS if other != rank][:3]
    # Any three odd cards do, as long as they make no straight with the pair, which they cannot.
    five = Partial(tuple(sorted((rank, rank, *others))), False)
    return game.pay(five).row is not None


def _always_pays(game: LetItRide, hand: Partial) -> bool:
    if len(hand.ranks) == 5:
        return game.pay(hand).row is not None
    if len(set(hand.ranks)) == len(hand.ranks):
        return False
    return all(_always_pays(game, hand.with_card(r, s)) for r, s, _ in game.next_cards(hand))


def _count(number: int) -> str:
    return ("no", "one", "two", "three", "four", "five")[number]


def _words(hand: Partial) -> str:
    names = "-".join(_short(rank) for rank in sorted(hand.ranks, reverse=True))
    return f"{names} suited" if hand.suited else names


def _short(rank: int) -> str:
    return "23456789TJQKA"[rank]


def closest(situations: Iterable[Situation], most: int = CLOSEST) -> tuple[Situation, ...]:
    """The decisions with the least between them, those of no value aside."""
    near = sorted((s for s in situations if s.value), key=lambda s: (abs(s.value), s.words))
    return tuple(near[:most])


def three_card_card(game: ThreeCard) -> StrategyCard:
    """The lowest hand worth playing, and what playing exactly from there on costs."""
    hands = [(game.strengths[h], h, n, game.value_of_play(h) + 1) for n, h in game.classes()]
    by_strength: dict[int, Fraction] = {}
    for strength, _, count, gain in hands:
        by_strength[strength] = by_strength.get(strength, Fraction(0)) + gain * count
    worth = Fraction(0)
    best, least = Fraction(0), max(by_strength) + 1
    for strength in sorted(by_strength, reverse=True):
        worth += by_strength[strength]
        if worth > best:
            best, least = worth, strength
    total = sum(count for _, _, count, _ in hands)
    lost = sum(
        (abs(gain) * count for s, _, count, gain in hands if (gain > 0) != (s >= least)),
        Fraction(0),
    )
    named = [
        Situation(" ".join(map(str, reversed(hand))), count * game.dealer_hands, gain)
        for _, hand, count, gain in hands
    ]
    return StrategyCard(
        decision="play",
        choice="play",
        lines=(_from_strength(least),),
        cost=lost / total,
        borderline=closest(named),
        zero=tuple(situation for situation in named if situation.value == 0),
    )


def _from_strength(least: int) -> str:
    if least >> 20:
        return f"{describe_three(least)} or better"
    ranks = [(least >> shift) & 15 for shift in (16, 12, 8)]
    return f"{'-'.join(RANK_WORDS[rank] for rank in ranks)} or better"
