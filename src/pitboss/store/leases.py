"""Leases: each is held by one process at a time and ends with it.

PostgreSQL gives it to a separate connection, the system to an open file beside an SQLite file, and
memory to the first in the process that asks. A lease says who should write; the versions of
streams see to it that no other process can.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, MutableSet
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Protocol
from weakref import WeakKeyDictionary

from pitboss.errors import Unavailable
from pitboss.store.batches import WriteBatch
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore


class Lease(Protocol):
    """The right to do something that only one may do at a time."""

    def take(self) -> bool:
        """Take it if it is free; whether it is held now."""

    def is_held(self) -> bool:
        """Whether it is still held: a connection may have been lost."""

    def give_back(self) -> None:
        """Let another have it."""


def lease_of(store: Store, name: str) -> Lease:
    """The lease of that name on a store, not taken yet."""
    return leases_on(store)(name)


def leases_on(store: Store) -> Callable[[str], Lease]:
    """Leases on a store, by their names; on PostgreSQL they share one connection."""
    if isinstance(store, WriteBatch):
        store = store.store
    if isinstance(store, SqliteStore):
        path = store.path
        return lambda name: _FileLease(path.with_name(f"{path.name}-{_short(name)}.lease"))
    if isinstance(store, MemoryStore):
        taken = _TAKEN.setdefault(store, set())
        return lambda name: _MemoryLease(taken, name)
    # Its libraries take longer to load than all else, and few need them.
    from pitboss.store.postgres import PostgresStore  # noqa: PLC0415
    from pitboss.store.postgres_connection import LeaseSession, PostgresLease  # noqa: PLC0415

    assert isinstance(store, PostgresStore), f"{type(store).__name__} has no leases"
    session = LeaseSession(store.url)
    return lambda name: PostgresLease(session, name)


def _short(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:16]


_TAKEN: WeakKeyDictionary[MemoryStore, MutableSet[str]] = WeakKeyDictionary()


class _MemoryLease:
    def __init__(self, taken: MutableSet[str], name: str) -> None:
        self._taken = taken
        self._name = name
        self._is_held = False

    def take(self) -> bool:
        if not self._is_held and self._name not in self._taken:
            self._taken.add(self._name)
            self._is_held = True
        return self._is_held

    def is_held(self) -> bool:
        return self._is_held

    def give_back(self) -> None:
        if self._is_held:
            self._taken.discard(self._name)
            self._is_held = False


class _FileLease:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def take(self) -> bool:
        if self._file is not None:
            return True
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            with suppress(OSError):
                # One that an earlier version made may be open to everybody.
                os.fchmod(file, 0o600)
        except OSError as error:
            raise Unavailable(
                f"{self._path} cannot be made ({error.strerror}). See that its folder may be "
                "written."
            ) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        self._file = file
        return True

    def is_held(self) -> bool:
        return self._file is not None

    def give_back(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
