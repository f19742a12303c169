"""Deciding about people: a command becomes events, or a refusal that says what would do."""

from __future__ import annotations

import re
from typing import assert_never

from pitboss.errors import StaffRefused
from pitboss.staff import commands as do
from pitboss.staff import events as ev
from pitboss.staff.departments import Department
from pitboss.staff.register import Appointment, Person, Register
from pitboss.staff.roles import ROLES_CLAUSE
from pitboss.staff.times import moment

HOUSE = ""
"""The clause of what no rulebook asks for and every house does."""
TWO_FACTORS = "S7"
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")
_LONGEST_NAME = 80


def decide(register: Register, command: do.StaffCommand) -> list[ev.StaffEvent]:
    """What happens when this command is given now, or `StaffRefused`."""
    moment(command.at)
    if isinstance(command, do.RehashSecret):
        return [_rehashed(register, command)]
    if isinstance(command, do.ChangeSecret) and command.by == command.person:
        return [_changed(register, command)]
    if isinstance(command, do.SetSecondFactor) and command.by == command.person:
        return [_factor_set(register, command)]
    if isinstance(command, do.AddPerson) and not register.people:
        return _first(command)
    check_administrator(register, command.by)
    match command:
        case do.AddPerson():
            return [_added(register, command)]
        case do.Appoint():
            return _appointed(_present(register, command.person), command)
        case do.EndAppointment():
            return [_ended(_present(register, command.person), command)]
        case do.ChangeSecret():
            return [_changed(register, command)]
        case do.Deactivate():
            return _left(register, _present(register, command.person), command)
        case do.Reactivate():
            return [_back(register, command)]
        case do.RecordReview():
            return [_reviewed(command)]
        case do.SetSecondFactor():
            return [_factor_set(register, command)]
        case do.RemoveSecondFactor():
            return [_factor_removed(register, command)]
        case do.RequireSecondFactor():
            return [_factor_required(register, command)]
        case _:
            assert_never(command)


# --- who may ask, and about whom ----------------------------------------------------------------


def check_administrator(register: Register, by: str) -> None:
    """Refuse whoever does not keep the register."""
    if not register.people:
        raise StaffRefused(
            "Nobody is on the register yet",
            remedy="Add an administrator first: pitboss staff add ID --name NAME.",
        )
    if not by:
        raise StaffRefused(
            "Nobody was named as doing this",
            remedy="Name an administrator and sign in: --as ID.",
        )
    actor = register.people.get(by)
    if actor is None or not actor.is_administrator:
        raise StaffRefused(
            f"{by} may not change the register of staff",
            remedy=f"Ask an administrator: {_named(register)}.",
        )


def _named(register: Register) -> str:
    return ", ".join(person.id for person in register.administrators)


def _known(register: Register, person: str) -> Person:
    found = register.people.get(person)
    if found is None:
        raise unknown_person(person)
    return found


def unknown_person(person: str) -> StaffRefused:
    """What is said of an id that nobody has."""
    return StaffRefused(
        f"Nobody called {person!r} is on the register",
        remedy="Use the id under which the person was added; pitboss staff list shows them.",
    )


def _present(register: Register, person: str) -> Person:
    found = _known(register, person)
    if not found.is_active:
        raise StaffRefused(
            f"{person} has left", remedy="Take the person back first: pitboss staff return."
        )
    return found


# --- coming and going ---------------------------------------------------------------------------


def _first(command: do.AddPerson) -> list[ev.StaffEvent]:
    """Nobody is there who could add the first person, so the first one adds themselves."""
    if command.by:
        raise StaffRefused(
            f"{command.by} is not on the register, which is still empty",
            remedy="Add the first person, an administrator, without --as.",
        )
    if command.department is not Department.ADMINISTRATION:
        raise StaffRefused(
            f"The first person on the register cannot be of {command.department}",
            remedy="The first one adds all others: give the department administration.",
        )
    opened = ev.RegisterOpened(person=command.person, at=command.at, clause=HOUSE)
    return [opened, _added(Register(), command)]


def _added(register: Register, command: do.AddPerson) -> ev.PersonAdded:
    _check_id(register, command.person)
    _check_name(register, command.name)
    return ev.PersonAdded(
        person=command.person,
        name=command.name,
        department=command.department,
        secret_hash=command.secret_hash,
        at=command.at,
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
            remedy="A person has one profile. If this is somebody else, tell the names apart.",
        )


def _same_name(one: str, other: str) -> bool:
    return one.casefold().split() == other.casefold().split()


def _left(register: Register, person: Person, command: do.Deactivate) -> list[ev.StaffEvent]:
    if register.administrators == (person,):
        raise StaffRefused(
            f"{person.id} is the only administrator",
            remedy="Add another administrator first, or nobody could keep the register.",
        )
    # Roles end with the work, so that whoever comes back is given them anew and knowingly.
    ended = [_end(person, one, command.at) for one in person.appointments]
    left = ev.PersonDeactivated(person=person.id, at=command.at, clause=HOUSE)
    return [*ended, left]


def _back(register: Register, command: do.Reactivate) -> ev.PersonReactivated:
    person = _known(register, command.person)
    if person.is_active:
        raise StaffRefused(
            f"{person.id} has not left",
            remedy="To move to another department, leave first and then return to it.",
        )
    _check_name(register, person.name)
    return ev.PersonReactivated(
        person=person.id,
        department=command.department,
        secret_hash=command.secret_hash,
        at=command.at,
        clause=HOUSE,
    )


# --- roles --------------------------------------------------------------------------------------


def _appointed(person: Person, command: do.Appoint) -> list[ev.StaffEvent]:
    """The appointment, after the end of those it makes needless."""
    _check_may_have_role(person, command)
    _check_until(command)
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
    appointed = ev.PersonAppointed(
        person=person.id,
        role=command.role,
        ladder=command.ladder,
        is_acting=command.is_acting,
        until=command.until,
        at=command.at,
        clause=ROLES_CLAUSE,
    )
    return [*(_end(person, one, command.at) for one in over), appointed]


def _check_may_have_role(person: Person, command: do.Appoint) -> None:
    if command.role not in command.ladder:
        raise StaffRefused(
            f"{command.role!r} is not a role of this ladder",
            remedy=f"The roles are {', '.join(command.ladder)}.",
            clause=ROLES_CLAUSE,
        )
    if command.by == person.id:
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


def _check_until(command: do.Appoint) -> None:
    if command.until is None:
        return
    if not command.is_acting:
        raise StaffRefused(
            f"Only an acting appointment has an end set beforehand, {command.role} is not acting",
            remedy="Make it acting, or end it when the time comes.",
            clause=ROLES_CLAUSE,
        )
    if moment(command.until) <= moment(command.at):
        raise StaffRefused(
            f"The appointment would end at {command.until}, before it begins",
            remedy="Give an end that is still to come.",
            clause=ROLES_CLAUSE,
        )


def _ended(person: Person, command: do.EndAppointment) -> ev.AppointmentEnded:
    for one in person.on(command.ladder):
        if one.role == command.role:
            return _end(person, one, command.at)
    held = ", ".join(one.role for one in person.appointments) or "none"
    raise StaffRefused(
        f"{person.id} is not {command.role}",
        remedy=f"Roles of {person.id}: {held}.",
        clause=ROLES_CLAUSE,
    )


def _end(person: Person, one: Appointment, at: str) -> ev.AppointmentEnded:
    return ev.AppointmentEnded(
        person=person.id,
        role=one.role,
        ladder=one.ladder,
        is_acting=one.is_acting,
        at=at,
        clause=ROLES_CLAUSE,
    )


# --- secrets and reviews ------------------------------------------------------------------------


def _changed(register: Register, command: do.ChangeSecret) -> ev.SecretChanged:
    person = _present(register, command.person)
    return ev.SecretChanged(
        person=person.id, secret_hash=command.secret_hash, at=command.at, clause=HOUSE
    )


def _rehashed(register: Register, command: do.RehashSecret) -> ev.SecretRehashed:
    person = _present(register, command.person)
    return ev.SecretRehashed(
        person=person.id, secret_hash=command.secret_hash, at=command.at, clause=HOUSE
    )


def _reviewed(command: do.RecordReview) -> ev.AccessReviewed:
    if not command.findings.strip():
        raise StaffRefused(
            "A review without a finding",
            remedy='Write what was found, if only "nothing to change".',
        )
    return ev.AccessReviewed(findings=command.findings, by=command.by, at=command.at, clause=HOUSE)


# --- second factors (S7) ------------------------------------------------------------------------


def _factor_set(register: Register, command: do.SetSecondFactor) -> ev.SecondFactorSet:
    """Whoever has none gets one alone or from an administrator; another in place of it takes two.

    Else one administrator could take over both factors of anybody.
    """
    person = _present(register, command.person)
    if command.by == person.id and command.second:
        raise StaffRefused(
            f"{command.second} beside {person.id}, who sets a second factor of their own",
            remedy="Nobody need stand beside; leave --second out.",
            clause=TWO_FACTORS,
        )
    if command.second or (person.has_second_factor and command.by != person.id):
        _check_second(register, command.by, command.second, person.id)
    return ev.SecondFactorSet(
        person=person.id,
        sealed=command.sealed,
        step=command.step,
        at=command.at,
        clause=TWO_FACTORS,
    )


def _factor_removed(register: Register, command: do.RemoveSecondFactor) -> ev.SecondFactorRemoved:
    person = _present(register, command.person)
    if not person.has_second_factor:
        raise StaffRefused(
            f"{person.id} has no second factor",
            remedy="There is nothing to remove.",
            clause=TWO_FACTORS,
        )
    _check_second(register, command.by, command.second, person.id)
    return ev.SecondFactorRemoved(person=person.id, at=command.at, clause=TWO_FACTORS)


def _factor_required(
    register: Register, command: do.RequireSecondFactor
) -> ev.SecondFactorRequired:
    _check_second(register, command.by, command.second, command.by)
    if command.of and not register.people[command.by].has_second_factor:
        # Where no key can be set, as without the key of the house, this would shut everybody out.
        raise StaffRefused(
            f"{command.by} would require of others what {command.by} has not",
            remedy=f"Set one first: pitboss staff second-factor {command.by}.",
            clause=TWO_FACTORS,
        )
    if command.of == register.second_factor_of:
        raise StaffRefused(
            f"A second factor is required of {', '.join(command.of) or 'nobody'} already",
            remedy="There is nothing to change.",
            clause=TWO_FACTORS,
        )
    return ev.SecondFactorRequired(of=command.of, by=command.by, at=command.at, clause=TWO_FACTORS)


def _check_second(register: Register, by: str, second: str, person: str) -> None:
    """What opens a way in beside the second factor is done by two, neither of whom it is for."""
    found = register.active(second)
    if found is None:
        raise StaffRefused(
            f"{second} is not on the register" if second else f"{by} cannot do this alone",
            remedy="A second person signs in beside: --second ID.",
            clause=TWO_FACTORS,
        )
    if second in (by, person) or found.department is Department.REGULATOR:
        raise StaffRefused(
            f"{second} cannot be the second person for this",
            remedy="Name somebody else who works here, and whom it is not about.",
            clause=TWO_FACTORS,
        )
