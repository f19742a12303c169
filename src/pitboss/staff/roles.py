"""Who may do what at a table: the same role, a higher one, or one acting in it (6.2, I-94).

The ladders are data of the rulebooks, lowest role first. A role counts on the ladder it was given
on: a floorperson of one house is nobody at a table of another.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.errors import StaffRefused
from pitboss.staff.register import Appointment, Register

ROLES_CLAUSE = "I-94"


class ActsAs(NamedTuple):
    """The role under which a person does something, for the record."""

    role: str
    is_acting: bool

    def __str__(self) -> str:
        """As the log writes it.

        >>> print(ActsAs("Pit Manager", True))
        acting Pit Manager
        """
        return f"acting {self.role}" if self.is_acting else self.role


def may_act_as(
    register: Register, person: str, ladder: tuple[str, ...], least_role: str, *, now: str
) -> ActsAs | None:
    """The role under which this person may do what needs at least that role, or nothing.

    What people may do in their own role they do in their own role; only beyond it do they act.
    """
    assert least_role in ladder, f"{least_role} is no role of this ladder"
    found = register.active(person)
    if found is None:
        return None
    least = ladder.index(least_role)
    enough = [a for a in found.on(ladder) if a.rung >= least and a.is_in_force(now)]
    if not enough:
        return None
    first = min(enough, key=_own_role_first)
    return ActsAs(first.role, first.is_acting)


def _own_role_first(appointment: Appointment) -> tuple[bool, int]:
    return appointment.is_acting, appointment.rung


def ladder_with(role: str, ladders: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The ladder on which a role stands.

    >>> ladders = [("dealer", "floorperson"), ("Dealer", "Pit Supervisor"), ("croupier", "dealer")]
    >>> ladder_with("Dealer", ladders)
    ('Dealer', 'Pit Supervisor')
    >>> ladder_with("boss", ladders[:2])
    Traceback (most recent call last):
    ...
    pitboss.errors.StaffRefused: No rulebook has the role 'boss' (rule I-94). The roles are, as \
the rulebooks print them: dealer, floorperson; Dealer, Pit Supervisor.
    """
    known = list(dict.fromkeys(ladders))
    found = [ladder for ladder in known if role in ladder]
    if not found:
        raise StaffRefused(
            f"No rulebook has the role {role!r}",
            remedy=f"The roles are, as the rulebooks print them: {_listed(known)}.",
            clause=ROLES_CLAUSE,
        )
    if len(found) > 1:
        raise StaffRefused(
            f"{role!r} is a role on {len(found)} ladders: {_listed(found)}",
            remedy="Name the rulebook whose ladder is meant.",
            clause=ROLES_CLAUSE,
        )
    return found[0]


def _listed(ladders: list[tuple[str, ...]]) -> str:
    return "; ".join(", ".join(ladder) for ladder in ladders)
