"""What rules do to a round that went wrong: reopen or void it, take hands out, return stakes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from pitboss.errors import RuleBreach
from pitboss.round.decisions import HandRemoved
from pitboss.round.game import Game
from pitboss.round.result import SettlementUndone, VoidRound
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState, Seat, decide, evolve
from pitboss.round.wagers import WagerReturned
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms


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


def void(game: Game, terms: Terms, play: RoundState, clause: str) -> Iterator[RoundEvent]:
    """Void a round, also one settled already; everything goes back when it is settled (I-82)."""
    if play.void is not None:
        raise RuleBreach(
            "The round is void already",
            clause=play.void,
            remedy="Nothing more can become of it: settle it, end it and shuffle.",
        )
    undone = reopened(play, clause)
    yield from undone
    yield from decide(game, terms, after(play, undone), VoidRound(clause))


def removed(play: RoundState, seats: Iterable[int], clause: str) -> Iterator[RoundEvent]:
    """Hands are out of the round, and settling it gives all their wagers back (I-105)."""
    yield from reopened(play, clause)
    for seat in seats:
        yield HandRemoved(seat=seat, clause=clause)


def parts_back(
    at: Seat, wagers: Iterable[str], clause: str, *, players: Collection[str] | None = None
) -> Iterator[WagerReturned]:
    """Wagers of a hand go back to all who funded them, or only to some players."""
    for wager in wagers:
        for part in at.parts(wager):
            if players is None or part.player in players:
                yield WagerReturned(
                    seat=at.seat, player=part.player, wager=wager, stake=part.stake, clause=clause
                )


def lost_by_folding(rulebook: Rulebook, at: Seat) -> list[str]:
    """The wagers of a hand that its fold has lost; others still stand beside them."""
    if not at.is_folded:
        return []
    return [wager for wager in at.wagers if rulebook.is_lost_by_folding(wager)]
