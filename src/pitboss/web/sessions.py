"""Cookies: the session a browser speaks for, and the key that proves a form its own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from starlette.responses import Response

from pitboss.house.sessions import PLAYER_LASTS, STAFF_LASTS

_SESSION = "pitboss_session"
_KEY = "pitboss_form"
_HOST = "__Host-"
"""A browser takes a cookie of this name only over https, and from this very host."""


def session_token(cookies: Mapping[str, str]) -> str:
    """What the browser keeps of its session; empty if it has none."""
    return cookies.get(_HOST + _SESSION) or cookies.get(_SESSION, "")


def form_key(cookies: Mapping[str, str]) -> str:
    """What the browser keeps to prove its forms; empty if it has nothing yet."""
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
