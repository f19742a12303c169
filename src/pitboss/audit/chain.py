"""Whether the record is whole: nothing changed, removed, added or put in another order.

Each entry is held against its hash and the entry before it, each stream against where the store
has it end, and every entry against the receipt of the command that wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pitboss.audit.findings import Finding
from pitboss.audit.snapshot import StoreSnapshot
from pitboss.store.chain import ALTERED, is_sound
from pitboss.store.contract import Entry, Receipt

GONE = "\0"
"""Stands for an entry that is not there, between two that are: no store keeps such a text."""
STORE, RECEIPTS = "store", "receipts"
"""Where a finding is that no stream has."""


def check_store(store: StoreSnapshot) -> Iterator[Finding]:
    """What the store itself finds wrong: by a damaged index entries are not found."""
    for fault in store.faults():
        message = f"what is looked up in it may not be found: {fault}"
        yield Finding(stream=STORE, version=0, kind="store", message=message)


def check_chain(stream: str, entries: Iterable[Entry]) -> Iterator[Finding]:
    """Hold each entry against its own hash and against the one before it."""
    version, previous = 0, ""
    for entry in entries:
        if not is_sound(entry):
            yield _broken(stream, entry.version, "its hash does not fit what it says")
        if entry.stream != stream:
            yield _broken(stream, entry.version, f"it belongs to {entry.stream}")
        if entry.version != version + 1:
            message = f"it stands where entry {version + 1} should"
            yield _broken(stream, entry.version, message)
        elif entry.previous != previous:
            yield _broken(stream, entry.version, f"it does not follow entry {version}")
        version, previous = entry.version, entry.hash


def check_end(store: StoreSnapshot, stream: str, hashes: Sequence[str]) -> Iterator[Finding]:
    """Hold a stream that was scanned against where the store has it end."""
    end, length = store.heads()[stream], len(hashes)
    for stray in store.strays(stream):
        yield _broken(stream, stray.version, stray.message)
    if length != end.version:
        message = f"it has {length} entries, and the store has it end at {end.version}"
        yield _broken(stream, length, message)
    elif hashes and hashes[-1] != end.hash:
        yield _broken(stream, length, "it is not the one that was written last")
    if not store.ends_after(stream):
        message = f"entries follow, and the store has it end at {end.version}"
        yield _broken(stream, end.version, message)


def _broken(stream: str, version: int, message: str) -> Finding:
    return Finding(stream=stream, version=version, kind="chain", message=message)


# --- receipts -------------------------------------------------------------------------------------


def check_receipts(
    receipts: Iterable[Receipt], commands: Mapping[str, list[str]]
) -> Iterator[Finding]:
    """Every entry belongs to a command, and every command wrote what its receipt says.

    `commands` is the id of the command behind every entry of every stream, in order.
    """
    covered: dict[str, set[int]] = {stream: set() for stream in commands}
    for receipt in receipts:
        if not receipt.is_sound:
            yield _unreceived(RECEIPTS, 0, f"that of command {receipt.command!r} is {ALTERED}")
        elif not receipt.written:
            yield _unreceived(RECEIPTS, 0, f"command {receipt.command!r} wrote nothing")
        if not receipt.command:
            yield _unreceived(RECEIPTS, 0, "there is one of a command without an id")
        for stream, first, last in receipt.written:
            ids = commands.get(stream, [])
            if not 0 < first <= last:
                message = f"that of command {receipt.command!r} is of entries {first} to {last} of "
                yield _unreceived(RECEIPTS, 0, f"{message}{stream}, which are none")
                continue
            gone = f"command {receipt.command} wrote it; it is gone"
            if last > len(ids):
                yield _unreceived(stream, max(first, len(ids) + 1), gone)
            for version in range(first, min(last, len(ids)) + 1):
                if ids[version - 1] == receipt.command:
                    covered[stream].add(version)
                elif ids[version - 1] == GONE:
                    yield _unreceived(stream, version, gone)
                else:
                    message = f"command {receipt.command} wrote this entry, and it names another"
                    yield _unreceived(stream, version, message)
    for stream, ids in commands.items():
        for version, command in enumerate(ids, 1):
            if version not in covered[stream] and command != GONE:
                yield _unreceived(stream, version, f"no receipt of command {command}")


def _unreceived(stream: str, version: int, message: str) -> Finding:
    return Finding(stream=stream, version=version, kind="command", message=message)
