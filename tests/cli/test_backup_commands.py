"""`pitboss backup` and `pitboss restore`, as a person types them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitboss.cli.main import run
from pitboss.store.opening import open_store
from tests.contracts.drafting import append, order


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


Typed = Callable[..., Done]


@pytest.fixture
def pitboss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Typed:
    """The command, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PITBOSS_DB", raising=False)

    def typed(*words: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["pitboss", *words])
        with pytest.raises(SystemExit) as end:
            run()
        out, err = capsys.readouterr()
        return Done(int(end.value.code or 0), out, err)

    return typed


@pytest.fixture
def record(tmp_path: Path) -> str:
    """The default file in the current folder; the hash its only stream ends with."""
    with closing(open_store(str(tmp_path / "pitboss.db"))) as store:
        store.append(order(1), [append("table/1")])
        return store.head("table/1").hash


def test_backup_and_restore(
    pitboss: Typed, record: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = pitboss("backup", "friday.backup")
    assert done.returncode == 0, done.stderr
    heads = f"table/1         1  {record}\n"
    counts = "1 streams, 1 entries, 1 commands\n"
    assert done.stdout == f"backed up to friday.backup, and checked: {counts}{heads}"
    told = f"restored from friday.backup, and checked: {counts}{heads}"
    done = pitboss("restore", "--db", "new.db", "friday.backup")
    assert (done.returncode, done.stdout) == (0, told)
    # The address may come from the environment.
    monkeypatch.setenv("PITBOSS_DB", postgres_url)
    done = pitboss("restore", "friday.backup")
    assert (done.returncode, done.stdout) == (0, told)


def test_refusals_are_one_plain_line(pitboss: Typed, record: str, tmp_path: Path) -> None:
    assert record
    assert pitboss("backup", "a.backup").returncode == 0
    for words, why in (
        (["backup", "a.backup"], "There is a file a.backup already. Name another"),
        (["backup", "b.backup", "--db", "typo.db"], "There is no file typo.db."),
        (["restore", "a.backup"], "There are records in this store already"),
        (["restore", "b.backup", "--db", "new.db"], "There is no file b.backup."),
    ):
        done = pitboss(*words)
        assert done.returncode == 2
        assert done.stderr.startswith(f"pitboss: {why}")
        assert done.stderr.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.backup", "pitboss.db"]
