"""What is noted of a clock that was set back, by the command that writes next (D9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.records.entries import draft_of
from pitboss.store.contract import Append, Draft, Store
from pitboss.store.events import CLOCK, ClockSetBack, is_set_back

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
