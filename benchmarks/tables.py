"""Durable commands of whole tables per second, beside the least a database can do.

A command of a table is loaded, decided, written and told; a bare commit writes one row. Both wait
for the same disk in turn and in short slices, so the ratio says what running a table costs. The
commands are those of ordinary rounds, from the call for bets to the opening of the seeds.

They are given twice over. Each alone: every command waits until the one before it is durable, also
where nobody would. And as they come: at one table, wagers are made at the same time, and what the
system does by itself until somebody is asked again is written at one go; of a hundred tables, one
process has a command of each at hand. Whatever comes together waits for the disk together, as it
does in a server; no answer is given before. Connections are equal on both sides: one; and eight, by
as many processes, which is how a large floor runs.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import cycle
from pathlib import Path

from benchmarks.harness import COMMITS, Commits, Crew, print_rates
from benchmarks.store import (
    bare_postgres,
    bare_sqlite,
    durable_server,
    make_bare_postgres,
)
from pitboss.house.callers import Player, System
from pitboss.house.dealer import Dealer
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.processes import run_long
from pitboss.records.entries import event_of
from pitboss.round.decisions import Choose
from pitboss.round.options import options
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.store.postgres import PostgresStore
from pitboss.store.sqlite import SqliteStore
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.table import Table, evolve
from tests.house.floor import BUY_IN, Floor

RULEBOOKS = ("mbs-let-it-ride-v3", "mbs-megalink-three-card-v6", "mgc-let-it-ride")
PLAYERS = 3
TABLES = 100
PROCESSES = 8
PAST_ROUNDS = 10_000
BETWEEN_BUY_INS = 500
GOAL_RATIO = 0.5
GOAL_OPEN = 1.0
GOAL_REPLAY = 60.0
MILLION = 1_000_000


def run() -> None:
    """Print commands per second and their ratios, what opening costs, and what replaying costs."""
    print(
        "tables: durable commands per second "
        f"(goal: {GOAL_RATIO} of bare single-row commits, as they come; each alone beside it)"
    )
    run_long()  # as a server does
    with tempfile.TemporaryDirectory() as folder:
        for tables in (1, TABLES):
            rows = bare_sqlite(Path(folder, f"bare-{tables}.db"))
            with closing(SqliteStore(Path(folder, f"{tables}.db"))) as sqlite:
                _compare("SQLite, 1 connection", rows, sqlite, tables)
    with durable_server() as server:
        for tables in (1, TABLES):
            url = server.new_database()
            make_bare_postgres(url)
            with closing(PostgresStore(url, connections=1)) as postgres:
                _compare("PostgreSQL, 1 connection", bare_postgres(url), postgres, tables)
        url = server.new_database()
        make_bare_postgres(url)
        with closing(PostgresStore(url)) as postgres:
            alone, as_they_come = _shares(_opened(postgres, 2 * TABLES))
        with (
            Crew([partial(bare_postgres, url)] * PROCESSES) as bare,
            Crew([partial(_alone_at, url, names) for names in alone]) as ours,
            Crew([partial(_as_they_come_at, url, names) for names in as_they_come]) as together,
        ):
            works = {
                "bare": bare.work,
                f"{TABLES} tables, each alone": ours.work,
                f"{TABLES} tables": together.work,
            }
            commits = COMMITS * PROCESSES
            print_rates(f"PostgreSQL, {PROCESSES} connections", works, commits)
    _long_past()


def _compare(name: str, bare: Commits, store: Store, tables: int) -> None:
    """A floor of one table, or of many, on a store of its own: what others do takes the caches."""
    lots = len(RULEBOOKS) if tables == 1 else 1
    names = _opened(store, 2 * lots * tables)
    shares = [names[start : start + tables] for start in range(0, len(names), tables)]
    called = "1 table" if tables == 1 else f"{tables} tables"
    works = {
        "bare": bare,
        f"{called}, each alone": _by_turns([_each_alone(store, own) for own in shares[:lots]]),
        called: _by_turns([_as_they_come(store, own) for own in shares[lots:]]),
    }
    print_rates(name, works)


def _by_turns(works: list[Commits]) -> Commits:
    """One at a time, a slice each: of single tables, one of every rulebook."""
    turns = cycle(works)

    def work(commits: int) -> None:
        next(turns)(commits)

    return work


def _shares(names: list[str]) -> tuple[list[list[str]], list[list[str]]]:
    """Two lots of tables, each shared out among processes."""
    lots = names[: len(names) // 2], names[len(names) // 2 :]
    alone, as_they_come = ([lot[n::PROCESSES] for n in range(PROCESSES)] for lot in lots)
    return alone, as_they_come


def _alone_at(url: str, names: list[str]) -> Commits:
    return _each_alone(PostgresStore(url, connections=1), names)


def _as_they_come_at(url: str, names: list[str]) -> Commits:
    return _as_they_come(PostgresStore(url, connections=1), names)


def _opened(store: Store, tables: int) -> list[str]:
    """Tables of several rulebooks with players at them."""
    floor = Floor(store)
    names = [f"T{number}" for number in range(tables)]
    for number, name in enumerate(names):
        floor.open(RULEBOOKS[number % len(RULEBOOKS)], name, PLAYERS)
    return names


def _each_alone(store: Store, names: list[str]) -> Commits:
    """The next commands of these tables, by turns, each once the one before it is durable."""
    dealing = Dealer(House(store))
    turns = cycle([_rounds(dealing, name) for name in names])

    def work(commits: int) -> None:
        for _ in range(commits):
            next(next(turns))

    return work


def _as_they_come(store: Store, names: list[str]) -> Commits:
    """The same by turns of all the tables, or until somebody has to see what came of it."""
    dealing = Dealer(House(store))
    turns = cycle([_rounds(dealing, name) for name in names])

    def work(commits: int) -> None:
        left = commits
        while left:
            with dealing.house.together():
                given = 0
                while given < left:
                    given += 1
                    is_seen = next(next(turns))
                    if given == len(names) if len(names) > 1 else is_seen:
                        break
            left -= given

    return work


def _rounds(dealing: Dealer, name: str) -> Iterator[bool]:
    """One round after the other, a command at a time.

    Says each time whether somebody has to see what came of it before anything else is given.
    """
    house, stream = dealing.house, table_stream(name)
    rules = house.tables.rules(name)
    wanted = [w.id for w in rules.rulebook.wagers.values() if w.required or w.id == "ante"]
    while True:
        dealing.call_for_bets(name)
        yield True
        wagers = [(seat, wager) for seat in range(1, PLAYERS + 1) for wager in wanted]
        for seat, wager in wagers:
            place = PlaceWager(seat, f"p{seat}", wager, Money(500))
            house.give(stream, place, Player(f"p{seat}"))
            yield (seat, wager) == wagers[-1]
        house.give(stream, CloseBets(), System())
        while (table := house.tables.table(name)).play.is_open or not table.rounds.is_opened:
            due = dealing.due(name)
            yield due is None
            if due is not None:
                house.give(stream, due, System())
                continue
            permitted = options(rules.game, rules.terms, table.play)
            may = next(may for may in permitted if may.command is Choose)
            assert may.seat is not None
            player = Player(table.play.seats[may.seat].player)
            house.give(stream, Choose(may.seat, may.choices[0]), player)
        yield False


def _long_past() -> None:
    """A table with many rounds behind it: opened, and replayed from its first entry."""
    memory = MemoryStore()
    floor = Floor(memory)
    floor.open(RULEBOOKS[0], players=1)
    for _ in range(PAST_ROUNDS // BETWEEN_BUY_INS):
        floor.play(rounds=BETWEEN_BUY_INS)
        floor.house.give(table_stream("T1"), BuyIn("p1", BUY_IN), System())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "past.db")
        with closing(SqliteStore(path)) as store:
            entries = (entry for stream in memory.streams() for entry in memory.read(stream))
            store.restore(entries, memory.receipts())
        start = time.perf_counter()
        with closing(SqliteStore(path)) as store:
            opened = House(store).tables.table("T1")
            seconds = time.perf_counter() - start
            _print_time(f"opening a table with {PAST_ROUNDS} past rounds", seconds, GOAL_OPEN)
            # CPU time: on a shared machine the clock would tell what others do.
            start = time.process_time()
            table, events = Table(), 0
            for entry in store.read(table_stream("T1")):
                table = evolve(table, event_of(entry))
                events += 1
            seconds = time.process_time() - start
        assert table == opened
    _print_time(
        f"replaying {events} events, for a million", seconds * MILLION / events, GOAL_REPLAY
    )


def _print_time(what: str, seconds: float, goal: float) -> None:
    print(f"  {what + ':':50} {seconds:8.2f} s (goal under {goal:.0f} s)")
