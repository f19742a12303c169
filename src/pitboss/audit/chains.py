"""Whether every stream is whole: nothing changed, removed, added or put in another order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pitboss.audit.findings import Finding
from pitboss.audit.snapshot import Stray
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


def check_end(stream: str, hashes: Sequence[str], end: Head) -> Iterator[Finding]:
    """Hold a stream against where the store has it end."""
    length = len(hashes)
    if length != end.version:
        message = f"it has {length} entries, and the store has it end at {end.version}"
        yield _found(stream, length, message)
    elif hashes and hashes[-1] != end.hash:
        yield _found(stream, length, "it is not the one that was written last")


def check_beyond(stream: str, end: Head, *, is_written: bool) -> Iterator[Finding]:
    """What stands behind the end of a stream was written since, or by somebody else."""
    if not is_written:
        message = f"entries follow, and the store has it end at {end.version}"
        yield _found(stream, end.version, message)


def check_strays(stream: str, strays: Iterable[Stray]) -> Iterator[Finding]:
    """What stands in a stream and is no entry as entries are."""
    for stray in strays:
        yield _found(stream, stray.version, stray.message)


def _broken(stream: str, entry: Entry, message: str) -> Finding:
    return _found(stream, entry.version, message)


def _found(stream: str, version: int, message: str) -> Finding:
    return Finding(stream=stream, version=version, kind="chain", rule="", message=message)
