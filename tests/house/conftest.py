"""What tests of the house are given: stores, a clock, and links whose owners let go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore
from tests.house.floor import HandClock
from tests.house.linked import let_go


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    store: Store = (
        MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "pitboss.db")
    )
    yield store
    store.close()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(autouse=True)
def _let_go() -> Iterator[None]:
    yield
    let_go()
