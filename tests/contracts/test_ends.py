"""Ends that are told before they are written: whatever comes between, what is said of them holds.

A writer puts commands off and gives them at once, writes down where streams will end as a table
does at the end of a round, and reads; somebody else writes to the same streams; the store cannot be
reached now and then, before it has written or after.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest

from pitboss.errors import StoreError, Unavailable
from pitboss.store.batches import WriteBatch
from pitboss.store.contract import Append, Head, Order, Receipt, Write
from pitboss.store.memory import MemoryStore
from tests.contracts.samples import append, draft, order

SEEDS = 400
STREAMS = ("a", "b", "c")


class Unreliable(MemoryStore):
    """A store that cannot be reached now and then."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.chance = chance
        self.is_shaky = False

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        self._shake()
        receipt = super().append(order, appends)
        self._shake()
        return receipt

    def append_all(self, group: Sequence[Write]) -> list[Receipt]:
        self._shake()
        receipts = super().append_all(group)
        self._shake()
        return receipts

    def head(self, stream: str) -> Head:
        self._shake()
        return super().head(stream)

    def heads_of(self, streams: Sequence[str]) -> dict[str, Head]:
        self._shake()
        return super().heads_of(streams)

    def _shake(self) -> None:
        if self.is_shaky and self.chance.random() < 0.04:
            raise Unavailable("It cannot be reached. Try again.")


class Writer:
    """Does what a seed says, and knows what must then be so."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.store = Unreliable(self.chance)
        self.losses = 0
        self.batch = WriteBatch(self.store, written=lambda _: None, lost=self._lose)
        self.versions: dict[str, int] = {}
        """Where the writer believes streams to end."""
        self.told: dict[str, dict[str, Head]] = {}
        """What commands say of where streams end."""
        self.numbers = 0

    def _lose(self) -> None:
        self.losses += 1

    def block(self) -> None:
        self.store.is_shaky = self.chance.random() < 0.4
        losses, delay = self.losses, []
        self.batch.begin()
        for _ in range(self.chance.randint(1, 40)):
            if self.batch.has_failed:
                break
            try:
                delay += self.act()
            except StoreError:
                self.versions.clear()
        try:
            self.batch.end()
        except StoreError:
            self.versions.clear()
        self.store.is_shaky = False
        if self.losses == losses:
            assert all(self.store.receipt(command) for command in delay)

    def act(self) -> list[str]:
        """One thing or another; the command that was delayed, if it is that."""
        stream = self.chance.choice(STREAMS)
        what = self.chance.random()
        if what < 0.55:
            return self.give(stream)
        if what < 0.7:
            with suppress(Unavailable):
                self.store.append(self.order(), [append(stream)])
        elif what < 0.8:
            self.batch.append(self.order(), [append(stream)])
            self.versions.pop(stream, None)
        elif what < 0.9:
            list(self.batch.read(stream))
        else:
            self.batch.ends_of(["a", "ends", "c"])
        return []

    def give(self, stream: str) -> list[str]:
        if stream not in self.versions:
            self.versions[stream] = self.batch.head(stream).version
        version, given = self.versions[stream], self.order()
        drafts = [draft(body=str(self.chance.random()))] * self.chance.randint(1, 3)
        appends = [append(stream, *drafts, expected=version)]
        if self.chance.random() < 0.3:
            ends = self.batch.ends_of(["b", stream, "beside"])
            if stream in ends and ends[stream].version != version:
                self.versions.clear()
                return []
            self.told[given.id] = ends
            appends.append(append("ends"))
        if self.chance.random() < 0.2:
            beside = self.batch.head("beside").version
            appends.append(append("beside", expected=self.chance.choice([None, beside])))
        is_delayed = self.chance.random() < 0.8
        (self.batch.delay if is_delayed else self.batch.append)(given, appends)
        self.versions[stream] += len(drafts)
        return [given.id] if is_delayed else []

    def order(self) -> Order:
        self.numbers += 1
        return order(self.numbers)


@pytest.mark.parametrize("first", range(0, SEEDS, 50))
def test_whatever_comes_between_ends_that_are_written_down_are_right(first: int) -> None:
    checked = losses = 0
    for seed in range(first, first + 50):
        writer = Writer(seed)
        for _ in range(4):
            writer.block()
        store = writer.store
        hashes = {
            (stream, entry.version): entry.hash
            for stream in store.streams()
            for entry in store.read(stream)
        }
        for command, ends in writer.told.items():
            if store.receipt(command) is not None:
                for stream, end in ends.items():
                    assert hashes[stream, end.version] == end.hash, (seed, command)
                    checked += 1
        losses += writer.losses
    assert checked > 200
    assert losses > 20
