"""What happened to a link. Past participles; who did it, beside whom and when is in the envelope.

Those of claims, of fixed awards and of the care of a pot have modules of their own, and are all
named here. Events carry all that `evolve` needs: what moves on each level is written out part by
part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.codec import stored
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.care_events import (
    AdjustmentReason,
    CareEvent,
    ChangeHeld,
    FundsCounted,
    LinkRetired,
    MeterAdjusted,
    MeterFilled,
    TermsChanged,
    TransferReceived,
    TransferSent,
)
from pitboss.jackpot.claim_events import (
    ClaimEntered,
    ClaimEvent,
    ClaimRejected,
    ClaimVerified,
    PaidClaimUndone,
    PrizePaid,
    PrizeReleased,
    Recovery,
    Taken,
    Winner,
)
from pitboss.jackpot.fixed_events import FixedAwardsReturned, FixedAwardsTaken, FixedEvent
from pitboss.jackpot.proposal import Proposal
from pitboss.jackpot.terms import LinkTerms
from pitboss.money import Money

__all__ = [
    "AdjustmentReason",
    "CareEvent",
    "ChangeHeld",
    "ClaimEntered",
    "ClaimEvent",
    "ClaimRejected",
    "ClaimVerified",
    "ContributionsFolded",
    "FixedAwardsReturned",
    "FixedAwardsTaken",
    "FixedEvent",
    "FundsCounted",
    "LinkEvent",
    "LinkOpened",
    "LinkRetired",
    "LinkStarted",
    "LinkStopped",
    "MeterAdjusted",
    "MeterFilled",
    "OwnerTook",
    "PaidClaimUndone",
    "PrizePaid",
    "PrizeReleased",
    "ProposalApproved",
    "Read",
    "Recovery",
    "TableJoined",
    "TableLeft",
    "Taken",
    "TermsChanged",
    "TransferReceived",
    "TransferSent",
    "Winner",
]


@stored("proposal-approved")
@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalApproved:
    """A proposal may be run."""

    proposal: Proposal
    digest: str
    clause: str


@stored("link-opened")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinkOpened:
    """The link exists: its levels stand at their initial amounts, put in by the house."""

    link: str
    terms: LinkTerms
    digest: str
    per_cent: int
    clause: str


@stored("link-started")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinkStarted:
    """The link takes wagers: software and configuration are what was approved (P19)."""

    digest: str
    software: str
    clause: str


@stored("link-stopped")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinkStopped:
    """The link takes no wagers; its displays say why (P32)."""

    reason: str
    clause: str


@stored("table-joined")
@dataclass(frozen=True, slots=True, kw_only=True)
class TableJoined:
    """A table shares the link."""

    table: str
    game: str
    sharing: Sharing
    clause: str


@stored("table-left")
@dataclass(frozen=True, slots=True, kw_only=True)
class TableLeft:
    """A table shares the link no more; all it contributed is counted."""

    table: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What was read from one table's inbox: from after one entry up to another."""

    table: str
    game: str
    after: int
    upto: int
    wagers: int
    """Qualifying wagers, less those returned."""
    staked: Money
    levels: Mapping[str, tuple[int, int]]
    """What accrued and what went to the reserve on each level, in the link's parts."""


@stored("contributions-folded")
@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionsFolded:
    """What lay in inboxes is on the meters, each entry once."""

    reads: tuple[Read, ...]
    clause: str


@stored("owner-took")
@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerTook:
    """One process counts contributions from now on, and no other.

    Its fence is higher than any before. A process that finds a higher one than its own has been
    replaced and writes no more (P14).
    """

    fence: int
    owner: str
    """Which process, in words for people."""
    clause: str


LinkEvent = (
    ProposalApproved | LinkOpened | LinkStarted | LinkStopped | TableJoined | TableLeft
    | OwnerTook | ContributionsFolded | ClaimEvent | CareEvent | FixedEvent
)  # fmt: skip
