"""Commands that build on each other, written at one go: all of them or none, as one by one."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import psycopg
import pytest

from pitboss.errors import Conflict, GivenBefore, StoreError, Unavailable, Unstorable
from pitboss.store.chain import chained, linked_all
from pitboss.store.contract import Entry, Head, Receipt, Store, Write, Written
from pitboss.store.memory import MemoryStore
from pitboss.store.postgres import PostgresStore
from pitboss.store.postgres_tables import write
from pitboss.store.sqlite import SqliteStore
from tests.contracts.conftest import Place
from tests.contracts.samples import append, draft, order
from tests.waiting import until

Content = tuple[dict[str, Head], list[Entry], list[Receipt]]

GROUP: list[Write] = [
    (order(1), [append("a", draft(), draft(), expected=0), append("b", expected=0)]),
    # By id it comes first, and it builds on the one before all the same.
    (order(0), [append("b", expected=1), append("c", draft(tag="7"))]),
    (order(2), [append("a", expected=2)]),
    (order(3), []),
    (order(4, asked="more", second="bob"), [append("c"), append("a", draft("End"), expected=3)]),
]


def content(store: Store) -> Content:
    """All that a store holds."""
    entries = [entry for stream in store.streams() for entry in store.read(stream)]
    return store.heads(), entries, list(store.receipts())


def written_one_by_one(*groups: Sequence[Write]) -> Content:
    plain = MemoryStore()
    for group in groups:
        for given, appends in group:
            plain.append(given, appends)
    return content(plain)


def refused(store: Store, group: Sequence[Write]) -> StoreError:
    """Why a group was not written, of which there is then nothing."""
    before = content(store)
    with pytest.raises(StoreError) as caught:
        store.append_all(group)
    assert content(store) == before
    return caught.value


def test_together_they_write_what_they_write_one_by_one(place: Place) -> None:
    store = place.open()
    plain = MemoryStore()
    assert store.append_all(GROUP) == [plain.append(*given) for given in GROUP]
    assert content(place.open()) == content(plain)
    # On what is there by now, and alone.
    more = [(order(5), [append("a", expected=4), append("d")]), (order(6), [append("d")])]
    assert store.append_all(more) == [plain.append(*given) for given in more]
    assert store.append_all([(order(7), [append("d")])]) == [plain.append(order(7), [append("d")])]
    assert content(place.open()) == content(plain)
    # Each of them can be given again, for what it was.
    for given, appends in [*GROUP, *more]:
        assert store.append(given, appends).is_repeat


def test_nothing_together_is_nothing(store: Store) -> None:
    assert store.append_all([]) == []
    assert content(store) == ({}, [], [])
    store.append(order(1), [append("a")])
    assert store.append_all([]) == []


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_conflict_anywhere_writes_none_of_them(store: Store, at: int) -> None:
    store.append(order("first"), [append("a"), append("b")])
    group: list[Write] = [
        (order(1), [append("a", expected=1), append("new", expected=0)]),
        (order(2), [append("a", expected=2), append("end")]),
        (order(3), [append("new", expected=1)]),
    ]
    mistaken: Write = (order("mistaken"), [append("c"), append("b", expected=0)])
    conflict = refused(store, [*group[:at], mistaken, *group[at:]])
    assert isinstance(conflict, Conflict)
    assert (conflict.stream, conflict.expected, conflict.found) == ("b", 0, 1)
    # None of them was used up by failing.
    assert [receipt.is_repeat for receipt in store.append_all(group)] == [False] * 3
    assert store.append(order("mistaken"), [append("b", expected=1)]).written[0].last == 2


def test_what_one_before_it_wrote_may_be_the_conflict(store: Store) -> None:
    conflict = refused(store, [(order(1), [append("a")]), (order(2), [append("a", expected=0)])])
    assert isinstance(conflict, Conflict)
    assert (conflict.stream, conflict.expected, conflict.found) == ("a", 0, 1)


@pytest.mark.parametrize("asked", ["as given", "something else"])
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("by_another", [False, True])
def test_one_that_was_given_before_takes_none_along(
    place: Place, by_another: bool, count: int, asked: str
) -> None:
    store = place.open()
    store.append(order("first"), [append("a"), append("b")])
    other = place.open() if by_another else store
    for number in (8, 9):
        other.append(order(number), [append("a")])
    known: Write = (order(9, asked=asked), [append("a", expected=2)])
    group: list[Write] = [(order(1), [append("b", expected=1)]), known, (order(2), [append("b")])]
    before = refused(store, [known] if count == 1 else group)
    assert isinstance(before, GivenBefore)
    assert before.command == "command-9"
    assert str(before) == (
        "Command 'command-9' was given before, and so nothing that came together with it now "
        "was written. Give each command by itself."
    )


def test_of_several_given_before_the_first_is_named(store: Store) -> None:
    for number in (1, 2, 3):
        store.append(order(number), [append("a")])
    # What nobody would write anyway does not hide it.
    group: list[Write] = [(order(n), [append("a", expected=n)]) for n in (5, 3, 1, 2)]
    before = refused(store, group)
    assert isinstance(before, GivenBefore)
    assert before.command == "command-3"
    # Nor does what stands in nobody's way before it.
    group = [(order(n), [append("a")]) for n in (5, 6, 3, 1)]
    before = refused(store, group)
    assert isinstance(before, GivenBefore)
    assert before.command == "command-3"


def test_what_is_chained_already_is_taken_as_it_is_or_not_at_all(place: Place) -> None:
    store, plain = place.open(), MemoryStore()
    for each in (store, plain):
        each.append(order("first"), [append("a"), append("b")])
    drafts = (draft("One"), draft("Two", tag="7"))
    entries = chained("a", store.head("a"), drafts, order(1))
    fitting = append("a", *drafts, expected=1)._replace(chained=entries)
    unfitting = append("b", *drafts, expected=1)._replace(chained=entries)
    group: list[Write] = [(order(1), [fitting]), (order(2), [append("a", expected=3)])]
    for refusal in (
        refused(store, [*group, (order(3), [unfitting])]),
        refused(store, [(order(3), [unfitting])]),
    ):
        assert isinstance(refusal, Conflict)
        assert str(refusal) == (
            "Entry 1 of b is not the one that was read: another writer was first. Read it again."
        )
    with pytest.raises(Conflict):
        store.append(order(3), [unfitting])
    assert store.append_all(group) == [plain.append(*given) for given in group]
    with pytest.raises(Conflict):
        store.append(order(4), [fitting])
    assert content(place.open()) == content(plain)


@pytest.mark.parametrize("asked", ["as given", "something else"])
@pytest.mark.parametrize("is_known", [False, True])
def test_one_command_twice_in_a_group_is_refused(store: Store, is_known: bool, asked: str) -> None:
    if is_known:
        store.append(order("first"), [append("a"), append("b")])
    twice: Write = (order(1, asked=asked), [append("b")])
    before = refused(store, [(order(1), [append("a")]), (order(2), [append("a")]), twice])
    assert isinstance(before, GivenBefore)
    assert before.command == "command-1"
    assert store.receipt("command-1") is None


@pytest.mark.parametrize(("text", "what"), [("\0", "a zero"), ("\ud800", "half a character")])
def test_text_that_cannot_be_kept_is_refused_before_any_is_written(
    store: Store, text: str, what: str
) -> None:
    group: list[Write] = [
        (order(1), [append("a")]),
        (order(2), [append("a", draft(body=f'"{text}"'))]),
        (order(3), [append("b")]),
    ]
    unstorable = refused(store, group)
    assert isinstance(unstorable, Unstorable)
    assert unstorable.command == "command-2"
    assert what in str(unstorable)


def test_a_store_that_knows_less_than_there_is_writes_on(place: Place) -> None:
    store, other = place.open(), place.open()
    first: list[Write] = [(order(1), [append("a"), append("b")])]
    store.append_all(first)
    # What the first one remembers of both streams is no longer so.
    second: list[Write] = [
        (order(2), [append("a", expected=1), append("b")]),
        (order(3), [append("a", expected=2)]),
    ]
    other.append_all(second)
    third: list[Write] = [
        (order(4), [append("c", expected=0), append("b")]),
        (order(5), [append("a", expected=3), append("b")]),
    ]
    assert store.append_all(third)[1].written == (Written("a", 4, 4), Written("b", 4, 4))
    assert content(other) == written_one_by_one(first, second, third)
    # And if it builds on what is no longer so, it hears of that and nothing else.
    other.append(order(6), [append("a")])
    conflict = refused(store, [(order(7), [append("b")]), (order(8), [append("a", expected=4)])])
    assert isinstance(conflict, Conflict)
    assert (conflict.stream, conflict.found) == ("a", 5)


def test_without_room_for_all_none_is_written(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "pitboss.db")) as store:
        store.append(order("first"), [append("a")])
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        # The first of them would find room.
        store._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        group = [(order(n), [append("a", draft(body="x" * 5000 * n))]) for n in range(3)]
        full = refused(store, group)
        assert isinstance(full, Unavailable)
        assert "the disk is full" in str(full)
        assert not store._connection.in_transaction
        store._connection.execute("PRAGMA max_page_count = 1000000")
        assert [receipt.written[0].last for receipt in store.append_all(group)] == [2, 3, 4]


def test_who_writes_to_a_shared_end_makes_no_group_fail(place: Place) -> None:
    names, times = ["ann", "bob", "cyd"], 12
    stores = {name: place.open() for name in names}
    at_once = Barrier(2 * len(names))

    def write(name: str, own: str) -> None:
        at_once.wait()
        for number in range(0, times, 2):
            group = [
                (
                    order(f"{own}-{n}"),
                    [append(own, expected=n), append("shared", draft(body=f"{own} {n}"))],
                )
                for n in (number, number + 1)
            ]
            # By groups and one by one, so that both ways of writing meet.
            if number % 4:
                stores[name].append_all(group)
            else:
                for given, appends in group:
                    stores[name].append(given, appends)

    # Two threads by each opening.
    with ThreadPoolExecutor(2 * len(names)) as threads:
        works = [threads.submit(write, name, f"{name}{n}") for name in names for n in range(2)]
        for work in works:
            work.result()
    store = place.open()
    entries = [entry.body.split() for entry in store.read("shared")]
    for own in (f"{name}{n}" for name in names for n in range(2)):
        assert [n for by, n in entries if by == own] == [str(n) for n in range(times)]
        assert store.head(own).version == times
    assert len(entries) == 2 * len(names) * times


def test_a_group_waits_for_whoever_is_at_the_shared_end(postgres_url: str) -> None:
    """What another has written and not committed yet is in the way, and then built upon."""
    store, other = PostgresStore(postgres_url), PostgresStore(postgres_url)
    store.append(order(1), [append("shared"), append("own")])
    ahead: Write = (order("ahead"), [append("shared")])
    group: list[Write] = [
        (order(2), [append("own", expected=1), append("shared")]),
        (order(3), [append("own", expected=2), append("shared")]),
    ]
    with ThreadPoolExecutor(1) as threads, psycopg.connect(postgres_url, autocommit=True) as seen:
        with other._connected() as connection:
            connection.execute("BEGIN")
            write(connection, linked_all([ahead], other.heads()))
            writing = threads.submit(store.append_all, group)
            waits = (
                "SELECT count(*) FROM pg_stat_activity "
                "WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            until(lambda: seen.execute(waits).fetchone() == (1,), "the group's waiting")
            assert store._busy == set(), "it did not know of the other"
            connection.execute("COMMIT")
        receipts = writing.result()
    assert [receipt.written[1] for receipt in receipts] == [
        Written("shared", 3, 3),
        Written("shared", 4, 4),
    ]
    assert store._busy == {"shared"}
    # From now on it queues up before it looks, whether or not anybody is there.
    more: list[Write] = [(order(4), [append("shared")]), (order(5), [append("shared")])]
    store.append_all(more)
    again: Write = (order(4), [append("own")])
    assert isinstance(refused(store, [(order(6), [append("shared")]), again]), GivenBefore)
    mistaken: Write = (order(7), [append("own", expected=7)])
    assert isinstance(refused(store, [(order(6), [append("shared")]), mistaken]), Conflict)
    first: list[Write] = [(order(1), [append("shared"), append("own")]), ahead]
    assert content(other) == written_one_by_one(first, group, more)
    for each in (store, other):
        each.close()
