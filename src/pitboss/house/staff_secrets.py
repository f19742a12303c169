"""The way in for staff, and the secrets they show there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from pitboss.errors import SecondFactorNeeded, SecretOld, SignInRefused, StaffRefused
from pitboss.house.clock import Clock
from pitboss.house.house_key import HouseKey
from pitboss.house.kept_register import KeptRegister
from pitboss.house.second_factors import NewKey, is_used, new_key, step_of
from pitboss.house.secrets import Secrets, check_strength
from pitboss.house.way_in import WayIn
from pitboss.staff import commands as do
from pitboss.staff.decide import TWO_FACTORS, decide
from pitboss.staff.departments import Department
from pitboss.staff.events import Failure
from pitboss.staff.register import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A person who has shown who they are."""

    id: str
    name: str
    department: Department
    renewals: int
    """How often their way in had been set anew when they showed it."""
    by_two_factors: bool = False
    """Whether they showed a code beside the secret (S7)."""


class StaffSecrets:
    """How the people of one register show who they are."""

    def __init__(
        self, kept: KeptRegister, secrets: Secrets, clock: Clock, house_key: HouseKey
    ) -> None:
        self._kept = kept
        self._secrets = secrets
        self._clock = clock
        self._house_key = house_key
        self._way_in = WayIn(
            log=kept.log,
            secrets=secrets,
            clock=clock,
            secret_word="secret",
            wrong="That is not the id and the secret of anybody here",
            remedy="Try again with care; whoever has a second factor gives its code too.",
        )

    def sign_in(self, person: str, secret: str, code: str = "") -> SignedIn:
        """Let a person in who shows who they are, or `SignInRefused`."""
        found, step = self._shown(person, secret, code)
        self._check_age(found)
        if step is None and self._kept.register().needs_second_factor(found, self._kept.now()):
            self._kept.log.failed(person, Failure.NO_SECOND_FACTOR)
            raise SecondFactorNeeded(
                f"{person} comes in by two factors only, and has no second one yet",
                remedy=f"Set it first: pitboss staff second-factor {person}.",
            )
        self._rehash(found, secret)
        self._let_in(found, step)
        return SignedIn(
            id=found.id,
            name=found.name,
            department=found.department,
            renewals=found.renewals,
            by_two_factors=step is not None,
        )

    def change(self, person: str, *, old: str, new: str, code: str = "") -> Person:
        """A person changes their own secret. Showing the old one is a way to sign in."""
        found, step = self._shown(person, old, code)
        self._let_in(found, step)
        return self._set(found, new, by=person)

    def show_self(self, person: str, secret: str, code: str = "") -> Person:
        """A person signs in to set their own second factor, and nothing else: none is needed."""
        found, step = self._shown(person, secret, code)
        self._check_age(found)
        self._let_in(found, step)
        return found

    def reset(self, person: str, *, new: str, by: str) -> Person:
        """An administrator gives a new secret to somebody who forgot theirs."""
        return self._set(self._kept.found(person, by), new, by=by)

    def hashed(self, secret: str, *, person: str, name: str) -> str:
        """What is kept of a secret, unless it is easily guessed."""
        check_strength(secret, person=person, name=name)
        return self._secrets.hash(secret)

    def new_key(self, person: str, *, by: str, second: str) -> NewKey:
        """A key that may be set, said before anybody has given it to a device in vain."""
        register = self._kept.register()
        trial = do.SetSecondFactor(
            person=person, sealed="", step=0, by=by, second=second, at=self._kept.now()
        )
        with self._kept.watched(by, f"second factor of {person}"):
            decide(register, trial)
        if not any(one.has_second_factor for one in register.people.values()):
            self._house_key.make()
        self.check_house_key()
        self._house_key.seal(person, "")
        return new_key(person)

    def check_house_key(self) -> None:
        """Refuse to go on without the key that opens the second factors which are set."""
        for one in self._kept.register().people.values():
            if one.is_active and one.sealed_key is not None:
                self._house_key.unseal(one.id, one.sealed_key)

    def set_factor(
        self, person: str, key: str, code: str, *, by: str, second: str, command: str | None
    ) -> Person:
        """A key is a person's second factor from now on, once they show that they have it."""
        step = step_of(key, code, self._clock())
        with self._kept.watched(by, f"second factor of {person}"):
            if step is None:
                raise StaffRefused(
                    f"This is not the code that {person}'s device makes of the new key",
                    remedy="See that its clock is right, and begin again; the key shown is void.",
                    clause=TWO_FACTORS,
                )
        sealed = self._house_key.seal(person, key)
        change = do.SetSecondFactor(
            person=person, sealed=sealed, step=step, by=by, second=second, at=self._kept.now()
        )
        return self._kept.do(change, command).people[person]

    def _shown(self, person: str, secret: str, code: str) -> tuple[Person, int | None]:
        """The person whose secret this is, and the half-minute of their code if they have any.

        An old secret will do here, for it can still be changed.
        """
        found = self._kept.register().people.get(person)
        if found is None:
            self._way_in.refuse_stranger(secret)
        self._way_in.check(person, secret, name=person, kept=found.secret_hash)
        if not found.is_active:
            self._kept.log.failed(person, Failure.LEFT)
            raise SignInRefused(f"{person} has left", remedy="Ask an administrator.")
        return found, self._step(found, code)

    def _step(self, person: Person, code: str) -> int | None:
        """The half-minute of the code that was shown, or nothing where none is asked for."""
        if person.sealed_key is None:
            return None
        key, now = self._house_key.unseal(person.id, person.sealed_key), self._clock()
        step = step_of(key, code, now)
        if step is None:
            self._kept.log.failed(person.id, Failure.WRONG_CODE)
            raise self._way_in.refusal()
        last = max(person.key_step, self._kept.log.attempts(person.id).step)
        if is_used(step, last, now):
            self._refuse_used(person)
        return step

    def _let_in(self, person: Person, step: int | None) -> None:
        log = self._kept.log
        if step is None:
            log.succeeded(person.id)
        elif not log.succeeded_by_code(person.id, step, key_set=person.key_set):
            self._refuse_used(person)

    def _refuse_used(self, person: Person) -> NoReturn:
        self._kept.log.failed(person.id, Failure.CODE_USED)
        raise SignInRefused(
            f"This code of {person.id} was used already",
            remedy="Wait for the next one that the device shows, half a minute at most.",
        )

    def _check_age(self, person: Person) -> None:
        if person.has_old_secret(self._kept.now()):
            self._kept.log.failed(person.id, Failure.SECRET_OLD)
            raise SecretOld(
                f"The secret of {person.id} is too old",
                remedy="Change it first: pitboss staff secret.",
            )

    def _rehash(self, person: Person, secret: str) -> None:
        if self._secrets.needs_rehash(person.secret_hash):
            hashed = self._secrets.hash(secret)
            again = do.RehashSecret(person=person.id, secret_hash=hashed, at=self._kept.now())
            self._kept.do(again, None)

    def _set(self, person: Person, new: str, *, by: str) -> Person:
        with self._kept.watched(by, f"new secret of {person.id}"):
            hashed = self.hashed(new, person=person.id, name=person.name)
            if self._secrets.verify(person.secret_hash, new):
                raise StaffRefused(
                    f"This is the secret {person.id} has had", remedy="Choose another."
                )
        change = do.ChangeSecret(person=person.id, secret_hash=hashed, by=by, at=self._kept.now())
        return self._kept.do(change, None).people[person.id]
