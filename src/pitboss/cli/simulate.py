"""`pitboss simulate`: many rounds, a bar that tells how fast, figures that tell how sure."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pitboss.cli.pages import Page
from pitboss.cli.printing import print_page
from pitboss.cli.run_asked import money_of, request_of
from pitboss.errors import BadSetting
from pitboss.sim.request import Request

USUAL_SESSION = 200
USUAL_BANKROLL = 20
"""What a round may take, so many times: a session ends in ruin now and then."""


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
    chart: Path | None
    session: int | None
    bankroll: str | None


def show_simulation(asked: Asked) -> None:
    """Simulate and print, or export single rounds."""
    if asked.chart is None and (asked.session is not None or asked.bankroll is not None):
        raise BadSetting("--session and --bankroll say what to draw; give --chart as well")
    if asked.output != "-" and not Path(asked.output).absolute().parent.is_dir():
        raise BadSetting(f"{asked.output} cannot be written: there is no such folder; make it")
    request = request_of(
        asked.rulebook,
        seats=asked.seats,
        seed=asked.seed,
        wagers=asked.wagers,
        strategies=asked.strategies,
        settings=asked.settings,
    )
    with _bar(asked.rounds) as (begin, progress):
        begin("Preparing")
        from pitboss.sim import figures
        from pitboss.sim.run import round_record, simulate

        if asked.export:
            lines = [json.dumps(round_record(request, number)) for number in asked.export]
            _write(asked.output, "\n".join(lines) + "\n")
            return
        if asked.chart is not None:
            # First, so that nobody waits for figures to be told that there is nothing to draw.
            begin("Drawing")
            _draw(asked, request, asked.chart)
        result = simulate(
            request, asked.rounds, workers=asked.workers, dask=asked.dask, progress=progress
        )
    match asked.shape:
        case "json":
            _write(asked.output, json.dumps(figures.result_record(result)) + "\n")
        case "csv":
            _write(asked.output, figures.csv_text(result))
        case "parquet":
            _write(asked.output, figures.parquet_bytes(result))
        case _:
            rules = request.rules
            print(f"{rules.title}, {rules.edition} ({rules.id})\n")
            print_page(_page(list(figures.rows(result)), result.rounds))
            rate = f"{result.rounds_per_cpu_second:,.0f} rounds per CPU second"
            print(f"{result.rounds:,} rounds of seed {request.seed}, {rate}")


def _draw(asked: Asked, request: Request, chart: Path) -> None:
    from pitboss.cli.chart_files import save
    from pitboss.cli.session_charts import session_chart
    from pitboss.sim.sessions import needed_for_a_round, sessions_of

    bankroll = needed_for_a_round(request) * USUAL_BANKROLL
    if asked.bankroll is not None:
        bankroll = money_of("--bankroll ", asked.bankroll)
    each = asked.session or USUAL_SESSION
    sessions = sessions_of(request, rounds=asked.rounds, each=each, bankroll=bankroll)
    save(chart, lambda: session_chart(request, sessions))


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
    data = content if isinstance(content, bytes) else content.encode()
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        raise BadSetting(f"{output} cannot be written: {error.strerror}") from error


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
