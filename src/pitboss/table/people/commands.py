"""What is asked concerning the people at a table."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.codec import stored
from pitboss.money import Money


@stored("take-seat")
@dataclass(frozen=True, slots=True)
class TakeSeat:
    """A player sits down at a position."""

    player: str
    seat: int


@stored("leave-seat")
@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """A player gets up."""

    player: str


@stored("return-to-table")
@dataclass(frozen=True, slots=True)
class ReturnToTable:
    """A player whose absence was confirmed is back."""

    player: str


@stored("give-notice")
@dataclass(frozen=True, slots=True)
class GiveNotice:
    """The dealer tells a player that only one hand may be viewed, however many are wagered on."""

    player: str


@stored("restrict")
@dataclass(frozen=True, slots=True)
class Restrict:
    """A player is held to one position."""

    player: str
    reason: str


@stored("lift-restriction")
@dataclass(frozen=True, slots=True)
class LiftRestriction:
    """A player may wager on several positions again."""

    player: str
    reason: str


@stored("readmit")
@dataclass(frozen=True, slots=True)
class Readmit:
    """A player who was barred, or whose action was stopped, may play again."""

    player: str
    reason: str


@stored("place-on-behalf")
@dataclass(frozen=True, slots=True)
class PlaceOnBehalf:
    """A member of staff places a wager for a player who asked for it."""

    seat: int
    player: str
    wager: str
    stake: Money


@stored("view-declined-hand")
@dataclass(frozen=True, slots=True)
class ViewDeclinedHand:
    """A supervisor looks, at their discretion, at a hand that its player declined to show."""

    seat: int
    reason: str


@stored("register-device")
@dataclass(frozen=True, slots=True)
class RegisterDevice:
    """The wagering device of an area is in order: progressive wagers may come through it."""

    seat: int


@stored("retire-device")
@dataclass(frozen=True, slots=True)
class RetireDevice:
    """The wagering device of an area is out of order."""

    seat: int


@stored("prompt-for-decision")
@dataclass(frozen=True, slots=True)
class PromptForDecision:
    """The time the house gives for a decision is over, and the dealer is prompted."""

    seat: int


Command = (
    TakeSeat | LeaveSeat | ReturnToTable | GiveNotice | Restrict | LiftRestriction | Readmit
    | PlaceOnBehalf | ViewDeclinedHand | RegisterDevice | RetireDevice | PromptForDecision
)  # fmt: skip
