"""Which process drives a table, where several serve one floor.

Nothing depends on it but work done in vain: commands are meant for one version of a table, and who
comes second writes nothing. A lease is given back when its process ends, however it ends.
"""

from __future__ import annotations

import contextlib
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Protocol

try:
    import fcntl
except ImportError:  # pragma: no cover - where files cannot be locked, every process drives
    fcntl = None  # type: ignore[assignment]


class Lease(Protocol):
    """Says whether this process drives a table."""

    def holds(self, table: str) -> bool:
        """Whether it does, taking the table if nobody has it."""

    def close(self) -> None:
        """Give everything back."""


class NoLease:
    """For a process that is alone."""

    def holds(self, table: str) -> bool:  # noqa: ARG002 - a Lease
        return True

    def close(self) -> None:
        return


class FileLease:
    """A lock beside a SQLite file: one process drives the whole floor."""

    def __init__(self, database: Path) -> None:
        self._file: IO[str] | None = None
        self._path = database.with_name(f"{database.name}.driver")

    def holds(self, table: str) -> bool:  # noqa: ARG002 - all or none
        if self._file is not None or fcntl is None:
            return True
        file = self._path.open("w", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            return False
        self._file = file
        return True

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


class PostgresLease:
    """Advisory locks of a session of its own: the server frees them when the session ends."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None
        self._held: set[str] = set()

    def holds(self, table: str) -> bool:
        import psycopg  # noqa: PLC0415 - takes long to load, and few need it

        try:
            if self._connection is None or self._connection.closed:
                self._connection, self._held = psycopg.connect(self._url, autocommit=True), set()
            if table in self._held:
                # Held for as long as the session lives; a dead one shows here.
                self._connection.execute("SELECT 1")
                return True
            key = int.from_bytes(sha256(f"driver/{table}".encode()).digest()[:8], signed=True)
            (is_taken,) = self._connection.execute(
                "SELECT pg_try_advisory_lock(%s)", (key,)
            ).fetchone()
        except psycopg.Error:
            # Without the server nothing can be driven anyway; the store says what is wrong.
            self.close()
            return False
        if is_taken:
            self._held.add(table)
        return bool(is_taken)

    def close(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
            self._connection = None
        self._held.clear()


def lease_for(url: str) -> Lease:
    """The lease that goes with the address of a store."""
    if url.lower().startswith(("postgresql:", "postgres:")):
        return PostgresLease(url)
    if url in ("memory:", ":memory:"):
        return NoLease()
    return FileLease(Path(url.removeprefix("sqlite:///")).expanduser())
