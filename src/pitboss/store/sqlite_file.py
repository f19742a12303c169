"""An SQLite file: whether it is usable, its errors in words that say what to do, its tables."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from pitboss.errors import Conflict, Corrupt, GivenBefore, Protected, RecordGone, Unavailable
from pitboss.store.chain import NOWHERE, REMEDY, Checking, Linked, linked_all, refuse_unless_empty
from pitboss.store.contract import Append, Entry, Head, Order, Receipt, Write
from pitboss.store.rows import (
    COLUMNS,
    LISTED,
    RECEIPT,
    Known,
    ReceiptRow,
    Row,
    receipt_of,
    receipt_row,
    repeated,
)

MAGIC = b"SQLite format 3\0"
SMALLEST = 512
KEPT_SECONDS = 0.01
LONGEST_WAIT = 30.0
"""How long a writer waits for another process before it gives up, in seconds."""


_UNFINISHED = re.compile(r".+\.part[0-9]+")


def is_unfinished(path: Path) -> bool:
    """Whether it is called like a backup that is not done yet, or never will be.

    >>> [is_unfinished(Path(name)) for name in ("friday.backup", "friday.backup.part4711")]
    [False, True]
    """
    return _UNFINISHED.fullmatch(path.name) is not None


def refuse_unfinished(path: Path) -> None:
    """What a backup left that did not come to its end is no backup, however much is in it."""
    if is_unfinished(path):
        raise Unavailable(
            f"{path} is no backup: it was left by one that did not come to its end. "
            "Take another backup, and remove this file."
        )


def refuse_bad_place(path: Path, *, must_exist: bool = False) -> None:
    """SQLite says "unable to open database file" to all of these."""
    if path.is_dir():
        raise Unavailable(f"{path} is a folder. Name a file in it.")
    if not path.parent.is_dir():
        raise Unavailable(f"{path} cannot be opened: there is no folder {path.parent}. Make it.")
    if must_exist and not path.exists():
        raise Unavailable(f"There is no file {path}. Name the file you mean.")
    if path.exists() and not path.is_file():
        # From a pipe one would read for ever.
        raise Unavailable(f"{path} is neither a file nor a folder. Name a file.")
    try:
        with path.open("rb") as file:
            start = file.read(SMALLEST)
    except FileNotFoundError:
        return
    except OSError as error:
        raise Unavailable(
            f"{path} may not be read ({error.strerror}). Change its rights."
        ) from error
    if start and not start.startswith(MAGIC[: len(start)]):
        raise Unavailable(f"{path} is not a database. Name another file.")
    if 0 < len(start) < SMALLEST:
        # SQLite would take such a remnant for an empty database and begin anew.
        raise Corrupt(
            f"{path} is damaged (all but its first {len(start)} bytes are gone). {REMEDY}"
        )


_OWNERS_ONLY = 0o600
_LOGS = ("", "-wal", "-shm", "-journal")


def keep_private(path: Path) -> None:
    """Make a file that only its owner may read and write; take the rights of others from it.

    SQLite gives its logs the rights of the file, so they are right from the start. A file that is
    not ours is left as its owner has it.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _OWNERS_ONLY))
    for name in _LOGS:
        own = path.with_name(path.name + name)
        with suppress(OSError):
            mode = own.stat().st_mode
            if mode & 0o077:
                own.chmod(mode & _OWNERS_ONLY)


def keeps_log(path: Path) -> bool:
    """Whether a file says of itself that it is written with a log."""
    with path.open("rb") as file:
        return file.read(20)[18:20] == b"\x02\x02"


def is_filled(path: Path) -> bool:
    """Whether there is such a file, with something in it."""
    return path.exists() and path.stat().st_size > 0


class KeptFiles:
    """The files that a connection has open, and whether they are still the ones at their names.

    A file that is removed or renamed stays open, so SQLite goes on writing to it: what it says is
    done is lost with the process.
    """

    def __init__(self, path: Path) -> None:
        """`path` is the database; its log lies beside it, where a link to it leads."""
        self._path = path
        log = Path(f"{os.path.realpath(path)}-wal")
        self._known = {
            str(file): found
            for file in (path.absolute(), log)
            if (found := _identity(str(file))) is not None
        }
        self._checked = 0.0

    def check_after_writing(self) -> None:
        """The same as `check`, but not for every one of many commands in a hundredth of a second.

        To ask the system takes longer than a command may cost more.
        """
        if time.monotonic() - self._checked > KEPT_SECONDS:
            self.check()

    def check(self) -> None:
        """Raise `RecordGone` if one of them is not the file that was opened."""
        self._checked = 0.0
        for file, known in self._known.items():
            if _identity(file) != known:
                raise RecordGone(
                    f"{self._path} is no longer the record that was opened: {Path(file).name} was "
                    "removed, moved or replaced. Nothing more is written to it. Stop every "
                    "program that uses it, and bring the file back."
                )
        self._checked = time.monotonic()


def _identity(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def code_of(error: Exception) -> int | None:
    """The kind of error without its details; None for what Python itself finds."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


_UNAVAILABLE = {
    sqlite3.SQLITE_BUSY: f"another process has been writing to it for {LONGEST_WAIT:.0f} seconds. "
    "Wait until it is done, or stop it, and give the command again",
    sqlite3.SQLITE_FULL: "the disk is full. Make room and give the command again",
    sqlite3.SQLITE_IOERR: "it could not be read or written. See that the disk works and has room. "
    "What was to be written may have been all the same: look before you give the command again",
    sqlite3.SQLITE_READONLY: "it may not be written. Put it where it may, or change its rights",
    sqlite3.SQLITE_PERM: "it may not be opened. Change its rights",
    sqlite3.SQLITE_CANTOPEN: "it may not be opened. See who may read and write it and its folder",
}

NO_PLACE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
"""What SQLite says where it may not write."""

# Damaged text may come back as neither: Python fails to read it, and says so in its own way.
SQLITE_SAYS = (sqlite3.Error, UnicodeDecodeError)


def is_unreadable_text(error: Exception) -> bool:
    """Whether a text is none; what SQLite's module says of it quotes what it could read."""
    is_said = isinstance(error, sqlite3.OperationalError) and code_of(error) is None
    return isinstance(error, UnicodeDecodeError) or (is_said and "decode" in str(error))


def plainly_said(path: Path, error: Exception) -> Exception:
    """What SQLite says of a file, as an error of ours."""
    code = code_of(error)
    if isinstance(error, sqlite3.ProgrammingError):
        return error
    if code in _UNAVAILABLE:
        kind = Protected if code == sqlite3.SQLITE_READONLY else Unavailable
        return kind(f"{path}: {_UNAVAILABLE[code]} ({error}).")
    if code == sqlite3.SQLITE_NOTADB:
        return Unavailable(f"{path} is not a database. Name another file.")
    found = "a text in it is none" if is_unreadable_text(error) else str(error)
    return Corrupt(f"{path} is damaged ({found}). {REMEDY}")


# --- tables --------------------------------------------------------------------------------------


APPLICATION = int.from_bytes(b"pitb")
LAYOUT = 2
"""Entries stand one after the other as they come, whatever their stream, so that a command adds to
the last page and seldom divides one."""
_SCHEMA = """
CREATE TABLE entries (
    place INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    name TEXT NOT NULL,
    schema INTEGER NOT NULL,
    tag TEXT NOT NULL,
    command TEXT NOT NULL,
    actor TEXT NOT NULL,
    role TEXT NOT NULL,
    second TEXT NOT NULL,
    time TEXT NOT NULL,
    clause TEXT NOT NULL,
    body TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (stream, version)
);
CREATE INDEX entries_by_tag ON entries (stream, tag, version) WHERE tag <> '';
CREATE TABLE heads (
    stream TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    hash TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE commands (
    id TEXT PRIMARY KEY,
    asked TEXT NOT NULL,
    written TEXT NOT NULL,
    hash TEXT NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER entries_are_not_changed BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_are_not_removed BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never removed'); END;
CREATE TRIGGER commands_are_not_changed BEFORE UPDATE ON commands
    BEGIN SELECT RAISE(ABORT, 'receipts are never changed'); END;
CREATE TRIGGER commands_are_not_removed BEFORE DELETE ON commands
    BEGIN SELECT RAISE(ABORT, 'receipts are never removed'); END;
CREATE TRIGGER heads_only_grow BEFORE UPDATE ON heads
    WHEN new.stream <> old.stream OR new.version <= old.version
    BEGIN SELECT RAISE(ABORT, 'streams only grow'); END;
CREATE TRIGGER heads_are_not_removed BEFORE DELETE ON heads
    BEGIN SELECT RAISE(ABORT, 'streams are never removed'); END;
"""
_ADD_ENTRY = f"INSERT INTO entries ({LISTED}) VALUES ({', '.join('?' * len(COLUMNS))})"
_ADD_COMMAND = f"INSERT INTO commands ({RECEIPT}) VALUES (?, ?, ?, ?)"
# Where a stream ends stands apart from its entries, so that damage to the one shows in the other.
_ADD_HEAD = "INSERT INTO heads (stream, version, hash) VALUES (?, ?, ?)"
_MOVE_HEAD = "UPDATE heads SET version = ?, hash = ? WHERE stream = ? AND version = ? AND hash = ?"
HEADS = "SELECT stream, version, hash FROM heads"
# A stream has entries and no end only if the one was removed or the other added.
SCAN_ENDS = """
SELECT stream, version, hash FROM heads
UNION ALL
SELECT stream, 0, '' FROM (SELECT DISTINCT stream FROM entries)
WHERE stream NOT IN (SELECT stream FROM heads)
ORDER BY stream
"""
HEAD = "SELECT version, hash FROM heads WHERE stream = ?"
# From one name to the next by the index: a look at every entry would take seconds. Each name once:
# a damaged index could go round in circles.
ENDLESS = """
WITH RECURSIVE names (stream) AS (
    SELECT min(stream) FROM entries WHERE stream >= ?1
    UNION
    SELECT (SELECT min(stream) FROM entries WHERE stream > names.stream)
    FROM names WHERE substr(names.stream, 1, length(?1)) = ?1
)
SELECT stream FROM names
WHERE substr(stream, 1, length(?1)) = ?1 AND stream NOT IN (SELECT stream FROM heads)
"""
"""Streams with entries whose end is gone."""
COMMAND = f"SELECT {RECEIPT} FROM commands WHERE id = ?"


def make_tables(cursor: sqlite3.Cursor) -> None:
    """All that a new file needs, and whose it is."""
    for statement in _statements(_SCHEMA):
        cursor.execute(statement)
    cursor.execute(f"PRAGMA application_id = {APPLICATION}")
    cursor.execute(f"PRAGMA user_version = {LAYOUT}")


def written(cursor: sqlite3.Cursor, order: Order, appends: Sequence[Append]) -> Receipt:
    """Write one command, unless it was written before, in the transaction that has begun."""
    try:
        return _written(cursor, [(order, appends)])[0]
    except Known as known:
        return repeated(receipt_of(known.row), order)


def written_all(cursor: sqlite3.Cursor, group: Sequence[Write]) -> list[Receipt]:
    """Write several commands that build on each other, in the transaction that has begun."""
    try:
        return _written(cursor, group)
    except Known as known:
        raise GivenBefore(known.command) from None


def _written(cursor: sqlite3.Cursor, group: Sequence[Write]) -> list[Receipt]:
    before: dict[str, Head] = {}
    for _, appends in group:
        for append in appends:
            if append.stream not in before:
                before[append.stream] = _end_before(cursor, append)
    # Whether a command was written before is asked only once something stands in its way, for it
    # hardly ever was. Receipts go first, and a command given again stops at its own.
    try:
        news = linked_all(group, before)
    except Conflict:
        _refuse_known(cursor, [order.id for order, _ in group])
        raise
    tried: list[str] = []
    try:
        cursor.executemany(_ADD_COMMAND, _receipt_rows(news, tried))
    except sqlite3.IntegrityError:
        # Those before it have just been added.
        _refuse_known(cursor, tried[-1:])
        raise
    after: dict[str, Head] = {}
    for new in news:
        after |= new.heads
    for stream, end in after.items():
        _move_head(cursor, stream, before[stream], end)
    cursor.executemany(_ADD_ENTRY, [entry for new in news for entry in new.entries])
    return [new.receipt for new in news]


def _receipt_rows(news: Iterable[Linked], tried: list[str]) -> Iterator[ReceiptRow]:
    """The receipts of what is new, one by one; `tried` is told which were asked for."""
    for new in news:
        tried.append(new.receipt.command)
        yield receipt_row(new.receipt)


def _end_before(cursor: sqlite3.Cursor, append: Append) -> Head:
    """Where a stream ends; a writer that chained to its end has read it, and is believed here."""
    if append.expected and append.chained:
        return Head(append.expected, append.chained[0].previous)
    return _head(cursor, append.stream)


def _head(cursor: sqlite3.Cursor, stream: str) -> Head:
    row = cursor.execute(HEAD, (stream,)).fetchone()
    return end_of(stream, *row) if row else NOWHERE


def end_of(stream: str, version: object, digest: str) -> Head:
    """Where a stream ends, if it can end there."""
    if not isinstance(version, int):
        raise Corrupt(f"{stream}: where it ends is not as it was written. {REMEDY}")
    return Head(version, digest)


def _move_head(cursor: sqlite3.Cursor, stream: str, before: Head, after: Head) -> None:
    """From where a stream was believed to end; if it does not, another writer was first."""
    if not before.version:
        cursor.execute(_ADD_HEAD, (stream, *after))
        return
    cursor.execute(_MOVE_HEAD, (*after, stream, *before))
    if not cursor.rowcount:
        found = _head(cursor, stream)
        raise Conflict(stream, expected=before.version, found=found.version)


def _refuse_known(cursor: sqlite3.Cursor, commands: Iterable[str]) -> None:
    for command in commands:
        row = cursor.execute(COMMAND, (command,)).fetchone()
        if row is not None:
            raise Known(command, row) from None


def fill(cursor: sqlite3.Cursor, entries: Iterable[Entry], receipts: Iterable[Receipt]) -> None:
    checking = Checking()
    refuse_unless_empty(
        not cursor.execute("SELECT 1 FROM heads LIMIT 1").fetchone()
        and not cursor.execute("SELECT 1 FROM commands LIMIT 1").fetchone()
    )
    cursor.executemany(_ADD_ENTRY, checking.entries(entries))
    cursor.executemany(_ADD_HEAD, _head_rows(checking.heads))
    cursor.executemany(_ADD_COMMAND, map(receipt_row, checking.receipts(receipts)))


def _head_rows(heads: dict[str, Head]) -> list[Row]:
    return [(stream, head.version, head.hash) for stream, head in heads.items()]


def _statements(script: str) -> Iterator[str]:
    """One by one, because `executescript` would commit before it begins."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
