"""Reports of irregularities, rulings and answers: what is stored, and what the table waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.codec import stored
from pitboss.frozen import replace
from pitboss.round.deal import CardsDealt, CardsTurned
from pitboss.round.decisions import HandShown
from pitboss.round.result import RoundSettled
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState
from pitboss.round.start import RoundOpened
from pitboss.table.rules import ANYBODY, AfterRound, Roles


@stored("report", kw_only=True)
class ReportIrregularity:
    """Something went wrong: which entry of the rulebook's list, and what is known of it."""

    kind: str
    details: Mapping[str, str] = field(default_factory=dict)


@stored("rule", kw_only=True)
class MakeRuling:
    """A person whose role permits it decides what follows."""

    ruling: str
    reason: str
    details: Mapping[str, str] = field(default_factory=dict)


@stored("answer", kw_only=True)
class Answer:
    """What a player chooses where the rule leaves it to the player; the dealer may say it."""

    player: str
    answer: str


Command = ReportIrregularity | MakeRuling | Answer

RULING = "Rule"
ANSWERS = "Answer"
AWAITED: Mapping[type, str] = {MakeRuling: RULING, Answer: ANSWERS}
"""What a table may wait for, as it is stored."""


# --- events ---------------------------------------------------------------------------------------


@stored("irregularity-reported", kw_only=True)
class IrregularityReported:
    """Something went wrong. Where a person must decide or act next, the table waits for it."""

    kind: str
    """The entry of the rulebook's list of irregularities."""
    details: Mapping[str, str]
    awaits: tuple[str, ...]
    """What may come next, as `AWAITED` names it; nothing if the table goes on by itself."""
    clause: str


@stored("ruling-made", kw_only=True)
class RulingMade:
    """A person whose role permits it decided what follows, and the table goes on from there."""

    kind: str
    ruling: str
    reason: str
    clause: str


@stored("cards-wrongly-exposed", kw_only=True)
class CardsWronglyExposed:
    """Cards were seen too early; they are counted until the round ends."""

    cards: tuple[Card, ...]
    clause: str


@stored("next-card-drawn", kw_only=True)
class NextCardDrawn:
    """A card left the shoe too early and unseen: it is the next one to be dealt."""

    card: Card | None
    """None where no device read it."""
    after: int
    """How many cards of the deal came before it."""
    clause: str


@stored("hands-misdealt", kw_only=True)
class HandsMisdealt:
    """These seats hold a wrong number of cards, and that cannot be put right."""

    seats: tuple[int, ...]
    clause: str


@stored("withdrawal-permitted", kw_only=True)
class WithdrawalPermitted:
    """These seats may take all their wagers back until the next card is exposed (I-88)."""

    seats: tuple[int, ...]
    clause: str


@stored("player-answered", kw_only=True)
class PlayerAnswered:
    """A player chose what the rule leaves to each; the table waits for the others."""

    kind: str
    player: str
    answer: str
    clause: str


@stored("everyone-answered", kw_only=True)
class EveryoneAnswered:
    """Every player who was asked has answered, and the table goes on from there."""

    kind: str
    clause: str


Event = (
    IrregularityReported | RulingMade | CardsWronglyExposed | NextCardDrawn | HandsMisdealt
    | WithdrawalPermitted | PlayerAnswered | EveryoneAnswered
)  # fmt: skip


ROLES: Roles = {
    IrregularityReported: lambda rules, event: rules.rung(
        rules.rulebook.irregularities[event.kind].reported_by
    ),
    RulingMade: lambda rules, event: rules.rung(rules.rulebook.irregularities[event.kind].ruled_by),
    WithdrawalPermitted: lambda rules, event: rules.rung(rules.permit_role),
    PlayerAnswered: ANYBODY,
}
"""What is noted beside a report needs no other role than the report does."""


# --- what the table waits for ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Halt:
    """Something that must be dealt with before the table goes on."""

    kind: str
    clause: str
    awaits: tuple[str, ...]
    details: Mapping[str, str]
    answers: Mapping[str, str] = field(default_factory=dict)
    """What players chose so far, where it is for each of them to choose."""

    @property
    def awaits_ruling(self) -> bool:
        """Whether a person must decide what follows."""
        return RULING in self.awaits

    @property
    def awaits_answers(self) -> bool:
        """Whether players must say what they choose."""
        return ANSWERS in self.awaits


def halt_after(halt: Halt | None, event: Event) -> Halt | None:
    """What the table waits for after one more event."""
    match event:
        case IrregularityReported(awaits=()):
            return halt
        case IrregularityReported():
            return Halt(
                kind=event.kind, clause=event.clause, awaits=event.awaits, details=event.details
            )
        case PlayerAnswered(player=player, answer=answer):
            assert halt is not None, "only a table that waits is answered"
            return replace(halt, answers={**halt.answers, player: answer})
        case RulingMade() | EveryoneAnswered():
            return None
        case _:
            return halt


# --- what was found wrong in the round so far -----------------------------------------------------


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


def found_after(found: Found, event: Event) -> Found:
    """What was found, after one more event."""
    match event:
        case CardsWronglyExposed():
            return replace(found, exposed=found.exposed + event.cards, misdealt=(), may_withdraw=())
        case NextCardDrawn():
            # A card that is told again has moved.
            others = {n: c for n, c in found.drawn.items() if c != event.card and n != event.after}
            return replace(found, next_card=event.card, next_after=event.after, drawn_too=others)
        case HandsMisdealt():
            return replace(found, misdealt=found.misdealt + event.seats)
        case WithdrawalPermitted():
            return replace(found, may_withdraw=event.seats)
        case _:
            return found


def after_shoe(found: Found) -> Found:
    """What was found, once the deck has left the shoe to be shuffled or cut anew.

    All its cards are in that, also one drawn in error: it is the next card of the deck it left
    (13(b)), and that order is gone (13(d)). A card set aside stays out of the game (13(a)).
    """
    return replace(found, next_card=None, next_after=0, drawn_too={})


def _seen(found: Found, play: RoundState, event: RoundEvent) -> Found:
    """The next card is exposed: it is too late for what had to come before it."""
    if not found.misdealt and not found.may_withdraw:
        return found
    return replace(found, misdealt=(), may_withdraw=())


AFTER_ROUND: AfterRound[Found] = {
    RoundOpened: lambda found, play, event: Found(),
    CardsDealt: lambda found, play, event: after_shoe(found),
    CardsTurned: _seen,
    HandShown: _seen,
    RoundSettled: _seen,
}
