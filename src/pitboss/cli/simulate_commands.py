"""`pitboss simulate` and `pitboss day`: rounds by the million, and a whole floor for a day."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.options import AsJson, RulebookName, Settings


def simulate(
    rulebook: RulebookName,
    *,
    rounds: Annotated[int, typer.Option(min=1, help="How many.")] = 1_000_000,
    seats: Annotated[int, typer.Option(min=1, help="Seats taken.")] = 1,
    seed: Annotated[int, typer.Option(help="Which rounds: the same seed, the same rounds.")] = 1,
    wagers: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="base,bonus or base=25.00,bonus; all without."),
    ] = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAMES",
            help="best, another name, hands.csv, hands.toml or mine.py:decide; one, or one a seat.",
        ),
    ] = None,
    settings: Settings = None,
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
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Where to; - for stdout.")
    ] = "-",
    chart: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw sessions of these rounds: .svg, .png or .pdf."),
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
    from pitboss.cli.chart_files import checked
    from pitboss.cli.simulate import Asked, show_simulation

    shapes = {"json": as_json, "csv": as_csv, "parquet": as_parquet}
    chosen = [shape for shape, wanted in shapes.items() if wanted]
    if len(chosen) > 1:
        raise typer.BadParameter("Say one of --json, --csv and --parquet.")
    show_simulation(
        Asked(
            rulebook=rulebook,
            rounds=rounds,
            seats=seats,
            seed=seed,
            wagers=wagers or [],
            strategies=strategy or [],
            settings=settings or [],
            workers=workers,
            dask=dask,
            export=export or [],
            shape=chosen[0] if chosen else "",
            output=output,
            chart=checked(chart),
            session=session,
            bankroll=bankroll,
        )
    )


def day(
    *,
    tables: Annotated[int, typer.Option(min=1, max=500, help="Tables on the floor.")] = 50,
    hours: Annotated[
        float, typer.Option(min=0.1, max=24, help="Hours from opening to closing.")
    ] = 8,
    seed: Annotated[str, typer.Option(help="The same seed gives the same day.")] = "1",
    trouble: Annotated[
        int, typer.Option(min=0, max=1000, help="Rounds of a thousand in which something is wrong.")
    ] = 30,
    db: Annotated[
        str, typer.Option("--db", metavar="URL", help="A new file or database; memory: for none.")
    ] = "day.db",
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; as many as there are cores if absent.")
    ] = None,
    durable: Annotated[bool, typer.Option(help="Wait for the disk at each entry; slower.")] = False,
    theory: Annotated[bool, typer.Option(help="Work out exact odds beside what was won.")] = True,
    as_json: AsJson = False,
) -> None:
    """Run a whole floor for a day through the real use cases, audit it and report."""
    from datetime import timedelta

    from pitboss.cli.day import Asked, show_day
    from pitboss.floor.day.run import Day

    asked = Asked(
        day=Day(tables=tables, length=timedelta(hours=hours), seed=seed, trouble=trouble),
        db=db,
        workers=workers,
        is_durable=durable,
        has_theory=theory,
        as_json=as_json,
    )
    raise typer.Exit(show_day(asked))
