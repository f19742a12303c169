"""Whether streams reach as far as checkpoints, and exported heads, say that they did."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from pitboss.audit.chain import GONE
from pitboss.audit.findings import Finding, in_words
from pitboss.audit.times import SetBacks, earlier
from pitboss.records.entries import event_of
from pitboss.store.contract import Entry, Head
from pitboss.store.events import CHECKPOINT, HeadsRecorded

Hashes = Mapping[str, list[str]]
"""The hash of every entry of every stream, in order."""

CLOSING = ("round-closed", "table-closed")
"""The names of what a checkpoint is written with."""
OPENING = "table-opened"
PEOPLE = ("staff", "access")
_MOST_GONE = 1_000_000
"""So many numbers are kept for entries of a stream that are not there; a forged one may be any."""
_OF_LINKS = ("inbox/", "link/")
_LONG = timedelta(minutes=10)
"""An entry of so long before is in its stream: no writer waits that long."""


@dataclass(slots=True)
class StreamIndex:
    """Of every stream what checkpoints and receipts are held against."""

    hashes: dict[str, list[str]] = field(default_factory=dict)
    """By number; `GONE` where the next entry has a number that comes later."""
    commands: dict[str, list[str]] = field(default_factory=dict)
    """The command behind every entry, likewise."""
    times: dict[str, list[str]] = field(default_factory=dict)
    """When every entry of the streams about people was written."""
    closed: dict[str, Entry] = field(default_factory=dict)
    """What closed a round or a table, by its command."""
    opened: dict[str, list[int]] = field(default_factory=dict)
    """Where each table was opened."""
    _left: int = _MOST_GONE

    def begin(self, stream: str) -> None:
        """The next entries are of this stream."""
        self.hashes[stream], self.commands[stream], self._left = [], [], _MOST_GONE

    def note(self, stream: str, entry: Entry) -> None:
        """One entry, in the order of its stream."""
        hashes, commands = self.hashes[stream], self.commands[stream]
        gone = entry.version - len(hashes) - 1
        if 0 < gone <= self._left:
            # Otherwise all that follows would be taken for what stands before it.
            self._left -= gone
            hashes += [GONE] * gone
            commands += [GONE] * gone
        hashes.append(entry.hash)
        commands.append(entry.command)
        if stream in PEOPLE:
            self.times.setdefault(stream, []).append(entry.time)
        elif entry.name in CLOSING and stream.startswith("table/"):
            self.closed[entry.command] = entry
        elif entry.name == OPENING and stream.startswith("table/"):
            self.opened.setdefault(entry.stream, []).append(entry.version)


def check_checkpoints(
    entries: Iterable[Entry], index: StreamIndex, clock: SetBacks
) -> Iterator[Finding]:
    """Hold every checkpoint against the streams as they stand, and none may be missing."""
    missing = dict(index.closed)
    series: dict[str, _Series] = {}
    for entry in entries:
        closing = missing.pop(entry.command, None)
        if closing is None:
            yield _finding(CHECKPOINT, entry.version, "nothing that closed was written with it")
        try:
            event = event_of(entry)
            assert isinstance(event, HeadsRecorded), "nothing else is written there"
            heads = {stream: Head(*head) for stream, head in event.heads.items()}
            found = list(_reach(heads, index.hashes, f"checkpoint {entry.version}"))
            if closing is not None:
                if closing.stream not in series:
                    series[closing.stream] = _Series(closing.stream, index, clock)
                own = series[closing.stream].check(closing, heads)
                found += (_finding(CHECKPOINT, entry.version, message) for message in own)
        except Exception as error:
            yield _finding(CHECKPOINT, entry.version, f"it cannot be read: {in_words(error)}")
            continue
        yield from found
    for closing in missing.values():
        message = "its checkpoint, which was written with it, is not there"
        yield _finding(closing.stream, closing.version, message)


class _Series:
    """The checkpoints of one table: each knows all that the one before knew, and more."""

    def __init__(self, stream: str, index: StreamIndex, clock: SetBacks) -> None:
        self._stream = stream
        self._seeds = f"seeds/{stream.removeprefix('table/')}"
        self._index, self._clock = index, clock
        self._last: dict[str, Head] = {}
        self._closed = 0
        # How far the table was when each of its seeds was kept.
        kept = index.commands.get(self._seeds, [])
        wanted, at = set(kept), dict[str, int]()
        for version, command in enumerate(index.commands[stream], 1):
            if command in wanted:
                at.setdefault(command, version)
        self._kept = sorted(at.get(command, 0) for command in kept)
        self._before = dict.fromkeys(PEOPLE, 0)

    def check(self, closing: Entry, heads: Mapping[str, Head]) -> Iterator[str]:
        """What one checkpoint must know."""
        due = {
            self._stream: self._own_end(closing),
            self._seeds: bisect_right(self._kept, closing.version),
            **{stream: self._written_before(stream, closing) for stream in PEOPLE},
        }
        for stream, version in due.items():
            yield from _knows(heads, stream, version)
        own = heads.get(self._stream)
        if own is not None and own.version > due[self._stream]:
            yield f"it knows entry {own.version} of {self._stream}, which was yet to come"
        for stream, head in self._last.items():
            if stream.startswith(_OF_LINKS) and self._is_anew(closing):
                continue
            yield from _knows(heads, stream, max(head.version, 1))
        self._last, self._closed = dict(heads), closing.version

    def _own_end(self, closing: Entry) -> int:
        """Where the command that closed has the table end."""
        commands, version = self._index.commands[self._stream], closing.version
        while version < len(commands) and commands[version] == closing.command:
            version += 1
        return version

    def _written_before(self, stream: str, closing: Entry) -> int:
        """How many entries a stream had for certain, by their times."""
        if self._clock.until(closing.time) != closing.time:
            # What came later may be of an earlier time.
            return self._before[stream]
        latest = earlier(closing.time, _LONG)
        times, before = self._index.times.get(stream, []), self._before[stream]
        while before < len(times) and times[before] < latest:
            before += 1
        self._before[stream] = before
        return before

    def _is_anew(self, closing: Entry) -> bool:
        """Whether the table was opened since the last one, perhaps on another link or none."""
        opened = self._index.opened.get(self._stream, [])
        return any(self._closed < version <= closing.version for version in opened)


def _knows(heads: Mapping[str, Head], stream: str, version: int) -> Iterator[str]:
    head = heads.get(stream)
    if head is None and version:
        yield f"it says nothing of {stream}"
    elif head is not None and head.version < version:
        yield f"it knows {head.version} entries of {stream}, and there were {version}"


def check_head(heads: Mapping[str, Head], hashes: Hashes) -> Iterator[Finding]:
    """Hold heads that were exported and kept elsewhere against the streams as they stand."""
    yield from _reach(heads, hashes, "the exported head")


def _reach(heads: Mapping[str, Head], hashes: Hashes, witness: str) -> Iterator[Finding]:
    for stream, head in heads.items():
        have = hashes.get(stream, [])
        if not have:
            yield _finding(
                stream, head.version, f"{witness} knows this stream, and it is not there"
            )
        elif len(have) < head.version:
            yield _finding(
                stream, len(have), f"it ends here, and {witness} knows {head.version} entries"
            )
        elif head.version > 0 and have[head.version - 1] == GONE:
            yield _finding(stream, head.version, f"{witness} knows this entry, and it is gone")
        elif head.version < 1 or have[head.version - 1] != head.hash:
            yield _finding(stream, head.version, f"it is not the entry that {witness} knows")


def _finding(stream: str, version: int, message: str) -> Finding:
    return Finding(stream=stream, version=version, kind="checkpoint", message=message)
