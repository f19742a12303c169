"""From an address to a store."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.errors import Unavailable
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore

KNOWN = (
    "Write the name of a file, sqlite:///FILE, postgresql://USER@HOST/DATABASE, "
    "or memory: for play that is forgotten."
)


def open_store(url: str, *, must_exist: bool = False, is_hasty: bool = False) -> Store:
    """The store at an address; a file or tables that are not there yet are made.

    `must_exist` is for whoever only reads: a mistyped name should not make an empty file.
    `is_hasty` is for what can be done again: a file is then not waited for at every entry.

    >>> open_store("memory:").streams()
    []
    >>> open_store("mysql://localhost/casino")
    Traceback (most recent call last):
    ...
    pitboss.errors.Unavailable: There is no store of the kind mysql. Write the name of a file, \
sqlite:///FILE, postgresql://USER@HOST/DATABASE, or memory: for play that is forgotten.
    """
    if url in ("memory:", ":memory:"):
        return MemoryStore()
    scheme = re.match(r"([a-z][a-z0-9+]+):(?=/|$)", url, re.IGNORECASE)
    if scheme is None:
        return SqliteStore(_file(url), must_exist=must_exist, is_hasty=is_hasty)
    match scheme[1].lower():
        case "sqlite" if url[scheme.end() :].startswith("///"):
            file = _file(url[scheme.end() + 3 :])
            return SqliteStore(file, must_exist=must_exist, is_hasty=is_hasty)
        case "postgresql" | "postgres":
            # Its libraries take longer to load than all else, and few need them.
            from pitboss.store.postgres import PostgresStore  # noqa: PLC0415

            return PostgresStore(url)
        case "sqlite":
            raise Unavailable(f"{url} names no file. {KNOWN}")
    raise Unavailable(f"There is no store of the kind {scheme[1]}. {KNOWN}")


def _file(name: str) -> Path:
    if not name.strip() or "\0" in name:
        raise Unavailable(f"No database was named. {KNOWN}")
    return Path(name).expanduser()
