"""Leases on PostgreSQL: advisory locks on a connection of their own."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

import psycopg

from pitboss.store.rows import Row

CONNECT_SECONDS = 10


class Session:
    """The connection that holds leases; when its process dies, the server gives them to the next.

    It lasts for as long as it holds any, and however many those are, the server has one guest more.
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
        """Asked of the server: a connection may be gone without anybody having said so."""
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

    def __init__(self, session: Session, name: str) -> None:
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
