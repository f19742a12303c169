"""The access list: who may do what, for the reviews that go through it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.staff.departments import Department
from pitboss.staff.events import AccessReviewed
from pitboss.staff.register import Appointment, Person, Register
from pitboss.staff.times import moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """One person's line. It says how old a secret is and nothing else about it."""

    person: str
    name: str
    department: Department
    is_administrator: bool
    appointments: tuple[Appointment, ...]
    """Those in force."""
    last_sign_in: str | None
    secret_days: int
    is_secret_old: bool
    has_second_factor: bool
    lacks_second_factor: bool
    """Whether the house requires a second factor of them, and they have none yet (S7)."""
    is_active: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessList:
    """Everybody's access at one moment, and when somebody last went through it."""

    at: str
    people: tuple[Access, ...]
    reviewed: AccessReviewed | None
    second_factor_of: tuple[str, ...]
    """Of whom the house requires a second factor."""


def access_list(register: Register, last_sign_ins: Mapping[str, str], *, now: str) -> AccessList:
    """Everybody who works here or ever did, in order of id."""
    people = sorted(register.people.values(), key=lambda person: person.id.casefold())
    return AccessList(
        at=now,
        people=tuple(
            _access(register, person, last_sign_ins.get(person.id), now) for person in people
        ),
        reviewed=register.reviewed,
        second_factor_of=register.second_factor_of,
    )


def _access(register: Register, person: Person, last_sign_in: str | None, now: str) -> Access:
    has, needs = person.has_second_factor, register.needs_second_factor(person, now)
    return Access(
        person=person.id,
        name=person.name,
        department=person.department,
        is_administrator=person.is_administrator,
        appointments=tuple(one for one in person.appointments if one.is_in_force(now)),
        last_sign_in=last_sign_in,
        secret_days=(moment(now) - moment(person.secret_set)).days,
        is_secret_old=person.has_old_secret(now),
        has_second_factor=has,
        lacks_second_factor=person.is_active and needs and not has,
        is_active=person.is_active,
    )
