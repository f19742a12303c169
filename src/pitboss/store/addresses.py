"""From an address to a store."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.errors import Unavailable
from pitboss.store import sqlite
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore
from pitboss.store.sqlite_file import refuse_unfinished

KNOWN = (
    "Write the name of a file, sqlite:///FILE, postgresql://USER@HOST/DATABASE, "
    "or memory: for play that is forgotten."
)
_MEMORY = ("memory:", ":memory:")
_SCHEME = re.compile(r"([a-z][a-z0-9+]+):(?=/|$)", re.IGNORECASE)


def open_store(url: str, *, must_exist: bool = False, is_hasty: bool = False) -> Store:
    """The store at an address; a file or tables that are not there yet are made.

    `must_exist` is for callers that need what is in it: a mistyped name should not make an empty
    file. `is_hasty` is for work that can be repeated: not every entry waits for the disk then.

    >>> open_store("memory:").streams()
    []
    >>> open_store("mysql://localhost/casino")
    Traceback (most recent call last):
    ...
    pitboss.errors.Unavailable: There is no store of the kind mysql. Write the name of a file, \
sqlite:///FILE, postgresql://USER@HOST/DATABASE, or memory: for play that is forgotten.
    """
    file = file_of(url)
    if file is not None:
        return SqliteStore(file, must_exist=must_exist, is_hasty=is_hasty)
    return _elsewhere(url, must_exist=must_exist)


def open_to_read(url: str) -> Store:
    """The store at an address, to read it: a file without the right to write is enough."""
    file = file_of(url)
    return _elsewhere(url, must_exist=True) if file is None else sqlite.open_to_read(file)


def opened_again(store: Store) -> Store | None:
    """Another connection to a store that is open, to read it; None to one in memory."""
    if isinstance(store, SqliteStore):
        return SqliteStore(store.path, is_readonly=True, is_open_here=True)
    if isinstance(store, MemoryStore):
        return None
    from pitboss.store.postgres import PostgresStore  # noqa: PLC0415 - as below

    assert isinstance(store, PostgresStore), f"{type(store).__name__} is not opened by an address"
    return PostgresStore(store.url, connections=1, must_exist=True)


def file_of(url: str) -> Path | None:
    """The file that an address names, if it names one.

    >>> file_of("sqlite:///floor.db"), file_of("floor.db"), file_of("memory:")
    (PosixPath('floor.db'), PosixPath('floor.db'), None)
    """
    if url in _MEMORY:
        return None
    scheme = _SCHEME.match(url)
    if scheme is None:
        return _file(url)
    if scheme[1].lower() != "sqlite":
        return None
    if not url[scheme.end() :].startswith("///"):
        raise Unavailable(f"{url} names no file. {KNOWN}")
    return _file(url[scheme.end() + 3 :])


def _elsewhere(url: str, *, must_exist: bool) -> Store:
    if url in _MEMORY:
        return MemoryStore()
    scheme = _SCHEME.match(url)
    assert scheme is not None, "an address without one names a file"
    if scheme[1].lower() in ("postgresql", "postgres"):
        # Its libraries take longer to load than all else, and few need them.
        from pitboss.store.postgres import PostgresStore  # noqa: PLC0415

        return PostgresStore(url, must_exist=must_exist)
    raise Unavailable(f"There is no store of the kind {scheme[1]}. {KNOWN}")


def _file(name: str) -> Path:
    if not name.strip() or "\0" in name:
        raise Unavailable(f"No database was named. {KNOWN}")
    path = Path(name).expanduser()
    refuse_unfinished(path)
    return path
