"""Events of the store's own streams: where other streams ended, and clocks that were set back.

A chain shows what was changed within it, and not that its last entries are gone, or all of it. So
whenever a round closes, the ends of its streams are written to the stream `checkpoint`. Its own end
can be exported and kept elsewhere; compared with that, no entry can go missing unnoticed.

Numbers order entries, and times are only what a clock showed (D9). An entry that is of an earlier
time than the one before it would look altered, so the command that writes it says in the stream
`clock` which stream it is, and from when to when the clock was set.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from pitboss.codec import stored

CHECKPOINT = "checkpoint"
CLOCK = "clock"
APART = timedelta(seconds=5)
"""How far the clocks of two machines may differ that write to one stream."""


@stored("heads-recorded", kw_only=True)
class HeadsRecorded:
    """Where streams ended at this moment: the version and the hash of the last entry of each."""

    heads: Mapping[str, tuple[int, str]]
    clause: str = ""


@stored("clock-set-back", kw_only=True)
class ClockSetBack:
    """The last entry of a stream was of the one time, and the next is of the other."""

    stream: str
    was: str
    at: str
    clause: str = "D9"


def is_set_back(before: str, now: str) -> bool:
    """Whether a clock that showed the one time shows the other by more than clocks differ.

    >>> is_set_back("2026-01-01T00:00:02.000000Z", "2026-01-01T00:00:01.000000Z")
    False
    >>> is_set_back("2026-01-01T02:00:00.000000Z", "2026-01-01T01:00:00.000000Z")
    True
    """
    if now >= before:
        return False
    return datetime.fromisoformat(before) - datetime.fromisoformat(now) > APART
