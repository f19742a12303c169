"""`pitboss link`: create, run, show and watch links, pay claims, care for the pot, and report."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    DEFAULT,
    As,
    AsJson,
    DatabaseOption,
    Files,
    Games,
    Second,
    Since,
    Until,
    command_group,
    library_with,
    open_house,
    section_in,
    time_of,
)
from pitboss.cli.sign_in import signed_in
from pitboss.errors import BadSetting
from pitboss.house.streams import link_stream
from pitboss.money import Money

if TYPE_CHECKING:
    from pitboss.house.engine import Done
    from pitboss.house.house import House
    from pitboss.jackpot.aggregate import LinkCommand
    from pitboss.jackpot.link import Link
    from pitboss.jackpot.terms import LinkSettings

app = command_group(
    "link", "Progressive jackpots that tables share: create, run, show, watch, pay, report."
)

Name = Annotated[str, typer.Argument(metavar="LINK", help="The link's id, such as mega.")]
LinkFile = Annotated[
    Path, typer.Option("--file", metavar="TOML", help="Its settings, under [links.LINK].")
]
ClaimNumber = Annotated[int, typer.Option("--claim", metavar="NUMBER", help="Which claim.")]
LevelName = Annotated[str, typer.Option("--level", help="Which level.")]


@contextmanager
def _house_of(db: str, link: str, *, only_reads: bool = False) -> Iterator[House]:
    """The house of a link; a practice link runs with the software of practice links."""
    from pitboss.floor.demonstration import SOFTWARE

    with open_house(db, only_reads=only_reads) as house:
        if link in house.links.names() and house.links.is_practice(link):
            house.links.software = lambda: SOFTWARE
        yield house


def _give(db: str, link: str, command: LinkCommand, person: str, second: str = "") -> Done[Link]:
    """Sign in, and give a link one command."""
    with open_house(db) as house:
        return house.give(link_stream(link), command, signed_in(house.staff, person, second))


def _settings_in(
    file: Path, link: str, files: list[Path] | None, games: list[Path] | None
) -> LinkSettings:
    from pitboss.house.settings import link_settings_of

    section = section_in(file, "links", link).own
    return link_settings_of(link, section, library_with(files, games))


# --- a link and its life --------------------------------------------------------------------------


@app.command(epilog="Example: pitboss link create mega --file floor.toml --as ann --second boss")
def create(
    link: Name,
    *,
    file: LinkFile,
    person: As,
    second: Second,
    files: Files = None,
    games: Games = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Approve a link by its file, and open it; it takes no wagers until it is started."""
    from pitboss.cli.link_reports import print_link
    from pitboss.jackpot.operation import ApproveProposal, OpenLink

    settings = _settings_in(file, link, files, games)
    with open_house(db) as house:
        member = signed_in(house.staff, person, second)
        software = house.links.software()
        house.give(link_stream(link), ApproveProposal(settings=settings, software=software), member)
        house.give(link_stream(link), OpenLink(settings=settings, software=software), member)
        print_link(house.links, link, as_json=False)


@app.command()
def start(link: Name, person: As, second: Second, db: DatabaseOption = DEFAULT) -> None:
    """Take wagers from now on, if this software and the settings are what was approved."""
    from pitboss.cli.link_reports import print_link
    from pitboss.jackpot.operation import StartLink

    with _house_of(db, link) as house:
        member = signed_in(house.staff, person, second)
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

    _give(db, link, StopLink(reason=reason), person)
    print(f"Link {link} is stopped: {reason}")


@app.command(epilog="Stop with Ctrl-C; another process takes over.")
def run(link: Name, db: DatabaseOption = DEFAULT) -> None:
    """Count what tables contribute, while no other process does."""
    from threading import Event

    from pitboss.house.link_service import Owner

    with _house_of(db, link) as house:
        house.links.current(link)
        print(f"Counting for link {link}, with {house.links.software()}", flush=True)
        Owner(house.links, link).run(Event())


@app.command()
def show(link: Name, *, as_json: AsJson = False, db: DatabaseOption = DEFAULT) -> None:
    """How a link stands: levels, meters, claims, hits, and the software it runs with."""
    from pitboss.cli.link_reports import print_link

    with _house_of(db, link, only_reads=True) as house:
        print_link(house.links, link, as_json=as_json)


@app.command(epilog="Stop with Ctrl-C.")
def watch(
    link: Name,
    *,
    seconds: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Stop after this long.")
    ] = None,
    as_json: AsJson = False,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Print every new value as it comes, a line each."""
    from pitboss.cli.link_reports import watch_link

    with open_house(db, only_reads=True) as house:
        house.links.current(link)
        watch_link(house.links, link, seconds=seconds, as_json=as_json)


# --- claims ---------------------------------------------------------------------------------------


@app.command(
    "verify-claim",
    epilog="Example: pitboss link verify-claim mega --claim 3 --cards '4=Th Jh Qh Kh Ah' "
    "--deck 52.txt --as sue. With --reject, a person of security or surveillance is the "
    "second.",
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
        str, typer.Option(metavar="REASON", help="Reject it: everything goes back to the meter.")
    ] = "",
    db: DatabaseOption = DEFAULT,
) -> None:
    """Record the winning cards and the count of the deck, or reject a claim."""
    from pitboss.cards import parse_cards
    from pitboss.jackpot.claims import RejectClaim, VerifyClaim

    if reject:
        _give(db, link, RejectClaim(claim=claim, reason=reject), person, second)
        print(f"Claim {claim} is rejected; all it took is on the meter again.")
        return
    with open_house(db) as house:
        # First, since on standard input a secret comes before the deck.
        member = signed_in(house.staff, person, second)
        shown = {seat: tuple(parse_cards(text)) for seat, text in _seats(cards or [])}
        counted = tuple(parse_cards(_text(deck)))
        house.give(link_stream(link), VerifyClaim(claim=claim, cards=shown, deck=counted), member)
    print(f"Claim {claim} is verified.")


@app.command(epilog="Example: pitboss link pay mega --claim 3 --as sue --second cash")
def pay(
    link: Name, claim: ClaimNumber, person: As, second: Second, db: DatabaseOption = DEFAULT
) -> None:
    """Pay the winners of a verified claim, each with a slip."""
    from pitboss.cli.link_reports import slip_lines
    from pitboss.jackpot.claims import PayClaim

    with open_house(db) as house:
        member = signed_in(house.staff, person, second)
        done = house.give(link_stream(link), PayClaim(claim=claim), member)
        for line in slip_lines(done, member.two_factors):
            print(line)


@app.command()
def release(
    link: Name,
    claim: ClaimNumber,
    person: As,
    document: Annotated[str, typer.Option(help="What was signed, such as a tax form.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Let a prize be paid that was large enough to have to wait."""
    from pitboss.jackpot.claims import ReleasePrize

    _give(db, link, ReleasePrize(claim=claim, document=document), person)
    print(f"Claim {claim} may be paid.")


def _seats(given: list[str]) -> Iterator[tuple[int, str]]:
    for text in given:
        seat, equals, cards = text.partition("=")
        if not equals or not (seat.isascii() and seat.isdecimal()):
            raise BadSetting(f"--cards {text!r}: write '4=Th Jh Qh Kh Ah'")
        yield int(seat), cards


def _text(file: Path | None) -> str:
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
    document: Annotated[str, typer.Option(help="The document that records it.")],
    person: As,
    second: Second,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Correct a meter by hand: two persons of two departments, a reason, before and after."""
    from pitboss.jackpot.care import AdjustmentReason, AdjustMeter

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
    done = _give(db, link, adjust, person, second)
    print(f"{level} shows {done.state.meters[level].display.dollars}.")


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

    fill = FillMeter(level=level, amount=Money.parse(amount), explanation=why)
    done = _give(db, link, fill, person, second)
    print(f"{level} shows {done.state.meters[level].display.dollars}.")


@app.command(epilog="Example: pitboss link change mega --file new.toml --as ann --second boss")
def change(
    link: Name,
    *,
    file: LinkFile,
    person: As,
    second: Second,
    files: Files = None,
    games: Games = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Approve new settings and use them: at once if stopped, or once the changed levels are won."""
    from dataclasses import replace

    from pitboss.jackpot.changes import ChangeTerms
    from pitboss.jackpot.operation import ApproveProposal

    settings = _settings_in(file, link, files, games)
    with _house_of(db, link) as house:
        settings = replace(settings, is_practice=house.links.is_practice(link))
        member = signed_in(house.staff, person, second)
        software = house.links.software()
        house.give(link_stream(link), ApproveProposal(settings=settings, software=software), member)
        change = ChangeTerms(settings=settings, software=software)
        waiting = house.give(link_stream(link), change, member).state.waiting
    if waiting is None:
        print(f"Link {link} has these settings now.")
    else:
        print(f"Link {link} has these settings once {', '.join(waiting.levels)} was won.")


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
        str | None, typer.Option(metavar="AMOUNT", help="How much; all there is if absent.")
    ] = None,
    person: As,
    second: Second,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Move money to another link: overflow at any time, the rest as a link ends."""
    from pitboss.jackpot.care import SendTransfer
    from pitboss.jackpot.meters import Bucket, dollars_text

    known = [str(one) for one in (Bucket.ACCRUED, Bucket.RESERVE, Bucket.OVERFLOW)]
    if holding not in known:
        raise BadSetting(f"--holding {holding!r}: choose one of {', '.join(known)}")
    send = SendTransfer(
        level=level,
        holding=Bucket(holding),
        to_link=to,
        to_level=to_level,
        amount=None if amount is None else Money.parse(amount),
    )
    (sent,) = _give(db, link, send, person, second).events
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
    """Record the funds set aside for a link; it stops if they do not cover what is owed."""
    from pitboss.jackpot.link import LinkStatus
    from pitboss.jackpot.operation import CountFunds

    count = CountFunds(funds=Money.parse(funds), document=document)
    state = _give(db, link, count, person, second).state
    counted = state.funds
    assert counted is not None, "it was counted just now"
    print(f"{counted.funds.dollars} is set aside, and {counted.owed.dollars} is owed.")
    if counted.funds < counted.owed and state.status is LinkStatus.STOPPED:
        print(f"Link {link} takes no wagers: {state.fault}")
        raise typer.Exit(1)


@app.command(epilog="Example: pitboss link leave mega --table T1 --as sue")
def leave(
    link: Name,
    *,
    table: Annotated[str, typer.Option(metavar="TABLE", help="Which table.")],
    person: As,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Take a closed table off a link, once all it contributed is counted."""
    from pitboss.jackpot.contributions import LeaveTable

    with open_house(db) as house:
        member = signed_in(house.staff, person)
        written = house.links.inbox(link, table).version
        house.give(link_stream(link), LeaveTable(table=table, inbox=written), member)
        print(f"Table {table} no longer shares link {link}.")


@app.command(epilog="Example: pitboss link retire mega --as ann --second boss")
def retire(link: Name, person: As, second: Second, db: DatabaseOption = DEFAULT) -> None:
    """End a link that is stopped, has no tables and holds nothing."""
    from pitboss.jackpot.operation import RetireLink

    _give(db, link, RetireLink(), person, second)
    print(f"Link {link} is retired.")


# --- reports --------------------------------------------------------------------------------------


@app.command(
    epilog="Example: pitboss link report mega --from 2026-03-01 --to 2026-04-01 --csv slips"
)
def report(
    link: Name,
    *,
    since: Since = None,
    until: Until = None,
    least: Annotated[
        str, typer.Option(metavar="AMOUNT", help="List adjustments of this much or more.")
    ] = "0.00",
    as_json: AsJson = False,
    csv: Annotated[
        str | None, typer.Option(metavar="PART", help="One part as CSV, such as slips.")
    ] = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Reconciliation, contributions, claims, slips, adjustments, and the independent recount."""
    from pitboss.cli.link_reports import print_report
    from pitboss.house.link_reports import FIRST, LAST, link_report

    with open_house(db, only_reads=True) as house:
        found = link_report(
            house.links,
            link,
            since=time_of(since, FIRST, "--from"),
            until=time_of(until, LAST, "--to"),
            least=Money.parse(least),
        )
    print_report(found, as_json=as_json, csv=csv)
    raise typer.Exit(1 if found["recount"] else 0)
