"""Whether times are those of the same moment, and of the gaming day that is said."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from pitboss.store.events import APART


def are_apart(one: str, other: str) -> bool:
    """Whether two times of one command cannot be of the same moment, or one of them is none.

    Whoever writes looks at the clock for what is said and again for when it was given.

    >>> are_apart("2026-01-01T00:00:01.000000Z", "2026-01-01T00:00:01.000020Z")
    False
    >>> are_apart("2026-01-01T00:00:01.000000Z", "2026-01-01T02:00:00.000000Z")
    True
    """
    if one == other:
        return False
    try:
        return abs(datetime.fromisoformat(one) - datetime.fromisoformat(other)) > APART
    except (ValueError, TypeError):
        return True


def earlier(time: str, by: timedelta) -> str:
    """A time that is so much earlier, written so that texts sort as times do.

    >>> earlier("2026-01-01T00:00:02.000000Z", timedelta(seconds=3))
    '2025-12-31T23:59:59.000000Z'
    """
    then = datetime.fromisoformat(time).astimezone(UTC) - by
    return then.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def wrong_day(day: str, when: str, time_zone: str, day_starts: str) -> str:
    """What is wrong with the gaming day that something is put down for; empty if nothing is.

    A day ends while somebody writes, so a moment before will do as well.

    >>> wrong_day("2026-06-30", "2026-06-30T22:00:02.000000Z", "Asia/Singapore", "06:00")
    ''
    >>> wrong_day("2026-06-30", "2026-06-30T23:00:00.000000Z", "Asia/Singapore", "06:00")
    'it says 2026-06-30, and what is written then is of gaming day 2026-07-01'
    """
    written = datetime.fromisoformat(when)
    days = [
        _day_of(moment, time_zone, day_starts).isoformat() for moment in (written - APART, written)
    ]
    if day in days:
        return ""
    return f"it says {day}, and what is written then is of gaming day {days[-1]}"


def _day_of(when: datetime, time_zone: str, day_starts: str) -> date:
    local = when.astimezone(_zone(time_zone))
    is_before = local.time() < time.fromisoformat(day_starts)
    return local.date() - timedelta(days=is_before)


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
