"""What both databases share: how entries and receipts stand in columns, and reading in pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from json.encoder import encode_basestring as quoted
from typing import Any

from pitboss.errors import CommandReused
from pitboss.store.chain import unsound
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
    """Where a command wrote; None if no receipt says it like that, whatever its seal."""
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


def page_query(
    entries: str, mark: str, *, upto: int | None, tag: str | None
) -> tuple[str, list[str | int]]:
    """A page of a stream behind a version, and the values asked for beside those two.

    `entries` is what the table is called, and `mark` is what stands for a value.

    >>> query, values = page_query("entries", "?", upto=9, tag=None)
    >>> query.partition("WHERE ")[2], values
    ('stream = ? AND version > ? AND version <= ? ORDER BY version LIMIT 1000', [9])
    """
    query = f"SELECT {LISTED} FROM {entries} WHERE stream = {mark} AND version > {mark}"
    values: list[str | int] = []
    if upto is not None:
        query += f" AND version <= {mark}"
        values.append(upto)
    if tag is not None:
        # The index of tags is taken only if it is plain that none is asked for without one.
        query += f" AND tag = {mark}" + (" AND tag <> ''" if tag else "")
        values.append(tag)
    return f"{query} ORDER BY version LIMIT {PAGE}", values


def before_first(entries: str, mark: str) -> str:
    """Entries of a stream that stand where none is written: versions count from 1."""
    return (
        f"SELECT {LISTED} FROM {entries} WHERE stream = {mark} AND version < 1 "
        f"ORDER BY version LIMIT {PAGE}"
    )


def receipts_query(commands: str, mark: str, after: str) -> str:
    """A page of receipts behind that of a command; the first page has one without an id too."""
    behind = ">" if after else ">="
    return f"SELECT {RECEIPT} FROM {commands} WHERE id {behind} {mark} ORDER BY id LIMIT {PAGE}"


def paged(fetch: Callable[[int], list[Row]], after: int) -> Iterator[Entry]:
    """Entries page by page, so that no reader keeps a transaction open while it thinks.

    What is written stays as it is, so pages of different moments fit together.
    """
    while True:
        rows = fetch(after)
        yield from map(entry_of, rows)
        last = rows[-1][1] if len(rows) == PAGE else None
        # A damaged index could hand out the same page for ever, and a number be none.
        if not isinstance(last, int) or last <= after:
            return
        after = last


def paged_receipts(fetch: Callable[[str], list[Row]]) -> Iterator[Receipt]:
    """The same of receipts, which follow each other by the ids of their commands."""
    after = ""
    while True:
        rows = fetch(after)
        yield from map(receipt_as_it_stands, rows)
        if len(rows) < PAGE:
            return
        last = rows[-1][0]
        if not isinstance(last, str) or last <= after:
            return
        after = last
