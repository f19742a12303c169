"""`/health` names every table, and says which one stands still and why; the others go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from pitboss.errors import Unavailable
from pitboss.floor.config import FloorConfig
from pitboss.floor.demonstration import SECRET
from pitboss.floor.floor import SUPERVISOR, Floor, open_table
from pitboss.house.secrets import Secrets
from pitboss.table.prompts import due_lines
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Table
from pitboss.web.backend import Backend
from pitboss.web.messages import HealthReply, TableHealth
from pitboss.web.server import open_backend
from tests.floor.driver import config_with
from tests.house.floor import CHEAP, HandClock
from tests.web.site import Failing, Serving

TABLES = ("LIR-2", "TCP-1", "MGC-1")
BASE = ("1", "2", "$")
STILL = "This table stands still; staff have been told."


def without_settling(config: FloorConfig, table: str) -> FloorConfig:
    """The floor with a rulebook that lacks what its table asks for at the end of a round."""
    rules = config.rulebooks[config.tables[table].rulebook]
    procedure = {step: clause for step, clause in rules.procedure.items() if step != "settle"}
    books = {**config.rulebooks, rules.id: replace(rules, procedure=procedure)}
    return replace(config, rulebooks=books)


class Opened:
    """A floor behind a server's backend, whose time is moved by hand."""

    def __init__(self, config: FloorConfig, store: Failing | None = None) -> None:
        self.store, self.clock = store or Failing(), HandClock()
        self.backend: Backend
        self.floor: Floor
        self.backend, self.floor = open_backend(
            config, self.store, clock=self.clock, secrets=Secrets(CHEAP)
        )

    def run(self, seconds: int) -> None:
        tick, end = self.backend.tick, self.clock.now + timedelta(seconds=seconds)
        assert tick is not None
        while self.clock.now < end:
            again = tick(self.clock.now)
            self.clock.now = max(again, self.clock.now + timedelta(milliseconds=100))

    def serving(self) -> Serving:
        """The server, with nothing but the test to move its time."""
        return Serving(replace(self.backend, tick=None), self.floor.dealing)


def health_at(up: Serving) -> tuple[int, HealthReply]:
    answer = up.browser().get("/health")
    data = json.loads(answer.text)
    tables = tuple(TableHealth(**one) for one in data.pop("tables"))
    return answer.status_code, HealthReply(**data, tables=tables)


def test_a_table_that_cannot_play_stops_no_other_and_health_says_which_and_why(
    caplog: pytest.LogCaptureFixture,
) -> None:
    opened = Opened(without_settling(config_with(*TABLES), "TCP-1"))
    opened.run(seconds=300)
    rounds = {name: opened.floor.house.tables.table(name).rounds.number for name in TABLES}
    assert rounds["TCP-1"] == 1
    assert min(rounds["LIR-2"], rounds["MGC-1"]) > 1
    # It failed at every look, and is told of once, with the place in the program.
    told = [text for text in caplog.messages if "stands still" in text]
    assert len(told) == 1
    assert told[0].startswith("table TCP-1 stands still: an error in the program or the rulebook:")
    assert "Traceback" in told[0]
    with opened.serving() as up:
        status, health = health_at(up)
        lobby = up.browser().get("/").text
        staff = up.browser()
        staff.sign_in_staff("demo-surveillance", SECRET)
        pit = staff.get("/staff").text
    assert (status, health.status) == (503, "degraded")
    found = {one.table: one for one in health.tables}
    assert set(found) == set(TABLES)
    assert all(one.is_open and one.is_driven and one.moved for one in health.tables)
    assert found["LIR-2"].problem is found["MGC-1"].problem is None
    assert "KeyError: 'settle'" in (found["TCP-1"].problem or "")
    assert "pitboss rulebook check" in (found["TCP-1"].remedy or "")
    assert found["TCP-1"].moved < found["LIR-2"].moved
    # Players are told that it stands still, and staff why.
    assert lobby.count(STILL) == 1
    assert "KeyError" not in lobby
    assert "This table stands still: an error in the program or the rulebook" in pit


def test_a_table_that_people_deal_and_that_cannot_play_is_seen_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = config_with("TCP-1", "LIR-2")
    live = replace(config.tables["LIR-2"], mode=Mode.LIVE, link=None, unit=None, offered=BASE)
    opened = Opened(replace(config, tables={**config.tables, "LIR-2": live}))
    open_table(opened.floor.house, live, SUPERVISOR)
    opened.run(seconds=30)

    def fails(rules: TableRules, table: Table, *names: object) -> Iterator[str]:
        if rules.setting.table == "LIR-2":
            raise KeyError("close")
        return due_lines(rules, table)

    monkeypatch.setattr("pitboss.web.views.due_lines", fails)
    with opened.serving() as up:
        status, health = health_at(up)
    found = {one.table: one for one in health.tables}
    assert status == 503
    assert not found["LIR-2"].is_driven
    assert "KeyError: 'close'" in (found["LIR-2"].problem or "")
    assert found["TCP-1"].problem is None


def test_a_table_that_waits_for_a_player_is_well() -> None:
    opened = Opened(config_with(*TABLES, players=(0, 0)))
    opened.run(seconds=60)
    with opened.serving() as up:
        status, health = health_at(up)
    assert (status, health.status) == (200, "ok")
    assert [one.problem for one in health.tables] == [None] * len(TABLES)


def test_where_the_record_is_kept_is_not_told_to_those_who_ask_for_health() -> None:
    store = Failing()
    opened = Opened(config_with("LIR-2"), store)
    store.unwritable = Unavailable("secret-place.db: the disk is full. Make room.")
    opened.run(seconds=60)
    with opened.serving() as up:
        status, health = health_at(up)
    assert (status, health.status) == (503, "degraded")
    assert health.tables[0].problem == "the record cannot be read or written"
    assert "disk" in (health.tables[0].remedy or "")
