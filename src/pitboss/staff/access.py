"""Access: who signed in, who was refused, how long they must wait, and who may do what.

The stream `access` holds what people tried; nothing is decided by its version, so a refusal never
conflicts with anything. All of it is read from the log, so a restart forgets nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from hashlib import sha256

from pitboss.codec import stored
from pitboss.errors import StaffRefused
from pitboss.staff.register import Appointment, Department, Person, Register, Review, moment

FREE_FAILURES = 5
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(minutes=15)
WATCHERS = (
    Department.ADMINISTRATION,
    Department.SECURITY,
    Department.SURVEILLANCE,
    Department.REGULATOR,
)


class Failure(StrEnum):
    """Why a person was not let in."""

    UNKNOWN = "not on the register"
    WRONG_SECRET = "wrong secret"
    LEFT = "has left"
    TOO_MANY = "too many attempts"
    SECRET_OLD = "secret too old"
    WRONG_CODE = "wrong code"
    CODE_USED = "code used before"
    NO_SECOND_FACTOR = "no second factor yet"


@stored("sign-in-succeeded", kw_only=True)
class SignInSucceeded:
    """A person showed who they are."""

    person: str
    clause: str
    step: int | None = None
    """The half-minute of the code they showed beside the secret; None if it was the secret alone.
    A code counts once."""


@stored("sign-in-failed", kw_only=True)
class SignInFailed:
    """A person was not let in. `person` is empty where that id is not on the register."""

    person: str
    failure: Failure
    clause: str


@stored("request-refused", kw_only=True)
class RequestRefused:
    """A person asked for something they may not have, or that cannot be."""

    person: str
    asked: str
    problem: str
    clause: str


@stored("access-list-read", kw_only=True)
class AccessListRead:
    """The access list was read. `person` is empty for a reader who did not sign in."""

    person: str
    clause: str


@stored("attempts-read", kw_only=True)
class AttemptsRead:
    """The list of attempts was read: `of` one person, or of all where that is empty."""

    person: str
    of: str
    clause: str


def digest_of(time: str, body: str) -> str:
    """What the receipt of an entry of the log holds: no command led to it, only what it says."""
    return sha256(f"{time}\n{body}".encode()).hexdigest()


AccessEvent = SignInSucceeded | SignInFailed | RequestRefused | AccessListRead | AttemptsRead


# --- attempts ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """One person's way in: wrong secrets and codes since the last time they came in."""

    failures: int = 0
    failed_at: str | None = None
    signed_in_at: str | None = None
    step: int = 0
    """The half-minute of the last code that was accepted."""

    def wait(self, now: str) -> timedelta:
        """How long until the next attempt is looked at; nothing if it may be made now.

        >>> at = "2026-01-01T00:00:00Z"
        >>> [Attempts(failures=n, failed_at=at).wait(at).seconds for n in (4, 5, 6, 99)]
        [0, 60, 120, 900]
        """
        if self.failures < FREE_FAILURES or self.failed_at is None:
            return timedelta(0)
        # The exponent is held down, for two to the power of a long log is no length of time.
        doubled = FIRST_WAIT * (1 << min(self.failures - FREE_FAILURES, 10))
        left = moment(self.failed_at) + min(doubled, LONGEST_WAIT) - moment(now)
        # A failure that lies so far ahead was written by a clock that was set back since (D9): it
        # would keep its person out until that time came, and the next failure counts as any does.
        return timedelta(0) if left > LONGEST_WAIT else max(left, timedelta(0))


def evolve_attempts(attempts: Attempts, event: AccessEvent, at: str) -> Attempts:
    """The attempts of the event's person, after it.

    A person turned away to wait has not tried a secret, so that does not lengthen the wait; else a
    stranger who keeps knocking could keep the owner out for good. Nor does a code that was used
    before: it tells a stranger nothing, and people in a hurry type one twice.
    """
    match event:
        case SignInFailed(failure=Failure.WRONG_SECRET | Failure.WRONG_CODE):
            return replace(attempts, failures=attempts.failures + 1, failed_at=at)
        case SignInSucceeded():
            return Attempts(signed_in_at=at, step=event.step or attempts.step)
        case _:
            return attempts


def check_may_watch(register: Register, by: str, of: str) -> None:
    """Refuse a person who asks for the attempts of others and does not watch over them."""
    person = register.active(by)
    if person is not None and (by == of or person.department in WATCHERS):
        return
    raise StaffRefused(
        f"{by} may not see the attempts of {of or 'everybody'}",
        remedy=f"Ask for your own, or a person of {', '.join(WATCHERS[:-1])} or {WATCHERS[-1]}.",
        clause="S10",
    )


# --- the access list -----------------------------------------------------------------------------


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
    """Everybody's access at one moment, and when it was last reviewed."""

    at: str
    people: tuple[Access, ...]
    reviewed: Review | None
    second_factor_of: tuple[str, ...]
    """Those of which the house requires a second factor."""


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
