"""The register of staff as it stood at any moment, from its own stream."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from pitboss.records.stored import event_of
from pitboss.staff.register import Register, evolve
from pitboss.store.contract import Entry


class Registers:
    """Every state the register has been in, by time."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._times: list[str] = []
        self._states: list[Register] = [Register()]
        for entry in entries:
            self._times.append(entry.time)
            self._states.append(evolve(self._states[-1], event_of(entry)))

    def at(self, time: str) -> list[Register]:
        """The register as it stood then; where it changed at that very moment, before and after."""
        first, last = bisect_left(self._times, time), bisect_right(self._times, time)
        return self._states[first : last + 1]
