"""Several writers at once: one wins each version, nothing comes in between, nothing is lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier

import pytest

from pitboss.errors import Conflict
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


def test_a_writer_that_lost_may_try_again_and_win(place: Place) -> None:
    first, second = place.open(), place.open()
    first.append(order(1), [append("a", expected=0)])
    with pytest.raises(Conflict):
        second.append(order(2), [append("a", expected=0)])
    second.append(order(2), [append("a", expected=1)])
    with pytest.raises(Conflict):
        first.append(order(3), [append("a", expected=1)])
    first.append(order(3), [append("a", expected=2)])
    assert [entry.command for entry in second.read("a")] == [f"command-{n}" for n in (1, 2, 3)]


def test_threads_that_write_at_once_all_get_their_own_answer(place: Place) -> None:
    store = place.open()
    writers, times = 12, 15
    begin = Barrier(writers)

    def write(name: int) -> int:
        begin.wait()
        for number in range(times):
            receipt = store.append(
                order(f"{name}-{number}"), [append(f"own/{name}", draft(), expected=number)]
            )
            assert receipt.command == f"command-{name}-{number}"
            assert [(w.first, w.last) for w in receipt.written] == [(number + 1, number + 1)]
        return name

    with ThreadPoolExecutor(writers) as threads:
        assert sorted(threads.map(write, range(writers))) == list(range(writers))
    for name in range(writers):
        assert [e.command for e in place.open().read(f"own/{name}")] == [
            f"command-{name}-{number}" for number in range(times)
        ]


def test_threads_that_close_rounds_at_once_all_reach_the_end_of_the_stream_they_share(
    place: Place,
) -> None:
    store, other = place.open(), place.open()
    writers, times = 8, 6
    store.append(order("first"), [append("checkpoint")])
    begin = Barrier(writers)

    def write(name: int) -> None:
        begin.wait()
        for number in range(times):
            # Another process writes there as well, now and then.
            if name == 0 and number % 2:
                other.append(order(f"other-{number}"), [append("checkpoint")])
            own = append(f"own/{name}", draft(), expected=number)
            store.append(order(f"{name}-{number}"), [own, append("checkpoint")])

    with ThreadPoolExecutor(writers) as threads:
        assert list(threads.map(write, range(writers))) == [None] * writers
    given = {f"command-{name}-{number}" for name in range(writers) for number in range(times)}
    given |= {f"command-other-{number}" for number in range(1, times, 2)} | {"command-first"}
    shared = [entry.command for entry in place.open().read("checkpoint")]
    assert len(shared) == len(given)
    assert set(shared) == given
    for name in range(writers):
        assert store.head(f"own/{name}").version == times


def test_of_threads_that_want_the_same_place_one_gets_it(place: Place) -> None:
    store = place.open()
    store.append(order("first"), [append("s", draft(), expected=0)])
    begin = Barrier(8)

    def write(name: int) -> bool:
        begin.wait()
        try:
            store.append(order(f"w{name}"), [append("s", draft(body=str(name)), expected=1)])
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(write, range(8))) == 1
    assert store.head("s").version == 2
