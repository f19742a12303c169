"""Logs of long ago on a link: every prize is where it was, and an auditor finds nothing wrong."""

from __future__ import annotations

import pytest

from pitboss.audit.audit import audit
from pitboss.house.house import House
from pitboss.records.entries import event_of
from pitboss.table.table import replay
from tests.golden.linked import LOGS, TABLES, cents_of, read_linked
from tests.golden.test_golden import rulebook_of

NAMES = sorted(path.stem for path in LOGS.glob("*.jsonl"))


@pytest.mark.parametrize("name", NAMES)
def test_an_old_log_of_a_link_replays_to_the_same_cents(name: str) -> None:
    store, cents = read_linked(name)
    assert cents_of(store) == cents
    for table in TABLES:
        log = [event_of(entry) for entry in store.read(f"table/{table}")]
        assert House(store).tables.table(table) == replay(log)


@pytest.mark.parametrize("name", NAMES)
def test_an_auditor_finds_nothing_in_an_old_log_of_a_link(name: str) -> None:
    store, _ = read_linked(name)
    rules = rulebook_of(store)
    assert audit(store, {rules.id: rules}).findings == ()
