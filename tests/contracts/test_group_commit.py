"""Commands of several threads, written together: each answered as if it were alone."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Lock, get_ident

import pytest

from pitboss.errors import CommandReused, Conflict, Corrupt, Unavailable
from pitboss.store.batches import MOST, GroupCommit
from pitboss.store.contract import Append, Receipt, Write
from pitboss.store.sqlite import SqliteStore
from tests.contracts import writer
from tests.contracts.samples import append, draft, order
from tests.waiting import until


def test_those_who_come_while_one_writes_are_written_together() -> None:
    groups: list[int] = []
    is_writing, may_end = Event(), Event()

    def write(group: Sequence[int]) -> list[int | BaseException]:
        groups.append(len(group))
        is_writing.set()
        may_end.wait()
        return [ValueError("odd") if number % 2 else number for number in group]

    group = GroupCommit[int, int](write)
    with ThreadPoolExecutor(MOST + 4) as threads:
        first = threads.submit(group.ask, 0)
        is_writing.wait()
        others = [threads.submit(group.ask, number) for number in range(1, MOST + 3)]
        try:
            until(lambda: group.waiting == MOST + 2, "everybody's waiting")
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

    group = GroupCommit[int, int](write)
    with pytest.raises(Corrupt):
        group.ask(1)
    assert group.ask(2) == 7


def test_whoever_is_interrupted_while_writing_for_others_tells_them_so() -> None:
    is_writing, may_end = Event(), Event()

    def write(group: Sequence[int]) -> list[int | BaseException]:
        is_writing.set()
        may_end.wait()
        if len(group) > 1:
            raise KeyboardInterrupt
        return list(group)

    group = GroupCommit[int, int](write)
    with ThreadPoolExecutor(4) as threads:
        first = threads.submit(group.ask, 0)
        is_writing.wait()
        others = []
        for number in (1, 2, 3):
            others.append(threads.submit(group.ask, number))
            until(lambda: group.waiting == number, "the next one's waiting")  # noqa: B023
        may_end.set()
        assert first.result() == 0
        assert isinstance(others[0].exception(), KeyboardInterrupt)
        for other in others[1:]:
            with pytest.raises(Unavailable, match="Give the command again"):
                other.result()
    assert group.ask(7) == 7


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
    group = GroupCommit[int, int](write)
    monkeypatch.setattr(_Interrupted, "thread", get_ident())
    monkeypatch.setattr(_Interrupted, "until", lambda: group.waiting == 2)
    with ThreadPoolExecutor(2) as threads:
        try:
            first = threads.submit(group.ask, 1)
            is_writing.wait()
            if is_next:
                other = threads.submit(lambda: until(lambda: group.waiting) and group.ask(3))
            else:
                other = threads.submit(group.ask, 3)
                until(lambda: group.waiting == 1, "the other one's waiting")
            with pytest.raises(KeyboardInterrupt):
                group.ask(2)
            assert group.waiting == 1
        finally:
            may_end.set()
        assert [first.result(), other.result()] == [1, 3]
    assert groups == [[1], [3]]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path / "pitboss.db")) as opened:
        opened.append(order("first"), [append("a"), append("b")])
        yield opened


@contextmanager
def nobody_writes(store: SqliteStore) -> Iterator[None]:
    """Whoever wants to write to the file waits until this is over."""
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def given_together(store: SqliteStore, group: Sequence[Write]) -> list[Receipt | BaseException]:
    """What becomes of commands that come in this order while another one is being written."""
    futures: list[Future[Receipt]] = []
    with ThreadPoolExecutor(len(group) + 1) as threads:
        with nobody_writes(store):
            ahead = threads.submit(store.append, order("ahead"), [append("ahead")])
            until(lambda: store._group._is_writing, "the first one's writing")
            for place, (given, appends) in enumerate(group, start=1):
                futures.append(threads.submit(store.append, given, appends))
                until(lambda: store._group.waiting == place, "the next one's waiting")  # noqa: B023
        ahead.exception()
        return [future.exception() or future.result() for future in futures]


def ends(store: SqliteStore) -> dict[str, int]:
    return {stream: head.version for stream, head in store.heads().items()}


def test_who_waits_is_written_with_others_and_answered_alone(store: SqliteStore) -> None:
    said: list[str] = []
    store._connection.set_trace_callback(said.append)
    answers = given_together(
        store,
        [
            (order(1), [append("a", expected=1)]),
            (order(2), [append("c"), append("a", expected=1)]),
            (order(3), [append("a", draft(), draft(), expected=2), append("b")]),
            (order(1), [append("a", expected=1)]),
            (order(1, asked="something else"), [append("a", expected=1)]),
            (order(4), [append("b", expected=2)]),
        ],
    )
    first, beaten, second, again, altered, last = answers
    assert isinstance(first, Receipt)
    assert isinstance(beaten, Conflict)
    assert (beaten.stream, beaten.found) == ("a", 2)
    assert isinstance(second, Receipt)
    assert [(place.first, place.last) for place in second.written] == [(3, 4), (2, 2)]
    assert isinstance(again, Receipt)
    assert (again.is_repeat, again.written) == (True, first.written)
    assert isinstance(altered, CommandReused)
    assert isinstance(last, Receipt)
    assert ends(store) == {"a": 4, "ahead": 1, "b": 3}
    assert [entry.command for entry in store.read("a")][1:] == ["command-1", *["command-3"] * 2]
    assert said.count("COMMIT") == 2, "the one ahead and all the others"
    # Who is alone needs nothing to keep it apart.
    assert said.index("SAVEPOINT one") > said.index("COMMIT")
    assert said.count("SAVEPOINT one") == len(answers)


def test_what_is_damaged_for_one_is_its_own_affair(store: SqliteStore) -> None:
    with closing(sqlite3.connect(store.path)) as other, other:
        other.execute("DROP TRIGGER heads_are_not_removed")
        other.execute("DELETE FROM heads WHERE stream = 'b'")
    one, damaged, three = store._append_together(
        [
            (order(1), [append("a")]),
            # Its entry for `a` is written before the one for `b` meets what stands there.
            (order(2), [append("a"), append("b")]),
            (order(3), [append("a", expected=2), append("c")]),
        ]
    )
    assert isinstance(one, Receipt)
    assert isinstance(damaged, Corrupt)
    assert isinstance(three, Receipt)
    assert ends(store) == {"a": 3, "c": 1}
    assert [entry.command for entry in store.read("a")][1:] == ["command-1", "command-3"]
    assert store.receipt("command-2") is None


def test_without_room_for_all_nobody_is_written(store: SqliteStore) -> None:
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    group = [(order(n), [append(f"own/{n}", draft(body="x" * 5000 * n))]) for n in range(3)]
    with pytest.raises(Unavailable) as refusal:
        store.append_all(group)
    for answer in (refusal.value, *given_together(store, group)):
        assert isinstance(answer, Unavailable)
        assert "the disk is full" in str(answer)
    assert not store._connection.in_transaction
    assert ends(store) == {"a": 1, "ahead": 1, "b": 1}
    store._connection.execute("PRAGMA max_page_count = 1000000")
    assert all(isinstance(answer, Receipt) for answer in store._append_together(group))
    assert ends(store) == {"a": 1, "ahead": 1, "b": 1, "own/0": 1, "own/1": 1, "own/2": 1}


_FILLING = """
import resource, sys
from pitboss.errors import Unavailable
from pitboss.store.sqlite import SqliteStore
from tests.contracts.samples import append, draft, order
from tests.contracts.test_group_commit import ends, given_together

store = SqliteStore(sys.argv[1])
store.append(order("first"), [append("first")])
most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
group = [(order(n), [append(f"own/{n}", draft(body="x" * 50_000))]) for n in range(4)]
# Each of them would find room, and all together find none when they are committed.
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, most))
for answer in given_together(store, group):
    print(answer)
large = (order("large"), [append("first", draft(body="x" * 250_000), expected=1)])
for write in (lambda: store.append_all(group), lambda: store.append(*large)):
    try:
        write()
    except Unavailable as error:
        print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
print(ends(store), store._connection.in_transaction)
for given in (*group, large):
    assert not store.append(*given).is_repeat
print(ends(store))
"""


def test_a_commit_that_fails_fails_for_all(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FILLING, tmp_path / "pitboss.db"],
        cwd=writer.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    *refused, before, after = done.stdout.splitlines()
    assert len(refused) == 6, "four by four threads, all four by one, and one that is too large"
    assert all("give the command again" in answer for answer in refused)
    assert before == "{'ahead': 1, 'first': 1} False"
    assert after == "{'ahead': 1, 'first': 2, 'own/0': 1, 'own/1': 1, 'own/2': 1, 'own/3': 1}"


class _Interrupting(tuple[Append, ...]):
    """What is to be written by somebody who presses Ctrl-C just then."""

    def __iter__(self) -> Iterator[Append]:
        raise KeyboardInterrupt


@pytest.mark.parametrize("ahead", [0, 1])
def test_whoever_is_interrupted_leaves_nothing_begun(store: SqliteStore, ahead: int) -> None:
    before = [(order(n), [append("a")]) for n in range(ahead)]
    with pytest.raises(KeyboardInterrupt):
        store._append_together([*before, (order("interrupted"), _Interrupting())])
    assert not store._connection.in_transaction
    assert ends(store) == {"a": 1, "b": 1}
    assert store.append(order(0), [append("a", expected=1)]).written[0].last == 2
