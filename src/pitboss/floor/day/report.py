"""What a day brought, as data: by table, by game and wager, beside what exact odds expect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.floor.config import FloorConfig
from pitboss.floor.day.revenue import FloorRevenue, Taken, expected_of
from pitboss.floor.opening import Floor
from pitboss.house.link_reports import link_report
from pitboss.house.links import Links
from pitboss.ledger.books import table_result
from pitboss.money import Money, Rounding, total
from pitboss.rulebook.terms import terms_of
from pitboss.table.settings import Setting

Worth = Mapping[tuple[str, str], Fraction | None]
"""What a unit on each wager of each rulebook is worth to its player."""


def worth_of(
    config: FloorConfig, revenue: FloorRevenue, told: Callable[[str], None] = lambda wager: None
) -> Worth:
    """The exact odds of every wager that was played."""
    found: dict[tuple[str, str], Fraction | None] = {}
    for name, own in revenue.tables.items():
        setting = config.tables[name]
        for wager in own.wagers:
            if (setting.rulebook, wager) not in found:
                told(f"{setting.rulebook} {wager}")
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


def _wagers(book: str, parts: list[dict[str, Taken]], worth: Worth) -> list[dict[str, Any]]:
    sums: dict[str, Taken] = {}
    for part in parts:
        for wager, taken in part.items():
            sums.setdefault(wager, Taken()).add(taken)
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


def _sums(parts: list[Taken]) -> dict[str, str]:
    return {
        "handle": str(total(taken.handle for taken in parts)),
        "win": str(total(taken.win for taken in parts)),
    }


def _theory(setting: Setting, wagers: Mapping[str, Taken], worth: Worth) -> Money | None:
    """Of all wagers of a table; none as soon as one has no fixed worth."""
    sums = [_expected(setting.rulebook, wager, taken, worth) for wager, taken in wagers.items()]
    known = [amount for amount in sums if amount is not None]
    return total(known) if len(known) == len(sums) else None


def _expected(book: str, wager: str, taken: Taken, worth: Worth) -> Money | None:
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
