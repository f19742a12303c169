"""The register of staff: people, their departments, roles and secrets, as they stand at a moment.

Departments check each other, so no person belongs to two. Roles stand on the ladders of the
rulebooks, lowest first, and count on the ladder they were given on (6.2, I-94): a floorperson of
one house has no role at a table of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from pitboss.errors import StaffRefused

SECRET_LASTS = timedelta(days=90)
ALL = "all"
"""Everybody, where roles and departments could be named instead."""
ROLES_CLAUSE = "I-94"
TWO_FACTORS = "S7"


class Department(StrEnum):
    """Where a person works, and so whose duties they may never take on."""

    TABLE_GAMES = "table games"
    SECURITY = "security"
    SURVEILLANCE = "surveillance"
    CAGE = "cage"
    ACCOUNTING = "accounting"
    ADMINISTRATION = "administration"
    REGULATOR = "regulator"
    """Sees everything and changes nothing."""


def moment(text: str) -> datetime:
    """A point in time from its ISO text.

    >>> moment("2026-07-01T06:00:00+08:00") == moment("2026-06-30T22:00:00Z")
    True
    >>> moment("2026-07-01T06:00:00")
    Traceback (most recent call last):
    ...
    pitboss.errors.StaffRefused: '2026-07-01T06:00:00' does not say in which time zone. \
Write a time like 2026-07-01T06:00:00+08:00.
    """
    remedy = "Write a time like 2026-07-01T06:00:00+08:00."
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise StaffRefused(f"{text!r} is not a time", remedy=remedy) from None
    if when.tzinfo is None:
        raise StaffRefused(f"{text!r} does not say in which time zone", remedy=remedy)
    return when


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
    """The key of their second factor as it is stored; None if they have none."""
    key_set: str = ""
    key_step: int = 0
    """When it was set, and the half-minute of the code that proved it to be theirs."""
    renewals: int = 0
    """How often the secret or second factor was replaced, or the person left. It is counted, not
    timed: a session opened at a lower number has ended, however a clock was set since."""

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

    def highest(self, ladder: tuple[str, ...], now: str) -> str:
        """The highest role they have on a ladder at this moment; empty if they have none."""
        rungs = [one.rung for one in self.on(ladder) if one.is_in_force(now)]
        return ladder[max(rungs)] if rungs else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A review of the access list."""

    findings: str
    by: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """Everybody who works here or ever did."""

    people: Mapping[str, Person] = field(default_factory=dict)
    reviewed: Review | None = None
    """The latest review of the access list."""
    second_factor_of: tuple[str, ...] = ()
    """The roles and departments of which the house requires a second factor, or all."""

    def active(self, person: str) -> Person | None:
        """A person who may do things, if there is one of that id."""
        found = self.people.get(person)
        return found if found is not None and found.is_active else None

    def needs_second_factor(self, person: Person, now: str) -> bool:
        """Whether this person signs in by two factors only: who has a second, and who must."""
        held = {one.role for one in person.appointments if one.is_in_force(now)}
        concerned = {ALL, str(person.department), *held}
        return person.has_second_factor or not concerned.isdisjoint(self.second_factor_of)

    @property
    def administrators(self) -> tuple[Person, ...]:
        """Those who keep the register."""
        return tuple(person for person in self.people.values() if person.is_administrator)


# --- finding people ------------------------------------------------------------------------------


def unknown_person(person: str) -> StaffRefused:
    """The refusal of an id that is not on the register."""
    return StaffRefused(
        f"Nobody called {person!r} is on the register",
        remedy="Use the id under which the person was added; pitboss staff list shows them.",
    )


def known_person(register: Register, person: str) -> Person:
    """A person on the register, here or left."""
    found = register.people.get(person)
    if found is None:
        raise unknown_person(person)
    return found


def present_person(register: Register, person: str) -> Person:
    """A person on the register who has not left."""
    found = known_person(register, person)
    if not found.is_active:
        raise StaffRefused(
            f"{person} has left", remedy="Take the person back first: pitboss staff return."
        )
    return found


def check_administrator(register: Register, by: str) -> None:
    """Refuse an actor who does not keep the register."""
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
        named = ", ".join(person.id for person in register.administrators)
        raise StaffRefused(
            f"{by} may not change the register of staff",
            remedy=f"Ask an administrator: {named}.",
        )


# --- roles ---------------------------------------------------------------------------------------


class ActsAs(NamedTuple):
    """The role under which a person does something, for the record."""

    role: str
    is_acting: bool

    def __str__(self) -> str:
        """As the log writes it.

        >>> print(ActsAs("Pit Manager", True))
        acting Pit Manager
        """
        return f"acting {self.role}" if self.is_acting else self.role


def may_act_as(
    register: Register, person: str, ladder: tuple[str, ...], least_role: str, *, now: str
) -> ActsAs | None:
    """The role under which this person may do what needs at least that role, or None.

    People act in their own role where it is enough, and in an acting one only beyond it.
    """
    assert least_role in ladder, f"{least_role} is no role of this ladder"
    found = register.active(person)
    if found is None:
        return None
    least = ladder.index(least_role)
    enough = [a for a in found.on(ladder) if a.rung >= least and a.is_in_force(now)]
    if not enough:
        return None
    first = min(enough, key=lambda one: (one.is_acting, one.rung))
    return ActsAs(first.role, first.is_acting)


def ladder_with(role: str, ladders: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The ladder on which a role stands.

    >>> ladders = [("dealer", "floorperson"), ("Dealer", "Pit Supervisor"), ("croupier", "dealer")]
    >>> ladder_with("Dealer", ladders)
    ('Dealer', 'Pit Supervisor')
    >>> ladder_with("boss", ladders[:2])
    Traceback (most recent call last):
    ...
    pitboss.errors.StaffRefused: No rulebook has the role 'boss' (rule I-94). The roles are, as \
the rulebooks print them: dealer, floorperson; Dealer, Pit Supervisor. For another rulebook's role \
name its file: --rulebook FILE.
    """
    known = list(dict.fromkeys(ladders))
    found = [ladder for ladder in known if role in ladder]
    if not found:
        raise StaffRefused(
            f"No rulebook has the role {role!r}",
            remedy=f"The roles are, as the rulebooks print them: {_listed(known)}. "
            "For another rulebook's role name its file: --rulebook FILE.",
            clause=ROLES_CLAUSE,
        )
    if len(found) > 1:
        raise StaffRefused(
            f"{role!r} is a role on {len(found)} ladders: {_listed(found)}",
            remedy="Name the rulebook whose ladder is meant: --rulebook ID or FILE.",
            clause=ROLES_CLAUSE,
        )
    return found[0]


def _listed(ladders: list[tuple[str, ...]]) -> str:
    return "; ".join(", ".join(ladder) for ladder in ladders)
