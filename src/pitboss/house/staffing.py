"""Staffing: what may be done about people, and the way in.

Whoever is named with `by` has signed in before; what they may do is decided here all the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from pitboss.errors import Protected, StaffRefused
from pitboss.games.library import Library
from pitboss.house.clock import Clock, utc_now
from pitboss.house.house_key import HouseKey
from pitboss.house.kept_register import KeptRegister
from pitboss.house.second_factors import NewKey
from pitboss.house.secrets import Secrets
from pitboss.house.staff_secrets import SignedIn, StaffSecrets
from pitboss.rulebook.model import Rulebook
from pitboss.staff import commands as do
from pitboss.staff.access_list import AccessList, access_list
from pitboss.staff.decide import TWO_FACTORS, check_administrator
from pitboss.staff.departments import Department
from pitboss.staff.events import AccessEvent
from pitboss.staff.register import ALL, Person, Register
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
        house_key: HouseKey | None = None,
    ) -> None:
        """`house_key` seals second factors; the environment says where it is, unless given."""
        self._rulebooks = Library() if rulebooks is None else rulebooks
        self._kept = KeptRegister(store, clock)
        self._secrets = StaffSecrets(
            self._kept, secrets or Secrets(), clock, house_key or HouseKey()
        )

    # --- what there is ----------------------------------------------------------------------------

    def register(self) -> Register:
        """Everybody, as the store has it now; only what is new since the last look is read."""
        return self._kept.register()

    def acts_as(self, person: str, ladder: tuple[str, ...], least_role: str) -> ActsAs | None:
        """The role under which this person may do what needs at least that role, or nothing."""
        return may_act_as(self.register(), person, ladder, least_role, now=self._kept.now())

    # --- the way in -------------------------------------------------------------------------------

    def sign_in(self, person: str, secret: str, code: str = "") -> SignedIn:
        """Let a person in who shows who they are, or `SignInRefused`.

        Whoever has a second factor shows its code too (S7).
        """
        return self._secrets.sign_in(person, secret, code)

    def change_secret(self, person: str, *, old: str, new: str, code: str = "") -> Person:
        """A person changes their own secret."""
        return self._secrets.change(person, old=old, new=new, code=code)

    def reset_secret(self, person: str, *, new: str, by: str) -> Person:
        """An administrator gives a new secret to somebody who forgot theirs."""
        return self._secrets.reset(person, new=new, by=by)

    # --- second factors (S7) ----------------------------------------------------------------------

    def asks_for_code(self, person: str) -> bool:
        """Whether this person shows a code beside the secret."""
        found = self.register().active(person)
        return found is not None and found.has_second_factor

    def check_house_key(self) -> None:
        """Refuse to go on without the key that opens the second factors which are set."""
        self._secrets.check_house_key()

    def show_self(self, person: str, secret: str, code: str = "") -> None:
        """A person shows who they are in order to set their own second factor."""
        self._secrets.show_self(person, secret, code)

    def new_key(self, person: str, *, by: str, second: str = "") -> NewKey:
        """A key for somebody's device. It counts for nothing until it is set."""
        return self._secrets.new_key(person, by=by, second=second)

    def set_second_factor(
        self,
        person: str,
        key: str,
        code: str,
        *,
        by: str,
        second: str = "",
        command: str | None = None,
    ) -> Person:
        """A key counts from now on, once a code shows that the person's device has it."""
        return self._secrets.set_factor(person, key, code, by=by, second=second, command=command)

    def remove_second_factor(
        self, person: str, *, by: str, second: str, command: str | None = None
    ) -> Person:
        """A device was lost: an administrator and a second person take its key out of force."""
        at = self._kept.now()
        removal = do.RemoveSecondFactor(person=person, by=by, second=second, at=at)
        return self._kept.do(removal, command).people[person]

    def require_second_factor(
        self, of: Sequence[str], *, by: str, second: str, command: str | None = None
    ) -> list[str]:
        """Of whom the house requires one: roles and departments, `all`, or nobody.

        Returns who has none and cannot come in until they set it.
        """
        with self._kept.watched(by, f"require second factors of {', '.join(of) or 'nobody'}"):
            self._check_known(of)
        required = do.RequireSecondFactor(
            of=tuple(dict.fromkeys(of)), by=by, second=second, at=self._kept.now()
        )
        register, now = self._kept.do(required, command), self._kept.now()
        return [
            one.id
            for one in register.people.values()
            if one.is_active
            and not one.has_second_factor
            and register.needs_second_factor(one, now)
        ]

    def _check_known(self, names: Sequence[str]) -> None:
        roles = (role for book in self._rulebooks.values() for role in book.roles)
        known = list(dict.fromkeys([ALL, *map(str, Department), *roles]))
        for name in names:
            if name not in known:
                raise StaffRefused(
                    f"{name!r} is neither a role nor a department",
                    remedy=f"Write nobody, or any of {', '.join(known)}.",
                    clause=TWO_FACTORS,
                )

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
