"""Logs of long ago: newer code reads them, comes to the same cents, and finds nothing new wrong."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pitboss.api import settle
from pitboss.audit.audit import audit
from pitboss.codec import DecodeError, decode, plain, text_of
from pitboss.games.library import built_in, built_in_ids
from pitboss.house.house import House
from pitboss.records.entries import event_of
from pitboss.records.played_rounds import recall, record_of
from pitboss.rulebook.model import Rulebook
from pitboss.store.contract import Store
from pitboss.table.rules import Setting
from pitboss.table.table import replay
from tests.golden.recording import (
    LINKED,
    LOGS,
    PLAYED,
    TABLES,
    cents_at_tables,
    cents_of,
    read_log,
)
from tests.golden.schema import SCHEMA, changes, schema

IRREGULAR = {"irregularity-reported", "ruling-made"}


def rulebook_of(store: Store) -> Rulebook:
    """The rulebook a log was played under, as it is now: what it says of these rounds must hold.

    Its file may have grown since, and then has another digest.
    """
    opened = next(entry for entry in store.read("table/T1") if entry.name == "table-opened")
    setting: Setting = event_of(opened).setting
    return replace(built_in(setting.rulebook), digest=setting.digest)


def test_every_rulebook_has_a_log() -> None:
    assert {path.stem for path in LOGS.glob("*.jsonl")} == PLAYED.keys()
    assert {played.rulebook for played in PLAYED.values()} == set(built_in_ids())


@pytest.mark.parametrize("name", PLAYED)
def test_an_old_log_replays_to_the_same_cents(name: str) -> None:
    store, lines = read_log(name)
    rules = rulebook_of(store)
    log = [event_of(entry) for entry in store.read("table/T1")]
    assert House(store).tables.table("T1") == replay(log)
    cents = {line["round"]: line["cents"] for line in lines}
    assert len(cents) >= PLAYED[name].rounds
    assert {entry.name for entry in store.read("table/T1")} >= IRREGULAR
    for number, settled_lines in cents.items():
        assert cents_of(store, number) == settled_lines
        found = recall(store, "T1", number)
        assert found is not None
        if not found.play.seats or not found.play.is_over:
            continue
        settled = settle(record_of(found, rules), rulebooks=[rules])
        again = [
            [seat["seat"], line["wager"], line["winnings"], line["returned"]]
            for seat in settled["seats"]
            for line in seat["lines"]
        ]
        assert sorted(again) == sorted(settled_lines)


def test_an_old_log_of_a_link_replays_to_the_same_cents() -> None:
    store, (line,) = read_log(LINKED)
    assert cents_at_tables(store) == line["cents"]
    for table in TABLES:
        log = [event_of(entry) for entry in store.read(f"table/{table}")]
        assert House(store).tables.table(table) == replay(log)


@pytest.mark.parametrize("name", [*PLAYED, LINKED])
def test_an_auditor_finds_nothing_in_an_old_log(name: str) -> None:
    store, _ = read_log(name)
    rules = rulebook_of(store)
    found = audit(store, {rules.id: rules}, is_alone=name != LINKED).findings
    # The seeds of the log with claims were found by trying, and an audit says that too.
    assert [one.kind for one in found] == (["chance"] if name == LINKED else [])


# --- what may change ------------------------------------------------------------------------------


def test_stored_events_keep_their_names_fields_and_types() -> None:
    """A field may be added if it has a default, and an event; nothing may go or change its type."""
    stored, now = json.loads(SCHEMA.read_text(encoding="utf-8")), schema()
    assert list(changes(stored, now)) == []
    assert stored == now, "write down what is new: python -m tests.golden.recording schema"


def test_a_change_that_old_logs_could_not_be_read_after_is_found() -> None:
    now = schema()
    stored = {
        "gone": {"clause": "str"},
        "hand-shown": {"seat": "str", "clause": "str", "old": "int"},
        "bets-closed": {},
    }
    assert list(changes(stored, now)) == [
        "gone is stored, and nothing reads it any more",
        "hand-shown: seat was str, and is int",
        "hand-shown: old was int, and is gone",
        "bets-closed: clause is not in old logs: give it a default",
    ]


def test_an_event_stored_before_a_field_was_added_has_its_default() -> None:
    store, _ = read_log("let-it-ride")
    opened = next(event_of(e) for e in store.read("table/T1") if e.name == "table-opened")
    body = plain(opened)
    del body["setting"]["is_practice"]
    assert decode(type(opened), text_of(body)) == opened
    del body["setting"]["rulebook"]
    with pytest.raises(DecodeError, match=r"missing required field `rulebook` - at `\$.setting`"):
        decode(type(opened), text_of(body))
