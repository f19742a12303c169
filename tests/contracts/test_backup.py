"""A backup holds everything up to one moment, and gives all of it back."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from pitboss.errors import Corrupt, Unavailable
from pitboss.store.addresses import open_store, open_to_read
from pitboss.store.backup import backup, check_backup, restore, restore_as_file, unfinished
from pitboss.store.contract import Receipt, Store
from pitboss.store.memory import MemoryStore
from tests.contracts.conftest import Place
from tests.contracts.samples import append, draft, order
from tests.contracts.writer import ROOT
from tests.waiting import PATIENCE


def fill(store: Store) -> None:
    for number in range(20):
        store.append(
            order(number), [append("table/é", draft(), draft(tag="1")), append("checkpoint")]
        )
    store.append(order("nothing"), [])


def same(one: Store, other: Store) -> bool:
    return (
        one.heads() == other.heads()
        and all(list(one.read(name)) == list(other.read(name)) for name in one.streams())
        and list(one.receipts()) == list(other.receipts())
    )


def test_there_and_back(place: Place, postgres_url: str, tmp_path: Path) -> None:
    source = place.open()
    fill(source)
    file = tmp_path / "friday.backup"
    copied = backup(source, file)
    assert copied.heads == source.heads()
    assert (copied.entries, copied.commands) == (60, 21)
    # One file, with nothing beside it that would have to be carried along.
    assert [path.name for path in tmp_path.glob("friday*")] == ["friday.backup"]
    for url in ("memory:", str(tmp_path / "new.db"), postgres_url):
        if url == place.url:
            continue
        with closing(open_store(url)) as target:
            assert restore(file, target) == copied
            assert same(source, target)
            assert target.append(order(3), [append("table/é")]).is_repeat
            target.append(order("after"), [append("table/é", expected=40)])
            assert len(list(target.read("table/é"))) == 41
    # Restoring does not touch the backup, and it can be read like any store.
    with closing(open_store(str(file))) as again:
        assert same(source, again)


def test_an_empty_store_can_be_backed_up(tmp_path: Path) -> None:
    copied = backup(MemoryStore(), tmp_path / "a.backup")
    assert (copied.heads, copied.commands) == ({}, 0)
    assert restore(tmp_path / "a.backup", MemoryStore()) == copied


def test_a_backup_while_others_write_is_of_one_moment(place: Place, tmp_path: Path) -> None:
    store, writing = place.open(), place.open()
    fill(store)
    begun, stop = Event(), Event()

    def write() -> int:
        number = 100
        # Not without end: a store in memory is written faster than it is backed up.
        while not stop.is_set() and number < 300:
            number += 1
            writing.append(order(number), [append("table/é", draft(), draft()), append("late")])
            begun.set()
        return number

    with ThreadPoolExecutor(1) as threads:
        done = threads.submit(write)
        try:
            assert begun.wait(PATIENCE)
            for number in range(3):
                file = tmp_path / f"{number}.backup"
                backup(store, file)
                target = MemoryStore()
                restore(file, target)
                late = target.head("late").version
                assert target.head("table/é").version == 40 + 2 * late
                assert len(list(target.receipts())) == 21 + late
        finally:
            stop.set()
        assert done.result() > 100


def test_a_store_that_is_damaged_makes_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    with closing(open_store(str(path))) as store:
        fill(store)
    with closing(sqlite3.connect(path)) as file:
        file.execute("DROP TRIGGER entries_are_not_changed")
        file.execute("UPDATE entries SET actor = 'eve' WHERE version = 7")
        file.commit()
    with (
        closing(open_store(str(path))) as store,
        pytest.raises(Corrupt, match="checkpoint: entry 7"),
    ):
        backup(store, tmp_path / "a.backup")
    assert [file.name for file in tmp_path.iterdir()] == ["pitboss.db"]


def remove(path: Path, stream: str) -> None:
    """Take a whole stream out of a file, its end too, and leave the receipts."""
    with closing(sqlite3.connect(path)) as file, file:
        for what in ("entries", "heads"):
            file.execute(f"DROP TRIGGER {what}_are_not_removed")
            file.execute(f"DELETE FROM {what} WHERE stream = ?", (stream,))


def test_a_store_that_lacks_a_stream_makes_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    with closing(open_store(str(path))) as store:
        fill(store)
        store.append(order("alone"), [append("player/p1", draft(), draft())])
    remove(path, "player/p1")
    with (
        closing(open_store(str(path))) as store,
        pytest.raises(
            Corrupt, match=r"player/p1: entry 1 is not .*command 'command-alone' wrote it"
        ),
    ):
        # Without the receipt nobody could tell afterwards that there was such a stream.
        backup(store, tmp_path / "a.backup")
    assert [file.name for file in tmp_path.iterdir()] == ["pitboss.db"]


def test_a_backup_that_lacks_a_stream_restores_nothing(tmp_path: Path) -> None:
    file, source, target = tmp_path / "a.backup", MemoryStore(), MemoryStore()
    fill(source)
    source.append(order("alone"), [append("player/p1")])
    backup(source, file)
    remove(file, "player/p1")
    with pytest.raises(Corrupt, match=r"a\.backup cannot be restored.*'command-alone'"):
        restore(file, target)
    with pytest.raises(Corrupt, match=r"a\.backup cannot be restored.*'command-alone'"):
        check_backup(file)
    with pytest.raises(Corrupt, match=r"a\.backup cannot be restored.*'command-alone'"):
        restore_as_file(file, tmp_path / "new.db")
    assert target.heads() == {}
    assert [one.name for one in tmp_path.iterdir()] == ["a.backup"]


def killed(folder: Path, name: str = "friday.backup") -> Path:
    """What a backup leaves that is killed while it writes."""
    code = f"""
import os, signal
from pathlib import Path
from pitboss.store.backup import backup
from pitboss.store.memory import MemoryStore
from tests.contracts.samples import append, order

class Dying(MemoryStore):
    def receipts(self):
        os.kill(os.getpid(), signal.SIGKILL)

store = Dying()
store.append(order(1), [append("table/1")])
backup(store, Path({str(folder / name)!r}))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    (part,) = folder.glob(f"{name}.part*[0-9]")
    return part


def test_d6_what_a_killed_backup_left_is_removed_by_the_next_one_of_its_name(
    tmp_path: Path,
) -> None:
    left, other = killed(tmp_path), killed(tmp_path, "monday.backup")
    # In a container every process may have the same number.
    own = left.with_name(f"friday.backup.part{os.getpid()}")
    for file in tmp_path.glob(f"{left.name}*"):
        file.rename(file.with_name(file.name.replace(left.name, own.name)))
    assert unfinished(tmp_path) == [own, other]
    store = MemoryStore()
    fill(store)
    assert backup(store, tmp_path / "friday.backup").entries == 60
    assert unfinished(tmp_path) == [other]
    names = {path.name for path in tmp_path.iterdir()}
    assert {name for name in names if name.startswith("friday")} == {"friday.backup"}


def test_d6_a_backup_that_is_being_written_is_left_alone(tmp_path: Path) -> None:
    class Slow(MemoryStore):
        def receipts(self) -> Iterator[Receipt]:
            begun.set()
            assert go_on.wait(PATIENCE)
            return super().receipts()

    begun, go_on = Event(), Event()
    slow = Slow()
    fill(slow)
    with ThreadPoolExecutor(1) as threads:
        done = threads.submit(backup, slow, tmp_path / "a.backup")
        assert begun.wait(PATIENCE)
        assert len(list(tmp_path.glob("a.backup.part*"))) > 0
        assert unfinished(tmp_path) == []
        go_on.set()
        assert done.result().entries == 60


def test_d6_what_a_killed_backup_left_is_never_taken_for_one(tmp_path: Path) -> None:
    part = killed(tmp_path)
    for use in (
        lambda: check_backup(part),
        lambda: restore(part, MemoryStore()),
        lambda: restore_as_file(part, tmp_path / "new.db"),
        lambda: open_store(str(part)),
        lambda: open_to_read(str(part)),
    ):
        with pytest.raises(Unavailable, match="is no backup: it was left by one that did not"):
            use()
    assert not (tmp_path / "new.db").exists()
