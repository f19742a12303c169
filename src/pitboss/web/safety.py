"""Safety of the server: origins, headers, cookies, form tokens and rate limits.

The middleware is plain ASGI, so that it wraps pages, forms and the socket alike.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.house.sessions import PLAYER_LASTS, STAFF_LASTS

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_MOST_KNOWN = 10_000
_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_REFUSED = 4403
"""The socket's own code for "not from there"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """The host names the server answers to, and the origins it accepts."""

    hosts: frozenset[str] | None = LOOPBACK
    """None: any name, for a server that was not told its address."""
    origins: frozenset[str] = field(default_factory=frozenset)
    """Addresses of pages beside its own, such as that of a proxy in front of it."""

    def knows(self, host: str | None) -> bool:
        """Whether this is a name of this server; a foreign page could pose as its own otherwise.

        Names and origins are asked about once `is_address` has found that they can be read.
        """
        if self.hosts is None:
            return host is not None
        name = urlsplit(f"//{host or ''}").hostname
        return name in self.hosts or any(urlsplit(one).netloc == host for one in self.origins)

    def is_own(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of that origin is one of ours."""
        if origin is None or host is None:
            return False
        return origin in self.origins or urlsplit(origin).netloc == host != ""


def is_address(host: str | None, origin: str | None = None) -> bool:
    """Whether the Host and Origin of a request can be read at all; absent is no fault here.

    >>> is_address("[::1]:8000", "http://[::1]:8000"), is_address("["), is_address("a", "http://[")
    (True, False, False)
    >>> is_address("here/there")
    False
    """
    try:
        urlsplit(origin or "")
        return urlsplit(f"//{host or ''}").netloc == (host or "")
    except ValueError:
        return False


def hosts_for(host: str, origins: Iterable[str]) -> Doors:
    """The doors of a server bound to an address, with the origins a house names."""
    named = frozenset(origin.rstrip("/") for origin in origins)
    if host in ("", "0.0.0.0", "::"):
        return Doors(hosts=None, origins=named)
    return Doors(hosts=frozenset({host}) | (LOOPBACK if host in LOOPBACK else frozenset()),
                 origins=named)  # fmt: skip


class Safety:
    """Checks where a request comes from, and sends the headers that keep browsers careful."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self.app = app
        self.doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on and add the headers."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._page(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host"), headers.get("origin")
        is_ours = is_address(host, origin) and self.doors.knows(host)
        if is_ours and self.doors.is_own(origin, host):
            await self.app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": _REFUSED, "reason": "wrong origin"})

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message), scope)
            await send(message)

        refusal = self._refusal(scope["method"], Headers(scope=scope))
        await (refusal or self.app)(scope, receive, sent)

    def _refusal(self, method: str, headers: Headers) -> Response | None:
        host, origin = headers.get("host"), headers.get("origin")
        if not is_address(host, origin):
            return PlainTextResponse("The Host or the Origin of this request is no address.", 400)
        if not self.doors.knows(host):
            return PlainTextResponse("This server is not called by that name.", 403)
        if method in _READS:
            return None
        site = headers.get("sec-fetch-site")
        if not self.doors.is_own(origin, host) or site not in (None, "same-origin"):
            return PlainTextResponse("Forms are taken from this server's own pages only.", 403)
        return None


def add_headers(headers: MutableHeaders, scope: Scope) -> None:
    """What every answer carries, unless the page itself says otherwise."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("cache-control", "no-store")
    if scope.get("scheme") == "https":
        headers.setdefault("strict-transport-security", "max-age=31536000")


# --- cookies and form tokens ----------------------------------------------------------------------

_SESSION = "pitboss_session"
_KEY = "pitboss_form"
_HOST = "__Host-"
"""A browser takes a cookie of this name only over https, and from this very host."""


def session_token(cookies: Mapping[str, str]) -> str:
    """The token of the browser's session; empty if it has none."""
    return cookies.get(_HOST + _SESSION) or cookies.get(_SESSION, "")


def form_key(cookies: Mapping[str, str]) -> str:
    """The key that the browser proves its forms with; empty if it has none yet."""
    return cookies.get(_HOST + _KEY) or cookies.get(_KEY, "")


def keep_session(response: Response, token: str, *, is_staff: bool, is_https: bool) -> None:
    """Have the browser keep a session."""
    lasts = STAFF_LASTS if is_staff else PLAYER_LASTS
    _keep(response, _SESSION, token, lasts, is_https=is_https)


def keep_form_key(response: Response, key: str, *, is_https: bool) -> None:
    """Have the browser keep the key of its forms."""
    _keep(response, _KEY, key, timedelta(days=365), is_https=is_https)


def drop_session(response: Response, *, is_https: bool) -> None:
    """Have the browser forget its session."""
    _keep(response, _SESSION, "", timedelta(0), is_https=is_https)


def _keep(response: Response, name: str, value: str, lasts: timedelta, *, is_https: bool) -> None:
    response.set_cookie(
        f"{_HOST}{name}" if is_https else name,
        value,
        max_age=int(lasts.total_seconds()),
        path="/",
        secure=is_https,
        httponly=True,
        samesite="lax",
    )


def new_key() -> str:
    """A key for a browser to keep, to prove that a form is its own."""
    return secrets.token_urlsafe(24)


def form_token(key: str, session: str) -> str:
    """What a form must carry: it takes both the key and the session to make it."""
    return hmac.new(key.encode(), session.encode(), sha256).hexdigest()


def is_form_token(token: str, key: str, session: str) -> bool:
    """Whether a form carries what it must."""
    return bool(key) and hmac.compare_digest(token.encode(), form_token(key, session).encode())


# --- where from ----------------------------------------------------------------------------------


def place_of(request: HTTPConnection) -> str:
    """Where a request comes from, as far as it can be held against it.

    A single user is often given a whole network of sixty-four bits: of an address of the newer kind
    the rest tells nothing.
    """
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((int(address), 64), strict=False))
    return host


# --- rate limits ----------------------------------------------------------------------------------


class RateLimit:
    """A rate limit: `burst` at once, and then `per_second`."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._rate = per_second
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, who: str, now: float) -> bool:
        """Whether this one is within the limit; if so it counts."""
        left, when = self._left.get(who, (self._burst, now))
        left = min(self._burst, left + (now - when) * self._rate)
        if left < 1:
            self._left[who] = (left, now)
            return False
        self._left[who] = (left - 1, now)
        if len(self._left) > _MOST_KNOWN:
            self._forget(now)
        return True

    def forget(self, who: str) -> None:
        """Drop a name that will not come again."""
        self._left.pop(who, None)

    def _forget(self, now: float) -> None:
        full = self._burst / self._rate
        self._left = {who: one for who, one in self._left.items() if now - one[1] < full}
