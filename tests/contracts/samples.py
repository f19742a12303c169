"""Commands for stores, which do not care what they say, and files that are old or damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from pitboss.store.batches import WriteBatch
from pitboss.store.contract import Append, Draft, Order, Receipt

BODY = '{"seat":3,"cards":["Ah","Kd","Qs"],"note":"ante \\u2014 “première” \\\\ é 🂡"}'


def order(
    number: int | str, *, asked: str = "as given", actor: str = "ann", second: str = ""
) -> Order:
    return Order(
        id=f"command-{number}",
        asked=asked,
        actor=actor,
        role="Dealer",
        time="2026-03-01T20:00:00Z",
        second=second,
    )


def draft(name: str = "WagerPlaced", *, body: str = BODY, tag: str = "") -> Draft:
    return Draft(name=name, schema=1, clause="4.1", body=body, tag=tag)


def append(stream: str, *drafts: Draft, expected: int | None = None) -> Append:
    return Append(stream=stream, drafts=drafts or (draft(),), expected=expected)


T = TypeVar("T")


class Heard:
    """What a batch says of what was delayed."""

    def __init__(self) -> None:
        self.written: list[list[str]] = []
        self.receipts: list[Receipt] = []
        self.losses = 0

    def note(self, receipts: Sequence[Receipt]) -> None:
        self.written.append([receipt.command.removeprefix("command-") for receipt in receipts])
        self.receipts += receipts

    def lose(self) -> None:
        self.losses += 1


def elsewhere(work: Callable[[], T]) -> T:
    """What another thread finds."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work).result()


def delay_two(batch: WriteBatch) -> None:
    batch.begin()
    batch.delay(order(1), [append("a", expected=1), append("new")])
    batch.delay(order(2), [append("a", draft(), draft(), expected=2)])


def delay_and_lose(batch: WriteBatch) -> None:
    """Something that waits, and of which somebody else wrote the stream since."""
    batch.begin()
    batch.delay(order(1), [append("new", expected=0)])
    batch.delay(order(2), [append("a", expected=1)])
    elsewhere(lambda: batch.append(order("other"), [append("a", expected=1)]))
    assert not batch.has_failed, "nobody knows yet"


INDEX = "entries_by_tag"


def leave_out(file: Path, of_entries: str) -> None:
    """Have the index know nothing of these entries, as if bits in it had flipped."""
    with closing(sqlite3.connect(file)) as raw, raw:
        (whole,) = raw.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (INDEX,)).fetchone()
        raw.execute(f"DROP INDEX {INDEX}")
        raw.execute(f"{whole} AND NOT ({of_entries})")
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (whole, INDEX))
