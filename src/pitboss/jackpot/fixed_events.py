"""What a link pays of awards that are no percentage of a meter, and takes back (I-05)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.codec import stored
from pitboss.jackpot.meters import Account
from pitboss.money import Money


@stored("fixed-awards-taken")
@dataclass(frozen=True, slots=True, kw_only=True)
class FixedAwardsTaken:
    """A level paid odds and dollar rows, envy, Magic Card or Lucky Player of a round."""

    table: str
    round: int
    game: str
    level: str
    awards: Mapping[int, Money]
    """What each seat won of them, whoever pays it."""
    before: Money
    """What the percentage rows of the round left on the level."""
    taken: Money
    """What the level pays; the rest is the house's."""
    after: Money
    moves: Mapping[str, Mapping[Account, int]]
    clause: str


@stored("fixed-awards-returned")
@dataclass(frozen=True, slots=True, kw_only=True)
class FixedAwardsReturned:
    """The settlement was undone, and what the level paid for it is there again (I-83)."""

    table: str
    round: int
    game: str
    level: str
    returned: Money
    moves: Mapping[str, Mapping[Account, int]]
    clause: str


FixedEvent = FixedAwardsTaken | FixedAwardsReturned
