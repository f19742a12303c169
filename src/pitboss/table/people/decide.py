"""Deciding what concerns people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn, assert_never

from pitboss.envelope import PLAYER, Envelope
from pitboss.errors import RoleBreach, RuleBreach
from pitboss.round.decisions import Choose, DeclineToShow, ViewHand, hands_of
from pitboss.round.round import RoundState
from pitboss.round.wagers import PlaceWager
from pitboss.rulebook.model import Discretion
from pitboss.table.chips import decide as chips
from pitboss.table.equipment import procedure as equipment
from pitboss.table.opening import commands as opening_do
from pitboss.table.people import commands as do
from pitboss.table.people import events as ev
from pitboss.table.people.asking import asked_now
from pitboss.table.people.checks import (
    check_admitted,
    check_settings,
    check_wager,
    funders_of,
    kept_out_by,
)
from pitboss.table.rounds import decide as rounds
from pitboss.table.rules import TableRules
from pitboss.table.table import Command, Event, Table


def decide(rules: TableRules, table: Table, by: Envelope, command: do.Command) -> Iterator[Event]:
    """What happens when this is asked."""
    match command:
        case do.TakeSeat(player, seat):
            yield _seated(rules, table, player, seat)
        case do.LeaveSeat(player):
            yield _left(rules, table, player)
        case do.ReturnToTable(player):
            yield _returned(rules, table, player)
        case do.GiveNotice(player):
            yield _told(rules, table, player)
        case do.Restrict() | do.LiftRestriction():
            yield _restricted(rules, table, command)
        case do.Readmit():
            yield _readmitted(rules, table, command)
        case do.PlaceOnBehalf():
            yield from _placed(rules, table, by, command)
        case do.ViewDeclinedHand():
            yield _looked_at(rules, table, command)
        case do.RegisterDevice() | do.RetireDevice():
            yield _device(rules, table, command)
        case do.PromptForDecision(seat):
            yield _prompted(rules, table, by, seat)
        case _:
            assert_never(command)


def check(rules: TableRules, table: Table, by: Envelope, command: Command) -> None:
    """Refuse a command of another part that concerns the wrong person."""
    match command:
        case PlaceWager(seat, player, wager):
            check_wager(rules, table, player=player, seat=seat, wager=wager)
        case Choose(seat) | ViewHand(seat) | DeclineToShow(seat) if seat in table.people.stopped:
            _refuse(
                f"Action at seat {seat} was stopped",
                rules.rulebook.irregularities["controls_several"].effect,
                "The round goes on without it.",
            )
        case ViewHand(seat):
            _check_view(rules, table, seat)
        case opening_do.OpenTable():
            check_settings(rules)


def _check_view(rules: TableRules, table: Table, seat: int) -> None:
    """Of several hands one is viewed; to ask for another is written down (1.1.2, 1.1.3)."""
    play = table.play
    at = play.seats.get(seat)
    viewed = [] if at is None else sorted(play.viewed.intersection(hands_of(play, at.player)))
    if at is not None and viewed and seat not in viewed:
        seats = " and ".join(map(str, viewed))
        raise RoleBreach(
            f"{at.player} has viewed seat {seats}",
            clause=rules.rulebook.procedure["view"],
            remedy="One hand is viewed, and the others are played unseen.",
        )


def _seated(rules: TableRules, table: Table, player: str, seat: int) -> ev.SeatTaken:
    clause = rules.rulebook.layouts[-1].clause
    people, play = table.people, table.play
    _check_named(player, clause)
    if not 1 <= seat <= rules.setting.positions:
        _refuse(f"Seat {seat}", clause, f"The layout has seats 1 to {rules.setting.positions}.")
    if seat in people.seats:
        _refuse(f"Seat {seat} is {people.seats[seat]}'s", clause, "Take a free seat.")
    if people.seat_of(player) is not None:
        where = people.seat_of(player)
        _refuse(f"{player} sits at seat {where} already", clause, "Leave that seat first.")
    check_admitted(rules, table, player)
    if play.is_open and seat in play.seats and play.seats[seat].player != player:
        holder = play.seats[seat].player
        _refuse(f"{holder} plays seat {seat} in this round", clause, "Wait for the next round.")
    return ev.SeatTaken(player=player, seat=seat, clause=clause)


def _left(rules: TableRules, table: Table, player: str) -> ev.SeatLeft:
    clause = rules.rulebook.procedure.get("seated", rules.rulebook.layouts[-1].clause)
    if table.people.seat_of(player) is None:
        _refuse(f"{player} is not seated", clause, "Nothing is to be done.")
    seats = table.play.seats.values() if table.play.is_open else ()
    if any(at.player == player or player in funders_of(at) for at in seats):
        _refuse(
            f"{player} has wagers in the round",
            clause,
            "Leave when the round is over, or take the wagers down before bets close.",
        )
    return ev.SeatLeft(player=player, clause=clause)


def _returned(rules: TableRules, table: Table, player: str) -> ev.PlayerReturned:
    if player not in table.people.absent:
        clause = rules.rulebook.layouts[-1].clause
        _refuse(f"{player} was not found absent", clause, "Nothing is to be done.")
    clause = rules.rulebook.irregularities["absent"].clause
    return ev.PlayerReturned(player=player, clause=clause)


def _told(rules: TableRules, table: Table, player: str) -> ev.NoticeGiven:
    rule = _discretion(rules, "notice", "A notice of the one view")
    if table.people.seat_of(player) is None:
        _refuse(f"Notice to {player}, who is not seated", rule.clause, "Tell them once they sit.")
    return ev.NoticeGiven(player=player, clause=rule.clause)


def _restricted(
    rules: TableRules, table: Table, command: do.Restrict | do.LiftRestriction
) -> ev.PlayerRestricted | ev.RestrictionLifted:
    rule = _discretion(rules, "restrict", "A restriction to one position")
    player, reason = command.player, _reason(command.reason, rule.clause)
    _check_named(player, rule.clause)
    is_lifted = isinstance(command, do.LiftRestriction)
    if is_lifted != (player in table.people.restricted):
        state = "is not" if is_lifted else "is already"
        _refuse(f"{player} {state} restricted", rule.clause, "Nothing is to be done.")
    if is_lifted:
        return ev.RestrictionLifted(player=player, reason=reason, clause=rule.clause)
    return ev.PlayerRestricted(player=player, reason=reason, clause=rule.clause)


def _readmitted(rules: TableRules, table: Table, command: do.Readmit) -> ev.PlayerReadmitted:
    if command.player not in table.people.not_admitted:
        clause = rules.rulebook.layouts[-1].clause
        _refuse(f"{command.player} is not barred", clause, "Nothing is to be done.")
    clause = kept_out_by(rules, table, command.player).clause
    return ev.PlayerReadmitted(
        player=command.player, reason=_reason(command.reason, clause), clause=clause
    )


def _placed(
    rules: TableRules, table: Table, by: Envelope, command: do.PlaceOnBehalf
) -> Iterator[Event]:
    """As the player's own, and held to everything that is asked of those (3.6)."""
    rule = _discretion(rules, "on_behalf", "A wager on a player's behalf")
    place = _asked_for(rules, table, command)
    check(rules, table, by, place)
    for part in (equipment, chips):
        part.check(rules, table, by, place)
    yield ev.WagerRequested(
        player=command.player,
        seat=command.seat,
        wager=command.wager,
        stake=command.stake,
        clause=rule.clause,
    )
    yield from rounds.decide(rules, table, by, place)


def _asked_for(rules: TableRules, table: Table, command: do.PlaceOnBehalf) -> PlaceWager | Choose:
    """What the player would do by themselves: a follow-up is placed by answering its question."""
    wager = rules.rulebook.wagers.get(command.wager)
    if wager is None or wager.follows is None or wager.choice is None:
        return PlaceWager(command.seat, command.player, command.wager, command.stake)
    asked = asked_now(rules, table)
    is_asked = (
        asked is not None
        and (asked.at.seat, asked.decision.id) == (command.seat, wager.decision)
        and wager.follows in asked.at.wagers
    )
    if asked is None or not is_asked:
        problem = f"{wager.title} at seat {command.seat} is not asked for now"
        _refuse(problem, wager.clause, "It is placed when the seat is asked for it.")
    if command.player != asked.at.player:
        remedy = f"{asked.at.player} decides for the area."
        _refuse(f"{wager.title} for {command.player} at seat {command.seat}", wager.clause, remedy)
    stake = asked.at.wagers[wager.follows] * wager.times
    if command.stake != stake:
        remedy = f"It is {stake.dollars}, no less and no more."
        _refuse(f"{wager.title} of {command.stake.dollars}", wager.clause, remedy)
    return Choose(command.seat, wager.choice)


def _looked_at(
    rules: TableRules, table: Table, command: do.ViewDeclinedHand
) -> ev.DeclinedHandViewed:
    """It changes no result: not to show the hand decided it (I-70)."""
    clause = rules.rulebook.procedure.get("decline")
    if clause is None:
        _refuse_unknown(rules, "A look at a hand that was declined")
    seats = declined(table.play)
    if command.seat not in seats:
        words = ", ".join(map(str, seats)) or "none"
        _refuse(f"The hand of seat {command.seat} was not declined", clause, f"Declined: {words}.")
    reason = _reason(command.reason, clause)
    return ev.DeclinedHandViewed(seat=command.seat, reason=reason, clause=clause)


def declined(play: RoundState) -> list[int]:
    """The seats whose players declined to show their hands."""
    return [seat for seat, at in sorted(play.seats.items()) if not at.exposed]


def _device(
    rules: TableRules, table: Table, command: do.RegisterDevice | do.RetireDevice
) -> ev.DeviceRegistered | ev.DeviceRetired:
    layout = rules.rulebook.layouts[-1].clause
    clause = rules.rulebook.procedure.get("device", layout)
    seat = command.seat
    if not 1 <= seat <= rules.setting.positions:
        _refuse(f"Seat {seat}", layout, f"The layout has seats 1 to {rules.setting.positions}.")
    is_registered = isinstance(command, do.RegisterDevice)
    if is_registered == (seat in table.people.devices):
        state = "is already" if is_registered else "is not"
        _refuse(f"The device of seat {seat} {state} registered", clause, "Nothing is to be done.")
    if is_registered:
        return ev.DeviceRegistered(seat=seat, clause=clause)
    return ev.DeviceRetired(seat=seat, clause=clause)


def _prompted(rules: TableRules, table: Table, by: Envelope, seat: int) -> ev.DecisionPrompted:
    asked = asked_now(rules, table)
    if rules.choice("decision_timer") in ("", "off"):
        _refuse("A decision has no time limit here", "I-100", "The dealer asks as seems right.")
    if asked is None or asked.at.seat != seat:
        now = "nobody" if asked is None else f"seat {asked.at.seat}"
        _refuse(f"Seat {seat} is not asked now", "I-100", f"Now it is {now}.")
    if by.role == PLAYER:
        _refuse(f"A prompt by {by.actor}", "I-100", "The table's clock or the dealer prompts.")
    return ev.DecisionPrompted(seat=seat, decision=asked.decision.id, clause=asked.decision.clause)


def _discretion(rules: TableRules, name: str, what: str) -> Discretion:
    rule = rules.rulebook.discretion.get(name)
    if rule is None:
        _refuse_unknown(rules, what)
    return rule


def _refuse_unknown(rules: TableRules, what: str) -> NoReturn:
    _refuse(what, rules.rulebook.procedure["open"], f"{rules.rulebook.id} knows no such thing.")


def _check_named(player: str, clause: str) -> None:
    if not player.strip() or not player.isprintable():
        _refuse(f"{player!r} is nobody's name", clause, "Say who it is.")


def _reason(reason: str, clause: str) -> str:
    if not reason.strip():
        _refuse("A discretion without a reason", clause, "Write why.")
    return reason


def _refuse(problem: str, clause: str, remedy: str) -> NoReturn:
    raise RuleBreach(problem, clause=clause, remedy=remedy)
