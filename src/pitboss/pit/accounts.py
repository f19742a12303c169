"""Players' accounts as they are kept: the way in, the purse, and what goes to and from tables.

Each account is a stream of its own. Money that goes to a table is written in the account and at
the table by one command, or not at all; so is sitting down and getting up.
"""

from __future__ import annotations

import json
import secrets as chance
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from hashlib import sha256
from math import ceil
from uuid import uuid4

from pitboss.errors import Conflict, PlayerRefused, SignInRefused
from pitboss.live.chips import commands as chips_do
from pitboss.live.people import commands as people_do
from pitboss.live.table import Command as TableCommand
from pitboss.money import Money
from pitboss.pit.access_log import AccessLog
from pitboss.pit.callers import Player
from pitboss.pit.clock import Clock, stamp
from pitboss.pit.secrets import Secrets, weaknesses
from pitboss.pit.tables import Done, Tables
from pitboss.players import commands as do
from pitboss.players import events as ev
from pitboss.players.account import Account, evolve
from pitboss.players.decide import check_time, decide, key_of
from pitboss.records.stored import draft_of, event_of
from pitboss.staff.events import Failure
from pitboss.store.contract import Append, Entry, Order, Store

_TRIES = 8
_MOST_KEPT = 10_000
"""Accounts at hand; those nobody asked about for longest are read again when they are wanted."""
_GUEST_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_PREFIX = "player/"
_WRONG = "That name and password do not belong together"


def stream_of(name: str) -> str:
    """The stream of an account; names that read alike are one."""
    return f"{_PREFIX}{key_of(name)}"


@dataclass(frozen=True, slots=True)
class _Kept:
    account: Account
    version: int


class Accounts:
    """Every player's account on one store."""

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        *,
        secrets: Secrets | None = None,
        is_reserved: Callable[[str], bool] = lambda name: False,
        gift: Money | None = None,
    ) -> None:
        """`is_reserved` names nobody may take; `gift` is what play money is filled up to."""
        self._tables = tables
        self._store: Store = tables.store
        self._clock = clock
        self._secrets = secrets or Secrets()
        self._is_reserved = is_reserved
        self._gift = gift
        self._log = AccessLog(self._store, clock)
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    # --- what there is ----------------------------------------------------------------------------

    def account(self, name: str) -> Account:
        """An account as the store has it now; one that does not exist is empty."""
        return self._read(name).account

    def known(self, name: str) -> Account:
        """An account as this process saw it last, for what is shown and not decided by."""
        kept = self._kept.get(stream_of(name))
        return self.account(name) if kept is None else kept.account

    def entries(self, name: str) -> Iterable[Entry]:
        """Everything that ever happened to an account."""
        return self._store.read(stream_of(name))

    # --- the way in -------------------------------------------------------------------------------

    def guest(self) -> Account:
        """Somebody who wants to play at once, under a name that is made up."""
        if self._gift is None:
            raise PlayerRefused("Guests play for play money only", remedy="Open an account.")
        while True:
            letters = "".join(chance.choice(_GUEST_LETTERS) for _ in range(5))
            name = f"Guest {letters}"
            if not self.account(name).exists:
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
        decide(self.account(name), self._registering(name, "", is_guest=False))
        return self._opened(name, self._secrets.hash(password), is_guest=False)

    def sign_in(self, name: str, password: str) -> Account:
        """Let a player in who shows who they are, or `SignInRefused`."""
        account = self.account(name)
        if not account.exists or account.is_guest:
            self._secrets.verify_nobody(password)
            # Without what was typed: people do type their password where the name belongs.
            self._log.failed("", Failure.UNKNOWN)
            raise SignInRefused(_WRONG, remedy="Try again, or open an account.")
        person = stream_of(name)
        wait = self._log.attempts(person).wait(self._now())
        if wait:
            self._log.failed(person, Failure.TOO_MANY)
            seconds = ceil(wait.total_seconds())
            raise SignInRefused(
                f"Too many wrong passwords for {account.name}",
                remedy=f"Try again in {seconds} seconds.",
                wait_seconds=seconds,
            )
        if not self._secrets.verify(account.secret_hash, password):
            self._log.failed(person, Failure.WRONG_SECRET)
            raise SignInRefused(_WRONG, remedy="Try again, or open an account.")
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
        account = self._do(name, self._registering(name, secret_hash, is_guest=is_guest))
        self._log.succeeded(stream_of(name))
        return account if self._gift is None else self.fill(name)

    def _registering(self, name: str, secret_hash: str, *, is_guest: bool) -> do.Register:
        return do.Register(name=name, secret_hash=secret_hash, is_guest=is_guest, at=self._now())

    # --- money, time and limits -------------------------------------------------------------------

    def fill(self, name: str) -> Account:
        """Give play money until the purse is full again."""
        if self._gift is None:
            raise PlayerRefused(
                "This floor does not give play money", remedy="Bring money to the cage."
            )
        return self._do(name, do.FillPurse(upto=self._gift, at=self._now()))

    def limit_spend(self, name: str, limit: Money | None) -> Account:
        """Limit what a day may cost."""
        return self._do(name, do.LimitSpend(limit=limit, at=self._now()))

    def limit_time(self, name: str, minutes: int | None) -> Account:
        """Limit the minutes of a day spent at tables."""
        return self._do(name, do.LimitTime(minutes=minutes, at=self._now()))

    def check_time(self, name: str) -> None:
        """Refuse new play once the player's own limit on time is reached."""
        check_time(self.account(name), self._now())

    # --- at tables --------------------------------------------------------------------------------

    def buy_in(self, name: str, table: str, amount: Money, command_id: str | None = None) -> Done:
        """Take money from the purse to a table."""
        return self._both(
            name,
            do.TakeToTable(table=table, amount=amount, at=self._now()),
            chips_do.BuyIn(name, amount),
            command_id,
        )

    def cash_out(self, name: str, table: str, amount: Money, command_id: str | None = None) -> Done:
        """Bring money from a table back to the purse."""
        return self._both(
            name,
            do.BringFromTable(table=table, amount=amount, at=self._now()),
            chips_do.CashOut(name, amount),
            command_id,
        )

    def take_seat(self, name: str, table: str, seat: int, command_id: str | None = None) -> Done:
        """Sit down, from when on time counts."""
        self._end_sittings(name)
        return self._both(
            name,
            do.SitDown(table=table, at=self._now()),
            people_do.TakeSeat(name, seat),
            command_id,
        )

    def leave_seat(self, name: str, table: str, command_id: str | None = None) -> Done:
        """Get up."""
        return self._both(
            name, do.GetUp(table=table, at=self._now()), people_do.LeaveSeat(name), command_id
        )

    def _end_sittings(self, name: str) -> None:
        """A sitting that a table ended by itself, as by closing, ends here when it is noticed."""
        for table in self.account(name).sitting:
            if self._tables.refresh(table).people.seat_of(name) is None:
                self._do(name, do.GetUp(table=table, at=self._now()))

    def _both(
        self, name: str, own: do.Command, at_table: TableCommand, command_id: str | None
    ) -> Done:
        """One command to a table and to an account, once."""
        assert not isinstance(own, do.Register | do.FillPurse | do.LimitSpend | do.LimitTime)
        command_id = command_id or str(uuid4())
        caller = Player(name)
        for _ in range(_TRIES):
            if self._store.receipt(command_id) is not None:
                # Done before: the account has it too, and the table gives its first answer again.
                return self._tables.give(own.table, at_table, caller, command_id)
            kept = self._read(name)
            events = decide(kept.account, own)
            drafts = tuple(draft_of(event) for event in events)
            beside = Append(stream=stream_of(name), drafts=drafts, expected=kept.version)
            try:
                done = self._tables.give(
                    own.table, at_table, caller, command_id, beside=[beside] if drafts else ()
                )
            except Conflict:
                # Another request of the same player was first: look again at what is left.
                continue
            # The next view is made of what is known here, and must not offer what is gone.
            self._read(name)
            return done
        raise Conflict(stream_of(name), expected=kept.version, found=-1)

    # --- reading and writing ----------------------------------------------------------------------

    def _read(self, name: str) -> _Kept:
        stream = stream_of(name)
        kept = self._kept.get(stream) or _Kept(Account(), 0)
        account, version = kept.account, kept.version
        for entry in self._store.read(stream, after=version):
            account = evolve(account, event_of(entry))
            version = entry.version
        kept = self._kept[stream] = _Kept(account, version)
        self._kept.move_to_end(stream)
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return kept

    def forget(self, name: str) -> None:
        """Let go of what is kept in memory of somebody who left; the store has it all."""
        self._kept.pop(stream_of(name), None)

    def _do(self, name: str, command: do.Command) -> Account:
        for _ in range(_TRIES):
            kept = self._read(name)
            events = decide(kept.account, command)
            if not events:
                return kept.account
            order = Order(
                id=str(uuid4()),
                asked=_digest(command),
                actor=kept.account.name or name,
                role="player",
                time=command.at,
            )
            drafts = tuple(draft_of(event) for event in events)
            append = Append(stream=stream_of(name), drafts=drafts, expected=kept.version)
            try:
                self._store.append(order, [append])
            except Conflict:
                continue
            return self._read(name).account
        raise Conflict(stream_of(name), expected=kept.version, found=-1)

    def _now(self) -> str:
        return stamp(self._clock())


def _digest(command: do.Command) -> str:
    said = [
        [field.name, str(getattr(command, field.name))]
        for field in fields(command)
        if field.name != "secret_hash"
    ]
    return sha256(json.dumps([type(command).__name__, said]).encode()).hexdigest()


def _minute(at: str) -> str:
    """A time of the record for people: to the minute."""
    return at[:16].replace("T", " ")


def told(event: ev.PlayerEvent) -> tuple[str, Money | None]:
    """What happened to an account, in words, and the money it moved."""
    match event:
        case ev.PlayerRegistered(is_guest=is_guest):
            return ("came as a guest" if is_guest else "opened the account"), None
        case ev.PurseFilled(amount=amount):
            return "play money given", amount
        case ev.TakenToTable(table=table, amount=amount):
            return f"taken to table {table}", amount
        case ev.BroughtFromTable(table=table, amount=amount):
            return f"brought back from table {table}", amount
        case ev.SatDown(table=table):
            return f"sat down at table {table}", None
        case ev.GotUp(table=table):
            return f"got up from table {table}", None
        case ev.SpendLimited(limit=limit, starts=starts, at=at):
            when = "" if starts == at else f" from {_minute(starts)}"
            return f"limit on spending {limit.dollars if limit else 'lifted'}{when}", None
        case ev.TimeLimited(minutes=minutes, starts=starts, at=at):
            when = "" if starts == at else f" from {_minute(starts)}"
            words = "lifted" if minutes is None else f"{minutes} minutes a day"
            return f"limit on time {words}{when}", None
