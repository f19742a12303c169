"""SQLite files as the first layout had them: they are read and written on as they are."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_FIRST = """
CREATE TABLE entries (
    stream TEXT NOT NULL, version INTEGER NOT NULL, name TEXT NOT NULL, schema INTEGER NOT NULL,
    tag TEXT NOT NULL, command TEXT NOT NULL, actor TEXT NOT NULL, role TEXT NOT NULL,
    second TEXT NOT NULL, time TEXT NOT NULL, clause TEXT NOT NULL, body TEXT NOT NULL,
    previous TEXT NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (stream, version)
) WITHOUT ROWID;
CREATE INDEX entries_by_tag ON entries (stream, tag, version) WHERE tag <> '';
CREATE TABLE heads (
    stream TEXT PRIMARY KEY, version INTEGER NOT NULL, hash TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE commands (
    id TEXT PRIMARY KEY, asked TEXT NOT NULL, written TEXT NOT NULL, hash TEXT NOT NULL
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
PRAGMA application_id = 1885959266;
PRAGMA user_version = 1;
"""


def lay_out_as_first(file: Path) -> None:
    """Make an empty file of the first layout."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(_FIRST)
