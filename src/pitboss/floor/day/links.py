"""The links on a day: contributions counted every few seconds, claims paid by people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from pitboss.cards import DECK
from pitboss.floor.day.crew import Crew
from pitboss.floor.floor import Floor
from pitboss.floor.links import settle_claim
from pitboss.house.callers import Member
from pitboss.house.link_service import Owner
from pitboss.money import NOTHING
from pitboss.round.result import MeterPaid

_EVERY = timedelta(seconds=5)


class DayLinks:
    """The links of these tables, which no other process runs tables on."""

    def __init__(
        self, floor: Floor, crews: Mapping[str, Crew], *, cashier: str = "demo-cage"
    ) -> None:
        self._links = floor.links
        self._crews = crews
        self._cashier = cashier
        self._link_of = {
            name: setting.link
            for name in crews
            if (setting := floor.config.tables[name]).link is not None and floor.links is not None
        }
        links = dict.fromkeys(self._link_of.values())
        self._owners = [Owner(floor.links, link) for link in links if floor.links and link]
        self._again: datetime = floor.house.clock()
        self._won: list[str] = []

    def note(self, table: str, events: Iterable[Any]) -> None:
        """What happened at a table: whether a player won from a level."""
        if any(isinstance(event, MeterPaid) and event.awarded > NOTHING for event in events):
            self._won.append(table)

    def due(self, upto: datetime) -> datetime | None:
        """When contributions are to be counted next, if by then.

        By the clock and not by what happens at tables: what a meter shows must not depend on who
        else is played for in the same process.
        """
        return self._again if self._again <= upto else None

    def fold(self, now: datetime) -> None:
        """Count what tables contributed."""
        self._again = now + _EVERY
        for owner in self._owners:
            owner.step()

    def pay(self) -> None:
        """The cards of every winner are seen, the deck is counted, and the winner paid."""
        while self._won:
            self._pay(self._won.pop())

    def _pay(self, table: str) -> None:
        link = self._link_of[table]
        assert link is not None, "only a linked table pays from a level"
        assert self._links is not None, "and then there are links"
        crew = self._crews[table]
        supervisor = crew.people[crew.ladder[1]]
        for claim in list(self._links.link(link).claims.values()):
            if claim.table != table or claim.is_verified:
                continue
            settle_claim(
                self._links,
                link,
                claim,
                DECK,
                verifies=Member(supervisor),
                pays=Member(supervisor, self._cashier),
            )

    def close(self) -> None:
        """Count the last of it, and let go of the links."""
        for owner in self._owners:
            owner.step()
            owner.give_back()
