"""Who may do what to a link: departments, rungs of the rulebooks' ladder, and who stands beside.

The list is by event, not by command, so that the audit holds every entry to the same list. Those
who may open or alter a link may not put its meters right, and the other way round (S6): the
departments of the two have no member in common.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pitboss.envelope import SYSTEM, Envelope
from pitboss.errors import RoleBreach
from pitboss.jackpot.care import MeterAdjusted, MeterFilled, TransferReceived, TransferSent
from pitboss.jackpot.changes import ChangeHeld, TermsChanged
from pitboss.jackpot.claims import (
    ClaimEntered,
    ClaimRejected,
    ClaimVerified,
    PaidClaimUndone,
    PrizePaid,
    PrizeReleased,
)
from pitboss.jackpot.contributions import ContributionsFolded, OwnerTook, TableJoined, TableLeft
from pitboss.jackpot.fixed_awards import FixedAwardsReturned, FixedAwardsTaken
from pitboss.jackpot.link import Link
from pitboss.jackpot.operation import (
    COVERED,
    FundsCounted,
    LinkOpened,
    LinkRetired,
    LinkStarted,
    LinkStopped,
    ProposalApproved,
)
from pitboss.staff.register import Department

if TYPE_CHECKING:
    from pitboss.jackpot.aggregate import LinkEvent

DEALER, FLOOR, MANAGER = 0, 1, 2
_GAMES = (Department.TABLE_GAMES,)
_ALTERS = (Department.ACCOUNTING,)
_BESIDE = (Department.ADMINISTRATION,)


class Least(NamedTuple):
    """What an event needs: a person of these departments, and perhaps a second person."""

    departments: tuple[Department, ...]
    rung: int | None = None
    """How high on the ladder, for table games."""
    seconds: tuple[Department, ...] = ()
    by_system: bool = False
    verifies: bool = False
    """Needs the role that the link's terms name (I-14)."""


LEAST: dict[type[LinkEvent], Least] = {
    ProposalApproved: Least(_ALTERS, seconds=_BESIDE),
    LinkOpened: Least(_ALTERS, seconds=_BESIDE),
    ChangeHeld: Least(_ALTERS, seconds=_BESIDE),
    TermsChanged: Least(_ALTERS, seconds=_BESIDE),
    TransferSent: Least(_ALTERS, seconds=_BESIDE),
    TransferReceived: Least(_ALTERS, seconds=_BESIDE),
    LinkRetired: Least(_ALTERS, seconds=_BESIDE),
    MeterFilled: Least(_ALTERS, seconds=(Department.CAGE,)),
    FundsCounted: Least(_ALTERS, seconds=(Department.CAGE,)),
    LinkStarted: Least(_GAMES, MANAGER, (Department.SECURITY,)),
    LinkStopped: Least(_GAMES, FLOOR, by_system=True),
    TableJoined: Least(_GAMES, FLOOR),
    TableLeft: Least(_GAMES, FLOOR),
    OwnerTook: Least((), by_system=True),
    ContributionsFolded: Least((), by_system=True),
    ClaimEntered: Least(_GAMES, DEALER, by_system=True),
    # Which rung settles or undoes a round is the table's affair, where it is the same command.
    FixedAwardsTaken: Least(_GAMES, DEALER, by_system=True),
    FixedAwardsReturned: Least(_GAMES, DEALER, by_system=True),
    ClaimVerified: Least(_GAMES, verifies=True),
    ClaimRejected: Least(
        _GAMES, verifies=True, seconds=(Department.SURVEILLANCE, Department.SECURITY)
    ),
    PaidClaimUndone: Least(
        _GAMES, verifies=True, seconds=(Department.SURVEILLANCE, Department.SECURITY)
    ),
    PrizeReleased: Least((Department.CAGE, Department.ACCOUNTING)),
    PrizePaid: Least(_GAMES, FLOOR, (Department.CAGE, Department.SECURITY)),
    MeterAdjusted: Least(_GAMES, MANAGER, (Department.SECURITY,)),
}


def is_automatic(event: LinkEvent) -> bool:
    """Whether the link does this by itself, as a consequence of another command."""
    match event:
        case ContributionsFolded():
            return True
        case LinkStopped(clause=clause):
            return clause == COVERED
        case TermsChanged(has_waited=has_waited):
            return has_waited
    return False


def check_roles(link: Link, event: LinkEvent, envelope: Envelope) -> None:
    """Refuse what a person may not do, or may not do alone (S5)."""
    least = LEAST[type(event)]
    if is_automatic(event) or (envelope.role == SYSTEM and least.by_system):
        return
    _check_department(envelope, envelope.actor, envelope.department, least.departments, event)
    ladder = () if link.terms is None else link.terms.ladder
    role = _role(link, least, ladder)
    if role and not _has_role(envelope.role, role, ladder):
        raise _breach(event, envelope.actor, f"This needs the {role} or a higher role.")
    if least.seconds:
        # No list of seconds names a department of the first: the two are never of one.
        _check_department(
            envelope, envelope.second, envelope.second_department, least.seconds, event
        )


def check_system(envelope: Envelope, command: object) -> None:
    """Refuse a person what only the system does."""
    if envelope.role != SYSTEM:
        raise RoleBreach(
            f"{envelope.actor} cannot answer for {_words(type(command))}",
            clause="P14",
            remedy="This needs the system itself.",
        )


def _has_role(held: str, needed: str, ladder: tuple[str, ...]) -> bool:
    return held in ladder and ladder.index(held) >= ladder.index(needed)


def _role(link: Link, least: Least, ladder: tuple[str, ...]) -> str:
    if least.verifies:
        assert link.terms is not None, "claims are made on a link with terms"
        return link.terms.verification_role
    return "" if least.rung is None else ladder[min(least.rung, len(ladder) - 1)]


def _check_department(
    envelope: Envelope,
    name: str,
    department: str,
    departments: tuple[Department, ...],
    event: LinkEvent,
) -> None:
    if department in departments:
        return
    wanted = " or ".join(departments) or "the system itself"
    if not name:
        raise RoleBreach(
            f"{envelope.actor} acts alone",
            clause=event.clause,
            remedy=f"This needs a second person, of {wanted}.",
        )
    raise _breach(event, name, f"This needs a person of {wanted}.")


def _breach(event: LinkEvent, name: str, remedy: str) -> RoleBreach:
    what = _words(type(event))
    return RoleBreach(f"{name} cannot answer for {what}", clause=event.clause, remedy=remedy)


def _words(kind: type) -> str:
    letters = (f" {c.lower()}" if c.isupper() else c for c in kind.__name__)
    return "".join(letters).strip()
