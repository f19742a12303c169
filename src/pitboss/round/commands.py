"""What people at a table ask for. Imperatives; nothing has happened yet.

Everything from outside comes in with the command: the cards that were dealt, what was drawn, how
the meters stand. That is why a round can be played again from its record, card for card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.codec import stored
from pitboss.money import NOTHING, Money
from pitboss.round.round import Level
from pitboss.rulebook.model import OptionValue


@stored("open-round")
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound:
    """ "Place your bets, please": the round begins under fixed terms."""

    positions: int
    method: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    limits: Mapping[str, tuple[Money, Money]] = field(default_factory=dict)
    unit: Money | None = None
    """The link's progressive unit; without a link no progressive wager can be placed."""


@stored("place-wager")
@dataclass(frozen=True, slots=True)
class PlaceWager:
    """A person stakes money on a wager of a seat."""

    seat: int
    player: str
    wager: str
    stake: Money
    instrument: str = "chips"
    """What it is made with; a live table takes only what its rulebook names."""
    coupon: Money = NOTHING
    """The part of the stake that is a match play coupon."""


@stored("take-down")
@dataclass(frozen=True, slots=True)
class TakeDown:
    """A person takes a wager back before bets close."""

    seat: int
    player: str
    wager: str


@stored("close-bets")
@dataclass(frozen=True, slots=True)
class CloseBets:
    """ "No more bets"."""


@stored("record-draws")
@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDraws:
    """What the system drew for this round, unseen until settlement."""

    magic_card: Card | None = None
    lucky_seat: int | None = None


@stored("deal-cards")
@dataclass(frozen=True, slots=True)
class DealCards:
    """The cards the dealing method calls for now, in the order they were dispensed."""

    cards: tuple[Card, ...]


@stored("view-hand")
@dataclass(frozen=True, slots=True)
class ViewHand:
    """A person with several hands looks at one, and thereby at no other."""

    seat: int


@stored("choose")
@dataclass(frozen=True, slots=True)
class Choose:
    """A seat answers the question put to it."""

    seat: int
    choice: str


@stored("burn-card")
@dataclass(frozen=True, slots=True)
class BurnCard:
    """The dealer discards the card that is due, unseen."""


@stored("turn-cards")
@dataclass(frozen=True, slots=True)
class TurnCards:
    """The dealer turns the community or dealer cards that are due."""


@stored("leave-down")
@dataclass(frozen=True, slots=True)
class LeaveDown:
    """The dealer leaves community cards face down that nobody needs."""


@stored("show-hand")
@dataclass(frozen=True, slots=True)
class ShowHand:
    """The dealer turns a seat's cards over."""

    seat: int


@stored("decline-to-show")
@dataclass(frozen=True, slots=True)
class DeclineToShow:
    """A player does not let the hand be compared."""

    seat: int


@stored("remove-hand")
@dataclass(frozen=True, slots=True)
class RemoveHand:
    """A hand is taken out of the round under a rule."""

    seat: int
    rule: str


@stored("void-round")
@dataclass(frozen=True, slots=True)
class VoidRound:
    """The whole round is void under a rule."""

    rule: str


@stored("settle-round")
@dataclass(frozen=True, slots=True, kw_only=True)
class SettleRound:
    """Every wager gets its outcome, percentages by the meters as they stand."""

    meters: Mapping[str, Level] = field(default_factory=dict)
    holds_prizes: bool = False
    """Whether what is won from a meter is held until its claim is paid (I-14)."""
    fixed_from: str | None = None
    """The meter that pays awards which are no percentage; without it the house does (I-05)."""


@stored("end-round")
@dataclass(frozen=True, slots=True)
class EndRound:
    """The result is announced, losing wagers are collected, winning wagers are paid."""


Command = (
    OpenRound | PlaceWager | TakeDown | CloseBets | RecordDraws | DealCards | ViewHand | Choose
    | BurnCard | TurnCards | LeaveDown | ShowHand | DeclineToShow | RemoveHand | VoidRound
    | SettleRound | EndRound
)  # fmt: skip
