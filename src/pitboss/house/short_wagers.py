"""Wagers under the minimum where "one time only" is counted in the whole casino (5.13, I-89).

A table knows only its own rounds. What the others settled today is told with the report, so that
whoever reads the log later has it there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pitboss.table.irregularities.commands import Report
from pitboss.table.irregularities.limits import EARLIER, UNDER, counts_elsewhere
from pitboss.table.irregularities.words import ROUND
from pitboss.table.rules import TableRules
from pitboss.table.table import Command, Table


def is_counted_elsewhere(rules: TableRules, command: Command) -> bool:
    """Whether other tables must be asked before this is decided, and not only written down."""
    if not isinstance(command, Report) or command.kind != UNDER or ROUND.name in command.details:
        return False
    return counts_elsewhere(rules) and not command.details.get(EARLIER.name, "").strip()


def with_earlier(command: Command, here: Table, others: Iterable[tuple[str, Table]]) -> Command:
    """The report, with the table and round that settled such wagers of the player today."""
    assert isinstance(command, Report), "only a report is told with what others know"
    seat = command.details.get("seat", "")
    at = here.play.seats.get(int(seat)) if seat.isdecimal() else None
    today = here.rounds.gaming_day
    if at is None or _used(here, at.player, today):
        # What this table settled itself it knows by itself.
        return command
    for name, other in others:
        number = _used(other, at.player, today)
        if number and _is_practice(other) == _is_practice(here):
            earlier = {EARLIER.name: f"table {name}, round {number}"}
            return replace(command, details={**command.details, **earlier})
    return command


def _used(table: Table, player: str, gaming_day: str) -> int:
    """The round in which a table settled them, or 0."""
    once = table.people.short.get(player)
    return once.number if once is not None and once.gaming_day == gaming_day else 0


def _is_practice(table: Table) -> bool:
    return table.setting is not None and table.setting.is_practice
