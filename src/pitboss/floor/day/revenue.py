"""What a floor took in: by table, game and wager; what was won, and what exact odds expect.

Only rounds that are over count, and of them only wagers that were decided. What is expected is
the value of each wager at best play times what was staked on it, so people who play worse leave
more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.errors import BadSetting
from pitboss.floor.config import FloorConfig
from pitboss.floor.floor import Floor
from pitboss.games.odds import odds_of
from pitboss.house.link_reports import link_report
from pitboss.house.links import Links
from pitboss.house.streams import table_stream
from pitboss.ledger.books import table_result
from pitboss.money import NOTHING, Money, Rounding, total
from pitboss.odds.question import Question, Settings
from pitboss.records.entries import event_of
from pitboss.round.result import MeterPaid, RoundClosed, SettlementUndone, WagerSettled
from pitboss.round.settlement import Outcome
from pitboss.round.start import RoundOpened
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms, terms_of
from pitboss.store.contract import Store
from pitboss.table.chips.prizes import FixedAwardsMadeGood
from pitboss.table.rules import Setting

_DECIDED = frozenset((Outcome.WIN, Outcome.LOSE, Outcome.STAND_OFF))


@dataclass(slots=True)
class WagerRevenue:
    """What was staked on a wager and became of it."""

    units: Money = NOTHING
    """What was staked before the deal, in what its odds are counted by."""
    handle: Money = NOTHING
    """Everything at risk in the end, follow-ups too."""
    win: Money = NOTHING
    """What the house won; less than nothing where it lost."""

    def add(self, other: WagerRevenue) -> None:
        """Both together."""
        self.units += other.units
        self.handle += other.handle
        self.win += other.win


@dataclass(slots=True)
class TableRevenue:
    """One table."""

    rulebook: str
    rounds: int = 0
    voids: int = 0
    linked: Money = NOTHING
    """Awards that came from a link; the win on wagers is before them."""
    wagers: dict[str, WagerRevenue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FloorRevenue:
    """Every table."""

    tables: dict[str, TableRevenue]

    @property
    def rounds(self) -> int:
        """All that were played."""
        return sum(own.rounds for own in self.tables.values())

    @property
    def wagers(self) -> set[tuple[str, str]]:
        """Every wager that was played, with its rulebook."""
        return {(own.rulebook, wager) for own in self.tables.values() for wager in own.wagers}

    def __add__(self, other: FloorRevenue) -> FloorRevenue:
        """Both together; no table is in both."""
        return FloorRevenue(dict(sorted({**self.tables, **other.tables}.items())))


class RevenueCounter:
    """Adds up rounds as they end."""

    def __init__(self, rules: Mapping[str, Rulebook]) -> None:
        """`rules` are those of each table."""
        self.sums = FloorRevenue({name: TableRevenue(book.id) for name, book in rules.items()})
        self.rounds = 0
        self._rules = rules
        self._lines: dict[str, list[WagerSettled]] = {name: [] for name in rules}
        self._awards = dict.fromkeys(rules, NOTHING)

    def note(self, table: str, events: Iterable[Any]) -> None:
        """What happened at a table."""
        for event in events:
            match event:
                case RoundOpened() | SettlementUndone():
                    self._lines[table], self._awards[table] = [], NOTHING
                case MeterPaid():
                    self._awards[table] += event.awarded
                case FixedAwardsMadeGood():
                    self._awards[table] += event.amount
                case WagerSettled():
                    self._lines[table].append(event)
                case RoundClosed():
                    self._close(table)

    def read(self, store: Store) -> None:
        """The same from what a store holds."""
        for table in self.sums.tables:
            self.note(table, (event_of(entry) for entry in store.read(table_stream(table))))

    def _close(self, table: str) -> None:
        own, rules = self.sums.tables[table], self._rules[table]
        own.rounds += 1
        self.rounds += 1
        decided = [line for line in self._lines[table] if line.outcome in _DECIDED]
        own.voids += not decided
        own.linked += self._awards[table]
        for line in decided:
            taken = own.wagers.setdefault(group_of(rules, line.wager), WagerRevenue())
            taken.handle += line.stake
            taken.win += line.stake - line.returned - line.winnings
            if is_unit(rules, line.wager):
                taken.units += line.stake


def group_of(rules: Rulebook, wager: str) -> str:
    """The wager whose odds a line belongs to: follow-ups and bonus payments go with the first."""
    rule = rules.wagers.get(wager)
    if rule is None:
        return next(w.group or w.id for w in rules.wagers.values() if not w.needs)
    if rule.follows is not None:
        return group_of(rules, rule.follows)
    return rule.group or rule.id


def is_unit(rules: Rulebook, wager: str) -> bool:
    """Whether odds are counted by what is staked on this one: of equal bets the one that stays."""
    rule = rules.wagers.get(wager)
    if rule is None or rule.follows is not None:
        return False
    if rule.group is None:
        return True
    return rule.id == [w.id for w in rules.wagers.values() if w.group == rule.group][-1]


def expected_of(terms: Terms, wager: str) -> Fraction | None:
    """What a unit on a wager is worth to its player at best play; none where it is not known.

    A meter decides what a progressive wager is worth; others go by the hands dealt; and some games
    are too large to count.
    """
    rule = terms.rules.wagers.get(wager)
    if rule is not None and (rule.units is not None or rule.goes_by_hands):
        return None
    try:
        return odds_of(Question(terms=terms, settings=Settings()), wager).expected
    except BadSetting:
        return None


Worth = Mapping[tuple[str, str], Fraction | None]
"""What a unit on each wager of each rulebook is worth to its player."""


def worth_of(
    config: FloorConfig, revenue: FloorRevenue, progress: Callable[[str], None] = lambda wager: None
) -> Worth:
    """The exact odds of every wager that was played."""
    found: dict[tuple[str, str], Fraction | None] = {}
    for name, own in revenue.tables.items():
        setting = config.tables[name]
        for wager in own.wagers:
            if (setting.rulebook, wager) not in found:
                progress(f"{setting.rulebook} {wager}")
                terms = terms_of(config.rulebooks[setting.rulebook], setting.options)
                found[setting.rulebook, wager] = expected_of(terms, wager)
    return found


def day_report(floor: Floor, revenue: FloorRevenue, worth: Worth) -> dict[str, Any]:
    """Games and tables, with what they won."""
    tables = [_table(floor, name, revenue, worth) for name in revenue.tables]
    games = _games(floor.config, revenue, worth)
    return {
        "rounds": revenue.rounds,
        "voids": sum(own.voids for own in revenue.tables.values()),
        **_sums([taken for own in revenue.tables.values() for taken in own.wagers.values()]),
        "games": games,
        "tables": tables,
        "links": [_link(floor.links, name) for name in floor.links.names()] if floor.links else [],
    }


def _link(links: Links, name: str) -> dict[str, Any]:
    """A link's day: every level reconciled to the part of a cent, and every claim."""
    report = link_report(links, name)
    return {"link": name, "levels": report["reconciliation"], "claims": report["claims"]}


def _games(config: FloorConfig, revenue: FloorRevenue, worth: Worth) -> list[dict[str, Any]]:
    books: dict[str, list[str]] = {}
    for name in revenue.tables:
        books.setdefault(config.tables[name].rulebook, []).append(name)
    return [
        {
            "rulebook": book,
            "tables": len(names),
            "rounds": sum(revenue.tables[name].rounds for name in names),
            "wagers": _wagers(book, [revenue.tables[name].wagers for name in names], worth),
        }
        for book, names in books.items()
    ]


def _wagers(book: str, parts: list[dict[str, WagerRevenue]], worth: Worth) -> list[dict[str, Any]]:
    sums: dict[str, WagerRevenue] = {}
    for part in parts:
        for wager, taken in part.items():
            sums.setdefault(wager, WagerRevenue()).add(taken)
    return [
        {
            "wager": wager,
            **_sums([taken]),
            "theoretical": _text(_expected(book, wager, taken, worth)),
        }
        for wager, taken in sums.items()
    ]


def _table(floor: Floor, name: str, revenue: FloorRevenue, worth: Worth) -> dict[str, Any]:
    own, setting = revenue.tables[name], floor.config.tables[name]
    result = table_result(floor.house.tables.refresh(name).chips)
    return {
        "table": name,
        "rulebook": setting.rulebook,
        "mode": str(setting.mode),
        "rounds": own.rounds,
        "voids": own.voids,
        **_sums(list(own.wagers.values())),
        "theoretical": _text(_theory(setting, own.wagers, worth)),
        "linked": str(own.linked),
        "drop": str(result.drop),
        "fills": str(result.fills),
        "credits": str(result.credits),
        "variance": str(result.variance),
        "counted_win": str(result.win),
        "hold": None if result.hold is None else _fraction(result.hold),
    }


def _sums(parts: list[WagerRevenue]) -> dict[str, str]:
    return {
        "handle": str(total(taken.handle for taken in parts)),
        "win": str(total(taken.win for taken in parts)),
    }


def _theory(setting: Setting, wagers: Mapping[str, WagerRevenue], worth: Worth) -> Money | None:
    """Of all wagers of a table; none as soon as one has no fixed worth."""
    sums = [_expected(setting.rulebook, wager, taken, worth) for wager, taken in wagers.items()]
    known = [amount for amount in sums if amount is not None]
    return total(known) if len(known) == len(sums) else None


def _expected(book: str, wager: str, taken: WagerRevenue, worth: Worth) -> Money | None:
    """What the house would win of it in the long run, to the nearest cent."""
    value = worth.get((book, wager))
    if value is None:
        return None
    share = -value * taken.units.cents
    return Money(Rounding.HALF_UP.divide(share.numerator, share.denominator))


def _text(amount: Money | None) -> str | None:
    return None if amount is None else str(amount)


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
