"""Commands that build on each other, written at one go: all of them or none, as one by one."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg
import pytest

from pitboss.errors import Conflict, GivenBefore, StoreError, Unstorable
from pitboss.store.chain import chained, linked_all
from pitboss.store.contract import Entry, Head, Receipt, Store, Write, Written
from pitboss.store.memory import MemoryStore
from pitboss.store.postgres import PostgresStore
from pitboss.store.postgres_tables import write
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
