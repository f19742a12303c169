"""Players' accounts: the way in, the purse, and what goes to and from tables.

Money that goes to a table is written in the account and at the table by one command, or not at
all; so is sitting down and getting up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from uuid import uuid4

from pitboss.errors import Conflict, PlayerRefused
from pitboss.house.callers import Player
from pitboss.house.clock import Clock, stamp
from pitboss.house.joining import Joining
from pitboss.house.kept_accounts import TRIES, KeptAccounts, stream_of
from pitboss.house.secrets import Secrets
from pitboss.house.tables import Done, Tables
from pitboss.money import Money
from pitboss.players import commands as do
from pitboss.players.account import Account
from pitboss.players.decide import check_time
from pitboss.store.contract import Entry
from pitboss.table.chips import commands as chips_do
from pitboss.table.people import commands as people_do
from pitboss.table.table import Command as TableCommand


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
        self._store = tables.store
        self._clock = clock
        self._gift = gift
        self._kept = KeptAccounts(tables.store)
        self._joining = Joining(
            self._kept,
            tables,
            clock,
            secrets=secrets or Secrets(),
            is_reserved=is_reserved,
            gift=gift,
        )

    # --- what there is ----------------------------------------------------------------------------

    def account(self, name: str) -> Account:
        """An account as the store has it now; one that does not exist is empty."""
        return self._kept.read(name).account

    def known(self, name: str) -> Account:
        """An account as this process saw it last, for what is shown and not decided by."""
        return self._kept.known(name)

    def forget(self, name: str) -> None:
        """Let go of what is kept in memory of somebody who left; the store has it all."""
        self._kept.forget(name)

    def entries(self, name: str) -> Iterable[Entry]:
        """Everything that ever happened to an account."""
        return self._store.read(stream_of(name))

    # --- the way in -------------------------------------------------------------------------------

    def guest(self) -> Account:
        """Somebody who wants to play at once, under a name that is made up."""
        return self._joining.guest()

    def register(self, name: str, password: str) -> Account:
        """A new account with a password of its own."""
        return self._joining.register(name, password)

    def sign_in(self, name: str, password: str) -> Account:
        """Let a player in who shows who they are, or `SignInRefused`."""
        return self._joining.sign_in(name, password)

    # --- money, time and limits -------------------------------------------------------------------

    def fill(self, name: str) -> Account:
        """Give play money until the purse is full again."""
        if self._gift is None:
            raise PlayerRefused(
                "This floor does not give play money", remedy="Bring money to the cage."
            )
        return self._kept.do(name, do.FillPurse(upto=self._gift, at=self._now()))

    def limit_spend(self, name: str, limit: Money | None) -> Account:
        """Limit what a day may cost."""
        return self._kept.do(name, do.LimitSpend(limit=limit, at=self._now()))

    def limit_time(self, name: str, minutes: int | None) -> Account:
        """Limit the minutes of a day spent at tables."""
        return self._kept.do(name, do.LimitTime(minutes=minutes, at=self._now()))

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
                self._kept.do(name, do.GetUp(table=table, at=self._now()))

    def _both(
        self, name: str, own: do.Command, at_table: TableCommand, command_id: str | None
    ) -> Done:
        """One command to a table and to an account, once."""
        assert not isinstance(own, do.Register | do.FillPurse | do.LimitSpend | do.LimitTime)
        command_id = command_id or str(uuid4())
        caller = Player(name)
        for _ in range(TRIES):
            if self._store.receipt(command_id) is not None:
                # Done before: the account has it too, and the table gives its first answer again.
                return self._tables.give(own.table, at_table, caller, command_id)
            append = self._kept.decided(name, own)
            beside = [append] if append.drafts else ()
            try:
                done = self._tables.give(own.table, at_table, caller, command_id, beside=beside)
            except Conflict:
                # Another request of the same player was first: look again at what is left.
                continue
            # The next view is made of what is known here, and must not offer what is gone.
            self._kept.read(name)
            return done
        raise Conflict(append.stream, expected=append.expected or 0, found=-1)

    def _now(self) -> str:
        return stamp(self._clock())
