"""A lease on PostgreSQL: an advisory lock on a connection of its own."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

import psycopg

from pitboss.store.rows import Row

CONNECT_SECONDS = 10


class PostgresLease:
    """Held by one connection; when its process dies, the server gives it to the next."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        digest = sha256(f"pitboss lease {name}".encode()).digest()
        self._key = int.from_bytes(digest[:8], signed=True)
        self._connection: psycopg.Connection[Row] | None = None
        self._is_held = False

    def take(self) -> bool:
        """Take it if it is free; not if the server cannot be reached."""
        if self.is_held():
            return True
        try:
            if self._connection is None:
                self._connection = psycopg.connect(
                    self._url,
                    autocommit=True,
                    application_name="pitboss lease",
                    connect_timeout=CONNECT_SECONDS,
                )
            row = self._connection.execute(
                "SELECT pg_try_advisory_lock(%s)", (self._key,)
            ).fetchone()
        except psycopg.Error:
            self.give_back()
            return False
        self._is_held = row == (True,)
        return self._is_held

    def is_held(self) -> bool:
        """Asked of the server: a connection may be gone without anybody having said so."""
        if not self._is_held or self._connection is None:
            return False
        try:
            self._connection.execute("SELECT 1")
        except psycopg.Error:
            self.give_back()
            return False
        return True

    def give_back(self) -> None:
        """Unlock, so that the next need not wait until the server sees the connection closed."""
        connection, self._connection = self._connection, None
        self._is_held = False
        if connection is not None:
            with suppress(psycopg.Error):
                connection.execute("SELECT pg_advisory_unlock_all()")
            connection.close()
