"""People on the register: added, appointed, gone and taken back; and reviews of their access."""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.errors import StaffRefused
from pitboss.staff.register import (
    ROLES_CLAUSE,
    Appointment,
    Department,
    Person,
    Register,
    Review,
    check_administrator,
    known_person,
    moment,
    present_person,
)

HOUSE = ""
"""The clause of what every house does and no rulebook asks for."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")
_LONGEST_NAME = 80


@stored("add-person", kw_only=True)
class AddPerson:
    """A person comes to work here. The first of all adds themselves, without an actor."""

    person: str
    name: str
    department: Department
    secret_hash: str = field(repr=False, compare=False)


@stored("appoint", kw_only=True)
class Appoint:
    """A person is given a role on a rulebook's ladder, for good or acting until an end."""

    person: str
    role: str
    ladder: tuple[str, ...]
    is_acting: bool = False
    until: str | None = None


@stored("end-appointment", kw_only=True)
class EndAppointment:
    """A person no longer has a role."""

    person: str
    role: str
    ladder: tuple[str, ...]


@stored("deactivate", kw_only=True)
class Deactivate:
    """A person leaves."""

    person: str


@stored("reactivate", kw_only=True)
class Reactivate:
    """A person who left comes back, to the same department or to another."""

    person: str
    department: Department
    secret_hash: str = field(repr=False, compare=False)


@stored("record-review", kw_only=True)
class RecordReview:
    """The access list was gone through, and this was found."""

    findings: str


@stored("register-opened", kw_only=True)
class RegisterOpened:
    """The register was empty, and its first person made themselves its administrator."""

    person: str
    clause: str


@stored("person-added", kw_only=True)
class PersonAdded:
    """A person is on the register."""

    person: str
    name: str
    department: Department
    secret_hash: str = field(repr=False)
    clause: str


@stored("person-appointed", kw_only=True)
class PersonAppointed:
    """A person has a role on the ladder that is written down with it."""

    person: str
    role: str
    ladder: tuple[str, ...]
    is_acting: bool
    until: str | None
    clause: str


@stored("appointment-ended", kw_only=True)
class AppointmentEnded:
    """A person has that role no more."""

    person: str
    role: str
    ladder: tuple[str, ...]
    is_acting: bool
    clause: str


@stored("person-deactivated", kw_only=True)
class PersonDeactivated:
    """A person left and may do nothing any more."""

    person: str
    clause: str


@stored("person-reactivated", kw_only=True)
class PersonReactivated:
    """A person came back, without the roles of before."""

    person: str
    department: Department
    secret_hash: str = field(repr=False)
    clause: str


@stored("access-reviewed", kw_only=True)
class AccessReviewed:
    """The access list was reviewed."""

    findings: str
    clause: str


PeopleCommand = AddPerson | Appoint | EndAppointment | Deactivate | Reactivate | RecordReview
PeopleEvent = (
    RegisterOpened | PersonAdded | PersonAppointed | AppointmentEnded | PersonDeactivated
    | PersonReactivated | AccessReviewed
)  # fmt: skip


def decide(register: Register, command: PeopleCommand, by: Envelope) -> list[PeopleEvent]:
    """What happens when this is asked, or `StaffRefused`."""
    if isinstance(command, AddPerson) and not register.people:
        return _first(command, by)
    check_administrator(register, by.actor)
    match command:
        case AddPerson():
            return [_added(register, command)]
        case Appoint():
            return _appointed(present_person(register, command.person), command, by)
        case EndAppointment():
            return [_ended(present_person(register, command.person), command)]
        case Deactivate():
            return _left(register, present_person(register, command.person))
        case Reactivate():
            return [_back(register, command)]
        case RecordReview():
            return [_reviewed(command)]
        case _:
            assert_never(command)


def evolve(register: Register, event: PeopleEvent, by: Envelope) -> Register:
    """The register after one more event."""
    match event:
        case RegisterOpened():
            # Who was first is for the reader of the log; the next event adds them.
            return register
        case PersonAdded():
            person = Person(
                id=event.person,
                name=event.name,
                department=event.department,
                secret_hash=event.secret_hash,
                secret_set=by.time,
            )
        case AccessReviewed():
            review = Review(findings=event.findings, by=by.actor, at=by.time)
            return replace(register, reviewed=review)
        case PersonAppointed():
            person = _with_role(register.people[event.person], event, by)
        case AppointmentEnded():
            person = register.people[event.person]
            gone = (event.ladder, event.role)
            kept = tuple(a for a in person.appointments if (a.ladder, a.role) != gone)
            person = replace(person, appointments=kept)
        case PersonDeactivated():
            person = register.people[event.person]
            person = replace(person, renewals=person.renewals + 1, is_active=False)
        case PersonReactivated():
            person = register.people[event.person]
            person = replace(
                person,
                renewals=person.renewals + 1,
                department=event.department,
                secret_hash=event.secret_hash,
                secret_set=by.time,
                is_active=True,
                sealed_key=None,
            )
        case _:
            assert_never(event)
    return replace(register, people={**register.people, person.id: person})


def _with_role(person: Person, event: PersonAppointed, by: Envelope) -> Person:
    appointment = Appointment(
        role=event.role,
        ladder=event.ladder,
        is_acting=event.is_acting,
        since=by.time,
        until=event.until,
    )
    return replace(person, appointments=(*person.appointments, appointment))


def _first(command: AddPerson, by: Envelope) -> list[PeopleEvent]:
    """The register is empty, so the first person adds themselves."""
    if by.actor:
        raise StaffRefused(
            f"{by.actor} is not on the register, which is still empty",
            remedy="Add the first person, an administrator, without --as.",
        )
    if command.department is not Department.ADMINISTRATION:
        raise StaffRefused(
            f"The first person on the register cannot be of {command.department}",
            remedy="The first one adds all others: give the department administration.",
        )
    opened = RegisterOpened(person=command.person, clause=HOUSE)
    return [opened, _added(Register(), command)]


def _added(register: Register, command: AddPerson) -> PersonAdded:
    _check_id(register, command.person)
    _check_name(register, command.name)
    return PersonAdded(
        person=command.person,
        name=command.name,
        department=command.department,
        secret_hash=command.secret_hash,
        clause=HOUSE,
    )


def _check_id(register: Register, person: str) -> None:
    if not _ID.fullmatch(person):
        raise StaffRefused(
            f"{person!r} cannot be the id of a person",
            remedy="Use up to 32 letters, digits, dots, dashes and underscores, "
            "the first a letter or a digit.",
        )
    # Ids that differ only in capitals would be taken for each other at the table.
    same = next((p for p in register.people.values() if p.id.lower() == person.lower()), None)
    if same is None:
        return
    if same.is_active:
        raise StaffRefused(
            f"{same.id} is on the register already: {same.name}",
            remedy="Give every person an id of their own.",
        )
    raise StaffRefused(
        f"{same.id} was {same.name}, who has left",
        remedy="Take the same person back with pitboss staff return; give another another id.",
    )


def _check_name(register: Register, name: str) -> None:
    if not name.strip() or name != name.strip() or not name.isprintable():
        raise StaffRefused(f"{name!r} is not a name", remedy="Write the name as it is spoken.")
    if len(name) > _LONGEST_NAME:
        raise StaffRefused(f"A name of {len(name)} letters", remedy=f"Use at most {_LONGEST_NAME}.")
    present = (person for person in register.people.values() if person.is_active)
    same = next((person for person in present if _same_name(person.name, name)), None)
    if same is not None:
        raise StaffRefused(
            f"{same.name} is on the register already, as {same.id}",
            remedy="A person has one profile. If this is another person, tell the names apart.",
        )


def _same_name(one: str, other: str) -> bool:
    return one.casefold().split() == other.casefold().split()


def _left(register: Register, person: Person) -> list[PeopleEvent]:
    if register.administrators == (person,):
        raise StaffRefused(
            f"{person.id} is the only administrator",
            remedy="Add another administrator first: one must keep the register.",
        )
    # Roles end with the work: a person who comes back is given them anew.
    ended = [_end(person, one) for one in person.appointments]
    left = PersonDeactivated(person=person.id, clause=HOUSE)
    return [*ended, left]


def _back(register: Register, command: Reactivate) -> PersonReactivated:
    person = known_person(register, command.person)
    if person.is_active:
        raise StaffRefused(
            f"{person.id} has not left",
            remedy="To move to another department, leave first and then return to it.",
        )
    _check_name(register, person.name)
    return PersonReactivated(
        person=person.id,
        department=command.department,
        secret_hash=command.secret_hash,
        clause=HOUSE,
    )


def _appointed(person: Person, command: Appoint, by: Envelope) -> list[PeopleEvent]:
    """The appointment, after the end of those it makes needless."""
    _check_may_have_role(person, command, by)
    _check_until(command, by)
    rung = command.ladder.index(command.role)
    held = person.on(command.ladder)
    own = next((one for one in held if not one.is_acting), None)
    if own is not None and (own.rung == rung or (command.is_acting and own.rung > rung)):
        raise StaffRefused(
            f"{person.id} is {own.role} already",
            remedy="That is enough for it: a higher role may do what a lower one may.",
            clause=ROLES_CLAUSE,
        )
    if command.is_acting:
        over = [one for one in held if one.is_acting and one.rung == rung]
    else:
        # One own role on a ladder, and acting only above it.
        over = [one for one in held if not one.is_acting or one.rung <= rung]
    appointed = PersonAppointed(
        person=person.id,
        role=command.role,
        ladder=command.ladder,
        is_acting=command.is_acting,
        until=command.until,
        clause=ROLES_CLAUSE,
    )
    return [*(_end(person, one) for one in over), appointed]


def _check_may_have_role(person: Person, command: Appoint, by: Envelope) -> None:
    if command.role not in command.ladder:
        raise StaffRefused(
            f"{command.role!r} is not a role of this ladder",
            remedy=f"The roles are {', '.join(command.ladder)}.",
            clause=ROLES_CLAUSE,
        )
    if by.actor == person.id:
        raise StaffRefused(
            f"{person.id} may not appoint {person.id}",
            remedy="Have another administrator do it.",
            clause=ROLES_CLAUSE,
        )
    if person.department is not Department.TABLE_GAMES:
        raise StaffRefused(
            f"{person.id} is of {person.department} and cannot be {command.role}",
            remedy="Roles at a table are for table games alone: duties must stay apart.",
            clause=ROLES_CLAUSE,
        )


def _check_until(command: Appoint, by: Envelope) -> None:
    if command.until is None:
        return
    if not command.is_acting:
        raise StaffRefused(
            f"Only an acting appointment has an end set beforehand, {command.role} is not acting",
            remedy="Make it acting, or end it when the time comes.",
            clause=ROLES_CLAUSE,
        )
    if moment(command.until) <= moment(by.time):
        raise StaffRefused(
            f"The appointment would end at {command.until}, before it begins",
            remedy="Give an end that is still to come.",
            clause=ROLES_CLAUSE,
        )


def _ended(person: Person, command: EndAppointment) -> AppointmentEnded:
    for one in person.on(command.ladder):
        if one.role == command.role:
            return _end(person, one)
    held = ", ".join(one.role for one in person.appointments) or "none"
    raise StaffRefused(
        f"{person.id} is not {command.role}",
        remedy=f"Roles of {person.id}: {held}.",
        clause=ROLES_CLAUSE,
    )


def _end(person: Person, one: Appointment) -> AppointmentEnded:
    return AppointmentEnded(
        person=person.id,
        role=one.role,
        ladder=one.ladder,
        is_acting=one.is_acting,
        clause=ROLES_CLAUSE,
    )


def _reviewed(command: RecordReview) -> AccessReviewed:
    if not command.findings.strip():
        raise StaffRefused(
            "A review without a finding",
            remedy='Write what was found, if only "nothing to change".',
        )
    return AccessReviewed(findings=command.findings, clause=HOUSE)
