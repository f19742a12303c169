"""What is said to be written is where the next to open the store will look."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from pitboss.errors import Corrupt, RecordGone
from pitboss.store.addresses import open_store
from pitboss.store.contract import Store
from pitboss.store.sqlite import SqliteStore
from pitboss.store.sqlite_file import KEPT_SECONDS
from tests.contracts.samples import append, order


def _removed(file: Path) -> None:
    file.unlink()


def _moved(file: Path) -> None:
    file.rename(file.with_name("elsewhere.db"))


def _replaced(file: Path) -> None:
    copy = file.with_name("copy.db")
    shutil.copy(file, copy)
    copy.replace(file)


def _without_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


def _folder_moved(file: Path) -> None:
    file.parent.rename(file.parent.with_name("elsewhere"))


HARMS = (_removed, _moved, _replaced, _without_log, _folder_moved)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "record"
    folder.mkdir()
    return folder / "floor.db"


@pytest.mark.parametrize("harm", HARMS)
def test_no_command_is_answered_for_a_file_that_is_not_there_any_more(
    file: Path, harm: Callable[[Path], None]
) -> None:
    with closing(SqliteStore(file)) as store:
        store.append(order(1), [append("t", expected=0)])
        store.check_kept()
        harm(file)
        with pytest.raises(RecordGone, match=r"removed, moved or replaced"):
            store.check_kept()
        with pytest.raises(RecordGone):
            store.append(order(2), [append("t", expected=1)])
        with pytest.raises(RecordGone):
            store.append_all([(order(3), [append("u", expected=0)])])


def test_a_writer_finds_out_by_itself(file: Path) -> None:
    with closing(SqliteStore(file)) as store:
        store.append(order(1), [append("t", expected=0)])
        file.unlink()
        time.sleep(2 * KEPT_SECONDS)
        with pytest.raises(RecordGone):
            store.append(order(2), [append("t", expected=1)])


def test_a_file_named_by_a_link_and_by_a_short_name_is_kept(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = file.with_name("link.db")
    link.symlink_to(file)
    monkeypatch.chdir(file.parent)
    for name in (link, Path("floor.db")):
        with closing(SqliteStore(name)) as store:
            store.append(order(name.name), [append(name.name, expected=0)])
            store.check_kept()
    with closing(SqliteStore(link)) as store:
        os.unlink(link)
        with pytest.raises(RecordGone):
            store.check_kept()


def test_a_file_that_others_read_write_and_back_up_is_kept(file: Path) -> None:
    with closing(SqliteStore(file)) as store:
        for number in range(3):
            with closing(SqliteStore(file)) as other:
                other.append(order(f"other-{number}"), [append(f"other-{number}", expected=0)])
            store.append(order(number), [append(f"own-{number}", expected=0)])
        store.check_kept()


def test_every_store_says_that_it_is_kept(store: Store) -> None:
    store.append(order(1), [append("t", expected=0)])
    store.check_kept()


def test_a_database_whose_tables_are_dropped_takes_no_command(postgres_url: str) -> None:
    with closing(open_store(postgres_url)) as store:
        store.append(order(1), [append("t", expected=0)])
        with psycopg.connect(postgres_url, autocommit=True) as other:
            other.execute("DROP SCHEMA pitboss CASCADE")
        with pytest.raises(Corrupt, match="has lost what pitboss keeps"):
            store.append(order(2), [append("t", expected=1)])
        with pytest.raises(Corrupt):
            store.heads()
