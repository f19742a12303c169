"""`pitboss jackpot-process`: what a link's meters do over time."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.chart_files import checked
from pitboss.cli.options import AsJson
from pitboss.errors import BadSetting


def jackpot_process(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAMES...",
            help="Rulebooks, each with what is special to it: "
            "holdem:tables=10,players=5,rounds=40,unit=5.00.",
        ),
    ],
    *,
    contribution: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METER=SHARE", help="What part of a wager it gets: jackpot=0.20; each meter."
        ),
    ] = None,
    reset: Annotated[
        list[str] | None,
        typer.Option(metavar="METER=MONEY", help="Where a meter starts again; else as printed."),
    ] = None,
    reserve: Annotated[
        str, typer.Option(metavar="SHARE", help="Put aside of each wager for resets.")
    ] = "0",
    start: Annotated[
        list[str] | None,
        typer.Option(metavar="METER=MONEY", help="What it shows now; its reset without."),
    ] = None,
    hours: Annotated[int, typer.Option(min=1, help="How far to look ahead.")] = 8760,
    paths: Annotated[int, typer.Option(min=100, help="Links played beside the formulas.")] = 2000,
    seed: Annotated[int, typer.Option(help="Of the links played.")] = 1,
    as_json: AsJson = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the meters over time as CSV.")
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it: .svg, .png or .pdf.")
    ] = None,
) -> None:
    """Amounts at hits, time between hits, reserve and liability, and what goes back to players."""
    checked(chart)
    contributions = {name: _share(name, text) for name, text in _pairs(contribution, "0.20")}
    from pitboss.cli.jackpot_pages import Asked, show_jackpot
    from pitboss.cli.run_asked import money_of

    like = "10000.00"
    resets = {n: money_of(f"{n}=", text, like=like) for n, text in _pairs(reset, like)}
    starts = {n: money_of(f"{n}=", text, like=like) for n, text in _pairs(start, "150000.00")}

    show_jackpot(
        Asked(
            games=games,
            contributions=contributions,
            resets=resets,
            reserve=_share("--reserve", reserve),
            starts={name: Fraction(money.cents, 100) for name, money in starts.items()},
            hours=hours,
            paths=paths,
            seed=seed,
        ),
        as_json=as_json,
        csv=csv,
        chart=chart,
    )


def _pairs(words: list[str] | None, like: str) -> list[tuple[str, str]]:
    pairs = []
    for word in words or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadSetting(f"{word!r}: name the meter too, like jackpot={like}")
        pairs.append((name, value))
    return pairs


def _share(name: str, text: str) -> Fraction:
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        share = Fraction(-1)
    if not 0 <= share <= 1:
        raise BadSetting(f"{name} {text}: write a share of the wager from 0 to 1, like 0.20")
    return share
