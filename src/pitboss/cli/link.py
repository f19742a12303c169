"""`pitboss link`: create, run, show and watch links, verify claims, put meters right, report."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.database import DEFAULT, DatabaseOption, open_database

if TYPE_CHECKING:
    from pitboss.pit.callers import Member
    from pitboss.pit.links import Links

app = typer.Typer(
    name="link",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Progressive jackpots that tables share: create, run, show, watch, pay, report.",
)

Name = Annotated[str, typer.Argument(metavar="LINK", help="The link's id, such as mega.")]
As = Annotated[str, typer.Option("--as", metavar="ID", help="Who does it; signs in.")]
Second = Annotated[str, typer.Option("--second", metavar="ID", help="Who stands beside; signs in.")]
Files = Annotated[
    list[Path] | None,
    typer.Option("--rulebook-file", metavar="FILE", help="Your own rulebook file; may repeat."),
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
ClaimNumber = Annotated[int, typer.Option("--claim", metavar="NUMBER", help="Which claim.")]


@contextmanager
def _links(db: str) -> Iterator[Links]:
    from pitboss.pit.links import Links

    with open_database(db) as store:
        yield Links(store)


def _member(links: Links, person: str, second: str = "") -> Member:
    from pitboss.cli.asking import ask_secret
    from pitboss.pit.callers import Member

    for one in (person, second):
        if one:
            links.staffing.sign_in(one, ask_secret(one))
    return Member(person, second)


@app.command(epilog="Example: pitboss link create mega --file floor.toml --as ann --second boss")
def create(
    link: Name,
    *,
    file: Annotated[
        Path, typer.Option("--file", metavar="TOML", help="Its settings, under [links.LINK].")
    ],
    person: As,
    second: Second,
    files: Files = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Approve a link as its file has it, and open it; it takes no wagers until it is started."""
    from pitboss.cli.show_link import print_link
    from pitboss.games.library import Library, open_rulebook
    from pitboss.jackpot import commands as do
    from pitboss.pit.link_settings import link_settings_of

    library = Library([open_rulebook(one) for one in files or ()])
    settings = link_settings_of(link, _from_file(file, link), library)
    with _links(db) as links:
        member = _member(links, person, second)
        software = links.software()
        links.give(link, do.ApproveProposal, member, settings=settings, software=software)
        links.give(link, do.OpenLink, member, settings=settings, software=software)
        print_link(links, link, as_json=False)


@app.command()
def start(link: Name, person: As, second: Second, db: DatabaseOption = DEFAULT) -> None:
    """Take wagers from now on, if this software and the settings are what was approved."""
    from pitboss.cli.show_link import print_link
    from pitboss.jackpot.commands import StartLink

    with _links(db) as links:
        member = _member(links, person, second)
        links.give(link, StartLink, member, software=links.software())
        print_link(links, link, as_json=False)


@app.command()
def stop(
    link: Name,
    person: As,
    reason: Annotated[str, typer.Option(help="What players are told.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Take no more wagers; every display says why."""
    from pitboss.jackpot.commands import StopLink

    with _links(db) as links:
        links.give(link, StopLink, _member(links, person), reason=reason)
        print(f"Link {link} is stopped: {reason}")


@app.command(epilog="Stop with Ctrl-C; another process takes over.")
def run(link: Name, db: DatabaseOption = DEFAULT) -> None:
    """Count what tables contribute, whenever no other process does."""
    from threading import Event

    from pitboss.pit.owning import Owner

    with _links(db) as links:
        links.current(link)
        print(f"Counting for link {link}, with {links.software()}", flush=True)
        Owner(links, link).run(Event())


@app.command()
def show(link: Name, *, as_json: AsJson = False, db: DatabaseOption = DEFAULT) -> None:
    """How a link stands: levels, meters, claims, hits, and the software it runs with."""
    from pitboss.cli.show_link import print_link

    with _links(db) as links:
        print_link(links, link, as_json=as_json)


@app.command(epilog="Stop with Ctrl-C.")
def watch(
    link: Name,
    *,
    seconds: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Stop after so long.")
    ] = None,
    as_json: AsJson = False,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Every new value as it comes: a line each."""
    from pitboss.cli.show_link import watch_link

    with _links(db) as links:
        links.current(link)
        watch_link(links, link, seconds=seconds, as_json=as_json)


@app.command(
    "verify-claim",
    epilog="Example: pitboss link verify-claim mega --claim 3 --cards '4=Th Jh Qh Kh Ah' "
    "--deck 52.txt --as sue. With --reject, somebody of security or surveillance stands beside.",
)
def verify_claim(
    link: Name,
    claim: ClaimNumber,
    person: As,
    *,
    second: Second = "",
    cards: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=CARDS", help="The five cards that win; for every winner."),
    ] = None,
    deck: Annotated[
        Path | None,
        typer.Option("--deck", metavar="FILE", help="The deck as counted; - for standard input."),
    ] = None,
    reject: Annotated[
        str, typer.Option(metavar="REASON", help="It does not stand, and all goes back.")
    ] = "",
    db: DatabaseOption = DEFAULT,
) -> None:
    """Record the winning cards and the count of the deck, or reject a claim."""
    from pitboss.cards import parse_cards
    from pitboss.jackpot import commands as do

    with _links(db) as links:
        member = _member(links, person, second)
        if reject:
            links.give(link, do.RejectClaim, member, claim=claim, reason=reject)
            print(f"Claim {claim} is rejected; all it took is on the meter again.")
            return
        shown = {seat: tuple(parse_cards(text)) for seat, text in _seats(cards or [])}
        counted = tuple(parse_cards(_text(deck)))
        links.give(link, do.VerifyClaim, member, claim=claim, cards=shown, deck=counted)
        print(f"Claim {claim} is verified.")


@app.command(epilog="Example: pitboss link pay mega --claim 3 --as sue --second cash")
def pay(
    link: Name, claim: ClaimNumber, person: As, second: Second, db: DatabaseOption = DEFAULT
) -> None:
    """Pay the winners of a verified claim, each with a slip."""
    from pitboss.cli.show_link import slip_lines
    from pitboss.jackpot.commands import PayClaim

    with _links(db) as links:
        told = links.give(link, PayClaim, _member(links, person, second), claim=claim)
        for line in slip_lines(told.events):
            print(line)


@app.command()
def release(
    link: Name,
    claim: ClaimNumber,
    person: As,
    document: Annotated[str, typer.Option(help="What was signed, such as a tax form.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Let a prize be paid that was so large that it had to wait."""
    from pitboss.jackpot.commands import ReleasePrize

    with _links(db) as links:
        links.give(link, ReleasePrize, _member(links, person), claim=claim, document=document)
        print(f"Claim {claim} may be paid.")


@app.command(
    epilog="Example: pitboss link adjust mega --level jackpot --before 10007.00 --after 10000.00 "
    "--reason 'malfunction corrected' --why 'display read twice' --document IR-17 "
    "--as max --second sid"
)
def adjust(
    link: Name,
    *,
    level: Annotated[str, typer.Option(help="Which level.")],
    before: Annotated[str, typer.Option(metavar="AMOUNT", help="What it shows now.")],
    after: Annotated[str, typer.Option(metavar="AMOUNT", help="What it should show.")],
    reason: Annotated[str, typer.Option(help="One of the listed reasons.")],
    why: Annotated[str, typer.Option(help="What happened.")],
    document: Annotated[str, typer.Option(help="Where it is written down.")],
    person: As,
    second: Second,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Put a meter right by hand: two persons of two departments, a reason, before and after."""
    from pitboss.errors import BadSetting
    from pitboss.jackpot.commands import AdjustMeter
    from pitboss.jackpot.events import AdjustmentReason
    from pitboss.money import Money

    known = [str(one) for one in AdjustmentReason]
    if reason not in known:
        raise BadSetting(f"--reason {reason!r}: choose one of {', '.join(known)}")
    said: dict[str, Any] = {
        "level": level,
        "reason": AdjustmentReason(reason),
        "explanation": why,
        "document": document,
        "before": Money.parse(before),
        "after": Money.parse(after),
    }
    with _links(db) as links:
        told = links.give(link, AdjustMeter, _member(links, person, second), **said)
        print(f"{level} shows {told.link.meters[level].display.dollars}.")


@app.command(
    epilog="Example: pitboss link report mega --from 2026-03-01 --to 2026-04-01 --csv slips"
)
def report(
    link: Name,
    *,
    since: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="From when on, in UTC.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--to", metavar="TIME", help="Until when, left out.")
    ] = None,
    as_json: AsJson = False,
    csv: Annotated[
        str | None, typer.Option(metavar="PART", help="One part as CSV, such as slips.")
    ] = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Reconciliation, contributions, claims, slips, adjustments, and the independent recount."""
    from pitboss.cli.show_link import print_report
    from pitboss.pit.link_reports import FIRST, LAST, link_report

    with _links(db) as links:
        found = link_report(
            links, link, since=_time(since, FIRST, "--from"), until=_time(until, LAST, "--to")
        )
    print_report(found, as_json=as_json, csv=csv)
    raise typer.Exit(1 if found["recount"] else 0)


def _time(said: str | None, default: str, option: str) -> str:
    from datetime import UTC, datetime

    from pitboss.errors import BadSetting
    from pitboss.pit.clock import stamp

    if said is None:
        return default
    try:
        when = datetime.fromisoformat(said)
    except ValueError as error:
        raise BadSetting(
            f"{option} {said!r} is no time; write 2026-03-01 or 2026-03-01T06:00:00+08:00"
        ) from error
    return stamp(when if when.tzinfo is not None else when.replace(tzinfo=UTC))


def _seats(given: list[str]) -> Iterator[tuple[int, str]]:
    from pitboss.errors import BadSetting

    for text in given:
        seat, equals, cards = text.partition("=")
        if not equals or not (seat.isascii() and seat.isdecimal()):
            raise BadSetting(f"--cards {text!r}: write '4=Th Jh Qh Kh Ah'")
        yield int(seat), cards


def _text(file: Path | None) -> str:
    from pitboss.errors import BadSetting

    if file is None:
        raise BadSetting("--deck is missing: count the deck and name the file with all its cards")
    if str(file) == "-":
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{file}: {error}") from error


def _from_file(file: Path, link: str) -> dict[str, Any]:
    from pitboss.errors import BadSetting

    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(f"{file}: {error}") from error
    links = data.get("links", {})
    found = links.get(link) if isinstance(links, dict) else None
    if not isinstance(found, dict):
        raise BadSetting(f"{file} says nothing of link {link}; write [links.{link}]")
    return dict(found)
