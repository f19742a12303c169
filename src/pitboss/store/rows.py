"""What both databases share: how entries and receipts stand in columns, and reading in pages."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from hashlib import sha256
from json.encoder import encode_basestring as quoted
from typing import Any, ClassVar

from pitboss.errors import CommandReused
from pitboss.store.chain import checked, unsound
from pitboss.store.contract import Entry, Order, Receipt, Written

COLUMNS = Entry._fields
LISTED = ", ".join(COLUMNS)
PAGE = 1000

Row = tuple[Any, ...]

entry_of: Callable[[Row], Entry] = Entry._make
"""A row as an entry; an entry is a row already."""

RECEIPT = "id, asked, written, hash"
ReceiptRow = tuple[str, str, str, str]


def receipt_row(receipt: Receipt) -> ReceiptRow:
    """A receipt as a row. It is in no chain, so it has a hash of its own against damage.

    >>> row = receipt_row(Receipt(command="c1", asked="d", written=(Written("table/1", 3, 4),)))
    >>> row[:3]
    ('c1', 'd', '[["table/1",3,4]]')
    >>> receipt_of(row).written
    (Written(stream='table/1', first=3, last=4),)
    """
    places = ",".join(
        f"[{quoted(place.stream)},{place.first:d},{place.last:d}]" for place in receipt.written
    )
    written = f"[{places}]"
    return receipt.command, receipt.asked, written, _seal(receipt.command, receipt.asked, written)


def receipt_of(row: Row) -> Receipt:
    """A row as a receipt."""
    receipt = receipt_as_it_stands(row)
    if not receipt.is_sound:
        raise unsound(receipt)
    return receipt


def receipt_as_it_stands(row: Row) -> Receipt:
    """A row as a receipt, damaged or not: an audit lists what it finds, and goes on after it."""
    command, asked, written, seal = row
    try:
        is_sound = seal == _seal(command, asked, written)
    except (TypeError, ValueError):
        # A damaged row may come back as bytes, or as half a character.
        is_sound = False
    if not is_sound:
        return Receipt(command=str(command), asked=str(asked), written=(), is_sound=False)
    places = _places(written)
    if places is None:
        return Receipt(command=command, asked=asked, written=(), is_sound=False)
    return Receipt(command=command, asked=asked, written=places)


def _places(written: str) -> tuple[Written, ...] | None:
    """Where a command wrote; None if it is not written as a receipt is, whatever its seal."""
    try:
        said = json.loads(written)
        if any([type(part) for part in place] != [str, int, int] for place in said):
            return None
        return tuple(Written(*place) for place in said)
    except (ValueError, TypeError, RecursionError):
        return None


class Known(Exception):
    """A command was written before, and its receipt stands in this row."""

    def __init__(self, command: str, row: Row) -> None:
        super().__init__(command)
        self.command = command
        self.row = row


def repeated(known: Receipt, order: Order) -> Receipt:
    """The receipt for a command given again."""
    if known.asked != order.asked:
        raise CommandReused(order.id)
    return known._replace(is_repeat=True)


def _seal(command: str, asked: str, written: str) -> str:
    text = f"[{quoted(command)},{quoted(asked)},{quoted(written)}]"
    return sha256(text.encode()).hexdigest()


class RowStore(ABC):
    """Reading entries and receipts in pages, so that no reader keeps a transaction open.

    What is written stays as it is, so pages of different moments fit together.
    """

    entries_table: ClassVar[str]
    commands_table: ClassVar[str]
    mark: ClassVar[str]
    """What stands for a value in a statement."""

    @abstractmethod
    def _rows(self, query: str, *values: object) -> list[Row]:
        """What the database answers."""

    def _entries(
        self, stream: str, *, after: int = 0, upto: int | None = None, tag: str | None = None
    ) -> Iterator[Entry]:
        """Entries behind a version, unchecked."""
        where, values = f"version > {self.mark}", [stream, after]
        if upto is not None:
            where += f" AND version <= {self.mark}"
            values.append(upto)
        if tag is not None:
            # The index of tags is taken only if it is plain that none is asked for without one.
            where += f" AND tag = {self.mark}" + (" AND tag <> ''" if tag else "")
            values.append(tag)
        query = self._select(where)
        while True:
            rows = self._rows(query, *values)
            yield from map(entry_of, rows)
            last = rows[-1][1] if len(rows) == PAGE else None
            # A damaged index could return the same page for ever, and a version be no number.
            if not isinstance(last, int) or last <= after:
                return
            values[1] = after = last

    def _select(self, where: str, order: str = "version", most: int | None = None) -> str:
        return (
            f"SELECT {LISTED} FROM {self.entries_table} WHERE stream = {self.mark} AND {where} "
            f"ORDER BY {order} LIMIT {most or PAGE}"
        )

    def scan(self, stream: str) -> Iterator[Entry]:
        # Versions count from 1; what stands before is given to no reader, but to an audit.
        yield from map(entry_of, self._rows(self._select("version < 1"), stream))
        yield from self._entries(stream)

    def last(self, stream: str, name: str) -> Entry | None:
        query = self._select(f"name = {self.mark}", order="version DESC", most=1)
        rows = self._rows(query, stream, name)
        return next(checked(stream, map(entry_of, rows), is_whole=False), None)

    def receipt(self, command: str) -> Receipt | None:
        rows = self._rows(self._receipts_where("id ="), command)
        return receipt_of(rows[0]) if rows else None

    def _receipts_where(self, condition: str) -> str:
        return (
            f"SELECT {RECEIPT} FROM {self.commands_table} WHERE {condition} {self.mark} "
            f"ORDER BY id LIMIT {PAGE}"
        )

    def receipts(self) -> Iterator[Receipt]:
        after = ""
        while True:
            # The first page has a receipt without an id too.
            rows = self._rows(self._receipts_where("id >" if after else "id >="), after)
            yield from map(receipt_as_it_stands, rows)
            last = rows[-1][0] if len(rows) == PAGE else None
            if not isinstance(last, str) or last <= after:
                return
            after = last
