"""What an audit notes of every entry as it goes through the chains, to hold other things against.

This is the one look at all entries of all streams. Whatever one entry shows by itself, or beside
others of its command, is found here; what follows from what was asked is for the parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pitboss.audit.accounts import AtTables
from pitboss.audit.checkpoints import CLOSING, GONE, OPENING, PEOPLE, Streams
from pitboss.audit.clock import SetBacks
from pitboss.audit.filing import Filed
from pitboss.audit.findings import Finding
from pitboss.audit.orders import Orders
from pitboss.staff.access import digest_of
from pitboss.store.contract import Entry

_MOST_GONE = 1_000_000
"""So many numbers are kept for entries of a stream that are not there; a forged one may be any."""


@dataclass(slots=True)
class Noted:
    """Of every stream what others are held against."""

    events: int = 0
    hashes: dict[str, list[str]] = field(default_factory=dict)
    """By number; `GONE` where the next entry has a number that comes later."""
    commands: dict[str, list[str]] = field(default_factory=dict)
    """The command behind every entry."""
    times: dict[str, list[str]] = field(default_factory=dict)
    """When every entry of the streams about people was written."""
    closed: dict[str, Entry] = field(default_factory=dict)
    """What closed a round or a table, by its command."""
    opened: dict[str, list[int]] = field(default_factory=dict)
    """Where each table was opened."""
    findings: list[Finding] = field(default_factory=list)
    orders: Orders = field(default_factory=Orders)
    at_tables: AtTables = field(default_factory=AtTables)
    unasked: list[tuple[Entry, str]] = field(default_factory=list)
    """Entries that nobody asked for in words, and what their receipts must say instead."""

    def through(self, stream: str, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Pass the entries of a stream on, and note what they say."""
        hashes = self.hashes[stream] = []
        commands = self.commands[stream] = []
        left = _MOST_GONE
        is_table = stream.startswith("table/")
        filed = Filed(stream)
        self.findings += filed.of_no_kind()
        for entry in entries:
            self.events += 1
            gone = entry.version - len(hashes) - 1
            if 0 < gone <= left:
                # Otherwise all that follows would be taken for what stands before it.
                left -= gone
                hashes += [GONE] * gone
                commands += [GONE] * gone
            hashes.append(entry.hash)
            commands.append(entry.command)
            self.findings += self.orders.check(entry)
            if is_table:
                self._of_table(entry)
            else:
                self.findings += filed.check(entry)
            if stream in PEOPLE:
                self.times.setdefault(stream, []).append(entry.time)
            if filed.is_logged:
                self.unasked.append((entry, digest_of(entry.time, str(entry.body))))
            yield entry

    def _of_table(self, entry: Entry) -> None:
        self.at_tables.note(entry)
        if entry.name in CLOSING:
            self.closed[entry.command] = entry
        elif entry.name == OPENING:
            self.opened.setdefault(entry.stream, []).append(entry.version)

    def streams(self, clock: SetBacks) -> Streams:
        """All that checkpoints are held against."""
        return Streams(
            hashes=self.hashes,
            commands=self.commands,
            times=self.times,
            closed=self.closed,
            opened=self.opened,
            clock=clock,
        )

    def not_asked(self, asked: Mapping[str, str]) -> Iterator[Finding]:
        """Entries that are not what their receipts say; `asked` is what each command said."""
        for entry, digest in self.unasked:
            if asked.get(entry.command) != digest:
                yield Finding(
                    stream=entry.stream,
                    version=entry.version,
                    kind="command",
                    rule=entry.clause,
                    message="it is not what its receipt says was asked",
                )
