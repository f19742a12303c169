"""Signing in, of staff and of players alike; and the secrets and second factors of staff.

A refusal tells a stranger only what a stranger may know; what was wrong is logged.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import NoReturn

from pitboss.envelope import Envelope
from pitboss.errors import SecondFactorNeeded, SecretOld, SignInRefused, StaffRefused
from pitboss.house.access_log import AccessLog
from pitboss.house.callers import Member
from pitboss.house.clock import Clock, stamp
from pitboss.house.engine import Engine
from pitboss.house.house_key import Seals
from pitboss.house.secrets import (
    NewKey,
    Secrets,
    check_strength,
    is_used,
    new_key,
    step_of,
)
from pitboss.house.streams import STAFF
from pitboss.staff.access import Failure
from pitboss.staff.register import TWO_FACTORS, Department, Person, Register, known_person
from pitboss.staff.secrets import ChangeSecret, RehashSecret, SetSecondFactor
from pitboss.staff.staff import StaffCommand, decide


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """How one kind of person signs in, and the words of its refusals."""

    log: AccessLog
    secrets: Secrets
    clock: Clock
    secret_word: str
    """What a secret is called here."""
    wrong: str
    remedy: str

    def refuse_stranger(self, secret: str) -> NoReturn:
        """Refuse an unknown name, and take as long for it as for a known one."""
        self.secrets.verify_unknown(secret)
        # Without what was typed: people do type their secret where their name belongs.
        self.log.failed("", Failure.UNKNOWN)
        raise self.refusal()

    def check(self, person: str, secret: str, *, name: str, kept: str) -> None:
        """Refuse a wrong secret, and for a while every attempt after too many wrong ones.

        `kept` is the stored hash of the secret, `person` the id that the log has.
        """
        wait = self.log.attempts(person).wait(stamp(self.clock()))
        if wait:
            self.log.failed(person, Failure.TOO_MANY)
            seconds = ceil(wait.total_seconds())
            raise SignInRefused(
                f"Too many wrong {self.secret_word}s for {name}",
                remedy=f"Try again in {seconds} seconds.",
                wait_seconds=seconds,
            )
        if not self.secrets.verify(kept, secret):
            self.log.failed(person, Failure.WRONG_SECRET)
            raise self.refusal()

    def refusal(self) -> SignInRefused:
        """One message for everything wrong, so that it tells nothing of what was right."""
        return SignInRefused(self.wrong, remedy=self.remedy)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A person who has shown who they are."""

    id: str
    name: str
    department: Department
    renewals: int
    """How often their secret or second factor had been replaced by then."""
    by_two_factors: bool = False
    """Whether they showed a code beside the secret (S7)."""
    sign_in: str = ""
    """The command that wrote it down; a session is opened by one."""


class StaffSignIn:
    """How the people of the register sign in, and what they sign in with."""

    def __init__(self, engine: Engine, secrets: Secrets, seals: Seals) -> None:
        self._engine = engine
        self._secrets = secrets
        self._seals = seals
        self._log = engine.access
        self._sign_in = SignIn(
            log=engine.access,
            secrets=secrets,
            clock=engine.clock,
            secret_word="secret",
            wrong="That is not the id and the secret of a person here",
            remedy="Try again with care; a person who has a second factor gives its code too.",
        )

    def register(self) -> Register:
        """Everybody, as the store has it now; only what is new since the last call is read."""
        return self._engine.register()

    def asks_for_code(self, person: str) -> bool:
        """Whether this person shows a code beside the secret (S7)."""
        found = self.register().active(person)
        return found is not None and found.has_second_factor

    def _give(
        self, command: StaffCommand, by: str, second: str = "", command_id: str | None = None
    ) -> Register:
        return self._engine.give(STAFF, command, Member(by, second), command_id).state

    @contextmanager
    def _logged(self, by: str, asked: str) -> Iterator[None]:
        """Log what is refused before a command is given."""
        try:
            yield
        except StaffRefused as refusal:
            known = by if by in self.register().people else ""
            self._engine.log_refusal(known, asked, refusal.problem, refusal.clause)
            raise

    def _found(self, person: str, by: str) -> Person:
        """A person on the register that an actor asks about."""
        with self._logged(by, f"something about {person}"):
            return known_person(self.register(), person)

    def sign_in(self, person: str, secret: str, code: str = "") -> SignedIn:
        """Sign a person in, by secret and by the code of a second factor; or `SignInRefused`."""
        found, step = self._shown(person, secret, code)
        self._check_age(found)
        if step is None and self.register().needs_second_factor(found, self._engine.now()):
            self._log.failed(person, Failure.NO_SECOND_FACTOR)
            raise SecondFactorNeeded(
                f"{person} comes in by two factors only, and has no second one yet",
                remedy=f"Set it first: pitboss staff second-factor {person}.",
            )
        self._rehash(found, secret)
        sign_in = self._let_in(found, step)
        return SignedIn(
            id=found.id,
            name=found.name,
            department=found.department,
            renewals=found.renewals,
            by_two_factors=step is not None,
            sign_in=sign_in,
        )

    def change_secret(self, person: str, *, old: str, new: str, code: str = "") -> Person:
        """A person changes their own secret. Showing the old one is a way to sign in."""
        found, step = self._shown(person, old, code)
        self._let_in(found, step)
        return self._set(found, new, by=person)

    def show_self(self, person: str, secret: str, code: str = "") -> None:
        """A person signs in to set their own second factor, and nothing else: none is needed."""
        found, step = self._shown(person, secret, code)
        self._check_age(found)
        self._let_in(found, step)

    def reset_secret(self, person: str, *, new: str, by: str) -> Person:
        """An administrator gives a new secret to a person who forgot theirs."""
        return self._set(self._found(person, by), new, by=by)

    def _hashed(self, secret: str, *, person: str, name: str) -> str:
        """The hash of a secret, unless it is easily guessed."""
        check_strength(secret, person=person, name=name)
        return self._secrets.hash(secret)

    def new_key(self, person: str, *, by: str, second: str = "") -> NewKey:
        """A key for a person's device, if it may be set; it counts for nothing until it is."""
        register = self.register()
        trial = SetSecondFactor(person=person, sealed="", step=0)
        with self._logged(by, f"second factor of {person}"):
            decide(register, trial, Envelope(actor=by, second=second, time=self._engine.now()))
        self._seals.ready()
        self.check_house_key()
        return new_key(person)

    def check_house_key(self) -> None:
        """Refuse to go on without the key that opens the second factors which are set."""
        for one in self.register().people.values():
            if one.is_active and one.sealed_key is not None:
                self._seals.key.unseal(one.id, one.sealed_key)

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
        """A key is a person's second factor from now on, once they show that they have it."""
        step = step_of(key, code, self._engine.clock())
        with self._logged(by, f"second factor of {person}"):
            if step is None:
                raise StaffRefused(
                    f"This is not the code that {person}'s device makes of the new key",
                    remedy="See that its clock is right, and begin again; the key shown is void.",
                    clause=TWO_FACTORS,
                )
        sealed = self._seals.seal(person, key)
        change = SetSecondFactor(person=person, sealed=sealed, step=step)
        return self._give(change, by, second, command).people[person]

    def _shown(self, person: str, secret: str, code: str) -> tuple[Person, int | None]:
        """The person whose secret this is, and the half-minute of their code if they have any.

        An old secret is accepted here, for it can still be changed.
        """
        found = self.register().people.get(person)
        if found is None:
            self._sign_in.refuse_stranger(secret)
        self._sign_in.check(person, secret, name=person, kept=found.secret_hash)
        if not found.is_active:
            self._log.failed(person, Failure.LEFT)
            raise SignInRefused(f"{person} has left", remedy="Ask an administrator.")
        return found, self._step(found, code)

    def _step(self, person: Person, code: str) -> int | None:
        """The half-minute of the code that was shown, or nothing where none is asked for."""
        if person.sealed_key is None:
            return None
        key, now = self._seals.key.unseal(person.id, person.sealed_key), self._engine.clock()
        step = step_of(key, code, now)
        if step is None:
            self._log.failed(person.id, Failure.WRONG_CODE)
            raise self._sign_in.refusal()
        last = max(person.key_step, self._log.attempts(person.id).step)
        if is_used(step, last, now):
            self._refuse_used(person)
        return step

    def _let_in(self, person: Person, step: int | None) -> str:
        """Write the sign-in down; the answer is the id of its command."""
        if step is None:
            return self._log.succeeded(person.id)
        written = self._log.succeeded_by_code(person.id, step, key_set=person.key_set)
        if written is None:
            self._refuse_used(person)
        return written

    def _refuse_used(self, person: Person) -> NoReturn:
        self._log.failed(person.id, Failure.CODE_USED)
        raise SignInRefused(
            f"This code of {person.id} was used already",
            remedy="Wait for the next one that the device shows, half a minute at most.",
        )

    def _check_age(self, person: Person) -> None:
        if person.has_old_secret(self._engine.now()):
            self._log.failed(person.id, Failure.SECRET_OLD)
            raise SecretOld(
                f"The secret of {person.id} is too old",
                remedy="Change it first: pitboss staff secret.",
            )

    def _rehash(self, person: Person, secret: str) -> None:
        if self._secrets.needs_rehash(person.secret_hash):
            hashed = self._secrets.hash(secret)
            self._give(RehashSecret(person=person.id, secret_hash=hashed), person.id)

    def _set(self, person: Person, new: str, *, by: str) -> Person:
        with self._logged(by, f"new secret of {person.id}"):
            hashed = self._hashed(new, person=person.id, name=person.name)
            if self._secrets.verify(person.secret_hash, new):
                raise StaffRefused(
                    f"This is the secret {person.id} has had", remedy="Choose another."
                )
        change = ChangeSecret(person=person.id, secret_hash=hashed)
        return self._give(change, by).people[person.id]
