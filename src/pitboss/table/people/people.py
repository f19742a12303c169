"""The people at a table: who sits there, and what holds for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.round.result import RoundClosed
from pitboss.round.round import Event as RoundEvent
from pitboss.round.start import RoundOpened
from pitboss.table.people import admission, seats, turns
from pitboss.table.people.admission import Shortfall
from pitboss.table.rules import Roles, TableRules

if TYPE_CHECKING:
    from pitboss.table.table import Event as TableEvent
    from pitboss.table.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """All players at the table."""

    seats: Mapping[int, str] = field(default_factory=dict)
    """The player seated at each position."""
    told: frozenset[str] = frozenset()
    """Players who were given notice of the one view in this sitting."""
    told_in_time: frozenset[str] = frozenset()
    """Those of them who were told before bets were called for this round."""
    restricted: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    stopped: frozenset[int] = frozenset()
    """The seats for which no decision is taken any more in this round."""
    out: frozenset[str] = frozenset()
    """Players whose action was stopped: the rules name no end to it, so staff end it."""
    devices: frozenset[int] = frozenset()
    """The areas whose wagering device is registered."""
    short: Mapping[str, Shortfall] = field(default_factory=dict)

    @property
    def not_admitted(self) -> frozenset[str]:
        """Players who play no more until they are readmitted."""
        return self.barred | self.out

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        return next((seat for seat, name in self.seats.items() if name == player), None)


Command = seats.Command | admission.Command | turns.Command
Event = seats.Event | admission.Event | turns.Event

_TOPICS = (seats, admission, turns)

ROLES: Roles = {kind: rung for topic in _TOPICS for kind, rung in topic.ROLES.items()}
_DECIDE: dict[type, Callable[[TableRules, Table, Envelope, Any], Iterable[TableEvent]]] = {
    kind: topic.decide for topic in _TOPICS for kind in get_args(topic.Command)
}


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterable[TableEvent]:
    """What happens when this is asked."""
    return _DECIDE[type(command)](rules, table, by, command)


def evolve(people: People, event: Event) -> People:
    """The people after one more event."""
    if isinstance(event, seats.Event):
        return seats.evolve(people, event)
    if isinstance(event, admission.Event):
        return admission.evolve(people, event)
    # The wager is an event of the round, and a prompt or a look changes nothing (I-100).
    return people


def after_round(people: People, event: RoundEvent) -> People:
    """The people after something happened in the round."""
    match event:
        case RoundOpened():
            return replace(people, told_in_time=people.told, stopped=frozenset())
        case RoundClosed():
            return replace(people, stopped=frozenset())
    return people


def reopened(people: People, gaming_day: str) -> People:
    """What is still known of people when the table opens again."""
    return People(
        restricted=people.restricted,
        barred=people.barred,
        out=people.out,
        devices=people.devices,
        short={
            player: once for player, once in people.short.items() if once.gaming_day == gaming_day
        },
    )
