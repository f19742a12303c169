"""Counting for the links of a floor: every one there is, and those that people create meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta

from pitboss.errors import RuleBreach, StoreError
from pitboss.house.links import Links
from pitboss.house.owning import Owner

FOLD_EVERY = timedelta(milliseconds=250)
"""How soon a contribution is on the meter that everybody sees."""
_LOOK_EVERY = timedelta(seconds=2)


class Counting:
    """One process that counts for every link which no other counts for."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self.problems: dict[str, str] = {}
        """Why a link was not counted for when it was last tried; it is tried again."""
        self._owners: dict[str, Owner] = {}
        self._again: dict[str, datetime] = {}
        self._look: datetime | None = None
        self._ticked: datetime | None = None

    def tick(self, now: datetime) -> datetime:
        """Count what waits; the answer is when to ask again."""
        if self._ticked is not None and now < self._ticked:
            # The clock was set back (D9): no link waits until it shows that time again.
            self._look = None
            self._again.clear()
        self._ticked = now
        if self._look is None or self._look <= now:
            self._look = now + _LOOK_EVERY
            for name in self._links.names():
                self._owners.setdefault(name, Owner(self._links, name))
        for name, owner in self._owners.items():
            if name not in self._again or self._again[name] <= now:
                self._again[name] = now + self._step(name, owner)
        return now + FOLD_EVERY

    def _step(self, name: str, owner: Owner) -> timedelta:
        try:
            owner.step()
        except (StoreError, RuleBreach) as error:
            # Out of reach, or software that nobody approved for it: perhaps that ends.
            owner.give_back()
            self.problems[name] = str(error)
            return _LOOK_EVERY
        self.problems.pop(name, None)
        return FOLD_EVERY

    def close(self) -> None:
        """Let others count."""
        for owner in self._owners.values():
            owner.give_back()
