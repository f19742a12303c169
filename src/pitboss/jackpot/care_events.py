"""What happened in the care of a pot: by two persons, with the reason, and what moved where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pitboss.codec import stored
from pitboss.jackpot.meters import Account
from pitboss.jackpot.terms import LinkTerms
from pitboss.money import Money


class AdjustmentReason(StrEnum):
    """Why a meter may be put right by hand; a prize is the only other reason for it to fall (P9).

    What is above the limit is never shown, so nobody need take it off.
    """

    MALFUNCTION = "malfunction corrected"
    SEED_RECOVERY = "seed recovered"


@stored("meter-adjusted")
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
    clause: str


@stored("meter-filled")
@dataclass(frozen=True, slots=True, kw_only=True)
class MeterFilled:
    """The house put money on a level."""

    level: str
    amount: Money
    explanation: str
    before: Money
    after: Money
    moves: Mapping[str, Mapping[Account, int]]
    clause: str


@stored("change-held")
@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeHeld:
    """New terms wait until every level they change was won (P13)."""

    terms: LinkTerms
    digest: str
    levels: tuple[str, ...]
    clause: str


@stored("terms-changed")
@dataclass(frozen=True, slots=True, kw_only=True)
class TermsChanged:
    """The link runs by new terms; meters are kept in so many parts of a cent from now on."""

    terms: LinkTerms
    digest: str
    edition: int
    per_cent: int
    moves: Mapping[str, Mapping[Account, int]]
    """What stood above an old limit is set aside, so that no display changes."""
    has_waited: bool
    """Whether they waited for a win: the persons who asked for them then answer for them."""
    clause: str


@stored("transfer-sent")
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
    clause: str


@stored("transfer-received")
@dataclass(frozen=True, slots=True, kw_only=True)
class TransferReceived:
    """Money of another link is on this level; parts are as fine as both need."""

    from_link: str
    transfer: int
    level: str
    per_cent: int
    moves: Mapping[str, Mapping[Account, int]]
    clause: str


@stored("funds-counted")
@dataclass(frozen=True, slots=True, kw_only=True)
class FundsCounted:
    """What is set aside for the link, and what is owed on all its levels, rounded up (P30)."""

    funds: Money
    owed: Money
    document: str
    clause: str


@stored("link-retired")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRetired:
    """The link is over; it holds nothing."""

    clause: str


CareEvent = (
    MeterAdjusted | MeterFilled | ChangeHeld | TermsChanged | TransferSent | TransferReceived
    | FundsCounted | LinkRetired
)  # fmt: skip
