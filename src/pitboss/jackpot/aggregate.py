"""A link as an aggregate: all its commands and events, decided and applied.

A link is a fold over its events and knows no rulebook. Every level balances after every event, or
`MeterImbalance` is raised: a link on which money was made or lost goes no further.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope, Recorded
from pitboss.errors import RuleBreach
from pitboss.jackpot import (
    care,
    changes,
    claims,
    contributions,
    fixed_awards,
    operation,
)
from pitboss.jackpot.care import CareCommand, CareEvent
from pitboss.jackpot.changes import ChangeEvent, ChangeTerms
from pitboss.jackpot.claims import ClaimCommand, ClaimEntered, ClaimEvent, ClaimVerified, EnterClaim
from pitboss.jackpot.contributions import (
    ContributionCommand,
    ContributionEvent,
    FoldContributions,
    Inboxes,
    TakeOwnership,
)
from pitboss.jackpot.fixed_awards import FixedCommand, FixedEvent
from pitboss.jackpot.link import Link, LinkStatus
from pitboss.jackpot.operation import (
    ApproveProposal,
    OpenLink,
    OperationCommand,
    OperationEvent,
)
from pitboss.jackpot.roles import check_roles, check_system
from pitboss.staff.register import moment

LinkCommand = (
    OperationCommand | ChangeTerms | ContributionCommand | EnterClaim | ClaimCommand
    | FixedCommand | CareCommand
)  # fmt: skip
LinkEvent = (
    OperationEvent | ChangeEvent | ContributionEvent | ClaimEntered | ClaimEvent | FixedEvent
    | CareEvent
)  # fmt: skip


@stored("link-snapshot")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSnapshot:
    """All of a link as it is: nothing happened, and reading may begin here."""

    link: Link
    clause: str = ""


def decide(
    link: Link, command: LinkCommand, envelope: Envelope, inboxes: Inboxes | None = None
) -> list[LinkEvent]:
    """What happens when this command is given now, or `RuleBreach`.

    `inboxes` is what tables contributed: only folding it needs to be told.
    """
    moment(envelope.time)
    _check_status(link, command)
    events = list(_own(link, command, envelope, inboxes or {}))
    for event in events:
        check_roles(link, event, envelope)
    return events + _follows(link, events, envelope)


def _follows(link: Link, events: list[LinkEvent], envelope: Envelope) -> list[LinkEvent]:
    """Terms that waited for a win take force with it; who asked for them answers for them."""
    if not any(isinstance(event, ClaimVerified) for event in events):
        return []
    for event in events:
        link = evolve(link, event, envelope)
    return list(changes.after_win(link))


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


def _own(
    link: Link, command: LinkCommand, envelope: Envelope, inboxes: Inboxes
) -> Iterator[LinkEvent]:
    if isinstance(command, FoldContributions):
        check_system(envelope, command)
    if isinstance(command, ContributionCommand):
        return contributions.decide(link, command, inboxes)
    if isinstance(command, OperationCommand):
        return operation.decide(link, command, envelope)
    if isinstance(command, ChangeTerms):
        return changes.change(link, command)
    if isinstance(command, EnterClaim):
        return claims.enter(link, command)
    if isinstance(command, ClaimCommand):
        return claims.decide(link, command)
    if isinstance(command, FixedCommand):
        return fixed_awards.decide(link, command)
    if isinstance(command, CareCommand):
        return care.decide(link, command)
    assert_never(command)


def replay(log: Iterable[Recorded[LinkEvent]]) -> Link:
    """The link a log leads to."""
    link = Link()
    for event, envelope in log:
        link = evolve(link, event, envelope)
    return link


def evolve(link: Link, event: LinkEvent, envelope: Envelope) -> Link:
    """The link after one more event, balanced."""
    if isinstance(event, ContributionEvent):
        return contributions.evolve(link, event)
    if isinstance(event, OperationEvent):
        return operation.evolve(link, event, envelope)
    if isinstance(event, ChangeEvent):
        return changes.evolve(link, event)
    if isinstance(event, ClaimEntered):
        return claims.entered(link, event, envelope.time)
    if isinstance(event, ClaimEvent):
        return claims.evolve(link, event, envelope.time)
    if isinstance(event, FixedEvent):
        return fixed_awards.evolve(link, event)
    if isinstance(event, CareEvent):
        return care.evolve(link, event)
    assert_never(event)
