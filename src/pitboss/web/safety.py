"""What every answer carries, and what is turned away before anything else looks at it.

Plain ASGI, so that it wraps pages, forms and the socket alike.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_REFUSED = 4403
"""The socket's own code for "not from there"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """By which names the server may be called, and from which pages it may be spoken to."""

    hosts: frozenset[str] | None = LOOPBACK
    """None: by any name, for a server whose address nobody told it."""
    origins: frozenset[str] = field(default_factory=frozenset)
    """Addresses of pages beside its own, such as that of a proxy in front of it."""

    def knows(self, host: str | None) -> bool:
        """Whether this server may be called so; else a page of elsewhere could pose as its own."""
        if self.hosts is None:
            return host is not None
        name = urlsplit(f"//{host or ''}").hostname
        return name in self.hosts or any(urlsplit(one).netloc == host for one in self.origins)

    def is_own(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of that origin is one of ours."""
        if origin is None or host is None:
            return False
        return origin in self.origins or urlsplit(origin).netloc == host != ""


class Safety:
    """Checks where a request comes from, and sends the headers that keep browsers careful."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self.app = app
        self.doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Turn away, or hand on with the headers put on."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._page(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host")
        if self.doors.knows(host) and self.doors.is_own(headers.get("origin"), host):
            await self.app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": _REFUSED, "reason": "wrong origin"})

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        is_https = scope.get("scheme") == "https"

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found.setdefault(name, value)
                found.setdefault("cache-control", "no-store")
                if is_https:
                    found.setdefault("strict-transport-security", "max-age=31536000")
            await send(message)

        problem = self._problem(scope["method"], headers)
        if problem is None:
            await self.app(scope, receive, sent)
        else:
            await PlainTextResponse(problem, status_code=403)(scope, receive, sent)

    def _problem(self, method: str, headers: Headers) -> str | None:
        host = headers.get("host")
        if not self.doors.knows(host):
            return "This server is not called by that name."
        if method in _READS:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if not self.doors.is_own(origin, host) or site not in (None, "same-origin"):
            return "Forms are taken from this server's own pages only."
        return None


def new_key() -> str:
    """What a browser keeps beside its session, to prove that a form is its own."""
    return secrets.token_urlsafe(24)


def form_token(key: str, session: str) -> str:
    """What a form must carry: nobody who does not know both can make it."""
    return hmac.new(key.encode(), session.encode(), sha256).hexdigest()


def is_form_token(token: str, key: str, session: str) -> bool:
    """Whether a form carries what it must."""
    return bool(key) and hmac.compare_digest(token.encode(), form_token(key, session).encode())


class Pace:
    """How often somebody may do something: so many at once, and then so many a second."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._rate = per_second
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, who: str, now: float) -> bool:
        """Whether they may now, and if so it counts."""
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
        """Somebody who will not come again under that name."""
        self._left.pop(who, None)

    def _forget(self, now: float) -> None:
        full = self._burst / self._rate
        self._left = {who: one for who, one in self._left.items() if now - one[1] < full}


_MOST_KNOWN = 10_000


def hosts_for(host: str, origins: Iterable[str]) -> Doors:
    """The doors of a server bound to an address, with the origins a house names."""
    named = frozenset(origin.rstrip("/") for origin in origins)
    if host in ("", "0.0.0.0", "::"):
        return Doors(hosts=None, origins=named)
    return Doors(hosts=frozenset({host}) | (LOOPBACK if host in LOOPBACK else frozenset()),
                 origins=named)  # fmt: skip
