"""`pitboss day`: a whole floor for a day, audited, with its revenue."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import AsJson, Games
from pitboss.cli.output import Page, bar, count_of, percent, print_json, print_page, progress
from pitboss.errors import BadSetting

if TYPE_CHECKING:
    from pitboss.floor.day.run import Day, DayOver, Progress
    from pitboss.store.contract import Store

FORMAT = "pitboss-day/1"
_MEMORY = ("memory:", ":memory:")
_TABLES = (
    "table", "rulebook", "mode", "rounds", "void", "handle", "win", "expected", "drop", "hold",
)  # fmt: skip
_CLAIMS = ("link", "table", "round", "player", "hand", "level", "amount", "state")


def day(
    *,
    tables: Annotated[
        int | None,
        typer.Option(min=1, max=500, help="Tables; 50 if absent, or as many as --config has."),
    ] = None,
    hours: Annotated[
        float, typer.Option(min=0.1, max=24, help="Hours from opening to closing.")
    ] = 8,
    seed: Annotated[str, typer.Option(help="The same seed gives the same day.")] = "1",
    trouble: Annotated[
        int,
        typer.Option(min=0, max=1000, help="Rounds in a thousand in which something goes wrong."),
    ] = 30,
    db: Annotated[
        str, typer.Option("--db", metavar="URL", help="A new file or database; memory: for none.")
    ] = "day.db",
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; as many as there are cores if absent.")
    ] = None,
    durable: Annotated[bool, typer.Option(help="Wait for the disk at each entry; slower.")] = False,
    theory: Annotated[bool, typer.Option(help="Work out exact odds beside what was won.")] = True,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A floor's file; its tables instead of the usual ones."),
    ] = None,
    games: Games = None,
    as_json: AsJson = False,
) -> None:
    """Run a whole floor for a day through the real use cases, audit it and report."""
    from pitboss.audit.processes import audit_shared, steps_of, workers_for
    from pitboss.floor.day.revenue import Worth, day_report, worth_of
    from pitboss.floor.day.run import USUAL_TABLES, Day, open_day, tables_in
    from pitboss.store.addresses import open_store

    if games and config is None:
        raise BadSetting("--game brings a game and no table; write tables in a file: --config FILE")
    folders = tuple(games or ())
    if tables is None:
        tables = USUAL_TABLES if config is None else tables_in(config, folders)
    asked = Day(
        tables=tables,
        length=timedelta(hours=hours),
        seed=seed,
        trouble=trouble,
        config=config,
        games=folders,
    )
    begun = monotonic()
    store = open_store(db, is_hasty=not durable)
    try:
        _check_empty(store, db)
        over = _run(asked, store, db, workers, is_hasty=not durable)
        seconds = monotonic() - begun
        floor = open_day(asked, store)
        with progress(steps_of(store), "Checking") as begin:
            number = 1 if db in _MEMORY else workers or workers_for(store)
            files = floor.config.files
            found = audit_shared(
                store, db, files, games=asked.games, workers=number, progress=begin
            )
        worth: Worth = {}
        if theory:
            with progress(len(over.revenue.wagers)) as begin:
                worth = worth_of(floor.config, over.revenue, begin)
        report = day_report(floor, over.revenue, worth)
    finally:
        store.close()
    record = {
        "format": FORMAT,
        "seed": seed,
        "hours": asked.length / timedelta(hours=1),
        "db": db,
        "commands": over.commands,
        "seconds": round(seconds, 3),
        "rounds_per_second": round(over.revenue.rounds / seconds, 1),
        "trouble": dict(sorted(over.trouble.items())),
        "audit": {"entries": found.events, "findings": [str(one) for one in found.findings]},
        **report,
    }
    if as_json:
        print_json(record)
    else:
        _print(record, is_hasty=not durable)
    raise typer.Exit(0 if found.is_clean else 1)


def _check_empty(store: Store, url: str) -> None:
    if store.streams():
        raise BadSetting(f"{url} is not empty. Name a new database with --db.")


def _run(day: Day, store: Store, db: str, workers: int | None, *, is_hasty: bool) -> DayOver:
    from pitboss.floor.day.run import open_day, run_shared, run_tables

    workers = 1 if db in _MEMORY else min(workers or os.cpu_count() or 1, day.tables)
    floor = open_day(day, store)
    with _bar(day) as show:
        if workers == 1:
            return run_tables(day, floor, list(floor.config.tables), progress=show)
        return run_shared(day, db, workers, is_hasty=is_hasty, progress=show)


@contextmanager
def _bar(day: Day) -> Iterator[Progress]:
    """The hours of the day, the rounds so far, and how fast they go."""
    whole, begun, shown = day.length.total_seconds(), monotonic(), 0.0
    with bar(whole) as show:
        show(0, "Opening")

        def show_hours(passed: timedelta, rounds: int) -> None:
            nonlocal shown
            now = monotonic()
            if now - shown > 0.2:
                shown = now
                rate = rounds / max(now - begun, 1.0)
                words = f"{passed.seconds // 3600} h, {rounds} rounds, {rate:.0f} a second"
                show(min(passed.total_seconds(), whole), words)

        yield show_hours


def _print(record: dict[str, Any], *, is_hasty: bool) -> None:
    for page in day_pages(record):
        print_page(page)
    found = record["audit"]
    count = len(found["findings"])
    verdict = count_of(count, "finding") if count else "nothing found"
    print(
        f"{record['rounds']} rounds in {record['seconds']:.0f} seconds "
        f"({record['rounds_per_second']:.0f} a second), {record['commands']} commands."
    )
    print(f"Audit: {found['entries']} entries checked, {verdict}.")
    for finding in found["findings"][:20]:
        print(f"  {finding}")
    if is_hasty and record["db"] not in _MEMORY:
        print("Written without waiting for the disk at each entry; --durable waits.")
    if record["db"] in _MEMORY:
        print("It was held in memory and is gone; --db FILE keeps it.")
    else:
        print(f"All of it is in {record['db']}: pitboss table list --db {record['db']}")


def day_pages(record: dict[str, Any]) -> Iterator[Page]:
    """Revenue by table and by game, links with their claims, and what went wrong."""

    yield Page("Tables", _TABLES, [_table(one) for one in record["tables"]])
    wagers = [
        (game["rulebook"], one["wager"], one["handle"], one["win"], one["theoretical"] or "-")
        for game in record["games"]
        for one in game["wagers"]
    ]
    notes = ("expected: at best play, by exact odds; people who play worse leave more",)
    yield Page("Games", ("rulebook", "wager", "handle", "win", "expected"), wagers, notes)
    if record["links"]:
        yield from _links(record["links"])
    trouble = [(kind, str(times)) for kind, times in record["trouble"].items()]
    yield Page("What went wrong", ("", ""), trouble)


def _table(one: dict[str, Any]) -> tuple[str, ...]:
    return (
        one["table"],
        one["rulebook"],
        one["mode"],
        str(one["rounds"]),
        str(one["voids"]),
        one["handle"],
        one["win"],
        one["theoretical"] or "-",
        one["drop"],
        percent(None if one["hold"] is None else Fraction(one["hold"]), 2),
    )


def _links(links: list[dict[str, Any]]) -> Iterator[Page]:

    levels = [
        (link["link"], one["level"], one["contributions"], one["wins"], one["closing"])
        for link in links
        for one in link["levels"]
    ]
    claims = [
        (link["link"], *(str(one[column]) for column in _CLAIMS[1:]))
        for link in links
        for one in link["claims"]
    ]
    notes = () if claims else ("No prize of a level was won.",)
    columns = ("link", "level", "contributed", "won", "at the end")
    yield Page("Links", columns, levels, notes)
    if claims:
        yield Page("Claims", _CLAIMS, claims)
