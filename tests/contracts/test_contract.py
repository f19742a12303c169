"""What every store does, one way of saying it for all three."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import Corrupt, Unavailable, Unstorable
from pitboss.store.chain import NOWHERE, Said, chained, hash_of, hash_of_said, linked
from pitboss.store.contract import Entry, Head, Store, Written
from pitboss.store.leases import lease_of
from pitboss.store.memory import MemoryStore
from pitboss.store.rows import PAGE
from tests.contracts.conftest import Place
from tests.contracts.samples import BODY, append, draft, order


def test_a_new_store_is_empty(store: Store) -> None:
    assert store.streams() == []
    assert store.heads() == {}
    assert store.scan_ends() == {}
    assert list(store.read("table/1")) == []
    assert list(store.scan("table/1")) == []
    assert list(store.receipts()) == []
    assert store.head("table/1") == Head(0, "")
    assert store.last("table/1", "WagerPlaced") is None
    assert store.receipt("command-1") is None


def test_what_is_written_is_read_back_word_for_word(place: Place) -> None:
    given_order = order(1, actor="ann", second="bob")
    place.open().append(given_order, [append("table/1", draft("RoundOpened", tag="7"))])
    (entry,) = place.open().read("table/1")
    assert (entry.stream, entry.version, entry.name, entry.schema) == (
        "table/1", 1, "RoundOpened", 1,
    )  # fmt: skip
    assert (entry.command, entry.actor, entry.role, entry.second, entry.time) == (
        "command-1", "ann", "Dealer", "bob", "2026-03-01T20:00:00Z",
    )  # fmt: skip
    assert (entry.clause, entry.body, entry.tag, entry.previous) == ("4.1", BODY, "7", "")
    assert entry.hash == hash_of(entry)


def test_entries_are_numbered_and_chained_by_stream(store: Store) -> None:
    receipt = store.append(order(1), [append("a", draft(), draft()), append("b")])
    assert receipt.written == (Written("a", 1, 2), Written("b", 1, 1))
    assert not receipt.is_repeat
    receipt = store.append(order(2), [append("b"), append("a", expected=2)])
    assert receipt.written == (Written("b", 2, 2), Written("a", 3, 3))
    for stream, length in (("a", 3), ("b", 2)):
        entries = list(store.read(stream))
        assert [entry.version for entry in entries] == list(range(1, length + 1))
        assert [entry.previous for entry in entries] == ["", *(e.hash for e in entries[:-1])]
        assert store.head(stream) == Head(length, entries[-1].hash)
        assert list(store.scan(stream)) == entries
    assert store.heads() == {"a": store.head("a"), "b": store.head("b")}


def test_a_long_stream_is_read_whole(store: Store) -> None:
    long = 2 * PAGE + 1
    for start in range(0, long, 500):
        drafts = [draft(body=str(n), tag=str(n % 2)) for n in range(start, min(start + 500, long))]
        store.append(order(start), [append("a", *drafts)])
    assert [entry.body for entry in store.read("a")] == [str(n) for n in range(long)]
    assert [e.body for e in store.read("a", tag="1")] == [str(n) for n in range(1, long, 2)]
    assert [e.version for e in store.read("a", after=PAGE, upto=2 * PAGE)] == list(
        range(PAGE + 1, 2 * PAGE + 1)
    )
    # Of several streams at once a page comes at a time.
    assert [e.version for e in store.read_on({"a": 0})] == list(range(1, PAGE + 1))


def test_every_receipt_in_order_of_id(store: Store) -> None:
    # More than a page of them, and brought from elsewhere, which is quicker than writing them.
    source = MemoryStore()
    receipts = [source.append(order(f"{n:05}"), [append("a")]) for n in range(PAGE + 5)]
    store.restore(source.read("a"), receipts[::-1])
    assert list(store.receipts()) == receipts


def test_what_is_chained_at_one_go_is_chained_as_if_one_by_one() -> None:
    given_order = order(1, actor="ann", second="bob")
    drafts = (draft(), draft("RoundOpened", body='"\\u0001é🂡"', tag="7"), draft())
    appends = [append("table/1", *drafts, expected=4), append("access")]
    new = linked(given_order, appends, {"table/1": Head(4, "e" * 64)})
    one_by_one: list[Entry] = []
    head = Head(4, "e" * 64)
    for each in drafts:
        one_by_one += chained("table/1", head, [each], given_order)
        head = Head(one_by_one[-1].version, one_by_one[-1].hash)
    one_by_one += chained("access", NOWHERE, [draft()], given_order)
    assert new.entries == one_by_one
    assert new.heads == {"table/1": head, "access": Head(1, one_by_one[-1].hash)}


def test_streams_by_how_they_begin(store: Store) -> None:
    names = ["table/2", "table/10", "Table/1", "link", "table", "tablé", "table/%", "table_1", "é"]
    for name in names:
        store.append(order(name), [append(name)])
    assert store.streams() == sorted(names)
    assert list(store.heads()) == sorted(names)
    assert store.streams("table/") == ["table/%", "table/10", "table/2"]
    assert list(store.heads("table/")) == ["table/%", "table/10", "table/2"]
    assert store.streams("tab_") == store.streams("TABLE") == store.streams("table/3") == []


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_text_that_not_every_store_can_keep_is_refused_by_all(store: Store, text: str) -> None:
    cases = [
        (order(text), append("a")),
        (order(1, asked=text), append("a")),
        (order(1, actor=text), append("a")),
        (order(1, second=text), append("a")),
        (order(1), append(text)),
        (order(1), append("a", draft(text))),
        (order(1), append("a", draft(body=text))),
        (order(1), append("a", draft(tag=text))),
    ]
    for given_order, given_append in cases:
        with pytest.raises(Unstorable, match="cannot be recorded"):
            store.append(given_order, [given_append])
    assert store.streams() == []
    # A body says it in JSON's own way, which is plain text.
    store.append(order(1), [append("a", draft(body='"\\u0000"'))])
    assert [entry.body for entry in store.read("a")] == ['"\\u0000"']


_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(_text, st.tuples(_text, st.integers(), _text, st.integers(), *[_text] * 8))
def test_the_hash_covers_a_json_list_of_all_that_is_said(before: str, said: Said) -> None:
    from hashlib import sha256

    text = json.dumps([before, *said], ensure_ascii=False, separators=(",", ":"))
    assert hash_of_said(before, said) == sha256(text.encode()).hexdigest()


# --- restoring ----------------------------------------------------------------------------------


def filled() -> MemoryStore:
    source = MemoryStore()
    source.append(order(1), [append("a", draft(), draft()), append("b")])
    source.append(order(2), [append("b", draft(tag="3"))])
    source.append(order(3), [])
    return source


def test_a_store_filled_from_another_is_the_same(place: Place) -> None:
    source, target = filled(), place.open()
    entries = [entry for stream in ("b", "a") for entry in source.read(stream)]
    target.restore(entries, source.receipts())
    target = place.open()
    assert target.heads() == source.heads()
    for stream in source.streams():
        assert list(target.read(stream)) == list(source.read(stream))
    assert list(target.receipts()) == list(source.receipts())
    # And is written on as if nothing had happened.
    assert target.append(order(1), [append("a")]).is_repeat
    assert target.append(order(4), [append("a", expected=2)]).written == (Written("a", 3, 3),)
    assert len(list(target.read("a"))) == 3


@pytest.mark.parametrize("mine", [["mine"], []], ids=["entries", "receipts alone"])
def test_only_an_empty_store_is_filled(store: Store, mine: list[str]) -> None:
    store.append(order("x"), [append(stream) for stream in mine])
    source = filled()
    with pytest.raises(Unavailable, match="Restore into a new one"):
        store.restore(source.read("a"), source.receipts())
    assert store.streams() == mine


def test_nothing_is_filled_in_with_what_does_not_hold_together(store: Store) -> None:
    source = filled()
    a, b, receipts = list(source.read("a")), list(source.read("b")), list(source.receipts())
    altered = a[0]._replace(body="{}")
    forged = altered._replace(hash=hash_of(altered))
    for entries, given_receipts, what in (
        ([altered, a[1], *b], receipts, "hash does not fit"),
        ([forged, a[1], *b], receipts, "does not follow 1"),
        ([a[1], a[0], *b], receipts, "entry 2 came instead"),
        ([a[1], *b], receipts, "entry 2 came instead"),
        ([*a[:1], *b], receipts, "does not say what it wrote"),
        ([*a, *b], receipts[1:], "has no receipt"),
        ([*a, *b], [*receipts, receipts[0]], "two receipts"),
        ([*a, *b], [receipts[0]._replace(written=()), *receipts[1:]], "does not say what it wrote"),
    ):
        with pytest.raises(Corrupt, match=what):
            store.restore(entries, given_receipts)
        assert store.heads() == {}
        assert list(store.receipts()) == []


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
