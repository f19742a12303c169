"""Seats of a table: who sits where, absent players, and the wagering devices of the areas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.table.people.admission import admission_refusal
from pitboss.table.people.people import People, check_named
from pitboss.table.rules import ANYBODY, Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Table


@stored("take-seat")
class TakeSeat:
    """A player sits down at a position."""

    player: str
    seat: int


@stored("leave-seat")
class LeaveSeat:
    """A player gets up."""

    player: str


@stored("return-to-table")
class ReturnToTable:
    """A player whose absence was confirmed is back."""

    player: str


@stored("register-device")
class RegisterDevice:
    """The wagering device of an area is in order: progressive wagers may come through it."""

    seat: int


@stored("retire-device")
class RetireDevice:
    """The wagering device of an area is out of order."""

    seat: int


Command = TakeSeat | LeaveSeat | ReturnToTable | RegisterDevice | RetireDevice


@stored("seat-taken", kw_only=True)
class SeatTaken:
    """A player sat down."""

    player: str
    seat: int
    clause: str


@stored("seat-left", kw_only=True)
class SeatLeft:
    """A player got up."""

    player: str
    clause: str


@stored("absence-confirmed", kw_only=True)
class AbsenceConfirmed:
    """A player is not there to decide."""

    player: str
    clause: str


@stored("player-returned", kw_only=True)
class PlayerReturned:
    """A player who was absent is back."""

    player: str
    clause: str


@stored("device-registered", kw_only=True)
class DeviceRegistered:
    """Progressive wagers of an area may come through its device."""

    seat: int
    clause: str


@stored("device-retired", kw_only=True)
class DeviceRetired:
    """No progressive wager comes through the device of an area."""

    seat: int
    clause: str


Event = SeatTaken | SeatLeft | AbsenceConfirmed | PlayerReturned | DeviceRegistered | DeviceRetired

ROLES: Roles = {
    SeatTaken: ANYBODY,
    SeatLeft: ANYBODY,
    PlayerReturned: ANYBODY,
    AbsenceConfirmed: lambda rules, _: rules.rung(rules.irregularity("absent").reported_by),
}


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[Event]:
    """What happens when this is asked."""
    match command:
        case TakeSeat(player, seat):
            yield _seated(rules, table, player, seat)
        case LeaveSeat(player):
            yield _left(rules, table, player)
        case ReturnToTable(player):
            yield _returned(rules, table, player)
        case RegisterDevice() | RetireDevice():
            yield _device(rules, table, command)
        case _:
            assert_never(command)


def _seated(rules: TableRules, table: Table, player: str, seat: int) -> SeatTaken:
    clause = rules.rulebook.layouts[-1].clause
    people, play = table.people, table.play
    check_named(player, clause)
    if not 1 <= seat <= rules.setting.positions:
        refuse(f"Seat {seat}", clause, f"The layout has seats 1 to {rules.setting.positions}.")
    if seat in people.seats:
        refuse(f"Seat {seat} is {people.seats[seat]}'s", clause, "Take a free seat.")
    if people.seat_of(player) is not None:
        where = people.seat_of(player)
        refuse(f"{player} sits at seat {where} already", clause, "Leave that seat first.")
    breach = admission_refusal(rules, table, player)
    if breach is not None:
        raise breach
    if play.is_open and seat in play.seats and play.seats[seat].player != player:
        holder = play.seats[seat].player
        refuse(f"{holder} plays seat {seat} in this round", clause, "Wait for the next round.")
    return SeatTaken(player=player, seat=seat, clause=clause)


def _left(rules: TableRules, table: Table, player: str) -> SeatLeft:
    clause = rules.rulebook.procedure.get("seated", rules.rulebook.layouts[-1].clause)
    if table.people.seat_of(player) is None:
        refuse(f"{player} is not seated", clause, "Nothing is to be done.")
    seats = table.play.seats.values() if table.play.is_open else ()
    if any(at.player == player or player in at.funders for at in seats):
        refuse(
            f"{player} has wagers in the round",
            clause,
            "Leave when the round is over, or take the wagers down before bets close.",
        )
    return SeatLeft(player=player, clause=clause)


def _returned(rules: TableRules, table: Table, player: str) -> PlayerReturned:
    if player not in table.people.absent:
        clause = rules.rulebook.layouts[-1].clause
        refuse(f"{player} was not found absent", clause, "Nothing is to be done.")
    clause = rules.irregularity("absent").clause
    return PlayerReturned(player=player, clause=clause)


def _device(
    rules: TableRules, table: Table, command: RegisterDevice | RetireDevice
) -> DeviceRegistered | DeviceRetired:
    layout = rules.rulebook.layouts[-1].clause
    clause = rules.rulebook.procedure.get("device", layout)
    seat = command.seat
    if not 1 <= seat <= rules.setting.positions:
        refuse(f"Seat {seat}", layout, f"The layout has seats 1 to {rules.setting.positions}.")
    is_registered = isinstance(command, RegisterDevice)
    if is_registered == (seat in table.people.devices):
        state = "is already" if is_registered else "is not"
        refuse(f"The device of seat {seat} {state} registered", clause, "Nothing is to be done.")
    if is_registered:
        return DeviceRegistered(seat=seat, clause=clause)
    return DeviceRetired(seat=seat, clause=clause)


def evolve(people: People, event: Event) -> People:
    """The people after one more event."""
    match event:
        case SeatTaken(player=player, seat=seat):
            return replace(people, seats={**people.seats, seat: player})
        case SeatLeft(player=player):
            return _without(people, player)
        case AbsenceConfirmed(player=player):
            return replace(people, absent=people.absent | {player})
        case PlayerReturned(player=player):
            return replace(people, absent=people.absent - {player})
        case DeviceRegistered(seat=seat):
            return replace(people, devices=people.devices | {seat})
        case DeviceRetired(seat=seat):
            return replace(people, devices=people.devices - {seat})
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
