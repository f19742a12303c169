"""Whose turn it is, and what becomes of a question that no player is there to answer.

No answer is given for a player who was found absent, nor for a hand whose owner was stopped. Where
the rulebook says what such a player is deemed to have done, that is done; where it does not, the
hand is out of the round and everything on it goes back (I-60, I-71, I-76).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, assert_never

from pitboss.codec import stored
from pitboss.envelope import PLAYER, Envelope
from pitboss.errors import RoleBreach
from pitboss.money import Money
from pitboss.round.decisions import (
    Choose,
    DeclineToShow,
    HandRemoved,
    ViewHand,
    hands_of,
    next_to_decide,
)
from pitboss.round.game import Decide
from pitboss.round.options import stage_of
from pitboss.round.remedies import void
from pitboss.round.round import RoundState, Seat
from pitboss.round.round import decide as decide_round
from pitboss.round.wagers import PlaceWager
from pitboss.rulebook.model import DecisionRule
from pitboss.table.people.admission import wager_refusal
from pitboss.table.people.people import discretion, reason_of, refuse_unknown
from pitboss.table.rules import ANYBODY, FLOOR, Checks, Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Event as TableEvent
    from pitboss.table.table import Table


@stored("place-on-behalf")
class PlaceOnBehalf:
    """A member of staff places a wager for a player who asked for it."""

    seat: int
    player: str
    wager: str
    stake: Money


@stored("view-declined-hand")
class ViewDeclinedHand:
    """A supervisor looks, at their discretion, at a hand that its player declined to show."""

    seat: int
    reason: str


@stored("prompt-for-decision")
class PromptForDecision:
    """The time the house gives for a decision is over, and the dealer is prompted."""

    seat: int


Command = PlaceOnBehalf | ViewDeclinedHand | PromptForDecision


@stored("wager-requested", kw_only=True)
class WagerRequested:
    """A player asked staff to place a wager; it is the player's own."""

    player: str
    seat: int
    wager: str
    stake: Money
    clause: str


@stored("declined-hand-viewed", kw_only=True)
class DeclinedHandViewed:
    """A supervisor looked at a hand that was not shown: it stays settled as it was."""

    seat: int
    reason: str
    clause: str


@stored("decision-prompted", kw_only=True)
class DecisionPrompted:
    """The time for a decision is over: the dealer asks again, and nothing else follows."""

    seat: int
    decision: str
    clause: str


Event = WagerRequested | DeclinedHandViewed | DecisionPrompted

ROLES: Roles = {
    WagerRequested: lambda rules, _: rules.rung(rules.rulebook.discretion["on_behalf"].role),
    # The rulebooks name a supervisor for a look at a hand not shown.
    DeclinedHandViewed: FLOOR,
    # The table's clock prompts, and a clock has no role.
    DecisionPrompted: ANYBODY,
}


# --- questions --------------------------------------------------------------------------------


class Turn(NamedTuple):
    """One question, and the seat it is put to."""

    at: Seat
    decision: DecisionRule


def asked_now(rules: TableRules, table: Table) -> Turn | None:
    """The seat that must answer now, if one must."""
    play = table.play
    if not play.is_open or play.is_settled or play.void is not None:
        return None
    stage = stage_of(rules.game, rules.terms, play)
    if not isinstance(stage, Decide):
        return None
    at = next_to_decide(rules.terms, play.live, stage.decision)
    assert at is not None, "a question is open only as long as a seat is asked"
    return Turn(at, rules.rulebook.decisions[stage.decision])


def unanswered(rules: TableRules, table: Table) -> Iterator[TableEvent]:
    """What follows where the one who is asked cannot answer."""
    people = table.people
    asked = None if table.halt is not None else asked_now(rules, table)
    if asked is None:
        return
    if asked.at.seat in people.stopped:
        clause = rules.irregularity("controls_several").effect
    elif asked.at.player in people.absent:
        clause = rules.irregularity("absent").effect
    else:
        return
    choice = _deemed(rules, asked)
    if choice is None:
        yield HandRemoved(seat=asked.at.seat, clause=clause)
    else:
        answer = Choose(asked.at.seat, choice)
        yield from decide_round(rules.game, rules.terms, table.play, answer)


def _deemed(rules: TableRules, asked: Turn) -> str | None:
    """What the player is deemed to have answered, if anything."""
    at, decision = asked
    if not any(wager in at.wagers for wager in decision.asked_of):
        return decision.otherwise
    return rules.choice("absent_default") or decision.missing


def undealt(rules: TableRules, table: Table) -> Iterator[TableEvent]:
    """A round in which every hand was taken out before the deal comes to its end undealt."""
    play = table.play
    if not play.is_open or play.void is not None or play.is_settled:
        return
    removed = [at.removed for at in play.seats.values() if at.removed is not None]
    if removed and not play.live:
        yield from void(rules.game, rules.terms, play, removed[-1])


# --- deciding ---------------------------------------------------------------------------------


def decide(
    rules: TableRules, table: Table, by: Envelope, command: ViewDeclinedHand | PromptForDecision
) -> Iterator[Event]:
    """What happens when this is asked."""
    match command:
        case ViewDeclinedHand():
            yield _looked_at(rules, table, command)
        case PromptForDecision(seat):
            yield _prompted(rules, table, by, seat)
        case _:
            assert_never(command)


def _check_wager(rules: TableRules, table: Table, by: Envelope, command: PlaceWager) -> None:
    breach = wager_refusal(
        rules, table, player=command.player, seat=command.seat, wager=command.wager
    )
    if breach is not None:
        raise breach


def _check_stopped(
    rules: TableRules, table: Table, by: Envelope, command: Choose | ViewHand | DeclineToShow
) -> None:
    if command.seat in table.people.stopped:
        refuse(
            f"Action at seat {command.seat} was stopped",
            rules.irregularity("controls_several").effect,
            "The round goes on without it.",
        )
    if isinstance(command, ViewHand):
        _check_view(rules, table, command.seat)


CHECKS: Checks = {
    PlaceWager: _check_wager,
    **dict.fromkeys((Choose, ViewHand, DeclineToShow), _check_stopped),
}


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


def requested(
    rules: TableRules, table: Table, command: PlaceOnBehalf
) -> tuple[WagerRequested, PlaceWager | Choose]:
    """What staff were asked for, and the player's own command that it stands for (3.6)."""
    rule = discretion(rules, "on_behalf", "A wager on a player's behalf")
    asked = WagerRequested(
        player=command.player,
        seat=command.seat,
        wager=command.wager,
        stake=command.stake,
        clause=rule.clause,
    )
    return asked, _asked_for(rules, table, command)


def _asked_for(rules: TableRules, table: Table, command: PlaceOnBehalf) -> PlaceWager | Choose:
    """The command of the player: a follow-up is placed by answering its question."""
    wager = rules.rulebook.wagers.get(command.wager)
    if wager is None or wager.follows is None:
        return PlaceWager(command.seat, command.player, command.wager, command.stake)
    asked = asked_now(rules, table)
    is_asked = (
        asked is not None
        and (asked.at.seat, asked.decision.id) == (command.seat, wager.decision)
        and wager.follows in asked.at.wagers
    )
    if asked is None or not is_asked:
        problem = f"{wager.title} at seat {command.seat} is not asked for now"
        refuse(problem, wager.clause, "It is placed when the seat is asked for it.")
    if command.player != asked.at.player:
        remedy = f"{asked.at.player} decides for the area."
        refuse(f"{wager.title} for {command.player} at seat {command.seat}", wager.clause, remedy)
    lead = asked.at.wagers[wager.follows]
    choices = {lead * times: choice for choice, times in wager.sizes.items()}
    if command.stake not in choices:
        amounts = " or ".join(stake.dollars for stake in choices)
        remedy = f"It is {amounts}, no less and no more."
        refuse(f"{wager.title} of {command.stake.dollars}", wager.clause, remedy)
    return Choose(command.seat, choices[command.stake])


def _looked_at(rules: TableRules, table: Table, command: ViewDeclinedHand) -> DeclinedHandViewed:
    """It changes no result: not to show the hand decided it (I-70)."""
    clause = rules.rulebook.procedure.get("decline")
    if clause is None:
        refuse_unknown(rules, "A look at a hand that was declined")
    seats = declined(table.play)
    if command.seat not in seats:
        words = ", ".join(map(str, seats)) or "none"
        refuse(f"The hand of seat {command.seat} was not declined", clause, f"Declined: {words}.")
    reason = reason_of(command.reason, clause)
    return DeclinedHandViewed(seat=command.seat, reason=reason, clause=clause)


def declined(play: RoundState) -> list[int]:
    """The seats whose players declined to show their hands."""
    return [seat for seat, at in sorted(play.seats.items()) if not at.exposed]


def _prompted(rules: TableRules, table: Table, by: Envelope, seat: int) -> DecisionPrompted:
    asked = asked_now(rules, table)
    if rules.choice("decision_timer") in ("", "off"):
        refuse("A decision has no time limit here", "I-100", "The dealer asks as seems right.")
    if asked is None or asked.at.seat != seat:
        now = "no seat" if asked is None else f"seat {asked.at.seat}"
        refuse(f"Seat {seat} is not asked now", "I-100", f"Now it is {now}.")
    if by.role == PLAYER:
        refuse(f"A prompt by {by.actor}", "I-100", "The table's clock or the dealer prompts.")
    return DecisionPrompted(seat=seat, decision=asked.decision.id, clause=asked.decision.clause)
