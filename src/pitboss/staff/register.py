"""The register of staff at one moment, and how each event moves it on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, assert_never

from pitboss.staff import events as ev
from pitboss.staff.departments import Department
from pitboss.staff.times import moment

SECRET_LASTS = timedelta(days=90)
ALL = "all"
"""Everybody, where roles and departments could be named instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """A role a person has. It counts on the ladder it was given on and on no other."""

    role: str
    ladder: tuple[str, ...]
    is_acting: bool
    since: str
    until: str | None

    @property
    def rung(self) -> int:
        """How high the role stands; the lowest is 0."""
        return self.ladder.index(self.role)

    def is_in_force(self, now: str) -> bool:
        """Whether it counts at this moment: up to its end, if it has one.

        It began when it was written, whatever a clock shows that was set back since (D9).
        """
        return self.until is None or moment(now) < moment(self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One person and all that they may do."""

    id: str
    name: str
    department: Department
    secret_hash: str = field(repr=False)
    secret_set: str
    appointments: tuple[Appointment, ...] = ()
    is_active: bool = True
    sealed_key: str | None = field(default=None, repr=False)
    """The key of their second factor as it is kept; None if they have none."""
    key_set: str = ""
    key_step: int = 0
    """When it was set, and the half-minute of the code that showed it to be theirs."""
    renewals: int = 0
    """How often what this person shows on the way in was set anew, or they left. It is counted and
    not timed: whatever was opened at a lower number is over, however a clock was set since."""

    @property
    def is_administrator(self) -> bool:
        """Whether this person keeps the register."""
        return self.is_active and self.department is Department.ADMINISTRATION

    @property
    def has_second_factor(self) -> bool:
        """Whether they show a code beside their secret (S7)."""
        return self.sealed_key is not None

    def has_old_secret(self, now: str) -> bool:
        """Whether the secret must be renewed before anything else."""
        return moment(now) - moment(self.secret_set) > SECRET_LASTS

    def on(self, ladder: tuple[str, ...]) -> tuple[Appointment, ...]:
        """The appointments on one ladder, ended acting ones among them."""
        return tuple(one for one in self.appointments if one.ladder == ladder)


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """Everybody who works here or ever did."""

    people: Mapping[str, Person] = field(default_factory=dict)
    reviewed: ev.AccessReviewed | None = None
    """The latest review of the access list."""
    second_factor_of: tuple[str, ...] = ()
    """The roles and departments of which the house requires a second factor, or all."""

    def active(self, person: str) -> Person | None:
        """A person who may do things, if there is one of that id."""
        found = self.people.get(person)
        return found if found is not None and found.is_active else None

    def needs_second_factor(self, person: Person, now: str) -> bool:
        """Whether this person comes in by two factors only: who has a second, and who must."""
        held = {one.role for one in person.appointments if one.is_in_force(now)}
        concerned = {ALL, str(person.department), *held}
        return person.has_second_factor or not concerned.isdisjoint(self.second_factor_of)

    @property
    def administrators(self) -> tuple[Person, ...]:
        """Those who keep the register."""
        return tuple(person for person in self.people.values() if person.is_administrator)


def replay(log: Iterable[ev.StaffEvent]) -> Register:
    """The register a log leads to."""
    register = Register()
    for event in log:
        register = evolve(register, event)
    return register


def evolve(register: Register, event: ev.StaffEvent) -> Register:
    """The register after one more event."""
    match event:
        case ev.RegisterOpened():
            # Who was first is for the reader of the log; that they are there is said next.
            return register
        case ev.PersonAdded():
            person = Person(
                id=event.person,
                name=event.name,
                department=event.department,
                secret_hash=event.secret_hash,
                secret_set=event.at,
            )
            return replace(register, people={**register.people, person.id: person})
        case ev.AccessReviewed():
            return replace(register, reviewed=event)
        case ev.SecondFactorRequired():
            return replace(register, second_factor_of=event.of)
        case _:
            person = _moved(register.people[event.person], event)
            return replace(register, people={**register.people, person.id: person})


_OfOne = (
    ev.PersonAppointed | ev.AppointmentEnded | ev.SecretChanged | ev.SecretRehashed
    | ev.PersonDeactivated | ev.PersonReactivated | ev.SecondFactorSet | ev.SecondFactorRemoved
)  # fmt: skip


def _moved(person: Person, event: _OfOne) -> Person:
    match event:
        case ev.PersonAppointed():
            return _appointed(person, event)
        case ev.AppointmentEnded():
            gone = (event.ladder, event.role)
            kept = tuple(a for a in person.appointments if (a.ladder, a.role) != gone)
            return replace(person, appointments=kept)
        case ev.SecretChanged():
            return _renewed(person, secret_hash=event.secret_hash, secret_set=event.at)
        case ev.SecretRehashed():
            return replace(person, secret_hash=event.secret_hash)
        case ev.PersonDeactivated():
            return _renewed(person, is_active=False)
        case ev.PersonReactivated():
            return _renewed(
                person,
                department=event.department,
                secret_hash=event.secret_hash,
                secret_set=event.at,
                is_active=True,
                sealed_key=None,
            )
        case ev.SecondFactorSet():
            return _renewed(person, sealed_key=event.sealed, key_set=event.at, key_step=event.step)
        case ev.SecondFactorRemoved():
            return _renewed(person, sealed_key=None)
        case _:
            assert_never(event)


def _renewed(person: Person, **changes: Any) -> Person:
    """A person whose way in is another from now on."""
    return replace(person, renewals=person.renewals + 1, **changes)


def _appointed(person: Person, event: ev.PersonAppointed) -> Person:
    appointment = Appointment(
        role=event.role,
        ladder=event.ladder,
        is_acting=event.is_acting,
        since=event.at,
        until=event.until,
    )
    return replace(person, appointments=(*person.appointments, appointment))
