"""Signing in, of staff and of players alike; and the secrets and second factors of staff.

A refusal tells a stranger only what a stranger may know; what was wrong is logged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import NamedTuple, NoReturn

from pitboss.envelope import Envelope
from pitboss.errors import (
    HouseKeyMissing,
    SecondFactorNeeded,
    SecretOld,
    SignInRefused,
    StaffRefused,
)
from pitboss.house.access_log import AccessLog
from pitboss.house.callers import Member
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
from pitboss.staff.access import Failure, drawer_of
from pitboss.staff.register import TWO_FACTORS, Department, Person, Register, known_person
from pitboss.staff.secrets import ChangeSecret, RehashSecret, SetSecondFactor
from pitboss.staff.staff import StaffCommand, decide


class Attempt(NamedTuple):
    """One attempt to sign in."""

    person: str
    """The id that the log has; empty where there is nobody of that name."""
    drawer: str
    """Where wrong secrets for that name are counted."""
    place: str
    """Where from: the address of a browser, or the user of a terminal's machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """How one kind of person signs in, and the words of its refusals."""

    log: AccessLog
    secrets: Secrets
    secret_word: str
    """What a secret is called here."""
    wrong: str
    remedy: str

    def refuse_stranger(self, at: Attempt, secret: str) -> NoReturn:
        """Refuse an unknown name: in the words of a known one, after as long, and as often."""
        self._check_wait(at)
        self.secrets.verify_unknown(secret)
        self.log.failed("", Failure.UNKNOWN, place=at.place, drawer=at.drawer)
        raise self.refusal()

    def check(
        self, at: Attempt, secret: str, *, kept: str, has_code: Callable[[], bool] = lambda: False
    ) -> None:
        """Refuse a wrong secret, and for a while every attempt after too many wrong ones.

        `kept` is the stored hash of the secret. Only attempts for the same name from the same
        place make one wait, or very many from there: nobody elsewhere can keep the owner out. A
        person who shows the code of their device (`has_code`) need not wait there either.
        """
        self._check_wait(at, has_code)
        if not self.secrets.verify(kept, secret):
            self.refuse_wrong(at, Failure.WRONG_SECRET)

    def refuse_wrong(self, at: Attempt, failure: Failure) -> NoReturn:
        """Log and count a wrong secret or code, and refuse it."""
        self.log.failed(at.person, failure, place=at.place, drawer=at.drawer)
        raise self.refusal()

    def _check_wait(self, at: Attempt, has_code: Callable[[], bool] = lambda: False) -> None:
        wait = self.log.wait(at.person, at.drawer, at.place)
        if not wait or has_code():
            return
        self.log.failed(at.person, Failure.TOO_MANY, place=at.place)
        seconds = ceil(wait.total_seconds())
        raise SignInRefused(
            f"Too many wrong {self.secret_word}s for this name from here",
            remedy=f"Try again in {seconds} seconds.",
            wait_seconds=seconds,
        )

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
        self._tried: dict[str, int] = {}
        """The half-minute of the last code that spared a person the wait."""
        self._sign_in = SignIn(
            log=engine.access,
            secrets=secrets,
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

    def sign_in(self, person: str, secret: str, code: str = "", *, place: str = "") -> SignedIn:
        """Sign a person in, by secret and by the code of a second factor; or `SignInRefused`.

        `place` is where from: the address of a browser, or the user of a terminal's machine.
        """
        found, step = self._shown(person, secret, code, place)
        self._check_age(found)
        if step is None and self.register().needs_second_factor(found, self._engine.now()):
            self._log.failed(person, Failure.NO_SECOND_FACTOR)
            raise SecondFactorNeeded(
                f"{person} comes in by two factors only, and has no second one yet",
                remedy=f"Set it first: pitboss staff second-factor {person}.",
            )
        self._rehash(found, secret)
        sign_in = self._let_in(found, step, place)
        return SignedIn(
            id=found.id,
            name=found.name,
            department=found.department,
            renewals=found.renewals,
            by_two_factors=step is not None,
            sign_in=sign_in,
        )

    def change_secret(
        self, person: str, *, old: str, new: str, code: str = "", place: str = ""
    ) -> Person:
        """A person changes their own secret. Showing the old one is a way to sign in."""
        found, step = self._shown(person, old, code, place)
        self._let_in(found, step, place)
        return self._set(found, new, by=person)

    def show_self(self, person: str, secret: str, code: str = "", *, place: str = "") -> None:
        """A person signs in to set their own second factor, and nothing else: none is needed."""
        found, step = self._shown(person, secret, code, place)
        self._check_age(found)
        self._let_in(found, step, place)

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

    def _shown(self, person: str, secret: str, code: str, place: str) -> tuple[Person, int | None]:
        """The person whose secret this is, and the half-minute of their code if they have any.

        An old secret is accepted here, for it can still be changed.
        """
        found, drawer = self.register().people.get(person), drawer_of(f"staff/{person}")
        if found is None:
            self._sign_in.refuse_stranger(Attempt("", drawer, place), secret)
        at = Attempt(person, drawer, place)
        has_code = partial(self._has_code, found, code)
        self._sign_in.check(at, secret, kept=found.secret_hash, has_code=has_code)
        if not found.is_active:
            self._log.failed(person, Failure.LEFT)
            raise SignInRefused(f"{person} has left", remedy="Ask an administrator.")
        if found.sealed_key is None:
            return found, None
        step = self._step(found, code)
        if step is None:
            self._sign_in.refuse_wrong(at, Failure.WRONG_CODE)
        if not self._is_new(found, step):
            self._refuse_used(found)
        return found, step

    def _has_code(self, person: Person, code: str) -> bool:
        """Whether this is a code of the person's device that was neither used nor tried yet.

        Each code is good for one try of the secret: who found the device does not try them all.
        """
        step = None
        # A key that is missing would tell a stranger that there is such a person.
        with suppress(HouseKeyMissing):
            step = self._step(person, code) if person.has_second_factor else None
        if step is None or not self._is_new(person, step) or step <= self._tried.get(person.id, 0):
            return False
        self._tried[person.id] = step
        return True

    def _step(self, person: Person, code: str) -> int | None:
        """The half-minute of the code of a person's device; None if it is none of its codes."""
        assert person.sealed_key is not None, "only of people who have a second factor"
        key = self._seals.key.unseal(person.id, person.sealed_key)
        return step_of(key, code, self._engine.clock())

    def _is_new(self, person: Person, step: int | None) -> bool:
        """Whether a code was never accepted before."""
        last = max(person.key_step, self._log.attempts(person.id).step)
        return step is not None and not is_used(step, last, self._engine.clock())

    def _let_in(self, person: Person, step: int | None, place: str) -> str:
        """Write the sign-in down; the answer is the id of its command."""
        if step is None:
            return self._log.succeeded(person.id, place)
        key_set = person.key_set
        written = self._log.succeeded_by_code(person.id, step, key_set=key_set, place=place)
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
