"""A link as an aggregate: all its commands and events, and where each is decided and applied.

A link is a fold over its events and knows no rulebook. Every level balances after every event, or
`MeterImbalance` is raised: a link on which money was made or lost goes no further.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope, Recorded
from pitboss.errors import RuleBreach
from pitboss.jackpot import care, changes, claims, contributions, fixed_awards, operation
from pitboss.jackpot.care import (
    AdjustMeter,
    FillMeter,
    MeterAdjusted,
    MeterFilled,
    ReceiveTransfer,
    SendTransfer,
    TransferReceived,
    TransferSent,
)
from pitboss.jackpot.changes import ChangeHeld, ChangeTerms, TermsChanged
from pitboss.jackpot.claims import (
    ClaimEntered,
    ClaimRejected,
    ClaimVerified,
    EnterClaim,
    PaidClaimUndone,
    PayClaim,
    PrizePaid,
    PrizeReleased,
    RejectClaim,
    ReleasePrize,
    UndoClaim,
    VerifyClaim,
)
from pitboss.jackpot.contributions import (
    ContributionsFolded,
    FoldContributions,
    Inboxes,
    JoinTable,
    LeaveTable,
    OwnerTook,
    TableJoined,
    TableLeft,
    TakeOwnership,
)
from pitboss.jackpot.fixed_awards import (
    FixedAwardsReturned,
    FixedAwardsTaken,
    ReturnFixedAwards,
    TakeFixedAwards,
)
from pitboss.jackpot.link import Funds, Link, LinkStatus, with_moves
from pitboss.jackpot.operation import (
    ApproveProposal,
    CountFunds,
    FundsCounted,
    LinkOpened,
    LinkRetired,
    LinkStarted,
    LinkStopped,
    OpenLink,
    ProposalApproved,
    RetireLink,
    StartLink,
    StopLink,
)
from pitboss.jackpot.roles import check_roles, check_system
from pitboss.staff.register import moment

LinkCommand = (
    ApproveProposal | OpenLink | StartLink | StopLink | CountFunds | RetireLink | ChangeTerms
    | JoinTable | LeaveTable | TakeOwnership | FoldContributions
    | EnterClaim | VerifyClaim | RejectClaim | UndoClaim | ReleasePrize | PayClaim
    | TakeFixedAwards | ReturnFixedAwards
    | AdjustMeter | FillMeter | SendTransfer | ReceiveTransfer
)  # fmt: skip
LinkEvent = (
    ProposalApproved | LinkOpened | LinkStarted | LinkStopped | FundsCounted | LinkRetired
    | ChangeHeld | TermsChanged
    | TableJoined | TableLeft | OwnerTook | ContributionsFolded
    | ClaimEntered | ClaimVerified | ClaimRejected | PrizeReleased | PrizePaid | PaidClaimUndone
    | FixedAwardsTaken | FixedAwardsReturned
    | MeterAdjusted | MeterFilled | TransferSent | TransferReceived
)  # fmt: skip


@stored("link-snapshot", kw_only=True)
class LinkSnapshot:
    """All of a link as it is: nothing happened, and reading may begin here."""

    link: Link
    clause: str = ""


def decide(
    link: Link, command: LinkCommand, envelope: Envelope, inboxes: Inboxes | None = None
) -> list[LinkEvent]:
    """What happens when this command is given now, or `RuleBreach`.

    `inboxes` holds what tables contributed: only folding needs it.
    """
    moment(envelope.time)
    _check_status(link, command)
    if isinstance(command, FoldContributions):
        check_system(envelope, command)
    events = list(_decided(link, command, envelope.time, inboxes or {}))
    for event in events:
        check_roles(link, event, envelope)
    if isinstance(command, VerifyClaim):
        # Terms that waited for this win take force with it; those who asked for them answer for it.
        for event in events:
            link = evolve(link, event, envelope)
        events.extend(changes.after_win(link))
    return events


def _check_status(link: Link, command: LinkCommand) -> None:
    before = isinstance(command, ApproveProposal | OpenLink)
    if before and link.status is not LinkStatus.RETIRED:
        return
    if isinstance(command, TakeOwnership) and link.status is not LinkStatus.NEW:
        # Owning moves nothing: a process finds out afterwards that the link is over.
        return
    if not link.is_open:
        what = "does not exist yet" if link.status is LinkStatus.NEW else "is retired"
        raise RuleBreach(
            f"Link {link.id} {what}", clause="I-06", remedy="Open a link before anything else."
        )


def _decided(link: Link, command: LinkCommand, now: str, inboxes: Inboxes) -> Iterator[LinkEvent]:
    match command:
        case FoldContributions():
            return contributions.fold_by_owner(link, command, inboxes)
        case TakeOwnership():
            return contributions.take_ownership(link, command)
        case JoinTable():
            return contributions.join(link, command)
        case LeaveTable():
            return contributions.leave(link, command)
        case EnterClaim():
            return claims.enter(link, command)
        case VerifyClaim():
            return claims.verify(link, command)
        case RejectClaim():
            return claims.reject(link, command)
        case UndoClaim():
            return claims.undo(link, command)
        case ReleasePrize():
            return claims.release(link, command)
        case PayClaim():
            return claims.pay(link, command)
        case TakeFixedAwards():
            return fixed_awards.take(link, command)
        case ReturnFixedAwards():
            return fixed_awards.give_back(link, command)
        case ApproveProposal():
            return operation.approve(link, command)
        case OpenLink():
            return operation.open_link(link, command)
        case StartLink():
            return operation.start(link, command, now)
        case StopLink():
            return operation.stop(link, command)
        case CountFunds():
            return operation.count(link, command)
        case RetireLink():
            return operation.retire(link)
        case ChangeTerms():
            return changes.change(link, command)
        case AdjustMeter():
            return care.adjust(link, command)
        case FillMeter():
            return care.fill(link, command)
        case SendTransfer():
            return care.send(link, command)
        case ReceiveTransfer():
            return care.receive(link, command)
        case _:
            assert_never(command)


def replay(log: Iterable[Recorded[LinkEvent]]) -> Link:
    """The link a log leads to."""
    link = Link()
    for event, envelope in log:
        link = evolve(link, event, envelope)
    return link


def evolve(link: Link, event: LinkEvent, envelope: Envelope) -> Link:
    """The link after one more event, balanced."""
    match event:
        case ContributionsFolded():
            return contributions.folded(link, event)
        case OwnerTook():
            return replace(link, fence=event.fence)
        case TableJoined():
            return contributions.with_table(link, event)
        case TableLeft():
            return contributions.without_table(link, event)
        case ClaimEntered():
            return claims.with_claim(link, event, envelope.time)
        case ClaimVerified():
            return claims.with_hit(link, event, envelope.time)
        case ClaimRejected():
            return claims.without_claim(link, event)
        case PaidClaimUndone():
            return claims.without_paid_claim(link, event)
        case PrizeReleased():
            return claims.unlocked(link, event)
        case PrizePaid():
            return claims.with_slip(link, event)
        case FixedAwardsTaken() | FixedAwardsReturned():
            return fixed_awards.with_fixed_awards(link, event)
        case ProposalApproved():
            return operation.approved(link, event)
        case LinkOpened():
            return operation.opened(link, event)
        case LinkStarted():
            return replace(link, status=LinkStatus.RUNNING, fault="")
        case LinkStopped():
            return replace(link, status=LinkStatus.STOPPED, fault=event.reason)
        case LinkRetired():
            return replace(link, status=LinkStatus.RETIRED, fault="The link is retired.")
        case FundsCounted():
            funds = Funds(funds=event.funds, owed=event.owed, at=envelope.time)
            return replace(link, funds=funds)
        case ChangeHeld():
            return changes.waiting(link, event)
        case TermsChanged():
            return changes.with_terms(link, event)
        case MeterAdjusted() | MeterFilled():
            return with_moves(link, event.moves)
        case TransferSent():
            return care.sent(link, event)
        case TransferReceived():
            return care.received(link, event)
        case _:
            assert_never(event)
