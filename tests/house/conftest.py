"""What tests of the house are given: stores, a clock, and links whose owners let go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.store.addresses import open_store
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from tests.house.floor import HandClock
from tests.house.linked import let_go


def _opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    found: Store = MemoryStore()
    if request.param != "memory":
        file = f"sqlite:///{tmp_path / 'floor.db'}"
        is_file = request.param == "sqlite"
        found = open_store(file if is_file else request.getfixturevalue("postgres_url"))
    yield found
    let_go()
    found.close()


store = pytest.fixture(params=["memory", "sqlite"], name="store")(_opened)
stores = pytest.fixture(params=["memory", "sqlite", "postgres"], name="stores")(_opened)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(autouse=True)
def _let_go() -> Iterator[None]:
    yield
    let_go()
