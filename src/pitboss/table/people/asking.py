"""Whose turn it is, and what becomes of a question that nobody is there to answer.

Nobody answers for a player who was found absent, nor for a hand whose owner was stopped. Where the
rulebook says what such a player is deemed to have done, that is done; where it does not, the hand
is out of the round and everything on it goes back (I-60, I-71, I-76).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.round.decisions import Choose, HandRemoved, next_to_decide
from pitboss.round.game import Decide
from pitboss.round.options import stage_of
from pitboss.round.remedies import void
from pitboss.round.round import Seat
from pitboss.round.round import decide as decide_round
from pitboss.rulebook.model import DecisionRule
from pitboss.table.rules import TableRules
from pitboss.table.table import Event, Table


class Asked(NamedTuple):
    """One question, and the seat it is put to."""

    at: Seat
    decision: DecisionRule


def asked_now(rules: TableRules, table: Table) -> Asked | None:
    """The seat that must answer now, if one must."""
    play = table.play
    if not play.is_open or play.is_settled or play.void is not None:
        return None
    stage = stage_of(rules.game, rules.terms, play)
    if not isinstance(stage, Decide):
        return None
    at = next_to_decide(rules.terms, play.live, stage.decision)
    assert at is not None, "a question stands only as long as somebody is asked"
    return Asked(at, rules.rulebook.decisions[stage.decision])


def unanswered(rules: TableRules, table: Table) -> Iterator[Event]:
    """What follows where the one who is asked cannot answer."""
    people, listed = table.people, rules.rulebook.irregularities
    if table.halt is not None or not (people.stopped or people.absent):
        return
    asked = asked_now(rules, table)
    if asked is None:
        return
    if asked.at.seat in people.stopped:
        clause = listed["controls_several"].effect
    elif asked.at.player in people.absent:
        clause = listed["absent"].effect
    else:
        return
    choice = _deemed(rules, asked)
    if choice is None:
        yield HandRemoved(seat=asked.at.seat, clause=clause)
    else:
        answer = Choose(asked.at.seat, choice)
        yield from decide_round(rules.game, rules.terms, table.play, answer)


def _deemed(rules: TableRules, asked: Asked) -> str | None:
    """What somebody is deemed to have answered, if anything."""
    at, decision = asked
    if not any(wager in at.wagers for wager in decision.asked_of):
        return decision.otherwise
    return rules.choice("absent_default") or decision.missing


def nobody_left(rules: TableRules, table: Table) -> Iterator[Event]:
    """A round in which every hand was taken out before the deal comes to its end undealt."""
    play = table.play
    waits = play.is_open and play.is_closed_to_bets and play.void is None and not play.is_settled
    if not waits or play.steps_dealt:
        return
    removed = [at.removed for at in play.seats.values() if at.removed is not None]
    if removed and not play.live:
        yield from void(rules.game, rules.terms, play, removed[-1])
