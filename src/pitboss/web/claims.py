"""Claims from the jackpot as staff see them: what was won, what is recorded, and what is to do.

A claim is verified by the winning cards as somebody saw them and by a deck that was counted card
by card (P34); then it is paid, or it is rejected. Who may do which is the link's to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pitboss.cards import DECK
from pitboss.codec import name_of
from pitboss.hands.classes import name_in_words
from pitboss.house.link_streams import stream_of
from pitboss.jackpot.claims import FROZEN
from pitboss.jackpot.events import PrizePaid
from pitboss.jackpot.link import Link, OpenClaim
from pitboss.jackpot.view import level_title
from pitboss.records.asked import two_factors_in
from pitboss.records.stored import event_of
from pitboss.store.contract import Entry
from pitboss.web.desk import Desk
from pitboss.web.page import Page
from pitboss.web.viewers import Pages

_PAID = name_of(PrizePaid)


def claims_of(desk: Desk) -> list[dict[str, Any]]:
    """Every claim that is not paid, of every link, in the order they were entered."""
    links = desk.behind.links
    if links is None:
        return []
    return [
        _claim(desk, name, link, claim)
        for name in links.names()
        for link in (links.link(name),)
        for claim in link.claims.values()
    ]


def watched_claims(desk: Desk) -> str:
    """The claims in the lobby's messages, as `staff.js` reads them: it looks for others than these.

    Both are made from the same messages, for a page that would never agree would load for ever.
    """
    return " ".join(
        f"{link}/{claim.claim}/{'verified' if claim.is_verified else ''}"
        for link in desk.links()
        for claim in desk.meters(link).claims
    )


def slips_of(desk: Desk) -> list[dict[str, Any]]:
    """The last slip of each link."""
    links = desk.behind.links
    if links is None:
        return []
    found = []
    for name in links.names():
        # Nobody looks through the whole record of a link that never paid.
        if not links.link(name).slips:
            continue
        entry = desk.tables.store.last(stream_of(name), _PAID)
        event = None if entry is None else event_of(entry)
        if entry is not None and isinstance(event, PrizePaid):
            found.append(
                {
                    "title": desk.link_title(name),
                    "slip": event.slip,
                    "table": event.table,
                    "seat": event.seat,
                    "player": event.player,
                    "hand": name_in_words(event.hand),
                    "amount": str(event.amount),
                    "words": event.words,
                    "by": event.by,
                    "second": event.second,
                    "at": event.at,
                    "two_factors": _signed_by_two(desk, entry),
                    "is_void": event.slip in links.link(name).void_slips,
                }
            )
    return found


def _signed_by_two(desk: Desk, entry: Entry) -> tuple[str, ...]:
    """Who of those who paid signed by two factors (S7)."""
    receipt = desk.tables.store.receipt(entry.command)
    return () if receipt is None else two_factors_in(receipt.asked)


def _claim(desk: Desk, name: str, link: Link, claim: OpenClaim) -> dict[str, Any]:
    entered = claim.entered
    assert link.terms is not None, "claims are made on a link with terms"
    waits = "paid" if claim.is_verified else "verified"
    return {
        "link": name,
        "title": desk.link_title(name),
        "claim": entered.claim,
        "table": entered.table,
        "round": entered.round,
        "at": entered.at,
        "waits": "released" if claim.is_locked else waits,
        "verifies": link.terms.verification_role,
        "clause": FROZEN,
        "winners": [
            {
                "seat": winner.seat,
                "player": winner.player,
                "hand": name_in_words(winner.hand),
                "level": level_title(winner.level),
                "amount": str(winner.amount),
            }
            for winner in entered.winners
        ],
    }


def _recorded(desk: Desk, claim: Mapping[str, Any]) -> dict[int, list[str]]:
    """The cards each winner had by the record of the round, to hold what is seen against."""
    found = desk.recalled(claim["table"], claim["round"])
    if found is None:
        return {}
    community = [str(card) for card in found.play.community]
    seats = [winner["seat"] for winner in claim["winners"]]
    return {
        seat: [*(str(card) for card in found.play.seats[seat].cards), *community]
        for seat in seats
        if seat in found.play.seats
    }


class Claim(Page):
    """One claim, with the forms for whatever comes next."""

    async def get(self, request: Request) -> Response:
        """The page for whoever asks."""
        return await claim_page(self.pages, request)


async def claim_page(
    pages: Pages, request: Request, problem: str = "", fields: Mapping[str, str] | None = None
) -> Response:
    """A claim; also shown again with what was wrong with a form, and what was filled in."""
    looking = await pages.looking(request)
    link, number = request.path_params["name"], request.path_params["number"]
    if looking.staff is None:
        return RedirectResponse(f"/sign-in?next=/staff/claim/{link}/{number}", 303)
    claims = await pages.work.run(claims_of, pages.desk)
    claim = next((one for one in claims if (one["link"], one["claim"]) == (link, number)), None)
    if claim is None:
        raise HTTPException(404, f"There is no open claim {number} of link {link}.")
    return await pages.show(
        request,
        "claim.html",
        code=400 if problem else 200,
        here="staff",
        claim=claim,
        recorded=await pages.work.run(_recorded, pages.desk, claim),
        suits=[[str(card) for card in DECK if str(card)[1] == suit] for suit in "shdc"],
        problem=problem,
        filled={} if fields is None else fields,
        id=str(uuid4()),
    )
