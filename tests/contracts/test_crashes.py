"""A process that dies at any moment leaves the state before or after its last command."""

from __future__ import annotations

import random
import time

import pytest

from pitboss.errors import Unavailable
from pitboss.store.addresses import open_store
from pitboss.store.contract import Store
from tests.contracts import writer
from tests.contracts.conftest import Place
from tests.contracts.samples import append, order
from tests.postgres import Server, see_off
from tests.waiting import kill

KILLS = 6


def check_whole(store: Store) -> int:
    """How many commands are there, all of them whole."""
    entries = list(store.read(writer.STREAM))
    written = len(entries)
    others = list(store.read(writer.OTHER))
    assert [entry.command for entry in others[::3]] == [entry.command for entry in entries]
    assert len(others) == 3 * written
    receipts = {receipt.command: receipt for receipt in store.receipts()}
    assert receipts.keys() == {entry.command for entry in entries}
    for entry in entries:
        assert receipts[entry.command].written[0].last == entry.version
    return written


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "at_once", "kills"), [("endless", 1, KILLS), ("groups", writer.GROUP, KILLS // 2)]
)
def test_a_killed_writer_leaves_before_or_after(
    lasting_place: Place, request: pytest.FixtureRequest, how: str, at_once: int, kills: int
) -> None:
    chance = random.Random(request.config.getoption("hypothesis_seed"))
    total = 0
    for run in range(kills):
        process = writer.start(how, lasting_place.url, f"run{run}")
        assert process.stdout
        # From its first word on it is writing all the time.
        told = [process.stdout.readline()]
        time.sleep(chance.random() * 0.1)
        told += kill(process)
        see_off(lasting_place.url)
        store = lasting_place.open()
        written = check_whole(store)
        # Of the last, all or nothing.
        assert written - int(told[-1]) in (0, at_once)
        assert written > total
        total = written
        store.close()


@pytest.mark.slow
def test_of_killed_threads_each_has_what_it_was_told(
    lasting_place: Place, request: pytest.FixtureRequest
) -> None:
    chance = random.Random(request.config.getoption("hypothesis_seed"))
    lasting_place.open().close()
    for run in range(KILLS // 2):
        process = writer.start("crowd", lasting_place.url, f"run{run}")
        assert process.stdout
        lines = [process.stdout.readline()]
        time.sleep(chance.random() * 0.1)
        lines += kill(process)
        see_off(lasting_place.url)
        told = {int(own): int(number) for own, number in map(str.split, lines)}
        store = lasting_place.open()
        for own in range(writer.CROWD):
            written = store.head(f"{writer.STREAM}/{own}").version
            if own in told:
                assert told[own] <= written <= told[own] + 1
        entries = [e for own in range(writer.CROWD) for e in store.read(f"{writer.STREAM}/{own}")]
        commands = {entry.command for entry in entries}
        assert len(commands) == len(entries)
        assert commands == {entry.command for entry in store.read(writer.OTHER)}
        assert commands == {receipt.command for receipt in store.receipts()}
        store.close()


def test_a_killed_server_has_what_it_confirmed(postgres: Server) -> None:
    store = open_store(postgres.new_database())
    store.append(order(1), [append("a")])
    postgres.kill()
    try:
        with pytest.raises(Unavailable, match="give the command again"):
            store.append(order(2), [append("a", expected=1)])
        with pytest.raises(Unavailable, match="cannot be reached"):
            store.head("a")
    finally:
        postgres.start()
    # The same store object goes on, with a connection of its own making.
    assert store.append(order(1), [append("a")]).is_repeat
    assert store.append(order(2), [append("a", expected=1)]).written[0].last == 2
    assert len(list(store.read("a"))) == 2
    store.close()
