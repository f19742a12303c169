"""What staff decide about a claim: verified, rejected, released or paid."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pitboss.cards import DECK, parse_cards
from pitboss.errors import CommandReused, HouseKeyMissing, PitbossError, StoreError
from pitboss.house.callers import Member
from pitboss.house.staff_secrets import SignedIn
from pitboss.jackpot import commands as do
from pitboss.records.asked import two_factors_in
from pitboss.web.claims import claim_page
from pitboss.web.forms import checked
from pitboss.web.safety import Pace
from pitboss.web.trouble import no_house_key
from pitboss.web.viewers import Looking, Pages

_SEE_OTHER = 303
_DECIDED = "This form was sent before, filled in otherwise. Load the page again."
_TOO_MANY = "Too many attempts. Wait a minute, and try again."
Said = tuple[type[do.LinkCommand], dict[str, Any]]


class ClaimForms:
    """Takes what staff decide. Authority is the register's; whoever stands beside signs in too."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.behind = pages.desk.behind
        self._knocks = Pace(burst=20, per_second=1)

    def add_to(self, app: FastAPI) -> None:
        """Give the app its forms."""
        address = "/staff/claim/{name}/{number:int}/{what}"
        app.add_route(address, checked(self.pages, self.take), methods=["POST"])

    async def take(self, request: Request, fields: dict[str, str]) -> Response:
        """Have it done, or show the claim again and say why not."""
        looking = await self.pages.looking(request)
        if looking.staff is None:
            return RedirectResponse("/sign-in?next=/staff", _SEE_OTHER)
        read = _FORMS.get(request.path_params["what"])
        if read is None or self.behind.links is None:
            raise HTTPException(404, "There is nothing of the kind to decide.")
        if not self._knocks.allows(looking.staff, time.monotonic()):
            return await claim_page(self.pages, request, _TOO_MANY, fields)
        try:
            kind, said = read(fields)
            command_id = f"web/claim/{looking.staff}/{fields.get('id') or uuid4()}"
            member = await self._member(looking, fields, command_id)
            await self.pages.work.run(
                self.behind.links.give,
                request.path_params["name"],
                kind,
                member,
                command_id,
                claim=request.path_params["number"],
                **said,
            )
        except CommandReused:
            return await claim_page(self.pages, request, _DECIDED, fields)
        except StoreError:
            raise
        except HouseKeyMissing as missing:
            return await claim_page(self.pages, request, no_house_key(missing), fields)
        except PitbossError as refusal:
            return await claim_page(self.pages, request, str(refusal), fields)
        return RedirectResponse("/staff", _SEE_OTHER)

    async def _member(self, looking: Looking, fields: Mapping[str, str], command_id: str) -> Member:
        """Who signs: whoever looks, and whoever stands beside."""
        assert looking.staff is not None, "only staff decide about claims"
        given = await self.pages.work.run(self.pages.desk.tables.store.receipt, command_id)
        if given is not None:
            # A form sent twice is answered as it was, and its code, which counts once, not asked
            # for again: nothing more is written.
            factors = " ".join(two_factors_in(given.asked))
            return Member(looking.staff, fields.get("second", "").strip(), factors)
        second = await self._beside(fields)
        if second is None:
            return Member(looking.staff, two_factors=looking.two_factors)
        shown = second.id if second.by_two_factors else ""
        factors = " ".join(filter(None, (looking.two_factors, shown)))
        return Member(looking.staff, second.id, factors)

    async def _beside(self, fields: Mapping[str, str]) -> SignedIn | None:
        """Whoever stands beside shows who they are, at this very screen (S1, S5)."""
        second = fields.get("second", "").strip()
        if not second:
            return None
        sign_in = self.behind.door.staffing.sign_in
        shown = fields.get("password", ""), fields.get("code", "")
        return await self.pages.work.at_door(sign_in, second, *shown)


def _verified(fields: Mapping[str, str]) -> Said:
    cards = {
        int(seat): tuple(parse_cards(text))
        for name, text in fields.items()
        for kind, _, seat in (name.partition("."),)
        if kind == "cards" and seat.isascii() and seat.isdigit()
    }
    deck = tuple(card for card in DECK if f"deck.{card}" in fields)
    return do.VerifyClaim, {"cards": cards, "deck": deck}


def _rejected(fields: Mapping[str, str]) -> Said:
    return do.RejectClaim, {"reason": fields.get("reason", "")}


def _released(fields: Mapping[str, str]) -> Said:
    return do.ReleasePrize, {"document": fields.get("document", "")}


def _paid(fields: Mapping[str, str]) -> Said:
    del fields
    return do.PayClaim, {}


_FORMS: Mapping[str, Callable[[Mapping[str, str]], Said]] = {
    "verify": _verified,
    "reject": _rejected,
    "release": _released,
    "pay": _paid,
}
