"""The file itself: whether it will do, and what SQLite says of it, in words that say what to do."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from pitboss.errors import Corrupt, Protected, Unavailable
from pitboss.store.chain import REMEDY

MAGIC = b"SQLite format 3\0"
SMALLEST = 512
LONGEST_WAIT = 30.0
"""How long a writer waits for another process before it gives up, in seconds."""


_UNFINISHED = re.compile(r".+\.part[0-9]+")


def is_unfinished(path: Path) -> bool:
    """Whether it is called like a backup that is not done yet, or never will be.

    >>> [is_unfinished(Path(name)) for name in ("friday.backup", "friday.backup.part4711")]
    [False, True]
    """
    return _UNFINISHED.fullmatch(path.name) is not None


def refuse_unfinished(path: Path) -> None:
    """What a backup left that did not come to its end is no backup, however much is in it."""
    if is_unfinished(path):
        raise Unavailable(
            f"{path} is no backup: it was left by one that did not come to its end. "
            "Take another backup, and remove this file."
        )


def refuse_bad_place(path: Path, *, must_exist: bool = False) -> None:
    """SQLite says "unable to open database file" to all of these."""
    if path.is_dir():
        raise Unavailable(f"{path} is a folder. Name a file in it.")
    if not path.parent.is_dir():
        raise Unavailable(f"{path} cannot be opened: there is no folder {path.parent}. Make it.")
    if must_exist and not path.exists():
        raise Unavailable(f"There is no file {path}. Name the file you mean.")
    if path.exists() and not path.is_file():
        # From a pipe one would read for ever.
        raise Unavailable(f"{path} is neither a file nor a folder. Name a file.")
    try:
        with path.open("rb") as file:
            start = file.read(SMALLEST)
    except FileNotFoundError:
        return
    except OSError as error:
        raise Unavailable(
            f"{path} may not be read ({error.strerror}). Change its rights."
        ) from error
    if start and not start.startswith(MAGIC[: len(start)]):
        raise Unavailable(f"{path} is not a database. Name another file.")
    if 0 < len(start) < SMALLEST:
        # SQLite would take such a remnant for an empty database and begin anew.
        raise Corrupt(
            f"{path} is damaged (all but its first {len(start)} bytes are gone). {REMEDY}"
        )


def keeps_log(path: Path) -> bool:
    """Whether a file says of itself that it is written with a log."""
    with path.open("rb") as file:
        return file.read(20)[18:20] == b"\x02\x02"


def is_filled(path: Path) -> bool:
    """Whether there is such a file, with something in it."""
    return path.exists() and path.stat().st_size > 0


def code_of(error: Exception) -> int | None:
    """The kind of error without its details; None for what Python itself finds."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


_UNAVAILABLE = {
    sqlite3.SQLITE_BUSY: f"another process has been writing to it for {LONGEST_WAIT:.0f} seconds. "
    "Wait until it is done, or stop it, and give the command again",
    sqlite3.SQLITE_FULL: "the disk is full. Make room and give the command again",
    sqlite3.SQLITE_IOERR: "it could not be read or written. See that the disk works and has room. "
    "What was to be written may have been all the same: look before you give the command again",
    sqlite3.SQLITE_READONLY: "it may not be written. Put it where it may, or change its rights",
    sqlite3.SQLITE_PERM: "it may not be opened. Change its rights",
    sqlite3.SQLITE_CANTOPEN: "it may not be opened. See who may read and write it and its folder",
}

NO_PLACE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
"""What SQLite says where it may not write."""

# Damaged text may come back as neither: Python fails to read it, and says so in its own way.
SQLITE_SAYS = (sqlite3.Error, UnicodeDecodeError)


def is_unreadable_text(error: Exception) -> bool:
    """Whether a text is none; what SQLite's module says of it quotes what it could read."""
    is_said = isinstance(error, sqlite3.OperationalError) and code_of(error) is None
    return isinstance(error, UnicodeDecodeError) or (is_said and "decode" in str(error))


def plainly_said(path: Path, error: Exception) -> Exception:
    """What SQLite says of a file, as an error of ours."""
    code = code_of(error)
    if isinstance(error, sqlite3.ProgrammingError):
        return error
    if code in _UNAVAILABLE:
        kind = Protected if code == sqlite3.SQLITE_READONLY else Unavailable
        return kind(f"{path}: {_UNAVAILABLE[code]} ({error}).")
    if code == sqlite3.SQLITE_NOTADB:
        return Unavailable(f"{path} is not a database. Name another file.")
    found = "a text in it is none" if is_unreadable_text(error) else str(error)
    return Corrupt(f"{path} is damaged ({found}). {REMEDY}")
