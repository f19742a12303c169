"""The store in memory: for tests, and for play that need not be kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from threading import Lock

from pitboss.errors import GivenBefore
from pitboss.store.chain import (
    NOWHERE,
    Checking,
    Linked,
    check_group,
    check_text,
    checked,
    linked,
    linked_all,
    refuse_unless_empty,
)
from pitboss.store.contract import Append, Entry, Head, Order, Receipt, Write
from pitboss.store.rows import PAGE, repeated


class MemoryStore:
    """Streams in lists.

    >>> from pitboss.store.contract import Draft
    >>> store = MemoryStore()
    >>> order = Order(id="1", asked="", actor="ann", role="Dealer", time="2026-01-01T00:00:00Z")
    >>> draft = Draft(name="Opened", schema=1, clause="4.1", body="{}")
    >>> store.append(order, [Append(stream="table/1", drafts=(draft,), expected=0)]).written
    (Written(stream='table/1', first=1, last=1),)
    >>> [entry.name for entry in store.read("table/1")]
    ['Opened']
    """

    def __init__(self) -> None:
        self._streams: dict[str, list[Entry]] = {}
        self._receipts: dict[str, Receipt] = {}
        self._lock = Lock()

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        check_text(order, appends)
        with self._lock:
            known = self._receipts.get(order.id)
            if known is not None:
                return repeated(known, order)
            heads = {append.stream: self._head(append.stream) for append in appends}
            new = linked(order, appends, heads)
            self._keep(new)
            return new.receipt

    def append_all(self, group: Sequence[Write]) -> list[Receipt]:
        check_group(group)
        with self._lock:
            for order, _ in group:
                if order.id in self._receipts:
                    raise GivenBefore(order.id)
            streams = {append.stream for _, appends in group for append in appends}
            news = linked_all(group, {stream: self._head(stream) for stream in streams})
            for new in news:
                self._keep(new)
            return [new.receipt for new in news]

    def _keep(self, new: Linked) -> None:
        for entry in new.entries:
            self._streams.setdefault(entry.stream, []).append(entry)
        self._receipts[new.receipt.command] = new.receipt

    def read(
        self, stream: str, *, after: int = 0, upto: int | None = None, tag: str | None = None
    ) -> Iterator[Entry]:
        with self._lock:
            entries = self._streams.get(stream, [])[after:upto]
        if tag is not None:
            entries = [entry for entry in entries if entry.tag == tag]
        return checked(stream, entries, after=after, is_whole=tag is None)

    def read_on(self, after: Mapping[str, int]) -> Iterator[Entry]:
        for stream, version in sorted(after.items()):
            yield from self.read(stream, after=version, upto=version + PAGE)

    def scan(self, stream: str) -> Iterator[Entry]:
        with self._lock:
            return iter(self._streams.get(stream, [])[:])

    def scan_ends(self) -> dict[str, Head]:
        return self.heads()

    def head(self, stream: str) -> Head:
        with self._lock:
            return self._head(stream)

    def _head(self, stream: str) -> Head:
        entries = self._streams.get(stream)
        return Head(entries[-1].version, entries[-1].hash) if entries else NOWHERE

    def heads_of(self, streams: Sequence[str]) -> dict[str, Head]:
        with self._lock:
            return {stream: self._head(stream) for stream in streams if stream in self._streams}

    def heads(self, prefix: str = "") -> dict[str, Head]:
        with self._lock:
            return {name: self._head(name) for name in self._names(prefix)}

    def last(self, stream: str, name: str) -> Entry | None:
        with self._lock:
            entries = self._streams.get(stream, [])
            found = next((entry for entry in reversed(entries) if entry.name == name), None)
        if found is None:
            return None
        return next(checked(stream, [found], after=found.version - 1))

    def streams(self, prefix: str = "") -> list[str]:
        with self._lock:
            return self._names(prefix)

    def _names(self, prefix: str) -> list[str]:
        return sorted(name for name in self._streams if name.startswith(prefix))

    def receipt(self, command: str) -> Receipt | None:
        with self._lock:
            return self._receipts.get(command)

    def receipts(self) -> Iterator[Receipt]:
        with self._lock:
            return iter([self._receipts[command] for command in sorted(self._receipts)])

    def faults(self) -> list[str]:
        return []

    def check_kept(self) -> None:
        """It lasts as long as its process."""

    def restore(self, entries: Iterable[Entry], receipts: Iterable[Receipt]) -> None:
        checking = Checking()
        streams: dict[str, list[Entry]] = {}
        with self._lock:
            refuse_unless_empty(not self._streams and not self._receipts)
            for entry in checking.entries(entries):
                streams.setdefault(entry.stream, []).append(entry)
            kept = {receipt.command: receipt for receipt in checking.receipts(receipts)}
            self._streams, self._receipts = streams, kept

    def close(self) -> None:
        """Nothing to let go of; what was written stays readable."""
