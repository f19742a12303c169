"""What a store is: streams of entries that are only ever added to.

A store knows names, versions and texts, and no rules. Each entry is chained to the one before it
in its stream, so nothing can be changed, taken out or put in between unseen. Memory, SQLite and
PostgreSQL keep the same contract, and one set of tests holds all three to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol


class Draft(NamedTuple):
    """An event about to be written: its own name and version, and its body as canonical JSON."""

    name: str
    schema: int
    clause: str
    body: str
    tag: str = ""
    """What it belongs to within its stream, such as a round's number; empty for the stream."""


class Append(NamedTuple):
    """Events for the end of one stream: at least one, and each stream once in a command."""

    stream: str
    drafts: tuple[Draft, ...]
    expected: int | None
    """The version the writer read: any other and it is a `Conflict`. None: at the end, wherever
    that is by now, for streams whose entries are not decided by the ones before."""
    chained: tuple[Entry, ...] = ()
    """What the drafts become after the entry that the writer read, where that is worked out."""


class Order(NamedTuple):
    """The command that brings events about: who gave it, when, and what makes it the same one."""

    id: str
    asked: str
    """The command as the writer encodes it: the same id for anything else is refused, and an
    audit decides it again."""
    actor: str
    role: str
    time: str
    second: str = ""
    """Who confirmed it beside the actor, where two must."""


Write = tuple[Order, Sequence[Append]]
"""A command to be written: who gave it, and what it adds to streams."""


class Entry(NamedTuple):
    """One record of a stream, field by field as it stands in the columns of a store."""

    stream: str
    version: int
    name: str
    schema: int
    tag: str
    command: str
    actor: str
    role: str
    second: str
    time: str
    clause: str
    body: str
    previous: str
    hash: str


class Head(NamedTuple):
    """The end of a stream: how many entries it has, and the hash of the last."""

    version: int
    hash: str


class Written(NamedTuple):
    """Where the entries of one command stand in one stream."""

    stream: str
    first: int
    last: int


class Receipt(NamedTuple):
    """What a command wrote; `is_repeat` if it had been written before and nothing was added."""

    command: str
    asked: str
    written: tuple[Written, ...]
    is_repeat: bool = False
    is_sound: bool = True
    """Whether it is as it was written; only `receipts` hands out one that is not."""


class Store(Protocol):
    """Append-only streams. What `append` returned for is durable."""

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        """Write all of it or nothing, once.

        Raises `Conflict` if a stream is not at the version expected, `CommandReused` if the id
        was used for something else. A command given again gets its first receipt. After
        `Unavailable` it may have been written or not: give the same command again.
        """

    def append_all(self, group: Sequence[Write]) -> list[Receipt]:
        """Several commands at one go, each building on the ones before: all of them or none.

        Raises `Conflict` if a stream is not where one of them expects it, and `GivenBefore` if
        any of them was written before or comes twice. After `Unavailable` all of them may have
        been written or none: give each of them again, by itself.
        """

    def read(
        self, stream: str, *, after: int = 0, upto: int | None = None, tag: str | None = None
    ) -> Iterator[Entry]:
        """Entries of a stream in order; each is checked as it is read, by its hash and the last.

        Raises `Corrupt` at the first that is not as it was written.
        """

    def read_on(self, after: Mapping[str, int]) -> Iterator[Entry]:
        """What follows in each of several streams, checked like what `read` gives.

        At most a page of each stream, so that a reader of several never waits long.
        """

    def scan(self, stream: str) -> Iterator[Entry]:
        """All that stands in a stream, unchecked: for an audit, which goes on after a fault.

        Also what no reader is given, since it stands before the first entry.
        """

    def scan_ends(self) -> dict[str, Head]:
        """What stands as the ends of all streams, unchecked, and all at one moment.

        A stream that has entries and no end is at version 0.
        """

    def head(self, stream: str) -> Head:
        """The end of a stream; version 0 if there is none."""

    def heads_of(self, streams: Sequence[str]) -> dict[str, Head]:
        """The ends of these streams, all at one moment; a stream that is not there is left out."""

    def heads(self, prefix: str = "") -> dict[str, Head]:
        """The ends of all streams whose name begins so, in order, and all at one moment.

        Raises `Corrupt` if one of them is none, as `head` and `heads_of` do.
        """

    def last(self, stream: str, name: str) -> Entry | None:
        """The latest entry of that name; found by going back from the end, so quick if recent."""

    def streams(self, prefix: str = "") -> list[str]:
        """Every stream whose name begins so, in order.

        Raises `Corrupt` if entries stand in one of which the end is gone.
        """

    def receipt(self, command: str) -> Receipt | None:
        """What a command wrote, if it was ever given."""

    def receipts(self) -> Iterator[Receipt]:
        """Of every command, in order of id; one that is damaged says so, and the others follow."""

    def faults(self) -> list[str]:
        """What is wrong with what the store keeps beside entries and receipts, for an audit.

        Such as an index by which entries are found: no chain covers it. Empty if all is well, and
        where a store has nothing that could tell.
        """

    def check_kept(self) -> None:
        """See that what is written is still kept where the next to open the store will look.

        Raises `RecordGone` if not. A store that asks a server for each write has nothing to see to:
        the server refuses to write what it has no place for.
        """

    def restore(self, entries: Iterable[Entry], receipts: Iterable[Receipt]) -> None:
        """Fill an empty store with what another one held, checking the chains on the way."""

    def close(self) -> None:
        """Let go of files and connections."""
