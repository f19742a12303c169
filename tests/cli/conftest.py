"""What the tests of commands share."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.house.house import House
from pitboss.staff.register import Department
from pitboss.store.sqlite import SqliteStore
from tests.cli.keyboard import Keyboard
from tests.cli.shell import ADA, DAN, Shell


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Keyboard:
    """The command as a person types it."""
    return Keyboard(monkeypatch, capsys)


@pytest.fixture
def shell(tmp_path: Path, keyboard: Keyboard) -> Shell:
    """A command line on a floor with staff."""
    return Shell(tmp_path / "floor.db", keyboard)


@pytest.fixture(scope="session")
def ada_and_dan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with Ada, administrator, and Dan of table games. Hashing takes its time, so
    it is made once and copied."""
    db = tmp_path_factory.mktemp("staff") / "floor.db"
    with closing(SqliteStore(db)) as store:
        staffing = House(store).staff
        staffing.add("ada", name="Ada Low", department=Department.ADMINISTRATION, secret=ADA)
        staffing.add("dan", name="Dan Wu", department=Department.TABLE_GAMES, secret=DAN, by="ada")
    return db


@pytest.fixture
def register(ada_and_dan: Path, tmp_path: Path, keyboard: Keyboard) -> Path:
    """A copy of it that commands are typed on, by Ada unless they say otherwise."""
    for file in ada_and_dan.parent.glob("floor.db*"):
        shutil.copy(file, tmp_path)
    keyboard.monkeypatch.setenv("PITBOSS_DB", str(tmp_path / "floor.db"))
    keyboard.monkeypatch.setenv("PITBOSS_SECRET", ADA)
    keyboard.monkeypatch.delenv("PITBOSS_NEW_SECRET", raising=False)
    return tmp_path / "floor.db"
