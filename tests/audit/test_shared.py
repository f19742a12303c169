"""An audit shared out among processes finds what an audit by one finds, forgeries included."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.audit.processes import MANY, audit_shared, steps_of, workers_for
from pitboss.games.library import Library
from pitboss.store.contract import Head, Store
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore
from tests.audit.altering import Altered, part, say, together
from tests.house.linked import LINK
from tests.house.script import FloorScript

TABLE, INBOX, POT = "table/T1", f"inbox/{LINK}/T1", f"link/{LINK}"


@pytest.fixture(scope="module")
def played() -> Store:
    """Two linked tables, one of them with a claim."""
    return FloorScript("electronic T1\nelectronic T2 2\nT1 plays straight flush\nT2 plays").store


def kept(altered: Altered, path: Path) -> SqliteStore:
    """A forged record in a file, with every hash made good again."""
    altered.rechain()
    store = SqliteStore(path)
    entries = (entry for stream in altered.streams() for entry in altered.scan(stream))
    store.restore(entries, altered.receipts())
    return store


FORGED = together(
    # Something is wrong at a table, in an inbox, and at a link whose claim no table made.
    say("table/T2", "wager-settled", winnings="1.00"),
    part(INBOX, 0, "stakes", **{"1": "10.00"}),
    say(POT, "claim-entered", table="T9"),
)


@pytest.mark.slow
@pytest.mark.parametrize("is_forged", [False, True])
def test_two_processes_find_what_one_finds(played: Store, tmp_path: Path, is_forged: bool) -> None:
    altered = Altered(played)
    if is_forged:
        FORGED(altered)
    store = kept(altered, tmp_path / "kept.db")
    try:
        alone = audit(store, Library())
        told: list[str] = []
        url = str(tmp_path / "kept.db")
        shared = audit_shared(store, url, (), workers=2, progress=told.append)
        assert shared == alone
        assert len(told) == steps_of(store)
        places = {finding.stream for finding in shared.findings}
        assert places >= ({"table/T2", POT} if is_forged else set())
        assert bool(places) is is_forged
    finally:
        store.close()


class Large(MemoryStore):
    """A store that says it is large."""

    def heads(self, prefix: str = "") -> dict[str, Head]:
        return {f"{prefix}one": Head(MANY, "")}


def test_few_entries_are_checked_by_one_process_and_many_by_all_cores() -> None:
    assert workers_for(MemoryStore()) == 1
    assert workers_for(Large()) == os.cpu_count()
