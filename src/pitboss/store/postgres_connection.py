"""Connections to PostgreSQL, their errors in words that say what to do, and leases on them.

Every command of a table is one statement, so it is sent as the driver's own library sends it: as
texts, to a statement prepared once. psycopg's `execute` finds out anew each time how to send every
value, which takes longer than all the rest of writing to the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

import psycopg
from psycopg import errors, generators
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn
from psycopg.rows import RowFactory, tuple_row

from pitboss.errors import Corrupt, Protected, StoreError, Unavailable
from pitboss.store.chain import REMEDY
from pitboss.store.rows import Row

CONNECT_SECONDS = 10


class Connection(psycopg.Connection[Row]):
    """One connection, and the statements that were prepared on it."""

    def __init__(self, pgconn: PGconn, row_factory: RowFactory[Row] = tuple_row) -> None:
        super().__init__(pgconn, row_factory)
        self.prepared_names: set[bytes] = set()

    def write(self, name: bytes, statement: bytes, values: Sequence[bytes]) -> None:
        """Have a statement executed that returns nothing; with a name, it is prepared."""
        if not name:
            self.pgconn.send_query_params(statement, values)
            self._finish()
            return
        try:
            if name not in self.prepared_names:
                self.pgconn.send_prepare(name, statement)
                self._finish()
                self.prepared_names.add(name)
            self.pgconn.send_query_prepared(name, values)
            self._finish()
        except errors.InvalidSqlStatementName:
            # psycopg has all statements of a session forgotten after some rollbacks. Others may
            # have been prepared since: of those that are gone, each is found out by itself.
            self.prepared_names.discard(name)
            raise
        except errors.DuplicatePreparedStatement:
            # A thread that was interrupted had just prepared it; one name is one statement.
            self.prepared_names.add(name)
            raise

    def _finish(self) -> None:
        """Wait until the server is done; the wait can be interrupted."""
        for result in self.wait(generators.execute(self.pgconn)):
            if result.status != ExecStatus.COMMAND_OK:
                raise errors.error_from_result(result)


def connect(url: str) -> Connection:
    """A new connection, on which what is written is durable."""
    connection = Connection.connect(
        url,
        autocommit=True,
        **{"client_encoding": "UTF8", "application_name": "pitboss", **_patience(url)},
    )
    # A server may be set to say "done" before it is; one set to promise more is left alone.
    connection.execute(
        "SELECT set_config('default_transaction_isolation', 'read committed', false), "
        "CASE current_setting('synchronous_commit') WHEN 'off' "
        "THEN set_config('synchronous_commit', 'on', false) END"
    )
    return connection


def _patience(url: str) -> dict[str, Any]:
    """Without a limit, a server that drops what is sent to it would be waited for minutes."""
    if "connect_timeout" in conninfo_to_dict(url):
        return {}
    return {"connect_timeout": CONNECT_SECONDS}


def place_of(url: str) -> str:
    """How to speak of a database: its address may hold a password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error as error:
        raise Unavailable(
            "The address of the PostgreSQL database cannot be read. "
            "Write it as postgresql://user@host/database."
        ) from error
    host = f" on {parts['host']}" if parts.get("host") else ""
    return f"The PostgreSQL database {parts.get('dbname') or 'of your user'}{host}"


def plain(place: str, error: psycopg.Error) -> StoreError:
    """What the server says, in words that say what to do."""
    said = first_line(error)
    kind = Unavailable
    match error:
        case errors.UndefinedTable() | errors.UndefinedColumn():
            return Corrupt(f"{place} has lost what pitboss keeps in it ({said}). {REMEDY}")
        case errors.InsufficientPrivilege():
            kind = Protected
            remedy = "Ask the server's administrator for the right to write the schema `pitboss`."
        case errors.DiskFull():
            remedy = "Make room on the server's disk and give the command again."
        case errors.ReadOnlySqlTransaction():
            kind = Protected
            remedy = "This is a server for reading only. Give the address of the one that writes."
        case _:
            remedy = (
                "See that the server runs. What was to be written may have been all the same: "
                "look before you give the command again."
            )
    return kind(f"{place} could not answer ({said}). {remedy}")


def first_line(error: psycopg.Error) -> str:
    """What the server says, without its details."""
    return str(error).strip().partition("\n")[0] or type(error).__name__


# --- leases --------------------------------------------------------------------------------------


class LeaseSession:
    """The connection that holds leases; when its process dies, the server gives them to the next.

    It lasts for as long as it holds any; all leases of a process share it.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: psycopg.Connection[Row] | None = None
        self._held: set[int] = set()

    def take(self, key: int) -> bool:
        """Take what is free; not if the server cannot be reached."""
        if self.is_held(key):
            return True
        try:
            if self._connection is None:
                self._connection = psycopg.connect(
                    self._url,
                    autocommit=True,
                    application_name="pitboss lease",
                    connect_timeout=CONNECT_SECONDS,
                )
            row = self._connection.execute("SELECT pg_try_advisory_lock(%s)", (key,)).fetchone()
        except psycopg.Error:
            self._end()
            return False
        if row == (True,):
            self._held.add(key)
        return key in self._held

    def is_held(self, key: int) -> bool:
        """Asked of the server: a connection may be lost without notice."""
        if key not in self._held or self._connection is None:
            return False
        try:
            self._connection.execute("SELECT 1")
        except psycopg.Error:
            self._end()
            return False
        return True

    def give_back(self, key: int) -> None:
        """Unlock, so that the next need not wait until the server sees the connection closed."""
        if key in self._held and self._connection is not None:
            self._held.discard(key)
            with suppress(psycopg.Error):
                self._connection.execute("SELECT pg_advisory_unlock(%s)", (key,))
        if not self._held:
            self._end()

    def _end(self) -> None:
        connection, self._connection = self._connection, None
        self._held.clear()
        if connection is not None:
            connection.close()


class PostgresLease:
    """One of the leases of a session."""

    def __init__(self, session: LeaseSession, name: str) -> None:
        self._session = session
        digest = sha256(f"pitboss lease {name}".encode()).digest()
        self._key = int.from_bytes(digest[:8], signed=True)

    def take(self) -> bool:
        """Take it if it is free; whether it is held now."""
        return self._session.take(self._key)

    def is_held(self) -> bool:
        """Whether it is still held."""
        return self._session.is_held(self._key)

    def give_back(self) -> None:
        """Let another have it."""
        self._session.give_back(self._key)
