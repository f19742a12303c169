"""Staffing: what may be done about people, and the way in.

Whoever is named with `by` has signed in before; what they may do is decided here all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from pitboss.errors import Protected
from pitboss.games.library import Library
from pitboss.pit.clock import Clock, utc_now
from pitboss.pit.kept_register import KeptRegister
from pitboss.pit.secrets import Secrets
from pitboss.pit.staff_secrets import SignedIn, StaffSecrets
from pitboss.rulebook.model import Rulebook
from pitboss.staff import commands as do
from pitboss.staff.access_list import AccessList, access_list
from pitboss.staff.decide import check_administrator
from pitboss.staff.departments import Department
from pitboss.staff.events import AccessEvent
from pitboss.staff.register import Person, Register
from pitboss.staff.roles import ActsAs, ladder_with, may_act_as
from pitboss.staff.watching import check_may_watch
from pitboss.store.contract import Store


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
        self._rulebooks = Library() if rulebooks is None else rulebooks
        self._kept = KeptRegister(store, clock)
        self._secrets = StaffSecrets(self._kept, secrets or Secrets(), clock)

    # --- what there is ----------------------------------------------------------------------------

    def register(self) -> Register:
        """Everybody, as the store has it now; only what is new since the last look is read."""
        return self._kept.register()

    def acts_as(self, person: str, ladder: tuple[str, ...], least_role: str) -> ActsAs | None:
        """The role under which this person may do what needs at least that role, or nothing."""
        return may_act_as(self.register(), person, ladder, least_role, now=self._kept.now())

    # --- the way in -------------------------------------------------------------------------------

    def sign_in(self, person: str, secret: str) -> SignedIn:
        """Let a person in who shows who they are, or `SignInRefused`."""
        return self._secrets.sign_in(person, secret)

    def change_secret(self, person: str, *, old: str, new: str) -> Person:
        """A person changes their own secret."""
        return self._secrets.change(person, old=old, new=new)

    def reset_secret(self, person: str, *, new: str, by: str) -> Person:
        """An administrator gives a new secret to somebody who forgot theirs."""
        return self._secrets.reset(person, new=new, by=by)

    # --- people and their roles -------------------------------------------------------------------

    def check_administrator(self, by: str, *, asked: str) -> None:
        """Refuse whoever does not keep the register."""
        with self._kept.watched(by, asked):
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
        with self._kept.watched(by, f"add {person}"):
            hashed = self._secrets.hashed(secret, person=person, name=name)
        added = do.AddPerson(
            person=person,
            name=name,
            department=department,
            secret_hash=hashed,
            by=by,
            at=self._kept.now(),
        )
        return self._kept.do(added, command).people[person]

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
        with self._kept.watched(by, f"appoint {person} as {role}"):
            ladders = [book.roles for book in self._rulebooks.values()]
            on = ladder or ladder_with(role, ladders)
        appointed = do.Appoint(
            person=person,
            role=role,
            ladder=on,
            is_acting=is_acting,
            until=until,
            by=by,
            at=self._kept.now(),
        )
        return self._kept.do(appointed, command).people[person]

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
        found = self._kept.found(person, by)
        held = [one.ladder for one in found.appointments if one.role == role]
        with self._kept.watched(by, f"end {person} as {role}"):
            on = ladder or (ladder_with(role, held) if held else ())
        ended = do.EndAppointment(person=person, role=role, ladder=on, by=by, at=self._kept.now())
        return self._kept.do(ended, command).people[person]

    def leave(self, person: str, *, by: str, command: str | None = None) -> Person:
        """A person leaves, and with them go their roles."""
        left = do.Deactivate(person=person, by=by, at=self._kept.now())
        return self._kept.do(left, command).people[person]

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
        found = self._kept.found(person, by)
        with self._kept.watched(by, f"take back {person}"):
            hashed = self._secrets.hashed(secret, person=found.id, name=found.name)
        back = do.Reactivate(
            person=person,
            department=department or found.department,
            secret_hash=hashed,
            by=by,
            at=self._kept.now(),
        )
        return self._kept.do(back, command).people[person]

    # --- the access list --------------------------------------------------------------------------

    def access_list(self, *, by: str = "") -> AccessList:
        """Who may do what. That somebody looked is written down, whoever it was."""
        register = self.register()
        if register.people:
            # A copy put away takes no entry; whoever holds it can read it all without us.
            with suppress(Protected):
                self._kept.log.list_read(by)
        return access_list(register, self._kept.log.last_sign_ins(), now=self._kept.now())

    def attempts(
        self, *, by: str, of: str = "", since: str = "", until: str = ""
    ) -> list[AccessEvent]:
        """Who came in, who was not let in and what was refused: of one person, of a time, or all.

        Times are as records write them. That somebody looked is written down first (S16).
        """
        with self._kept.watched(by, f"see the attempts of {of or 'everybody'}"):
            check_may_watch(self.register(), by, of)
        self._kept.log.attempts_read(by, of)
        found = self._kept.log.events(of)
        return [one for one in found if one.at >= since and (not until or one.at < until)]

    def review(self, findings: str, *, by: str, command: str | None = None) -> None:
        """The access list was gone through, and this was found."""
        self._kept.do(do.RecordReview(findings=findings, by=by, at=self._kept.now()), command)
