"""What the table waits for, and what was found wrong in the round so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.frozen import replace
from pitboss.round.deal import CardsDealt, CardsTurned
from pitboss.round.decisions import HandShown
from pitboss.round.result import RoundSettled
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState
from pitboss.round.start import RoundOpened
from pitboss.table.irregularities import events as ev


@dataclass(frozen=True, slots=True, kw_only=True)
class Halt:
    """Something that must be dealt with before the table goes on."""

    kind: str
    clause: str
    awaits: tuple[str, ...]
    details: Mapping[str, str]
    answers: Mapping[str, str] = field(default_factory=dict)
    """What players chose so far, where it is for each of them to choose."""


def evolve(halt: Halt | None, event: ev.Event) -> Halt | None:
    """What the table waits for after one more event."""
    match event:
        case ev.IrregularityReported(awaits=()):
            return halt
        case ev.IrregularityReported():
            return Halt(
                kind=event.kind, clause=event.clause, awaits=event.awaits, details=event.details
            )
        case ev.PlayerAnswered(player=player, answer=answer):
            assert halt is not None, "only a table that waits is answered"
            return replace(halt, answers={**halt.answers, player: answer})
        case ev.RulingMade() | ev.EveryoneAnswered():
            return None
        case _:
            return halt


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was found wrong in this round and still matters; each round begins with nothing."""

    exposed: tuple[Card, ...] = ()
    """Cards wrongly exposed, or found face up in the deck."""
    next_card: Card | None = None
    """Drawn in error and unseen, so that the deal goes on with it."""
    next_after: int = 0
    """How many cards of the deal came before it."""
    drawn_too: Mapping[int, Card] = field(default_factory=dict)
    """Others drawn in error in the same deal, by how many cards came before each."""
    misdealt: tuple[int, ...] = ()
    """Seats dealt a wrong number of cards, until another card is exposed."""
    may_withdraw: tuple[int, ...] = ()
    """The seats permitted to take their wagers back."""

    @property
    def drawn(self) -> dict[int, Card]:
        """Every card that left the shoe too early, by how many cards of the deal come before it."""
        first = {} if self.next_card is None else {self.next_after: self.next_card}
        return {**self.drawn_too, **first}


def found_after(found: Found, event: ev.Event) -> Found:
    """What was found, after one more event."""
    match event:
        case ev.CardsWronglyExposed():
            return replace(found, exposed=found.exposed + event.cards, misdealt=(), may_withdraw=())
        case ev.NextCardDrawn():
            # A card that is told again has moved.
            others = {n: c for n, c in found.drawn.items() if c != event.card and n != event.after}
            return replace(found, next_card=event.card, next_after=event.after, drawn_too=others)
        case ev.HandsMisdealt():
            return replace(found, misdealt=found.misdealt + event.seats)
        case ev.WithdrawalPermitted():
            return replace(found, may_withdraw=event.seats)
        case _:
            return found


def after_shoe(found: Found) -> Found:
    """What was found, once the deck has left the shoe to be shuffled or cut anew.

    All its cards are in that, also one drawn in error: it is the next card of the deck it left
    (13(b)), and that order is gone (13(d)). A card set aside stays out of the game (13(a)).
    """
    return replace(found, next_card=None, next_after=0, drawn_too={})


def after_round(found: Found, play: RoundState, event: RoundEvent) -> Found:
    """What was found, after something happened in the round; `play` is the round before it."""
    match event:
        case RoundOpened():
            return Found()
        case CardsDealt():
            return after_shoe(found)
        case CardsTurned() | HandShown() | RoundSettled():
            if not found.misdealt and not found.may_withdraw:
                return found
            return replace(found, misdealt=(), may_withdraw=())
        case _:
            return found
