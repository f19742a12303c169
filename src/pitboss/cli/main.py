"""The `pitboss` command: the tree of its subcommands, and what they leave for the shell.

Exit status: 0 done; 1 the answer is no (two rulebooks differ); 2 something was refused or could
not be read; 130 interrupted. What a subcommand asks for stands in the modules named here; those
that do its work are imported when it runs, so that `pitboss --help` stays quick.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from pitboss import __version__
from pitboss.cli import (
    backup,
    bankroll,
    day,
    deck,
    floor,
    floor_commands,
    jackpot_process,
    link,
    odds_commands,
    play_commands,
    rounds,
    rulebook,
    simulate,
    software,
    staff,
    table,
)
from pitboss.errors import PitbossError

app = typer.Typer(
    name="pitboss",
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


app.command(
    epilog="Examples: pitboss settle round.json --pretty · "
    "cat rounds.jsonl | pitboss settle - > settlements.jsonl · "
    "pitboss settle round.json --rulebook my-house.toml"
)(play_commands.settle)
app.command(
    epilog="Examples: pitboss play · pitboss play holdem --seats 5 --seat 3 · "
    "pitboss play mgc-let-it-ride --seed 7 --auto --records rounds.jsonl"
)(play_commands.play)


for group in (rulebook, staff, table, floor, rounds, link, software):
    app.add_typer(group.app)
app.command(
    epilog="Exit status: 0 nothing found, 1 findings, 2 it cannot be read. "
    "Example: pitboss audit --write-head head.json, kept elsewhere; "
    "later pitboss audit --head head.json"
)(floor_commands.audit)
app.command(
    epilog="Examples: pitboss odds mgc-let-it-ride · "
    "pitboss odds mgc-let-it-ride --wager cover_all --set players=3 · "
    "pitboss odds mbs-let-it-ride-v3 --set jackpot=150000.00 --json"
)(odds_commands.odds)
app.command(
    epilog='Examples: pitboss advise mgc-let-it-ride --cards "Ah Kd Qs" --community "9h" · '
    'pitboss advise mbs-megalink-three-card-v6 --cards "Qh 6d 4s" --seen "2c 2d 2h" --json'
)(odds_commands.advise)
app.command(
    epilog="Examples: pitboss strategy mgc-let-it-ride · "
    "pitboss strategy mbs-megalink-three-card-v6 --json"
)(odds_commands.strategy)
app.command(
    epilog="Examples: pitboss compare mbs-let-it-ride-v3 mgc-let-it-ride · "
    "pitboss compare mgc-let-it-ride my-house.toml --json · "
    "pitboss compare mbs-megalink-three-card-v6 "
    "--set-b dealer_qualifies=contains_queen_or_higher"
)(odds_commands.compare)
app.command(
    epilog="Examples: pitboss par mgc-let-it-ride -o sheet.html · "
    "pitboss par holdem -o sheet.pdf (where a Chromium is found) · "
    "pitboss par mbs-let-it-ride-v3 -o - --set jackpot=150000.00 > sheet.html"
)(odds_commands.par)
app.command(
    epilog="Examples: pitboss deck SEED --context T1/17 --commitment HEX · "
    "pitboss deck SEED --context T1/17 --draw-seed SEED --magic-rate 1/10 --json"
)(deck.deck)
app.command(
    epilog="Examples: pitboss random --bytes 100000000 -o raw.bin · "
    "pitboss random --deals 1000000 --rulebook mgc-let-it-ride > deals.jsonl"
)(deck.random)
app.command(
    epilog="Examples: pitboss backup friday.backup · "
    "pitboss backup friday.backup --db postgresql://pit@floor/casino"
)(backup.backup)
app.command(
    epilog="Examples: pitboss restore friday.backup --db new.db · "
    "pitboss restore friday.backup --db postgresql://pit@floor/casino"
)(backup.restore)
app.command(
    epilog="Examples: pitboss simulate mgc-let-it-ride --rounds 100000000 --seats 7 · "
    "pitboss simulate holdem --wagers ante --strategy best,play_blind --seats 2 --json · "
    "pitboss simulate mbs-let-it-ride-v3 --set jackpot=150000.00 --workers 2 · "
    "pitboss simulate three-card --seed 7 --export 12 | pitboss settle - --pretty"
)(simulate.simulate)
app.command(
    epilog="Examples: pitboss day --tables 5 --hours 1 --db small.db · "
    "pitboss day --tables 50 --hours 8 --seed 7 --json"
)(day.day)
app.command(
    epilog="Examples: pitboss serve · pitboss serve --port 8080 --db floor.db · "
    "pitboss serve --config floor.toml --db postgresql://USER@HOST/DATABASE"
)(floor_commands.serve)
app.command(
    epilog="Examples: pitboss bankroll mgc-let-it-ride --wagers base --bankroll 500 --goal 250 "
    "--hours 4 · pitboss bankroll three-card --wagers ante,pair_plus --hours 8 --risk 0.01 · "
    "pitboss bankroll mgc-let-it-ride --wagers progressive --set jackpot=400000.00 --json"
)(bankroll.bankroll)
app.command(
    "jackpot-process",
    epilog="Examples: pitboss jackpot-process mgc-let-it-ride:tables=20 --contribution "
    "jackpot=0.20 · pitboss jackpot-process holdem:tables=10,unit=5.00 three-card:unit=5.00 "
    "--contribution jackpot=0.20 --reset jackpot=10000.00 --reserve 0.02 --chart link.svg",
)(jackpot_process.jackpot_process)


def run() -> None:
    """The entry point: errors of ours become one plain line and a status."""
    try:
        try:
            app()
        finally:
            # A disk that is full is often found out only now, and can still be told plainly.
            if sys.stdout is not None and not sys.stdout.closed:
                sys.stdout.flush()
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
