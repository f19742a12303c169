"""Opening a link, starting and stopping it, and changing its terms: only as approved (P24).

The running configuration always equals one approved proposal, digest for digest; nothing is taken
over piece by piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from pitboss.errors import RuleBreach
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.jackpot.checks import checked_terms
from pitboss.jackpot.covering import uncovered
from pitboss.jackpot.link import Link, Status
from pitboss.jackpot.meters import Account, Moves
from pitboss.jackpot.proposal import Proposal, differences, digest_of, proposal_of
from pitboss.jackpot.terms import ChangePolicy, LinkTerms

APPROVED = "P24"
CHANGES = "P13"


def approve(link: Link, command: do.ApproveProposal) -> Iterator[ev.LinkEvent]:
    """The proposal, worked out anew from the settings and never taken from outside."""
    terms = checked_terms(command.settings)
    _check_id(link, terms)
    proposal = proposal_of(terms, command.software)
    yield ev.ProposalApproved(
        proposal=proposal,
        digest=digest_of(proposal),
        clause=APPROVED,
    )


def open_link(link: Link, command: do.OpenLink) -> Iterator[ev.LinkEvent]:
    """A link by approved terms."""
    if link.status is not Status.NEW:
        raise RuleBreach(
            f"Link {link.id} is open", clause="I-06", remedy="Give a new link an id of its own."
        )
    terms = checked_terms(command.settings)
    _check_id(link, terms)
    yield ev.LinkOpened(
        link=terms.link,
        terms=terms,
        digest=_approved(link, proposal_of(terms, command.software)),
        per_cent=terms.per_cent,
        clause="I-06",
    )


def start(link: Link, command: do.StartLink, now: str) -> Iterator[ev.LinkEvent]:
    """Wagers are taken, if what runs is what was approved (P19, P20)."""
    assert link.terms is not None, "an open link has terms"
    if link.status is Status.RUNNING:
        raise RuleBreach(f"Link {link.id} runs", clause="P19", remedy="Nothing need be done.")
    running = proposal_of(link.terms, command.software)
    if digest_of(running) != link.digest:
        raise RuleBreach(
            f"What would run is not what was approved: "
            f"{_said(differences(link.proposals[link.digest], running))}",
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
    yield ev.LinkStarted(
        digest=link.digest,
        software=command.software,
        clause="P19",
    )


def stop(link: Link, command: do.StopLink) -> Iterator[ev.LinkEvent]:
    """No more wagers, and a reason to show."""
    if not command.reason.strip():
        raise RuleBreach(
            "A link is stopped without a reason", clause="P32", remedy="Say what players are told."
        )
    if link.status is Status.STOPPED:
        raise RuleBreach(
            f"Link {link.id} is stopped: {link.fault}", clause="P32", remedy="Nothing need be done."
        )
    yield ev.LinkStopped(reason=command.reason, clause="P32")


def change(link: Link, command: do.ChangeTerms) -> Iterator[ev.LinkEvent]:
    """New terms: at once where the link is stopped, or once every level they change was won."""
    assert link.terms is not None, "an open link has terms"
    terms = checked_terms(command.settings)
    _check_id(link, terms)
    _check_same_link(link, terms)
    digest = _approved(link, proposal_of(terms, command.software))
    levels = changed_levels(link.terms, terms)
    if link.terms.change is ChangePolicy.WAITS and levels:
        yield ev.ChangeHeld(
            terms=terms,
            digest=digest,
            levels=levels,
            clause=CHANGES,
        )
        return
    if link.status is Status.RUNNING:
        raise RuleBreach(
            f"Link {link.id} runs, and its terms are frozen",
            clause=CHANGES,
            remedy="Stop the link first.",
        )
    for level in _below_display(link, terms):
        raise RuleBreach(
            f"A limit below the {link.meters[level].display.dollars} that {level} shows",
            clause="P10",
            remedy="Set the limit at or above what is shown.",
        )
    yield _changed(link, terms, digest)


def after_win(link: Link) -> Iterator[ev.LinkEvent]:
    """Terms that waited, once every level they change was won and no limit would be too low."""
    waiting = link.waiting
    if waiting is None or waiting.levels or any(_below_display(link, waiting.terms)):
        return
    yield _changed(link, waiting.terms, waiting.digest, has_waited=True)


def changed_levels(old: LinkTerms, new: LinkTerms) -> tuple[str, ...]:
    """The levels whose players would be concerned; a new unit or way to share concerns all."""
    concerns_all = (old.unit, old.sharing) != (new.unit, new.sharing)
    # Whether a level pays fixed awards too decides how fast it grows (I-05).
    paying = {old.fixed_awards_from_meter} ^ {new.fixed_awards_from_meter}
    return tuple(
        level.name
        for level in new.levels
        if concerns_all or level != old.level(level.name) or level.name in paying
    )


def _changed(
    link: Link, terms: LinkTerms, digest: str, *, has_waited: bool = False
) -> ev.TermsChanged:
    per_cent = lcm(link.per_cent, terms.per_cent)
    finer = per_cent // link.per_cent
    moves: Moves = {
        name: {Account.ACCRUED: -meter.excess * finer, Account.OVERFLOW: meter.excess * finer}
        for name, meter in link.meters.items()
        if meter.excess
    }
    return ev.TermsChanged(
        terms=terms,
        digest=digest,
        edition=link.edition + 1,
        per_cent=per_cent,
        moves=moves,
        has_waited=has_waited,
        clause=CHANGES,
    )


def _below_display(link: Link, terms: LinkTerms) -> Iterator[str]:
    for level in terms.levels:
        if level.limit is not None and level.limit < link.meters[level.name].display:
            yield level.name


def _check_id(link: Link, terms: LinkTerms) -> None:
    if link.id and terms.link != link.id:
        raise RuleBreach(
            f"These settings are for link {terms.link}, and this is {link.id}",
            clause=APPROVED,
            remedy="Name the link they are for.",
        )


def _check_same_link(link: Link, terms: LinkTerms) -> None:
    assert link.terms is not None, "an open link has terms"
    if terms.currency != link.terms.currency or {one.name for one in terms.levels} != set(
        link.meters
    ):
        raise RuleBreach(
            "The currency and the levels of a link do not change",
            clause=CHANGES,
            remedy="Open another link, transfer the money and retire this one.",
        )
    if terms.is_practice != link.terms.is_practice:
        raise RuleBreach(
            "Play money does not become money, nor money play money",
            clause="S15",
            remedy="Open another link.",
        )
    for table, joined in link.tables.items():
        if terms.game(joined.game) != link.terms.game(joined.game) or (
            terms.sharing != joined.sharing or terms.unit != link.terms.unit
        ):
            raise RuleBreach(
                f"Table {table} plays {joined.game} by the terms there are",
                clause="I-13",
                remedy="Have it leave the link first, and join again.",
            )


def _approved(link: Link, running: Proposal) -> str:
    """The digest of an approved proposal that is this one, or `RuleBreach` with what differs."""
    digest = digest_of(running)
    if digest in link.proposals:
        return digest
    if not link.proposals:
        raise RuleBreach(
            f"Nothing is approved for link {running.terms.link}",
            clause=APPROVED,
            remedy="Have the proposal approved first.",
        )
    latest = list(link.proposals.values())[-1]
    raise RuleBreach(
        f"This is not what was approved: {_said(differences(latest, running))}",
        clause=APPROVED,
        remedy="Run what was approved, or have this approved.",
    )


def _said(names: list[str]) -> str:
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
