"""What every page is made with: who looks at it, its template, and the check of its forms."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from pitboss.errors import HouseKeyMissing, StoreError
from pitboss.money import Money
from pitboss.players.sessions import SessionOpened
from pitboss.web.assets import Statics, money, say
from pitboss.web.backend import Work
from pitboss.web.safety import (
    RateLimit,
    form_key,
    form_token,
    is_form_token,
    keep_form_key,
    new_key,
    session_token,
)
from pitboss.web.views import Views

TEMPLATES = Path(__file__).parent / "templates"
_MOST_BYTES = 16_384
_MOST_TEXT = 256
_MOST_DIGITS = 9
_LOG = logging.getLogger(__name__)

Fields = dict[str, str]
"""What was filled in, by the names of the fields."""
PageHandler = Callable[["Pages", Request], Awaitable[Response]]
FormHandler = Callable[["Pages", Request, Fields], Awaitable[Response]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who looks at a page."""

    player: str | None = None
    is_guest: bool = False
    staff: str | None = None
    two_factors: str = ""
    """The same id again if they signed in by two factors (S7)."""
    purse: Money | None = None


class Pages:
    """Renders pages, and checks forms before their handlers see them."""

    def __init__(self, views: Views, work: Work, statics: Statics) -> None:
        self.views = views
        self.backend = views.backend
        self.work = work
        backend = self.backend
        self.accounts = RateLimit(backend.accounts_at_once, backend.accounts_per_minute / 60)
        self.writes = views.writes
        self.sign_ins = RateLimit(burst=20, per_second=1)
        self.claims = RateLimit(burst=20, per_second=1)
        # Text that a person wrote is never taken for markup, and an unknown name is an error.
        self._templates = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals.update(
            static=statics.address,
            floor={"name": self.backend.name, "is_practice": self.backend.is_practice},
            say=say,
            money=money,
        )

    # --- routes -----------------------------------------------------------------------------------

    def page(self, path: str, handler: PageHandler) -> Route:
        """A route that is read."""
        return Route(path, partial(handler, self), methods=["GET"])

    def form(self, path: str, handler: FormHandler) -> Route:
        """A route that takes a form, if it is the browser's own and of a decent size."""

        async def check(request: Request) -> Response:
            fields = await _fields(request)
            if fields is None:
                return await self.fault(
                    request, 403, "This form is too old, or not ours", "Load the page again."
                )
            return await handler(self, request, fields)

        return Route(path, check, methods=["POST"])

    # --- who looks --------------------------------------------------------------------------------

    async def session(self, request: HTTPConnection) -> SessionOpened | None:
        """The session of a browser."""
        token = session_token(request.cookies)
        return await self.work.run(self.backend.house.sessions.find, token)

    async def visitor(self, request: HTTPConnection) -> Visitor:
        """Who looks."""
        session = await self.session(request)
        if session is None:
            return Visitor()
        if session.is_staff:
            signed = session.person if session.by_two_factors else ""
            return Visitor(staff=session.person, two_factors=signed)
        account = await self.work.run(self.backend.house.accounts.account, session.person)
        return Visitor(player=account.name, is_guest=account.is_guest, purse=account.purse)

    def table(self, request: Request) -> str:
        """The name of the table that is asked for; 404 if it is not served."""
        name: str = request.path_params["name"]
        if name in self.views.unserved:
            raise HTTPException(404, f"Table {name} is not served just now. The pit knows why.")
        if not self.views.knows(name):
            raise HTTPException(404, f"There is no table {name}.")
        return name

    # --- answers ----------------------------------------------------------------------------------

    async def show(
        self, request: Request, template: str, *, code: int = 200, **names: Any
    ) -> Response:
        """A page."""
        key = form_key(request.cookies)
        fresh = key or new_key()
        html = self._templates.get_template(template).render(
            viewer=await self._visitor_if_known(request),
            csrf=form_token(fresh, session_token(request.cookies)),
            **names,
        )
        response = HTMLResponse(html, status_code=code)
        if not key:
            keep_form_key(response, fresh, is_https=is_https(request))
        return response

    async def fault(self, request: Request, status: int, problem: str, remedy: str) -> Response:
        """A page that says what is wrong, and what to do."""
        return await self.show(
            request, "fault.html", code=status, status=status, problem=problem, remedy=remedy
        )

    async def _visitor_if_known(self, request: Request) -> Visitor:
        """Who looks; while the store cannot be read, the page is shown as to a stranger."""
        try:
            return await self.visitor(request)
        except StoreError:
            return Visitor()


async def _fields(request: Request) -> Fields | None:
    """What was filled in; None for a form that is not the browser's own, or too large."""
    length = number_in(request.headers.get("content-length", ""))
    if length is None or length > _MOST_BYTES:
        return None
    body = await request.body()
    fields = dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
    key, session = form_key(request.cookies), session_token(request.cookies)
    if not is_form_token(fields.get("csrf", ""), key, session):
        return None
    return {name: text[:_MOST_TEXT] for name, text in fields.items()}


def number_in(text: str) -> int | None:
    """A whole number in an address or a form; None for what is none, and for a longer one.

    >>> number_in("17"), number_in("-1"), number_in("9" * 5000)
    (17, None, None)
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if is_number else None


def to_sign_in(after: str) -> Response:
    """To the sign-in page, and from there to an address of this server."""
    return see(f"/sign-in?next={after}")


def see(address: str) -> RedirectResponse:
    """To another page, after a form or instead of this one."""
    return RedirectResponse(address, 303)


def is_https(request: Request) -> bool:
    """Whether cookies may be kept to https."""
    return request.url.scheme == "https"


def no_house_key(missing: HouseKeyMissing) -> str:
    """What a browser is told where neither codes nor sessions can be checked.

    Where the key should be is for the operator, who reads the log.
    """
    _LOG.error("nobody can sign in: %s", missing)
    return "Nobody can sign in at present. Tell the operator of this server."


def onward(address: str) -> str:
    """Where to go next: an address of this server, or the lobby.

    >>> [onward(text) for text in ("/table/T1", "//evil.example", "https://evil.example", "")]
    ['/table/T1', '/', '/', '/']
    """
    is_own = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_own and address.isprintable() else "/"
