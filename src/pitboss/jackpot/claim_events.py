"""What happened to a claim on a link, from its entry to the slip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.codec import stored
from pitboss.jackpot.meters import Account
from pitboss.money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """One award of a claim."""

    seat: int
    player: str
    hand: str
    level: str
    percent: int
    amount: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What a claim takes from a level, and who pays for its reset."""

    before: Money
    awarded: Money
    resets: Money
    after: Money
    from_reserve: Money
    from_house: Money
    is_reset: bool
    """Whether all of it was won, so that it starts again."""


@stored("claim-entered")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEntered:
    """A claim has its place in the order of the link, and its amount is frozen (I-11, I-14)."""

    claim: int
    table: str
    round: int
    game: str
    winners: tuple[Winner, ...]
    levels: Mapping[str, Taken]
    moves: Mapping[str, Mapping[Account, int]]
    clause: str


@stored("claim-verified")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimVerified:
    """The winning cards were seen and the deck counted to the last card (P34)."""

    claim: int
    cards: Mapping[int, tuple[Card, ...]]
    deck: tuple[Card, ...]
    moves: Mapping[str, Mapping[Account, int]]
    is_locked: bool
    """Whether a prize is so large that it waits for its release (R10)."""
    clause: str


@stored("claim-rejected")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRejected:
    """The claim does not stand: what it took goes back to the levels as they are now (I-14)."""

    claim: int
    reason: str
    moves: Mapping[str, Mapping[Account, int]]
    clause: str


@stored("prize-released")
@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeReleased:
    """A large prize may be paid."""

    claim: int
    document: str
    clause: str


@stored("prize-paid")
@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePaid:
    """One winner was paid, with a slip (R5). Slips of a link are numbered without a gap."""

    slip: int
    claim: int
    table: str
    round: int
    seat: int
    player: str
    hand: str
    level: str
    amount: Money
    words: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """What one winner was paid and has to give back, with the slip that is void by it."""

    slip: int
    seat: int
    player: str
    amount: Money


@stored("paid-claim-undone")
@dataclass(frozen=True, slots=True, kw_only=True)
class PaidClaimUndone:
    """The round of a claim that was paid does not stand, so that it pays nothing (I-82).

    The levels have all of it back at once, as they are now: what the winners still have of it is
    for the house to recover from them, and not for those who play on.
    """

    claim: int
    table: str
    round: int
    recover: tuple[Recovery, ...]
    reason: str
    moves: Mapping[str, Mapping[Account, int]]
    clause: str


ClaimEvent = (
    ClaimEntered | ClaimVerified | ClaimRejected | PrizeReleased | PrizePaid | PaidClaimUndone
)
