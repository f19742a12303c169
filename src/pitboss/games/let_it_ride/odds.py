"""The odds of Let It Ride: its bets, Cover All, advice, strategy cards and common mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pitboss.errors import BadSetting
from pitboss.games.let_it_ride.cover_all import NOTHING, best_hand_counts
from pitboss.games.let_it_ride.solver import LetItRide, Partial, Rides, value_with_cards_seen
from pitboss.hands.classes import FiveCardClass
from pitboss.money import Money
from pitboss.odds.combinations import RANKS
from pitboss.odds.figures import (
    SEVERAL_NEIGHBOURS,
    Advice,
    CardsKnown,
    GameOdds,
    Priced,
    SeenCards,
    Situation,
    StrategyCard,
    WagerOdds,
    cached_by_terms,
    closest,
)
from pitboss.odds.question import Question
from pitboss.odds.wagers import PROGRESSIVE_OPTIONS, by_paytable, in_order, paytable_spread
from pitboss.rulebook.terms import PayRow, Terms

UNIT = "one of the three equal bets"
PAYS_ALREADY = "a hand that pays already"
_WINDOWS = [frozenset({12, 0, 1, 2, 3}), *(frozenset(range(low, low + 5)) for low in range(9))]
_NOTE = (
    "a bet that is worth exactly nothing is withdrawn: "
    "this moves averages and deviations, not the value"
)
_CLASS = {hand.name.lower(): hand for hand in FiveCardClass}

_solved = cached_by_terms(LetItRide)


def _base(question: Question) -> WagerOdds:
    spread = LetItRide(question.terms, question.deck).spread
    return WagerOdds.of("base", UNIT, spread, notes=(_NOTE,))


def _cover_all(question: Question) -> WagerOdds:
    """By the best hand at the table: the hands share the community cards and one deck."""
    terms, players = question.terms, question.settings.players
    table = terms.table("cover_all", players=players)
    counts: Counter[PayRow | None] = Counter()
    for hand, count in best_hand_counts(players, question.deck).items():
        # A class pays alike whatever its ranks, so any hand of it finds its row.
        row = None if hand == NOTHING else table.row(_CLASS[hand] << 20)
        counts[row] += count
    spread = paytable_spread(terms, in_order(table, counts), stake=Money(100))
    options = {"players": players}
    return WagerOdds.of("cover_all", "one Cover All wager", spread, options=options)


def _advise(terms: Terms, cards: CardsKnown) -> Advice:
    if len(cards.community) > 1:
        raise BadSetting("bet 2 is decided on one community card; give none or one")
    hand = (*cards.hand, *cards.community)
    cards.check_left(5 - len(hand))
    game = _solved(terms)
    if cards.seen:
        value = game.value_of_riding(hand, cards.seen)
    elif cards.community:
        value = game.after_four(Partial.of(hand))
    else:
        value = game.after_three(Partial.of(hand))
    decision = "2" if cards.community else "1"
    return Advice.between(decision, "ride", value, "withdraw", Fraction(0))


def _priced_strategies(terms: Terms) -> Iterator[Priced]:
    game = _solved(terms)

    def made(hand: Partial) -> bool:
        return group_of(game, hand).kind == PAYS_ALREADY

    ways: tuple[tuple[str, str, Rides, Rides], ...] = (
        ("best", "each bet rides when it is worth more than nothing",
         game.rides_first, game.rides_second),
        ("always_ride", "no bet is ever taken back", lambda _: True, lambda _: True),
        ("never_ride", "both bets are always taken back", lambda _: False, lambda _: False),
        ("ride_made_hands", "only hands that pay already ride", made, made),
    )  # fmt: skip
    for name, meaning, first, second in ways:
        expected, staked = game.worth_of(first, second)
        yield Priced(name, meaning, expected, staked)


def _seen_cards(terms: Terms) -> Iterator[SeenCards]:
    game = _solved(terms)
    yield SeenCards(
        "burned_card",
        "one card that is out of play is seen before the first decision",
        value_with_cards_seen(game, 1),
    )
    yield SeenCards(
        "neighbour_hand",
        f"one neighbour's three cards are seen before the first decision {SEVERAL_NEIGHBOURS}",
        value_with_cards_seen(game, 3),
    )


# --- strategy cards -------------------------------------------------------------------------------


class Group(NamedTuple):
    """What a person sees of a hand: its kind, and how many of its cards would pay as a pair."""

    kind: str
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RideLine:
    """One line of a card: hands of this kind ride with at least so many high cards."""

    kind: str
    least_high: int

    def __str__(self) -> str:
        if not self.least_high:
            return self.kind
        cards = "high card" if self.least_high == 1 else "high cards"
        return f"{self.kind}, with at least {self.least_high} {cards}"


def strategy_cards(game: LetItRide) -> tuple[StrategyCard, StrategyCard]:
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
    lines = list(_ride_lines(game, hands))
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


def _ride_lines(game: LetItRide, hands: _Hands) -> Iterator[RideLine]:
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
            yield RideLine(kind=kind, least_high=least if least > min(by_high) else 0)


def _rides(game: LetItRide, lines: list[RideLine]) -> Callable[[Partial], bool]:
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


ODDS = GameOdds(
    unit=UNIT,
    wagers={
        "base": _base,
        "bonus": by_paytable("bonus"),
        "three_card_bonus": by_paytable("three_card_bonus"),
        "cover_all": _cover_all,
    },
    advise=_advise,
    strategy_cards=lambda terms: strategy_cards(_solved(terms)),
    priced_strategies=_priced_strategies,
    seen_cards=_seen_cards,
    rests_on={
        "base": (),
        "bonus": ("bonus_", "fixed_or_percent_"),
        "three_card_bonus": (),
        "cover_all": (),
        "progressive": PROGRESSIVE_OPTIONS,
    },
)
