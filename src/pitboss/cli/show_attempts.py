"""Attempts to come in and to do things, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import assert_never

from pitboss.cli.output import Page, print_page
from pitboss.staff.access import (
    AccessEvent,
    AccessListRead,
    AttemptsRead,
    RequestRefused,
    SignInFailed,
    SignInSucceeded,
)

FORMAT = "pitboss-attempts/1"
_COLUMNS = ("at", "person", "what", "about", "rule")


def print_attempts(found: Sequence[tuple[str, AccessEvent]], *, as_json: bool) -> None:
    """What was written about everybody's way in, in its order."""
    rows = [dict(zip(_COLUMNS, _row(at, event), strict=True)) for at, event in found]
    if as_json:
        print(json.dumps({"format": FORMAT, "attempts": rows}, indent=2, ensure_ascii=False))
    elif not rows:
        print("Nothing of the kind is on record.")
    else:
        print_page(Page("Attempts", _COLUMNS, [tuple(row.values()) for row in rows]))


def _row(at: str, event: AccessEvent) -> tuple[str, str, str, str, str]:
    """When, who, what, about what, and by which rule."""
    what, about = _words(event)
    return at, event.person, what, about, event.clause


def _words(event: AccessEvent) -> tuple[str, str]:
    match event:
        case SignInSucceeded():
            return "signed in", "" if event.step is None else "by two factors"
        case SignInFailed():
            return "not let in", str(event.failure)
        case RequestRefused():
            return "refused", f"{event.asked}: {event.problem}"
        case AccessListRead():
            return "looked at the access list", ""
        case AttemptsRead():
            return "looked at attempts", event.of or "of everybody"
        case _:
            assert_never(event)
