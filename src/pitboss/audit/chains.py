"""Whether every stream is whole: nothing changed, removed, added or put in another order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pitboss.audit.findings import Finding
from pitboss.store.chain import is_sound
from pitboss.store.contract import Entry, Head


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


def check_end(stream: str, hashes: Sequence[str], before: Head, after: Head) -> Iterator[Finding]:
    """Hold a stream against where the store has it end, before and after it was read.

    Somebody may have written meanwhile: it may be longer than the one and shorter than the other.
    """
    length = len(hashes)
    known = before if before.version == length else after
    if not before.version <= length <= after.version:
        known = before if before.version > length else after
        message = f"it has {length} entries, and the store has it end at {known.version}"
        yield _found(stream, length, message)
    elif known.version == length and hashes and hashes[-1] != known.hash:
        yield _found(stream, length, "it is not the one that was written last")


def _broken(stream: str, entry: Entry, message: str) -> Finding:
    return _found(stream, entry.version, message)


def _found(stream: str, version: int, message: str) -> Finding:
    return Finding(stream=stream, version=version, kind="chain", rule="", message=message)
