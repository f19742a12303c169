"""The tables in PostgreSQL, made by whoever comes first."""

from __future__ import annotations

import psycopg
from psycopg import errors

from pitboss.errors import Unavailable
from pitboss.store.rows import Row

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
