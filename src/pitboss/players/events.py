"""What happened to a player's account. Past participles."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.codec import stored
from pitboss.money import Money


@stored("player-registered")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRegistered:
    """There is an account; a guest's has no secret."""

    name: str
    secret_hash: str = field(repr=False)
    is_guest: bool
    at: str
    clause: str = ""


@stored("purse-filled")
@dataclass(frozen=True, slots=True, kw_only=True)
class PurseFilled:
    """Play money was given."""

    amount: Money
    at: str
    clause: str = ""


@stored("taken-to-table")
@dataclass(frozen=True, slots=True, kw_only=True)
class TakenToTable:
    """Money went from the purse to a table, whose own stream says the same."""

    table: str
    amount: Money
    at: str
    clause: str = ""


@stored("brought-from-table")
@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtFromTable:
    """Money came back from a table."""

    table: str
    amount: Money
    at: str
    clause: str = ""


@stored("sat-down")
@dataclass(frozen=True, slots=True, kw_only=True)
class SatDown:
    """A sitting began."""

    table: str
    at: str
    clause: str = ""


@stored("got-up")
@dataclass(frozen=True, slots=True, kw_only=True)
class GotUp:
    """A sitting ended."""

    table: str
    at: str
    clause: str = ""


@stored("spend-limited")
@dataclass(frozen=True, slots=True, kw_only=True)
class SpendLimited:
    """What a day may cost, from the time it `starts` to hold."""

    limit: Money | None
    starts: str
    at: str
    clause: str = ""


@stored("time-limited")
@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimited:
    """How many minutes of a day may be spent at tables, from the time it `starts` to hold."""

    minutes: int | None
    starts: str
    at: str
    clause: str = ""


PlayerEvent = (
    PlayerRegistered | PurseFilled | TakenToTable | BroughtFromTable | SatDown | GotUp
    | SpendLimited | TimeLimited
)  # fmt: skip


@stored("session-opened")
@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpened:
    """Somebody came in from a browser; the stream is named by a hash of what the browser keeps."""

    person: str
    is_staff: bool
    expires: str
    at: str
    renewals: int = 0
    """Of a member of staff: how often their way in had been set anew by then; see `Person`."""
    by_two_factors: bool = False
    """Whether a member of staff showed a code beside the secret (S7)."""
    clause: str = ""


@stored("session-closed")
@dataclass(frozen=True, slots=True, kw_only=True)
class SessionClosed:
    """They left, or were shown out."""

    person: str
    at: str
    clause: str = ""


SessionEvent = SessionOpened | SessionClosed
