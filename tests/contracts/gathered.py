"""Commands put off for tests, and what is heard of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from pitboss.store.batches import WriteBatch
from pitboss.store.contract import Receipt
from tests.contracts.drafting import append, draft, order

T = TypeVar("T")


class Heard:
    """What a gathering says of what was put off."""

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


def put_off_two(gathering: WriteBatch) -> None:
    gathering.begin()
    gathering.delay(order(1), [append("a", expected=1), append("new")])
    gathering.delay(order(2), [append("a", draft(), draft(), expected=2)])


def put_off_what_is_lost(gathering: WriteBatch) -> None:
    """Something that waits, and of which somebody else wrote the stream since."""
    gathering.begin()
    gathering.delay(order(1), [append("new", expected=0)])
    gathering.delay(order(2), [append("a", expected=1)])
    elsewhere(lambda: gathering.append(order("other"), [append("a", expected=1)]))
    assert not gathering.has_failed, "nobody knows yet"
