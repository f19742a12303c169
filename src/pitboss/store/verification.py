"""A record read through from end to end, slowly, for damage that nobody would meet otherwise.

What is not read is not missed: an entry of last month may rot on the disk for a year. This reads
every entry and every receipt, checks each by its hash and its place in the chain, and has the store
look at its own indexes. It says of each stream what is wrong first; an audit lists everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pitboss.errors import Corrupt
from pitboss.store.chain import ALTERED, REMEDY
from pitboss.store.contract import Store

EVERY = 100
"""Entries between two pauses."""
RECEIPTS, INDEXES = "receipts", "indexes"
"""What is read after the streams."""


class ReadingPlace(NamedTuple):
    """How far a record was read: whole streams before this one, and so much of it."""

    stream: str = ""
    version: int = 0


_AFTER_STREAMS = ReadingPlace("\U0010ffff")
"""No stream has a name that comes later."""


BEGINNING = ReadingPlace()


class StreamVerified(NamedTuple):
    """A part of a record that was read to its end, and what is wrong with it, if anything."""

    part: str
    finding: str


def read_through(
    store: Store, start: ReadingPlace, *, pause: Callable[[ReadingPlace], None]
) -> Iterator[StreamVerified]:
    """Every part of a record from a place on; `pause` is called between some entries and others.

    What is written meanwhile is read or left to the next time.
    """
    for stream in store.scan_ends():
        if stream >= start.stream:
            after = start.version if stream == start.stream else 0
            yield StreamVerified(stream, _stream_read(store, stream, after, pause))
    yield StreamVerified(RECEIPTS, _receipts_read(store, pause))
    yield StreamVerified(INDEXES, "; ".join(store.faults()))
    pause(BEGINNING)


def _stream_read(
    store: Store, stream: str, after: int, pause: Callable[[ReadingPlace], None]
) -> str:
    try:
        for entry in store.read(stream, after=after):
            if entry.version % EVERY == 0:
                pause(ReadingPlace(stream, entry.version))
    except Corrupt as error:
        return str(error)
    pause(ReadingPlace(stream, after))
    return ""


def _receipts_read(store: Store, pause: Callable[[ReadingPlace], None]) -> str:
    damaged = []
    try:
        for number, receipt in enumerate(store.receipts(), 1):
            if not receipt.is_sound:
                damaged.append(receipt.command)
            if number % EVERY == 0:
                pause(_AFTER_STREAMS)
    except Corrupt as error:
        return str(error)
    if not damaged:
        return ""
    more = f" and {len(damaged) - 1} more" if len(damaged) > 1 else ""
    return f"The receipt of command {damaged[0]!r}{more} is {ALTERED}. {REMEDY}"
