"""Rows changed by hand in a real database: each is found, and nothing else is hidden by it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from json.encoder import encode_basestring as quoted
from pathlib import Path

import psycopg
import pytest

from pitboss.audit.audit import audit
from pitboss.audit.findings import Finding
from pitboss.audit.snapshot import StoreSnapshot
from pitboss.errors import Corrupt
from pitboss.games.library import Library
from pitboss.store.addresses import open_store
from pitboss.store.backup import backup
from pitboss.store.contract import Head, Receipt, Store
from pitboss.store.heads import read_heads, write_heads
from pitboss.store.memory import MemoryStore
from pitboss.store.rows import COLUMNS, receipt_row
from tests.house.floor import Floor
from tests.postgres import Server

RULEBOOK = "mbs-megalink-holdem-v9"
OF_T1 = "stream = 'table/T1'"
FIRST = "(SELECT min(version) FROM entries WHERE stream = 'table/T1' AND name = '{}')"
ITS_COMMAND = "(SELECT command FROM entries WHERE stream = 'table/T1' AND version = 20)"


def entry(name: str, change: str) -> str:
    """Change the first entry of a name."""
    return f"UPDATE entries SET {change} WHERE {OF_T1} AND version = {FIRST.format(name)}"


BY_HAND: dict[str, tuple[tuple[str, ...], str]] = {
    "a cent": ((entry("wager-settled", "body = replace(body, '.00', '.01')"),), "does not fit"),
    "a card": ((entry("cards-dealt", "body = replace(body, '[\"', '[\"2')"),), "does not fit"),
    "an actor": ((entry("choice-made", "actor = 'p9'"),), "p1 asked for it, and p9 did it"),
    "a second person": (
        (entry("choice-made", "second = 'ann'"),), "p1 asked for it, and p1 with ann did it",
    ),
    "a time": ((entry("bets-closed", "time = '2027-01-01T00:00:00.000000Z'"),), "entry before"),
    "a role": ((entry("bets-closed", "role = 'Pit Manager'"),), "was not Pit Manager"),
    "a clause": ((entry("bets-closed", "clause = '9.9'"),), "not this rule"),
    "a round": ((entry("bets-closed", "tag = '3'"),), "filed under round 3, and is of 1"),
    "no round": ((entry("bets-closed", "tag = ''"),), "filed under round none, and is of 1"),
    "a command's id": ((entry("bets-closed", "command = 'other'"),), "and it names another"),
    "a removed receipt": ((f"DELETE FROM commands WHERE id = {ITS_COMMAND}",), "no receipt of"),
    "a receipt": (
        (f"UPDATE commands SET asked = '{{}}' WHERE id = {ITS_COMMAND}",), "not as it was written",
    ),
    "a receipt's place": (
        (f"UPDATE commands SET written = '[' WHERE id = {ITS_COMMAND}",), "not as it was written",
    ),
    "an id of a receipt": (
        (f"UPDATE commands SET id = 'other' WHERE id = {ITS_COMMAND}",), "not as it was written",
    ),
    "a tail": ((f"DELETE FROM entries WHERE {OF_T1} AND version > 50",), "knows"),
    "a stream": ((f"DELETE FROM entries WHERE {OF_T1}",), "it is gone"),
    "a number that is none": (
        (f"UPDATE entries SET version = 'abc' WHERE {OF_T1} AND version = 5",), "such a number",
    ),
    "a version that is none": (
        (entry("bets-closed", "schema = 'abc'"),), "not all of it is text or number",
    ),
    "bytes for a text": (
        (entry("bets-closed", "command = CAST(command AS BLOB)"),), "not all of it is text",
    ),
    "an event that nothing allows for": (
        (entry("cards-dealt", "body = '{\"hands\":[]}'"),), "it cannot have happened",
    ),
    "a time that is none": (
        (entry("bets-closed", "time = 'noon'"),), "neither this nor what follows can be checked",
    ),
    "the checkpoints": (("DELETE FROM entries WHERE stream = 'checkpoint'",), "its checkpoint"),
}  # fmt: skip
ENDS = {
    "an end too early": ("UPDATE heads SET version = 3 WHERE {}", "has it end at 3"),
    "an end too late": ("UPDATE heads SET version = 999 WHERE {}", "has it end at 999"),
    "another end": ("UPDATE heads SET hash = 'ab' WHERE {}", "that was written last"),
    "no end": ("DELETE FROM heads WHERE {}", "it is gone"),
    "no end, where entries are": ("DELETE FROM heads WHERE {}", "has it end at 0"),
    "an end that is no number": ("UPDATE heads SET version = 'abc' WHERE {}", "has it end at 0"),
    "an end in bytes": (
        "UPDATE heads SET stream = CAST(stream AS BLOB) WHERE {}", "entries follow",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def played() -> Store:
    """A table after a few rounds."""
    store = MemoryStore()
    floor = Floor(store)
    floor.open(RULEBOOK)
    floor.play(rounds=3)
    return store


@pytest.fixture
def file(tmp_path: Path, played: Store) -> str:
    """The same in a file of its own."""
    return _copied(played, str(tmp_path / "floor.db"))


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, played: Store) -> str:
    """The same in a database of either kind."""
    if request.param == "sqlite":
        found: str = request.getfixturevalue("file")
        return found
    server: Server = request.getfixturevalue("postgres")
    return _copied(played, server.new_database())


def _copied(played: Store, url: str) -> str:
    entries = (entry for stream in played.streams() for entry in played.read(stream))
    with closing(open_store(url)) as store:
        store.restore(entries, played.receipts())
    return url


def by_hand(url: str, *statements: str) -> None:
    """What somebody can do who has the rights of the database itself."""
    if url.startswith("postgresql:"):
        with psycopg.connect(url) as server:
            for table in ("entries", "commands"):
                server.execute(f"ALTER TABLE pitboss.{table} DISABLE TRIGGER ALL".encode())
            server.execute("SET search_path TO pitboss")
            for statement in statements:
                assert server.execute(statement.encode()).rowcount, statement
        return
    with closing(sqlite3.connect(url)) as file, file:
        for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            file.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert file.execute(statement).rowcount, statement


def found(url: str, heads: dict[str, Head] | None = None) -> Iterator[Finding]:
    with closing(open_store(url)) as store:
        yield from audit(store, Library(), heads=heads).findings


def test_what_nobody_touched_is_clean(url: str, played: Store) -> None:
    assert list(found(url, played.heads())) == []


@pytest.mark.parametrize("what", BY_HAND)
def test_what_was_changed_by_hand_is_found(file: str, what: str) -> None:
    statements, message = BY_HAND[what]
    by_hand(file, *statements)
    assert [one for one in found(file) if message in one.message]


@pytest.mark.parametrize("what", ["a receipt", "a receipt's place", "an id of a receipt"])
def test_a_damaged_receipt_hides_nothing_else_and_is_not_carried_away(
    url: str, what: str, tmp_path: Path
) -> None:
    by_hand(url, *BY_HAND[what][0], *BY_HAND["a cent"][0])
    messages = [one.message for one in found(url)]
    assert any("not as it was written" in message for message in messages)
    assert any("does not fit what it says" in message for message in messages)
    with closing(open_store(url)) as store, pytest.raises(Corrupt):
        backup(store, tmp_path / "backup.db")


def test_a_command_that_wrote_nothing_is_none(url: str) -> None:
    # By its id a command that somebody gives one day would count as done.
    row = receipt_row(Receipt(command="p1-77", asked="{}", written=()))
    values = ", ".join(f"'{value}'" for value in row)
    by_hand(url, f"INSERT INTO commands (id, asked, written, hash) VALUES ({values})")
    (one,) = found(url)
    assert (one.stream, one.kind, one.message) == (
        "receipts", "command", "command 'p1-77' wrote nothing",
    )  # fmt: skip


@pytest.mark.parametrize("what", ENDS)
def test_where_a_file_has_a_stream_end_is_held_against_the_stream(file: str, what: str) -> None:
    statement, message = ENDS[what]
    by_hand(file, statement.format(OF_T1))
    assert [one for one in found(file) if message in one.message]


@pytest.mark.parametrize("number", [0, -7])
def test_an_entry_before_the_first_is_found(url: str, number: int) -> None:
    # No reader is given it, so nothing else would ever show it.
    columns = ", ".join(name for name in COLUMNS if name != "version")
    by_hand(
        url,
        f"INSERT INTO entries (version, {columns}) "
        f"SELECT {number}, {columns} FROM entries WHERE {OF_T1} AND version = 5",
    )
    (one,) = found(url)
    assert (one.stream, one.version, one.kind, one.message) == (
        "table/T1", number, "chain", "no entry has such a number",
    )  # fmt: skip


def test_entries_of_a_stream_that_ends_nowhere_are_found(file: str) -> None:
    columns = ", ".join(name for name in COLUMNS if name != "stream")
    by_hand(
        file,
        f"INSERT INTO entries (stream, {columns}) "
        f"SELECT 'table/T9', {columns} FROM entries WHERE {OF_T1} AND version < 5",
    )
    (one,) = found(file)
    assert (one.stream, one.version, one.kind) == ("table/T9", 0, "chain")
    assert "the store has it end at 0" in one.message


WRITTEN = {
    "no places": ("7", "is not as it was written"),
    "half a place": ("[[1,2]]", "is not as it was written"),
    "places without numbers": ('[["table/T1","a","b"]]', "is not as it was written"),
    "from behind its end": ('[["table/T1",5,4]]', "of entries 5 to 4 of table/T1, which are none"),
    "from before the first": ('[["table/T1",0,4]]', "of entries 0 to 4 of table/T1, which are"),
    "to no end": ('[["table/T1",9999,99999999999999]]', "command p1-77 wrote it; it is gone"),
}


@pytest.mark.parametrize("what", WRITTEN)
def test_a_receipt_with_a_fitting_seal_says_where_something_is(url: str, what: str) -> None:
    written, message = WRITTEN[what]
    text = f"[{quoted('p1-77')},{quoted('{}')},{quoted(written)}]"
    values = ", ".join(
        f"'{value}'" for value in ("p1-77", "{}", written, sha256(text.encode()).hexdigest())
    )
    by_hand(url, f"INSERT INTO commands (id, asked, written, hash) VALUES ({values})")
    (one,) = found(url)
    assert one.kind == "command"
    assert message in one.message


def test_a_receipt_without_an_id_is_found(url: str) -> None:
    row = receipt_row(Receipt(command="", asked="{}", written=()))
    values = ", ".join(f"'{value}'" for value in row)
    by_hand(url, f"INSERT INTO commands (id, asked, written, hash) VALUES ({values})")
    messages = [one.message for one in found(url)]
    assert "there is one of a command without an id" in messages


UNREADABLE = "CAST(x'7bff' || CAST(substr({0}, 3) AS BLOB) AS TEXT)"
"""The same text with a byte in it that belongs to no character."""


@pytest.mark.parametrize(
    ("statement", "stream"),
    [
        ("UPDATE entries SET body = {} WHERE stream = 'seeds/T1' AND version = 2", "seeds/T1"),
        (f"UPDATE commands SET asked = {{}} WHERE id = {ITS_COMMAND}", "receipts"),
    ],
)
def test_a_byte_that_is_no_text_is_found_where_it_is(
    file: str, statement: str, stream: str
) -> None:
    column = "body" if "body" in statement else "asked"
    by_hand(file, statement.format(UNREADABLE.format(column)))
    findings = list(found(file))
    assert [one for one in findings if one.stream == stream and one.kind in {"chain", "command"}]


def test_what_is_kept_secret_is_never_quoted(file: str, played: Store, tmp_path: Path) -> None:
    *_, kept = played.read("seeds/T1")
    by_hand(
        file,
        "UPDATE entries SET body = " + UNREADABLE.format("body") + " WHERE stream = 'seeds/T1'",
    )
    with closing(open_store(file)) as store:
        said = [str(one) for one in audit(store, Library()).findings]
        with pytest.raises(Corrupt, match="seeds/T1: entry 1 is not as it was written") as refusal:
            list(store.read("seeds/T1"))
    said += [str(refusal.value), str(refusal.value.__cause__)]
    assert json.loads(kept.body)["deck"]
    assert not [one for one in said if json.loads(kept.body)["deck"][:8] in one]


@pytest.mark.parametrize("prefix", ["", "table/"])
def test_an_end_that_is_no_number_is_refused_in_words(file: str, prefix: str) -> None:
    by_hand(file, f"UPDATE heads SET version = 'abc' WHERE {OF_T1}")
    with closing(open_store(file)) as store:
        for ask in (
            lambda: store.heads(prefix),
            lambda: store.streams(prefix),
            lambda: store.head("table/T1"),
            lambda: store.heads_of(["table/T1"]),
            lambda: list(store.read("table/T1")),
        ):
            with pytest.raises(Corrupt, match="table/T1: where it ends is not as it was written"):
                ask()


def test_an_end_that_is_none_is_not_exported(file: str, tmp_path: Path) -> None:
    by_hand(file, f"UPDATE heads SET version = 'abc' WHERE {OF_T1}")
    with closing(open_store(file)) as store:
        write_heads(tmp_path / "head.json", StoreSnapshot(store).heads())
        left = {stream for stream in store.scan_ends() if stream != "table/T1"}
    assert set(read_heads(tmp_path / "head.json")) == left
