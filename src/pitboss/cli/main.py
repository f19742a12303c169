"""The `pitboss` command: its subcommands, and what they leave for the shell.

Exit status: 0 done; 1 the answer is no (two rulebooks differ); 2 something was refused or could
not be read; 130 interrupted. The module of a subcommand is imported when the subcommand runs, so
that `pitboss --help` and every other subcommand stay quick.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from pitboss import __version__
from pitboss.errors import PitbossError


class Subcommand(NamedTuple):
    """A subcommand that is not imported yet: a function of a module, or the module's `app`."""

    module: str
    help: str
    """As `pitboss --help` lists it, and as `pitboss SUBCOMMAND --help` begins."""
    epilog: str = ""
    """Examples; a group has none here, its commands have their own."""


COMMANDS = {
    "settle": Subcommand(
        "settle",
        "Settle rounds of play, every line citing its clause.",
        "Examples: pitboss settle round.json --pretty · "
        "cat rounds.jsonl | pitboss settle - > settlements.jsonl · "
        "pitboss settle round.json --rulebook my-house.toml",
    ),
    "play": Subcommand(
        "play",
        "Play in the terminal; without one, a seeded round of each rulebook is shown.",
        "Examples: pitboss play · pitboss play holdem --seats 5 --seat 3 · "
        "pitboss play mgc-let-it-ride --seed 7 --auto --records rounds.jsonl",
    ),
    "audit": Subcommand(
        "record",
        "Replay everything recorded and check it, listing every finding.",
        "Exit status: 0 nothing found, 1 findings, 2 it cannot be read. "
        "Example: pitboss audit --write-head head.json, kept elsewhere; "
        "later pitboss audit --head head.json",
    ),
    "odds": Subcommand(
        "odds",
        "Exact odds of every wager: value, house edge, risk and the table of outcomes.",
        "Examples: pitboss odds mgc-let-it-ride · "
        "pitboss odds mgc-let-it-ride --wager cover_all --set players=3 · "
        "pitboss odds mbs-let-it-ride-v3 --set jackpot=150000.00 --json",
    ),
    "advise": Subcommand(
        "odds",
        "The best choice with the cards you see, and the exact value of each.",
        'Examples: pitboss advise mgc-let-it-ride --cards "Ah Kd Qs" --community "9h" · '
        'pitboss advise mbs-megalink-three-card-v6 --cards "Qh 6d 4s" --seen "2c 2d 2h" --json',
    ),
    "strategy": Subcommand(
        "strategy",
        "Best play in a few lines, where it is close, and what common mistakes cost.",
        "Examples: pitboss strategy mgc-let-it-ride · "
        "pitboss strategy mbs-megalink-three-card-v6 --json",
    ),
    "compare": Subcommand(
        "odds",
        "The odds of two rulebooks, or of one under two settings, side by side.",
        "Examples: pitboss compare mbs-let-it-ride-v3 mgc-let-it-ride · "
        "pitboss compare mgc-let-it-ride my-house.toml --json · "
        "pitboss compare mbs-megalink-three-card-v6 "
        "--set-b dealer_qualifies=contains_queen_or_higher",
    ),
    "par": Subcommand(
        "par_sheet",
        "A printable game sheet: paytables, figures, strategy and charts in one HTML or PDF file.",
        "Examples: pitboss par mgc-let-it-ride -o sheet.html · "
        "pitboss par holdem -o sheet.pdf (where a Chromium is found) · "
        "pitboss par mbs-let-it-ride-v3 -o - --set jackpot=150000.00 > sheet.html",
    ),
    "deck": Subcommand(
        "deck",
        "Rebuild the deck and the draws of a round, and check what was published of them.",
        "Examples: pitboss deck SEED --context T1/17 --commitment HEX · "
        "pitboss deck SEED --context T1/17 --draw-seed SEED --magic-rate 1/10 --json",
    ),
    "random": Subcommand(
        "deck",
        "What a test house collects: raw generator output, or dealt cards.",
        "Examples: pitboss random --bytes 100000000 -o raw.bin · "
        "pitboss random --deals 1000000 --rulebook mgc-let-it-ride > deals.jsonl",
    ),
    "backup": Subcommand(
        "record",
        "Copy the whole record into one file, and check the copy; others may go on writing.",
        "Examples: pitboss backup friday.backup · "
        "pitboss backup friday.backup --db postgresql://pit@floor/casino",
    ),
    "restore": Subcommand(
        "record",
        "Fill a new database with a backup, checking every chain.",
        "Examples: pitboss restore friday.backup --db new.db · "
        "pitboss restore friday.backup --db postgresql://pit@floor/casino",
    ),
    "simulate": Subcommand(
        "simulate",
        "Deal rounds by the million: net results of every wager and seat, with their errors.",
        "Examples: pitboss simulate mgc-let-it-ride --rounds 100000000 --seats 7 · "
        "pitboss simulate holdem --wagers ante --strategy best,play_blind --seats 2 --json · "
        "pitboss simulate mbs-let-it-ride-v3 --set jackpot=150000.00 --workers 2 · "
        "pitboss simulate three-card --seed 7 --export 12 | pitboss settle - --pretty",
    ),
    "day": Subcommand(
        "day",
        "Run a whole floor for a day through the real use cases, audit it and report.",
        "Examples: pitboss day --tables 5 --hours 1 --db small.db · "
        "pitboss day --tables 50 --hours 8 --seed 7 --json",
    ),
    "serve": Subcommand(
        "floor",
        "Serve the floor to browsers: lobby, tables, signs.",
        "Examples: pitboss serve · pitboss serve --port 8080 --db floor.db · "
        "pitboss serve --config floor.toml --db postgresql://USER@HOST/DATABASE",
    ),
    "bankroll": Subcommand(
        "bankroll",
        "Risk of ruin with and without goal and time limit, cost per hour, trips, bet sizing.",
        "Examples: pitboss bankroll mgc-let-it-ride --wagers base --bankroll 500 --goal 250 "
        "--hours 4 · pitboss bankroll three-card --wagers ante,pair_plus --hours 8 --risk 0.01 · "
        "pitboss bankroll mgc-let-it-ride --wagers progressive --set jackpot=400000.00 --json",
    ),
    "jackpot-process": Subcommand(
        "jackpot_process",
        "Amounts at hits, time between hits, reserve and liability, and what goes back to players.",
        "Examples: pitboss jackpot-process mgc-let-it-ride:tables=20 --contribution "
        "jackpot=0.20 · pitboss jackpot-process holdem:tables=10,unit=5.00 three-card:unit=5.00 "
        "--contribution jackpot=0.20 --reset jackpot=10000.00 --reserve 0.02 --chart link.svg",
    ),
    "rulebook": Subcommand("rulebook", "Look into rulebooks: list, show, check, diff, coverage."),
    "staff": Subcommand(
        "staff",
        "The register of staff: add, appoint, end, leave, return, secret, second-factor, "
        "require-second-factor, review, list, attempts.",
    ),
    "table": Subcommand(
        "table", "Tables at work: open, run, close, list, result, day, exceptions."
    ),
    "floor": Subcommand("floor", "Your own floor: write a starting file, check it."),
    "round": Subcommand("rounds", "Rounds that were played: show, replay, export."),
    "link": Subcommand(
        "link", "Progressive jackpots that tables share: create, run, show, watch, pay, report."
    ),
    "software": Subcommand(
        "record",
        "What this software is: the SHA-256 of every file, and whether it is what was signed.",
    ),
}


class LazyGroup(TyperGroup):
    """Subcommands that are listed by name and help, and imported when they are called."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        for name, command in COMMANDS.items():
            self.commands[name] = TyperCommand(name, help=command.help)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The subcommand that was called, imported."""
        if args:
            self.load(args[0])
        return super().resolve_command(ctx, args)

    def load(self, name: str) -> None:
        """Import a subcommand, and put it in the place of its name and help."""
        if name not in COMMANDS:
            return
        command = COMMANDS[name]
        module = import_module(f"pitboss.cli.{command.module}")
        if not command.epilog:
            self.commands[name] = get_group(module.app)
            return
        one = typer.Typer(rich_markup_mode=None)
        one.command(name, epilog=command.epilog)(getattr(module, name.replace("-", "_")))
        self.commands[name] = get_group(one).commands[name]


app = typer.Typer(
    name="pitboss",
    cls=LazyGroup,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Poker-based casino table games, exactly by their written rules.",
    epilog="Start with: pitboss play, pitboss rulebook list, pitboss settle --help",
)


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


def run() -> None:
    """The entry point: our errors become one plain line and an exit status."""
    try:
        try:
            app()
        finally:
            # A full disk often shows only now, and can still be reported plainly.
            if sys.stdout is not None and not sys.stdout.closed:
                sys.stdout.flush()
    except PitbossError as error:
        typer.echo(f"pitboss: {error}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader has closed our output; closing stderr keeps Python from complaining at exit.
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        # A full disk, a file that went away: lost output is reported.
        typer.echo(f"pitboss: stopped: {error.strerror or error}", err=True)
        os._exit(2)
