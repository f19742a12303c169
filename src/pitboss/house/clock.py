"""The time, how it is written down, and the note of a clock that was set back."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pitboss.errors import BadSetting
from pitboss.records.entries import draft_of
from pitboss.store.contract import Append, Draft, Store
from pitboss.store.events import CLOCK, ClockSetBack, is_set_back

Clock = Callable[[], datetime]

_BITS = Random()
if sys.platform != "win32":
    # A copy of this process would go on with the very same bits.
    os.register_at_fork(after_in_child=_BITS.seed)


def utc_now() -> datetime:
    """The time as this machine has it."""
    return datetime.now(UTC)


def stamp(when: datetime) -> str:
    """A point in time as every record writes it, so that texts sort as times do.

    >>> from datetime import timedelta, timezone
    >>> stamp(datetime(2026, 7, 1, 6, tzinfo=timezone(timedelta(hours=8))))
    '2026-06-30T22:00:00.000000Z'
    """
    assert when.tzinfo is not None, "a time without its zone is no point in time"
    return when.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def new_command_id(when: datetime) -> str:
    """A unique id: the time to the microsecond, and sixty-four random bits.

    Commands of one hour so stand together in a database, which keeps them in order of their ids;
    of ids that are all random, each would touch a page of its own. They are no secrets, so the bits
    are not asked of the system each time: that took a thirtieth of a whole command.

    >>> new_command_id(datetime(2026, 7, 1, tzinfo=UTC))[:14], len(new_command_id(utc_now()))
    ('0655815f672000', 30)
    """
    return f"{int(when.timestamp() * 1_000_000):014x}{_BITS.getrandbits(64):016x}"


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its usual name, such as `Asia/Singapore`."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise BadSetting(
            f"{name!r} is not a time zone; write one such as Asia/Singapore or America/New_York"
        ) from error


def local_time(when: datetime, time_zone: str) -> str:
    """A point in time as the table's clock shows it, with its offset.

    >>> local_time(datetime(2026, 6, 30, 22, tzinfo=UTC), "Asia/Singapore")
    '2026-07-01T06:00:00+08:00'
    """
    return when.astimezone(zone_of(time_zone)).isoformat(timespec="seconds")


def gaming_day_of(when: datetime, time_zone: str, day_starts: str) -> str:
    """The gaming day: the date on which it began, by the table's clock.

    >>> gaming_day_of(datetime(2026, 6, 30, 21, 59, tzinfo=UTC), "Asia/Singapore", "06:00")
    '2026-06-30'
    >>> gaming_day_of(datetime(2026, 6, 30, 22, tzinfo=UTC), "Asia/Singapore", "06:00")
    '2026-07-01'
    """
    try:
        starts = time.fromisoformat(day_starts)
    except ValueError as error:
        raise BadSetting(f"{day_starts!r} is not a time of day; write one such as 06:00") from error
    local = when.astimezone(zone_of(time_zone))
    is_before = local.time() < starts
    return (local.date() - timedelta(days=1 if is_before else 0)).isoformat()


_NOTED = ("table/", "link/", "staff")
"""Streams whose times go on from entry to entry."""


def clock_notes(
    store: Store, appends: Sequence[Append], now: str, known: Mapping[str, str]
) -> list[Append]:
    """What goes beside these; `known` is when the last entry of a stream was written."""
    drafts: list[Draft] = []
    for append in appends:
        stream = append.stream
        if not stream.startswith(_NOTED):
            continue
        before = known[stream] if stream in known else _time_before(store, append)
        if is_set_back(before, now):
            drafts.append(draft_of(ClockSetBack(stream=stream, was=before, at=now), tag=stream))
    return [Append(stream=CLOCK, drafts=tuple(drafts), expected=None)] if drafts else []


def _time_before(store: Store, append: Append) -> str:
    """When the entry was written that this follows; long ago if there is none."""
    end = store.head(append.stream).version if append.expected is None else append.expected
    return next((entry.time for entry in store.read(append.stream, after=end - 1, upto=end)), "")
