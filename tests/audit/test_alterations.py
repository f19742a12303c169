"""Break it on purpose: every alteration must be found, whoever made it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from pitboss.audit.findings import Report
from pitboss.audit.whole import audit
from pitboss.games.library import Library, built_in_ids
from pitboss.store.contract import Entry, Head, Store
from pitboss.store.memory import MemoryStore
from tests.audit.altering import Altered
from tests.pit.playing import Floor

TABLE = "table/T1"


@pytest.fixture(scope="module", params=built_in_ids())
def played(request: pytest.FixtureRequest) -> Store:
    """A table after a few rounds."""
    store = MemoryStore()
    floor = Floor(store)
    floor.open(request.param)
    floor.play(rounds=3)
    return store


def audited(altered: Altered, heads: dict[str, Head] | None = None) -> Report:
    return audit(cast(Store, altered), Library(), heads=heads)


def kinds(report: Report) -> set[str]:
    return {finding.kind for finding in report.findings}


def test_a_record_that_nobody_touched_is_clean(played: Store) -> None:
    report = audited(Altered(played), played.heads())
    assert [str(finding) for finding in report.findings] == []
    assert report.events == sum(head.version for head in played.heads().values())


def _cent(body: dict[str, Any]) -> None:
    body["returned"] = "0.01" if body["returned"] == "0.00" else "0.00"


def _card(body: dict[str, Any]) -> None:
    hand = next(iter(body["hands"].values()))
    hand[0] = "2c" if hand[0] != "2c" else "3c"


CARELESS: dict[str, Callable[[Altered], object]] = {
    "a cent": lambda a: a.change_body(TABLE, a.find(TABLE, "wager-settled"), _cent),
    "a card": lambda a: a.change_body(TABLE, a.find(TABLE, "cards-dealt"), _card),
    "an actor": lambda a: a.change(TABLE, a.find(TABLE, "choice-made"), actor="p9"),
    "a role": lambda a: a.change(TABLE, a.find(TABLE, "bets-closed"), role="player"),
    "a time": lambda a: a.change(TABLE, 9, time="2027-01-01T00:00:00.000000Z"),
    "a clause": lambda a: a.change(TABLE, 9, clause="9.9"),
    "a name": lambda a: a.change(TABLE, 9, name="bets-closed"),
    "a second person": lambda a: a.change(TABLE, 9, second="ann"),
    "a removed entry": lambda a: a.entries[TABLE].pop(9),
    "an added entry": lambda a: a.entries[TABLE].insert(9, a.entries[TABLE][8]),
    "a new order": lambda a: a.entries[TABLE].reverse(),
    "two swapped": lambda a: _swap(a.entries[TABLE], 9, 10),
    "a removed tail": lambda a: _drop(a.entries[TABLE], 5),
    "a removed stream": lambda a: a.entries.pop(TABLE),
    "a removed stream of seeds": lambda a: a.entries.pop("seeds/T1"),
    "a person of the staff": lambda a: a.change("staff", 0, body='{"person":"eve"}'),
    "a checkpoint": lambda a: a.entries["checkpoint"].pop(0),
}


def _swap(entries: list[Entry], one: int, other: int) -> None:
    entries[one], entries[other] = entries[other], entries[one]


def _drop(entries: list[Entry], count: int) -> None:
    del entries[-count:]


@pytest.mark.parametrize("what", CARELESS)
def test_a_careless_alteration_is_found(played: Store, what: str) -> None:
    altered = Altered(played)
    CARELESS[what](altered)
    assert kinds(audited(altered)) & {"chain", "checkpoint", "command"}


# Somebody who can write anything makes all hashes, checkpoints and receipts fit again. What the
# log then says must still be what the rules allow.
FORGED: dict[str, tuple[Callable[[Altered], object], str]] = {
    "a cent": (CARELESS["a cent"], "settlement"),
    "a card": (CARELESS["a card"], "draws"),
    "an actor": (CARELESS["an actor"], "permission"),
    "a role": (CARELESS["a role"], "permission"),
    "a clause": (CARELESS["a clause"], "event"),
    "a missing decision": (
        lambda a: a.entries[TABLE].pop(a.find(TABLE, "choice-made")),
        "event",
    ),
    "a round that was not settled": (
        lambda a: a.entries[TABLE].pop(a.find(TABLE, "round-settled")),
        "event",
    ),
    "another seed": (
        lambda a: a.change_body(
            TABLE, a.find(TABLE, "seeds-opened"), lambda body: body.update(deck="ab" * 32)
        ),
        "draws",
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forgery_with_a_perfect_chain_is_found_by_what_it_says(played: Store, what: str) -> None:
    change, kind = FORGED[what]
    altered = Altered(played)
    change(altered)
    altered.rechain()
    assert kind in kinds(audited(altered))


FORGED_BEYOND_THE_RULES: dict[str, Callable[[Altered], object]] = {
    "a time": CARELESS["a time"],
    "a removed tail": lambda a: _drop(a.entries[TABLE], len(a.entries[TABLE]) // 3),
    "a removed table": lambda a: a.entries.pop(TABLE),
}


@pytest.mark.parametrize("what", FORGED_BEYOND_THE_RULES)
def test_what_the_rules_cannot_tell_an_exported_head_can(played: Store, what: str) -> None:
    altered = Altered(played)
    FORGED_BEYOND_THE_RULES[what](altered)
    altered.rechain()
    assert "checkpoint" in kinds(audited(altered, played.heads()))
