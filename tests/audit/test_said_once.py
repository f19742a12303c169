"""One thing that is wrong is said where it is, and not again at everything that follows."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from pitboss.audit.audit import audit
from pitboss.audit.books import TableBooks
from pitboss.games.library import Library
from pitboss.ledger.books import as_booked
from pitboss.money import Money
from pitboss.round.result import RoundClosed
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from tests.audit.altering import Altered, audited, found, say
from tests.house.floor import Floor

TABLE = "table/T1"
ROUNDS = 12


@pytest.fixture(scope="module")
def played() -> Store:
    """A table after rounds enough that what is repeated in each of them shows."""
    store = MemoryStore()
    floor = Floor(store)
    floor.open("mbs-megalink-holdem-v9")
    floor.play(rounds=ROUNDS)
    return store


@pytest.mark.parametrize("name", ["choice-made", "wager-settled", "round-closed", "bets-called"])
def test_an_entry_that_is_gone_is_missed_alone(played: Store, name: str) -> None:
    altered = Altered(played)
    whole = len(altered.entries[TABLE])
    gone = altered.entries[TABLE].pop(altered.find(TABLE, name))
    report = audit(cast(Store, altered), Library())
    places = {
        one.version
        for one in report.findings
        if one.stream == TABLE and one.kind in ("chain", "command", "checkpoint")
    }
    assert gone.version in places
    # Which command was asked for shows at the next one too, and the round at its end.
    assert places <= set(range(gone.version, gone.version + whole // ROUNDS))
    assert f"command {gone.command} wrote it; it is gone" in {o.message for o in report.findings}
    assert report.events == sum(map(len, altered.entries.values()))
    assert len(report.findings) < whole // 4


def test_several_that_are_gone_and_a_number_that_cannot_be_are_found(played: Store) -> None:
    altered = Altered(played)
    first = altered.find(TABLE, "choice-made")
    gone = altered.entries[TABLE][first : first + 3]
    del altered.entries[TABLE][first : first + 3]
    places = {(one.version, one.kind) for one in audited(altered) if one.stream == TABLE}
    assert {(entry.version, "command") for entry in gone} <= places
    altered.change(TABLE, -1, version=10**15)
    assert (10**15, "chain") in {(one.version, one.kind) for one in audited(altered)}


def test_a_cent_that_is_changed_is_missed_in_its_own_round(played: Store) -> None:
    findings = found(played, say(TABLE, "wager-settled", stake="10.01"))
    posted = {one.version for one in findings if one.kind == "posting"}
    record = Altered(played)
    end = record.find(TABLE, "round-closed") + 1
    assert posted
    assert posted <= set(range(record.find(TABLE, "wager-settled"), end + 1))


def test_a_cent_by_which_books_and_chips_differ_is_found_when_the_round_closes() -> None:
    floor = Floor(MemoryStore())
    floor.open("mbs-megalink-holdem-v9")
    floor.play()
    table = floor.house.tables.table("T1")
    books, closed = TableBooks(), RoundClosed(clause="1.1.13")
    books.ledger = as_booked(table)
    assert list(books.check(table, closed, table)) == []
    richer = replace(table, chips=replace(table.chips, rack=table.chips.rack + Money(1)))
    ((kind, message),) = books.check(richer, closed, richer)
    assert (kind, message.partition(":")[0]) == ("posting", "rack")
    # The books go on from what the table has.
    assert list(books.check(richer, closed, richer)) == []
