"""Durable commands per second, beside the least a database can do: one row, one durable commit.

Both wait for the same disk at the same moments, so the ratio says what chaining, receipts and
conflicts cost.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from statistics import median

import psycopg

from benchmarks.harness import Commits, print_rates
from pitboss.store.contract import Append, Draft, Order, Store
from pitboss.store.memory import MemoryStore
from pitboss.store.postgres import PostgresStore
from pitboss.store.sqlite import SqliteStore
from tests.postgres import DURABLE, Server

BODY = '{"seat":3,"wager":"base","cents":1500,"cards":["Ah","Kd","Qs"],"note":"' + "x" * 120 + '"}'
THREADS = 8
STREAMS = 100
LOG_PAGES = 1200
"""More than a log grows to before SQLite begins it anew."""
READ = 50_000
GOAL_RATIO = 0.5
GOAL_READ_MICROSECONDS = 12.0


def run() -> None:
    """Print commits per second and their ratios, and what reading costs."""
    print(f"storing: durable commands per second (goal: {GOAL_RATIO} of bare single-row commits)")
    with tempfile.TemporaryDirectory() as folder:
        print(f"  one wait for this disk: {_wait_microseconds(Path(folder)):.0f} µs")
        with closing(SqliteStore(Path(folder, "ours.db"))) as store:
            bare = bare_sqlite(Path(folder, "bare.db"))
            _compare("SQLite, 1 connection", bare, store)
    with durable_server() as server:
        url = server.new_database()
        make_bare_postgres(url)
        with closing(PostgresStore(url)) as store:
            _compare("PostgreSQL, 1 connection", bare_postgres(url), store)
        with closing(PostgresStore(url)) as store, ThreadPoolExecutor(THREADS) as threads:
            bares = [bare_postgres(url) for _ in range(THREADS)]
            _compare_at_once(f"PostgreSQL, {THREADS} connections", threads, bares, store)
        _read_rates(url)


def _compare(name: str, bare: Commits, store: Store) -> None:
    print_rates(
        name,
        {
            "bare": bare,
            "1 stream": _commands(store, "one", 1),
            f"{STREAMS} streams": _commands(store, "many", STREAMS),
        },
    )


def _compare_at_once(
    name: str, threads: ThreadPoolExecutor, bares: list[Commits], store: Store
) -> None:
    """The same by several threads at once, each with a connection and streams of its own."""
    ours = [_commands(store, f"at-once/{n}", STREAMS // THREADS) for n in range(THREADS)]
    works = {"bare": at_once(threads, bares), f"{STREAMS} streams": at_once(threads, ours)}
    print_rates(name, works)


def at_once(threads: ThreadPoolExecutor, works: list[Commits]) -> Commits:
    """Several works, each by a thread of its own."""

    def all_of_them(commits: int) -> None:
        for done in [threads.submit(work, commits // len(works)) for work in works]:
            done.result()

    return all_of_them


_numbers = count()


def _commands(store: Store, name: str, streams: int) -> Commits:
    versions = [0] * streams

    def work(commits: int) -> None:
        for number in range(commits):
            stream = number % streams
            order = Order(
                id=f"{next(_numbers):032x}",
                asked="d" * 64,
                actor="ann",
                role="Dealer",
                time="2026-03-01T20:00:00Z",
            )
            draft = Draft(name="WagerPlaced", schema=1, clause="4.1", body=BODY, tag="17")
            place = f"{name}/{stream}"
            store.append(order, [Append(stream=place, drafts=(draft,), expected=versions[stream])])
            versions[stream] += 1

    return work


def bare_sqlite(path: Path) -> Commits:
    """One row after the other into a file, each durable."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    def work(commits: int) -> None:
        for _ in range(commits):
            connection.execute("INSERT INTO bare (body) VALUES (?)", (BODY,))

    # Until its log is written over and over, as that of any file is that was in use for a while:
    # to wait for one that still grows takes longer.
    work(LOG_PAGES)
    return work


def make_bare_postgres(url: str) -> None:
    """The table for it on a server: made once, for processes that make it together collide."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE bare (id bigserial PRIMARY KEY, body text NOT NULL)")


def bare_postgres(url: str) -> Commits:
    """The same on a server, by a connection of its own."""
    connection = psycopg.connect(url, autocommit=True)

    def work(commits: int) -> None:
        for _ in range(commits):
            connection.execute("INSERT INTO bare (body) VALUES (%s)", (BODY,), prepare=True)

    return work


def _read_rates(url: str) -> None:
    """What it costs us to read and check an entry, by the best of a few times."""
    print(f"  CPU time to read and check an entry (goal under {GOAL_READ_MICROSECONDS:.0f} µs)")
    memory = MemoryStore()
    work = _commands(memory, "read", 1)
    work(READ)
    with tempfile.TemporaryDirectory() as folder:
        sqlite = SqliteStore(Path(folder, "read.db"))
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("DROP SCHEMA pitboss CASCADE")
        postgres = PostgresStore(url)
        stores: dict[str, Store] = {"memory": memory, "SQLite": sqlite, "PostgreSQL": postgres}
        for name, store in stores.items():
            if store is not memory:
                store.restore(memory.read("read/0"), memory.receipts())
            best = min(_read_seconds(store) for _ in range(3))
            print(f"  {name:50} {best / READ * 1e6:8.1f} µs")
            store.close()


def _read_seconds(store: Store) -> float:
    start = time.process_time()
    entries = sum(1 for _ in store.read("read/0"))
    assert entries == READ
    return time.process_time() - start


def _wait_microseconds(folder: Path) -> float:
    taken = []
    with Path(folder, "wait").open("wb", buffering=0) as file:
        for _ in range(100):
            file.write(b"x" * 4096)
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            taken.append(time.perf_counter() - start)
    return median(taken) * 1e6


@contextmanager
def durable_server() -> Iterator[Server]:
    """A server that waits for its disk, and a place for the key of the houses on it."""
    server = Server(DURABLE)
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PITBOSS_HOUSE_KEY"] = str(Path(folder, "house.key"))
            yield server
    finally:
        os.environ.pop("PITBOSS_HOUSE_KEY", None)
        server.stop()
