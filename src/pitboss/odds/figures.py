"""Odds as values: figures of a wager, best play on cards, advice; and what a game brings.

Everything is exact. A `Spread` lists what can happen and in how many ways; every figure is
worked out from it, so that no two figures of a wager can disagree. An odds record
(`pitboss-odds/1`) holds the same as plain data: fractions, with decimals beside them for reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from pitboss.cards import DECK, Card
from pitboss.errors import BadSetting
from pitboss.odds.question import Question
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms

FORMAT = "pitboss-odds/1"


class OddsNotCounted(BadSetting):
    """Odds that are not counted for this game; it says why, and what to do instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One thing that can happen to a wager."""

    name: str
    pays: str | None
    combinations: int
    net: Fraction
    """In units of the wager: winnings and stake returned, less what was staked."""
    staked: Fraction = Fraction(1)
    """Money left in play at the end."""
    is_hit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Everything that can happen to a wager, each thing once."""

    ways: tuple[Way, ...]
    total: int
    orders: int = 1
    """In how many orders of the same cards each way was counted."""

    @staticmethod
    def of(ways: Iterable[Way], *, orders: int = 1) -> Spread:
        """Ways that are all there is."""
        listed = tuple(way for way in ways if way.combinations)
        return Spread(ways=listed, total=sum(way.combinations for way in listed), orders=orders)

    def mean(self, of: str) -> Fraction:
        """The average of a figure over all combinations."""
        whole = sum((getattr(way, of) * way.combinations for way in self.ways), Fraction(0))
        return whole / self.total

    @property
    def expected(self) -> Fraction:
        """The average net result."""
        return self.mean("net")

    @property
    def average_staked(self) -> Fraction:
        """The average money left in play at the end."""
        return self.mean("staked")

    @property
    def variance(self) -> Fraction:
        """Of the net result."""
        squares = sum((way.net**2 * way.combinations for way in self.ways), Fraction(0))
        return squares / self.total - self.expected**2

    @property
    def hit_frequency(self) -> Fraction:
        """How often something is won."""
        return Fraction(sum(way.combinations for way in self.ways if way.is_hit), self.total)

    def by_name(self) -> tuple[Way, ...]:
        """Ways of one name put together, in order of first mention."""
        groups: dict[str, list[Way]] = {}
        for way in self.ways:
            groups.setdefault(way.name, []).append(way)
        return tuple(_together(group, self.orders) for group in groups.values())


def _together(group: list[Way], orders: int) -> Way:
    """Ways of one name as one, each set of cards counted once where that comes out even."""
    count = sum(way.combinations for way in group)
    mean_net = sum((way.net * way.combinations for way in group), Fraction(0)) / count
    mean_staked = sum((way.staked * way.combinations for way in group), Fraction(0)) / count
    first = group[0]
    return Way(
        name=first.name,
        pays=first.pays,
        combinations=count // orders if count % orders == 0 else count,
        net=mean_net,
        staked=mean_staked,
        is_hit=first.is_hit,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOdds:
    """The odds of one wager."""

    wager: str
    unit: str
    options: Mapping[str, Any]
    spread: Spread
    expected: Fraction
    """For a progressive wager the part that does not depend on the meters."""
    per_meter: Mapping[str, Fraction] = field(default_factory=dict)
    per_other_player: Fraction | None = None
    break_even: Mapping[str, str] = field(default_factory=dict)
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """Meter amounts the figures below are taken at, where any were given."""
    stake: Fraction = Fraction(1)
    """What is staked, in the unit of `expected`."""
    notes: tuple[str, ...] = ()

    @staticmethod
    def of(
        wager: str,
        unit: str,
        spread: Spread,
        *,
        options: Mapping[str, Any] = MappingProxyType({}),
        notes: tuple[str, ...] = (),
    ) -> WagerOdds:
        """A wager whose value no meter changes."""
        expected = spread.expected
        return WagerOdds(
            wager=wager, unit=unit, options=options, spread=spread, expected=expected, notes=notes
        )

    @property
    def at_meters(self) -> Fraction | None:
        """The expected net result at the meters given; none while one is missing."""
        if any(meter not in self.meters for meter in self.per_meter):
            return None
        grown = (rate * self.meters[meter] for meter, rate in self.per_meter.items())
        return self.expected + sum(grown, Fraction(0))

    @property
    def house_edge(self) -> Fraction | None:
        """What the house keeps of one unit; for a progressive only at given meters."""
        value = self.at_meters
        return None if value is None else -value / self.stake

    @property
    def average_staked(self) -> Fraction:
        """Money left in play at the end, on average."""
        return self.spread.average_staked

    @property
    def element_of_risk(self) -> Fraction | None:
        """What the house keeps of the money left in play."""
        value = self.at_meters
        return None if value is None else -value / self.average_staked

    @property
    def standard_deviation(self) -> float | None:
        """Of the net result."""
        return None if self.at_meters is None else sqrt(self.spread.variance)


# --- as plain data --------------------------------------------------------------------------------


def odds_record(
    rules: Rulebook, wagers: Iterable[WagerOdds], refused: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """The odds of a rulebook's wagers as plain data, and why those of others are not counted."""
    return {
        "format": FORMAT,
        "rulebook": rules.id,
        "edition": rules.edition,
        "digest": rules.digest,
        "wagers": [_wager(odds) for odds in wagers],
        "refused": [{"wager": wager, "why": why} for wager, why in refused.items()],
    }


def fraction(value: Fraction) -> str:
    """A fraction in lowest terms, whole numbers too.

    >>> fraction(Fraction(-6, 4)), fraction(Fraction(3))
    ('-3/2', '3/1')
    """
    return f"{value.numerator}/{value.denominator}"


def _decimal(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 12)


def _wager(odds: WagerOdds) -> dict[str, Any]:
    record: dict[str, Any] = {
        "wager": odds.wager,
        "options": dict(odds.options),
        "unit": odds.unit,
        "expected": fraction(odds.expected),
    }
    if odds.per_meter:
        record["per_meter"] = {name: fraction(rate) for name, rate in odds.per_meter.items()}
        record["per_other_player"] = fraction(odds.per_other_player or Fraction(0))
        record["break_even"] = dict(odds.break_even)
    if odds.at_meters is not None:
        record["house_edge"] = _decimal(odds.house_edge)
        record["element_of_risk"] = _decimal(odds.element_of_risk)
        record["standard_deviation"] = odds.standard_deviation
    record["average_staked"] = fraction(odds.average_staked)
    record["hit_frequency"] = fraction(odds.spread.hit_frequency)
    record["outcomes"] = _outcomes(odds.spread)
    if odds.notes:
        record["notes"] = list(odds.notes)
    return record


def _outcomes(spread: Spread) -> list[dict[str, Any]]:
    outcomes = []
    for way in spread.by_name():
        count = sum(w.combinations for w in spread.ways if w.name == way.name)
        probability = Fraction(count, spread.total)
        outcome: dict[str, Any] = {"name": way.name}
        if way.pays is not None:
            outcome["pays"] = way.pays
        outcome |= {
            "combinations": way.combinations,
            "probability": fraction(probability),
            "return": fraction(probability * way.net),
        }
        outcomes.append(outcome)
    return outcomes


# --- what a game brings: one `GameOdds` in its folder's `odds` module -----------------------------
# Values are net results in the unit of the game's main wager: for bets that may be taken back, what
# letting that bet ride is worth; for a fold, what all that is staked comes to.

CLOSEST = 6
"""How many of the closest decisions a strategy card shows."""


class Situation(NamedTuple):
    """A hand in words, how often it comes, and what the card's choice is worth with it."""

    words: str
    weight: int
    value: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyCard:
    """Best play of one decision in a few lines: how to decide, what that costs, where it is close.

    Nothing is typed in. Situations are put into groups a person can see at a glance, each group is
    decided by what is worth more, and what that loses against best play is counted exactly.
    """

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


def closest(situations: Iterable[Situation], most: int = CLOSEST) -> tuple[Situation, ...]:
    """The decisions with the least between them, those of no value aside."""
    near = sorted((s for s in situations if s.value), key=lambda s: (abs(s.value), s.words))
    return tuple(near[:most])


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """One decision, the worth of each choice, and the best of them."""

    decision: str
    options: dict[str, Fraction]
    best: str
    decided: Mapping[str, str] = field(default_factory=dict)
    """The answers before it that the worth of each choice rests on."""

    @property
    def margin(self) -> Fraction:
        """How much the best choice is better than the next."""
        values = sorted(self.options.values(), reverse=True)
        return values[0] - values[1]

    @staticmethod
    def between(decision: str, act: str, value: Fraction, rest: str, worth: Fraction) -> Advice:
        """A choice of two; of choices worth the same, the one that risks less is `rest`."""
        best = act if value > worth else rest
        return Advice(decision=decision, options={act: value, rest: worth}, best=best)


class CardsKnown(NamedTuple):
    """The cards a player decides by: the hand, the community cards turned, others seen."""

    hand: Sequence[Card]
    community: Sequence[Card] = ()
    seen: Sequence[Card] = ()
    dealer: Sequence[Card] = ()
    """The dealer's cards that are face up."""
    decision: str | None = None
    """Which decision is asked about, where the cards do not tell."""
    decided: Sequence[str] = ()
    """What was answered before, in order; nothing for the answers that stay in."""

    def check_left(self, to_come: int) -> None:
        """Refuse more seen cards than leave enough to come."""
        most = len(DECK) - len(self.hand) - len(self.community) - len(self.dealer) - to_come
        if len(self.seen) > most:
            raise BadSetting(
                f"{len(self.seen)} cards seen leave too few to come; give at most {most}"
            )


class Priced(NamedTuple):
    """A way to play, in words, and what it is worth."""

    name: str
    meaning: str
    expected: Fraction
    average_staked: Fraction


class SeenCards(NamedTuple):
    """Cards seen, in words, and the value of the game to a player who sees them and plays best."""

    name: str
    meaning: str
    expected: Fraction


SEVERAL_NEIGHBOURS = "(those of several are too many to go through; advice takes any cards seen)"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOdds:
    """The odds of one game. What is left out the general solver does, deal by deal."""

    unit: str
    """What costs and values are counted in."""
    wagers: Mapping[str, Callable[[Question], WagerOdds]]
    """Wagers whose odds the game counts itself."""
    advise: Callable[[Terms, CardsKnown], Advice] | None = None
    strategy_cards: Callable[[Terms], tuple[StrategyCard, ...]] | None = None
    """A card for each decision, in the order they are asked."""
    priced_strategies: Callable[[Terms], Iterator[Priced]] | None = None
    """Best play first, then common mistakes."""
    is_slow: bool = False
    """Solving takes half a minute, too long for a floor that starts."""
    seen_cards: Callable[[Terms], Iterator[SeenCards]] | None = None
    """What it is worth to see cards one should not: the price of careless dealing and open hands.

    Each is the average over everything that can be seen, gone through in full."""
    rests_on: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Which options a wager's figures may rest on, by how their names begin; on all of them where
    a wager is not named."""


T = TypeVar("T")


def cached_by_terms(solve: Callable[[Terms], T]) -> Callable[[Terms], T]:
    """Solve a game once for the same rulebook under the same options."""

    @lru_cache(maxsize=32)
    def solved(key: _TermsKey) -> T:
        return solve(key.terms)

    return lambda terms: solved(_TermsKey(terms))


class _TermsKey:
    """Terms as a cache key: the same rulebook under the same options."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def _parts(self) -> tuple[object, ...]:
        return self.terms.rules.digest, tuple(sorted(self.terms.options.items(), key=str))

    def __hash__(self) -> int:
        return hash(self._parts())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _TermsKey) and self._parts() == other._parts()
