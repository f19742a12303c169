"""Contributions to a link per second, beside pgbench's simple update on the same server.

Thirty-two tables in several processes each post whole rounds of seven contributions and wait until
they are durable: "No more bets" in the table's own stream and the contributions in its inbox are
one transaction. Meanwhile one process folds them onto the meters and another one subscribes, as on
a floor. pgbench runs in turn with that, in short slices, with as many clients on the same server,
so that the ratio is worth something on a machine that others use as well.
"""

from __future__ import annotations

import multiprocessing
import re
import subprocess
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any
from uuid import uuid4

from pitboss.house.clock import stamp, utc_now
from pitboss.house.house import House
from pitboss.house.link_service import Feed, Owner
from pitboss.house.streams import link_stream
from pitboss.jackpot import inbox
from pitboss.jackpot.inbox import decide as decide_inbox
from pitboss.records.entries import draft_of
from pitboss.round.wagers import BetsClosed
from pitboss.store.addresses import open_store
from pitboss.store.contract import Append, Order
from pitboss.store.postgres import PostgresStore
from tests.house.linked import LINK, SOFTWARE, UNIT, LinkedFloor
from tests.jackpot.pot import MEGALINK
from tests.postgres import DURABLE, Server, binaries

PROCESSES = 2
THREADS = 16
SLICES = 5
SECONDS = 3.0
SEATS = 7
SCALE = 10
GOAL_RATIO = 3.0
GOAL_P99_MILLISECONDS = 250.0

WAGERS = {seat: {"$": UNIT, "progressive": UNIT} for seat in range(1, SEATS + 1)}


@dataclass(frozen=True, slots=True)
class Posted:
    """One round: when bets were closed, and when it was known to be durable."""

    table: str
    number: int
    at: float
    durable: float


def run() -> None:
    """Print both rates, their ratio, and how soon a subscriber sees a contribution."""
    writers = PROCESSES * THREADS
    print(f"linking: contributions per second of {writers} tables on one link, and pgbench -N")
    with _server() as (ours, theirs):
        _make_link(ours, writers)
        bench = _Pgbench(theirs, writers)
        with _floor(ours) as floor:
            floor.slice(SECONDS / 3)
            rates, latencies, waits = [], list[list[float]](), list[list[float]]()
            for _ in range(SLICES):
                base = bench.slice(SECONDS)
                posted, seen = floor.slice(SECONDS)
                rate = len(posted) * SEATS / SECONDS
                rates.append((rate, base))
                latencies.append(list(_latencies(posted, seen)))
                waits.append([one.durable - one.at for one in posted])
        _check(ours)
    ratio = median(rate / base for rate, base in rates)
    print(f"  {'pgbench -N, transactions':40} {median(base for _, base in rates):8.0f} /s")
    print(
        f"  {'contributions, durable':40} {median(rate for rate, _ in rates):8.0f} /s "
        f"{ratio:8.2f} of pgbench (goal {GOAL_RATIO:.0f})"
    )
    print(f"  {'a round until it is durable, p50, p99':40} {_percentiles(waits)}")
    print(
        f"  {'until a subscriber shows it, p50, p99':40} {_percentiles(latencies)} "
        f"(goal p99 {GOAL_P99_MILLISECONDS:.0f} ms)"
    )


def _percentiles(slices: list[list[float]]) -> str:
    """As rates, the medians of what slices had: in some of them the machine is another's."""
    found = []
    for part in (0.5, 0.99):
        ordered = [sorted(seconds) for seconds in slices]
        found.append(median(one[int(len(one) * part)] for one in ordered))
    return " ".join(f"{one * 1000:7.1f} ms" for one in found)


def _latencies(
    posted: list[Posted], seen: list[tuple[float, Mapping[str, int]]]
) -> Iterator[float]:
    """From "No more bets" until a value was shown in which the round was counted."""
    counted: dict[str, tuple[list[int], list[float]]] = {}
    for at, numbers in seen:
        for table, number in numbers.items():
            known, times = counted.setdefault(table, ([], []))
            if not known or number > known[-1]:
                known.append(number)
                times.append(at)
    for one in posted:
        known, times = counted[one.table]
        yield times[bisect_left(known, one.number)] - one.at


def _check(url: str) -> None:
    """What was measured is worth something only if every wager is on the meter."""
    with closing(open_store(url)) as store:
        link = House(store, software=lambda: SOFTWARE).links.link(LINK)
        entries = sum(head.version for head in store.heads(f"inbox/{LINK}/").values())
    meter = link.meters["jackpot"]
    assert sum(link.reads.values()) == entries, "some contributions were not counted"
    assert meter.wagers == entries * SEATS, "some wagers were lost or counted twice"
    assert meter.display.cents == 1_000_000 + meter.wagers * UNIT.cents // 5, "the meter is wrong"


# --- the other side -------------------------------------------------------------------------------


class _Pgbench:
    """pgbench's simple update: one row changed, one read, one added, and a durable commit."""

    def __init__(self, database: str, clients: int) -> None:
        self._program = str(_pgbench())
        self._database = database
        self._clients = clients
        self._run("-i", "-q", "-s", str(SCALE))

    def slice(self, seconds: float) -> float:
        """Transactions per second."""
        told = self._run("-N", "-n", "-c", str(self._clients), "-j", "2", "-T", str(int(seconds)))
        found = re.search(r"tps = ([0-9.]+)", told)
        assert found, told
        return float(found[1])

    def _run(self, *arguments: str) -> str:
        done = subprocess.run(
            [self._program, *arguments, self._database], capture_output=True, text=True, check=False
        )
        assert not done.returncode, done.stderr
        return done.stdout


def _pgbench() -> Path:
    found = binaries() / "pgbench"
    if not found.exists():
        raise SystemExit(
            f"There is no pgbench in {found.parent}. Name a folder that has one, beside initdb and "
            "postgres, in PITBOSS_POSTGRES."
        )
    return found


# --- our side -------------------------------------------------------------------------------------


class _Floor:
    """Processes that work while they are told to: writers, an owner and a subscriber."""

    def __init__(self, url: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._go, self._end = context.Event(), context.Event()
        self._rests, self._seen = context.Queue(), context.Queue()
        shared = (url, self._go, self._end)
        self._writers = [
            context.Process(target=_write, args=(*shared, self._rests, number))
            for number in range(PROCESSES)
        ]
        self._others = [
            context.Process(target=_own, args=(url, self._end)),
            context.Process(target=_subscribe, args=(url, self._end, self._seen)),
        ]
        for process in (*self._others, *self._writers):
            process.start()
        for _ in self._writers:
            # Each says that it is ready.
            self._rests.get(timeout=120)

    def slice(self, seconds: float) -> tuple[list[Posted], list[tuple[float, Mapping[str, int]]]]:
        """Let them work for a while; what was posted, and what the subscriber saw."""
        self._go.set()
        time.sleep(seconds)
        self._go.clear()
        posted = [one for _ in self._writers for one in self._rests.get(timeout=60)]
        wanted = {table: max(one.number for one in posted if one.table == table)
                  for table in {one.table for one in posted}}  # fmt: skip
        seen = []
        while True:
            at, counted = self._seen.get(timeout=60)
            seen.append((at, counted))
            if all(counted.get(table, 0) >= number for table, number in wanted.items()):
                return posted, seen

    def stop(self) -> None:
        self._end.set()
        self._go.set()
        for process in (*self._writers, *self._others):
            process.join(timeout=30)


@contextmanager
def _floor(url: str) -> Iterator[_Floor]:
    floor = _Floor(url)
    try:
        yield floor
    finally:
        floor.stop()


def _write(url: str, go: Event, end: Event, rests: Queue[Any], number: int) -> None:
    """One process with several tables, each in a thread of its own."""
    with closing(PostgresStore(url)) as store:
        tables = [_Table(store, f"T{number * THREADS + one}") for one in range(THREADS)]
        rests.put([])
        while go.wait() and not end.is_set():
            threads = [Thread(target=table.post_while, args=(go,)) for table in tables]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            rests.put([one for table in tables for one in table.taken()])


class _Table:
    """One table that does nothing but close bets."""

    def __init__(self, store: PostgresStore, name: str) -> None:
        self.store, self.name = store, name
        self.links = House(store, software=lambda: SOFTWARE).links
        self.version = store.head(f"table/{name}").version
        self.posted: list[Posted] = []

    def post_while(self, go: Event) -> None:
        while go.is_set():
            self.post()

    def post(self) -> None:
        """ "No more bets": table and inbox in one transaction, as a table does it."""
        at = time.monotonic()
        now = stamp(utc_now())
        links = self.links
        kept = links.inbox(LINK, self.name)
        command = inbox.Contribute(
            table=self.name,
            round=kept.version + 1,
            game=MEGALINK,
            wagers=WAGERS,
            is_practice=False,
        )
        events = decide_inbox(links.known(LINK), kept.inbox, command)
        closed = draft_of(BetsClosed(clause="3.5"), tag=str(kept.version + 1))
        appends = [
            Append(stream=f"table/{self.name}", drafts=(closed,), expected=self.version),
            *links.inbox_append(LINK, self.name, kept, events),
        ]
        order = Order(
            id=str(uuid4()), asked='{"command":"close-bets"}', actor="system", role="system",
            time=now,
        )  # fmt: skip
        self.store.append(order, appends)
        self.version += 1
        self.posted.append(Posted(self.name, kept.version + 1, at, time.monotonic()))

    def taken(self) -> list[Posted]:
        posted, self.posted = self.posted, []
        return posted


def _own(url: str, end: Event) -> None:
    with closing(PostgresStore(url)) as store:
        owner = Owner(House(store, software=lambda: SOFTWARE).links, LINK)
        owner.run(end)


def _subscribe(url: str, end: Event, seen: Queue[Any]) -> None:
    with closing(PostgresStore(url)) as store:
        feed = Feed(House(store, software=lambda: SOFTWARE).links, LINK)
        feed.follow(lambda value: seen.put((time.monotonic(), dict(value.counted))), end)
        seen.cancel_join_thread()


# --- setting up -----------------------------------------------------------------------------------


def _make_link(url: str, tables: int) -> None:
    with closing(open_store(url)) as store:
        floor = LinkedFloor(store)
        floor.clock.now = utc_now()
        floor.create()
        for number in range(tables):
            floor.open_linked(f"T{number}", 0)
        assert store.head(link_stream(LINK)).version


@contextmanager
def _server() -> Iterator[tuple[str, str]]:
    """A database for us and one for pgbench, on a server that is as durable as it gets."""
    server = Server(DURABLE)
    try:
        yield server.new_database(), server.new_database()
    finally:
        server.stop()
