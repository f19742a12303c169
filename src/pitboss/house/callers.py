"""Who asks: a player, a member of staff, or the table system; and in which role they may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.envelope import AUTOMATIC, PLAYER, Envelope
from pitboss.errors import RoleBreach
from pitboss.records.commands import BY_TWO_FACTORS
from pitboss.staff.register import ROLES_CLAUSE, TWO_FACTORS, Register


@dataclass(frozen=True, slots=True)
class Player:
    """A player, whose identity the calling program has checked."""

    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """A member of staff who has signed in, and perhaps a second one who confirms."""

    person: str
    second: str = ""
    two_factors: str = ""
    """Who of them signed in by two factors, one or both, by their ids (S7)."""
    renewals: tuple[tuple[str, int], ...] = ()
    """How often the secret or second factor of each had been replaced when they signed in, for
    staff who stay at a keyboard; a browser is checked each time. It is no part of what is asked."""


@dataclass(frozen=True, slots=True)
class System:
    """The table system itself."""


Caller = Player | Member | System


def name_of_caller(caller: Caller) -> str:
    """The id of a person; the system has none."""
    match caller:
        case Player(name) | Member(name):
            return name
        case System():
            return ""


def by_of(
    caller: Caller, register: Callable[[], Register], ladder: tuple[str, ...], *, now: str
) -> Envelope:
    """The caller, with the highest role they have on this ladder, if any.

    The register is read only for staff, and then as it stands at this moment.
    """
    match caller:
        case Player():
            return Envelope(actor=caller.name, role=PLAYER, time=now)
        case Member(person, second):
            people = register()
            check_signers(people, caller, now)
            return Envelope(
                person,
                *_place(people, person, ladder, now),
                second,
                *_place(people, second, ladder, now),
                time=now,
            )
        case System():
            return AUTOMATIC._replace(time=now)


def _place(register: Register, person: str, ladder: tuple[str, ...], now: str) -> tuple[str, str]:
    """The highest role of a person on this ladder, and the department; empty for strangers."""
    found = register.active(person)
    return ("", "") if found is None else (found.highest(ladder, now), str(found.department))


def check_signers(register: Register, caller: Member, now: str) -> None:
    """Refuse staff who could not sign in now with what they showed when they did.

    A second person who has left confirms nothing; a secret or second factor was replaced because
    another person may know it (S2); and two factors may be required since (S7).
    """
    beside = register.people.get(caller.second)
    if beside is not None and not beside.is_active:
        raise RoleBreach(
            f"{caller.second}, who stood beside {caller.person}, has left",
            clause=ROLES_CLAUSE,
            remedy="Sign in again, alone or with another person.",
        )
    shown, renewals = caller.two_factors.split(), dict(caller.renewals)
    for one in filter(None, (caller.person, caller.second)):
        found = register.active(one)
        if found is None:
            continue
        if renewals.get(one, found.renewals) != found.renewals:
            raise _sign_in_again(
                f"{one} has another secret or second factor since signing in", "S2"
            )
        if one not in shown and register.needs_second_factor(found, now):
            problem = f"{one} signs by two factors only, and came in by the secret alone"
            raise _sign_in_again(problem, TWO_FACTORS)
        if one in shown and not found.has_second_factor:
            problem = f"{one} came in by a second factor that counts no more"
            raise _sign_in_again(problem, TWO_FACTORS)


def _sign_in_again(problem: str, clause: str) -> RoleBreach:
    return RoleBreach(
        problem, clause=clause, remedy="Sign in again; at the keyboard of a table, type: as ID."
    )


def who_asks(caller: Caller) -> dict[str, str]:
    """Who asks, in words, as it is kept with what was asked; of two factors only if there are."""
    match caller:
        case Player():
            return {"name": caller.name}
        case Member():
            said = {"person": caller.person, "second": caller.second}
            return said | ({BY_TWO_FACTORS: caller.two_factors} if caller.two_factors else {})
        case System():
            return {}
