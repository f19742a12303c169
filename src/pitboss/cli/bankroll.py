"""`pitboss bankroll`: ruin, goals, trips and bet sizing for one seat."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.chart_files import checked
from pitboss.cli.options import AsJson, RulebookName, Settings
from pitboss.errors import BadSetting


def bankroll(
    rulebook: RulebookName,
    *,
    bankroll: Annotated[
        str | None, typer.Option(metavar="MONEY", help="What you bring: 500.00.")
    ] = None,
    goal: Annotated[
        str | None, typer.Option(metavar="MONEY", help="Stop once so much is won.")
    ] = None,
    hours: Annotated[float | None, typer.Option(min=0, help="Stop after so many.")] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many rounds; instead of --hours.")
    ] = None,
    rounds_per_hour: Annotated[int, typer.Option(min=1, help="The pace of the table.")] = 40,
    wagers: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="base,bonus or base=25.00,bonus; all without."),
    ] = None,
    strategy: Annotated[
        str, typer.Option(metavar="NAME", help="How you play; see pitboss simulate.")
    ] = "best",
    seats: Annotated[int, typer.Option(min=1, help="Seats taken; yours is the first.")] = 1,
    risk: Annotated[
        list[float] | None,
        typer.Option(metavar="CHANCE", help="Size a bankroll for it: 0.05; may be repeated."),
    ] = None,
    settings: Settings = None,
    simulated_rounds: Annotated[
        int, typer.Option(min=1000, help="Dealt where results cannot be counted.")
    ] = 10_000_000,
    paths: Annotated[
        int, typer.Option(min=100, help="Bankrolls played where none can be followed exactly.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(help="Of everything that is simulated.")] = 1,
    as_json: AsJson = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the trip, part by part, as CSV.")
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it: .svg, .png or .pdf.")
    ] = None,
) -> None:
    """Risk of ruin with and without goal and time limit, cost per hour, trips, bet sizing."""
    checked(chart)
    if hours is not None and rounds is not None:
        raise BadSetting("--hours and --rounds both say when to stop; give one of them")
    if hours is not None:
        rounds = max(1, round(hours * rounds_per_hour))
    if goal is not None and bankroll is None:
        raise BadSetting("a goal is reached from a bankroll; give --bankroll as well")
    for chance in risk or []:
        if not 0 < chance < 1:
            raise BadSetting(f"a risk of {chance}: write a chance between 0 and 1, like 0.05")
    from pitboss.cli.bankroll_pages import Asked, show_bankroll
    from pitboss.cli.run_asked import money_of

    show_bankroll(
        Asked(
            rulebook=rulebook,
            wagers=wagers or [],
            strategy=strategy,
            seats=seats,
            settings=settings or [],
            bankroll=None if bankroll is None else money_of("--bankroll ", bankroll),
            win=None if goal is None else money_of("--goal ", goal),
            rounds=rounds,
            rounds_per_hour=rounds_per_hour,
            risks=tuple(risk or ()),
            simulated_rounds=simulated_rounds,
            paths=paths,
            seed=seed,
        ),
        as_json=as_json,
        csv=csv,
        chart=chart,
    )
