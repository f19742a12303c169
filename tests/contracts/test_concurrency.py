"""Several writers at once: one wins each version, nothing comes in between, nothing is lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier

import pytest

from pitboss.store.contract import Receipt, Store
from tests.contracts import writer
from tests.contracts.conftest import Place
from tests.contracts.samples import append, draft, order

WRITERS = ["ann", "bob", "cyd", "dee"]


def check_race(store: Store) -> None:
    """Each pair stands together, right after what its writer had read."""
    entries = list(store.read(writer.STREAM))
    assert len(entries) == len(WRITERS) * writer.TIMES * 2
    for first, second in zip(entries[::2], entries[1::2], strict=True):
        assert first.command == second.command
        assert first.body.endswith(f" 0 at {first.version - 1}")
        assert second.body.endswith(f" 1 at {first.version - 1}")
    for name in WRITERS:
        own = [entry.body.split()[1] for entry in entries[::2] if entry.body.startswith(name)]
        assert own == [str(number) for number in range(writer.TIMES)]


def check_shared(store: Store) -> None:
    """Each pair stands together, each writer's in the order it wrote them."""
    entries = list(store.read(writer.OTHER))
    assert len(entries) == len(WRITERS) * writer.TIMES * 2
    assert all(a.command == b.command for a, b in zip(entries[::2], entries[1::2], strict=True))
    for name in WRITERS:
        own = [entry.body for entry in entries if entry.body.startswith(name)]
        assert own == [f"{name} {n} {part}" for n in range(writer.TIMES) for part in range(2)]
        assert store.head(f"own/{name}").version == writer.TIMES


def test_threads_race_for_one_stream(place: Place) -> None:
    store = place.open()
    at_once = Barrier(len(WRITERS))
    with ThreadPoolExecutor(len(WRITERS)) as threads:
        conflicts = sum(threads.map(lambda one: writer.race(store, one, at_once.wait), WRITERS))
    check_race(store)
    # All had read the same before the first wrote, and one of them was first.
    assert conflicts >= len(WRITERS) - 1


def test_threads_share_the_end_of_a_stream(place: Place) -> None:
    store = place.open()
    with ThreadPoolExecutor(len(WRITERS)) as threads:
        list(threads.map(lambda name: writer.shared(store, name), WRITERS))
    check_shared(store)


@pytest.mark.slow
def test_processes_race_for_one_stream(lasting_place: Place) -> None:
    # Nothing is there yet, so all of them find it new and one of them makes it.
    processes = [writer.start("race", lasting_place.url, name) for name in WRITERS]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "read\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    conflicts = sum(int(process.communicate()[0]) for process in processes)
    assert [process.returncode for process in processes] == [0] * len(WRITERS)
    check_race(lasting_place.open())
    assert conflicts >= len(WRITERS) - 1


@pytest.mark.slow
def test_processes_share_the_end_of_a_stream(lasting_place: Place) -> None:
    processes = [writer.start("shared", lasting_place.url, name) for name in WRITERS]
    assert [process.wait() for process in processes] == [0] * len(WRITERS)
    for process in processes:
        process.communicate()
    check_shared(lasting_place.open())


def test_one_command_given_by_all_at_once_acts_once(place: Place) -> None:
    stores = [place.open() for _ in WRITERS]
    at_once = Barrier(len(stores))

    def give(store: Store, number: int) -> Receipt:
        at_once.wait()
        return store.append(order(number), [append("a"), append("b", expected=number)])

    with ThreadPoolExecutor(len(stores)) as threads:
        for number in range(20):
            receipts = list(threads.map(give, stores, [number] * len(stores)))
            assert [receipt.is_repeat for receipt in receipts].count(False) == 1
            assert len({receipt.written for receipt in receipts}) == 1
    assert stores[0].head("a").version == stores[0].head("b").version == 20


def test_commands_that_cross_do_not_lock_each_other_out(place: Place) -> None:
    stores = [place.open() for _ in WRITERS]
    streams = ["a", "b", "c"]

    def write(store: Store, turn: int) -> None:
        names = streams[turn % 3 :] + streams[: turn % 3]
        for number in range(20):
            store.append(order(f"{turn}-{number}"), [append(name, draft()) for name in names])

    with ThreadPoolExecutor(len(stores)) as threads:
        list(threads.map(write, stores, range(len(stores))))
    for stream in streams:
        entries = list(stores[0].read(stream))
        assert len(entries) == 80
    # All three streams saw the commands in the same order.
    orders = {tuple(entry.command for entry in stores[0].read(name)) for name in streams}
    assert len(orders) == 1


@pytest.mark.parametrize("is_other", [True, False])
def test_whoever_reads_while_others_write_sees_whole_commands(place: Place, is_other: bool) -> None:
    writing = place.open()
    reading = place.open() if is_other else writing
    writers, times = 3, 20

    def write(name: int) -> None:
        for number in range(times):
            appends = [append("a", draft(), draft()), append("b")]
            writing.append(order(f"{name}-{number}"), appends)

    with ThreadPoolExecutor(writers) as threads:
        done = [threads.submit(write, name) for name in range(writers)]
        seen = [0]
        while not all(one.done() for one in done):
            heads = reading.heads()
            if heads:
                assert heads["a"].version == 2 * heads["b"].version
            seen.append(len(list(reading.read("a"))))
        for one in done:
            one.result()
    assert all(before <= after for before, after in pairwise(seen))
    assert reading.head("a").version == 2 * writers * times
