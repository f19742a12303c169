"""`pitboss settle` and `pitboss play`: rounds that were recorded, and rounds at the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.options import RulebookFiles


def settle(
    file: Annotated[str, typer.Argument(help="A round record, or JSON Lines; - for stdin.")],
    rulebook: RulebookFiles = None,
    pretty: Annotated[bool, typer.Option(help="For people: a table for each round.")] = False,
) -> None:
    """Settle rounds of play, every line citing its clause."""
    from pitboss.cli.settle import settle_file

    raise typer.Exit(settle_file(file, rulebook or [], pretty=pretty))


def play(
    rulebook: Annotated[
        str | None, typer.Argument(help="A rulebook's id, or a part of it; asked for if absent.")
    ] = None,
    *,
    files: RulebookFiles = None,
    seats: Annotated[int, typer.Option(min=1, help="Players at the table, you included.")] = 3,
    seat: Annotated[
        int | None, typer.Option(min=1, help="Your seat; the dealer's left is 1.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Shuffle the same way each time.")] = None,
    bankroll: Annotated[str, typer.Option(metavar="MONEY", help="What you bring.")] = "1000.00",
    method: Annotated[
        str | None, typer.Option(help="How cards are dealt; see rulebook show.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Stop after so many rounds.")] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add every event to this file.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add round records for pitboss settle.")
    ] = None,
    auto: Annotated[
        bool | None,
        typer.Option(
            "--auto/--ask", help="Let strategies play every seat; by itself without a terminal."
        ),
    ] = None,
) -> None:
    """Play in the terminal; without one, a seeded round of each rulebook is shown."""
    from pitboss.cli.keeping import Keeper
    from pitboss.cli.play import Request, play, show_play

    request = Request(
        rulebook=rulebook,
        files=files or [],
        seats=seats,
        seat=seat,
        seed=seed,
        bankroll=bankroll,
        method=method,
        rounds=rounds,
        keeper=Keeper(log, records) if log or records else None,
    )
    if auto is None:
        auto = not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if auto:
        show_play(request)
    else:
        play(request)
