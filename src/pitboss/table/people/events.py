"""What happened concerning the people at a table."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.codec import stored
from pitboss.money import Money


@stored("seat-taken")
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A player sat down."""

    player: str
    seat: int
    clause: str


@stored("seat-left")
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    """A player got up."""

    player: str
    clause: str


@stored("notice-given")
@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeGiven:
    """A player was told of the one view; it holds for the sitting."""

    player: str
    clause: str


@stored("player-restricted")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRestricted:
    """A player is held to one position."""

    player: str
    reason: str
    clause: str


@stored("restriction-lifted")
@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictionLifted:
    """A player is no longer held to one position."""

    player: str
    reason: str
    clause: str


@stored("player-barred")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBarred:
    """A player is prohibited from further play."""

    player: str
    reason: str
    clause: str


@stored("player-readmitted")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReadmitted:
    """A player who was barred, or whose action was stopped, may play again."""

    player: str
    reason: str
    clause: str


@stored("action-stopped")
@dataclass(frozen=True, slots=True, kw_only=True)
class ActionStopped:
    """A player decides nothing more for these hands in this round."""

    player: str
    seats: tuple[int, ...]
    reason: str
    clause: str


@stored("absence-confirmed")
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceConfirmed:
    """A player is not there to decide."""

    player: str
    clause: str


@stored("player-returned")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReturned:
    """A player who was absent is back."""

    player: str
    clause: str


@stored("wager-requested")
@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRequested:
    """A player asked staff to place a wager; it is the player's own."""

    player: str
    seat: int
    wager: str
    stake: Money
    clause: str


@stored("declined-hand-viewed")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeclinedHandViewed:
    """Somebody of the house looked at a hand that was not shown: it stays settled as it was."""

    seat: int
    reason: str
    clause: str


@stored("short-wager-allowed")
@dataclass(frozen=True, slots=True, kw_only=True)
class ShortWagerAllowed:
    """A player's wagers under the minimum are settled, this one time."""

    player: str
    gaming_day: str
    number: int
    """The round it was."""
    clause: str


@stored("short-wager-undone")
@dataclass(frozen=True, slots=True, kw_only=True)
class ShortWagerUndone:
    """The round is void in which they would have been: the one time is still to come."""

    player: str
    clause: str


@stored("device-registered")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRegistered:
    """Progressive wagers of an area may come through its device."""

    seat: int
    clause: str


@stored("device-retired")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRetired:
    """No progressive wager comes through the device of an area."""

    seat: int
    clause: str


@stored("decision-prompted")
@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPrompted:
    """The time for a decision is over: the dealer asks again, and nothing else follows."""

    seat: int
    decision: str
    clause: str


Event = (
    SeatTaken | SeatLeft | NoticeGiven | PlayerRestricted | RestrictionLifted | PlayerBarred
    | PlayerReadmitted | ActionStopped | AbsenceConfirmed | PlayerReturned | WagerRequested
    | ShortWagerAllowed | ShortWagerUndone | DeviceRegistered | DeviceRetired | DecisionPrompted
    | DeclinedHandViewed
)  # fmt: skip
