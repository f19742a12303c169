"""Admission to wagers: notices, restrictions, players barred, stopped or short of the minimum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.frozen import replace
from pitboss.round.round import Seat
from pitboss.rulebook.model import IrregularityRule
from pitboss.table.people.people import (
    People,
    Shortfall,
    check_named,
    discretion,
    reason_of,
    refusal,
)
from pitboss.table.rules import Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Table


BARRING = "confidentiality"
STOPPING = "controls_several"


@stored("give-notice")
class GiveNotice:
    """The dealer tells a player that only one hand may be viewed, however many are wagered on."""

    player: str


@stored("restrict")
class Restrict:
    """A player is held to one position."""

    player: str
    reason: str


@stored("lift-restriction")
class LiftRestriction:
    """A player may wager on several positions again."""

    player: str
    reason: str


@stored("readmit")
class Readmit:
    """A player who was barred, or whose action was stopped, may play again."""

    player: str
    reason: str


Command = GiveNotice | Restrict | LiftRestriction | Readmit


@stored("notice-given", kw_only=True)
class NoticeGiven:
    """A player was told of the one view; it holds for the sitting."""

    player: str
    clause: str


@stored("player-restricted", kw_only=True)
class PlayerRestricted:
    """A player is held to one position."""

    player: str
    reason: str
    clause: str


@stored("restriction-lifted", kw_only=True)
class RestrictionLifted:
    """A player is no longer held to one position."""

    player: str
    reason: str
    clause: str


@stored("player-barred", kw_only=True)
class PlayerBarred:
    """A player is prohibited from further play."""

    player: str
    reason: str
    clause: str


@stored("player-readmitted", kw_only=True)
class PlayerReadmitted:
    """A player who was barred, or whose action was stopped, may play again."""

    player: str
    reason: str
    clause: str


@stored("action-stopped", kw_only=True)
class ActionStopped:
    """A player decides nothing more for these hands in this round."""

    player: str
    seats: tuple[int, ...]
    reason: str
    clause: str


@stored("short-wager-allowed", kw_only=True)
class ShortWagerAllowed:
    """A player's wagers under the minimum are settled, this one time."""

    player: str
    gaming_day: str
    number: int
    """The round it was."""
    clause: str


@stored("short-wager-undone", kw_only=True)
class ShortWagerUndone:
    """The round is void in which they would have been: the one time is still to come."""

    player: str
    clause: str


Event = (
    NoticeGiven | PlayerRestricted | RestrictionLifted | PlayerBarred | PlayerReadmitted
    | ActionStopped | ShortWagerAllowed | ShortWagerUndone
)  # fmt: skip


ROLES: Roles = {
    NoticeGiven: lambda rules, _: rules.rung(rules.rulebook.discretion["notice"].role),
    PlayerRestricted: lambda rules, _: rules.rung(rules.rulebook.discretion["restrict"].role),
    RestrictionLifted: lambda rules, _: rules.rung(rules.rulebook.discretion["restrict"].role),
    PlayerBarred: lambda rules, _: rules.rung(rules.irregularity(BARRING).ruled_by),
    PlayerReadmitted: lambda rules, _: rules.rung(rules.irregularity(BARRING).ruled_by),
    ActionStopped: lambda rules, _: rules.rung(rules.irregularity(STOPPING).ruled_by),
    ShortWagerAllowed: lambda rules, _: rules.rung(rules.irregularity("under_minimum").reported_by),
}


# --- what refuses a wager ---------------------------------------------------------------------


def wager_refusal(
    rules: TableRules, table: Table, *, player: str, seat: int, wager: str
) -> RuleBreach | None:
    """Why this player may not put money on a wager of a seat at this table, if so."""
    play = table.play
    breach = admission_refusal(rules, table, player) or _absence_refusal(rules, table, player)
    if breach is not None:
        return breach
    if not play.is_open or play.is_closed_to_bets or not 1 <= seat <= play.positions:
        return None
    at = play.seats.get(seat)
    breach = _device_refusal(rules, table, seat, wager)
    if breach is not None:
        return breach
    if at is not None and at.player != player:
        return _backer_refusal(rules, table, at, player)
    return _seat_refusal(rules, table, player, seat) or _positions_refusal(
        rules, table, player, seat
    )


def admission_refusal(rules: TableRules, table: Table, player: str) -> RuleBreach | None:
    """A player who is barred, or whose action was stopped, plays no more until readmitted."""
    if player not in table.people.not_admitted:
        return None
    is_barred = player in table.people.barred
    state = (
        f"{player} is barred from further play" if is_barred else f"{player}'s action was stopped"
    )
    rule = kept_out_by(rules, table, player)
    return refusal(state, rule.clause, f"The {rule.ruled_by} may readmit them.")


def kept_out_by(rules: TableRules, table: Table, player: str) -> IrregularityRule:
    """The rule by which a player who was kept out is readmitted."""
    return rules.irregularity(BARRING if player in table.people.barred else STOPPING)


def _absence_refusal(rules: TableRules, table: Table, player: str) -> RuleBreach | None:
    if player not in table.people.absent:
        return None
    clause = rules.irregularity("absent").clause
    return refusal(f"{player} was found absent", clause, "Say first that they are back.")


def _device_refusal(rules: TableRules, table: Table, seat: int, wager: str) -> RuleBreach | None:
    """Chips laid on a progressive spot are no wager: it comes through the area's device."""
    clause = rules.rulebook.procedure.get("device")
    rule = rules.rulebook.wagers.get(wager)
    if not clause or rule is None or rule.units is None or seat in table.people.devices:
        return None
    return refusal(f"No registered device at seat {seat}", clause, "Register it, or play without.")


def _backer_refusal(rules: TableRules, table: Table, at: Seat, player: str) -> RuleBreach | None:
    """Several may fund one area where the house allows it; who is seated there decides (I-80)."""
    if not rules.rulebook.shared_areas:
        return None
    if rules.choice("allow_shared_areas") == "false":
        cited = rules.rulebook.citations["shared"]
        clause = (*cited.interpretations, *cited.rules)[-1]
        remedy = "No area is shared here: take another."
        return refusal(f"Seat {at.seat} is {at.player}'s", clause, remedy)
    return _restriction_refusal(rules, table, player, at.seat)


def _seat_refusal(rules: TableRules, table: Table, player: str, seat: int) -> RuleBreach | None:
    seated = table.people.seats.get(seat)
    clause = rules.rulebook.procedure.get("seated", rules.rulebook.layouts[-1].clause)
    if seated not in (None, player):
        remedy = "Take a free position."
        if rules.rulebook.shared_areas:
            remedy = f"{seated} wagers first; then others may back it."
        return refusal(f"{seated} sits at seat {seat}", clause, remedy)
    if table.people.seat_of(player) is None:
        return refusal(f"{player} is not seated", clause, "Take a seat first.")
    return None


def _positions_refusal(
    rules: TableRules, table: Table, player: str, seat: int
) -> RuleBreach | None:
    """Several hands for one player: unless restricted, and where asked for after notice (I-79)."""
    if rules.rulebook.hands_per_player != "several":
        return None
    breach = _restriction_refusal(rules, table, player, seat)
    if breach is not None:
        return breach
    own = [n for n, at in table.play.seats.items() if at.player == player and n != seat]
    notice = rules.rulebook.discretion.get("notice")
    if not own or notice is None or player in table.people.told_in_time:
        return None
    return refusal(
        f"{player} already holds seat {own[0]} and was not told that one hand may be viewed",
        notice.clause,
        "Give notice before bets are called; until then one position is played.",
    )


def _restriction_refusal(
    rules: TableRules, table: Table, player: str, seat: int
) -> RuleBreach | None:
    """A player who is restricted has money on one position at most."""
    rule = rules.rulebook.discretion.get("restrict")
    if rule is None or player not in table.people.restricted:
        return None
    others = (at for number, at in table.play.seats.items() if number != seat)
    if not any(at.player == player or player in at.funders for at in others):
        return None
    remedy = f"Play one position; the {rule.role} may lift it."
    return refusal(f"{player} is held to one position", rule.clause, remedy)


# --- deciding ---------------------------------------------------------------------------------


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[Event]:
    """What happens when this is asked."""
    match command:
        case GiveNotice(player):
            yield _told(rules, table, player)
        case Restrict() | LiftRestriction():
            yield _restricted(rules, table, command)
        case Readmit():
            yield _readmitted(rules, table, command)
        case _:
            assert_never(command)


def _told(rules: TableRules, table: Table, player: str) -> NoticeGiven:
    rule = discretion(rules, "notice", "A notice of the one view")
    if table.people.seat_of(player) is None:
        refuse(f"Notice to {player}, who is not seated", rule.clause, "Tell them once they sit.")
    return NoticeGiven(player=player, clause=rule.clause)


def _restricted(
    rules: TableRules, table: Table, command: Restrict | LiftRestriction
) -> PlayerRestricted | RestrictionLifted:
    rule = discretion(rules, "restrict", "A restriction to one position")
    player, reason = command.player, reason_of(command.reason, rule.clause)
    check_named(player, rule.clause)
    is_lifted = isinstance(command, LiftRestriction)
    if is_lifted != (player in table.people.restricted):
        state = "is not" if is_lifted else "is already"
        refuse(f"{player} {state} restricted", rule.clause, "Nothing is to be done.")
    if is_lifted:
        return RestrictionLifted(player=player, reason=reason, clause=rule.clause)
    return PlayerRestricted(player=player, reason=reason, clause=rule.clause)


def _readmitted(rules: TableRules, table: Table, command: Readmit) -> PlayerReadmitted:
    if command.player not in table.people.not_admitted:
        clause = rules.rulebook.layouts[-1].clause
        refuse(f"{command.player} is not barred", clause, "Nothing is to be done.")
    clause = kept_out_by(rules, table, command.player).clause
    return PlayerReadmitted(
        player=command.player, reason=reason_of(command.reason, clause), clause=clause
    )


# --- what changes -----------------------------------------------------------------------------


def evolve(people: People, event: Event) -> People:
    """The people after one more event."""
    match event:
        case NoticeGiven(player=player):
            return replace(people, told=people.told | {player})
        case PlayerRestricted(player=player):
            return replace(people, restricted=people.restricted | {player})
        case RestrictionLifted(player=player):
            return replace(people, restricted=people.restricted - {player})
        case PlayerBarred(player=player):
            return replace(people, barred=people.barred | {player})
        case PlayerReadmitted(player=player):
            return replace(people, barred=people.barred - {player}, out=people.out - {player})
        case ActionStopped(player=player, seats=seats):
            stopped = people.stopped | frozenset(seats)
            return replace(people, stopped=stopped, out=people.out | {player})
        case ShortWagerAllowed():
            once = Shortfall(event.gaming_day, event.number)
            return replace(people, short={**people.short, event.player: once})
        case ShortWagerUndone(player=player):
            short = {name: once for name, once in people.short.items() if name != player}
            return replace(people, short=short)
        case _:
            assert_never(event)
