"""A round is recalled whole or not at all, whatever becomes of what it is found by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.errors import Corrupt
from pitboss.games.library import Library
from pitboss.records.played_rounds import happened, recall, recall_all
from pitboss.store.backup import backup, restore
from pitboss.store.contract import Entry
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore
from pitboss.table.table import SNAPSHOT_EVERY
from tests.contracts.samples import leave_out
from tests.house.floor import Floor

OF_ROUND_2 = "stream = 'table/T1' AND tag = '2'"


@pytest.fixture(scope="module")
def played() -> MemoryStore:
    """A table after three rounds."""
    store = MemoryStore()
    floor = Floor(store)
    floor.open("mbs-let-it-ride-v3")
    floor.play(rounds=3)
    return store


@pytest.fixture
def file(played: MemoryStore, tmp_path: Path) -> Path:
    """The same in a file."""
    backup(played, tmp_path / "floor.db")
    return tmp_path / "floor.db"


def test_every_round_is_the_same_alone_and_among_all(played: MemoryStore) -> None:
    rounds = list(recall_all(played, "T1"))
    assert [one.number for one in rounds] == [1, 2, 3]
    assert rounds == [recall(played, "T1", number) for number in (1, 2, 3)]
    assert all(one.play.is_over for one in rounds)
    assert recall(played, "T1", 4) is None
    assert recall(played, "T9", 1) is None
    assert list(recall_all(played, "T9")) == []


def test_what_happened_in_a_round_is_all_of_it_but_a_snapshot() -> None:
    store = MemoryStore()
    floor = Floor(store)
    floor.open("mbs-let-it-ride-v3")
    floor.play(rounds=SNAPSHOT_EVERY)
    last = recall(store, "T1", SNAPSHOT_EVERY)
    assert last is not None
    names = [entry.name for entry in happened(store, last)]
    assert names == [entry.name for entry in last.entries]
    stream = [entry.name for entry in store.read("table/T1")]
    assert stream[-len(names) - 1 :].count("table-stood") == 1


class JustBegun(MemoryStore):
    """A store to which somebody else brings the rounds right after it is first read."""

    def __init__(self, played: MemoryStore) -> None:
        super().__init__()
        self._played: MemoryStore | None = played

    def read(
        self, stream: str, *, after: int = 0, upto: int | None = None, tag: str | None = None
    ) -> Iterator[Entry]:
        entries = list(super().read(stream, after=after, upto=upto, tag=tag))
        played, self._played = self._played, None
        if played is not None:
            every = (entry for name in played.streams() for entry in played.read(name))
            self.restore(every, played.receipts())
        return iter(entries)


def test_a_round_that_begins_while_it_is_looked_for_is_no_damage(played: MemoryStore) -> None:
    assert recall(JustBegun(played), "T1", 2) == recall(played, "T1", 2)


@pytest.mark.parametrize("left_out", ["", " AND name = 'bets-called'", " AND name = 'cards-dealt'"])
def test_a_round_that_is_not_found_whole_is_refused(
    played: MemoryStore, file: Path, left_out: str
) -> None:
    leave_out(file, OF_ROUND_2 + left_out)
    with closing(SqliteStore(file)) as store:
        with pytest.raises(Corrupt, match=r"under round 2 is not the whole round.*restore"):
            recall(store, "T1", 2)
        # The others are as they were, and whoever reads the stream itself misses nothing.
        assert recall(store, "T1", 3) == recall(played, "T1", 3)
        assert list(recall_all(store, "T1")) == list(recall_all(played, "T1"))


def test_the_end_of_a_round_is_where_the_stream_has_it(played: MemoryStore, file: Path) -> None:
    leave_out(file, f"{OF_ROUND_2} AND name IN ('round-closed', 'seeds-opened')")
    with closing(SqliteStore(file)) as store:
        assert recall(store, "T1", 2) == recall(played, "T1", 2)


def test_the_audit_reports_an_index_that_misses_an_entry(file: Path, tmp_path: Path) -> None:
    leave_out(file, f"{OF_ROUND_2} AND name = 'bets-called'")
    with closing(SqliteStore(file)) as store:
        found = audit(store, Library()).findings
        assert {(one.stream, one.kind) for one in found} == {("store", "store")}
        assert any("missing from index entries_by_tag" in one.message for one in found)
        # No entry is lost by it: a copy has the index made anew.
        backup(store, tmp_path / "friday.backup")
    with closing(SqliteStore(tmp_path / "new.db")) as new:
        restore(tmp_path / "friday.backup", new)
        assert audit(new, Library()).is_clean
