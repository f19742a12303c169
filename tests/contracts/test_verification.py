"""A record is read through on every kind of store, whole and while others write."""

from __future__ import annotations

from pitboss.store.contract import Store
from pitboss.store.verification import (
    BEGINNING,
    INDEXES,
    RECEIPTS,
    ReadingPlace,
    StreamVerified,
    read_through,
)
from tests.contracts.conftest import Place as Kept
from tests.contracts.samples import append, draft, order


def test_every_stream_and_receipt_of_a_store_is_read(store: Store) -> None:
    for number, stream in enumerate(["a", "b", "c"]):
        drafts = [draft() for _ in range(120)]
        store.append(order(number), [append(stream, *drafts, expected=0)])
    seen: list[ReadingPlace] = []
    read = list(read_through(store, BEGINNING, pause=seen.append))
    assert read == [StreamVerified(part, "") for part in ("a", "b", "c", RECEIPTS, INDEXES)]
    assert [place for place in seen if place.version] == [ReadingPlace(one, 100) for one in "abc"]
    read = list(read_through(store, ReadingPlace("b", 100), pause=seen.append))
    assert [part for part, _ in read] == ["b", "c", RECEIPTS, INDEXES]


def test_what_others_write_meanwhile_is_no_fault(place: Kept) -> None:
    store, other = place.open(), place.open()
    for number in range(3):
        store.append(order(number), [append("a", *[draft() for _ in range(100)])])

    def meanwhile(at: ReadingPlace) -> None:
        other.append(order(f"at-{at.stream}-{at.version}-{len(other.streams())}"), [append("z")])
        if at.stream == "a" and at.version:
            other.append(order(f"more-{at.version}"), [append("a")])

    read = list(read_through(store, BEGINNING, pause=meanwhile))
    assert {finding for _, finding in read} == {""}
