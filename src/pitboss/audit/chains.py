"""Whether every stream is whole: nothing changed, removed, added or put in another order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.audit.findings import Finding
from pitboss.store.chain import is_sound
from pitboss.store.contract import Entry


def check_chain(stream: str, entries: Iterable[Entry]) -> Iterator[Finding]:
    """Hold each entry against its own hash and against the one before it."""
    version, previous = 0, ""
    for entry in entries:
        if not is_sound(entry):
            yield _broken(stream, entry, "its hash does not fit what it says")
        if entry.stream != stream:
            yield _broken(stream, entry, f"it belongs to {entry.stream}")
        if entry.version != version + 1:
            yield _broken(stream, entry, f"it stands where entry {version + 1} should")
        elif entry.previous != previous:
            yield _broken(stream, entry, f"it does not follow entry {version}")
        version, previous = entry.version, entry.hash


def _broken(stream: str, entry: Entry, message: str) -> Finding:
    return Finding(stream=stream, version=entry.version, kind="chain", rule="", message=message)
