"""What may be asked of a link. Imperatives; nothing has happened yet.

Who asks, who stands beside, when, and what was read elsewhere come in with the command.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import merge

from pitboss.cards import Card
from pitboss.codec import stored
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.events import AdjustmentReason, TransferSent, Winner
from pitboss.jackpot.inbox_events import (
    ContributionAlarmed,
    ContributionReversed,
    InboxEvent,
    RoundContributed,
)
from pitboss.jackpot.meters import Account
from pitboss.jackpot.settings import LinkSettings
from pitboss.money import Money


@stored("approve-proposal")
@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveProposal:
    """These settings, run by this software, may be run."""

    settings: LinkSettings
    software: str
    by: str
    second: str
    at: str


@stored("open-link")
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLink:
    """A link begins with these settings."""

    settings: LinkSettings
    software: str
    by: str
    second: str
    at: str


@stored("start-link")
@dataclass(frozen=True, slots=True, kw_only=True)
class StartLink:
    """The link takes wagers from now on; the software says what it is."""

    software: str
    by: str
    second: str
    at: str


@stored("stop-link")
@dataclass(frozen=True, slots=True, kw_only=True)
class StopLink:
    """The link takes no wagers, and everybody is told why."""

    reason: str
    by: str
    at: str


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
    by: str
    at: str


@stored("leave-table")
@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable:
    """A table no longer shares the link."""

    table: str
    inbox: int
    by: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Entries of one table's inbox, those after a number."""

    table: str
    after: int
    contributed: tuple[RoundContributed, ...]
    reversed: tuple[ContributionReversed, ...]
    alarmed: tuple[ContributionAlarmed, ...]

    @property
    def entries(self) -> list[InboxEvent]:
        """All of them, one after another as their numbers are."""
        kinds: tuple[tuple[InboxEvent, ...], ...] = (self.contributed, self.reversed, self.alarmed)
        return list(merge(*kinds, key=lambda entry: entry.number))


def batch_of(table: str, after: int, entries: Sequence[InboxEvent]) -> Batch:
    """Entries of an inbox, each kind by itself: stored, they need not say what they are."""
    return Batch(
        table=table,
        after=after,
        contributed=tuple(one for one in entries if isinstance(one, RoundContributed)),
        reversed=tuple(one for one in entries if isinstance(one, ContributionReversed)),
        alarmed=tuple(one for one in entries if isinstance(one, ContributionAlarmed)),
    )


@stored("fold-contributions")
@dataclass(frozen=True, slots=True, kw_only=True)
class FoldContributions:
    """What lies in these inboxes goes onto the meters."""

    batches: tuple[Batch, ...]
    at: str


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
    by: str
    at: str
    is_held: bool = False
    """Whether the table holds the prizes until they are paid."""


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
    by: str
    at: str


@stored("return-fixed-awards")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnFixedAwards:
    """The settlement of a round was undone: what a level paid of its fixed awards goes back."""

    table: str
    round: int
    by: str
    at: str


@stored("verify-claim")
@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyClaim:
    """Somebody saw the winning cards, and the deck was counted card by card."""

    claim: int
    cards: Mapping[int, tuple[Card, ...]]
    deck: tuple[Card, ...]
    by: str
    at: str


@stored("reject-claim")
@dataclass(frozen=True, slots=True, kw_only=True)
class RejectClaim:
    """The claim does not stand."""

    claim: int
    reason: str
    by: str
    second: str
    at: str


@stored("undo-claim")
@dataclass(frozen=True, slots=True, kw_only=True)
class UndoClaim:
    """The settlement that a claim came of was undone, and with it the claim."""

    claim: int
    reason: str
    by: str
    second: str
    at: str


@stored("release-prize")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasePrize:
    """What a large prize waited for is done."""

    claim: int
    document: str
    by: str
    at: str


@stored("pay-claim")
@dataclass(frozen=True, slots=True, kw_only=True)
class PayClaim:
    """The winners of a claim are paid."""

    claim: int
    by: str
    second: str
    at: str


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
    by: str
    second: str
    at: str


@stored("fill-meter")
@dataclass(frozen=True, slots=True, kw_only=True)
class FillMeter:
    """The house puts money on a level."""

    level: str
    amount: Money
    explanation: str
    by: str
    second: str
    at: str


@stored("change-terms")
@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTerms:
    """The link is to run by other settings, for which a proposal was approved."""

    settings: LinkSettings
    software: str
    by: str
    second: str
    at: str


@stored("send-transfer")
@dataclass(frozen=True, slots=True, kw_only=True)
class SendTransfer:
    """Money of a level goes to a level of another link: an amount, or all there is of it."""

    level: str
    holding: Account
    to_link: str
    to_level: str
    amount: Money | None
    by: str
    second: str
    at: str


@stored("receive-transfer")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveTransfer:
    """Money that another link sent comes in; written together with its sending, or not at all."""

    from_link: str
    sent: TransferSent
    by: str
    second: str
    at: str


@stored("count-funds")
@dataclass(frozen=True, slots=True, kw_only=True)
class CountFunds:
    """What lies on the account that was set up for the link was looked up."""

    funds: Money
    document: str
    by: str
    second: str
    at: str


@stored("retire-link")
@dataclass(frozen=True, slots=True, kw_only=True)
class RetireLink:
    """An empty link ends."""

    by: str
    second: str
    at: str


LinkCommand = (
    ApproveProposal | OpenLink | StartLink | StopLink | JoinTable | LeaveTable | FoldContributions
    | EnterClaim | TakeFixedAwards | ReturnFixedAwards | VerifyClaim | RejectClaim | UndoClaim
    | ReleasePrize | PayClaim | AdjustMeter | FillMeter | ChangeTerms | SendTransfer
    | ReceiveTransfer | CountFunds | RetireLink
)  # fmt: skip
