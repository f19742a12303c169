"""Commands for stores, which do not care what they say, and files that are old or damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from pitboss.store.batches import WriteBatch
from pitboss.store.contract import Append, Draft, Order, Receipt

BODY = '{"seat":3,"cards":["Ah","Kd","Qs"],"note":"ante \\u2014 “première” \\\\ é 🂡"}'


def order(
    number: int | str, *, asked: str = "as given", actor: str = "ann", second: str = ""
) -> Order:
    return Order(
        id=f"command-{number}",
        asked=asked,
        actor=actor,
        role="Dealer",
        time="2026-03-01T20:00:00Z",
        second=second,
    )


def draft(name: str = "WagerPlaced", *, body: str = BODY, tag: str = "") -> Draft:
    return Draft(name=name, schema=1, clause="4.1", body=body, tag=tag)


def append(stream: str, *drafts: Draft, expected: int | None = None) -> Append:
    return Append(stream=stream, drafts=drafts or (draft(),), expected=expected)


T = TypeVar("T")


class Heard:
    """What a batch says of what was delayed."""

    def __init__(self) -> None:
        self.written: list[list[str]] = []
        self.receipts: list[Receipt] = []
        self.losses = 0

    def note(self, receipts: Sequence[Receipt]) -> None:
        self.written.append([receipt.command.removeprefix("command-") for receipt in receipts])
        self.receipts += receipts

    def lose(self) -> None:
        self.losses += 1


def elsewhere(work: Callable[[], T]) -> T:
    """What another thread finds."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work).result()


def delay_two(batch: WriteBatch) -> None:
    batch.begin()
    batch.delay(order(1), [append("a", expected=1), append("new")])
    batch.delay(order(2), [append("a", draft(), draft(), expected=2)])


def delay_and_lose(batch: WriteBatch) -> None:
    """Something that waits, and of which somebody else wrote the stream since."""
    batch.begin()
    batch.delay(order(1), [append("new", expected=0)])
    batch.delay(order(2), [append("a", expected=1)])
    elsewhere(lambda: batch.append(order("other"), [append("a", expected=1)]))
    assert not batch.has_failed, "nobody knows yet"


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


INDEX = "entries_by_tag"


def leave_out(file: Path, of_entries: str) -> None:
    """Have the index know nothing of these entries, as if bits in it had flipped."""
    with closing(sqlite3.connect(file)) as raw, raw:
        (whole,) = raw.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (INDEX,)).fetchone()
        raw.execute(f"DROP INDEX {INDEX}")
        raw.execute(f"{whole} AND NOT ({of_entries})")
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (whole, INDEX))
