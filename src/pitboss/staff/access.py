"""Access: who signed in, who was refused, how long they must wait, and who may do what.

The stream `access` holds what people tried; nothing is decided by its version, so a refusal never
conflicts with anything. All of it is read from the log, so a restart forgets nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from pitboss.codec import stored
from pitboss.errors import StaffRefused
from pitboss.staff.register import Appointment, Department, Person, Register, Review, moment

FREE_FAILURES = 5
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(minutes=15)
DRAWERS = 1024
_FAILURES_KEPT = 16
"""Of one drawer from one place: more do not make the wait longer."""
_PLACES_KEPT = 256
"""From more places than that, the one that was quiet longest begins anew."""
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
    place: str = ""
    """Where from: the address of a browser, or the user of a terminal's machine."""


@stored("sign-in-failed", kw_only=True)
class SignInFailed:
    """A person was not let in. `person` is empty where that id is not on the register."""

    person: str
    failure: Failure
    clause: str
    place: str = ""
    times: int = 1
    """How often, since the last such entry: of many that are alike only some are written."""


@stored("sign-in-counted", kw_only=True)
class SignInCounted:
    """A wrong secret or code was shown from a place, for a name of this drawer.

    The wait is worked out from these entries alone, so it is the same whether there is such a
    person or not. `person` is the drawer: what was typed is not written, because people do type
    their secret where their name belongs.
    """

    person: str
    place: str
    clause: str


@stored("request-refused", kw_only=True)
class RequestRefused:
    """A person asked for something they may not have, or that cannot be."""

    person: str
    asked: str
    problem: str
    clause: str
    times: int = 1
    """How often, since the last entry of this player and clause: of many only some are written."""


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


AccessEvent = (
    SignInSucceeded | SignInFailed | SignInCounted | RequestRefused | AccessListRead | AttemptsRead
)  # fmt: skip


# --- attempts ------------------------------------------------------------------------------------


def drawer_of(name: str) -> str:
    """Where the wrong secrets for a name are counted: one of few, so that it tells no name.

    >>> drawer_of("ann"), drawer_of("ann") == drawer_of("nobody of this name")
    ('drawer/46', False)
    """
    digest = sha256(name.encode(errors="replace")).digest()
    return f"drawer/{int.from_bytes(digest[:8]) % DRAWERS}"


class Entered(NamedTuple):
    """An entry of the log, by its version, and when it was written."""

    version: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """What came of attempts, by the place they were made from: of a person, or of a drawer."""

    failed: Mapping[str, tuple[Entered, ...]] = field(default_factory=dict)
    """The latest wrong secrets and codes."""
    signed_in: Mapping[str, int] = field(default_factory=dict)
    """The entry of the log by which the person last came in."""
    step: int = 0
    """The half-minute of the last code that was accepted."""


def wait_after(failed: Sequence[Entered], signed_in: int, now: str) -> timedelta:
    """How long until the next attempt is looked at; nothing if it may be made now.

    What failed before the person last came in from there does not count.

    >>> at = "2026-01-01T00:00:00Z"
    >>> [wait_after([Entered(1, at)] * n, 0, at).seconds for n in (4, 5, 6, 16)]
    [0, 60, 120, 900]
    """
    failures = [one for one in failed if one.version > signed_in]
    if len(failures) < FREE_FAILURES:
        return timedelta(0)
    doubled = FIRST_WAIT * (1 << (len(failures) - FREE_FAILURES))
    left = moment(failures[-1].at) + min(doubled, LONGEST_WAIT) - moment(now)
    # A failure that lies so far ahead was written by a clock that was set back since (D9): it
    # would keep its person out until that time came, and the next failure counts as any does.
    return timedelta(0) if left > LONGEST_WAIT else max(left, timedelta(0))


def evolve_attempts(attempts: Attempts, event: AccessEvent, at: Entered) -> Attempts:
    """The attempts of the event's person or drawer after it; `at` is its entry and its time.

    A person turned away to wait has not tried a secret, so that does not lengthen the wait; else a
    stranger who keeps knocking could keep the owner out for good. Nor does a code that was used
    before: it tells a stranger nothing, and people in a hurry type one twice.
    """
    match event:
        case SignInCounted(place=place):
            failed = {**attempts.failed}
            latest = (*failed.pop(place, ()), at)[-_FAILURES_KEPT:]
            if len(failed) >= _PLACES_KEPT:
                del failed[next(iter(failed))]
            return replace(attempts, failed={**failed, place: latest})
        case SignInSucceeded(place=place):
            signed_in = {one: when for one, when in attempts.signed_in.items() if one != place}
            if len(signed_in) >= _PLACES_KEPT:
                del signed_in[next(iter(signed_in))]
            step = event.step or attempts.step
            return replace(attempts, signed_in={**signed_in, place: at.version}, step=step)
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
