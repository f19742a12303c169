"""How players come in: as a guest, with a new account, or with the one they have."""

from __future__ import annotations

import secrets as chance
from collections.abc import Callable

from pitboss.errors import PlayerRefused
from pitboss.house.access_log import AccessLog
from pitboss.house.clock import Clock, stamp
from pitboss.house.kept_accounts import KeptAccounts, stream_of
from pitboss.house.secrets import Secrets, weaknesses
from pitboss.house.tables import Tables
from pitboss.house.way_in import WayIn
from pitboss.money import Money
from pitboss.players import commands as do
from pitboss.players.account import Account
from pitboss.players.decide import decide, key_of

_GUEST_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


class Joining:
    """The way in to the accounts of one store."""

    def __init__(
        self,
        kept: KeptAccounts,
        tables: Tables,
        clock: Clock,
        *,
        secrets: Secrets,
        is_reserved: Callable[[str], bool],
        gift: Money | None,
    ) -> None:
        self._kept = kept
        self._tables = tables
        self._clock = clock
        self._secrets = secrets
        self._is_reserved = is_reserved
        self._gift = gift
        self._log = AccessLog(tables.store, clock)
        self._way_in = WayIn(
            log=self._log,
            secrets=secrets,
            clock=clock,
            secret_word="password",
            wrong="That name and password do not belong together",
            remedy="Try again, or open an account.",
        )

    def guest(self) -> Account:
        """Somebody who wants to play at once, under a name that is made up."""
        if self._gift is None:
            raise PlayerRefused("Guests play for play money only", remedy="Open an account.")
        while True:
            letters = "".join(chance.choice(_GUEST_LETTERS) for _ in range(5))
            name = f"Guest {letters}"
            if not self._kept.read(name).account.exists:
                return self._opened(name, "", is_guest=True)

    def register(self, name: str, password: str) -> Account:
        """A new account with a password of its own."""
        name = " ".join(name.split())
        taken = {key_of(one) for one in self._taken()}
        if self._is_reserved(name) or self._is_reserved(key_of(name)) or key_of(name) in taken:
            raise PlayerRefused(f"The name {name} is taken", remedy="Take another, or sign in.")
        found = weaknesses(password, person=name, name=name)
        if found:
            raise PlayerRefused(
                f"This password will not do: {'; '.join(found)}",
                remedy="Several words that do not belong together make a good one.",
            )
        decide(self._kept.read(name).account, self._registering(name, "", is_guest=False))
        return self._opened(name, self._secrets.hash(password), is_guest=False)

    def sign_in(self, name: str, password: str) -> Account:
        """Let a player in who shows who they are, or `SignInRefused`."""
        account = self._kept.read(name).account
        if not account.exists or account.is_guest:
            self._way_in.refuse_stranger(password)
        person = stream_of(name)
        self._way_in.check(person, password, name=account.name, kept=account.secret_hash)
        self._log.succeeded(person)
        return account

    def _taken(self) -> set[str]:
        """Names that mean somebody already: the system, and whoever is known at tables."""
        taken = {"system", "nobody"}
        for name in self._tables.names():
            table = self._tables.table(name)
            taken |= {*table.people.seats.values(), *table.chips.players}
            taken |= {prize.player for prize in table.chips.prizes}
        return taken

    def _opened(self, name: str, secret_hash: str, *, is_guest: bool) -> Account:
        account = self._kept.do(name, self._registering(name, secret_hash, is_guest=is_guest))
        self._log.succeeded(stream_of(name))
        if self._gift is None:
            return account
        return self._kept.do(name, do.FillPurse(upto=self._gift, at=self._now()))

    def _registering(self, name: str, secret_hash: str, *, is_guest: bool) -> do.Register:
        return do.Register(name=name, secret_hash=secret_hash, is_guest=is_guest, at=self._now())

    def _now(self) -> str:
        return stamp(self._clock())
