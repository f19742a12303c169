"""Backups: all of a store in one file, and back out of it.

A backup is an SQLite store like any other, so whatever reads a store reads a backup too. It may be
taken while others write: it holds everything up to one moment.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from pitboss.errors import Corrupt, Unavailable
from pitboss.store.chain import NOWHERE, Checking, broken
from pitboss.store.contract import Entry, Head, Receipt, Store
from pitboss.store.sqlite import SqliteStore
from pitboss.store.sqlite_file import is_unfinished, refuse_bad_place, refuse_unfinished


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied: where each stream ends, and how many commands wrote them."""

    heads: dict[str, Head]
    commands: int

    @property
    def entries(self) -> int:
        return sum(head.version for head in self.heads.values())


def backup(source: Store, path: Path) -> Copied:
    """Write all of a store into a new file, read it back, and only then give it its name."""
    refuse_bad_place(path)
    if path.exists():
        raise Unavailable(f"There is a file {path} already. Name another for the backup.")
    # What a backup of this name left that was killed goes first: it may even have our number.
    for left in unfinished(path.parent):
        if left.name.startswith(f"{path.name}.part"):
            _remove(left)
    part = path.with_name(f"{path.name}.part{os.getpid()}")
    try:
        with _held(part):
            heads = _ends(source)
            with closing(SqliteStore(part)) as target:
                target.restore(_entries(source, heads), _receipts(source, heads))
                target.make_portable()
            copied = _verified(part, heads)
            make_durable(part)
            part.rename(path)
            make_durable(path.parent)
    finally:
        _remove(part)
    return copied


def unfinished(folder: Path) -> list[Path]:
    """Files that backups left in a folder when they were killed; none is still being written."""
    found = sorted(path for path in folder.iterdir() if is_unfinished(path) and path.is_file())
    return [path for path in found if not _is_written(path)]


@contextmanager
def _held(part: Path) -> Iterator[None]:
    """Keep a lock on a file as long as it is written; the system lets go of it with the process."""
    handle = os.open(part, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise Unavailable(f"{part} is being written by another process. Try again.") from error
    finally:
        os.close(handle)


def _is_written(part: Path) -> bool:
    """Whether a process is at work on it."""
    try:
        handle = os.open(part, os.O_RDONLY)
    except OSError:
        # It is gone by now, or not ours to look at.
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def _remove(part: Path) -> None:
    """Remove an unfinished file, with the log that SQLite keeps beside it."""
    beside = re.compile(re.escape(part.name) + r"(-wal|-shm|-journal)?")
    for left in [path for path in part.parent.iterdir() if beside.fullmatch(path.name)]:
        left.unlink(missing_ok=True)


def check_backup(path: Path) -> None:
    """Read a backup to its end, before anything is made for what it holds."""
    with _backup(path) as source:
        _verified(path, _ends(source))


def restore_as_file(path: Path, file: Path) -> Copied:
    """A new file with all that a backup holds; if anything goes wrong there is none."""
    with _backup(path) as source:
        return backup(source, file)


def restore(path: Path, target: Store) -> Copied:
    """Fill an empty store with a backup, checking every chain, and compare the ends."""
    with _backup(path) as source:
        heads = _ends(source)
        target.restore(_entries(source, heads), source.receipts())
        if target.heads() != heads:
            raise Corrupt(
                "What was restored is not what the backup holds: another process wrote meanwhile. "
                "Restore into a store that is not in use yet."
            )
        return Copied(heads, sum(1 for _ in source.receipts()))


@contextmanager
def _backup(path: Path) -> Iterator[Store]:
    """A backup to be read; errors name the file that is damaged."""
    refuse_unfinished(path)
    try:
        with closing(SqliteStore(path, is_readonly=True)) as source:
            yield source
    except Corrupt as error:
        if str(path) in str(error):
            raise
        raise Corrupt(f"{path} cannot be restored. {error}") from error


def _ends(source: Store) -> dict[str, Head]:
    # A stream whose end is gone would be left behind with its receipts; this refuses it.
    source.streams()
    return source.heads()


def _entries(source: Store, heads: Mapping[str, Head]) -> Iterator[Entry]:
    for stream, head in heads.items():
        yield from source.read(stream, upto=head.version)


def _receipts(source: Store, heads: Mapping[str, Head]) -> Iterator[Receipt]:
    """Those of commands that had written by the moment of the heads: all or nothing of each.

    Raises `Corrupt` if what one wrote is gone: left out, it would never be missed.
    """
    for receipt in source.receipts():
        beyond = [
            place
            for place in receipt.written
            if heads.get(place.stream, NOWHERE).version < place.last
        ]
        for stream, first, last in beyond:
            end = source.head(stream).version
            if end < last:
                gone = f"command {receipt.command!r} wrote it, and it is gone"
                raise broken(stream, max(first, end + 1), gone)
        if not beyond:
            yield receipt


def _verified(path: Path, heads: dict[str, Head]) -> Copied:
    """Read the copy back from the disk."""
    checking = Checking()
    with closing(SqliteStore(path, is_readonly=True)) as copy:
        for _ in checking.entries(_entries(copy, copy.heads())):
            pass
        commands = sum(1 for _ in checking.receipts(copy.receipts()))
    if checking.heads != heads:
        raise Corrupt(f"{path} does not hold what was to be backed up. Try another disk.")
    return Copied(heads, commands)


def make_durable(path: Path) -> None:
    """Wait until a file or a folder is on the disk."""
    # A rename may reach the disk before what it names, unless both are waited for.
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
