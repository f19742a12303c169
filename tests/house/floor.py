"""A floor with people on it: a clock that is set by hand, secrets that are cheap to check, and
tables with staff and players, played by a plain habit: always stay in.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Unpack, cast

from argon2 import PasswordHasher

from pitboss.audit.audit import audit
from pitboss.games.library import Library, built_in
from pitboss.house.callers import Caller, Member, Player, System
from pitboss.house.dealer import Dealer
from pitboss.house.engine import Done, Options
from pitboss.house.house import House
from pitboss.house.secrets import Secrets
from pitboss.house.staff_desk import StaffDesk
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.records.entries import event_of
from pitboss.round.decisions import Choose
from pitboss.round.options import options
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.staff.access import SignInCounted, SignInFailed
from pitboss.staff.register import Department
from pitboss.store.contract import Append, Order, Receipt, Store
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.people.seats import TakeSeat
from pitboss.table.rules import Mode, Setting, TableRules
from pitboss.table.table import Command, Table

GOOD = "river otters at dusk"
BETTER = "seven quiet lighthouses"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **how_long: int) -> None:
        self.now += timedelta(**how_long)


class _BeforeWriting:
    def __init__(self, store: Store, happens: Callable[[list[Append]], None]) -> None:
        self.store, self.happens = store, happens

    def append(self, order: Order, appends: list[Append]) -> Receipt:
        self.happens(appends)
        return self.store.append(order, appends)

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)


def before_writing(store: Store, happens: Callable[[list[Append]], None]) -> Store:
    """The store, where something happens between reading and each writing."""
    return cast(Store, _BeforeWriting(store, happens))


def access(store: Store) -> list[tuple[str, str]]:
    """What the log of access says to people: who, and what happened."""
    found = []
    for entry in store.read("access"):
        event = event_of(entry)
        if isinstance(event, SignInCounted):
            continue
        what = event.failure if isinstance(event, SignInFailed) else entry.name
        found.append((event.person, str(what)))
    return found


def house_on(store: Store, clock: HandClock, **more: Any) -> House:
    """The house on a store, as a program that has just been started sees it."""
    return House(store, clock, secrets=Secrets(CHEAP), **more)


def staffing_on(store: Store, clock: HandClock) -> StaffDesk:
    """The people of a store, as a program that has just been started sees them."""
    return house_on(store, clock).staff


def open_floor(store: Store, clock: HandClock, house: House | None = None) -> StaffDesk:
    """An administrator, boss, and one person of table games, ann."""
    staffing = staffing_on(store, clock) if house is None else house.staff
    staffing.add("boss", name="Bo Oss", department=Department.ADMINISTRATION, secret=GOOD)
    staffing.add("ann", name="Ann Lee", department=Department.TABLE_GAMES, secret=GOOD, by="boss")
    return staffing


BUY_IN = Money.parse("100000.00")
SYSTEM = System()


def setting_of(rulebook: str, name: str, mode: Mode = Mode.ELECTRONIC) -> Setting:
    """A table with the usual limits and every wager that needs no link."""
    rules = built_in(rulebook)
    wagers = [w for w in rules.wagers.values() if w.follows is None and w.units is None]
    layout = rules.layouts[-1]
    return Setting(
        table=name,
        rulebook=rules.id,
        edition=rules.edition,
        digest=rules.digest,
        currency=rules.currency,
        layout=layout.id,
        positions=layout.most,
        method=next(iter(rules.dealing)),
        mode=mode,
        time_zone="Asia/Singapore",
        day_starts="06:00",
        options={
            option.id: option.values[0]
            for option in rules.options.values()
            if option.needed_by is not None and option.default is None
        },
        limits={w.limit_key: (Money(500), Money(50000)) for w in wagers if w.stake is None},
        offered=tuple(w.id for w in wagers if w.id != "cover_all"),
    )


class Floor:
    """A store with tables on it, a hand clock, staff of both houses with security, and dice."""

    has_known_decks = False
    """Whether seeds were found by trying, so that prizes are won; an audit rightly finds that."""

    def __init__(self, store: Store, *, seed: int = 1, clock: HandClock | None = None) -> None:
        self.store = store
        self.clock = clock or HandClock()
        self.dice = Random(seed)
        self.house = self._house()
        self.staff_desk = open_floor(store, self.clock, self.house)
        for rulebook in ("mbs-let-it-ride-v3", "mgc-let-it-ride"):
            ladder = built_in(rulebook).roles
            for rung, role in enumerate(ladder):
                person = f"{rulebook[:3]}-{rung}"
                self.staff_desk.add(
                    person,
                    name=f"{role} of {rulebook[:3]}",
                    department=Department.TABLE_GAMES,
                    secret=GOOD,
                    by="boss",
                )
                self.staff_desk.appoint(person, role, by="boss")
        self.staff_desk.add(
            "sec", name="One of security", department=Department.SECURITY, secret=GOOD, by="boss"
        )
        self.dealing = Dealer(self.house, entropy=self.dice.randbytes)

    def _house(self) -> House:
        """The tables of the store, with no links behind them."""
        return house_on(self.store, self.clock)

    def table(self, name: str = "T1") -> Table:
        """A table as it stands."""
        return self.house.tables.table(name)

    def rules(self, name: str = "T1") -> TableRules:
        """The rules a table is played under."""
        return self.house.tables.rules(name)

    def check(self) -> None:
        """An audit finds nothing."""
        found = audit(self.store, Library()).findings
        assert [one for one in found if not (self.has_known_decks and one.kind == "chance")] == []

    def written_together(self, one: str, other: str) -> None:
        """The last events of these names, each after its stream, are of one command."""
        first, second = (self.store.last(*said.split()) for said in (one, other))
        assert first is not None
        assert second is not None
        assert first.command == second.command

    def give(
        self,
        name: str,
        command: Command,
        caller: Caller = SYSTEM,
        command_id: str | None = None,
        **options: Unpack[Options],
    ) -> Done[Table]:
        """Give a command to a table."""
        return self.house.give(table_stream(name), command, caller, command_id, **options)

    def staff(self, name: str, rung: int) -> Member:
        """Who stands on a rung of the ladder of a table."""
        return Member(f"{self.rules(name).rulebook.id[:3]}-{rung}")

    def open(
        self, rulebook: str, name: str = "T1", players: int = 3, setting: Setting | None = None
    ) -> str:
        """A table with players who have bought in."""
        top = Member(f"{rulebook[:3]}-{len(built_in(rulebook).roles) - 1}")
        self.house.tables.open(setting or setting_of(rulebook, name), top)
        for seat in range(1, players + 1):
            self.give(name, TakeSeat(f"p{seat}", seat), Player(f"p{seat}"))
            self.give(name, BuyIn(f"p{seat}", BUY_IN))
        return name

    def play(self, name: str = "T1", rounds: int = 1) -> None:
        """Whole rounds: everybody makes the base wagers and stays in to the end."""
        for _ in range(rounds):
            self.dealing.call_for_bets(name)
            self.bet(name)
            self.give(name, CloseBets())
            self.finish(name)

    def bet(self, name: str) -> None:
        """Every seated player makes the wagers that make a hand."""
        rules = self.rules(name)
        wanted = [w.id for w in rules.rulebook.wagers.values() if w.required or w.id == "ante"]
        for seat, player in sorted(self.table(name).people.seats.items()):
            for wager in wanted:
                stake = Money(1000)
                self.give(name, PlaceWager(seat, player, wager, stake), Player(player))

    def finish(self, name: str, choose: Callable[[tuple[str, ...]], str] | None = None) -> None:
        """Go on until the round is over and its seeds are open."""
        while True:
            self.clock.pass_by(seconds=1)
            table = self.table(name)
            if not table.play.is_open and table.rounds.is_opened:
                return
            if self.dealing.step(name) is None:
                rules = self.rules(name)
                permitted = options(rules.game, rules.terms, table.play)
                may = next(may for may in permitted if may.command is Choose)
                assert may.seat is not None
                choice = choose(may.choices) if choose else may.choices[0]
                player = table.play.seats[may.seat].player
                self.give(name, Choose(may.seat, choice), Player(player))
