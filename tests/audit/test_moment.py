"""A floor plays on while it is audited, and nothing is found that is not wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pitboss.audit.audit import audit
from pitboss.audit.snapshot import StoreSnapshot
from pitboss.games.library import Library
from pitboss.store.contract import Entry, Receipt
from pitboss.store.memory import MemoryStore
from tests.house.linked import LinkedFloor


class PlaysOn(MemoryStore):
    """A store to which somebody writes just before it is looked into for the n-th time."""

    meanwhile: Callable[[], None] | None = None
    looks = 0

    def _look(self) -> None:
        self.looks -= 1
        if self.meanwhile is not None and self.looks == 0:
            job, self.meanwhile = self.meanwhile, None
            job()

    def scan(self, stream: str) -> Iterator[Entry]:
        self._look()
        return super().scan(stream)

    def receipts(self) -> Iterator[Receipt]:
        self._look()
        return super().receipts()


@pytest.fixture
def floor() -> LinkedFloor:
    found = LinkedFloor(PlaysOn())
    found.create()
    found.open_linked("T1", players=2)
    found.play_linked("T1")
    found.owner.step()
    return found


def test_nothing_is_found_of_what_is_played_while_the_audit_looks(floor: LinkedFloor) -> None:
    store = floor.store
    assert isinstance(store, PlaysOn)

    def play() -> None:
        floor.play_linked("T1")
        floor.owner.step()

    # Each stream is scanned once for its chain and once for its part; a round is played at each.
    for look in range(1, 2 * len(store.streams()) + 2):
        before = sum(head.version for head in store.heads().values())
        store.looks, store.meanwhile = look, play
        report = audit(store, Library())
        assert [str(finding) for finding in report.findings] == []
        assert report.events == before, "what came later is for the next audit"
        if store.meanwhile is not None:
            break
    assert look > len(store.streams()), "somebody played after the chains were looked at too"


def test_what_was_removed_from_an_end_is_not_taken_for_what_is_yet_to_come(
    floor: LinkedFloor,
) -> None:
    store = floor.store
    assert isinstance(store, MemoryStore)
    del store._streams["table/T1"][-1]
    assert "it is gone" in " ".join(str(one) for one in audit(store, Library()).findings)


def test_a_moment_is_what_a_store_held_then(floor: LinkedFloor) -> None:
    moment = StoreSnapshot(floor.store)
    heads, before = moment.heads(), [one.command for one in moment.receipts()]
    floor.open_linked("T2", players=1)
    floor.play_linked("T1")
    assert moment.heads() == heads == StoreSnapshot(floor.store, heads).heads()
    assert moment.streams("table/") == ["table/T1"]
    assert len(list(moment.scan("table/T1"))) == heads["table/T1"].version
    assert list(moment.scan("table/T2")) == []
    assert [one.command for one in moment.receipts()] == before
