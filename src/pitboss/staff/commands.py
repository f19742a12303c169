"""What may be asked of the register of staff. Imperatives; nothing has happened yet.

Who asks and when come in with the command, and so does a secret, already hashed: nothing here
reads a clock or ever sees a secret. So does the key of a second factor, already sealed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.codec import stored
from pitboss.staff.departments import Department


@stored("add-person")
@dataclass(frozen=True, slots=True, kw_only=True)
class AddPerson:
    """A person comes to work here. `by` is empty for the first of all, whom nobody can add."""

    person: str
    name: str
    department: Department
    secret_hash: str = field(repr=False)
    by: str
    at: str


@stored("appoint")
@dataclass(frozen=True, slots=True, kw_only=True)
class Appoint:
    """A person is given a role on a rulebook's ladder, for good or acting until an end."""

    person: str
    role: str
    ladder: tuple[str, ...]
    is_acting: bool = False
    until: str | None = None
    by: str
    at: str


@stored("end-appointment")
@dataclass(frozen=True, slots=True, kw_only=True)
class EndAppointment:
    """A person no longer has a role."""

    person: str
    role: str
    ladder: tuple[str, ...]
    by: str
    at: str


@stored("change-secret")
@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSecret:
    """A person gets a new secret: by themselves, or by an administrator if it is forgotten."""

    person: str
    secret_hash: str = field(repr=False)
    by: str
    at: str


@stored("rehash-secret")
@dataclass(frozen=True, slots=True, kw_only=True)
class RehashSecret:
    """The same secret is kept under a stronger hash, once it was shown; its age stays."""

    person: str
    secret_hash: str = field(repr=False)
    at: str


@stored("deactivate")
@dataclass(frozen=True, slots=True, kw_only=True)
class Deactivate:
    """A person leaves."""

    person: str
    by: str
    at: str


@stored("reactivate")
@dataclass(frozen=True, slots=True, kw_only=True)
class Reactivate:
    """A person who left comes back, to the same department or to another."""

    person: str
    department: Department
    secret_hash: str = field(repr=False)
    by: str
    at: str


@stored("record-review")
@dataclass(frozen=True, slots=True, kw_only=True)
class RecordReview:
    """The access list was gone through, and this was found."""

    findings: str
    by: str
    at: str


@stored("set-second-factor")
@dataclass(frozen=True, slots=True, kw_only=True)
class SetSecondFactor:
    """A person gets a key of their own, the first or another: by themselves or an administrator."""

    person: str
    sealed: str = field(repr=False)
    step: int
    by: str
    second: str = ""
    at: str


@stored("remove-second-factor")
@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSecondFactor:
    """A person's key is to count no more, because it was lost."""

    person: str
    by: str
    second: str
    at: str


@stored("require-second-factor")
@dataclass(frozen=True, slots=True, kw_only=True)
class RequireSecondFactor:
    """The house requires a second factor of these roles and departments, of all, or of nobody."""

    of: tuple[str, ...]
    by: str
    second: str
    at: str


StaffCommand = (
    AddPerson | Appoint | EndAppointment | ChangeSecret | RehashSecret | Deactivate | Reactivate
    | RecordReview | SetSecondFactor | RemoveSecondFactor | RequireSecondFactor
)  # fmt: skip
