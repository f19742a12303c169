"""`pitboss simulate`: many rounds, a bar that tells how fast, figures that tell how sure."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pitboss.api import open_rulebook
from pitboss.cli.pages import Page
from pitboss.cli.printing import print_page
from pitboss.errors import BadSetting
from pitboss.games.library import built_in_ids
from pitboss.sim.request import Request
from pitboss.sim.strategies import strategy_files


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What `pitboss simulate` was asked, as typed in."""

    rulebook: str
    rounds: int
    seats: int
    seed: int
    wagers: list[str]
    strategies: list[str]
    settings: list[str]
    workers: int
    dask: str | None
    export: list[int]
    shape: str
    output: str


def request_of(asked: Asked) -> Request:
    """The run that is meant; a rulebook of one's own goes along as text."""
    rules = open_rulebook(asked.rulebook)
    text = rules.id
    if rules.id not in built_in_ids() or Path(asked.rulebook).is_file():
        text = Path(asked.rulebook).read_text(encoding="utf-8")
    wagers = [word for words in asked.wagers for word in words.split(",") if word]
    strategies = [word for words in asked.strategies for word in words.split(",") if word]
    return Request(
        rulebook=text,
        seats=asked.seats,
        seed=asked.seed,
        wagers=() if wagers == ["all"] else tuple(wagers),
        strategies=tuple(strategies) or ("best",),
        files=tuple(strategy_files(strategies)),
        settings=tuple(asked.settings),
    )


def show_simulation(asked: Asked) -> None:
    """Simulate and print, or export single rounds."""
    request = request_of(asked)
    with _bar(asked.rounds) as (begin, progress):
        begin("Preparing")
        from pitboss.sim import record
        from pitboss.sim.run import round_record, simulate

        if asked.export:
            lines = [json.dumps(round_record(request, number)) for number in asked.export]
            _write(asked.output, "\n".join(lines) + "\n")
            return
        result = simulate(
            request, asked.rounds, workers=asked.workers, dask=asked.dask, progress=progress
        )
    match asked.shape:
        case "json":
            _write(asked.output, json.dumps(record.result_record(result)) + "\n")
        case "csv":
            _write(asked.output, record.csv_text(result))
        case "parquet":
            _write(asked.output, record.parquet_bytes(result))
        case _:
            rules = request.rules
            print(f"{rules.title}, {rules.edition} ({rules.id})\n")
            print_page(_page(list(record.rows(result)), result.rounds))
            rate = f"{result.rounds_per_cpu_second:,.0f} rounds per CPU second"
            print(f"{result.rounds:,} rounds of seed {request.seed}, {rate}")


def _page(rows: list[dict[str, object]], rounds: int) -> Page:
    cells = [
        (
            str(row["seat"]),
            str(row["wager"]),
            f"{row['mean']:+.6f}",
            f"{row['standard_error']:.6f}",
            f"{row['low']:+.6f}",
            f"{row['high']:+.6f}",
        )
        for row in rows
    ]
    columns = ("seat", "wager", "mean", "standard error", "from", "to")
    notes = (
        "Means are net, in units of the wager; progressive, envy and all in dollars.",
        "The true mean lies from ... to ... with 95 % confidence.",
    )
    return Page(f"Net results over {rounds:,} rounds", columns, cells, notes)


def _write(output: str, content: str | bytes) -> None:
    if output == "-":
        if isinstance(content, bytes):
            if sys.stdout.isatty():
                raise BadSetting("Parquet is not for a terminal; name a file with -o")
            sys.stdout.buffer.write(content)
        else:
            sys.stdout.write(content)
        return
    path = Path(output)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content, encoding="utf-8")


_Bar = tuple[Callable[[str], None], Callable[[int], None]]


@contextmanager
def _bar(rounds: int) -> Iterator[_Bar]:
    """A bar with the rate and the time left, on terminals only."""
    if not sys.stderr.isatty():
        yield lambda _: None, lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    words = TextColumn("{task.description}", markup=False)
    columns = (SpinnerColumn(), words, BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def begin(name: str) -> None:
            bar.update(task, description=f"{name} (the first run compiles)")

        def progress(done: int) -> None:
            speed = bar.tasks[0].speed or 0
            rate = f"{done:,} of {rounds:,} rounds, {speed:,.0f} a second"
            bar.update(task, description=rate, completed=done, total=rounds)

        yield begin, progress
