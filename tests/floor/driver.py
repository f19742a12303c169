"""A demonstration floor on any store, driven by a clock that is moved by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from pitboss.floor.config import FloorConfig, HousePlayers
from pitboss.floor.demonstration import demonstration_floor
from pitboss.floor.floor import Floor, open_floor
from pitboss.floor.runner import FloorRunner
from pitboss.house.callers import Player
from pitboss.house.dealer import Entropy
from pitboss.house.secrets import Secrets
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.wagers import PlaceWager
from pitboss.store.contract import Store
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.people.seats import TakeSeat
from pitboss.table.table import Command, Table
from tests.house.floor import CHEAP, HandClock


def config_with(*tables: str, players: tuple[int, int] = (2, 3)) -> FloorConfig:
    """The demonstration floor with only these tables, and so many house players at each."""
    config = demonstration_floor()
    least, most = players
    return replace(
        config,
        tables={name: config.tables[name] for name in tables},
        players={
            name: HousePlayers(least=least, most=most, seed=f"tests/{name}", first=12 * place)
            for place, name in enumerate(tables)
        },
    )


class DrivenFloor:
    """A floor, its runner and its clock."""

    def __init__(
        self,
        store: Store,
        config: FloorConfig,
        *,
        clock: HandClock | None = None,
        seed: int = 1,
        entropy: Entropy | None = None,
        with_links: bool = False,
    ) -> None:
        self.store = store
        self.clock = clock or HandClock()
        self.floor: Floor = open_floor(
            config,
            store,
            self.clock,
            entropy=entropy or Random(seed).randbytes,
            secrets=Secrets(CHEAP),
            with_links=with_links,
        )
        self.runner = FloorRunner(self.floor)

    def table(self, name: str) -> Table:
        return self.floor.house.tables.refresh(name)

    def run(self, *, seconds: int = 0, until: int | None = None, name: str = "") -> None:
        """Let so much time pass, or as much as a table takes to a round."""
        end = self.clock.now + timedelta(seconds=seconds or 7200)
        while self.clock.now < end:
            again = self.runner.tick(self.clock.now)
            assert not self.runner.problems, self.runner.problems
            if until is not None and self.table(name).rounds.number >= until:
                return
            self.clock.now = min(max(again, self.clock.now + timedelta(milliseconds=10)), end)
        assert until is None, f"round {until} of {name} did not come"

    def sit(self, name: str, player: str, seat: int, amount: str = "1000.00") -> None:
        """A guest sits down and buys in."""
        self.give(name, player, TakeSeat(player, seat))
        self.give(name, player, BuyIn(player, Money.parse(amount)))

    def give(self, name: str, player: str, command: Command) -> None:
        """A guest does something."""
        self.floor.house.give(table_stream(name), command, Player(player))

    def bet(self, name: str, player: str, seat: int, *wagers: str) -> None:
        """A guest puts ten on each of these."""
        for wager in wagers:
            self.give(name, player, PlaceWager(seat, player, wager, Money(1000)))

    def names(self, name: str) -> list[str]:
        """What happened at a table, by name."""
        return [entry.name for entry in self.store.read(f"table/{name}")]

    def when(self, name: str, event: str) -> list[datetime]:
        """When an event of this name happened."""
        entries = self.store.read(f"table/{name}")
        return [datetime.fromisoformat(one.time) for one in entries if one.name == event]
