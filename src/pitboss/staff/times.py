"""Times as texts: what a command says about when, read and refused plainly."""

from __future__ import annotations

from datetime import datetime

from pitboss.errors import StaffRefused


def moment(text: str) -> datetime:
    """A point in time from its ISO text.

    >>> moment("2026-07-01T06:00:00+08:00") == moment("2026-06-30T22:00:00Z")
    True
    >>> moment("2026-07-01T06:00:00")
    Traceback (most recent call last):
    ...
    pitboss.errors.StaffRefused: '2026-07-01T06:00:00' does not say in which time zone. \
Write a time like 2026-07-01T06:00:00+08:00.
    """
    remedy = "Write a time like 2026-07-01T06:00:00+08:00."
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise StaffRefused(f"{text!r} is not a time", remedy=remedy) from None
    if when.tzinfo is None:
        raise StaffRefused(f"{text!r} does not say in which time zone", remedy=remedy)
    return when
