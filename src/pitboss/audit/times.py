"""Whether the times of entries are possible: their order, their moment, and their gaming day.

Numbers order entries and times do not, so a clock that was set back is no fault (D9): the command
that writes the first entry after it says so. A time that went back without that was altered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from pitboss.audit.findings import Finding, finding_at
from pitboss.records.entries import event_of
from pitboss.store.contract import Entry
from pitboss.store.events import APART, ClockSetBack, is_set_back

_LONG = timedelta(days=1)
"""A clock may have been wrong for this long before an entry shows that it was set back."""


class SetBacks:
    """Every time a clock was set back, by command and stream."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._notes: dict[tuple[str, str], tuple[Entry, ClockSetBack]] = {}
        self._spans: list[tuple[str, str]] = []
        """From when to when it may be that a later entry is of an earlier time."""
        for entry in entries:
            try:
                event = event_of(entry)
                assert isinstance(event, ClockSetBack), "nothing else is written there"
                span = earlier(event.at, _LONG), earlier(event.was, -APART)
            except Exception:
                # What cannot be read is found by the look at every entry.
                continue
            self._notes[entry.command, event.stream] = entry, event
            self._spans.append(span)

    def wrong(self, before: str, entry: Entry) -> Iterator[str]:
        """What is wrong with the time of an entry that follows another."""
        _, noted = self._notes.get((entry.command, entry.stream), (None, None))
        if noted is None:
            if is_set_back(before, entry.time):
                yield f"it is of {entry.time}, and the entry before of {before}"
        elif (noted.was, noted.at) != (before, entry.time) or not is_set_back(before, entry.time):
            yield f"the clock was not set back so: it says from {noted.was} to {noted.at}"

    def until(self, time: str) -> str:
        """Until when it may have been, by the clock as it was, when another showed this time."""
        if not self._spans:
            return time
        return max([time, *(end for begin, end in self._spans if begin <= time <= end)])

    def left(self, commands: Mapping[str, list[str]]) -> Iterator[Finding]:
        """Notes without an entry; `commands` are those behind the entries of every stream."""
        for (command, stream), (entry, _) in self._notes.items():
            if command not in commands.get(stream, ()):
                message = f"nothing was written to {stream} by the same command"
                yield finding_at(entry, "time", message)


def are_apart(one: str, other: str) -> bool:
    """Whether two times of one command cannot be of the same moment, or one of them is none.

    A writer reads the clock for what it says, and again for when it is written.

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

    A day may end during the write, so a moment before counts as well.

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
