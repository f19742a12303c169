"""What irregularities do to a round, whatever the reason: reopen it, void it, take hands out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.errors import RuleBreach
from pitboss.round.decisions import HandRemoved
from pitboss.round.result import SettlementUndone, VoidRound
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState, evolve
from pitboss.round.round import decide as decide_round
from pitboss.table.irregularities.case import Case
from pitboss.table.rules import TableRules
from pitboss.table.table import Event


def reopened(play: RoundState, clause: str) -> list[RoundEvent]:
    """A settlement that cannot stand is taken back, to be made anew (I-83)."""
    if play.is_settled or play.is_over:
        return [SettlementUndone(clause=clause)]
    return []


def after(play: RoundState, events: Iterable[RoundEvent]) -> RoundState:
    """The round once these have happened."""
    for event in events:
        play = evolve(play, event)
    return play


def voided(case: Case, clause: str = "") -> Iterator[Event]:
    """The round is void by the clause that says so; play begins again from the shuffle (I-82)."""
    yield from void(case.rules, case.table.play, clause or case.rule.effect)


def void(rules: TableRules, play: RoundState, clause: str) -> Iterator[Event]:
    """Void a round, also one settled already; everything goes back when it is settled (I-82)."""
    if play.void is not None:
        raise RuleBreach(
            "The round is void already",
            clause=play.void,
            remedy="Nothing more can become of it: settle it, end it and shuffle.",
        )
    undone = reopened(play, clause)
    yield from undone
    yield from decide_round(rules.game, rules.terms, after(play, undone), VoidRound(clause))


def removed(play: RoundState, seats: Iterable[int], clause: str) -> Iterator[RoundEvent]:
    """Hands are out of the round, and settling it gives all their wagers back (I-105)."""
    yield from reopened(play, clause)
    for seat in seats:
        yield HandRemoved(seat=seat, clause=clause)
