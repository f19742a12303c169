"""What keeps the log of access short: of things that happen again and again, only some are written.

Kept in memory only: a program that starts again begins to count anew, and writes a little more.
"""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime, timedelta

FREE_WRONG = 30
"""How often one place may be wrong at once, whatever the names."""
WRONG_AGAIN = timedelta(minutes=1)
"""After which it may be wrong once more."""
_FORGOTTEN = timedelta(hours=1)
_MOST_KNOWN = 10_000


class Sampled:
    """Counts what is alike: the first is written, and then one at each doubling."""

    def __init__(self) -> None:
        self._counts: dict[Hashable, tuple[int, int, datetime]] = {}

    def times(self, key: Hashable, now: datetime) -> int:
        """For how many the next entry stands, this one included; 0: it is not to be written.

        >>> now, seen = datetime(2026, 1, 1), Sampled()
        >>> [seen.times("ann", now) for _ in range(9)]
        [1, 1, 0, 2, 0, 0, 0, 4, 0]
        """
        count, written, last = self._counts.pop(key, (0, 0, now))
        if now - last > _FORGOTTEN:
            count = written = 0
        count += 1
        is_due = count & (count - 1) == 0
        self._counts[key] = (count, count if is_due else written, now)
        if len(self._counts) > _MOST_KNOWN:
            del self._counts[next(iter(self._counts))]
        return count - written if is_due else 0


class WrongFrom:
    """How often each place was wrong lately; `wait` is how long until it may try again."""

    def __init__(self) -> None:
        self._until: dict[str, datetime] = {}
        """When all that it was wrong is forgotten."""

    def note(self, place: str, now: datetime) -> None:
        """A wrong secret or code came from there."""
        if not place:
            return
        until = max(self._until.pop(place, now), now) + WRONG_AGAIN
        self._until[place] = until
        if len(self._until) > _MOST_KNOWN:
            del self._until[next(iter(self._until))]

    def wait(self, place: str, now: datetime) -> timedelta:
        """How long until an attempt from there is looked at.

        >>> now, wrong = datetime(2026, 1, 1), WrongFrom()
        >>> for _ in range(FREE_WRONG): wrong.note("10.0.0.1", now)
        >>> [wrong.wait(place, now).seconds for place in ("10.0.0.1", "10.0.0.2")]
        [60, 0]
        """
        left = self._until.get(place, now) - now - WRONG_AGAIN * (FREE_WRONG - 1)
        return max(left, timedelta(0))
