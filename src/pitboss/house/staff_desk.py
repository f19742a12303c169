"""The staff desk: people, their roles and their access, changed by administrators or by themselves.

The person named with `by` has signed in before; what they may do is decided by the register.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from pitboss.codec import name_of
from pitboss.envelope import Envelope
from pitboss.errors import Protected, StaffRefused
from pitboss.house.callers import Member
from pitboss.house.engine import Decision, Desk, Engine, Given, plain_decision
from pitboss.house.house_key import Seals
from pitboss.house.secrets import Secrets
from pitboss.house.sign_in import StaffSignIn
from pitboss.house.streams import Loaded
from pitboss.rulebook.model import Rulebook
from pitboss.staff import staff
from pitboss.staff.access import (
    AccessEvent,
    AccessList,
    SignInCounted,
    access_list,
    check_may_watch,
)
from pitboss.staff.people import (
    AddPerson,
    Appoint,
    Deactivate,
    EndAppointment,
    Reactivate,
    RecordReview,
)
from pitboss.staff.register import (
    ALL,
    TWO_FACTORS,
    ActsAs,
    Department,
    Person,
    check_administrator,
    ladder_with,
    may_act_as,
)
from pitboss.staff.secrets import RemoveSecondFactor, RequireSecondFactor


class StaffDesk(StaffSignIn, Desk):
    """What may be done about people.

    Every change takes a `command`, an id by which it is done once however often it is sent; left
    out, it is a new one each time.
    """

    def __init__(
        self,
        engine: Engine,
        rulebooks: Mapping[str, Rulebook],
        *,
        secrets: Secrets,
        seals: Seals,
    ) -> None:
        """`seals` keep the keys of second factors."""
        super().__init__(engine, secrets, seals)
        self._rulebooks = rulebooks

    # --- deciding ---------------------------------------------------------------------------------

    def decide(self, given: Given, loaded: Loaded, now: str) -> Decision:
        """What a command to the register comes to."""
        caller = given.caller
        assert isinstance(caller, Member), "the register is changed by staff"
        by = Envelope(actor=caller.person, second=caller.second, time=now, id=given.id)
        actor, role = staff.signed_as(given.command, by)
        return plain_decision(staff.decide, given, loaded, by, by._replace(actor=actor, role=role))

    def describe(self, given: Given) -> str:
        """What was asked, in the words of the log of refusals.

        >>> leaving = Given("staff", "", Deactivate(person="bob"), Member("ann"), "1")
        >>> StaffDesk.describe(None, leaving)
        'deactivate bob'
        """
        words = name_of(type(given.command)).replace("-", " ")
        parts = (getattr(given.command, field, "") for field in ("person", "role"))
        return " ".join([words, *filter(None, parts)])

    def acts_as(self, person: str, ladder: tuple[str, ...], least_role: str) -> ActsAs | None:
        """The role under which this person may do what needs at least that role, or None."""
        return may_act_as(self.register(), person, ladder, least_role, now=self._engine.now())

    # --- second factors (S7) ----------------------------------------------------------------------

    def remove_second_factor(
        self, person: str, *, by: str, second: str, command: str | None = None
    ) -> Person:
        """A device was lost: an administrator and a second person take its key out of force."""
        return self._give(RemoveSecondFactor(person=person), by, second, command).people[person]

    def require_second_factor(
        self, of: Sequence[str], *, by: str, second: str, command: str | None = None
    ) -> list[str]:
        """Require one of roles and departments, of `all`, or of none.

        Returns those who have none and cannot come in until they set it.
        """
        with self._logged(by, f"require second factors of {', '.join(of) or 'nobody'}"):
            self._check_known(of)
        required = RequireSecondFactor(of=tuple(dict.fromkeys(of)))
        register, now = self._give(required, by, second, command), self._engine.now()
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
        """Refuse a person who does not keep the register."""
        with self._logged(by, asked):
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
        """Add a person. The first of all adds themselves, as administrator, without `by`."""
        with self._logged(by, f"add {person}"):
            hashed = self._hashed(secret, person=person, name=name)
        added = AddPerson(
            person=person,
            name=name,
            department=department,
            secret_hash=hashed,
        )
        return self._give(added, by, command_id=command).people[person]

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
        with self._logged(by, f"appoint {person} as {role}"):
            ladders = [book.roles for book in self._rulebooks.values()]
            on = ladder or ladder_with(role, ladders)
        appointed = Appoint(
            person=person,
            role=role,
            ladder=on,
            is_acting=is_acting,
            until=until,
        )
        return self._give(appointed, by, command_id=command).people[person]

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
        with self._logged(by, f"end {person} as {role}"):
            on = ladder or (ladder_with(role, held) if held else ())
        ended = EndAppointment(person=person, role=role, ladder=on)
        return self._give(ended, by, command_id=command).people[person]

    def leave(self, person: str, *, by: str, command: str | None = None) -> Person:
        """A person leaves, and with them go their roles."""
        left = Deactivate(person=person)
        return self._give(left, by, command_id=command).people[person]

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
        with self._logged(by, f"take back {person}"):
            hashed = self._hashed(secret, person=found.id, name=found.name)
        back = Reactivate(
            person=person,
            department=department or found.department,
            secret_hash=hashed,
        )
        return self._give(back, by, command_id=command).people[person]

    # --- the access list --------------------------------------------------------------------------

    def access_list(self, *, by: str = "") -> AccessList:
        """Who may do what. Every look at it is written down."""
        register = self.register()
        if register.people:
            # A copy put away takes no entry; its holder can read it all without us.
            with suppress(Protected):
                self._log.list_read(by)
        return access_list(register, self._log.last_sign_ins(), now=self._engine.now())

    def attempts(
        self, *, by: str, of: str = "", since: str = "", until: str = ""
    ) -> list[tuple[str, AccessEvent]]:
        """Sign-ins, refused ones and refused requests: of one person, of a time, or all.

        Times are as records write them. That a person looked is logged first (S16).
        """
        with self._logged(by, f"see the attempts of {of or 'everybody'}"):
            check_may_watch(self.register(), by, of)
        self._log.attempts_read(by, of)
        return [
            (at, event)
            for at, event in self._log.events(of)
            # What is counted was written as a refusal too, under the person it was about.
            if at >= since and (not until or at < until) and not isinstance(event, SignInCounted)
        ]

    def review(self, findings: str, *, by: str, command: str | None = None) -> None:
        """The access list was gone through, and this was found."""
        self._give(RecordReview(findings=findings), by, command_id=command)
