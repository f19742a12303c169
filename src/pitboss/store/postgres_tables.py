"""The tables in PostgreSQL, and the statements that are sent to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count
from operator import itemgetter

import psycopg
from psycopg import errors

from pitboss.errors import Unavailable
from pitboss.store.chain import Linked
from pitboss.store.contract import Head, Write
from pitboss.store.postgres_connection import Connection
from pitboss.store.rows import COLUMNS, LISTED, PAGE, RECEIPT, Known, Row, receipt_row

LAYOUT = 1
_LOCK = int.from_bytes(b"pitboss")

_TABLES = """
CREATE SCHEMA pitboss;
CREATE TABLE pitboss.about (layout integer NOT NULL);
CREATE TABLE pitboss.entries (
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    schema bigint NOT NULL,
    tag text NOT NULL,
    command text NOT NULL,
    actor text NOT NULL,
    role text NOT NULL,
    second text NOT NULL,
    time text NOT NULL,
    clause text NOT NULL,
    body text NOT NULL,
    previous text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (stream, version)
);
CREATE INDEX entries_by_tag ON pitboss.entries (stream, tag, version) WHERE tag <> '';
CREATE TABLE pitboss.commands (
    id text COLLATE "C" PRIMARY KEY,
    asked text NOT NULL,
    written text NOT NULL,
    hash text NOT NULL
);
CREATE FUNCTION pitboss.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'pitboss.% is only ever added to', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON pitboss.entries
    FOR EACH STATEMENT EXECUTE FUNCTION pitboss.refuse_change();
CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON pitboss.commands
    FOR EACH STATEMENT EXECUTE FUNCTION pitboss.refuse_change();
"""


def make_tables(connection: psycopg.Connection[Row], place: str, *, must_exist: bool) -> None:
    """Make the tables unless they are there or must be, and see that they are ours."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise Unavailable(
            f"{place} keeps text as {encoding}. Make one with CREATE DATABASE … ENCODING 'UTF8'."
        )
    if _layout(connection, place) is None:
        if must_exist:
            raise Unavailable(f"{place} has no record in it. Name the database you mean.")
        with connection.transaction():
            # Several processes may open a new database at once: the second finds it made.
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            if _layout(connection, place) is None:
                connection.execute(_TABLES)
                connection.execute("INSERT INTO pitboss.about (layout) VALUES (%s)", (LAYOUT,))
    layout = _layout(connection, place)
    if layout != LAYOUT:
        raise Unavailable(
            f"{place} was written by another version of pitboss (its layout is {layout}, "
            f"and this one reads {LAYOUT}). Use the version that wrote it."
        )


def _layout(connection: psycopg.Connection[Row], place: str) -> int | None:
    """The number of the layout; None if nothing of ours is there yet."""
    # Asked of the catalogue itself: to_regclass may remember that it was not there a moment ago.
    found = connection.execute("SELECT FROM pg_namespace WHERE nspname = 'pitboss'").fetchone()
    if found is None:
        return None
    try:
        row = connection.execute("SELECT layout FROM pitboss.about").fetchone()
    except (errors.UndefinedTable, errors.UndefinedColumn):
        row = None
    if row is None:
        raise Unavailable(
            f"{place} has a schema `pitboss` that is not ours. Name another database."
        )
    return int(row[0])


# --- statements ----------------------------------------------------------------------------------


PREPARED = 20
"""Up to so many entries, a statement is worth preparing: longer ones are rare, and each differs."""
_SHAPES = 512
"""How many texts of statements are cached."""

_COMMANDS = f"SELECT {RECEIPT} FROM pitboss.commands WHERE id = ANY(%s)"
HEADS_OF = """
SELECT named.stream, ends.version, ends.hash
FROM unnest(%s::text[]) AS named (stream) CROSS JOIN LATERAL (
    SELECT version, hash FROM pitboss.entries WHERE stream = named.stream COLLATE "C"
    ORDER BY version DESC LIMIT 1
) AS ends
"""
READ_ON = f"""
SELECT {", ".join(f"found.{name}" for name in COLUMNS)}
FROM unnest(%s::text[], %s::bigint[]) AS named (stream, after) CROSS JOIN LATERAL (
    SELECT * FROM pitboss.entries
    WHERE stream = named.stream COLLATE "C" AND version > named.after
    ORDER BY version LIMIT {PAGE}
) AS found
ORDER BY found.stream, found.version
"""
# From one name to the next by the index: a look at every entry would take seconds.
HEADS = """
WITH RECURSIVE names (stream) AS (
    SELECT min(stream) FROM pitboss.entries WHERE stream >= %s
    UNION ALL
    SELECT (SELECT min(stream) FROM pitboss.entries WHERE stream > names.stream)
    FROM names WHERE starts_with(names.stream, %s)
)
SELECT names.stream, ends.version, ends.hash
FROM names CROSS JOIN LATERAL (
    SELECT version, hash FROM pitboss.entries WHERE stream = names.stream
    ORDER BY version DESC LIMIT 1
) AS ends
WHERE starts_with(names.stream, %s) ORDER BY names.stream
"""


class Look:
    """Where the streams of commands end, and whether any was given before: in one round trip."""

    def __init__(self, connection: Connection, group: Sequence[Write]) -> None:
        streams = {append.stream for _, appends in group for append in appends}
        self._ids = [order.id for order, _ in group]
        # The receipt last: if this very command moved a stream, its receipt is there by then.
        self._heads = connection.execute(HEADS_OF, (sorted(streams),))
        self._commands = connection.execute(_COMMANDS.encode(), (self._ids,))

    def refuse_known(self) -> None:
        """Raise `Known` for the first that was."""
        rows = {row[0]: row for row in self._commands}
        for command in self._ids:
            if command in rows:
                raise Known(command, rows[command])

    def heads(self) -> dict[str, Head]:
        """Where the streams end; one that is not there is left out."""
        return {stream: Head(version, digest) for stream, version, digest in self._heads}


def write(connection: Connection, news: Sequence[Linked]) -> None:
    """Commands and their entries, all of them or none."""
    values: list[str | int] = []
    # In one order everywhere, so that no two commands wait for each other.
    for new in sorted(news, key=lambda new: new.receipt.command):
        values += receipt_row(new.receipt)
    rows = [row for new in news for row in new.entries]
    for row in sorted(rows, key=itemgetter(0)):
        values += row
    name, statement = _writing(len(news), len(rows))
    connection.write(name, statement, [str(value).encode() for value in values])


@lru_cache(_SHAPES)
def _writing(commands: int, entries: int) -> tuple[bytes, bytes]:
    """One statement, and so one transaction and one round trip; with a name if it is prepared."""
    numbers = count(1)

    def listed(rows: int, columns: int) -> str:
        return ", ".join(
            f"({', '.join(f'${next(numbers)}' for _ in range(columns))})" for _ in range(rows)
        )

    statement = f"INSERT INTO pitboss.commands ({RECEIPT}) VALUES {listed(commands, 4)}"
    if entries:
        statement = (
            f"WITH command AS ({statement}) "
            f"INSERT INTO pitboss.entries ({LISTED}) VALUES {listed(entries, len(COLUMNS))}"
        )
    name = f"write_{commands}_{entries}" if entries <= PREPARED else ""
    return name.encode(), statement.encode()


def lock_key(stream: str) -> int:
    """The number that stands for a stream where writers queue up."""
    digest = sha256(f"pitboss {stream}".encode()).digest()
    return int.from_bytes(digest[:8], signed=True)
