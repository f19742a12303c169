"""Reports on tables: how they stand, a shift's result, exceptions, and the master games report."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pitboss.cli.output import Page, percent, print_csv, print_json, print_page
from pitboss.codec import plain
from pitboss.errors import BadSetting
from pitboss.house.table_reports import (
    DayResult,
    Exceptional,
    ShiftResult,
    by_currency,
    by_game,
    day_results,
    shift_result,
    shift_results,
    table_exceptions,
)
from pitboss.table.prompts import NOTHING_HIDDEN, hidden_now
from pitboss.table.script import event_line
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.house.house import House

_TABLES = ("table", "status", "rulebook", "mode", "round", "players")
_EXCEPTIONS = ("at", "table", "round", "what", "by", "role", "second")
_MASTER = ("day", "game", "table", "currency", "rounds", "win", "contributed", "revenue")


def print_tables(house: House, *, as_json: bool) -> None:
    """Every table."""
    standing = [table_record(name, house.tables.table(name)) for name in house.tables.names()]
    if as_json:
        print_json({"format": "pitboss-tables/1", "tables": standing})
        return
    if not standing:
        print("No table has been opened in this database; see pitboss table open --help.")
        return
    rows = [
        (
            one["table"],
            one["status"],
            one["rulebook"],
            one["mode"],
            str(one["round"]),
            ", ".join(f"{seat} {player}" for seat, player in one["players"].items()),
        )
        for one in standing
    ]
    print_page(Page("Tables", _TABLES, rows))


def print_table(house: House, name: str) -> None:
    """One table."""
    one = table_record(name, house.tables.table(name))
    print(f"Table {name} is {one['status']}.")
    if one["rulebook"]:
        print(f"{one['rulebook']}, {one['edition']}, {one['mode']}, gaming day {one['gaming_day']}")
        limits = "; ".join(f"{w} {least} to {most}" for w, (least, most) in one["limits"].items())
        if limits:
            print(f"Limits: {limits}")
    print(f"Round {one['round']} is the latest.")


def print_result(house: House, name: str, number: int | None, *, as_json: bool) -> None:
    """What a table won in a shift; in the latest, if none is named."""
    shift = shift_result(house, name) if number is None else _shift(house, name, number)
    result = shift.result
    hold = result.hold
    lines = {
        "opening": str(result.opening),
        "fills": str(result.fills),
        "credits": str(result.credits),
        "drop": str(result.drop),
        "closing": str(result.closing),
        "linked": str(result.linked),
        "variance": str(result.variance),
        "win": str(result.win),
        "contributed": str(shift.contributed),
        "revenue": str(shift.revenue),
        "hold": None if hold is None else f"{hold.numerator}/{hold.denominator}",
        "corrections": result.corrections,
    }
    if as_json:
        named = {} if number is None else {"shift": number}
        record = {"format": "pitboss-table-result/1", "table": name, **named, **lines}
        print_json(record | {"is_counted": result.is_counted})
        return
    shown = lines | {"hold": percent(hold, 2)}
    note = "counted" if result.is_counted else "the closing figure is the books', not a count"
    title = f"Table {name}" if number is None else f"Table {name}, shift {number}"
    print_page(Page(title, ("", ""), [(k, str(v)) for k, v in shown.items()], (note,)))


def _shift(house: House, name: str, number: int) -> ShiftResult:
    shifts = shift_results(house, name)
    if not 1 <= number <= len(shifts):
        raise BadSetting(
            f"Table {name} has had no shift {number}; name one from 1 to {len(shifts)}"
        )
    return shifts[number - 1]


def table_record(name: str, table: Table) -> dict[str, Any]:
    """How a table stands, as data."""
    setting = table.setting
    status = "closed"
    if table.is_open:
        status = "waiting" if table.halt is not None else "open"
    return {
        "table": name,
        "status": status,
        "waits_for": None if table.halt is None else table.halt.kind,
        "rulebook": "" if setting is None else setting.rulebook,
        "edition": "" if setting is None else setting.edition,
        "mode": "" if setting is None else str(setting.mode),
        "gaming_day": table.gaming_day,
        "round": table.rounds.number,
        "is_round_open": table.play.is_open,
        "players": dict(sorted(table.people.seats.items())),
        "limits": {}
        if setting is None
        else {wager: [str(a), str(b)] for wager, (a, b) in setting.limits.items()},
    }


# --- exceptions -----------------------------------------------------------------------------------


def print_exceptions(
    house: House, names: Iterable[str], *, since: str, until: str, as_json: bool, as_csv: bool
) -> None:
    """Everything out of the ordinary, in the order of time."""
    found = [row for name in names for row in _exceptions(house, name, since, until)]
    rows = sorted(found, key=lambda row: str(row["at"]))
    if as_json:
        print_json({"format": "pitboss-table-exceptions/1", "exceptions": rows})
    elif as_csv:
        print_csv(_EXCEPTIONS, rows)
    elif not rows:
        print("No exceptions.")
    else:
        cells = [tuple(str(row[column]) for column in _EXCEPTIONS) for row in rows]
        print_page(Page("Exceptions", _EXCEPTIONS, cells))


def _exceptions(house: House, name: str, since: str, until: str) -> Iterator[dict[str, str | int]]:
    table = house.tables.table(name)
    # Cards that are hidden in the present round are not named (G18).
    hidden = hidden_now(house.tables.rules(name), table) if table.play.is_open else NOTHING_HIDDEN
    for one in table_exceptions(house.store, name, since=since, until=until):
        is_now = one.round == table.rounds.number
        entry = one.entry
        yield {
            "at": entry.time,
            "table": name,
            "round": one.round,
            "what": _changed(one) or event_line(one.event, hidden if is_now else NOTHING_HIDDEN),
            "by": entry.actor,
            "role": entry.role,
            "second": entry.second,
        }


def _changed(one: Exceptional) -> str:
    """The settings that were changed, with their new values."""
    if not one.changed:
        return ""
    now = plain(one.event.setting)
    changed = (f"{name} {json.dumps(now.get(name), ensure_ascii=False)}" for name in one.changed)
    return f"opened with other settings: {'; '.join(changed)}"


# --- the master games report ----------------------------------------------------------------------


def print_master_report(house: House, day: str | None, *, as_json: bool, as_csv: bool) -> None:
    """Every table of a gaming day, every game, and all of them together."""
    found = day_results(house, day)
    if not found:
        raise BadSetting(
            f"Nothing was played on gaming day {day}; write it as 2026-03-01"
            if day
            else "Nothing has been played yet"
        )
    rows = [_row(one) for one in found]
    if as_csv:
        print_csv(_MASTER, rows)
        return
    games = [_row(one) for one in by_game(found)]
    whole = [_row(one) for one in by_currency(found)]
    if as_json:
        print_json({"format": "pitboss-day/1", "tables": rows, "games": games, "all": whole})
        return
    note = "revenue is the win less what accrued to links, which is owed to the winner"
    cells = [tuple(map(str, row.values())) for row in (*rows, *games, *whole)]
    print_page(Page("Master games report", _MASTER, cells, (note,)))


def _row(one: DayResult) -> dict[str, Any]:
    return {
        "day": one.day,
        "game": one.game,
        "table": one.table,
        "currency": one.currency,
        "rounds": one.rounds,
        "win": str(one.win),
        "contributed": str(one.contributed),
        "revenue": str(one.revenue),
    }
