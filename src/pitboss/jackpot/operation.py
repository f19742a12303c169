"""The life of a link: approved, opened, started and stopped, its funds counted, and retired.

The running configuration always equals one approved proposal, digest for digest (P24). Where the
house keeps players' money as a custodian, the funds set aside must cover what is owed, or the link
stops (P30). How often they are counted is set with `cover_days`; without it that is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.jackpot.checks import checked_terms
from pitboss.jackpot.link import Link, LinkStatus, Rates
from pitboss.jackpot.meters import Bucket, Meter, moved
from pitboss.jackpot.proposals import (
    APPROVED,
    Proposal,
    approved_digest,
    differences_text,
    digest_of,
    proposal_of,
)
from pitboss.jackpot.terms import LinkSettings, LinkTerms
from pitboss.money import NOTHING, Money
from pitboss.staff.register import moment

COVERED = "P30"
ENDS = "P28"

# --- commands -------------------------------------------------------------------------------------


@stored("approve-proposal", kw_only=True)
class ApproveProposal:
    """These settings, run by this software, may be run."""

    settings: LinkSettings
    software: str


@stored("open-link", kw_only=True)
class OpenLink:
    """A link begins with these settings."""

    settings: LinkSettings
    software: str


@stored("start-link", kw_only=True)
class StartLink:
    """The link takes wagers from now on; the software says what it is."""

    software: str


@stored("stop-link", kw_only=True)
class StopLink:
    """The link takes no wagers; its displays say why."""

    reason: str


@stored("count-funds", kw_only=True)
class CountFunds:
    """What lies on the account that was set up for the link was looked up."""

    funds: Money
    document: str


@stored("retire-link", kw_only=True)
class RetireLink:
    """An empty link ends."""


# --- events ---------------------------------------------------------------------------------------


@stored("proposal-approved", kw_only=True)
class ProposalApproved:
    """A proposal may be run."""

    proposal: Proposal
    digest: str
    clause: str


@stored("link-opened", kw_only=True)
class LinkOpened:
    """The link exists: its levels stand at their initial amounts, put in by the house."""

    link: str
    terms: LinkTerms
    digest: str
    per_cent: int
    clause: str


@stored("link-started", kw_only=True)
class LinkStarted:
    """The link takes wagers: software and configuration are what was approved (P19)."""

    digest: str
    software: str
    clause: str


@stored("link-stopped", kw_only=True)
class LinkStopped:
    """The link takes no wagers; its displays say why (P32)."""

    reason: str
    clause: str


@stored("funds-counted", kw_only=True)
class FundsCounted:
    """What is set aside for the link, and what is owed on all its levels, rounded up (P30)."""

    funds: Money
    owed: Money
    document: str
    clause: str


@stored("link-retired", kw_only=True)
class LinkRetired:
    """The link is over; it holds nothing."""

    clause: str


# --- rules ----------------------------------------------------------------------------------------


def approve(link: Link, command: ApproveProposal) -> Iterator[ProposalApproved]:
    """The proposal, worked out anew from the settings and never taken from outside."""
    terms = checked_terms(command.settings)
    check_id(link, terms)
    proposal = proposal_of(terms, command.software)
    yield ProposalApproved(proposal=proposal, digest=digest_of(proposal), clause=APPROVED)


def open_link(link: Link, command: OpenLink) -> Iterator[LinkOpened]:
    """A link by approved terms."""
    if link.status is not LinkStatus.NEW:
        raise RuleBreach(
            f"Link {link.id} is open", clause="I-06", remedy="Give a new link an id of its own."
        )
    terms = checked_terms(command.settings)
    check_id(link, terms)
    yield LinkOpened(
        link=terms.link,
        terms=terms,
        digest=approved_digest(link.proposals, proposal_of(terms, command.software)),
        per_cent=terms.per_cent,
        clause="I-06",
    )


def start(link: Link, command: StartLink, now: str) -> Iterator[LinkStarted]:
    """Wagers are taken, if what runs is what was approved (P19, P20)."""
    if link.status is LinkStatus.RUNNING:
        raise RuleBreach(f"Link {link.id} runs", clause="P19", remedy="Nothing need be done.")
    running = proposal_of(link.open_terms, command.software)
    if digest_of(running) != link.digest:
        raise RuleBreach(
            f"What would run is not what was approved: "
            f"{differences_text(link.proposals[link.digest], running)}",
            clause="P19",
            remedy="Bring the approved software, or have this one approved and change to it.",
        )
    fault = uncovered(link, now)
    if fault:
        raise RuleBreach(
            f"Link {link.id} is not covered",
            clause="P30",
            remedy=f"{fault} Pay in what is missing and have the funds counted.",
        )
    yield LinkStarted(digest=link.digest, software=command.software, clause="P19")


def stop(link: Link, command: StopLink) -> Iterator[LinkStopped]:
    """No more wagers, and a reason to show."""
    if not command.reason.strip():
        raise RuleBreach(
            "A link is stopped without a reason", clause="P32", remedy="Say what players are told."
        )
    if link.status is LinkStatus.STOPPED:
        raise RuleBreach(
            f"Link {link.id} is stopped: {link.fault}", clause="P32", remedy="Nothing need be done."
        )
    yield LinkStopped(reason=command.reason, clause="P32")


def check_id(link: Link, terms: LinkTerms) -> None:
    """Refuse the settings of another link."""
    if link.id and terms.link != link.id:
        raise RuleBreach(
            f"These settings are for link {terms.link}, and this is {link.id}",
            clause=APPROVED,
            remedy="Name the link they are for.",
        )


def retire(link: Link) -> Iterator[LinkRetired]:
    """A link that holds nothing ends."""
    check_ending(link, "retired")
    for meter in link.meters.values():
        if meter.liability:
            raise RuleBreach(
                f"{meter.level} still holds money",
                clause=ENDS,
                remedy="Transfer all of it, to the last part: it is the players'.",
            )
    yield LinkRetired(clause=ENDS)


def check_ending(link: Link, what: str) -> None:
    """Refuse what is done only as a link ends."""
    if link.status is not LinkStatus.STOPPED or link.tables or link.claims:
        raise RuleBreach(
            f"Link {link.id} cannot be {what} while it runs, has tables or open claims",
            clause=ENDS,
            remedy="Stop it, pay or reject its claims and have its tables leave.",
        )


# --- funds ----------------------------------------------------------------------------------------


def owed_on(link: Link) -> Money:
    """All that is owed on the levels of a link, rounded up to the cent."""
    return Money(sum(-(-meter.liability // meter.per_cent) for meter in link.meters.values()))


def count(link: Link, command: CountFunds) -> Iterator[FundsCounted | LinkStopped]:
    """What was counted beside what is owed; a link that is not covered stops at once."""
    if command.funds < NOTHING or not command.document.strip():
        raise RuleBreach(
            f"Funds of {command.funds.dollars} without a document"
            if command.funds >= NOTHING
            else f"Funds of {command.funds.dollars}",
            clause=COVERED,
            remedy="Say what lies on the account, and what shows it: a statement, a count.",
        )
    owed = owed_on(link)
    yield FundsCounted(funds=command.funds, owed=owed, document=command.document, clause=COVERED)
    if command.funds < owed and link.status is LinkStatus.RUNNING:
        yield LinkStopped(reason=_short(command.funds, owed), clause=COVERED)


def uncovered(link: Link, at: str) -> str:
    """Why a link may not run for want of funds or of a recent count; empty if it may."""
    days = None if link.terms is None else link.terms.cover_days
    if days is None:
        return ""
    if link.funds is None:
        return "The funds set aside for it have never been counted."
    if moment(at) - moment(link.funds.at) > timedelta(days=days):
        return f"The funds set aside for it have not been counted for {days} days."
    if link.funds.funds < link.funds.owed:
        return _short(link.funds.funds, link.funds.owed)
    return ""


def _short(funds: Money, owed: Money) -> str:
    return f"{funds.dollars} is set aside for it, and {owed.dollars} is owed."


# --- what it moves --------------------------------------------------------------------------------


def approved(link: Link, event: ProposalApproved) -> Link:
    """The link with one more proposal that may be run."""
    proposals = {**link.proposals, event.digest: event.proposal}
    return replace(link, id=event.proposal.terms.link, proposals=proposals)


def opened(link: Link, event: LinkOpened) -> Link:
    """The link with its levels at their initial amounts."""
    meters = {}
    for level in event.terms.levels:
        parts = level.initial.cents * event.per_cent
        empty = Meter(level=level.name, per_cent=event.per_cent, limit=level.limit)
        meters[level.name] = moved(empty, {Bucket.INITIAL: parts, Bucket.ACCRUED: parts})
    return replace(
        link,
        id=event.link,
        status=LinkStatus.STOPPED,
        fault="The link is not started yet.",
        terms=event.terms,
        digest=event.digest,
        edition=1,
        per_cent=event.per_cent,
        rates={1: rates_of(event.terms, event.per_cent)},
        meters=meters,
    )


def rates_of(terms: LinkTerms, per_cent: int) -> Rates:
    """The rates of an edition of the terms."""
    levels = {level.name: (level.contribution, level.reserve) for level in terms.levels}
    return Rates(per_cent=per_cent, levels=levels)
