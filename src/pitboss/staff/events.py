"""What happened to the register of staff, and who tried to come in. Past participles.

A hash of a secret is kept, since a secret must be checked against it, but never shown: it is left
out of what an event looks like when it is printed. So is the key of a second factor, which is kept
sealed: only the house's own key, which no store holds, opens it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.codec import stored
from pitboss.staff.departments import Department


@stored("register-opened")
@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterOpened:
    """The register was empty, and its first person made themselves its administrator."""

    person: str
    at: str
    clause: str


@stored("person-added")
@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAdded:
    """A person is on the register."""

    person: str
    name: str
    department: Department
    secret_hash: str = field(repr=False)
    at: str
    clause: str


@stored("person-appointed")
@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAppointed:
    """A person has a role on the ladder that is written down with it."""

    person: str
    role: str
    ladder: tuple[str, ...]
    is_acting: bool
    until: str | None
    at: str
    clause: str


@stored("appointment-ended")
@dataclass(frozen=True, slots=True, kw_only=True)
class AppointmentEnded:
    """A person has that role no more."""

    person: str
    role: str
    ladder: tuple[str, ...]
    is_acting: bool
    at: str
    clause: str


@stored("secret-changed")
@dataclass(frozen=True, slots=True, kw_only=True)
class SecretChanged:
    """A person has a new secret, and its age counts from now."""

    person: str
    secret_hash: str = field(repr=False)
    at: str
    clause: str


@stored("secret-rehashed")
@dataclass(frozen=True, slots=True, kw_only=True)
class SecretRehashed:
    """The same secret is kept under a stronger hash."""

    person: str
    secret_hash: str = field(repr=False)
    at: str
    clause: str


@stored("person-deactivated")
@dataclass(frozen=True, slots=True, kw_only=True)
class PersonDeactivated:
    """A person left and may do nothing any more."""

    person: str
    at: str
    clause: str


@stored("person-reactivated")
@dataclass(frozen=True, slots=True, kw_only=True)
class PersonReactivated:
    """A person came back, without the roles of before."""

    person: str
    department: Department
    secret_hash: str = field(repr=False)
    at: str
    clause: str


@stored("access-reviewed")
@dataclass(frozen=True, slots=True, kw_only=True)
class AccessReviewed:
    """Somebody went through the access list."""

    findings: str
    by: str
    at: str
    clause: str


@stored("second-factor-set")
@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactorSet:
    """A person shows a code beside the secret from now on, made with a key of their own."""

    person: str
    sealed: str = field(repr=False)
    """The key, which only the house's key opens."""
    step: int
    """The half-minute of the code by which the person showed to have the key; it is used up."""
    at: str
    clause: str


@stored("second-factor-removed")
@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactorRemoved:
    """A person's key counts no more."""

    person: str
    at: str
    clause: str


@stored("second-factor-required")
@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactorRequired:
    """Of whom the house requires a second factor from now on."""

    of: tuple[str, ...]
    """Roles and departments, or all; of nobody if it is empty."""
    by: str
    at: str
    clause: str


StaffEvent = (
    RegisterOpened | PersonAdded | PersonAppointed | AppointmentEnded | SecretChanged
    | SecretRehashed | PersonDeactivated | PersonReactivated | AccessReviewed
    | SecondFactorSet | SecondFactorRemoved | SecondFactorRequired
)  # fmt: skip


class Failure(StrEnum):
    """Why somebody was not let in."""

    UNKNOWN = "not on the register"
    WRONG_SECRET = "wrong secret"
    LEFT = "has left"
    TOO_MANY = "too many attempts"
    SECRET_OLD = "secret too old"
    WRONG_CODE = "wrong code"
    CODE_USED = "code used before"
    NO_SECOND_FACTOR = "no second factor yet"


@stored("sign-in-succeeded")
@dataclass(frozen=True, slots=True, kw_only=True)
class SignInSucceeded:
    """A person showed who they are."""

    person: str
    at: str
    clause: str
    step: int | None = None
    """The half-minute of the code they showed beside the secret; None if it was the secret alone.
    A code counts once."""


@stored("sign-in-failed")
@dataclass(frozen=True, slots=True, kw_only=True)
class SignInFailed:
    """Somebody was not let in. `person` is empty where nobody of that id is on the register."""

    person: str
    failure: Failure
    at: str
    clause: str


@stored("request-refused")
@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRefused:
    """A person asked for something they may not have, or that cannot be."""

    person: str
    asked: str
    problem: str
    at: str
    clause: str


@stored("access-list-read")
@dataclass(frozen=True, slots=True, kw_only=True)
class AccessListRead:
    """Somebody looked at who may do what. `person` is empty for a reader who did not sign in."""

    person: str
    at: str
    clause: str


@stored("attempts-read")
@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptsRead:
    """Somebody looked at who came in and who was not let in; `of` whom, empty for everybody."""

    person: str
    of: str
    at: str
    clause: str


AccessEvent = SignInSucceeded | SignInFailed | RequestRefused | AccessListRead | AttemptsRead
