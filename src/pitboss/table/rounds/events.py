"""What happened concerning the rounds of a table, beside the events of the round itself."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.codec import stored


@stored("bets-called")
@dataclass(frozen=True, slots=True, kw_only=True)
class BetsCalled:
    """A round got its number, and the system is bound to its seeds."""

    number: int
    gaming_day: str
    deck: str
    draws: str
    clause: str


@stored("seeds-opened")
@dataclass(frozen=True, slots=True, kw_only=True)
class SeedsOpened:
    """The seeds of a round that is over."""

    number: int
    deck: str
    draws: str
    clause: str


Event = BetsCalled | SeedsOpened


@stored("seeds-kept")
@dataclass(frozen=True, slots=True, kw_only=True)
class SeedsKept:
    """The seeds of a round that is still played, in a stream that nobody at the table sees."""

    number: int
    deck: str
    draws: str
    clause: str
