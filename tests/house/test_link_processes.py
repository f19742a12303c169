"""Many processes on one link, killed at random: nothing is lost and nothing is counted twice."""

from __future__ import annotations

import random
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.house.link_service import PAUSE_SECONDS, Feed, FeedValue
from pitboss.records.entries import event_of
from pitboss.store.addresses import open_store
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.prizes import FixedAwardsMadeGood
from tests.house import worker
from tests.house.linked import LINK, LinkedFloor, OtherProcess, let_go
from tests.house.worker import WallClock
from tests.jackpot.pot import megalink
from tests.postgres import see_off
from tests.waiting import kill, until

TABLES = ("T1", "T2", "T3")
SECONDS = 0.3
PER_WAGER_CENTS = 100
"""A fifth of each progressive wager of five dollars."""


@contextmanager
def floor_at(url: str) -> Iterator[LinkedFloor]:
    """A floor with a link and three tables, made by this process.

    The jackpot pays fixed awards too (I-05), so that many settlements write to the link.
    """
    store = open_store(url)
    floor = LinkedFloor(store)
    floor.clock.now = WallClock()()
    floor.create(megalink(fixed_awards_from_meter="jackpot"))
    for name in TABLES:
        floor.open_linked(name)
    with letting_go(store):
        yield floor


@contextmanager
def letting_go(store: Store) -> Iterator[None]:
    """Afterwards this process holds nothing of a store any more."""
    try:
        yield
    finally:
        let_go()
        store.close()


class Crew:
    """Processes at work, each with what it has said so far."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.at_work: dict[tuple[str, str], subprocess.Popen[str]] = {}
        self.said: dict[tuple[str, str], list[str]] = {}

    def start(self, how: str, name: str) -> None:
        """Start it, and wait until it has done something."""
        process = worker.start(how, self.url, name)
        assert process.stdout
        self.at_work[how, name] = process
        first = process.stdout.readline()
        assert first, f"{how} {name} died by itself"
        self.said.setdefault((how, name), []).append(first)

    def kill(self, job: tuple[str, str]) -> None:
        """As a power cut would; what it had said is kept."""
        self.said[job] += kill(self.at_work.pop(job))

    def kill_all(self) -> None:
        for job in list(self.at_work):
            self.kill(job)


def check(floor: LinkedFloor) -> int:
    """The history is one that the rules allow, and the meters are what the rounds come to."""
    store = floor.store
    floor.owner.step()
    assert floor.owner.is_owner
    floor.check()
    link = floor.links.link(LINK)
    rounds = wagers = 0
    for name in TABLES:
        closed = [e for e in store.read(f"table/{name}") if e.name == "bets-closed"]
        inbox = list(store.read(f"inbox/{LINK}/{name}"))
        assert [e.command for e in inbox] == [e.command for e in closed]
        assert link.reads.get(name, 0) == len(inbox)
        rounds += len(inbox)
        tags = {e.tag for e in closed}
        wagers += sum(
            e.name == "wager-placed" and '"wager":"progressive"' in e.body and e.tag in tags
            for e in store.read(f"table/{name}")
        )
    taken = sum(winner.amount.cents for claim in link.claims.values() for winner in claim.winners)
    taken += sum(
        event.amount.cents
        for name in TABLES
        for event in map(event_of, store.read(f"table/{name}"))
        if isinstance(event, FixedAwardsMadeGood)
    )
    display = link.meters["jackpot"].display.cents
    assert display + taken == 1_000_000 + wagers * PER_WAGER_CENTS
    return rounds


@pytest.mark.rule("mbs-megalink-holdem-v9", "3.14")
@pytest.mark.rule("mbs-megalink-three-card-v6", "3.17")
@pytest.mark.parametrize(
    "kills", [pytest.param(3, marks=pytest.mark.slow), pytest.param(40, marks=pytest.mark.long)]
)
def test_processes_killed_at_random_lose_and_repeat_nothing(
    postgres_url: str, request: pytest.FixtureRequest, kills: int
) -> None:
    chance = random.Random(request.config.getoption("hypothesis_seed"))
    crew = Crew(postgres_url)
    with floor_at(postgres_url):
        pass
    try:
        # Somebody counts before anybody contributes: tables wait for that, and not for long.
        for name in ("owner-1", "owner-2"):
            crew.start("own", name)
        for name in TABLES:
            crew.start("play", name)
        for _ in range(kills):
            time.sleep(chance.random() * SECONDS)
            job = chance.choice(list(crew.at_work))
            crew.kill(job)
            crew.start(*job)
    finally:
        crew.kill_all()
    see_off(postgres_url)
    store = open_store(postgres_url)
    with letting_go(store):
        floor = OtherProcess(store, WallClock())
        rounds = check(floor)
        assert rounds >= len(TABLES)
        # Whatever was acknowledged is there, once.
        for name in TABLES:
            told = Counter(int(line) for line in crew.said["play", name])
            there = Counter(int(e.tag) for e in floor.store.read(f"inbox/{LINK}/{name}"))
            assert all(there[number] == 1 for number in told)
        claims = [e for e in floor.store.read(f"link/{LINK}") if e.name == "claim-entered"]
        assert [f'"claim":{n},' in e.body for n, e in enumerate(claims, 1)] == [True] * len(claims)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_next_owner_takes_over_from_a_dead_one(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    url = (
        f"sqlite:///{tmp_path / 'floor.db'}"
        if kind == "sqlite"
        else request.getfixturevalue("postgres_url")
    )
    with floor_at(url) as floor:
        crew = Crew(url)
        try:
            crew.start("own", "owner-1")
            wait_for(floor, fence=1)
            crew.start("own", "owner-2")
            floor.play_linked("T1")
            wait_for(floor, counted=1)
            crew.kill(("own", "owner-1"))
            floor.play_linked("T1")
            wait_for(floor, counted=2)
            assert floor.links.link(LINK).fence == 2
        finally:
            crew.kill_all()
        floor.check()


def wait_for(floor: LinkedFloor, *, counted: int = 0, fence: int = 0) -> None:
    """Until the link is so far; a fraction of a second, if nobody is in the way."""

    def is_there() -> bool:
        now = floor.links.link(LINK)
        return now.reads.get("T1", 0) >= counted and now.fence >= fence

    until(is_there, f"{counted} counted under fence {fence}")


def test_whoever_follows_looks_often_and_tells_at_once_what_a_look_finds() -> None:
    """A new value is shown within a second (P22): so much is in the pauses, and nothing else."""
    floor = LinkedFloor(MemoryStore())
    floor.create()
    floor.open_linked("T1")
    told: list[str] = []
    pauses: list[float] = []

    class Stop:
        def is_set(self) -> bool:
            return len(told) == 3

        def wait(self, timeout: float) -> object:
            # Between the looks, and the next of them finds it.
            pauses.append(timeout)
            floor.owner.step() if len(pauses) == 1 else floor.play_linked("T1")
            floor.owner.step()
            return None

    def hear(value: FeedValue) -> None:
        told.append(str(value.shown.levels[0].amount))

    Feed(floor.links, LINK).follow(hear, Stop())
    assert told == ["10000.00", "10000.00", "10007.00"]
    assert len(pauses) == 3
    assert max(pauses) + PAUSE_SECONDS < 0.1


@pytest.mark.slow
def test_a_subscriber_in_another_process_sees_every_new_value(postgres_url: str) -> None:
    with floor_at(postgres_url) as floor:
        watcher = worker.start("watch", postgres_url)
        try:
            assert watcher.stdout
            assert watcher.stdout.readline().endswith(" 10000.00\n")
            floor.owner.step()
            watcher.stdout.readline()
            floor.call("T1")
            floor.close("T1")
            floor.owner.step()
            assert watcher.stdout.readline().endswith(" 10007.00\n")
        finally:
            kill(watcher)
