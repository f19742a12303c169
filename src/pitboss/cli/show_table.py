"""Tables as a person or a program reads how they stand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pitboss.cli.output import Page, print_page

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.house.table_reports import ShiftResult
    from pitboss.table.table import Table

FORMAT = "pitboss-tables/1"


def print_tables(house: House, *, as_json: bool) -> None:
    """Every table."""
    standing = [table_record(name, house.tables.table(name)) for name in house.tables.names()]
    if as_json:
        print(json.dumps({"format": FORMAT, "tables": standing}, indent=2))
        return
    if not standing:
        print("No table has been opened here; pitboss table open --help says how.")
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
    columns = ("table", "status", "rulebook", "mode", "round", "players")
    print_page(Page("Tables", columns, rows))


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
    from pitboss.house.table_reports import shift_result

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
        print(json.dumps(record | {"is_counted": result.is_counted}, indent=2))
        return
    shown = lines | {
        "hold": "-" if hold is None else f"{hold.numerator * 100 / hold.denominator:.2f}%"
    }
    note = "counted" if result.is_counted else "the closing figure is the books', not a count"
    title = f"Table {name}" if number is None else f"Table {name}, shift {number}"
    print_page(Page(title, ("", ""), [(k, str(v)) for k, v in shown.items()], (note,)))


def _shift(house: House, name: str, number: int) -> ShiftResult:
    from pitboss.errors import BadSetting
    from pitboss.house.table_reports import shift_results

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
