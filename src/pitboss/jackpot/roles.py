"""Who may do what to a link: departments, rungs of the rulebooks' ladder, and who stands beside.

Events are asked and not commands, so that the audit holds every entry to the same list. Whoever may
open or alter a link may not put its meters right, and the other way round (S6): the departments of
the two have nobody in common.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.errors import RoleBreach
from pitboss.jackpot import events as ev
from pitboss.jackpot.link import Link
from pitboss.staff.departments import Department
from pitboss.staff.register import Person, Register
from pitboss.staff.roles import may_act_as

SYSTEM = "system"
DEALER, FLOOR, MANAGER = 0, 1, 2
_GAMES = (Department.TABLE_GAMES,)
_ALTERS = (Department.ACCOUNTING,)
_BESIDE = (Department.ADMINISTRATION,)


class Least(NamedTuple):
    """What an event needs: somebody of these departments, and perhaps somebody beside."""

    departments: tuple[Department, ...]
    rung: int | None = None
    """How high on the ladder, for table games."""
    seconds: tuple[Department, ...] = ()
    by_system: bool = False
    verifies: bool = False
    """Needs the role that the link's terms name (I-14)."""


LEAST: dict[type[ev.LinkEvent], Least] = {
    ev.ProposalApproved: Least(_ALTERS, seconds=_BESIDE),
    ev.LinkOpened: Least(_ALTERS, seconds=_BESIDE),
    ev.ChangeHeld: Least(_ALTERS, seconds=_BESIDE),
    ev.TermsChanged: Least(_ALTERS, seconds=_BESIDE),
    ev.TransferSent: Least(_ALTERS, seconds=_BESIDE),
    ev.TransferReceived: Least(_ALTERS, seconds=_BESIDE),
    ev.LinkRetired: Least(_ALTERS, seconds=_BESIDE),
    ev.MeterFilled: Least(_ALTERS, seconds=(Department.CAGE,)),
    ev.FundsCounted: Least(_ALTERS, seconds=(Department.CAGE,)),
    ev.LinkStarted: Least(_GAMES, MANAGER, (Department.SECURITY,)),
    ev.LinkStopped: Least(_GAMES, FLOOR, by_system=True),
    ev.TableJoined: Least(_GAMES, FLOOR),
    ev.TableLeft: Least(_GAMES, FLOOR),
    ev.ContributionsFolded: Least((), by_system=True),
    ev.ClaimEntered: Least(_GAMES, DEALER, by_system=True),
    # Which rung settles or undoes a round is the table's affair, where it is the same command.
    ev.FixedAwardsTaken: Least(_GAMES, DEALER, by_system=True),
    ev.FixedAwardsReturned: Least(_GAMES, DEALER, by_system=True),
    ev.ClaimVerified: Least(_GAMES, verifies=True),
    ev.ClaimRejected: Least(
        _GAMES, verifies=True, seconds=(Department.SURVEILLANCE, Department.SECURITY)
    ),
    ev.PaidClaimUndone: Least(
        _GAMES, verifies=True, seconds=(Department.SURVEILLANCE, Department.SECURITY)
    ),
    ev.PrizeReleased: Least((Department.CAGE, Department.ACCOUNTING)),
    ev.PrizePaid: Least(_GAMES, FLOOR, (Department.CAGE, Department.SECURITY)),
    ev.MeterAdjusted: Least(_GAMES, MANAGER, (Department.SECURITY,)),
}


def check_roles(register: Register, link: Link, event: ev.LinkEvent) -> None:
    """Refuse what somebody may not do, or may not do alone (S5)."""
    least = LEAST[type(event)]
    by, second = getattr(event, "by", SYSTEM), getattr(event, "second", "")
    if by == SYSTEM and least.by_system:
        return
    first = _person(register, by, least.departments, event)
    ladder = () if link.terms is None else link.terms.ladder
    role = _role(link, least, ladder)
    if role and may_act_as(register, first.id, ladder, role, now=event.at) is None:
        raise _breach(event, by, f"This needs the {role} or a higher role.")
    if least.seconds:
        # No list of seconds names a department of the first: the two are never of one.
        _person(register, second, least.seconds, event)


def _role(link: Link, least: Least, ladder: tuple[str, ...]) -> str:
    if least.verifies:
        assert link.terms is not None, "claims are made on a link with terms"
        return link.terms.verification_role
    return "" if least.rung is None else ladder[min(least.rung, len(ladder) - 1)]


def _person(
    register: Register, name: str, departments: tuple[Department, ...], event: ev.LinkEvent
) -> Person:
    found = register.active(name)
    if found is None or found.department not in departments:
        wanted = " or ".join(departments) or "the system itself"
        if not name:
            raise RoleBreach(
                f"Nobody stands beside {getattr(event, 'by', SYSTEM)}",
                clause=event.clause,
                remedy=f"This needs somebody of {wanted} too.",
            )
        raise _breach(event, name, f"This needs somebody of {wanted}.")
    return found


def _breach(event: ev.LinkEvent, name: str, remedy: str) -> RoleBreach:
    letters = (f" {c.lower()}" if c.isupper() else c for c in type(event).__name__)
    what = "".join(letters).strip()
    return RoleBreach(f"{name} cannot answer for {what}", clause=event.clause, remedy=remedy)
