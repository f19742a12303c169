"""What may be asked of a link. Imperatives; nothing has happened yet.

Who asks, beside whom and when are in the envelope; what was read elsewhere comes with the command.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.codec import stored
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.events import AdjustmentReason, TransferSent, Winner
from pitboss.jackpot.meters import Account
from pitboss.jackpot.settings import LinkSettings
from pitboss.money import Money


@stored("approve-proposal")
@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveProposal:
    """These settings, run by this software, may be run."""

    settings: LinkSettings
    software: str


@stored("open-link")
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLink:
    """A link begins with these settings."""

    settings: LinkSettings
    software: str


@stored("start-link")
@dataclass(frozen=True, slots=True, kw_only=True)
class StartLink:
    """The link takes wagers from now on; the software says what it is."""

    software: str


@stored("stop-link")
@dataclass(frozen=True, slots=True, kw_only=True)
class StopLink:
    """The link takes no wagers, and everybody is told why."""

    reason: str


@stored("join-table")
@dataclass(frozen=True, slots=True, kw_only=True)
class JoinTable:
    """A table wants to share the link."""

    table: str
    rulebook: str
    digest: str
    paytable: str
    currency: str
    unit: Money
    decks: int
    sharing: Sharing
    is_practice: bool
    inbox: int
    """How many entries its inbox has."""


@stored("leave-table")
@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable:
    """A table no longer shares the link."""

    table: str
    inbox: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Entries of one table's inbox: from after one number up to another."""

    table: str
    after: int
    upto: int


@stored("take-ownership")
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOwnership:
    """This process counts contributions from now on, and no other."""

    owner: str


@stored("fold-contributions")
@dataclass(frozen=True, slots=True, kw_only=True)
class FoldContributions:
    """What lies in these inboxes goes onto the meters."""

    fence: int
    """Of the owner that asks."""
    batches: tuple[Batch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A level as a settlement has it."""

    before: Money
    awarded: Money
    resets: Money
    after: Money


@stored("enter-claim")
@dataclass(frozen=True, slots=True, kw_only=True)
class EnterClaim:
    """The winners of one table round, as its settlement has them."""

    table: str
    round: int
    contribution: int
    """The number of the round's own contribution in the table's inbox."""
    winners: tuple[Winner, ...]
    levels: Mapping[str, Figures]


@stored("take-fixed-awards")
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFixedAwards:
    """What a level pays of a round's awards that are no percentage, as its settlement has it."""

    table: str
    round: int
    contribution: int
    """The number of the round's own contribution in the table's inbox; 0 if it has none."""
    level: str
    awards: Mapping[int, Money]
    taken: Money


@stored("return-fixed-awards")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnFixedAwards:
    """The settlement of a round was undone: what a level paid of its fixed awards goes back."""

    table: str
    round: int


@stored("verify-claim")
@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyClaim:
    """Somebody saw the winning cards, and the deck was counted card by card."""

    claim: int
    cards: Mapping[int, tuple[Card, ...]]
    deck: tuple[Card, ...]


@stored("reject-claim")
@dataclass(frozen=True, slots=True, kw_only=True)
class RejectClaim:
    """The claim does not stand."""

    claim: int
    reason: str


@stored("undo-claim")
@dataclass(frozen=True, slots=True, kw_only=True)
class UndoClaim:
    """The settlement that a claim came of was undone, and with it the claim."""

    claim: int
    reason: str


@stored("release-prize")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasePrize:
    """What a large prize waited for is done."""

    claim: int
    document: str


@stored("pay-claim")
@dataclass(frozen=True, slots=True, kw_only=True)
class PayClaim:
    """The winners of a claim are paid."""

    claim: int


@stored("adjust-meter")
@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustMeter:
    """A level is put right by hand, to an amount."""

    level: str
    reason: AdjustmentReason
    explanation: str
    document: str
    before: Money
    """What it shows, as those who ask see it."""
    after: Money


@stored("fill-meter")
@dataclass(frozen=True, slots=True, kw_only=True)
class FillMeter:
    """The house puts money on a level."""

    level: str
    amount: Money
    explanation: str


@stored("change-terms")
@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTerms:
    """The link is to run by other settings, for which a proposal was approved."""

    settings: LinkSettings
    software: str


@stored("send-transfer")
@dataclass(frozen=True, slots=True, kw_only=True)
class SendTransfer:
    """Money of a level goes to a level of another link: an amount, or all there is of it."""

    level: str
    holding: Account
    to_link: str
    to_level: str
    amount: Money | None


@stored("receive-transfer")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveTransfer:
    """Money that another link sent comes in; written together with its sending, or not at all."""

    from_link: str
    sent: TransferSent


@stored("count-funds")
@dataclass(frozen=True, slots=True, kw_only=True)
class CountFunds:
    """What lies on the account that was set up for the link was looked up."""

    funds: Money
    document: str


@stored("retire-link")
@dataclass(frozen=True, slots=True, kw_only=True)
class RetireLink:
    """An empty link ends."""


LinkCommand = (
    ApproveProposal | OpenLink | StartLink | StopLink | JoinTable | LeaveTable | TakeOwnership
    | FoldContributions | EnterClaim | TakeFixedAwards | ReturnFixedAwards | VerifyClaim
    | RejectClaim | UndoClaim | ReleasePrize | PayClaim | AdjustMeter | FillMeter | ChangeTerms
    | SendTransfer | ReceiveTransfer | CountFunds | RetireLink
)  # fmt: skip
