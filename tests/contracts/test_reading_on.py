"""Several streams read on at one go, commands written in groups, and leases: on every store."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Lock, get_ident

import pytest

from pitboss.errors import Conflict, Corrupt, Unavailable
from pitboss.store.batches import MOST, GroupCommit
from pitboss.store.contract import Store
from pitboss.store.leases import lease_of
from pitboss.store.rows import PAGE
from tests.contracts.conftest import Place
from tests.contracts.drafting import append, draft, order
from tests.waiting import until


def test_what_follows_in_several_streams_comes_in_order(store: Store) -> None:
    for number, stream in enumerate(("b", "a", "b", "c", "a")):
        store.append(order(f"c{number}"), [append(stream, draft(body=str(number)))])
    found = [(e.stream, e.version) for e in store.read_on({"b": 0, "a": 1, "gone": 0, "c": 1})]
    assert found == [("a", 2), ("b", 1), ("b", 2)]
    assert list(store.read_on({})) == []


def test_of_a_long_stream_a_page_comes_at_a_time(store: Store) -> None:
    many = [draft(body=str(number)) for number in range(PAGE + 5)]
    store.append(order("many"), [append("long", *many)])
    first = list(store.read_on({"long": 0}))
    assert len(first) == PAGE
    assert [e.version for e in store.read_on({"long": PAGE})] == list(range(PAGE + 1, PAGE + 6))


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


def test_those_who_come_while_one_writes_are_written_together() -> None:
    groups: list[int] = []
    is_writing, may_end = Event(), Event()

    def write(group: Sequence[int]) -> list[int | BaseException]:
        groups.append(len(group))
        is_writing.set()
        may_end.wait()
        return [ValueError("odd") if number % 2 else number for number in group]

    grouping = GroupCommit[int, int](write)
    with ThreadPoolExecutor(MOST + 4) as threads:
        first = threads.submit(grouping.ask, 0)
        is_writing.wait()
        others = [threads.submit(grouping.ask, number) for number in range(1, MOST + 3)]
        try:
            until(lambda: grouping.waiting == MOST + 2, "everybody's waiting")
        finally:
            may_end.set()
        assert first.result() == 0
        for number, other in enumerate(others, start=1):
            if number % 2:
                with pytest.raises(ValueError, match="odd"):
                    other.result()
            else:
                assert other.result() == number
    assert groups == [1, MOST, 2]


def test_what_goes_wrong_for_a_group_is_told_and_the_next_goes_on() -> None:
    answers: list[object] = [Corrupt("the disk is gone"), [7]]

    def write(group: Sequence[int]) -> list[int | BaseException]:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[return-value]

    grouping = GroupCommit[int, int](write)
    with pytest.raises(Corrupt):
        grouping.ask(1)
    assert grouping.ask(2) == 7


def test_whoever_is_interrupted_while_writing_for_others_tells_them_so() -> None:
    is_writing, may_end = Event(), Event()

    def write(group: Sequence[int]) -> list[int | BaseException]:
        is_writing.set()
        may_end.wait()
        if len(group) > 1:
            raise KeyboardInterrupt
        return list(group)

    grouping = GroupCommit[int, int](write)
    with ThreadPoolExecutor(4) as threads:
        first = threads.submit(grouping.ask, 0)
        is_writing.wait()
        others = []
        for number in (1, 2, 3):
            others.append(threads.submit(grouping.ask, number))
            until(lambda: grouping.waiting == number, "the next one's waiting")  # noqa: B023
        may_end.set()
        assert first.result() == 0
        assert isinstance(others[0].exception(), KeyboardInterrupt)
        for other in others[1:]:
            with pytest.raises(Unavailable, match="Give the command again"):
                other.result()
    assert grouping.ask(7) == 7


class _Interrupted:
    """Locks on which one thread is interrupted, as by Ctrl-C, once it waits for another to wake it.

    A signal itself may come just before the thread begins to wait, and then wakes nobody.
    """

    thread, until = 0, lambda: True

    def __init__(self) -> None:
        self._lock, self._asked = Lock(), 0

    def acquire(self) -> bool:
        self._asked += 1
        if self._asked == 2 and get_ident() == self.thread:
            until(type(self).until, "all are waiting")
            raise KeyboardInterrupt
        return self._lock.acquire()

    def release(self) -> None:
        self._lock.release()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


@pytest.mark.parametrize("is_next", [False, True])
def test_whoever_is_interrupted_while_waiting_is_not_waited_for(
    is_next: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[list[int]] = []
    is_writing, may_end = Event(), Event()

    def write(group: Sequence[int]) -> list[int | BaseException]:
        groups.append(list(group))
        is_writing.set()
        may_end.wait()
        return list(group)

    monkeypatch.setattr("pitboss.store.batches.Lock", _Interrupted)
    grouping = GroupCommit[int, int](write)
    monkeypatch.setattr(_Interrupted, "thread", get_ident())
    monkeypatch.setattr(_Interrupted, "until", lambda: grouping.waiting == 2)
    with ThreadPoolExecutor(2) as threads:
        try:
            first = threads.submit(grouping.ask, 1)
            is_writing.wait()
            if is_next:
                other = threads.submit(lambda: until(lambda: grouping.waiting) and grouping.ask(3))
            else:
                other = threads.submit(grouping.ask, 3)
                until(lambda: grouping.waiting == 1, "the other one's waiting")
            with pytest.raises(KeyboardInterrupt):
                grouping.ask(2)
            assert grouping.waiting == 1
        finally:
            may_end.set()
        assert [first.result(), other.result()] == [1, 3]
    assert groups == [[1], [3]]


def test_a_lease_is_held_by_one_at_a_time(place: Place) -> None:
    one, other = (lease_of(place.open(), "owner of link x") for _ in range(2))
    elsewhere = lease_of(place.open(), "owner of link y")
    try:
        assert one.take()
        assert one.take()
        assert one.is_held()
        assert not other.take()
        assert not other.is_held()
        assert elsewhere.take()
        one.give_back()
        assert not one.is_held()
        assert other.take()
    finally:
        for lease in (one, other, elsewhere):
            lease.give_back()
