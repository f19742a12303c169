"""The way in and out: guests, new accounts, signing in and signing out."""

from __future__ import annotations

import time
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pitboss.errors import HouseKeyMissing, PlayerRefused, SignInRefused, StaffRefused
from pitboss.house.sign_in import SignedIn
from pitboss.web.hub import Hub
from pitboss.web.pages import Fields, Pages, is_https, no_house_key, onward, see
from pitboss.web.safety import drop_session, keep_session, place_of, session_token


def routes(pages: Pages, hub: Hub) -> list[Route]:
    """The sign-in page and its forms; `hub` ends the connections of a session that is over."""
    return [
        pages.page("/sign-in", _sign_in_page),
        pages.form("/guest", partial(_guest, hub)),
        pages.form("/sign-up", partial(_sign_up, hub)),
        pages.form("/sign-in", partial(_sign_in, hub)),
        pages.form("/sign-out", partial(_sign_out, hub)),
    ]


async def _sign_in_page(pages: Pages, request: Request) -> Response:
    after = request.query_params.get("next", "/")
    return await pages.show(
        request,
        "sign_in.html",
        problem="",
        name="",
        new_name="",
        next=after,
        is_staff=after.startswith("/staff"),
    )


async def _guest(hub: Hub, pages: Pages, request: Request, fields: Fields) -> Response:
    """In one click, under a name that is made up."""
    if not pages.accounts.allows(place_of(request), time.monotonic()):
        return await _too_many(pages, request)
    try:
        account = await pages.work.run(pages.backend.house.accounts.guest)
    except PlayerRefused as refusal:
        return await _again(pages, request, fields, str(refusal))
    return await _let_in(hub, pages, request, account.name, fields)


async def _sign_up(hub: Hub, pages: Pages, request: Request, fields: Fields) -> Response:
    """A new account."""
    place, now = place_of(request), time.monotonic()
    if not pages.sign_ins.allows(place, now) or not pages.accounts.allows(place, now):
        return await _too_many(pages, request)
    name, password = fields.get("name", ""), fields.get("password", "")
    register = pages.backend.sign_in.accounts.register
    try:
        account = await pages.work.sign_in(register, name, password)
    except PlayerRefused as refusal:
        return await _again(pages, request, fields, str(refusal), is_new=True)
    return await _let_in(hub, pages, request, account.name, fields)


async def _sign_in(hub: Hub, pages: Pages, request: Request, fields: Fields) -> Response:
    """A player or a member of staff shows who they are."""
    place = place_of(request)
    if not pages.sign_ins.allows(place, time.monotonic()):
        return await _too_many(pages, request)
    name, password = fields.get("name", ""), fields.get("password", "")
    checks = pages.backend.sign_in
    who: str | SignedIn
    try:
        if fields.get("as") == "staff":
            code = fields.get("code", "")
            sign_in = checks.staff.sign_in
            who = await pages.work.sign_in(sign_in, name, password, code, place=place)
        else:
            player = checks.accounts.sign_in
            who = (await pages.work.sign_in(player, name, password, place=place)).name
    except (SignInRefused, StaffRefused) as refusal:
        return await _again(pages, request, fields, str(refusal))
    except HouseKeyMissing as missing:
        return await _again(pages, request, fields, no_house_key(missing))
    return await _let_in(hub, pages, request, who, fields)


async def _sign_out(hub: Hub, pages: Pages, request: Request, fields: Fields) -> Response:
    """Leave. Seats and wagers stay: a round is played to its end."""
    del fields
    await _end_session(hub, pages, request)
    response = see("/")
    drop_session(response, is_https=is_https(request))
    return response


async def _let_in(
    hub: Hub, pages: Pages, request: Request, who: str | SignedIn, fields: Fields
) -> Response:
    """Open a session for a player, by name, or for a member of staff."""
    # A browser has one session: the one it had before ends.
    await _end_session(hub, pages, request)
    is_staff, sessions = isinstance(who, SignedIn), pages.backend.house.sessions
    try:
        if isinstance(who, SignedIn):
            token = await pages.work.run(sessions.open_for, who)
        else:
            token = await pages.work.run(sessions.open, who)
    except HouseKeyMissing as missing:
        return await _again(pages, request, fields, no_house_key(missing))
    response = see(onward(fields.get("next", "/")))
    keep_session(response, token, is_staff=is_staff, is_https=is_https(request))
    return response


async def _end_session(hub: Hub, pages: Pages, request: Request) -> None:
    token = session_token(request.cookies)
    await pages.work.run(pages.backend.house.sessions.close, token)
    await hub.show_out(token)


async def _again(
    pages: Pages, request: Request, fields: Fields, problem: str, *, is_new: bool = False
) -> Response:
    return await pages.show(
        request,
        "sign_in.html",
        code=400,
        problem=problem,
        name="" if is_new else fields.get("name", ""),
        new_name=fields.get("name", "") if is_new else "",
        next=onward(fields.get("next", "/")),
        is_staff=fields.get("as") == "staff",
    )


async def _too_many(pages: Pages, request: Request) -> Response:
    return await pages.fault(
        request, 429, "Too many attempts from one place", "Wait a minute, and try again."
    )
