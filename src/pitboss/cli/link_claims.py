"""`pitboss link verify-claim | release | pay`: from a claim to its slip."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.database import DEFAULT, DatabaseOption
from pitboss.cli.link_options import As, ClaimNumber, Name, Second, links_on, member_of
from pitboss.house.stream_names import link_stream


def add_to(app: typer.Typer) -> None:
    """Put these commands beside the others."""
    app.command(
        "verify-claim",
        epilog="Example: pitboss link verify-claim mega --claim 3 --cards '4=Th Jh Qh Kh Ah' "
        "--deck 52.txt --as sue. With --reject, somebody of security or surveillance stands "
        "beside.",
    )(verify_claim)
    app.command(epilog="Example: pitboss link pay mega --claim 3 --as sue --second cash")(pay)
    app.command()(release)


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

    with links_on(db) as house:
        member = member_of(house, person, second)
        if reject:
            house.give(link_stream(link), do.RejectClaim(claim=claim, reason=reject), member)
            print(f"Claim {claim} is rejected; all it took is on the meter again.")
            return
        shown = {seat: tuple(parse_cards(text)) for seat, text in _seats(cards or [])}
        counted = tuple(parse_cards(_text(deck)))
        house.give(
            link_stream(link), do.VerifyClaim(claim=claim, cards=shown, deck=counted), member
        )
        print(f"Claim {claim} is verified.")


def pay(
    link: Name, claim: ClaimNumber, person: As, second: Second, db: DatabaseOption = DEFAULT
) -> None:
    """Pay the winners of a verified claim, each with a slip."""
    from pitboss.cli.show_link import slip_lines
    from pitboss.jackpot.commands import PayClaim

    with links_on(db) as house:
        member = member_of(house, person, second)
        told = house.give(link_stream(link), PayClaim(claim=claim), member)
        for line in slip_lines(told, member.two_factors):
            print(line)


def release(
    link: Name,
    claim: ClaimNumber,
    person: As,
    document: Annotated[str, typer.Option(help="What was signed, such as a tax form.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Let a prize be paid that was so large that it had to wait."""
    from pitboss.jackpot.commands import ReleasePrize

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
