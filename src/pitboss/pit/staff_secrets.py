"""The way in for staff, and the secrets they show there."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.errors import SecretOld, SignInRefused, StaffRefused
from pitboss.pit.clock import Clock
from pitboss.pit.kept_register import KeptRegister
from pitboss.pit.secrets import Secrets, check_strength
from pitboss.pit.way_in import WayIn
from pitboss.staff import commands as do
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


class StaffSecrets:
    """How the people of one register show who they are."""

    def __init__(self, kept: KeptRegister, secrets: Secrets, clock: Clock) -> None:
        self._kept = kept
        self._secrets = secrets
        self._way_in = WayIn(
            log=kept.log,
            secrets=secrets,
            clock=clock,
            secret_word="secret",
            wrong="That is not the id and the secret of anybody here",
            remedy="Try again, both with care.",
        )

    def sign_in(self, person: str, secret: str) -> SignedIn:
        """Let a person in who shows who they are, or `SignInRefused`."""
        found = self._shown(person, secret)
        if found.has_old_secret(self._kept.now()):
            self._kept.log.failed(person, Failure.SECRET_OLD)
            raise SecretOld(
                f"The secret of {person} is too old",
                remedy="Change it first: pitboss staff secret.",
            )
        self._rehash(found, secret)
        self._kept.log.succeeded(person)
        return SignedIn(
            id=found.id,
            name=found.name,
            department=found.department,
            renewals=found.renewals,
        )

    def change(self, person: str, *, old: str, new: str) -> Person:
        """A person changes their own secret. Showing the old one is a way to sign in."""
        found = self._shown(person, old)
        self._kept.log.succeeded(person)
        return self._set(found, new, by=person)

    def reset(self, person: str, *, new: str, by: str) -> Person:
        """An administrator gives a new secret to somebody who forgot theirs."""
        return self._set(self._kept.found(person, by), new, by=by)

    def hashed(self, secret: str, *, person: str, name: str) -> str:
        """What is kept of a secret, unless it is easily guessed."""
        check_strength(secret, person=person, name=name)
        return self._secrets.hash(secret)

    def _shown(self, person: str, secret: str) -> Person:
        """The person whose secret this is. An old one will do here, for it can still be changed."""
        found = self._kept.register().people.get(person)
        if found is None:
            self._way_in.refuse_stranger(secret)
        self._way_in.check(person, secret, name=person, kept=found.secret_hash)
        if not found.is_active:
            self._kept.log.failed(person, Failure.LEFT)
            raise SignInRefused(f"{person} has left", remedy="Ask an administrator.")
        return found

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
