"""Who is at a table, and what holds for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from pitboss.frozen import replace
from pitboss.round.result import RoundClosed
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState
from pitboss.round.start import RoundOpened
from pitboss.table.people import events as ev


@dataclass(frozen=True, slots=True)
class Shortfall:
    """When a player's wagers under the minimum were settled, the one time they are."""

    gaming_day: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Everybody at the table."""

    seats: Mapping[int, str] = field(default_factory=dict)
    """The player seated at each position."""
    told: frozenset[str] = frozenset()
    """Who was given notice of the one view in this sitting."""
    told_in_time: frozenset[str] = frozenset()
    """Who of them was told before bets were called for this round."""
    restricted: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    stopped: frozenset[int] = frozenset()
    """The seats for which nobody decides any more in this round."""
    out: frozenset[str] = frozenset()
    """Whose action was stopped: the rules name no end to it, so whoever stopped it ends it."""
    devices: frozenset[int] = frozenset()
    """The areas whose wagering device is registered."""
    short: Mapping[str, Shortfall] = field(default_factory=dict)

    @property
    def not_admitted(self) -> frozenset[str]:
        """Who plays no more until they are readmitted."""
        return self.barred | self.out

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        return next((seat for seat, name in self.seats.items() if name == player), None)


def evolve(people: People, event: ev.Event) -> People:
    """The people after one more event."""
    match event:
        case ev.SeatTaken(player=player, seat=seat):
            return replace(people, seats={**people.seats, seat: player})
        case ev.SeatLeft(player=player):
            return _without(people, player)
        case ev.NoticeGiven(player=player):
            return replace(people, told=people.told | {player})
        case ev.PlayerRestricted(player=player):
            return replace(people, restricted=people.restricted | {player})
        case ev.RestrictionLifted(player=player):
            return replace(people, restricted=people.restricted - {player})
        case ev.PlayerBarred(player=player):
            return replace(people, barred=people.barred | {player})
        case ev.PlayerReadmitted(player=player):
            return replace(people, barred=people.barred - {player}, out=people.out - {player})
        case ev.ActionStopped(player=player, seats=seats):
            stopped = people.stopped | frozenset(seats)
            return replace(people, stopped=stopped, out=people.out | {player})
        case ev.AbsenceConfirmed(player=player):
            return replace(people, absent=people.absent | {player})
        case ev.PlayerReturned(player=player):
            return replace(people, absent=people.absent - {player})
        case ev.ShortWagerAllowed():
            once = Shortfall(event.gaming_day, event.number)
            return replace(people, short={**people.short, event.player: once})
        case ev.ShortWagerUndone(player=player):
            short = {name: once for name, once in people.short.items() if name != player}
            return replace(people, short=short)
        case ev.DeviceRegistered(seat=seat):
            return replace(people, devices=people.devices | {seat})
        case ev.DeviceRetired(seat=seat):
            return replace(people, devices=people.devices - {seat})
        case ev.WagerRequested() | ev.DecisionPrompted() | ev.DeclinedHandViewed():
            # The wager is an event of the round, and a prompt or a look changes nothing (I-100).
            return people
        case _:
            assert_never(event)


def _without(people: People, player: str) -> People:
    """A sitting ends, and with it what was said in it."""
    return replace(
        people,
        seats={seat: name for seat, name in people.seats.items() if name != player},
        told=people.told - {player},
        told_in_time=people.told_in_time - {player},
        absent=people.absent - {player},
    )


def after_round(people: People, play: RoundState, event: RoundEvent) -> People:
    """The people after something happened in the round; `play` is the round before it."""
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
