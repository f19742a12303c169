"""Damage to the index by which the entries of a round are found in a file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

INDEX = "entries_by_tag"


def leave_out(file: Path, of_entries: str) -> None:
    """Have the index know nothing of these entries, as if bits in it had flipped."""
    with closing(sqlite3.connect(file)) as raw, raw:
        (whole,) = raw.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (INDEX,)).fetchone()
        raw.execute(f"DROP INDEX {INDEX}")
        raw.execute(f"{whole} AND NOT ({of_entries})")
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (whole, INDEX))
