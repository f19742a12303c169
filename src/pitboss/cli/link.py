"""`pitboss link`: create, run, show and watch links, pay claims, care for the pot, and report."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.database import DEFAULT, DatabaseOption, open_database, open_to_read
from pitboss.cli.options import Files, told_time
from pitboss.house.streams import link_stream

if TYPE_CHECKING:
    from pitboss.house.callers import Member
    from pitboss.house.house import House
    from pitboss.jackpot.terms import LinkSettings

app = typer.Typer(
    name="link",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Progressive jackpots that tables share: create, run, show, watch, pay, report.",
)

Name = Annotated[str, typer.Argument(metavar="LINK", help="The link's id, such as mega.")]
As = Annotated[str, typer.Option("--as", metavar="ID", help="Who does it; signs in.")]
Second = Annotated[str, typer.Option("--second", metavar="ID", help="Who stands beside; signs in.")]
LinkFile = Annotated[
    Path, typer.Option("--file", metavar="TOML", help="Its settings, under [links.LINK].")
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
ClaimNumber = Annotated[int, typer.Option("--claim", metavar="NUMBER", help="Which claim.")]
LevelName = Annotated[str, typer.Option("--level", help="Which level.")]


@contextmanager
def links_on(db: str, link: str = "", *, only_reads: bool = False) -> Iterator[House]:
    """The links of a database, for one of which software must perhaps be what was approved.

    Whoever does anything to a link looks at itself first (P19).
    """
    from pitboss.floor.demonstration import SOFTWARE
    from pitboss.house.house import House
    from pitboss.house.software import check_at_start

    check_at_start(os.environ)
    with open_to_read(db) if only_reads else open_database(db) as store:
        house = House(store)
        if link in house.links.names() and house.links.is_practice(link):
            house.links.software = lambda: SOFTWARE
        yield house


def member_of(house: House, person: str, second: str = "") -> Member:
    """Who does something, and who stands beside, each signed in."""
    from pitboss.cli.asking import signed_in

    return signed_in(house.staff, person, second)


def settings_in(file: Path, link: str, files: list[Path] | None) -> LinkSettings:
    """The settings of a link as its file has them."""
    from pitboss.cli.options import section_in
    from pitboss.games.library import Library, open_rulebook
    from pitboss.house.settings import link_settings_of

    said = section_in(file, "links", link).own
    return link_settings_of(link, said, Library([open_rulebook(one) for one in files or ()]))


# --- a link and its life --------------------------------------------------------------------------


@app.command(epilog="Example: pitboss link create mega --file floor.toml --as ann --second boss")
def create(
    link: Name,
    *,
    file: LinkFile,
    person: As,
    second: Second,
    files: Files = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Approve a link as its file has it, and open it; it takes no wagers until it is started."""
    from pitboss.cli.show_link import print_link
    from pitboss.jackpot.operation import ApproveProposal, OpenLink

    settings = settings_in(file, link, files)
    with links_on(db) as house:
        member = member_of(house, person, second)
        software = house.links.software()
        house.give(link_stream(link), ApproveProposal(settings=settings, software=software), member)
        house.give(link_stream(link), OpenLink(settings=settings, software=software), member)
        print_link(house.links, link, as_json=False)


@app.command()
def start(link: Name, person: As, second: Second, db: DatabaseOption = DEFAULT) -> None:
    """Take wagers from now on, if this software and the settings are what was approved."""
    from pitboss.cli.show_link import print_link
    from pitboss.jackpot.operation import StartLink

    with links_on(db, link) as house:
        member = member_of(house, person, second)
        house.give(link_stream(link), StartLink(software=house.links.software()), member)
        print_link(house.links, link, as_json=False)


@app.command()
def stop(
    link: Name,
    person: As,
    reason: Annotated[str, typer.Option(help="What players are told.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Take no more wagers; every display says why."""
    from pitboss.jackpot.operation import StopLink

    with links_on(db) as house:
        house.give(link_stream(link), StopLink(reason=reason), member_of(house, person))
        print(f"Link {link} is stopped: {reason}")


@app.command(epilog="Stop with Ctrl-C; another process takes over.")
def run(link: Name, db: DatabaseOption = DEFAULT) -> None:
    """Count what tables contribute, whenever no other process does."""
    from threading import Event

    from pitboss.house.link_service import Owner

    with links_on(db, link) as house:
        house.links.current(link)
        print(f"Counting for link {link}, with {house.links.software()}", flush=True)
        Owner(house.links, link).run(Event())


@app.command()
def show(link: Name, *, as_json: AsJson = False, db: DatabaseOption = DEFAULT) -> None:
    """How a link stands: levels, meters, claims, hits, and the software it runs with."""
    from pitboss.cli.show_link import print_link

    with links_on(db, link, only_reads=True) as house:
        print_link(house.links, link, as_json=as_json)


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

    with links_on(db, only_reads=True) as house:
        house.links.current(link)
        watch_link(house.links, link, seconds=seconds, as_json=as_json)


# --- claims ---------------------------------------------------------------------------------------


@app.command(
    "verify-claim",
    epilog="Example: pitboss link verify-claim mega --claim 3 --cards '4=Th Jh Qh Kh Ah' "
    "--deck 52.txt --as sue. With --reject, somebody of security or surveillance stands "
    "beside.",
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
    from pitboss.jackpot.claims import RejectClaim, VerifyClaim

    with links_on(db) as house:
        member = member_of(house, person, second)
        if reject:
            house.give(link_stream(link), RejectClaim(claim=claim, reason=reject), member)
            print(f"Claim {claim} is rejected; all it took is on the meter again.")
            return
        shown = {seat: tuple(parse_cards(text)) for seat, text in _seats(cards or [])}
        counted = tuple(parse_cards(_text(deck)))
        house.give(link_stream(link), VerifyClaim(claim=claim, cards=shown, deck=counted), member)
        print(f"Claim {claim} is verified.")


@app.command(epilog="Example: pitboss link pay mega --claim 3 --as sue --second cash")
def pay(
    link: Name, claim: ClaimNumber, person: As, second: Second, db: DatabaseOption = DEFAULT
) -> None:
    """Pay the winners of a verified claim, each with a slip."""
    from pitboss.cli.show_link import slip_lines
    from pitboss.jackpot.claims import PayClaim

    with links_on(db) as house:
        member = member_of(house, person, second)
        told = house.give(link_stream(link), PayClaim(claim=claim), member)
        for line in slip_lines(told, member.two_factors):
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
    from pitboss.jackpot.claims import ReleasePrize

    with links_on(db) as house:
        house.give(
            link_stream(link),
            ReleasePrize(claim=claim, document=document),
            member_of(house, person),
        )
        print(f"Claim {claim} may be paid.")


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


# --- care of the pot ------------------------------------------------------------------------------


@app.command(
    epilog="Example: pitboss link adjust mega --level jackpot --before 10007.00 "
    "--after 10000.00 --reason 'malfunction corrected' --why 'display read twice' "
    "--document IR-17 --as max --second sid"
)
def adjust(
    link: Name,
    *,
    level: LevelName,
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
    from pitboss.jackpot.care import AdjustmentReason, AdjustMeter
    from pitboss.money import Money

    known = [str(one) for one in AdjustmentReason]
    if reason not in known:
        raise BadSetting(f"--reason {reason!r}: choose one of {', '.join(known)}")
    adjust = AdjustMeter(
        level=level,
        reason=AdjustmentReason(reason),
        explanation=why,
        document=document,
        before=Money.parse(before),
        after=Money.parse(after),
    )
    with links_on(db) as house:
        told = house.give(link_stream(link), adjust, member_of(house, person, second))
        print(f"{level} shows {told.state.meters[level].display.dollars}.")


@app.command(
    epilog="Example: pitboss link fill mega --level jackpot --amount 500.00 "
    "--why 'anniversary' --as ann --second cash"
)
def fill(
    link: Name,
    *,
    level: LevelName,
    amount: Annotated[str, typer.Option(metavar="AMOUNT", help="Money of the house.")],
    why: Annotated[str, typer.Option(help="What it is for.")],
    person: As,
    second: Second,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Put money of the house on a level."""
    from pitboss.jackpot.care import FillMeter
    from pitboss.money import Money

    fill = FillMeter(level=level, amount=Money.parse(amount), explanation=why)
    with links_on(db) as house:
        told = house.give(link_stream(link), fill, member_of(house, person, second))
        print(f"{level} shows {told.state.meters[level].display.dollars}.")


@app.command(epilog="Example: pitboss link change mega --file new.toml --as ann --second boss")
def change(
    link: Name,
    *,
    file: LinkFile,
    person: As,
    second: Second,
    files: Files = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Approve new settings and run by them: at once if stopped, or once what changes was won."""
    from dataclasses import replace

    from pitboss.jackpot.changes import ChangeTerms
    from pitboss.jackpot.operation import ApproveProposal

    settings = settings_in(file, link, files)
    with links_on(db, link) as house:
        settings = replace(settings, is_practice=house.links.is_practice(link))
        member = member_of(house, person, second)
        software = house.links.software()
        house.give(link_stream(link), ApproveProposal(settings=settings, software=software), member)
        told = house.give(
            link_stream(link), ChangeTerms(settings=settings, software=software), member
        )
        if told.state.waiting is None:
            print(f"Link {link} has these settings now.")
        else:
            levels = ", ".join(told.state.waiting.levels)
            print(f"Link {link} has these settings once {levels} was won.")


@app.command(
    epilog="Example: pitboss link transfer mega --level jackpot --holding accrued --to next "
    "--to-level jackpot --as ann --second boss"
)
def transfer(
    link: Name,
    *,
    level: LevelName,
    holding: Annotated[str, typer.Option(help="accrued, reserve or overflow.")],
    to: Annotated[str, typer.Option(metavar="LINK", help="Which link receives it.")],
    to_level: Annotated[str, typer.Option(help="Which level of it.")],
    amount: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="So much; without it, all there is.")
    ] = None,
    person: As,
    second: Second,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Move money to another link: overflow at any time, the rest as a link ends."""
    from pitboss.errors import BadSetting
    from pitboss.jackpot.care import SendTransfer
    from pitboss.jackpot.meters import Bucket, dollars_text
    from pitboss.money import Money

    known = [str(one) for one in (Bucket.ACCRUED, Bucket.RESERVE, Bucket.OVERFLOW)]
    if holding not in known:
        raise BadSetting(f"--holding {holding!r}: choose one of {', '.join(known)}")
    with links_on(db) as house:
        send = SendTransfer(
            level=level,
            holding=Bucket(holding),
            to_link=to,
            to_level=to_level,
            amount=None if amount is None else Money.parse(amount),
        )
        member = member_of(house, person, second)
        (sent,) = house.give(link_stream(link), send, member).events
        print(
            f"{dollars_text(sent.parts, sent.per_cent)} {sent.currency} of {holding} went to "
            f"{to_level} of link {to}."
        )


@app.command(
    "count-funds",
    epilog="Example: pitboss link count-funds mega --funds 12000.00 --document 'statement 9' "
    "--as ann --second cash",
)
def count_funds(
    link: Name,
    *,
    funds: Annotated[str, typer.Option(metavar="AMOUNT", help="What is set aside for it.")],
    document: Annotated[str, typer.Option(help="What shows it, such as a statement.")],
    person: As,
    second: Second,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Record what lies on the account for a link; if it does not cover what is owed, it stops."""
    from pitboss.jackpot.link import LinkStatus
    from pitboss.jackpot.operation import CountFunds
    from pitboss.money import Money

    count = CountFunds(funds=Money.parse(funds), document=document)
    with links_on(db) as house:
        told = house.give(link_stream(link), count, member_of(house, person, second))
        counted = told.state.funds
        assert counted is not None, "it was counted just now"
        print(f"{counted.funds.dollars} is set aside, and {counted.owed.dollars} is owed.")
        if counted.funds < counted.owed and told.state.status is LinkStatus.STOPPED:
            print(f"Link {link} takes no wagers: {told.state.fault}")
            raise typer.Exit(1)


@app.command(epilog="Example: pitboss link leave mega --table T1 --as sue")
def leave(
    link: Name,
    *,
    table: Annotated[str, typer.Option(metavar="TABLE", help="Which table.")],
    person: As,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Have a closed table share a link no more, once all it contributed is counted."""
    from pitboss.jackpot.contributions import LeaveTable

    with links_on(db) as house:
        member = member_of(house, person)
        written = house.links.inbox(link, table).version
        house.give(link_stream(link), LeaveTable(table=table, inbox=written), member)
        print(f"Table {table} shares link {link} no more.")


@app.command(epilog="Example: pitboss link retire mega --as ann --second boss")
def retire(link: Name, person: As, second: Second, db: DatabaseOption = DEFAULT) -> None:
    """End a link that is stopped, has no tables and holds nothing."""
    from pitboss.jackpot.operation import RetireLink

    with links_on(db) as house:
        house.give(link_stream(link), RetireLink(), member_of(house, person, second))
        print(f"Link {link} is retired.")


# --- reports --------------------------------------------------------------------------------------


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
    least: Annotated[
        str, typer.Option(metavar="AMOUNT", help="List adjustments of so much and more.")
    ] = "0.00",
    as_json: AsJson = False,
    csv: Annotated[
        str | None, typer.Option(metavar="PART", help="One part as CSV, such as slips.")
    ] = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Reconciliation, contributions, claims, slips, adjustments, and the independent recount."""
    from pitboss.cli.show_link import print_report
    from pitboss.house.link_reports import FIRST, LAST, link_report
    from pitboss.money import Money

    with links_on(db, only_reads=True) as house:
        found = link_report(
            house.links,
            link,
            since=told_time(since, FIRST, "--from"),
            until=told_time(until, LAST, "--to"),
            least=Money.parse(least),
        )
    print_report(found, as_json=as_json, csv=csv)
    raise typer.Exit(1 if found["recount"] else 0)
