"""Secrets and second factors of staff: changed, set, removed, required (S7).

Secrets come in hashed and keys sealed: nothing here ever sees either.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any, assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.errors import StaffRefused
from pitboss.staff.people import HOUSE
from pitboss.staff.register import (
    TWO_FACTORS,
    Department,
    Person,
    Register,
    check_administrator,
    present_person,
)


@stored("change-secret", kw_only=True)
class ChangeSecret:
    """A person gets a new secret: by themselves, or by an administrator if it is forgotten."""

    person: str
    secret_hash: str = field(repr=False, compare=False)


@stored("rehash-secret", kw_only=True)
class RehashSecret:
    """The same secret is kept under a stronger hash, once it was shown; its age stays."""

    person: str
    secret_hash: str = field(repr=False, compare=False)


@stored("set-second-factor", kw_only=True)
class SetSecondFactor:
    """A person gets a key of their own, the first or another: by themselves or an administrator."""

    person: str
    sealed: str = field(repr=False, compare=False)
    step: int = field(compare=False)


@stored("remove-second-factor", kw_only=True)
class RemoveSecondFactor:
    """A person's key is to count no more, because it was lost."""

    person: str


@stored("require-second-factor", kw_only=True)
class RequireSecondFactor:
    """The house requires a second factor of these roles and departments, of all, or of none."""

    of: tuple[str, ...]


@stored("secret-changed", kw_only=True)
class SecretChanged:
    """A person has a new secret, and its age counts from now."""

    person: str
    secret_hash: str = field(repr=False)
    clause: str


@stored("secret-rehashed", kw_only=True)
class SecretRehashed:
    """The same secret is kept under a stronger hash."""

    person: str
    secret_hash: str = field(repr=False)
    clause: str


@stored("second-factor-set", kw_only=True)
class SecondFactorSet:
    """A person shows a code beside the secret from now on, made with a key of their own."""

    person: str
    sealed: str = field(repr=False)
    """The key, which only the house's key opens."""
    step: int
    """The half-minute of the code by which the person showed to have the key; it is used up."""
    clause: str


@stored("second-factor-removed", kw_only=True)
class SecondFactorRemoved:
    """A person's key counts no more."""

    person: str
    clause: str


@stored("second-factor-required", kw_only=True)
class SecondFactorRequired:
    """The house requires a second factor from now on."""

    of: tuple[str, ...]
    """Of these roles and departments, or all; of none if it is empty."""
    clause: str


SecretCommand = (
    ChangeSecret | RehashSecret | SetSecondFactor | RemoveSecondFactor | RequireSecondFactor
)
SecretEvent = (
    SecretChanged | SecretRehashed | SecondFactorSet | SecondFactorRemoved | SecondFactorRequired
)


def decide(register: Register, command: SecretCommand, by: Envelope) -> list[SecretEvent]:
    """What happens when this is asked, or `StaffRefused`.

    People change their own secret and set their own second factor; all else is an administrator's.
    """
    if isinstance(command, RehashSecret):
        return [_rehashed(register, command)]
    is_own = isinstance(command, ChangeSecret | SetSecondFactor) and by.actor == command.person
    if not is_own:
        check_administrator(register, by.actor)
    match command:
        case ChangeSecret():
            return [_changed(register, command)]
        case SetSecondFactor():
            return [_factor_set(register, command, by)]
        case RemoveSecondFactor():
            return [_factor_removed(register, command, by)]
        case RequireSecondFactor():
            return [_factor_required(register, command, by)]
        case _:
            assert_never(command)


def evolve(register: Register, event: SecretEvent, by: Envelope) -> Register:
    """The register after one more event."""
    if isinstance(event, SecondFactorRequired):
        return replace(register, second_factor_of=event.of)
    person = register.people[event.person]
    match event:
        case SecretChanged():
            person = _renewed(person, secret_hash=event.secret_hash, secret_set=by.time)
        case SecretRehashed():
            person = replace(person, secret_hash=event.secret_hash)
        case SecondFactorSet():
            person = _renewed(person, sealed_key=event.sealed, key_set=by.time, key_step=event.step)
        case SecondFactorRemoved():
            person = _renewed(person, sealed_key=None)
        case _:
            assert_never(event)
    return replace(register, people={**register.people, person.id: person})


def _renewed(person: Person, **changes: Any) -> Person:
    """A person who signs in with another secret or second factor from now on."""
    return replace(person, renewals=person.renewals + 1, **changes)


def _changed(register: Register, command: ChangeSecret) -> SecretChanged:
    person = present_person(register, command.person)
    return SecretChanged(person=person.id, secret_hash=command.secret_hash, clause=HOUSE)


def _rehashed(register: Register, command: RehashSecret) -> SecretRehashed:
    person = present_person(register, command.person)
    return SecretRehashed(person=person.id, secret_hash=command.secret_hash, clause=HOUSE)


def _factor_set(register: Register, command: SetSecondFactor, by: Envelope) -> SecondFactorSet:
    """A first one is set alone or by an administrator; to replace it takes two people.

    Else one administrator could take over both factors of any person.
    """
    person = present_person(register, command.person)
    if by.actor == person.id and by.second:
        raise StaffRefused(
            f"{by.second} beside {person.id}, who sets a second factor of their own",
            remedy="No second person is needed; leave --second out.",
            clause=TWO_FACTORS,
        )
    if by.second or (person.has_second_factor and by.actor != person.id):
        _check_second(register, by.actor, by.second, person.id)
    return SecondFactorSet(
        person=person.id,
        sealed=command.sealed,
        step=command.step,
        clause=TWO_FACTORS,
    )


def _factor_removed(
    register: Register, command: RemoveSecondFactor, by: Envelope
) -> SecondFactorRemoved:
    person = present_person(register, command.person)
    if not person.has_second_factor:
        raise StaffRefused(
            f"{person.id} has no second factor",
            remedy="There is nothing to remove.",
            clause=TWO_FACTORS,
        )
    _check_second(register, by.actor, by.second, person.id)
    return SecondFactorRemoved(person=person.id, clause=TWO_FACTORS)


def _factor_required(
    register: Register, command: RequireSecondFactor, by: Envelope
) -> SecondFactorRequired:
    _check_second(register, by.actor, by.second, by.actor)
    if command.of and not register.people[by.actor].has_second_factor:
        # Where no key can be set, as without the key of the house, this would shut everybody out.
        raise StaffRefused(
            f"{by.actor} would require of others what {by.actor} has not",
            remedy=f"Set one first: pitboss staff second-factor {by.actor}.",
            clause=TWO_FACTORS,
        )
    if command.of == register.second_factor_of:
        raise StaffRefused(
            f"A second factor is required of {', '.join(command.of) or 'nobody'} already",
            remedy="There is nothing to change.",
            clause=TWO_FACTORS,
        )
    return SecondFactorRequired(of=command.of, clause=TWO_FACTORS)


def _check_second(register: Register, by: str, second: str, person: str) -> None:
    """What opens a way in beside the second factor is done by two other people."""
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
            remedy="Name another person who works here, and is not concerned by it.",
            clause=TWO_FACTORS,
        )
