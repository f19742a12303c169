"""What was found wrong, and what was ruled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.codec import stored


@stored("irregularity-reported")
@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityReported:
    """Something went wrong. Where a person must decide or act next, the table waits for it."""

    kind: str
    """The entry of the rulebook's list of irregularities."""
    details: Mapping[str, str]
    awaits: tuple[str, ...]
    """The names of the commands that may come next; none if the table goes on by itself."""
    clause: str


@stored("ruling-made")
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingMade:
    """Somebody with the right to decided what follows, and the table goes on from there."""

    kind: str
    ruling: str
    reason: str
    clause: str


@stored("cards-wrongly-exposed")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardsWronglyExposed:
    """Cards were seen that nobody should have seen yet; they are counted until the round ends."""

    cards: tuple[Card, ...]
    clause: str


@stored("next-card-drawn")
@dataclass(frozen=True, slots=True, kw_only=True)
class NextCardDrawn:
    """A card left the shoe too early and unseen: it is the next one to be dealt."""

    card: Card | None
    """None where no device read it."""
    after: int
    """How many cards of the deal came before it."""
    clause: str


@stored("hands-misdealt")
@dataclass(frozen=True, slots=True, kw_only=True)
class HandsMisdealt:
    """These seats hold a wrong number of cards, and that cannot be put right."""

    seats: tuple[int, ...]
    clause: str


@stored("withdrawal-permitted")
@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalPermitted:
    """These seats may take all their wagers back until the next card is exposed (I-88)."""

    seats: tuple[int, ...]
    clause: str


@stored("player-answered")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAnswered:
    """A player chose what the rule leaves to each; the table waits for the others."""

    kind: str
    player: str
    answer: str
    clause: str


@stored("everyone-answered")
@dataclass(frozen=True, slots=True, kw_only=True)
class EveryoneAnswered:
    """All who had to have answered, and the table goes on from there."""

    kind: str
    clause: str


Event = (
    IrregularityReported | RulingMade | CardsWronglyExposed | NextCardDrawn | HandsMisdealt
    | WithdrawalPermitted | PlayerAnswered | EveryoneAnswered
)  # fmt: skip
