"""Who asks: a player, a member of staff, or the table system; and in which role they may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.errors import RoleBreach
from pitboss.live.by import AUTOMATIC, PLAYER, By
from pitboss.staff.register import Register
from pitboss.staff.roles import ROLES_CLAUSE


@dataclass(frozen=True, slots=True)
class Player:
    """A player; whoever calls has made sure who it is."""

    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """A member of staff who has signed in, and perhaps a second one who confirms."""

    person: str
    second: str = ""


@dataclass(frozen=True, slots=True)
class System:
    """The table system itself."""


Caller = Player | Member | System


def by_of(
    caller: Caller, register: Callable[[], Register], ladder: tuple[str, ...], *, now: str
) -> By:
    """Somebody with the highest role they have on this ladder; none if they have none.

    The register is read only where staff ask, and then as it stands at this moment.
    """
    match caller:
        case Player():
            return By(person=caller.name, role=PLAYER)
        case Member(person, second):
            people = register()
            _check_beside(people, person, second)
            return By(
                person=person,
                role=_highest(people, person, ladder, now),
                second=second,
                second_role=_highest(people, second, ladder, now) if second else "",
                second_department=_department(people, second),
            )
        case System():
            return AUTOMATIC


def _check_beside(register: Register, person: str, second: str) -> None:
    """Refuse whoever signed in as the second person and has left since: they confirm nothing."""
    found = register.people.get(second)
    if found is not None and not found.is_active:
        raise RoleBreach(
            f"{second}, who stood beside {person}, has left",
            clause=ROLES_CLAUSE,
            remedy="Sign in again, alone or with somebody else.",
        )


def _department(register: Register, person: str) -> str:
    found = register.active(person)
    return "" if found is None else found.department


def _highest(register: Register, person: str, ladder: tuple[str, ...], now: str) -> str:
    found = register.active(person)
    if found is None:
        return ""
    rungs = [one.rung for one in found.on(ladder) if one.is_in_force(now)]
    return ladder[max(rungs)] if rungs else ""
