"""Opening a floor, again and again; and what is never in one record with money."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.errors import BadSetting
from pitboss.floor.demonstration import ADMINISTRATOR, SECRET, staff
from pitboss.floor.floor import open_floor
from pitboss.games.library import Library, open_rulebook
from pitboss.house.callers import System
from pitboss.house.secrets import Secrets
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.staff.register import Department
from pitboss.store.memory import MemoryStore
from pitboss.table.operation import CloseTable
from tests.floor.conducted import Conducted, config_with
from tests.house.floor import CHEAP, HandClock
from tests.house.floor import open_floor as people_of_a_real_floor


def test_opening_twice_writes_nothing_the_second_time() -> None:
    config = config_with("LIR-1", "TCP-1")
    floor = Conducted(MemoryStore(), config)
    before = floor.store.heads()
    again = Conducted(floor.store, config, clock=floor.clock)
    assert floor.store.heads() == before
    assert again.floor.notes == ()


def test_staff_of_every_kind_can_sign_in() -> None:
    floor = Conducted(MemoryStore(), config_with("TCP-1"))
    staffing = floor.floor.staff
    people = staff([book.roles for book in floor.floor.config.rulebooks.values()])
    assert {one.department for one in people} == set(Department)
    roles = {one.role for one in people if one.role}
    assert roles == {role for b in floor.floor.config.rulebooks.values() for role in b.roles}
    for one in people:
        assert staffing.sign_in(one.id, SECRET).department is one.department


def test_play_money_and_money_are_never_in_one_record() -> None:
    config = config_with("TCP-1")
    floor = Conducted(MemoryStore(), config)
    setting = replace(config.tables["TCP-1"], is_practice=False)
    real = replace(config, is_demonstration=False, tables={"TCP-1": setting}, players={})
    with pytest.raises(BadSetting, match="play money"):
        open_floor(real, floor.store, floor.clock)
    store = MemoryStore()
    open_floor(real, store, HandClock())
    with pytest.raises(BadSetting, match="Name another database"):
        open_floor(config, store, HandClock(), secrets=Secrets(CHEAP))


def test_people_with_printed_secrets_are_refused_on_a_real_floor() -> None:
    store, clock = MemoryStore(), HandClock()
    staffing = people_of_a_real_floor(store, clock)
    staffing.add(
        ADMINISTRATOR, name="Ada", department=Department.SURVEILLANCE, secret=SECRET, by="boss"
    )
    config = config_with("TCP-1")
    setting = replace(config.tables["TCP-1"], is_practice=False)
    real = replace(config, is_demonstration=False, tables={"TCP-1": setting})
    with pytest.raises(BadSetting, match=ADMINISTRATOR):
        open_floor(real, store, clock)


def test_a_real_floor_brings_nobody() -> None:
    config = config_with("TCP-1", players=(0, 0))
    setting = replace(config.tables["TCP-1"], is_practice=False)
    floor = Conducted(
        MemoryStore(), replace(config, is_demonstration=False, tables={"TCP-1": setting})
    )
    assert not floor.floor.staff.register().people
    assert floor.floor.supervisor is None


def test_i_13_on_a_real_floor_a_person_decides_that_a_table_shares_a_link() -> None:
    config = config_with("LIR-1", players=(0, 0))
    setting = replace(config.tables["LIR-1"], is_practice=False)
    real = replace(config, is_demonstration=False, tables={"LIR-1": setting})
    floor = open_floor(real, MemoryStore(), HandClock(), with_links=True)
    assert not floor.house.tables.table("LIR-1").is_open
    assert len(floor.notes) == 1
    assert "pitboss table open LIR-1" in floor.notes[0]


def test_a_table_that_somebody_closed_stays_closed() -> None:
    config = config_with("TCP-1", players=(0, 0))
    floor = Conducted(MemoryStore(), config)
    floor.floor.house.give(table_stream("TCP-1"), CloseTable(), System())
    again = Conducted(floor.store, config, clock=floor.clock)
    assert not again.table("TCP-1").is_open
    assert "was closed" in again.floor.notes[0]


def test_other_settings_are_told_and_the_table_goes_on_with_its_own() -> None:
    config = config_with("TCP-1")
    floor = Conducted(MemoryStore(), config)
    limits = {**config.tables["TCP-1"].limits, "ante": (Money(1000), Money(2000))}
    other = replace(config, tables={"TCP-1": replace(config.tables["TCP-1"], limits=limits)})
    again = Conducted(floor.store, other, clock=floor.clock)
    assert "other settings" in again.floor.notes[0]
    setting = again.table("TCP-1").setting
    assert setting is not None
    assert setting.limits == config.tables["TCP-1"].limits


def test_a_table_whose_rulebook_is_not_at_hand_is_named_with_what_would_do() -> None:
    config = config_with("MGC-1", "TCP-1")
    older = open_rulebook(Path(__file__).parents[1] / "data" / "rulebooks" / "mgc-let-it-ride.toml")
    was = replace(config.tables["MGC-1"], digest=older.digest)
    then = replace(config, rulebooks=Library([older]), tables={**config.tables, "MGC-1": was})
    floor = Conducted(MemoryStore(), then)
    assert floor.floor.notes == ()
    again = Conducted(floor.store, config, clock=floor.clock)
    assert len(again.floor.notes) == 1
    assert again.floor.notes[0].startswith(
        "Table MGC-1 is not served. The rulebook mgc-let-it-ride"
    )
    assert "--rulebook-file FILE" in again.floor.notes[0]
    again.runner.tick(again.clock.now)
    assert set(again.runner.problems) == {"MGC-1"}
