"""The `pitboss` command: its subcommands, and what they leave for the shell.

Exit status: 0 done; 1 the answer is no (two rulebooks differ); 2 something was refused or could
not be read; 130 interrupted. Modules that a subcommand needs are imported when it runs, so that
`pitboss --help` stays quick.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from pitboss import __version__
from pitboss.cli import rulebook as rulebook_commands
from pitboss.errors import PitbossError

app = typer.Typer(
    name="pitboss",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Poker-based casino table games, exactly by their written rules.",
    epilog="Start with: pitboss play, pitboss rulebook list, pitboss settle --help",
)

RulebookFiles = Annotated[
    list[Path] | None,
    typer.Option("--rulebook", metavar="FILE", help="Your own rulebook file; may be repeated."),
]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


@app.callback()
def _pitboss(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Poker-based casino table games, exactly by their written rules."""


@app.command(
    epilog="Examples: pitboss settle round.json --pretty · "
    "cat rounds.jsonl | pitboss settle - > settlements.jsonl · "
    "pitboss settle round.json --rulebook my-house.toml"
)
def settle(
    file: Annotated[str, typer.Argument(help="A round record, or JSON Lines; - for stdin.")],
    rulebook: RulebookFiles = None,
    pretty: Annotated[bool, typer.Option(help="For people: a table for each round.")] = False,
) -> None:
    """Settle rounds of play, every line citing its clause."""
    from pitboss.cli.settle import settle_file

    raise typer.Exit(settle_file(file, rulebook or [], pretty=pretty))


@app.command(
    epilog="Examples: pitboss play · pitboss play holdem --seats 5 --seat 3 · "
    "pitboss play mgc-let-it-ride --seed 7 --auto --records rounds.jsonl"
)
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


app.add_typer(rulebook_commands.app)


Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="An option or a figure; may be repeated."),
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]
RulebookName = Annotated[str, typer.Argument(help="A rulebook's id, or a file of your own.")]


@app.command(
    epilog="Examples: pitboss odds mgc-let-it-ride · "
    "pitboss odds mgc-let-it-ride --wager cover_all --set players=3 · "
    "pitboss odds mbs-let-it-ride-v3 --set jackpot=150000.00 --json"
)
def odds(
    rulebook: RulebookName,
    wager: Annotated[str | None, typer.Option(help="Only this wager.")] = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Exact odds of every wager: value, house edge, risk and the table of outcomes."""
    from pitboss.cli.odds import show_odds

    show_odds(rulebook, wager=wager, settings=settings or [], as_json=as_json)


@app.command(
    epilog='Examples: pitboss advise mgc-let-it-ride --cards "Ah Kd Qs" --community "9h" · '
    'pitboss advise mbs-megalink-three-card-v6 --cards "Qh 6d 4s" --json'
)
def advise(
    rulebook: RulebookName,
    cards: Annotated[str, typer.Option(help='Your own cards: "Ah Kd Qs".')],
    community: Annotated[str, typer.Option(help="Community cards turned so far.")] = "",
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """The best choice with the cards you see, and the exact value of each."""
    from pitboss.cli.odds import show_advice

    show_advice(
        rulebook, cards=cards, community=community, settings=settings or [], as_json=as_json
    )


@app.command(
    epilog="Examples: pitboss strategy mgc-let-it-ride · "
    "pitboss strategy mbs-megalink-three-card-v6 --json"
)
def strategy(
    rulebook: RulebookName,
    settings: Settings = None,
    *,
    seen: Annotated[bool, typer.Option("--seen", help="Also price cards seen too early.")] = False,
    as_json: AsJson = False,
) -> None:
    """Best play in a few lines, where it is close, and what common mistakes cost."""
    from pitboss.cli.strategy import show_strategy

    show_strategy(rulebook, settings=settings or [], with_seen=seen, as_json=as_json)


@app.command(
    epilog="Examples: pitboss compare mbs-let-it-ride-v3 mgc-let-it-ride · "
    "pitboss compare mgc-let-it-ride my-house.toml --json · "
    "pitboss compare mbs-megalink-three-card-v6 "
    "--set-b dealer_qualifies=contains_queen_or_higher"
)
def compare(
    a: RulebookName,
    b: Annotated[str | None, typer.Argument(help="Another; the same one again if absent.")] = None,
    *,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting of both; may be repeated."),
    ] = None,
    settings_a: Annotated[
        list[str] | None,
        typer.Option("--set-a", metavar="KEY=VALUE", help="A setting of the first only."),
    ] = None,
    settings_b: Annotated[
        list[str] | None,
        typer.Option("--set-b", metavar="KEY=VALUE", help="A setting of the second only."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The odds of two rulebooks, or of one under two settings, side by side."""
    from pitboss.cli.compare import show_comparison

    both = settings or []
    show_comparison(
        (a, [*both, *(settings_a or [])]),
        (a if b is None else b, [*both, *(settings_b or [])]),
        as_json=as_json,
    )


@app.command(
    epilog="Examples: pitboss par mgc-let-it-ride -o sheet.html · "
    "pitboss par mbs-let-it-ride-v3 -o - --set jackpot=150000.00 > sheet.html"
)
def par(
    rulebook: RulebookName,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Where to; - for stdout.")
    ],
    settings: Settings = None,
) -> None:
    """A printable game sheet: paytables, figures, strategy and charts in one HTML file."""
    from pitboss.cli.par.write import write_sheet

    write_sheet(rulebook, output, settings=settings or [])


def run() -> None:
    """The entry point: errors of ours become one plain line and a status."""
    try:
        app()
    except PitbossError as error:
        typer.echo(f"pitboss: {error}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read us has had enough; closing stderr keeps Python from complaining at exit.
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        # A full disk, a file that went away: what was not written is not lost unsaid.
        typer.echo(f"pitboss: stopped: {error.strerror or error}", err=True)
        os._exit(2)
