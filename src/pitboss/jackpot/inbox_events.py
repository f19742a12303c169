"""What a table puts into its inbox at a link. Each event has its number there, one after another.

The parts say what the level receives; `due` says what the table's rack owes the level for it in
whole cents. What is left of a cent is carried to the table's next entry, so that the rack has paid
the whole cents of all it ever owed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.codec import stored
from pitboss.money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Contributed:
    """What one level receives; less than nothing where it is given back."""

    accrued: int
    reserve: int
    due: Money
    """Whole cents that the books set aside for the level."""
    carried: int
    """Parts of a cent that the table still owes after this."""


@stored("round-contributed")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundContributed:
    """The qualifying progressive wagers of a round at "No more bets" (I-07)."""

    number: int
    table: str
    round: int
    game: str
    edition: int
    """Of the link's terms: by these rates it was worked out."""
    per_cent: int
    stakes: Mapping[int, Money]
    levels: Mapping[str, Contributed]
    clause: str


@stored("contribution-reversed")
@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionReversed:
    """Wagers went back: the counter-entry to what they contributed, to the last part (I-07)."""

    number: int
    of: int
    """The number of the entry that it takes back."""
    table: str
    round: int
    game: str
    edition: int
    per_cent: int
    stakes: Mapping[int, Money]
    wagers: int
    """Of them, those that went back wholly."""
    levels: Mapping[str, Contributed]
    clause: str


@stored("contribution-alarmed")
@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionAlarmed:
    """One wager would have added more than is reasonable: it is not counted (P26)."""

    number: int
    table: str
    round: int
    game: str
    seat: int
    stake: Money
    level: str
    bound: Money
    clause: str


InboxEvent = RoundContributed | ContributionReversed | ContributionAlarmed
