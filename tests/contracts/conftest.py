"""One contract, three stores: every test that takes `place` or `store` runs on each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pitboss.store import sqlite
from pitboss.store.addresses import open_store
from pitboss.store.batches import WriteBatch
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from tests.contracts.samples import Heard, append, order
from tests.waiting import PATIENCE


@dataclass
class Place:
    """Where a store is, and every opening of it, so that all are closed again."""

    kind: str
    url: str
    _open: Callable[[], Store]
    _opened: list[Store] = field(default_factory=list)

    def open(self) -> Store:
        """The store, as another process would open it."""
        store = self._open()
        self._opened.append(store)
        return store

    def close(self) -> None:
        for store in self._opened:
            store.close()


def _place(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if kind == "memory":
        only = MemoryStore()
        return Place(kind, "memory:", lambda: only)
    if kind == "sqlite":
        url = f"sqlite:///{tmp_path / 'pitboss.db'}"
    else:
        url = request.getfixturevalue("postgres_url")
    return Place(kind, url, lambda: open_store(url))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several threads that want the same file one may be last for long on a busy machine."""
    monkeypatch.setattr(sqlite, "WAIT_SECONDS", PATIENCE)


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Each kind of store in turn."""
    found = _place(request.param, request, tmp_path)
    yield found
    found.close()


@pytest.fixture(params=["sqlite", "postgres"])
def lasting_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Each kind that outlives its process."""
    found = _place(request.param, request, tmp_path)
    yield found
    found.close()


@pytest.fixture
def store(place: Place) -> Store:
    return place.open()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def beneath(store: Store) -> Store:
    """What is durable, as any other process sees it."""
    store.append(order("first"), [append("a"), append("b")])
    return store


@pytest.fixture
def batch(beneath: Store, heard: Heard) -> WriteBatch:
    return WriteBatch(beneath, written=heard.note, lost=heard.lose)


@pytest.fixture
def memory(heard: Heard) -> WriteBatch:
    """The same, for what no store has a say in."""
    store = MemoryStore()
    store.append(order("first"), [append("a"), append("b")])
    return WriteBatch(store, written=heard.note, lost=heard.lose)
