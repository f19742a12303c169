"""`pitboss floor check` finds at once what would keep a floor from being served."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from pitboss.errors import Fault
from pitboss.floor.checks import floor_faults, staff_notes
from pitboss.floor.config import examine_config, read_config
from pitboss.floor.demonstration import demonstration_floor, starting_file
from pitboss.floor.floor import open_floor
from pitboss.house.secrets import Secrets
from pitboss.store.addresses import open_store
from tests.house.floor import CHEAP

OWN = "my-house.toml"
FLOOR = """
[floor]
name = "Ours"
time_zone = "Asia/Singapore"
rulebooks = ["my-house.toml"]

[server]
db = "{folder}/floor.db"

[tables.T1]
rulebook = "my-house"
limits = {{ ante = ["5.00", "500.00"], pair_plus = ["5.00", "200.00"] }}
layout = "A"
method = "automated"

[tables.T2]
rulebook = "mbs-let-it-ride-v3"
limits = {{ base = ["{least}", "500.00"] }}
"""


def a_floor(folder: Path, *, db: Path | None = None, counts: str, least: str = "5.00") -> Path:
    """The file of a floor with a rulebook of its own beside it."""
    builtin = files("pitboss").joinpath("rulebooks", "mbs-megalink-three-card-v6.toml")
    text = builtin.read_text(encoding="utf-8")
    text = text.replace('id = "mbs-megalink-three-card-v6"', 'id = "my-house"')
    before, start, after = text.partition("[settings.table_counts]")
    assert start, "it has such a setting"
    after = after.replace('default = "not_required"', f'default = "{counts}"', 1)
    (folder / OWN).write_text(before + start + after, encoding="utf-8")
    file = folder / "floor.toml"
    file.write_text(FLOOR.format(folder=db or folder, least=least), encoding="utf-8")
    return file


def faults_in(file: Path) -> list[Fault]:
    config, faults = examine_config(file, {})
    return [*faults, *floor_faults(config)]


def test_a_good_floor_has_no_faults_and_nothing_is_written(tmp_path: Path) -> None:
    file = a_floor(tmp_path, counts="not_required")
    assert faults_in(file) == []
    assert not (tmp_path / "floor.db").exists()


def test_the_floors_that_come_with_pitboss_have_no_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert list(floor_faults(demonstration_floor())) == []
    (tmp_path / "floor.toml").write_text(starting_file(), encoding="utf-8")
    assert faults_in(tmp_path / "floor.toml") == []


def test_faults_of_tables_rulebooks_and_the_record_are_named_together(tmp_path: Path) -> None:
    file = a_floor(tmp_path, db=tmp_path / "nowhere", counts="sometimes", least="nothing")
    found = faults_in(file)
    places = [fault.place for fault in found]
    assert any(place.startswith("table T2, limits") for place in places), places
    assert any(place.startswith(f"floor.rulebooks, {OWN}: rehearsal, ") for place in places), places
    assert "server.db" in places
    assert all(fault.problem for fault in found)


def test_a_record_of_play_money_is_not_for_a_floor_of_money(tmp_path: Path) -> None:
    file = a_floor(tmp_path, counts="not_required")
    store = open_store(str(tmp_path / "floor.db"))
    open_floor(demonstration_floor(), store, secrets=Secrets(CHEAP))
    store.close()
    (fault,) = faults_in(file)
    assert fault.place == "server.db"
    assert "play money" in fault.problem


def test_a_folder_that_may_not_be_written_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = a_floor(tmp_path, counts="not_required")
    monkeypatch.setattr("os.access", lambda path, mode: False)
    (fault,) = faults_in(file)
    assert (fault.place, "cannot be made" in fault.problem) == ("server.db", True)


def test_the_roles_that_nobody_has_yet_are_said(tmp_path: Path) -> None:
    config = read_config(a_floor(tmp_path, counts="not_required"), {})
    assert "Dealer, Pit Supervisor, Pit Manager" in next(iter(staff_notes(config)))
    assert list(staff_notes(demonstration_floor())) == []
