"""Whole tables by chance on every kind of store: what must be true after every command.

People come and go, wager, err and are ruled on, by two programs of which one is often behind, one
of which may be started anew at any time; see `tests.house.watched` for what is promised.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pitboss.games.library import built_in_ids
from pitboss.store.addresses import open_store
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.table.rules import Mode
from tests.house.crowd import Crowd
from tests.house.floor import Floor
from tests.postgres import Server
from tests.properties.strategies import any_commands, chances, whole_rounds

Open = Callable[[], list[Store]]
"""A new store, opened twice, as by two programs."""

TROUBLE = 30
"""How often in a hundred something goes wrong before a step of the rounds it plays at the end."""


class Tables(RuleBasedStateMachine):
    """One table of one rulebook on one kind of store."""

    rulebook: ClassVar[str]
    new_store: ClassVar[Open]
    rounds: ClassVar[int]
    played: ClassVar[list[int]]
    """How many rounds each table has played."""

    @initialize(rng=chances(), mode=st.sampled_from(Mode))
    def open(self, rng: Random, mode: Mode) -> None:
        self.stores = type(self).new_store()
        Floor(self.stores[0])
        self.crowd = Crowd(self.rulebook, mode, self.stores, rng)

    @rule(trouble=st.sampled_from([0, 10, 30, 60]))
    def play_a_round(self, trouble: int) -> None:
        self.crowd.play_round(trouble)

    @rule(steps=st.integers(1, 12))
    def go_on(self, steps: int) -> None:
        for _ in range(steps):
            self.crowd.go_on()

    @rule(wagers=st.integers(1, 12))
    def bet(self, wagers: int) -> None:
        self.crowd.bet(wagers)

    @rule(times=st.integers(1, 4))
    def something(self, times: int) -> None:
        for _ in range(times):
            self.crowd.something()

    @rule(which=st.integers(0, 1))
    def start_anew(self, which: int) -> None:
        self.crowd.watched.restart(which)

    @precondition(lambda self: self.crowd.watched.rounds_closed)
    @rule()
    def close_and_open(self) -> None:
        self.crowd.close_and_open()

    @rule(data=st.data())
    def nobody_may(self, data: st.DataObject) -> None:
        for command in data.draw(st.lists(any_commands(self.rulebook), min_size=3, max_size=6)):
            self.crowd.junk(command)

    def teardown(self) -> None:
        """Whatever happened, the table plays on, and an auditor finds nothing."""
        if hasattr(self, "crowd"):
            while self.crowd.watched.rounds_closed < self.rounds - 1:
                self.crowd.play_round(TROUBLE)
            self.crowd.play_round(0)
            self.crowd.watched.check_all()
            self.played.append(self.crowd.watched.rounds_closed)
        for store in getattr(self, "stores", ()):
            store.close()


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def new_store(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Open:
    """How to come by a new store of each kind."""
    if request.param == "memory":
        return lambda: [MemoryStore()] * 2
    if request.param == "sqlite":
        numbers = count(1)
        return lambda: _twice(str(tmp_path / f"{next(numbers)}.db"))
    server: Server = request.getfixturevalue("postgres")
    monkeypatch.setenv("PITBOSS_HOUSE_KEY", str(tmp_path / "house.key"))
    return lambda: _twice(server.new_database())


def _twice(url: str) -> list[Store]:
    return [open_store(url), open_store(url)]


@pytest.mark.parametrize("rulebook", built_in_ids())
@pytest.mark.parametrize(
    ("examples", "steps", "rounds"),
    [
        pytest.param(3, 12, 1, marks=pytest.mark.slow),
        # 2,250 rounds on every kind of store.
        pytest.param(30, 20, 15, marks=pytest.mark.long),
    ],
)
def test_any_table_keeps_its_promises(
    rulebook: str, new_store: Open, examples: int, steps: int, rounds: int
) -> None:
    """So many tables of each rulebook, how much befalls each, and how many rounds at least."""
    played: list[int] = []
    own = {"rulebook": rulebook, "new_store": new_store, "rounds": rounds, "played": played}
    machine = type("Machine", (Tables,), own)
    run_state_machine_as_test(machine, settings=whole_rounds(examples, steps))
    assert sum(played) >= examples * rounds
