"""What the record says of clocks that were set back (D9), held against the times of entries.

Numbers order entries and times do not, so a clock that was set back is no fault: the command that
writes the first entry after it says so. What nobody said is an altered time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta

from pitboss.audit.findings import Finding
from pitboss.audit.times import earlier
from pitboss.records.entries import event_of
from pitboss.store.contract import Entry
from pitboss.store.events import APART, CLOCK, ClockSetBack, is_set_back

_LONG = timedelta(days=1)
"""Before a clock is known to be set back, it may have been for as long as nobody wrote."""


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
                # Said where all that stands in a stream is read.
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
        """Notes of what nobody wrote; `commands` are those behind the entries of every stream."""
        for (command, stream), (entry, _) in self._notes.items():
            if command not in commands.get(stream, ()):
                yield Finding(
                    stream=CLOCK,
                    version=entry.version,
                    kind="time",
                    rule=entry.clause,
                    message=f"nothing was written to {stream} by the same command",
                )
