"""`pitboss simulate`: many rounds, with the standard errors of their figures.

Also what it shares with `bankroll` and `jackpot-process`: reading amounts and runs, and printing
and writing the answers.
"""

from __future__ import annotations

import csv as csv_files
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import (
    AsJson,
    Games,
    Output,
    RulebookName,
    Settings,
    Wagers,
    check_chart,
    check_place,
)
from pitboss.cli.output import Page, bar, print_page, write_output
from pitboss.errors import BadSetting, MoneyError
from pitboss.money import Money

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pitboss.sim.request import Request

USUAL_ROUNDS = 1_000_000
USUAL_PLAIN_ROUNDS = 100_000
"""Of a game without kernels: some seconds."""
USUAL_SESSION = 200
USUAL_BANKROLL = 20
"""What a round may take, so many times: a session ends in ruin now and then."""


def simulate(
    rulebook: RulebookName,
    *,
    rounds: Annotated[
        int | None,
        typer.Option(
            min=1, help="How many; 1,000,000, or 100,000 of a game that is settled round by round."
        ),
    ] = None,
    seats: Annotated[int, typer.Option(min=1, help="Seats taken.")] = 1,
    seed: Annotated[int, typer.Option(help="Which rounds: the same seed, the same rounds.")] = 1,
    wagers: Wagers = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAMES",
            help="best, simple, stay, another name, hands.csv, hands.toml or mine.py:decide; one, "
            "or one a seat.",
        ),
    ] = None,
    settings: Settings = None,
    games: Games = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes on this machine.")] = 1,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster: tcp://host:8786.")
    ] = None,
    export: Annotated[
        list[int] | None,
        typer.Option(metavar="NUMBER", help="Export this round as a record; may be repeated."),
    ] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="As CSV.")] = False,
    as_parquet: Annotated[bool, typer.Option("--parquet", help="As Parquet.")] = False,
    output: Output = "-",
    chart: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            callback=check_chart,
            help="Draw sessions of these rounds: .svg, .png or .pdf.",
        ),
    ] = None,
    session: Annotated[
        int | None, typer.Option(min=1, help="Rounds of a session, for --chart; 200.")
    ] = None,
    bankroll: Annotated[
        str | None,
        typer.Option(metavar="MONEY", help="What each seat brings, for --chart; 20 rounds' worth."),
    ] = None,
) -> None:
    """Deal rounds by the million: net results of every wager and seat, with their errors."""
    if as_json + as_csv + as_parquet > 1:
        raise typer.BadParameter("Give only one of --json, --csv and --parquet.")
    if chart is None and (session is not None or bankroll is not None):
        raise BadSetting("--session and --bankroll are for the chart; give --chart as well")
    check_place(output)
    if as_parquet and output == "-" and sys.stdout.isatty():
        raise BadSetting("Parquet is not for a terminal; name a file with -o")
    request = request_of(
        rulebook,
        seats=seats,
        seed=seed,
        wagers=wagers or [],
        strategies=strategy or [],
        settings=settings or [],
        games=games or [],
    )
    usual = USUAL_ROUNDS if request.has_kernels else USUAL_PLAIN_ROUNDS
    rounds = rounds or usual
    with bar(rounds) as show:
        show(None, "Preparing (the first run compiles)")
        from pitboss.sim import figures, run

        if export:
            lines = [json.dumps(run.round_record(request, number)) for number in export]
            write_output(output, "\n".join(lines) + "\n")
            return
        if chart is not None:
            # First, so that nothing is dealt for figures if there is nothing to draw.
            show(None, "Drawing (the first run compiles)")
            _draw_sessions(request, chart, (rounds, session or USUAL_SESSION), bankroll)
        begun = monotonic()

        def progress(done: int) -> None:
            rate = done / max(monotonic() - begun, 1e-3)
            show(done, f"{done:,} of {rounds:,} rounds, {rate:,.0f} a second")

        result = run.simulate(request, rounds, workers=workers, dask=dask, progress=progress)
    if as_json:
        write_output(output, json.dumps(figures.result_record(result)) + "\n")
    elif as_csv:
        write_output(output, figures.csv_text(result))
    elif as_parquet:
        write_output(output, figures.parquet_bytes(result))
    else:
        print(f"{request.rules.title}, {request.rules.edition} ({request.rules.id})\n")
        print_page(_page(figures.rows(result), result.rounds))
        rate = f"{result.rounds_per_cpu_second:,.0f} rounds per CPU second"
        print(f"{result.rounds:,} rounds of seed {request.seed}, {rate}")
        if not request.has_kernels:
            print(f"Each was settled by itself; without --rounds, {usual:,} are dealt.")


def _draw_sessions(
    request: Request, chart: Path, rounds: tuple[int, int], bankroll: str | None
) -> None:
    from pitboss.cli.charts import save_chart, session_chart
    from pitboss.sim.run import needed_for_a_round, sessions_of

    brought = needed_for_a_round(request) * USUAL_BANKROLL
    if bankroll is not None:
        brought = money_of("--bankroll ", bankroll)
    sessions = sessions_of(request, rounds=rounds[0], each=rounds[1], bankroll=brought)
    save_chart(chart, lambda: session_chart(request, sessions))


def _page(rows: Iterable[dict[str, Any]], rounds: int) -> Page:
    cells = [
        (
            row["seat"],
            row["wager"],
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


# --- what commands that simulate share ------------------------------------------------------------


def money_of(option: str, text: str, *, like: str = "500.00") -> Money:
    """An amount; whole dollars need no cents.

    >>> str(money_of("--bankroll ", "500"))
    '500.00'
    >>> money_of("--bankroll ", "much")
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: --bankroll much: write an amount like 500.00
    """
    try:
        return Money.parse(text if "." in text else f"{text}.00")
    except MoneyError:
        raise BadSetting(f"{option}{text}: write an amount like {like}") from None


def request_of(
    rulebook: str,
    *,
    seats: int,
    seed: int,
    wagers: Sequence[str],
    strategies: Sequence[str],
    settings: Sequence[str],
    games: Sequence[Path] = (),
) -> Request:
    """The run that is meant; a user's own rulebook, game and strategies go along as text."""
    from pitboss.games.library import built_in_ids, find_rulebook, find_whole
    from pitboss.sim.request import Request, strategy_files, usual_strategy

    rules = find_rulebook(rulebook, games)
    text = rules.id
    if rules.id not in built_in_ids() or Path(rulebook).is_file():
        text = find_whole(rulebook, games).text
    placed, ways = _words(wagers), _words(strategies)
    return Request(
        rulebook=text,
        seats=seats,
        seed=seed,
        wagers=() if placed == ["all"] else tuple(placed),
        strategies=tuple(ways) or (usual_strategy(rules),),
        files=tuple(strategy_files(ways)),
        settings=tuple(settings),
        code=rules.code,
    )


def _words(lists: Sequence[str]) -> list[str]:
    return [word for words in lists for word in words.split(",") if word]


def show_answers(
    *,
    as_json: bool,
    record: Callable[[], dict[str, Any]],
    pages: Callable[[], Iterable[Page | str]],
    csv: tuple[Path | None, Callable[[], Iterable[Sequence[object]]]],
    chart: tuple[Path | None, Callable[[], Figure]],
) -> None:
    """Write the files that were asked for, then print: JSON, or pages and lines between them."""
    csv_path, rows = csv
    if csv_path is not None:
        text = StringIO()
        csv_files.writer(text, lineterminator="\n").writerows(rows())
        csv_path.write_text(text.getvalue(), encoding="utf-8")
    chart_path, draw = chart
    if chart_path is not None:
        from pitboss.cli.charts import save_chart

        save_chart(chart_path, draw)
    if as_json:
        print(json.dumps(record()))
        return
    for page in pages():
        if isinstance(page, str):
            print(page)
        else:
            print_page(page)
