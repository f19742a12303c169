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
from pitboss.cli import backup as backup_commands
from pitboss.cli import bankroll as bankroll_commands
from pitboss.cli import floor as floor_commands
from pitboss.cli import jackpot_process as jackpot_commands
from pitboss.cli import link as link_commands
from pitboss.cli import rounds as round_commands
from pitboss.cli import rulebook as rulebook_commands
from pitboss.cli import software as software_commands
from pitboss.cli import staff as staff_commands
from pitboss.cli import table as table_commands
from pitboss.cli.database import DEFAULT, DatabaseOption
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
app.add_typer(staff_commands.app)
app.add_typer(table_commands.app)
app.add_typer(floor_commands.app)
app.add_typer(round_commands.app)
app.add_typer(link_commands.app)
app.add_typer(software_commands.app)


@app.command(
    epilog="Exit status: 0 nothing found, 1 findings, 2 it cannot be read. "
    "Example: pitboss audit --write-head head.json, kept elsewhere; "
    "later pitboss audit --head head.json"
)
def audit(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="For programs: pitboss-audit/1.")] = False,
    head: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An exported head to hold it against.")
    ] = None,
    write_head: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Export the ends of all streams.")
    ] = None,
    files: Annotated[
        list[Path] | None,
        typer.Option("--rulebook-file", metavar="FILE", help="Your own rulebook file; may repeat."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; by what there is to check if absent.")
    ] = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Replay everything recorded and check it, listing every finding."""
    from pitboss.cli.audit import audit_database

    raise typer.Exit(
        audit_database(
            db, files or [], as_json=as_json, head=head, write_head=write_head, workers=workers
        )
    )


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
    'pitboss advise mbs-megalink-three-card-v6 --cards "Qh 6d 4s" --seen "2c 2d 2h" --json'
)
def advise(
    rulebook: RulebookName,
    cards: Annotated[str, typer.Option(help='Your own cards: "Ah Kd Qs".')],
    community: Annotated[str, typer.Option(help="Community cards turned so far.")] = "",
    seen: Annotated[str, typer.Option(help="Other cards you saw, such as neighbours'.")] = "",
    settings: Settings = None,
    *,
    as_json: AsJson = False,
) -> None:
    """The best choice with the cards you see, and the exact value of each."""
    from pitboss.cli.odds import Situation, show_advice

    situation = Situation(cards=cards, community=community, seen=seen)
    show_advice(rulebook, situation, settings=settings or [], as_json=as_json)


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
    "pitboss par holdem -o sheet.pdf (where a Chromium is found) · "
    "pitboss par mbs-let-it-ride-v3 -o - --set jackpot=150000.00 > sheet.html"
)
def par(
    rulebook: RulebookName,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Where to; - for stdout.")
    ],
    settings: Settings = None,
) -> None:
    """A printable game sheet: paytables, figures, strategy and charts in one HTML or PDF file."""
    from pitboss.cli.par.write import write_sheet

    write_sheet(rulebook, output, settings=settings or [])


@app.command(
    epilog="Examples: pitboss deck SEED --context T1/17 --commitment HEX · "
    "pitboss deck SEED --context T1/17 --draw-seed SEED --magic-rate 1/10 --json"
)
def deck(
    seed: Annotated[str, typer.Argument(help="The opened seed of the deal: 64 hex digits.")],
    *,
    context: Annotated[str, typer.Option(help="Table and round, such as T1/17.")],
    published: Annotated[
        str | None,
        typer.Option("--commitment", metavar="HEX", help="What was published; checked."),
    ] = None,
    contributions: Annotated[
        list[str] | None,
        typer.Option("--contribution", metavar="HEX", help="A player's seed; may be repeated."),
    ] = None,
    cut: Annotated[int | None, typer.Option(help="Cards cut from the top.")] = None,
    draw_seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="The opened seed of the draws.")
    ] = None,
    draw_published: Annotated[
        str | None,
        typer.Option("--draw-commitment", metavar="HEX", help="What was published of it."),
    ] = None,
    magic_rate: Annotated[
        str | None, typer.Option(metavar="RATE", help="How often a Magic Card is drawn: 1/10.")
    ] = None,
    lucky_rate: Annotated[
        str | None, typer.Option(metavar="RATE", help="How often a Lucky Player is drawn.")
    ] = None,
    areas: Annotated[
        str | None, typer.Option(help="Areas the Lucky Player is drawn from: 1-7.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Rebuild the deck and the draws of a round, and check what was published of them."""
    from pitboss.cli.deck import DeckRequest, show_deck

    request = DeckRequest(
        seed=seed,
        context=context,
        published=published,
        contributions=contributions or [],
        cut=cut,
        draw_seed=draw_seed,
        draw_published=draw_published,
        magic_rate=magic_rate,
        lucky_rate=lucky_rate,
        areas=areas,
    )
    raise typer.Exit(show_deck(request, as_json=as_json))


@app.command(
    epilog="Examples: pitboss random --bytes 100000000 -o raw.bin · "
    "pitboss random --deals 1000000 --rulebook mgc-let-it-ride > deals.jsonl"
)
def random(
    wanted_bytes: Annotated[
        int | None, typer.Option("--bytes", min=1, help="Raw generator output, so many bytes.")
    ] = None,
    wanted_deals: Annotated[
        int | None, typer.Option("--deals", min=1, help="So many deals, one a line as JSON.")
    ] = None,
    *,
    rulebook: Annotated[
        str | None, typer.Option(help="Deal by this rulebook; whole decks without.")
    ] = None,
    method: Annotated[str | None, typer.Option(help="Which of its dealing methods.")] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="Repeatable; fresh seeds without.")
    ] = None,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Where to; - for stdout.")
    ] = "-",
) -> None:
    """What a test house collects: raw generator output, or dealt cards."""
    from pitboss.cli.collect import collect_bytes, collect_deals

    if (wanted_bytes is None) == (wanted_deals is None):
        raise typer.BadParameter("Say what to collect: --bytes N, or --deals N.")
    if wanted_deals is not None:
        collect_deals(wanted_deals, seed=seed, rulebook=rulebook, method=method, output=output)
    elif rulebook is not None or method is not None:
        raise typer.BadParameter("Raw bytes know no rulebook; --deals does.")
    elif wanted_bytes is not None:
        collect_bytes(wanted_bytes, seed=seed, output=output)


app.command(
    epilog="Examples: pitboss backup friday.backup · "
    "pitboss backup friday.backup --db postgresql://pit@floor/casino"
)(backup_commands.backup)
app.command(
    epilog="Examples: pitboss restore friday.backup --db new.db · "
    "pitboss restore friday.backup --db postgresql://pit@floor/casino"
)(backup_commands.restore)


@app.command(
    epilog="Examples: pitboss simulate mgc-let-it-ride --rounds 100000000 --seats 7 · "
    "pitboss simulate holdem --wagers ante --strategy best,play_blind --seats 2 --json · "
    "pitboss simulate mbs-let-it-ride-v3 --set jackpot=150000.00 --workers 2 · "
    "pitboss simulate three-card --seed 7 --export 12 | pitboss settle - --pretty"
)
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


@app.command(
    epilog="Examples: pitboss day --tables 5 --hours 1 --db small.db · "
    "pitboss day --tables 50 --hours 8 --seed 7 --json"
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


@app.command(
    epilog="Examples: pitboss serve · pitboss serve --port 8080 --db floor.db · "
    "pitboss serve --config floor.toml --db postgresql://USER@HOST/DATABASE"
)
def serve(
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Where to listen; loopback by default.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A file, sqlite:///FILE or postgresql://USER@HOST/NAME."),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your floor (pitboss floor init); else a demonstration."),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="The address of a proxy in front; may be repeated."),
    ] = None,
) -> None:
    """Serve the floor to browsers: lobby, tables, signs."""
    from pitboss.cli.serve import serve_floor

    serve_floor(host=host, port=port, db=db, config=config, origins=origin or [])


app.command(
    epilog="Examples: pitboss bankroll mgc-let-it-ride --wagers base --bankroll 500 --goal 250 "
    "--hours 4 · pitboss bankroll three-card --wagers ante,pair_plus --hours 8 --risk 0.01 · "
    "pitboss bankroll mgc-let-it-ride --wagers progressive --set jackpot=400000.00 --json"
)(bankroll_commands.bankroll)
app.command(
    "jackpot-process",
    epilog="Examples: pitboss jackpot-process mgc-let-it-ride:tables=20 --contribution "
    "jackpot=0.20 · pitboss jackpot-process holdem:tables=10,unit=5.00 three-card:unit=5.00 "
    "--contribution jackpot=0.20 --reset jackpot=10000.00 --reserve 0.02 --chart link.svg",
)(jackpot_commands.jackpot_process)


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
