"""When the clock that runs at a table ends, read off the times of what happened there."""

from __future__ import annotations

from datetime import datetime, timedelta

from pitboss.floor.habits import is_house
from pitboss.floor.opening import Floor
from pitboss.floor.timeline import Timeline
from pitboss.house.clock import stamp
from pitboss.table.people.asking import asked_now


class Deadlines:
    """The clocks of every table of a floor."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._times: dict[str, Timeline] = {}

    def of(self, name: str) -> str | None:
        """When bets close, or when a player who is asked is prompted or found absent."""
        tables, pace = self._floor.tables, self._floor.config.pace
        table = tables.table(name)
        if not table.is_open or table.halt is not None or not table.play.is_open:
            return None
        times = self._times.setdefault(name, Timeline())
        times.catch_up(tables.store, name, tables.version(name))
        if not table.play.is_closed_to_bets:
            return _after(times.first_wager, pace.betting)
        rules = tables.rules(name)
        asked = asked_now(rules, table)
        timer = rules.choice("decision_timer")
        if asked is None or is_house(asked.at.player) or timer in ("", "off"):
            return None
        if times.prompted is not None:
            return None if self._floor.supervisor is None else _after(times.prompted, pace.absence)
        return _after(times.moved, timedelta(seconds=int(timer)))


def _after(when: datetime | None, how_long: timedelta) -> str | None:
    return None if when is None else stamp(when + how_long)
