"""What is posted: coming in, leaving, and what players set about their own accounts."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pitboss.errors import (
    HouseKeyMissing,
    MoneyError,
    PlayerRefused,
    SignInRefused,
    StaffRefused,
)
from pitboss.house.staff_secrets import SignedIn
from pitboss.money import Money
from pitboss.web.hub import Hub
from pitboss.web.pages import account_page
from pitboss.web.safety import Pace
from pitboss.web.sessions import drop_session, keep_session, session_token
from pitboss.web.trouble import no_house_key
from pitboss.web.viewers import Pages, onward

_SEE_OTHER = 303
_MOST_TEXT = 256


Taken = Callable[[Request, dict[str, str]], Awaitable[Response]]


def checked(pages: Pages, taken: Taken) -> Callable[[Request], Awaitable[Response]]:
    """What takes a form, given only forms that are the browser's own and of a decent size."""

    async def check(request: Request) -> Response:
        fields = await pages.form(request)
        if fields is None:
            return await pages.fault(
                request, 403, "This form is too old, or not ours", "Load the page again."
            )
        return await taken(request, {name: text[:_MOST_TEXT] for name, text in fields.items()})

    return check


class Forms:
    """Takes every form, refusing what did not come from a page of ours."""

    def __init__(self, pages: Pages, hub: Hub) -> None:
        self.pages = pages
        self.hub = hub
        self.work = pages.work
        self.behind = pages.desk.behind
        self._guests = Pace(burst=200, per_second=5)
        self._knocks = Pace(burst=20, per_second=1)

    def add_to(self, app: FastAPI) -> None:
        """Give the app its forms."""
        for address, taken in (
            ("/guest", self.guest),
            ("/sign-up", self.sign_up),
            ("/sign-in", self.sign_in),
            ("/sign-out", self.sign_out),
            ("/account/limits", self.limits),
            ("/account/purse", self.purse),
        ):
            app.add_route(
                address, checked(self.pages, taken), methods=["POST"], include_in_schema=False
            )

    # --- the way in -------------------------------------------------------------------------------

    async def guest(self, request: Request, fields: dict[str, str]) -> Response:
        """In one click, under a name that is made up."""
        if not self._guests.allows(_where(request), time.monotonic()):
            return await self._too_many(request)
        try:
            account = await self.work.run(self.behind.accounts.guest)
        except PlayerRefused as refusal:
            return await self._again(request, fields, str(refusal))
        return await self._let_in(request, account.name, fields)

    async def sign_up(self, request: Request, fields: dict[str, str]) -> Response:
        """A new account."""
        if not self._knocks.allows(_where(request), time.monotonic()):
            return await self._too_many(request)
        name, password = fields.get("name", ""), fields.get("password", "")
        try:
            account = await self.work.at_door(self.behind.door.accounts.register, name, password)
        except PlayerRefused as refusal:
            return await self._again(request, fields, str(refusal), is_new=True)
        return await self._let_in(request, account.name, fields)

    async def sign_in(self, request: Request, fields: dict[str, str]) -> Response:
        """A player or a member of staff shows who they are."""
        if not self._knocks.allows(_where(request), time.monotonic()):
            return await self._too_many(request)
        name, password = fields.get("name", ""), fields.get("password", "")
        door = self.behind.door
        who: str | SignedIn
        try:
            if fields.get("as") == "staff":
                code = fields.get("code", "")
                who = await self.work.at_door(door.staffing.sign_in, name, password, code)
            else:
                who = (await self.work.at_door(door.accounts.sign_in, name, password)).name
        except (SignInRefused, StaffRefused) as refusal:
            return await self._again(request, fields, str(refusal))
        except HouseKeyMissing as missing:
            return await self._again(request, fields, no_house_key(missing))
        return await self._let_in(request, who, fields)

    async def sign_out(self, request: Request, fields: dict[str, str]) -> Response:
        """Leave. Seats and wagers stay: a round is played to its end."""
        del fields
        token = session_token(request.cookies)
        await self.work.run(self.behind.sessions.close, token)
        await self.hub.show_out(token)
        response = RedirectResponse("/", _SEE_OTHER)
        drop_session(response, is_https=_is_https(request))
        return response

    async def _let_in(
        self, request: Request, who: str | SignedIn, fields: dict[str, str]
    ) -> Response:
        """Let in a player, by name, or a member of staff."""
        # Whoever was signed in here before is not any more, and no old session is carried on.
        old = session_token(request.cookies)
        await self.work.run(self.behind.sessions.close, old)
        await self.hub.show_out(old)
        is_staff, sessions = isinstance(who, SignedIn), self.behind.sessions
        if isinstance(who, SignedIn):
            token = await self.work.run(sessions.open_for, who)
        else:
            token = await self.work.run(sessions.open, who)
        response = RedirectResponse(onward(fields.get("next", "/")), _SEE_OTHER)
        keep_session(response, token, is_staff=is_staff, is_https=_is_https(request))
        return response

    async def _again(
        self, request: Request, fields: dict[str, str], problem: str, *, is_new: bool = False
    ) -> Response:
        return await self.pages.show(
            request,
            "sign_in.html",
            code=400,
            problem=problem,
            name="" if is_new else fields.get("name", ""),
            new_name=fields.get("name", "") if is_new else "",
            next=onward(fields.get("next", "/")),
            is_staff=fields.get("as") == "staff",
        )

    async def _too_many(self, request: Request) -> Response:
        return await self.pages.fault(
            request, 429, "Too many attempts from one place", "Wait a minute, and try again."
        )

    # --- one's own account ------------------------------------------------------------------------

    async def limits(self, request: Request, fields: dict[str, str]) -> Response:
        """A limit on spend or time; empty for none."""
        looking = await self.pages.looking(request)
        if looking.player is None:
            return RedirectResponse("/sign-in?next=/account", _SEE_OTHER)
        kind, value = fields.get("kind", ""), fields.get("value", "").strip()
        accounts = self.behind.accounts
        try:
            if kind == "spend":
                limit = (
                    Money.parse(f"{value}.00" if value.isdecimal() else value) if value else None
                )
                await self.work.run(accounts.limit_spend, looking.player, limit)
            elif kind == "time":
                await self.work.run(accounts.limit_time, looking.player, _minutes(value))
            else:
                raise PlayerRefused(f"No limit is called {kind!r}", remedy="Use spend or time.")
        except (PlayerRefused, MoneyError) as refusal:
            return await account_page(self.pages, request, str(refusal))
        return RedirectResponse("/account", _SEE_OTHER)

    async def purse(self, request: Request, fields: dict[str, str]) -> Response:
        """Play money is filled up again."""
        del fields
        looking = await self.pages.looking(request)
        if looking.player is None:
            return RedirectResponse("/sign-in?next=/account", _SEE_OTHER)
        try:
            await self.work.run(self.behind.accounts.fill, looking.player)
        except PlayerRefused as refusal:
            return await account_page(self.pages, request, str(refusal))
        return RedirectResponse("/account", _SEE_OTHER)


def _minutes(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise PlayerRefused(f"{text!r} is not a number of minutes", remedy="Write one like 90.")
    return int(text)


def _where(request: Request) -> str:
    return request.client.host if request.client else ""


def _is_https(request: Request) -> bool:
    return request.url.scheme == "https"
