"""Staffing: the register of staff as it is kept, and the way in.

Whoever is named with `by` has signed in before; what they may do is decided here all the same.
Every refusal is written to the stream `access` before it is raised.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from uuid import uuid4

from pitboss.errors import (
    CommandReused,
    Conflict,
    Protected,
    SecretOld,
    SignInRefused,
    StaffRefused,
)
from pitboss.games.library import Library
from pitboss.pit.access_log import AccessLog
from pitboss.pit.clock import Clock, stamp, utc_now
from pitboss.pit.secrets import Secrets, check_strength
from pitboss.records.stored import draft_of, event_of
from pitboss.rulebook.model import Rulebook
from pitboss.staff import commands as do
from pitboss.staff.access_list import AccessList, access_list
from pitboss.staff.asked import asked_by, asked_of
from pitboss.staff.decide import check_administrator, decide, unknown_person
from pitboss.staff.departments import Department
from pitboss.staff.events import Failure
from pitboss.staff.register import Person, Register, evolve
from pitboss.staff.roles import ActsAs, ladder_with, may_act_as
from pitboss.store.contract import Append, Order, Store

STREAM = "staff"
_TRIES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A person who has shown who they are."""

    id: str
    name: str
    department: Department


class Staffing:
    """What may be done about people, on one store.

    Every change takes a `command`, an id by which it is done once however often it is sent; left
    out, it is a new one each time.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock = utc_now,
        *,
        secrets: Secrets | None = None,
        rulebooks: Mapping[str, Rulebook] | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._secrets = secrets or Secrets()
        self._rulebooks = Library() if rulebooks is None else rulebooks
        self._read_so_far = (0, Register())
        self.log = AccessLog(store, clock)

    # --- what there is ----------------------------------------------------------------------------

    def register(self) -> Register:
        """Everybody, as the store has it now; only what is new since the last look is read."""
        return self._current()[1]

    def acts_as(self, person: str, ladder: tuple[str, ...], least_role: str) -> ActsAs | None:
        """The role under which this person may do what needs at least that role, or nothing."""
        return may_act_as(self.register(), person, ladder, least_role, now=self._now())

    # --- the way in -------------------------------------------------------------------------------

    def sign_in(self, person: str, secret: str) -> SignedIn:
        """Let a person in who shows who they are, or `SignInRefused`."""
        found = self._shown(person, secret)
        if found.has_old_secret(self._now()):
            self.log.failed(person, Failure.SECRET_OLD)
            raise SecretOld(
                f"The secret of {person} is too old",
                remedy="Change it first: pitboss staff secret.",
            )
        self._rehash(found, secret)
        self.log.succeeded(person)
        return SignedIn(id=found.id, name=found.name, department=found.department)

    def _shown(self, person: str, secret: str) -> Person:
        """The person whose secret this is. An old one will do here, for it can still be changed."""
        found = self.register().people.get(person)
        if found is None:
            self._secrets.verify_nobody(secret)
            # Without what was typed: people do type their secret where the id belongs.
            self.log.failed("", Failure.UNKNOWN)
            raise _not_let_in()
        wait = self.log.attempts(person).wait(self._now())
        if wait:
            self.log.failed(person, Failure.TOO_MANY)
            seconds = ceil(wait.total_seconds())
            raise SignInRefused(
                f"Too many wrong secrets for {person}",
                remedy=f"Try again in {seconds} seconds.",
                wait_seconds=seconds,
            )
        if not self._secrets.verify(found.secret_hash, secret):
            self.log.failed(person, Failure.WRONG_SECRET)
            raise _not_let_in()
        if not found.is_active:
            self.log.failed(person, Failure.LEFT)
            raise SignInRefused(f"{person} has left", remedy="Ask an administrator.")
        return found

    def _rehash(self, person: Person, secret: str) -> None:
        if self._secrets.needs_rehash(person.secret_hash):
            kept = self._secrets.hash(secret)
            self._do(do.RehashSecret(person=person.id, secret_hash=kept, at=self._now()), None)

    # --- secrets ----------------------------------------------------------------------------------

    def change_secret(self, person: str, *, old: str, new: str) -> Person:
        """A person changes their own secret. Showing the old one is a way to sign in."""
        found = self._shown(person, old)
        self.log.succeeded(person)
        return self._set_secret(found, new, by=person)

    def reset_secret(self, person: str, *, new: str, by: str) -> Person:
        """An administrator gives a new secret to somebody who forgot theirs."""
        return self._set_secret(self._found(person, by), new, by=by)

    def _set_secret(self, person: Person, new: str, *, by: str) -> Person:
        with self._watched(by, f"new secret of {person.id}"):
            kept = self._kept(new, person.id, person.name)
            if self._secrets.verify(person.secret_hash, new):
                raise StaffRefused(
                    f"This is the secret {person.id} has had", remedy="Choose another."
                )
        change = do.ChangeSecret(person=person.id, secret_hash=kept, by=by, at=self._now())
        return self._do(change, None).people[person.id]

    def _kept(self, secret: str, person: str, name: str) -> str:
        check_strength(secret, person=person, name=name)
        return self._secrets.hash(secret)

    # --- people and their roles -------------------------------------------------------------------

    def check_administrator(self, by: str, *, asked: str) -> None:
        """Refuse whoever does not keep the register."""
        with self._watched(by, asked):
            check_administrator(self.register(), by)

    def add(
        self,
        person: str,
        *,
        name: str,
        department: Department,
        secret: str,
        by: str = "",
        command: str | None = None,
    ) -> Person:
        """Add a person. The first of all adds themselves, as administrator, with nobody as `by`."""
        with self._watched(by, f"add {person}"):
            kept = self._kept(secret, person, name)
        added = do.AddPerson(
            person=person,
            name=name,
            department=department,
            secret_hash=kept,
            by=by,
            at=self._now(),
        )
        return self._do(added, command).people[person]

    def appoint(
        self,
        person: str,
        role: str,
        *,
        by: str,
        is_acting: bool = False,
        until: str | None = None,
        ladder: tuple[str, ...] | None = None,
        command: str | None = None,
    ) -> Person:
        """Give a person a role; the ladder need be named only where several have that role."""
        with self._watched(by, f"appoint {person} as {role}"):
            ladders = [book.roles for book in self._rulebooks.values()]
            on = ladder or ladder_with(role, ladders)
        appointed = do.Appoint(
            person=person,
            role=role,
            ladder=on,
            is_acting=is_acting,
            until=until,
            by=by,
            at=self._now(),
        )
        return self._do(appointed, command).people[person]

    def end(
        self,
        person: str,
        role: str,
        *,
        by: str,
        ladder: tuple[str, ...] | None = None,
        command: str | None = None,
    ) -> Person:
        """Take a role from a person."""
        found = self._found(person, by)
        held = [one.ladder for one in found.appointments if one.role == role]
        with self._watched(by, f"end {person} as {role}"):
            on = ladder or (ladder_with(role, held) if held else ())
        ended = do.EndAppointment(person=person, role=role, ladder=on, by=by, at=self._now())
        return self._do(ended, command).people[person]

    def leave(self, person: str, *, by: str, command: str | None = None) -> Person:
        """A person leaves, and with them go their roles."""
        left = do.Deactivate(person=person, by=by, at=self._now())
        return self._do(left, command).people[person]

    def take_back(
        self,
        person: str,
        *,
        secret: str,
        by: str,
        department: Department | None = None,
        command: str | None = None,
    ) -> Person:
        """A person who left comes back with a new secret, to their old department or another."""
        found = self._found(person, by)
        with self._watched(by, f"take back {person}"):
            kept = self._kept(secret, found.id, found.name)
        back = do.Reactivate(
            person=person,
            department=department or found.department,
            secret_hash=kept,
            by=by,
            at=self._now(),
        )
        return self._do(back, command).people[person]

    # --- the access list --------------------------------------------------------------------------

    def access_list(self, *, by: str = "") -> AccessList:
        """Who may do what. That somebody looked is written down, whoever it was."""
        register = self.register()
        if register.people:
            # A copy put away takes no entry; whoever holds it can read it all without us.
            with suppress(Protected):
                self.log.list_read(by)
        return access_list(register, self.log.last_sign_ins(), now=self._now())

    def review(self, findings: str, *, by: str, command: str | None = None) -> None:
        """The access list was gone through, and this was found."""
        self._do(do.RecordReview(findings=findings, by=by, at=self._now()), command)

    # --- how it is done ---------------------------------------------------------------------------

    def _found(self, person: str, by: str) -> Person:
        found = self.register().people.get(person)
        if found is None:
            with self._watched(by, f"something about {person}"):
                raise unknown_person(person)
        return found

    def _do(self, command: do.StaffCommand, command_id: str | None) -> Register:
        """Decide and write, and again if somebody else wrote first. A repeat changes nothing."""
        order = _order(command, command_id or str(uuid4()))
        given = self._store.receipt(order.id)
        if given is not None:
            if given.asked != order.asked:
                raise CommandReused(order.id)
            return self.register()
        for left in reversed(range(_TRIES)):
            version, register = self._current()
            with self._watched(order.actor, _words(command)):
                drafts = tuple(draft_of(event) for event in decide(register, command))
            try:
                self._store.append(order, [Append(stream=STREAM, drafts=drafts, expected=version)])
                break
            except Conflict:
                if not left:
                    raise
        return self.register()

    def _current(self) -> tuple[int, Register]:
        version, register = self._read_so_far
        for entry in self._store.read(STREAM, after=version):
            register = evolve(register, event_of(entry))
            version = entry.version
        self._read_so_far = (version, register)
        return self._read_so_far

    @contextmanager
    def _watched(self, by: str, asked: str) -> Iterator[None]:
        """Write down what is refused here, and to whom."""
        try:
            yield
        except StaffRefused as refusal:
            known = by if by in self.register().people else ""
            self.log.refused(known, asked, refusal.problem, refusal.clause)
            raise

    def _now(self) -> str:
        return stamp(self._clock())


def _not_let_in() -> SignInRefused:
    return SignInRefused(
        "That is not the id and the secret of anybody here", remedy="Try again, both with care."
    )


def _order(command: do.StaffCommand, command_id: str) -> Order:
    """Who does it, as what, and what makes it the same command if it comes again."""
    actor, role = asked_by(command)
    return Order(id=command_id, asked=asked_of(command), actor=actor, role=role, time=command.at)


def _words(command: do.StaffCommand) -> str:
    """What was asked, for the log of refusals.

    >>> _words(do.Deactivate(person="bob", by="ann", at="2026-01-01T00:00:00Z"))
    'deactivate bob'
    """
    name = type(command).__name__
    verb = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
    parts = (getattr(command, field, "") for field in ("person", "role"))
    return " ".join([verb, *filter(None, parts)])
