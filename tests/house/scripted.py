"""Two linked tables and one of its own, played from a script: the same commands, one by one or not.

A script is made by playing plainly: rounds with a claim from each linked table, contributions that
are counted in between, prizes that are paid, money from and to an account, what is refused, and
what is sent twice. Whoever plays it again in another way must come to the same record.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import lru_cache
from itertools import cycle
from random import Random
from typing import NamedTuple

import pytest

from pitboss.cards import DECK
from pitboss.errors import RuleBreach
from pitboss.floor.links import settle_claim
from pitboss.house.callers import Caller, Player, System
from pitboss.house.dealer import Dealer
from pitboss.house.engine import Done
from pitboss.house.house import House
from pitboss.house.link_service import Owner
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.decisions import Choose
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.table.people.turns import asked_now
from pitboss.table.table import Command, Table
from tests.house.floor import GOOD, house_on
from tests.house.linked import LINK, PAYS, UNIT, VERIFIES, LinkedFloor, seed_of

ROUNDS = 2
TABLES = ("T1", "T2", "U")
STRAIGHT_FLUSH = {("T1", 1): 59817, ("T2", 1): 11498}
"""Of two players the one at seat 1 has it, found by trying."""
GUEST = "Dee"
_AMOUNT = Money(2500)

Line = tuple[str | int, ...]


class Op(NamedTuple):
    """One thing that is asked of the floor, the same whenever it is asked again."""

    number: int
    kind: str
    id: str
    table: str = ""
    command: Command | None = None
    caller: Caller = System()
    claim: int = 0
    round: int = 0
    is_again: bool = False
    ends: int = 1 << 32
    """Where the link ends once this was done: asked again, nothing that came later is counted."""


class ScriptedFloor(LinkedFloor):
    """The floor of a script; its links write where its tables do."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.start = self.clock.now
        self.heard: list[tuple[str, Done[Table]]] = []
        self.create()
        for name in ("T1", "T2"):
            self.open_linked(name, 2)
        self.open("mgc-let-it-ride", "U", 2)
        self.accounts = self.house.accounts
        self.accounts.register(GUEST, GOOD)
        self.accounts.take_seat(GUEST, "U", 3)
        self.owner.step()
        self.house.subscribe("table", self._hear)

    def _house(self) -> House:
        gift = Money(100_000)
        return house_on(self.store, self.clock, software=self.software, gift=gift)

    def _connect(self) -> None:
        self.links = self.house.links
        self.seeds: Iterator[bytes] = iter(())
        self.dealing = Dealer(self.house, entropy=lambda _: next(self.seeds))
        self.owner = Owner(self.links, LINK)

    def _hear(self, name: str, done: Done[Table]) -> None:
        for written in done.receipt.written:
            # Not through the tables' own store, which would write what is asked for.
            assert self.store.head(written.stream).version >= written.last, "told too early"
        self.heard.append((name, done))

    def do(self, op: Op) -> Done[Table] | None:
        """Have it done, at the time that belongs to it."""
        self.clock.now = self.start + timedelta(seconds=op.number)
        match op.kind:
            case "call":
                deck = seed_of(STRAIGHT_FLUSH.get((op.table, op.round), 100 + op.round))
                self.seeds = cycle([deck] if op.table == "U" else [deck, seed_of(7)])
                return self.dealing.call_for_bets(op.table, command_id=op.id)
            case "fold":
                if self.links.current(LINK).version < op.ends:
                    self.owner.step()
            case "claim":
                found = self.links.link(LINK).claims.get(op.claim)
                if found is not None:
                    settle_claim(
                        self.links, LINK, found, tuple(DECK),
                        verifies=VERIFIES, pays=PAYS, command=op.id,
                    )  # fmt: skip
            case "buy in":
                return self.accounts.buy_in(GUEST, "U", _AMOUNT, op.id)
            case "cash out":
                return self.accounts.cash_out(GUEST, "U", _AMOUNT, op.id)
            case "refused":
                with pytest.raises(RuleBreach):
                    self.house.give(table_stream(op.table), CloseBets(), Player("p1"), op.id)
            case _:
                assert op.command is not None
                return self.house.give(table_stream(op.table), op.command, op.caller, op.id)
        return None

    def record(self) -> dict[str, list[Line]]:
        """All that is written, but for ids that are made up anew and what hangs on them."""
        return {
            stream: [
                (e.name, e.tag, e.actor, e.role, e.second, e.time, e.clause, e.body)
                for e in self.store.read(stream)
                # A secret has another hash each time, and a seed is sealed anew.
                if e.name not in ("player-registered", "seeds-sealed")
            ]
            for stream in self.store.streams()
            # Whoever asks again is refused again. Checkpoints hold hashes, which the audit reads.
            if stream not in ("access", "checkpoint", "staff")
        }


class Script(NamedTuple):
    """What was asked, what the tables answered, and what was recorded of it."""

    ops: tuple[Op, ...]
    answers: tuple[Done[Table] | None, ...]
    record: dict[str, list[Line]]


@contextmanager
def scripted_floor(store: Store) -> Iterator[ScriptedFloor]:
    """A floor that lets go of what it holds."""
    floor = ScriptedFloor(store)
    yield floor
    floor.owner.give_back()


@lru_cache(maxsize=8)
def script(seed: int) -> Script:
    """Whole rounds at every table, in an order by chance, played plainly."""
    with scripted_floor(MemoryStore()) as floor:
        ops: list[Op] = []
        answers: list[Done[Table] | None] = []
        for op in _Making(floor, seed):
            answers.append(floor.do(op))
            ops.append(op._replace(ends=floor.links.current(LINK).version))
        return Script(tuple(ops), tuple(answers), floor.record())


class _Making:
    """Whoever decides, when it has seen what came of the last, what is asked next."""

    def __init__(self, floor: ScriptedFloor, seed: int) -> None:
        self.floor = floor
        self.dice = Random(seed)
        self.given: list[Op] = []

    def __iter__(self) -> Iterator[Op]:
        left = list(TABLES)
        while left:
            name = self.dice.choice(left)
            # Several at one table in a row, and then those of another.
            for _ in range(self.dice.randint(1, 6)):
                op = self._next(name)
                if op is None:
                    left.remove(name)
                    break
                yield self._noted(op)
            aside = self._aside(name)
            if aside is not None:
                yield self._noted(aside)
        yield self._op("fold")

    def _noted(self, op: Op) -> Op:
        self.given.append(op)
        return op

    def _op(self, kind: str, table: str = "", **said: object) -> Op:
        number = len(self.given) + 1
        return Op(number, kind, f"op/{number}", table, **said)  # type: ignore[arg-type]

    def _next(self, name: str) -> Op | None:
        table, rules = self.floor.house.tables.table(name), self.floor.house.tables.rules(name)
        if not table.play.is_open and table.rounds.is_opened:
            number = table.rounds.number + 1
            return self._op("call", name, round=number) if number <= ROUNDS else None
        if table.play.is_open and not table.play.is_closed_to_bets:
            return self._op("give", name, **self._bet(name))
        command = self.floor.dealing.due(name)
        if command is not None:
            return self._op("give", name, command=command)
        asked = asked_now(rules, table)
        assert asked is not None, "somebody is asked"
        choose = Choose(asked.at.seat, asked.decision.choices[0])
        return self._op("give", name, command=choose, caller=Player(asked.at.player))

    def _bet(self, name: str) -> dict[str, object]:
        wagers = [
            w.id for w in self.floor.house.tables.rules(name).rulebook.wagers.values() if w.required
        ]
        wagers += ["progressive"] * (name != "U")
        table = self.floor.house.tables.table(name)
        for seat in (1, 2):
            at = table.play.seats.get(seat)
            for wager in wagers:
                if at is None or wager not in at.wagers:
                    stake = UNIT if wager == "progressive" else Money(1000)
                    placed = PlaceWager(seat, f"p{seat}", wager, stake)
                    return {"command": placed, "caller": Player(f"p{seat}")}
        return {"command": CloseBets()}

    def _aside(self, name: str) -> Op | None:
        """What else happens on a floor."""
        claims = sorted(self.floor.links.link(LINK).claims)
        seen = [op.claim for op in self.given if op.kind == "claim"]
        match self.dice.randrange(9):
            case 0 | 1:
                return self._op("fold")
            case 2:
                return self._op("buy in", "U")
            case 3 if any(op.kind == "buy in" for op in self.given):
                held = self.floor.house.tables.table("U").chips.held(GUEST)
                return self._op("cash out", "U") if held >= _AMOUNT else None
            case 4:
                return self._op("refused", name)
            case 5 if self.given:
                again = self.dice.choice(self.given[-12:])
                return again._replace(number=len(self.given) + 1, is_again=True)
            case _ if claims and claims[0] not in seen:
                return self._op("claim", claim=claims[0])
        return None
