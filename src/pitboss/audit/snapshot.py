"""A store as it stood at one moment, so that a floor may play on while it is audited.

Streams are read one after the other. Without a moment that holds for all of them, an entry written
meanwhile would have no receipt yet, and a claim no link: the audit would report an honest floor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.errors import Corrupt, StoreError
from pitboss.store.contract import Entry, Head, Receipt, Store, Written


class Stray(NamedTuple):
    """Something in a stream that is no entry as entries are, by its number if it has one."""

    version: int
    message: str


_TYPES = tuple(int if name in {"version", "schema"} else str for name in Entry._fields)


class StoreSnapshot:
    """What a store held when this was made, or when these were its heads."""

    def __init__(self, store: Store, heads: Mapping[str, Head] | None = None) -> None:
        self._store = store
        ends = store.scan_ends() if heads is None else heads
        self._heads = {_text(stream): _as_head(end) for stream, end in ends.items()}
        self._lengths: dict[str, int] = {}
        self._strays: dict[str, list[Stray]] = {}

    def streams(self, prefix: str = "") -> list[str]:
        return [stream for stream in self._heads if stream.startswith(prefix)]

    def scan(self, stream: str) -> Iterator[Entry]:
        upto, length, strays = self._version(stream), 0, list[Stray]()
        for entry in self._store.scan(stream):
            if tuple(map(type, entry)) != _TYPES:
                entry = _as_entry(entry)  # noqa: PLW2901 - what can be read of it goes on
                strays.append(Stray(entry.version, "not all of it is text or number as it was"))
            if entry.version < 1:
                strays.append(Stray(entry.version, "no entry has such a number"))
                continue
            length += 1
            if entry.version <= upto:
                yield entry
        self._lengths[stream] = length
        self._strays[stream] = strays

    def strays(self, stream: str) -> list[Stray]:
        """What stands in a stream, once it was scanned, that no store of ours writes."""
        return self._strays[stream]

    def ends_after(self, stream: str) -> bool:
        """Whether the store has a stream, once it was scanned, end no earlier than it does.

        What was written since is passed over; what merely stands behind the end that a file names
        was not written by us.
        """
        return self._lengths[stream] <= self._end(stream)

    def heads(self, prefix: str = "") -> dict[str, Head]:
        return {name: head for name, head in self._heads.items() if name.startswith(prefix)}

    def receipt(self, command: str) -> Receipt | None:
        return self._store.receipt(command)

    def receipts(self) -> Iterator[Receipt]:
        """Of every command, but for those that were given since and are there.

        What was removed from the end of a stream looks as if it were yet to come; that is why a
        receipt is passed over only if all that it tells of can be seen.
        """
        for receipt in self._store.receipts():
            if not self._is_later(receipt):
                yield receipt

    def faults(self) -> list[str]:
        return self._store.faults()

    def _is_later(self, receipt: Receipt) -> bool:
        is_beyond = any(one.last > self._version(one.stream) for one in receipt.written)
        return is_beyond and all(self._is_there(receipt, one) for one in receipt.written)

    def _is_there(self, receipt: Receipt, written: Written) -> bool:
        if not 0 < written.first <= written.last <= self._end(written.stream):
            return False
        part = self._store.read(written.stream, after=written.first - 1, upto=written.last)
        try:
            found = [entry.command for entry in part]
        except StoreError:
            return False
        return found == [receipt.command] * (written.last - written.first + 1)

    def _end(self, stream: str) -> int:
        """Where the store has a stream end by now; nowhere if that is not as it was written."""
        try:
            return self._store.head(stream).version
        except Corrupt:
            return 0

    def _version(self, stream: str) -> int:
        head = self._heads.get(stream)
        return 0 if head is None else head.version


def _as_entry(entry: Entry) -> Entry:
    """A row whose kinds of values were changed too, so that the rest of it can be looked at."""
    return Entry._make(
        _number(value) if kind is int else _text(value)
        for kind, value in zip(_TYPES, entry, strict=True)
    )


def _as_head(head: Head) -> Head:
    return Head(_number(head.version), _text(head.hash))


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
