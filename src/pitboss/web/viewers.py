"""Who looks at a page, and what every page is given."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response

from pitboss.errors import StoreError
from pitboss.house.sessions import Session
from pitboss.web.desk import Desk
from pitboss.web.safety import form_token, is_form_token, new_key
from pitboss.web.sessions import form_key, keep_form_key, session_token
from pitboss.web.statics import Statics
from pitboss.web.texts import money, say
from pitboss.web.work import Work

PAGES = Path(__file__).parent / "pages"
_MOST_BYTES = 16_384


@dataclass(frozen=True, slots=True, kw_only=True)
class Looking:
    """Whoever looks at a page."""

    player: str | None = None
    is_guest: bool = False
    staff: str | None = None
    two_factors: str = ""
    """The same id again if they signed in by two factors (S7)."""
    purse: str | None = None


class Pages:
    """Renders pages for whoever asks."""

    def __init__(self, desk: Desk, work: Work, statics: Statics) -> None:
        self.desk = desk
        self.work = work
        # Nothing a person wrote is ever taken for markup, and a name nobody gave is a mistake.
        self._templates = Environment(
            loader=FileSystemLoader(PAGES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals.update(
            static=statics.address,
            floor={"name": desk.behind.name, "is_practice": desk.behind.is_practice},
            say=say,
            money=money,
        )

    async def session(self, request: HTTPConnection) -> Session | None:
        """Who the browser speaks for."""
        token = session_token(request.cookies)
        return await self.work.run(self.desk.behind.sessions.find, token)

    async def looking(self, request: HTTPConnection) -> Looking:
        """Whoever looks."""
        session = await self.session(request)
        if session is None:
            return Looking()
        if session.is_staff:
            signed = session.person if session.by_two_factors else ""
            return Looking(staff=session.person, two_factors=signed)
        account = await self.work.run(self.desk.behind.accounts.account, session.person)
        return Looking(player=account.name, is_guest=account.is_guest, purse=str(account.purse))

    async def show(
        self, request: Request, template: str, *, code: int = 200, **names: Any
    ) -> Response:
        """A page."""
        key = form_key(request.cookies)
        fresh = key or new_key()
        page = self._templates.get_template(template)
        html = page.render(
            viewer=await self._looking_if_known(request),
            csrf=form_token(fresh, session_token(request.cookies)),
            **names,
        )
        response = HTMLResponse(html, status_code=code)
        if not key:
            keep_form_key(response, fresh, is_https=request.url.scheme == "https")
        return response

    async def fault(self, request: Request, status: int, problem: str, remedy: str) -> Response:
        """A page that says what is wrong, and what would do."""
        return await self.show(
            request, "fault.html", code=status, status=status, problem=problem, remedy=remedy
        )

    async def _looking_if_known(self, request: Request) -> Looking:
        """Whoever looks; where nothing can be looked up, a stranger gets the page all the same."""
        try:
            return await self.looking(request)
        except StoreError:
            return Looking()

    @staticmethod
    async def form(request: Request) -> dict[str, str] | None:
        """What was filled in, if the form is the browser's own."""
        length = request.headers.get("content-length", "")
        if not length.isdigit() or int(length) > _MOST_BYTES:
            return None
        body = await request.body()
        fields = dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
        key, session = form_key(request.cookies), session_token(request.cookies)
        return fields if is_form_token(fields.get("csrf", ""), key, session) else None


def onward(address: str) -> str:
    """Where to go next: an address of this server, or the lobby.

    >>> [onward(text) for text in ("/table/T1", "//evil.example", "https://evil.example", "")]
    ['/table/T1', '/', '/', '/']
    """
    is_own = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_own and address.isprintable() else "/"
