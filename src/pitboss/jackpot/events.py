"""What happened to a link. Past participles; where two persons must act, `second` is the other.

Events carry all that `evolve` needs: what moves on each level is written out part by part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pitboss.cards import Card
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.meters import Account
from pitboss.jackpot.proposal import Proposal
from pitboss.jackpot.terms import LinkTerms
from pitboss.money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalApproved:
    """A proposal may be run."""

    proposal: Proposal
    digest: str
    by: str
    second: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkOpened:
    """The link exists: its levels stand at their initial amounts, put in by the house."""

    link: str
    terms: LinkTerms
    digest: str
    per_cent: int
    by: str
    second: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkStarted:
    """The link takes wagers: software and configuration are what was approved (P19)."""

    digest: str
    software: str
    by: str
    second: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkStopped:
    """The link takes no wagers; its displays say why (P32)."""

    reason: str
    by: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableJoined:
    """A table shares the link."""

    table: str
    game: str
    sharing: Sharing
    by: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLeft:
    """A table shares the link no more; all it contributed is counted."""

    table: str
    by: str
    at: str
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionsFolded:
    """What lay in inboxes is on the meters, each entry once."""

    reads: tuple[Read, ...]
    at: str
    clause: str


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
    by: str
    at: str
    clause: str
    is_held: bool = False
    """Whether its table holds the prizes until they are paid; at first winners had them at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimVerified:
    """The winning cards were seen and the deck counted to the last card (P34)."""

    claim: int
    cards: Mapping[int, tuple[Card, ...]]
    deck: tuple[Card, ...]
    moves: Mapping[str, Mapping[Account, int]]
    is_locked: bool
    """Whether a prize is so large that it waits for its release (R10)."""
    by: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRejected:
    """The claim does not stand: what it took goes back to the levels as they are now (I-14)."""

    claim: int
    reason: str
    moves: Mapping[str, Mapping[Account, int]]
    by: str
    second: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeReleased:
    """A large prize may be paid."""

    claim: int
    document: str
    by: str
    at: str
    clause: str


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
    by: str
    second: str
    at: str
    clause: str


class AdjustmentReason(StrEnum):
    """Why a meter may be put right by hand; a prize is the only other reason for it to fall (P9).

    What is above the limit is never shown, so nobody need take it off.
    """

    MALFUNCTION = "malfunction corrected"
    SEED_RECOVERY = "seed recovered"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterAdjusted:
    """A level was put right by hand."""

    level: str
    reason: AdjustmentReason
    explanation: str
    document: str
    before: Money
    after: Money
    moves: Mapping[str, Mapping[Account, int]]
    by: str
    second: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterFilled:
    """The house put money on a level."""

    level: str
    amount: Money
    explanation: str
    before: Money
    after: Money
    moves: Mapping[str, Mapping[Account, int]]
    by: str
    second: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeHeld:
    """New terms wait until every level they change was won (P13)."""

    terms: LinkTerms
    digest: str
    levels: tuple[str, ...]
    by: str
    second: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsChanged:
    """The link runs by new terms; meters are kept in so many parts of a cent from now on."""

    terms: LinkTerms
    digest: str
    edition: int
    per_cent: int
    moves: Mapping[str, Mapping[Account, int]]
    """What stood above an old limit is set aside, so that no display changes."""
    by: str
    second: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferSent:
    """Money of a level went to another link, to the last part (P28)."""

    transfer: int
    level: str
    holding: Account
    to_link: str
    to_level: str
    currency: str
    parts: int
    per_cent: int
    moves: Mapping[str, Mapping[Account, int]]
    by: str
    second: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferReceived:
    """Money of another link is on this level; parts are as fine as both need."""

    from_link: str
    transfer: int
    level: str
    per_cent: int
    moves: Mapping[str, Mapping[Account, int]]
    by: str
    second: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FundsCounted:
    """What is set aside for the link, and what is owed on all its levels, rounded up (P30)."""

    funds: Money
    owed: Money
    document: str
    by: str
    second: str
    at: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRetired:
    """The link is over; it holds nothing."""

    by: str
    second: str
    at: str
    clause: str


LinkEvent = (
    ProposalApproved | LinkOpened | LinkStarted | LinkStopped | TableJoined | TableLeft
    | ContributionsFolded | ClaimEntered | ClaimVerified | ClaimRejected | PrizeReleased | PrizePaid
    | MeterAdjusted | MeterFilled | ChangeHeld | TermsChanged | TransferSent | TransferReceived
    | FundsCounted | LinkRetired
)  # fmt: skip
