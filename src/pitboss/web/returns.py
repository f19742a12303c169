"""What each wager gives back, counted beside the server's own work and cached.

The return of a progressive wager is linear in its meters and in the number of other players, so
the counting is done once for a table's terms and the present figures are put in at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction

from pitboss.games.odds import odds_of
from pitboss.money import Money
from pitboss.odds.exhaustive import A_SECOND
from pitboss.odds.figures import OddsNotCounted, WagerOdds
from pitboss.odds.question import Question, Settings, Stakes
from pitboss.table.rules import TableRules
from pitboss.table.table import Table
from pitboss.web.backend import ShownLink
from pitboss.web.messages import WagerReturn

_PERCENT = 100
_MOST_DEALS = 15 * A_SECOND
"""A server has better things to do than to count for minutes."""


@dataclass(frozen=True, slots=True)
class _Key:
    """What a table's odds rest on, the present meters and players apart."""

    digest: str
    options: tuple[tuple[str, object], ...]
    unit: Money | None
    rates: tuple[Fraction, Fraction]
    positions: int
    wager: str
    hands: int
    """How many hands there are, where the odds go by that; 0 where they do not."""


_COUNTED: dict[_Key, WagerOdds | None] = {}
"""Odds are facts about a rulebook, so all floors share what was counted; None: not known."""


_NOT_YET = object()


class Returns:
    """The odds of wagers, each counted once."""

    def __init__(self, executor: Executor, counted: Callable[[], None] = lambda: None) -> None:
        """`counted` is called, from another thread, whenever something new is known."""
        self._executor = executor
        self._counted = counted
        self._asked: set[_Key] = set()

    def of_table(
        self, rules: TableRules, table: Table, shown: ShownLink | None
    ) -> tuple[WagerReturn, ...]:
        """What every wager on offer gives back now; None where it is not worked out yet."""
        players = players_at(rules, table)
        lines = []
        for name, title in named(rules, table):
            odds = self.odds(rules, name, shown, players)
            value = None if odds is None else value_now(odds, shown, players)
            # Asked once, because another thread may have counted it just now.
            is_known = _COUNTED.get(_key(rules, name, shown, players), _NOT_YET) is not None
            lines.append(_line(rules, name, title, value, is_known=is_known))
        return tuple(lines)

    def odds(
        self, rules: TableRules, wager: str, shown: ShownLink | None, players: int
    ) -> WagerOdds | None:
        """The odds of a wager, once they are counted; none for ever where they are not known."""
        key = _key(rules, wager, shown, players)
        if key not in _COUNTED and key not in self._asked:
            self._asked.add(key)
            self._executor.submit(self._count, key, rules)
        return _COUNTED.get(key)

    def _count(self, key: _Key, rules: TableRules) -> None:
        try:
            _COUNTED[key] = _odds(rules, key)
        except OddsNotCounted:
            # Without odds of its own a large game has none here; `pitboss odds` says why.
            _COUNTED[key] = None
        self._counted()


def _key(rules: TableRules, wager: str, shown: ShownLink | None, players: int) -> _Key:
    rule = rules.rulebook.wagers.get(wager)
    goes_by_hands = rule is not None and rule.goes_by_hands
    return _Key(
        rules.rulebook.digest,
        tuple(sorted(rules.terms.options.items(), key=lambda pair: pair[0])),
        rules.setting.unit,
        (Fraction(0), Fraction(0)) if shown is None else shown.rates,
        rules.setting.positions,
        wager,
        players if goes_by_hands else 0,
    )


def players_at(rules: TableRules, table: Table) -> int:
    """How many play at a table now; a player who comes to an empty one is alone."""
    return min(max(len(table.people.seats), 1), rules.setting.positions)


def _line(
    rules: TableRules, name: str, title: str, value: Fraction | None, *, is_known: bool
) -> WagerReturn:
    rule = rules.rulebook.wagers.get(name)
    return WagerReturn(
        wager=name,
        title=title,
        percent=None if value is None else percent(1 + value),
        edge=None if value is None else percent(-value),
        at_meter=rule is not None and rule.units is not None,
        is_known=is_known,
    )


def named(rules: TableRules, table: Table) -> list[tuple[str, str]]:
    """Wagers with odds of their own, by id or group, and the rulebook's titles for them."""
    offered = rules.setting.offered if table.setting is None else table.setting.offered
    groups: dict[str, list[str]] = {}
    for rule in rules.rulebook.wagers.values():
        if rule.follows is None and rule.id in offered:
            groups.setdefault(rule.group or rule.id, []).append(rule.title)
    return [(name, ", ".join(titles)) for name, titles in groups.items()]


def value_now(odds: WagerOdds, shown: ShownLink | None, players: int) -> Fraction | None:
    """The net result of one dollar staked, at the present meters and with so many players."""
    value = odds.expected
    amounts: Mapping[str, Money] = (
        {} if shown is None else {level.level: level.amount for level in shown.view.levels}
    )
    for meter, rate in odds.per_meter.items():
        if meter not in amounts:
            return None
        value += rate * Fraction(amounts[meter].cents, 100)
    if odds.per_other_player is not None:
        value += odds.per_other_player * (players - 1)
    return value / odds.stake


def percent(value: Fraction) -> str:
    """A part of one as a percentage with two places.

    >>> percent(Fraction(9649, 10000)), percent(Fraction(-1, 3))
    ('96.49', '-33.33')
    """
    hundredths = round(value * _PERCENT * 100)
    sign = "-" if hundredths < 0 else ""
    whole, part = divmod(abs(hundredths), 100)
    return f"{sign}{whole}.{part:02d}"


def _odds(rules: TableRules, key: _Key) -> WagerOdds:
    stakes = Stakes(
        unit=rules.setting.unit or Money(100),
        magic_rate=key.rates[0],
        lucky_rate=key.rates[1],
        positions=rules.setting.positions,
    )
    settings = Settings(players=max(key.hands, 1), stakes=stakes)
    question = Question(terms=rules.terms, settings=settings)
    return odds_of(question, key.wager, most=_MOST_DEALS)
