"""Deciding: a command to a link becomes events, or a refusal that says what would do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.jackpot import (
    care,
    changing,
    claims,
    covering,
    entering,
    fixed,
    folding,
    transferring,
)
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.jackpot.evolving import evolve
from pitboss.jackpot.folding import Inboxes
from pitboss.jackpot.link import Link, Status
from pitboss.jackpot.roles import check_roles, check_system
from pitboss.staff.register import moment


def decide(
    link: Link, command: do.LinkCommand, envelope: Envelope, inboxes: Inboxes | None = None
) -> list[ev.LinkEvent]:
    """What happens when this command is given now, or `RuleBreach`.

    `inboxes` is what tables contributed: only folding it needs to be told.
    """
    moment(envelope.time)
    _check_status(link, command)
    events = list(_own(link, command, envelope, inboxes or {}))
    for event in events:
        check_roles(link, event, envelope)
    return events + _follows(link, events, envelope)


def _follows(link: Link, events: list[ev.LinkEvent], envelope: Envelope) -> list[ev.LinkEvent]:
    """Terms that waited for a win take force with it; who asked for them answers for them."""
    if not any(isinstance(event, ev.ClaimVerified) for event in events):
        return []
    for event in events:
        link = evolve(link, event, envelope)
    return list(changing.after_win(link))


def _check_status(link: Link, command: do.LinkCommand) -> None:
    before = isinstance(command, do.ApproveProposal | do.OpenLink)
    if before and link.status is not Status.RETIRED:
        return
    if isinstance(command, do.TakeOwnership) and link.status is not Status.NEW:
        # Owning moves nothing: a process finds out afterwards that the link is over.
        return
    if not link.is_open:
        what = "does not exist yet" if link.status is Status.NEW else "is retired"
        raise RuleBreach(
            f"Link {link.id} {what}", clause="I-06", remedy="Open a link before anything else."
        )


def _own(
    link: Link, command: do.LinkCommand, envelope: Envelope, inboxes: Inboxes
) -> Iterator[ev.LinkEvent]:
    match command:
        case do.ApproveProposal():
            return changing.approve(link, command)
        case do.OpenLink():
            return changing.open_link(link, command)
        case do.StartLink():
            return changing.start(link, command, envelope.time)
        case do.StopLink():
            return changing.stop(link, command)
        case do.ChangeTerms():
            return changing.change(link, command)
        case do.JoinTable():
            return folding.join(link, command)
        case do.LeaveTable():
            return folding.leave(link, command)
        case do.TakeOwnership():
            return folding.take_ownership(link, command)
        case do.FoldContributions():
            check_system(envelope, command)
            return folding.fold_by_owner(link, command, inboxes)
        case do.EnterClaim():
            return entering.enter(link, command)
        case do.TakeFixedAwards():
            return fixed.take(link, command)
        case do.ReturnFixedAwards():
            return fixed.give_back(link, command)
        case do.VerifyClaim():
            return claims.verify(link, command)
        case do.RejectClaim():
            return claims.reject(link, command)
        case do.UndoClaim():
            return claims.undo(link, command)
        case do.ReleasePrize():
            return claims.release(link, command)
        case do.PayClaim():
            return claims.pay(link, command)
        case do.AdjustMeter():
            return care.adjust(link, command)
        case do.FillMeter():
            return care.fill(link, command)
        case do.SendTransfer():
            return transferring.send(link, command)
        case do.ReceiveTransfer():
            return transferring.receive(link, command)
        case do.CountFunds():
            return covering.count(link, command)
        case do.RetireLink():
            return transferring.retire(link)
        case _:
            assert_never(command)
