"""Players' accounts: signing up and in, the purse, and what goes to and from tables.

Money that goes to a table is written in the account and at the table by one command, or not at
all; so is sitting down and getting up.
"""

from __future__ import annotations

import secrets as chance
from collections.abc import Callable, Iterable

from pitboss.envelope import PLAYER, Envelope
from pitboss.errors import CommandReused, PlayerRefused
from pitboss.house.callers import Player
from pitboss.house.engine import Decision, Desk, Done, Engine, Given, plain_decision
from pitboss.house.secrets import Secrets, weaknesses
from pitboss.house.sign_in import Attempt, SignIn
from pitboss.house.streams import Loaded, player_stream, table_stream
from pitboss.house.tables import Tables
from pitboss.money import Money
from pitboss.players import account as players
from pitboss.players.account import (
    Account,
    BringFromTable,
    FillPurse,
    GetUp,
    LimitSpend,
    LimitTime,
    PlayerCommand,
    RegisterPlayer,
    SitDown,
    TakeToTable,
    check_time,
    key_of,
)
from pitboss.players.names import check_name, skeleton, written
from pitboss.staff.access import drawer_of
from pitboss.staff.register import Department
from pitboss.store.contract import Entry
from pitboss.table.chips.exchange import BuyIn, CashOut, check_chips
from pitboss.table.chips.stakes import spare
from pitboss.table.people.seats import LeaveSeat, TakeSeat
from pitboss.table.table import Command as TableCommand
from pitboss.table.table import Table

_GUEST_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


class Accounts(Desk):
    """Every player's account."""

    def __init__(
        self,
        engine: Engine,
        tables: Tables,
        *,
        secrets: Secrets,
        is_reserved: Callable[[str], bool] = lambda name: False,
        gift: Money | None = None,
    ) -> None:
        """`is_reserved` names no player may take; `gift` is what play money is filled up to."""
        self._engine = engine
        self._tables = tables
        self._gift = gift
        self._secrets = secrets
        self._is_reserved = is_reserved
        self._log = engine.access
        self._sign_in = SignIn(
            log=engine.access,
            secrets=secrets,
            secret_word="password",
            wrong="That name and password do not belong together",
            remedy="Try again, or open an account.",
        )

    # --- deciding ---------------------------------------------------------------------------------

    def decide(self, given: Given, loaded: Loaded, now: str) -> Decision:
        """What a command to an account comes to."""
        caller = given.caller
        assert isinstance(caller, Player), "an account is its player's own"
        actor = loaded.state.name or caller.name
        by = Envelope(actor, PLAYER, time=now, id=given.id)
        return plain_decision(players.decide, given, loaded, by)

    def forget(self, name: str) -> None:
        """Drop what is in memory of a player who left; the store has it all."""
        self._engine.streams.forget(player_stream(name))

    def _give(self, name: str, command: PlayerCommand) -> Account:
        return self._engine.give(player_stream(name), command, Player(name)).state

    # --- reading ----------------------------------------------------------------------------------

    def account(self, name: str) -> Account:
        """An account as the store has it now; one that does not exist is empty."""
        account: Account = self._engine.streams.latest(player_stream(name)).state
        return account

    def known(self, name: str) -> Account:
        """An account as this process saw it last, for what is shown and not decided by."""
        account: Account = self._engine.streams.current(player_stream(name)).state
        return account

    def entries(self, name: str) -> Iterable[Entry]:
        """Everything that ever happened to an account."""
        return self._engine.store.read(player_stream(name))

    # --- signing up and in ------------------------------------------------------------------------

    def guest(self) -> Account:
        """A new player who plays at once, under a name that is made up."""
        if self._gift is None:
            raise PlayerRefused("Guests play for play money only", remedy="Open an account.")
        while True:
            letters = "".join(chance.choice(_GUEST_LETTERS) for _ in range(5))
            name = f"Guest {letters}"
            if self._engine.store.receipt(_opening_of(name)) is None:
                return self._opened(name, "", is_guest=True)

    def register(self, name: str, password: str) -> Account:
        """A new account with a password of its own."""
        name = check_name(name, self._roles())
        looks = skeleton(name)
        is_reserved = any(map(self._is_reserved, (name, key_of(name), looks)))
        if is_reserved or looks in map(skeleton, self._taken()):
            raise _taken(name)
        found = weaknesses(password, person=name, name=name)
        if found:
            raise PlayerRefused(
                f"This password is too weak: {'; '.join(found)}",
                remedy="Several words that do not belong together make a good one.",
            )
        # Refused before the password is hashed, which takes a while.
        trial = RegisterPlayer(name=name, secret_hash="", is_guest=False)
        players.decide(self.account(name), trial, Envelope(actor=name))
        if self._engine.store.receipt(_opening_of(name)) is not None:
            raise _taken(name)
        return self._opened(name, self._secrets.hash(password), is_guest=False)

    def sign_in(self, name: str, password: str, *, place: str = "") -> Account:
        """Let a player in who shows who they are, or `SignInRefused`; `place` is where from."""
        name = written(name)
        account, person = self.account(name), player_stream(name)
        if not account.exists or account.is_guest:
            self._sign_in.refuse_stranger(Attempt("", drawer_of(person), place), password)
        at = Attempt(person, drawer_of(person), place)
        self._sign_in.check(at, password, kept=account.secret_hash)
        self._log.succeeded(person, place)
        return account

    def _taken(self) -> set[str]:
        """Names that are in use already by players known at tables, with an account or without."""
        taken: set[str] = set()
        for name in self._tables.names():
            table = self._tables.table(name)
            taken |= {*table.people.seats.values(), *table.chips.players}
            taken |= {prize.player for prize in table.chips.prizes}
        return taken

    def _roles(self) -> set[str]:
        """What staff are called, by every rulebook and department."""
        roles = {role for book in self._tables.rulebooks.values() for role in book.roles}
        return roles | set(map(str, Department))

    def _opened(self, name: str, secret_hash: str, *, is_guest: bool) -> Account:
        opened = RegisterPlayer(name=name, secret_hash=secret_hash, is_guest=is_guest)
        try:
            done = self._engine.give(player_stream(name), opened, Player(name), _opening_of(name))
        except CommandReused:
            raise _taken(name) from None
        if done.receipt.is_repeat:
            # Whoever opened it did so with a password of their own.
            raise _taken(name)
        account = done.state
        self._log.succeeded(player_stream(name))
        return account if self._gift is None else self._give(name, FillPurse(upto=self._gift))

    # --- money, time and limits -------------------------------------------------------------------

    def fill(self, name: str) -> Account:
        """Give play money until the purse is full again."""
        if self._gift is None:
            raise PlayerRefused(
                "This floor does not give play money", remedy="Bring money to the cage."
            )
        return self._give(name, FillPurse(upto=self._gift))

    def limit_spend(self, name: str, limit: Money | None) -> Account:
        """Limit what a day may cost."""
        return self._give(name, LimitSpend(limit=limit))

    def limit_time(self, name: str, minutes: int | None) -> Account:
        """Limit the minutes of a day spent at tables."""
        return self._give(name, LimitTime(minutes=minutes))

    def check_time(self, name: str) -> None:
        """Refuse new play once the player's own limit on time is reached."""
        check_time(self.account(name), self._engine.now())

    # --- at tables --------------------------------------------------------------------------------

    def buy_in(
        self, name: str, table: str, amount: Money, command_id: str | None = None
    ) -> Done[Table]:
        """Take money from the purse to a table."""
        check_chips(self._tables.rules(table), amount)
        own = TakeToTable(table=table, amount=amount)
        return self._both(name, own, table, BuyIn(name, amount), command_id)

    def cash_out(
        self, name: str, table: str, amount: Money, command_id: str | None = None
    ) -> Done[Table]:
        """Bring money from a table back to the purse."""
        rules = self._tables.rules(table)
        check_chips(rules, amount, whole=spare(rules, self._tables.table(table), name))
        own = BringFromTable(table=table, amount=amount)
        return self._both(name, own, table, CashOut(name, amount), command_id)

    def take_seat(
        self, name: str, table: str, seat: int, command_id: str | None = None
    ) -> Done[Table]:
        """Sit down, from when on time counts."""
        self._end_sittings(name)
        return self._both(name, SitDown(table=table), table, TakeSeat(name, seat), command_id)

    def leave_seat(self, name: str, table: str, command_id: str | None = None) -> Done[Table]:
        """Get up."""
        return self._both(name, GetUp(table=table), table, LeaveSeat(name), command_id)

    def _end_sittings(self, name: str) -> None:
        """A sitting that a table ended by itself, as by closing, ends here when it is noticed."""
        for table in self.account(name).sitting:
            if self._tables.refresh(table).people.seat_of(name) is None:
                self._give(name, GetUp(table=table))

    def _both(
        self,
        name: str,
        own: PlayerCommand,
        table: str,
        at_table: TableCommand,
        command_id: str | None,
    ) -> Done[Table]:
        """One command to a table and to an account, once."""
        also = [(player_stream(name), own)]
        done = self._engine.give(table_stream(table), at_table, Player(name), command_id, also=also)
        # The next view is made of what is cached, and must not offer what is gone.
        self.account(name)
        return done


def _opening_of(name: str) -> str:
    """The id under which an account is opened, the same for names that look alike.

    A store writes it once: of two that are opened at the same moment one is refused, in whatever
    processes.
    """
    return f"account/{skeleton(name)}"


def _taken(name: str) -> PlayerRefused:
    return PlayerRefused(f"The name {name} is taken", remedy="Take another, or sign in.")
