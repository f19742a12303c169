"""What a tick does at many tables is written together, and nobody can tell by what was done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

import pytest

from pitboss.audit.audit import audit
from pitboss.errors import Conflict, Unavailable
from pitboss.floor.config import FloorConfig
from pitboss.floor.house_players import Act
from pitboss.floor.links import LinkCounter
from pitboss.floor.runner import UNUSED, TableRunner
from pitboss.house.callers import Player
from pitboss.house.clock import stamp
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.wagers import PlaceWager
from pitboss.store.contract import Append, Entry, Order, Receipt, Store, Write
from pitboss.store.memory import MemoryStore
from tests.floor.driver import DrivenFloor, config_with
from tests.house.floor import HandClock

TABLES = ("TCP-1", "HEB-1", "LIR-2")
Written = dict[str, list[tuple[str, ...]]]
Group = Sequence[Write]
Meddle = Callable[[Group], None]


def same_seed(count: int) -> bytes:
    """However often it is asked, so that a call for bets made anew is bound to the same deck."""
    return bytes(count)


class Watched(MemoryStore):
    """Counts what is written at one go, and lets a test have something happen before it is."""

    def __init__(self, meddle: Meddle = lambda group: None) -> None:
        super().__init__()
        self.meddle = meddle
        self.sizes: list[int] = []
        self.is_down = False

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        self._check()
        receipt = super().append(order, appends)
        self.sizes.append(1)
        return receipt

    def append_all(self, group: Group) -> list[Receipt]:
        self._check()
        self.meddle(group)
        receipts = super().append_all(group)
        self.sizes.append(len(group))
        return receipts

    def _check(self) -> None:
        if self.is_down:
            raise Unavailable("The disk is full")


class EveryNth:
    """Refuses one group in so many: each time somebody else was first, as far as the store says."""

    def __init__(self, nth: int) -> None:
        self.nth = nth
        self.asked = self.refused = 0

    def __call__(self, group: Group) -> None:
        self.asked += 1
        if self.asked % self.nth == 0:
            self.refused += 1
            raise Conflict(group[0][1][0].stream, expected=0, found=1)


class Answerless(MemoryStore):
    """Writes whatever comes in groups, and the answer is lost on the way."""

    lost = 0

    def append_all(self, group: Group) -> list[Receipt]:
        super().append_all(group)
        self.lost += 1
        raise Unavailable("The line was cut")


def _body(entry: Entry) -> str:
    # A seed is sealed anew each time.
    return "" if entry.name == "seeds-sealed" else entry.body


def written(floor: DrivenFloor) -> Written:
    """All that was ever recorded of tables and for links, but for how it was chained and sealed."""
    return {
        stream: [
            (one.name, one.time, one.actor, one.role, one.tag, _body(one))
            for one in floor.store.read(stream)
        ]
        for stream in floor.store.streams()
        if stream.startswith(("table/", "seeds/", "inbox/", "link/"))
    }


def conducted(
    store: Store,
    config: FloorConfig,
    *,
    clock: HandClock | None = None,
    with_links: bool = False,
) -> DrivenFloor:
    return DrivenFloor(store, config, clock=clock, entropy=same_seed, with_links=with_links)


def play(floor: DrivenFloor, *, seconds: int = 90) -> DrivenFloor:
    """A while, contributions counted meanwhile."""
    links = floor.floor.links
    counting = None if links is None else LinkCounter(links)
    for _ in range(seconds // 10):
        floor.run(seconds=10)
        if counting is not None:
            counting.tick(floor.clock.now)
    return floor


@lru_cache
def undisturbed(*, with_links: bool) -> Written:
    """What is recorded of three tables if nothing comes between."""
    found = written(play(conducted(MemoryStore(), config_with(*TABLES), with_links=with_links)))
    given = [one for name, new in found.items() if name.startswith("inbox/") for one in new]
    assert bool(given) is with_links
    return found


# --- how it is written --------------------------------------------------------------------------


def test_a_tick_of_many_tables_writes_in_few_groups() -> None:
    store = Watched()
    floor = conducted(store, config_with(*TABLES, players=(5, 5)))
    store.sizes.clear()
    floor.runner.tick(floor.clock.now)
    sat = [name for name in TABLES for one in floor.names(name) if one == "seat-taken"]
    assert len(sat) == 5 * len(TABLES)
    # Five sit down at each, and then bets are called for: with seeds, which are written at once.
    assert store.sizes == [6] * len(TABLES)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables of which somebody worked out what comes next, each as often as it was."""
    found: list[str] = []
    plan = TableRunner._plan

    def noted(runner: TableRunner, now: datetime) -> Act | str | datetime:
        found.append(runner.name)
        return plan(runner, now)

    monkeypatch.setattr(TableRunner, "_plan", noted)
    return found


def test_a_table_is_asked_again_for_what_others_did_and_not_for_what_it_did_itself(
    asked: list[str],
) -> None:
    floor = conducted(MemoryStore(), config_with(*TABLES))
    acts = 0
    while acts < 100:
        before = len(list(floor.store.receipts()))
        again = floor.runner.tick(floor.clock.now)
        acts += len(list(floor.store.receipts())) - before
        asked.clear()
        floor.runner.tick(floor.clock.now)
        assert asked == []
        floor.clock.now = again
    free = next(n for n in range(1, 8) if n not in floor.table("LIR-2").people.seats)
    floor.runner.tick(floor.clock.now)
    asked.clear()
    with floor.floor.house.together():
        floor.sit("LIR-2", "p1", free)
        # Not before it is written.
        floor.runner.tick(floor.clock.now)
        assert asked == []
    floor.runner.tick(floor.clock.now)
    assert set(asked) == {"LIR-2"}


# --- when it cannot be written ------------------------------------------------------------------


@pytest.mark.parametrize("with_links", [False, True])
@pytest.mark.parametrize("nth", [1, 3])
def test_whatever_is_refused_the_same_rounds_are_played(nth: int, with_links: bool) -> None:
    config = config_with(*TABLES)
    refusing = EveryNth(nth)
    floor = play(conducted(Watched(refusing), config, with_links=with_links))
    assert refusing.refused > 5
    assert written(floor) == undisturbed(with_links=with_links)
    assert audit(floor.store, config.rulebooks).is_clean


@pytest.mark.parametrize("with_links", [False, True])
def test_what_was_written_without_an_answer_is_not_done_again(with_links: bool) -> None:
    config = config_with(*TABLES)
    store = Answerless()
    floor = play(conducted(store, config, with_links=with_links))
    assert store.lost > 5
    assert written(floor) == undisturbed(with_links=with_links)
    assert audit(store, config.rulebooks).is_clean


def test_after_a_refusal_nothing_is_planned_in_vain(asked: list[str]) -> None:
    config = config_with(*TABLES, players=(5, 5))
    floor = conducted(MemoryStore(), config)
    floor.runner.tick(floor.clock.now)
    needed = len(asked)
    asked.clear()
    refused = conducted(Watched(EveryNth(1)), config)
    refused.runner.tick(refused.clock.now)
    assert written(refused) == written(floor)
    assert len(asked) <= 2 * needed


def test_somebody_who_never_wagers_is_not_kept_a_chair_by_what_is_refused() -> None:
    config = config_with("LIR-2", players=(2, 2))
    refusing = EveryNth(1)
    floor = conducted(Watched(refusing), config)
    floor.run(until=1, name="LIR-2")
    floor.sit("LIR-2", "p1", next(n for n in range(1, 8) if n not in _seats(floor)))
    began, before = floor.table("LIR-2").rounds.number, refusing.refused
    floor.run(until=began + UNUSED, name="LIR-2")
    assert "p1" in _seats(floor).values()
    floor.run(until=began + UNUSED + 1, name="LIR-2")
    assert "p1" not in _seats(floor).values()
    assert refusing.refused >= before + UNUSED


def _seats(floor: DrivenFloor) -> Mapping[int, str]:
    return floor.table("LIR-2").people.seats


def test_while_nothing_can_be_written_it_is_said_and_then_all_goes_on() -> None:
    config = config_with(*TABLES)
    store = Watched()
    floor = conducted(store, config)
    store.is_down = True
    before = written(floor)
    again = floor.runner.tick(floor.clock.now)
    assert {name: one.cause for name, one in floor.runner.problems.items()} == dict.fromkeys(
        TABLES, "The disk is full"
    )
    assert written(floor) == before
    store.is_down = False
    floor.clock.now = again
    floor.runner.tick(floor.clock.now)
    assert floor.runner.problems == {}
    play(floor, seconds=60)
    assert all("round-closed" in floor.names(name) for name in TABLES)
    assert audit(store, config.rulebooks).is_clean


# --- another process ----------------------------------------------------------------------------


def test_a_wager_that_came_between_counts_and_betting_time_counts_from_it() -> None:
    """The group that is refused by it has the house's wagers in it, a moment later."""
    config = config_with(*TABLES)
    clock, store = HandClock(), Watched()
    floor = conducted(store, config, clock=clock)
    other = House(store, lambda: clock.now - timedelta(milliseconds=300))
    floor.sit("LIR-2", "p1", 7)
    came: list[datetime] = []

    def meddle(group: Group) -> None:
        names = [draft.name for _, appends in group for one in appends
                 for draft in one.drafts if one.stream == "table/LIR-2"]  # fmt: skip
        if "wager-placed" in names and not came:
            came.append(other.clock())
            wager = PlaceWager(7, "p1", "1", Money(1000))
            other.tables.refresh("LIR-2")
            other.give(table_stream("LIR-2"), wager, Player("p1"))

    store.meddle = meddle
    play(floor, seconds=60)
    assert came
    placed = [one for one in store.read("table/LIR-2", tag="1") if one.name == "wager-placed"]
    assert (placed[0].actor, placed[0].time) == ("p1", stamp(came[0]))
    assert floor.when("LIR-2", "bets-closed")[0] == came[0] + config.pace.betting
    # The house's wagers are made once each, after the one that came first.
    keys = [one.body for one in placed]
    assert len(keys) == len(set(keys)) > 3
    assert all("round-closed" in floor.names(name) for name in TABLES)
    assert audit(store, config.rulebooks).is_clean


def test_what_another_runner_did_unseen_happened_when_that_one_did_it() -> None:
    config = config_with("LIR-2", players=(2, 2))
    first = conducted(MemoryStore(), config)
    blind = TableRunner(
        conducted(first.store, config, clock=first.clock).floor, "LIR-2", is_alone=True
    )
    while True:
        again = first.runner.tick(first.clock.now)
        if first.table("LIR-2").rounds.number == 2:
            break
        blind.tick(first.clock.now)
        first.clock.now = again
    called = first.clock.now
    first.clock.now += config.pace.thinking / 2
    # It calls for bets too, and learns that this was done.
    assert blind.tick(first.clock.now) == called + config.pace.thinking
    assert first.when("LIR-2", "bets-called")[1:] == [called]
