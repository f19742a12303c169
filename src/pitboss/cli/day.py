"""`pitboss day`: a whole floor for a whole day, as fast as it goes, into a database."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, Any

from pitboss.audit.shared import audit_shared, steps_of, workers_for
from pitboss.cli.day_pages import day_pages
from pitboss.cli.printing import print_page
from pitboss.cli.progress import progress
from pitboss.errors import BadSetting
from pitboss.floor.day.report import Worth, day_report, worth_of
from pitboss.floor.day.run import Day, DayOver, open_day, run_tables
from pitboss.floor.day.working import run_shared
from pitboss.store.opening import open_store

if TYPE_CHECKING:
    from pitboss.floor.day.run import Told
    from pitboss.store.contract import Store

FORMAT = "pitboss-day/1"
_MEMORY = ("memory:", ":memory:")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What `pitboss day` was asked."""

    day: Day
    db: str
    workers: int | None
    is_durable: bool
    has_theory: bool
    as_json: bool


def show_day(asked: Asked) -> int:
    """Run it, audit it and report; 0 if the audit found nothing, 1 if it did."""
    day, is_hasty = asked.day, not asked.is_durable
    begun = monotonic()
    store = open_store(asked.db, is_hasty=is_hasty)
    try:
        _check_empty(store, asked.db)
        over = _run(asked, store, is_hasty=is_hasty)
        seconds = monotonic() - begun
        floor = open_day(day, store)
        with progress(steps_of(store), "Checking") as tell:
            number = 1 if asked.db in _MEMORY else asked.workers or workers_for(store)
            found = audit_shared(store, asked.db, (), workers=number, told=tell)
        worth: Worth = {}
        if asked.has_theory:
            with progress(len(over.revenue.wagers)) as tell:
                worth = worth_of(floor.config, over.revenue, tell)
        report = day_report(floor, over.revenue, worth)
    finally:
        store.close()
    record = {
        "format": FORMAT,
        "seed": day.seed,
        "hours": day.length / timedelta(hours=1),
        "db": asked.db,
        "commands": over.commands,
        "seconds": round(seconds, 3),
        "rounds_per_second": round(over.revenue.rounds / seconds, 1),
        "trouble": dict(sorted(over.trouble.items())),
        "audit": {"entries": found.events, "findings": [str(one) for one in found.findings]},
        **report,
    }
    if asked.as_json:
        print(json.dumps(record, indent=2))
    else:
        _print(record, asked)
    return 0 if found.is_clean else 1


def _check_empty(store: Store, url: str) -> None:
    if store.streams():
        raise BadSetting(f"{url} has something in it already. Name a new database with --db.")


def _run(asked: Asked, store: Store, *, is_hasty: bool) -> DayOver:
    day = asked.day
    workers = asked.workers or (os.cpu_count() or 1)
    workers = 1 if asked.db in _MEMORY else min(workers, day.tables)
    floor = open_day(day, store)
    with _bar(day) as told:
        if workers == 1:
            return run_tables(day, floor, list(floor.config.tables), told=told)
        return run_shared(day, asked.db, workers, is_hasty=is_hasty, told=told)


@contextmanager
def _bar(day: Day) -> Iterator[Told]:
    """The hours of the day, the rounds so far, and how fast they go."""
    if not sys.stderr.isatty():
        yield lambda passed, rounds: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    words = TextColumn("{task.description}", markup=False)
    columns = (words, BarColumn(), TimeRemainingColumn())
    whole = day.length.total_seconds()
    begun = monotonic()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Opening", total=whole)
        shown = 0.0

        def told(passed: timedelta, rounds: int) -> None:
            nonlocal shown
            now = monotonic()
            if now - shown > 0.2:
                shown = now
                rate = rounds / max(now - begun, 1.0)
                bar.update(
                    task,
                    completed=min(passed.total_seconds(), whole),
                    description=f"{passed.seconds // 3600} h, {rounds} rounds, {rate:.0f} a second",
                )

        yield told


def _print(record: dict[str, Any], asked: Asked) -> None:
    for page in day_pages(record):
        print_page(page)
    found = record["audit"]
    verdict = "nothing found" if not found["findings"] else f"{len(found['findings'])} findings"
    print(
        f"{record['rounds']} rounds in {record['seconds']:.0f} seconds "
        f"({record['rounds_per_second']:.0f} a second), {record['commands']} commands."
    )
    print(f"Audit: {found['entries']} entries checked, {verdict}.")
    for finding in found["findings"][:20]:
        print(f"  {finding}")
    if not asked.is_durable and asked.db not in _MEMORY:
        print("Written without waiting for the disk at each entry; --durable waits.")
    print(f"All of it is in {asked.db}: pitboss table list --db {asked.db}")
