"""Claims from the jackpot as staff see them: what was won, what is recorded, and what is to do.

A claim is verified by the winning cards as a member of staff saw them and by a deck that was
counted card by card (P34); then it is paid, or it is rejected. Who may do which is the link's to
say.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal
from uuid import uuid4

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pitboss.cards import DECK, parse_cards
from pitboss.codec import name_of
from pitboss.errors import CommandReused, HouseKeyMissing, PitbossError, StoreError
from pitboss.hands.classes import name_in_words
from pitboss.house.callers import Member
from pitboss.house.sign_in import SignedIn
from pitboss.house.streams import link_stream
from pitboss.jackpot.aggregate import LinkCommand
from pitboss.jackpot.claims import (
    FROZEN,
    PayClaim,
    PrizePaid,
    RejectClaim,
    ReleasePrize,
    VerifyClaim,
)
from pitboss.jackpot.link import Link, OpenClaim
from pitboss.jackpot.view import level_title
from pitboss.money import Money
from pitboss.records.commands import two_factors_in
from pitboss.records.entries import event_of
from pitboss.web.pages import Fields, Pages, Visitor, no_house_key, number_in, see, to_sign_in
from pitboss.web.safety import place_of
from pitboss.web.views import Views

_PAID = name_of(PrizePaid)
_DECIDED = "This form was sent before, filled in otherwise. Load the page again."
_TOO_MANY = "Too many attempts. Wait a minute, and try again."
_CLAIM = "/staff/claim/{name}/{number}"


def routes(pages: Pages) -> list[Route]:
    """A claim, and the forms for whatever comes next."""
    return [pages.page(_CLAIM, _claim_page), pages.form(f"{_CLAIM}/{{what}}", _decide)]


# --- what is shown --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimWinner:
    """One winner of a claim."""

    seat: int
    player: str
    hand: str
    """In words."""
    level: str
    """Its title."""
    amount: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffClaim:
    """A claim that is not paid, as staff see it."""

    link: str
    title: str
    claim: int
    table: str
    round: int
    waits: Literal["verified", "released", "paid"]
    """What comes next."""
    verifies: str
    clause: str
    winners: tuple[ClaimWinner, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipView:
    """The last slip of a link."""

    title: str
    slip: int
    table: str
    seat: int
    amount: Money
    words: str
    """The amount in words."""
    by: str
    second: str
    at: str
    two_factors: tuple[str, ...]
    """Who of those who paid signed by two factors (S7)."""
    is_void: bool


def claims_of(views: Views) -> list[StaffClaim]:
    """Every claim that is not paid, of every link, in the order they were entered."""
    links = views.backend.links
    if links is None:
        return []
    return [
        _claim_view(views, name, link, claim)
        for name in links.names()
        for link in (links.link(name),)
        for claim in link.claims.values()
    ]


def _claim_view(views: Views, name: str, link: Link, claim: OpenClaim) -> StaffClaim:
    assert link.terms is not None, "claims are made on a link with terms"
    return StaffClaim(
        link=name,
        title=views.link_title(name),
        claim=claim.claim,
        table=claim.table,
        round=claim.round,
        waits="released" if claim.is_locked else "paid" if claim.is_verified else "verified",
        verifies=link.terms.verification_role,
        clause=FROZEN,
        winners=tuple(
            ClaimWinner(
                seat=winner.seat,
                player=winner.player,
                hand=name_in_words(winner.hand),
                level=level_title(winner.level),
                amount=winner.amount,
            )
            for winner in claim.winners
        ),
    )


def slips_of(views: Views) -> list[SlipView]:
    """The last slip of each link."""
    links = views.backend.links
    # A link that never paid is not read from its beginning.
    paid = [] if links is None else [name for name in links.names() if links.link(name).slips]
    found = (_slip(views, name) for name in paid)
    return [slip for slip in found if slip is not None]


def _slip(views: Views, name: str) -> SlipView | None:
    links, store = views.backend.links, views.house.store
    assert links is not None, "a slip is of a link"
    entry = store.last(link_stream(name), _PAID)
    event = None if entry is None else event_of(entry)
    if entry is None or not isinstance(event, PrizePaid):
        return None
    receipt = store.receipt(entry.command)
    return SlipView(
        title=views.link_title(name),
        slip=event.slip,
        table=event.table,
        seat=event.seat,
        amount=event.amount,
        words=event.words,
        by=entry.actor,
        second=entry.second,
        at=entry.time,
        two_factors=() if receipt is None else two_factors_in(receipt.asked),
        is_void=event.slip in links.link(name).void_slips,
    )


def _recorded(views: Views, claim: StaffClaim) -> dict[int, list[str]]:
    """The cards each winner had by the record of the round, to compare with those that are seen."""
    found = views.recalled(claim.table, claim.round)
    if found is None:
        return {}
    community = [str(card) for card in found.play.community]
    return {
        winner.seat: [*(str(card) for card in found.play.seats[winner.seat].cards), *community]
        for winner in claim.winners
        if winner.seat in found.play.seats
    }


async def _claim_page(
    pages: Pages, request: Request, problem: str = "", fields: Fields | None = None
) -> Response:
    """A claim; also shown again with what was wrong with a form, and what was filled in."""
    visitor = await pages.visitor(request)
    link, number = request.path_params["name"], _number(request)
    if visitor.staff is None:
        return to_sign_in(f"/staff/claim/{link}/{number}")
    claims = await pages.work.run(claims_of, pages.views)
    claim = next((one for one in claims if (one.link, one.claim) == (link, number)), None)
    if claim is None:
        raise HTTPException(404, f"There is no open claim {number} of link {link}.")
    return await pages.show(
        request,
        "claim.html",
        code=400 if problem else 200,
        here="staff",
        claim=claim,
        recorded=await pages.work.run(_recorded, pages.views, claim),
        suits=[[str(card) for card in DECK if str(card)[1] == suit] for suit in "shdc"],
        problem=problem,
        filled=fields or {},
        id=str(uuid4()),
    )


# --- what is decided ------------------------------------------------------------------------------


async def _decide(pages: Pages, request: Request, fields: Fields) -> Response:
    """Verify, reject, release or pay; or show the claim again and say why not.

    Authority is the register's; the second person signs in at the same form.
    """
    visitor = await pages.visitor(request)
    if visitor.staff is None:
        return to_sign_in("/staff")
    read, links = _FORMS.get(request.path_params["what"]), pages.backend.links
    if read is None or links is None:
        raise HTTPException(404, "There is nothing of the kind to decide.")
    if not pages.claims.allows(visitor.staff, time.monotonic()):
        return await _claim_page(pages, request, _TOO_MANY, fields)
    try:
        command = read(_number(request), fields)
        command_id = f"web/claim/{visitor.staff}/{fields.get('id') or uuid4()}"
        member = await _member(pages, request, visitor, fields, command_id)
        await pages.work.run(
            pages.backend.house.give,
            link_stream(request.path_params["name"]),
            command,
            member,
            command_id,
        )
    except CommandReused:
        return await _claim_page(pages, request, _DECIDED, fields)
    except StoreError:
        raise
    except HouseKeyMissing as missing:
        return await _claim_page(pages, request, no_house_key(missing), fields)
    except PitbossError as refusal:
        return await _claim_page(pages, request, str(refusal), fields)
    return see("/staff")


def _number(request: Request) -> int:
    """The number of the claim that is asked for."""
    number = number_in(request.path_params["number"])
    if number is None:
        raise HTTPException(404, "No claim has such a number.")
    return number


async def _member(
    pages: Pages, request: Request, visitor: Visitor, fields: Fields, command_id: str
) -> Member:
    """Who signs: the member of staff who looks, and the second person."""
    assert visitor.staff is not None, "only staff decide about claims"
    receipt = await pages.work.run(pages.views.house.store.receipt, command_id)
    if receipt is not None:
        # A form sent twice is answered as it was. Its code counts once and is not asked for
        # again: nothing more is written.
        factors = " ".join(two_factors_in(receipt.asked))
        return Member(visitor.staff, fields.get("second", "").strip(), factors)
    second = await _second(pages, fields, place_of(request))
    if second is None:
        return Member(visitor.staff, two_factors=visitor.two_factors)
    shown = second.id if second.by_two_factors else ""
    factors = " ".join(filter(None, (visitor.two_factors, shown)))
    return Member(visitor.staff, second.id, factors)


async def _second(pages: Pages, fields: Fields, place: str) -> SignedIn | None:
    """The second person shows who they are, at this very screen (S1, S5)."""
    second = fields.get("second", "").strip()
    if not second:
        return None
    sign_in = pages.backend.sign_in.staff.sign_in
    password, code = fields.get("password", ""), fields.get("code", "")
    return await pages.work.sign_in(sign_in, second, password, code, place=place)


def _verified(claim: int, fields: Fields) -> VerifyClaim:
    cards = {
        seat: tuple(parse_cards(text))
        for name, text in fields.items()
        for kind, _, place in (name.partition("."),)
        if kind == "cards" and (seat := number_in(place)) is not None
    }
    deck = tuple(card for card in DECK if f"deck.{card}" in fields)
    return VerifyClaim(claim=claim, cards=cards, deck=deck)


_FORMS: Mapping[str, Callable[[int, Fields], LinkCommand]] = {
    "verify": _verified,
    "reject": lambda claim, fields: RejectClaim(claim=claim, reason=fields.get("reason", "")),
    "release": lambda claim, fields: ReleasePrize(claim=claim, document=fields.get("document", "")),
    "pay": lambda claim, _: PayClaim(claim=claim),
}
