"""`pitboss backup` and `pitboss restore`, as a person types them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from pitboss.store.addresses import open_store
from tests.cli.keyboard import Keyboard
from tests.contracts.samples import append, order


@pytest.fixture
def pitboss(tmp_path: Path, keyboard: Keyboard) -> Keyboard:
    """The command, in a folder of its own."""
    keyboard.monkeypatch.chdir(tmp_path)
    keyboard.monkeypatch.delenv("PITBOSS_DB", raising=False)
    return keyboard


@pytest.fixture
def record(tmp_path: Path) -> str:
    """The default file in the current folder; the hash its only stream ends with."""
    with closing(open_store(str(tmp_path / "pitboss.db"))) as store:
        store.append(order(1), [append("table/1")])
        return store.head("table/1").hash


def test_backup_and_restore(
    pitboss: Keyboard, record: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = pitboss("backup", "friday.backup")
    assert done.status == 0, done.err
    heads = f"table/1         1  {record}\n"
    counts = "1 streams, 1 entries, 1 commands\n"
    assert done.out == f"backed up to friday.backup, and checked: {counts}{heads}"
    told = f"restored from friday.backup, and checked: {counts}{heads}"
    done = pitboss("restore", "--db", "new.db", "friday.backup")
    assert (done.status, done.out) == (0, told)
    # The address may come from the environment.
    monkeypatch.setenv("PITBOSS_DB", postgres_url)
    done = pitboss("restore", "friday.backup")
    assert (done.status, done.out) == (0, told)


def test_refusals_are_one_plain_line(pitboss: Keyboard, record: str, tmp_path: Path) -> None:
    assert record
    assert pitboss("backup", "a.backup").status == 0
    for words, why in (
        (["backup", "a.backup"], "There is a file a.backup already. Name another"),
        (["backup", "pitboss.db"], "There is a file pitboss.db already. Name another"),
        (["backup", "nowhere/b.backup"], "nowhere/b.backup cannot be opened: there is no folder"),
        (["backup", "b.backup", "--db", "typo.db"], "There is no file typo.db."),
        (["restore", "a.backup"], "There are records in this store already"),
        (["restore", "b.backup", "--db", "new.db"], "There is no file b.backup."),
    ):
        done = pitboss(*words)
        assert done.status == 2
        assert done.err.startswith(f"pitboss: {why}")
        assert done.err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.backup", "pitboss.db"]


def test_a_damaged_backup_is_named_and_leaves_nothing_behind(
    pitboss: Keyboard, record: str, tmp_path: Path, postgres_url: str
) -> None:
    assert pitboss("backup", "a.backup").status == 0
    data = (tmp_path / "a.backup").read_bytes()
    (tmp_path / "a.backup").write_bytes(data.replace(record.encode(), b"0" * len(record)))
    for db in ("new.db", postgres_url):
        done = pitboss("restore", "a.backup", "--db", db)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("pitboss: a.backup cannot be restored. table/1: entry 1 is not")
        # Nothing is there that an audit could find nothing in.
        assert pitboss("audit", "--db", db).status == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.backup", "pitboss.db"]
    # A file that was there before stays, as empty as it was.
    with closing(open_store("new.db")):
        pass
    assert pitboss("restore", "a.backup", "--db", "new.db").status == 2
    assert (tmp_path / "new.db").exists()


def test_d6_what_another_backup_left_unfinished_is_named(
    pitboss: Keyboard, record: str, tmp_path: Path
) -> None:
    (tmp_path / "friday.backup.part4711").write_bytes(b"")
    done = pitboss("backup", "monday.backup")
    assert done.status == 0
    assert done.err == (
        "friday.backup.part4711 is no backup: it was left by one that was interrupted. Remove it.\n"
    )
    refused = pitboss("restore", "friday.backup.part4711", "--db", "new.db")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith("pitboss: friday.backup.part4711 is no backup: ")
    assert pitboss("backup", "friday.backup").err == ""
    assert sorted(tmp_path.glob("friday*")) == [tmp_path / "friday.backup"]
