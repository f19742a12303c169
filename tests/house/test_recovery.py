"""A process that dies while it runs tables: they stand before or after its last command."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.games.library import Library, built_in_ids
from pitboss.house.dealer import Dealer
from pitboss.house.house import House
from pitboss.records.entries import event_of
from pitboss.store.addresses import open_store
from pitboss.table.irregularities.failures import interruption
from pitboss.table.table import replay
from tests import waiting
from tests.house import worker
from tests.house.floor import Floor
from tests.postgres import see_off

KILLS = 5
LONG_KILLS = 40
MOST_COMMANDS = 60


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store outlives its process."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'floor.db'}"
    found: str = request.getfixturevalue("postgres_url")
    return found


def open_tables(url: str) -> None:
    with closing(open_store(url)) as store:
        floor = Floor(store)
        for rulebook in built_in_ids():
            floor.open(rulebook, f"T-{rulebook}", players=2)


def kill(url: str, chance: random.Random, *, is_held: bool) -> dict[str, int]:
    """Run the tables for some commands; the version of each that was told last."""
    process = worker.start("run", url, str(chance.getrandbits(32)), *["held"] * is_held)
    assert process.stdout is not None
    if is_held:
        # It says no more once it stands still.
        told = process.stdout.readlines()
        assert process.poll() is None, "it died by itself"
    else:
        told = [process.stdout.readline() for _ in range(chance.randint(1, MOST_COMMANDS))]
        assert "" not in told, "it died by itself"
    told += waiting.kill(process)
    see_off(url)
    return {name: int(version) for name, version in (line.split() for line in told)}


def recover(url: str, told: dict[str, int], chance: random.Random) -> int:
    """Look at every table, then play each of its rounds to the end; how many were under way."""
    under_way = 0
    with closing(open_store(url)) as store:
        house = House(store)
        dealing = Dealer(house)
        ahead = []
        for name in house.tables.names():
            entries = list(store.read(f"table/{name}"))
            assert house.tables.table(name) == replay(event_of(entry) for entry in entries)
            if name in told:
                later = entries[told[name] :]
                # At most one command more than it had been told of, and all of that one.
                ahead += sorted({entry.command for entry in later})
            receipts = {entry.command: store.receipt(entry.command) for entry in entries[-9:]}
            assert None not in receipts.values()
            rules, table = house.tables.rules(name), house.tables.table(name)
            under_way += interruption(rules, table) is not None
            while table.play.is_open or not table.rounds.is_opened:
                worker.go_on(dealing, name, chance)
                table = house.tables.table(name)
        assert len(ahead) <= 1
        assert audit(store, Library()).findings == ()
    return under_way


def kill_often(url: str, chance: random.Random, kills: int) -> None:
    """The first time certainly in the middle of a round, and then wherever it happens to be."""
    open_tables(url)
    assert recover(url, kill(url, chance, is_held=True), chance) == 1
    for _ in range(kills - 1):
        recover(url, kill(url, chance, is_held=False), chance)


@pytest.mark.slow
def test_tables_of_a_killed_process_are_played_to_their_end(
    url: str, request: pytest.FixtureRequest
) -> None:
    kill_often(url, random.Random(request.config.getoption("hypothesis_seed")), KILLS)


@pytest.mark.long
def test_tables_survive_many_kills(url: str, request: pytest.FixtureRequest) -> None:
    kill_often(url, random.Random(request.config.getoption("hypothesis_seed")), LONG_KILLS)
