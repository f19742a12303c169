"""`pitboss table`: open, run, close and list tables without a browser, and report on them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import (
    DEFAULT,
    As,
    AsCsv,
    AsJson,
    DatabaseOption,
    Files,
    Games,
    Second,
    Since,
    TableName,
    Until,
    command_group,
    open_house,
    section_in,
    time_of,
)
from pitboss.cli.sign_in import signed_in
from pitboss.errors import BadSetting

if TYPE_CHECKING:
    from pitboss.house.approvals import Approval
    from pitboss.house.house import House

app = command_group("table", "Tables at work: open, run, close, list, result, day, exceptions.")


@app.command(
    "open",
    epilog="Example: pitboss table open T1 --rulebook mbs-let-it-ride-v3 --limit base=5.00:500.00 "
    "--zone Asia/Singapore --as max",
)
def open_(
    table: TableName,
    person: As,
    *,
    rulebook: Annotated[str | None, typer.Option(help="A rulebook's id, or a part of it.")] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", metavar="TOML", help="Where its section is, such as a floor's file."
        ),
    ] = None,
    layout: Annotated[
        str | None, typer.Option(help="The layout, as the rulebook names it.")
    ] = None,
    positions: Annotated[int | None, typer.Option(help="Positions on the layout.")] = None,
    method: Annotated[str | None, typer.Option(help="How cards are dealt.")] = None,
    mode: Annotated[str | None, typer.Option(help="electronic or live.")] = None,
    zone: Annotated[str | None, typer.Option(help="Time zone, such as Asia/Singapore.")] = None,
    day_starts: Annotated[
        str | None, typer.Option(help="When the gaming day begins, such as 06:00.")
    ] = None,
    limit: Annotated[
        list[str] | None, typer.Option(metavar="WAGER=LEAST:MOST", help="May be repeated.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="An option of the rulebook."),
    ] = None,
    house: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An operating setting.")
    ] = None,
    offer: Annotated[
        list[str] | None, typer.Option(metavar="WAGER", help="Only these wagers; may be repeated.")
    ] = None,
    files: Files = None,
    games: Games = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Open a table under one edition of a rulebook."""
    from pitboss.cli.table_reports import print_table
    from pitboss.floor.floor import open_table
    from pitboss.house.settings import setting_of

    data, approvals = _from_file(file, table, games)
    given = {
        "rulebook": rulebook, "layout": layout, "positions": positions, "method": method,
        "mode": mode, "time_zone": zone, "day_starts": day_starts, "offered": offer,
    }  # fmt: skip
    data |= {key: value for key, value in given.items() if value is not None}
    data["limits"] = data.get("limits", {}) | {
        key: list(value.split(":")) for key, value in _pairs(limit, "--limit")
    }
    data["options"] = data.get("options", {}) | {
        key: {"true": True, "false": False}.get(value, value)
        for key, value in _pairs(option, "--set")
    }
    data["house"] = data.get("house", {}) | dict(_pairs(house, "--house"))
    with open_house(db, files, games, approvals=approvals) as opened:
        data["rulebook"] = _known(data.get("rulebook"), list(opened.tables.rulebooks))
        setting = setting_of(table, data, opened.tables.rulebooks)
        open_table(opened, setting, signed_in(opened.staff, person))
        print_table(opened, table)


@app.command()
def close(
    table: TableName,
    person: As,
    *,
    second: Second = "",
    files: Files = None,
    games: Games = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Close a table; its last round must be over, or without a wager."""
    from pitboss.cli.table_reports import print_table
    from pitboss.house.dealer import Dealer

    with open_house(db, files, games) as house:
        _check_known(house, table)
        Dealer(house).close(table, signed_in(house.staff, person, second))
        print_table(house, table)


@app.command("list")
def list_(
    *,
    as_json: AsJson = False,
    files: Files = None,
    games: Games = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Every table there is, and how it stands."""
    from pitboss.cli.table_reports import print_tables

    with open_house(db, files, games, only_reads=True) as house:
        print_tables(house, as_json=as_json)


@app.command(epilog="Example: pitboss table result T1 --shift 2 --json")
def result(
    table: TableName,
    *,
    shift: Annotated[
        int | None,
        typer.Option("--shift", metavar="NUMBER", help="From 1 on; the latest if absent."),
    ] = None,
    as_json: AsJson = False,
    files: Files = None,
    games: Games = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """What a table won since its opening count: inventory, fills, credits, drop, win, hold."""
    from pitboss.cli.table_reports import print_result

    with open_house(db, files, games, only_reads=True) as house:
        _check_known(house, table)
        print_result(house, table, shift, as_json=as_json)


@app.command(epilog="Example: pitboss table day 2026-03-01 --csv")
def day(
    gaming_day: Annotated[
        str | None, typer.Argument(metavar="DAY", help="Such as 2026-03-01; the latest if absent.")
    ] = None,
    *,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    files: Files = None,
    games: Games = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """What every table won on a gaming day, less what accrued to links that day."""
    from pitboss.cli.table_reports import print_master_report

    with open_house(db, files, games, only_reads=True) as house:
        print_master_report(house, gaming_day, as_json=as_json, as_csv=as_csv)


@app.command(epilog="Example: pitboss table exceptions T1 --from 2026-03-01 --csv")
def exceptions(
    table: Annotated[
        str | None, typer.Argument(metavar="TABLE", help="The table's id; all if absent.")
    ] = None,
    *,
    since: Since = None,
    until: Until = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    files: Files = None,
    games: Games = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Changes, irregularities, rulings, voids, discretion, and counts that did not agree."""
    from pitboss.cli.table_reports import print_exceptions

    with open_house(db, files, games, only_reads=True) as house:
        if table is not None:
            _check_known(house, table)
        print_exceptions(
            house,
            house.tables.names() if table is None else [table],
            since=time_of(since, "", "--from"),
            until=time_of(until, "", "--to"),
            as_json=as_json,
            as_csv=as_csv,
        )


@app.command(
    epilog="Lines are commands: help lists them. A line such as `p1: choose 3 play` is given by "
    "that player. Without a terminal, lines are read from standard input."
)
def run(
    table: TableName,
    person: As,
    *,
    second: Second = "",
    strict: Annotated[
        bool, typer.Option(help="Stop at the first line that is refused; exit status 2.")
    ] = False,
    files: Files = None,
    games: Games = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Run a table from the keyboard: it lists what is due and does what is typed."""
    from pitboss.cli.console import Console

    with open_house(db, files, games) as house:
        _check_known(house, table)
        member = signed_in(house.staff, person, second)
        console = Console(house, table, member, is_asking=sys.stdin.isatty())
        raise typer.Exit(console.run(sys.stdin, is_strict=strict))


def _check_known(house: House, table: str) -> None:
    """Refuse before a secret is typed in vain."""
    known = list(house.tables.names())
    if table not in known:
        there = f"there are: {', '.join(known)}" if known else "there are none"
        raise BadSetting(f"No table {table} in this database; {there}. Open it: pitboss table open")


def _from_file(
    file: Path | None, table: str, games: list[Path] | None
) -> tuple[dict[str, Any], Mapping[str, Approval]]:
    """What a file says of a table, and which games it approves for money."""
    from pitboss.floor.config import read_config

    if file is None:
        return {}, {}
    section = section_in(file, "tables", table)
    if "floor" in section.whole:
        # What holds for the whole floor holds for each of its tables.
        config = read_config(file, os.environ, games or ())
        return dict(config.written[table]), config.approvals
    return dict(section.own), {}


def _pairs(given: list[str] | None, option: str) -> Iterator[tuple[str, str]]:
    for text in given or ():
        key, equals, value = text.partition("=")
        if not equals:
            raise BadSetting(f"{option} {text!r}: write a name, an equals sign and a value")
        yield key, value


def _known(wanted: object, known: list[str]) -> str:
    """A rulebook by its id, or by a part of an id that only one has."""
    name = wanted if isinstance(wanted, str) else ""
    found = [name] if name in known else [one for one in known if name and name in one]
    if len(found) != 1:
        raise BadSetting(f"rulebook {name!r}: choose one of {', '.join(known)}")
    return found[0]
