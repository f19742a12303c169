"""A record that may not be written is still looked into: a copy put away, or evidence."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from pitboss.errors import Protected, Unavailable
from pitboss.store.addresses import open_store, open_to_read
from pitboss.store.backup import backup
from tests.contracts.samples import append, order
from tests.postgres import harmless_user, open_folder


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that somebody else reaches too: root may write everywhere, and so is nobody here."""
    user = harmless_user()
    made = Path(tempfile.mkdtemp(prefix="pitboss-", dir=open_folder(user)))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@contextmanager
def protected(folder: Path) -> Iterator[None]:
    """Nobody may write to anything in a folder."""
    user = harmless_user()
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    if user is not None:
        os.seteuid(user.pw_uid)
    try:
        yield
    finally:
        if user is not None:
            os.seteuid(0)
        folder.chmod(0o755)


def written(path: Path, *, in_pieces: bool = False) -> None:
    """A file with one entry; `in_pieces`, with a log beside it that holds it."""
    with closing(open_store(str(path))) as store:
        store.append(order(1), [append("a")])
        if in_pieces:
            for part in path.parent.glob(f"{path.name}*"):
                shutil.copy(part, part.with_name(part.name.replace("floor", "torn")))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_file_on_a_protected_disk_is_read_and_not_written(folder: Path) -> None:
    path = folder / "floor.db"
    written(path)
    before = contents(folder)
    with protected(folder):
        with pytest.raises(Unavailable, match="may not be written"):
            open_store(str(path))
        with closing(open_to_read(str(path))) as store:
            assert [entry.version for entry in store.read("a")] == [1]
            with pytest.raises(Protected, match="may not be written"):
                store.append(order(2), [append("a")])
    assert contents(folder) == before


def test_what_only_its_log_holds_is_not_passed_over(folder: Path) -> None:
    written(folder / "floor.db", in_pieces=True)
    (folder / "torn.db-shm").unlink()
    with protected(folder), pytest.raises(Unavailable, match="may not be"):
        open_to_read(str(folder / "torn.db"))
    with closing(open_to_read(str(folder / "torn.db"))) as store:
        assert [entry.version for entry in store.read("a")] == [1]


def test_to_look_into_a_backup_leaves_it_as_it_was(tmp_path: Path) -> None:
    written(tmp_path / "floor.db")
    kept = tmp_path / "kept.db"
    with closing(open_store(str(tmp_path / "floor.db"))) as store:
        backup(store, kept)
    before = contents(tmp_path)
    for _ in range(2):
        with closing(open_to_read(str(kept))) as store:
            assert store.streams() == ["a"]
    assert contents(tmp_path) == before


def test_to_look_into_a_file_in_use_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    written(path)
    with closing(open_to_read(str(path))) as store:
        assert store.streams() == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == ["floor.db"]
    with closing(open_store(str(path))) as writing, closing(open_to_read(str(path))) as reading:
        writing.append(order(2), [append("a")])
        assert [entry.version for entry in reading.read("a")] == [1, 2]
