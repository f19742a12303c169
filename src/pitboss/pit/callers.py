"""Who asks: a player, a member of staff, or the table system; and in which role they may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.errors import RoleBreach
from pitboss.live.by import AUTOMATIC, PLAYER, By
from pitboss.records.events import body_of
from pitboss.staff.decide import TWO_FACTORS
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
    two_factors: str = ""
    """Who of them signed in by two factors, one or both, by their ids (S7)."""


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
            check_factors(people, caller, now)
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


def check_factors(register: Register, caller: Member, now: str) -> None:
    """Refuse whoever must sign by two factors by now, and had not to when they signed in (S7)."""
    shown = caller.two_factors.split()
    for one in filter(None, (caller.person, caller.second)):
        found = register.active(one)
        if found is not None and one not in shown and register.needs_second_factor(found, now):
            raise RoleBreach(
                f"{one} signs by two factors only, and came in by the secret alone",
                clause=TWO_FACTORS,
                remedy="Sign in again, with the code.",
            )


def who_asks(caller: Caller) -> dict[str, str]:
    """Who asks, in words, as it is kept with what was asked; of two factors only if there are."""
    said: dict[str, str] = body_of(caller)
    if not said.get("two_factors"):
        said.pop("two_factors", None)
    return said


def _department(register: Register, person: str) -> str:
    found = register.active(person)
    return "" if found is None else found.department


def _highest(register: Register, person: str, ladder: tuple[str, ...], now: str) -> str:
    found = register.active(person)
    if found is None:
        return ""
    rungs = [one.rung for one in found.on(ladder) if one.is_in_force(now)]
    return ladder[max(rungs)] if rungs else ""
