"""Commands given together: written at one go, told once they are, and never built on sand."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pitboss.errors import CommandReused, Conflict, RuleBreach, Unavailable
from pitboss.games.library import built_in_ids
from pitboss.house.callers import Player, System
from pitboss.house.engine import Done
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.store.contract import Append, Order, Receipt, Store, Write
from pitboss.store.events import CHECKPOINT
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore
from pitboss.table.table import Table
from tests.house.floor import Floor

LET_IT_RIDE = "mbs-let-it-ride-v3"


class Watched(MemoryStore):
    """A store that counts how often somebody waits for it, and may have something come between."""

    def __init__(self) -> None:
        super().__init__()
        self.waits = 0
        self.before: Callable[[], object] = lambda: None
        """What happens before the next group is written."""

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        self.waits += 1
        return super().append(order, appends)

    def append_all(self, group: Sequence[Write]) -> list[Receipt]:
        self.waits += 1
        before, self.before = self.before, lambda: None
        before()
        return super().append_all(group)


@pytest.fixture
def store() -> Watched:
    return Watched()


@pytest.fixture
def floor(store: Watched) -> Floor:
    floor = Floor(store)
    floor.open(LET_IT_RIDE)
    floor.dealing.call_for_bets("T1")
    return floor


def bet(floor: Floor, seat: int, cents: int = 1000, house: House | None = None) -> Done[Table]:
    wager = PlaceWager(seat, f"p{seat}", "1", Money(cents))
    return (house or floor.house).give(
        table_stream("T1"), wager, Player(f"p{seat}"), f"bet/{seat}/{cents}"
    )


def bet_together(floor: Floor, *seats: int) -> None:
    with floor.house.together():
        for seat in seats:
            bet(floor, seat)


def said(store: Store) -> list[tuple[str, int, str, str, str]]:
    """All that was written at tables: ids of commands and salts of secrets are never the same."""
    return [
        (entry.stream, entry.version, entry.name, entry.tag, entry.body)
        for stream in [*store.streams("seeds/"), *store.streams("table/")]
        for entry in store.read(stream)
    ]


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
@pytest.mark.parametrize("rulebook", built_in_ids())
def test_rounds_played_together_are_those_played_one_command_at_a_time(
    rulebook: str, kind: str, tmp_path: Path
) -> None:
    alone = Floor(MemoryStore())
    for name in ("T1", "T2"):
        alone.open(rulebook, name)
    for _ in range(2):
        alone.play("T1")
        alone.play("T2")
    store: Store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "floor.db")
    floor = Floor(store)
    with floor.house.together():
        for name in ("T1", "T2"):
            floor.open(rulebook, name)
        for _ in range(2):
            floor.play("T1")
            floor.play("T2")
    assert said(store) == said(alone.store)
    floor.check()
    store.close()


def test_what_is_given_together_waits_once_and_is_told_only_then(
    floor: Floor, store: Watched
) -> None:
    told: list[tuple[int, Done[Table]]] = []
    floor.house.subscribe("table", lambda name, done: told.append((store.waits, done)))
    waits, before = store.waits, store.head("table/T1").version
    with floor.house.together():
        given = [bet(floor, seat) for seat in (1, 2, 3)]
        assert told == []
        assert store.head("table/T1").version == before
        # Whoever gives them sees what came of each at once.
        assert len(floor.table().play.seats) == 3
        assert floor.house.tables.version("T1") == given[-1].receipt.written[0].last
    assert store.waits == waits + 1
    assert [after for after, _ in told] == [waits + 1] * 3
    assert [done.events for _, done in told] == [done.events for done in given]
    for _, done in told:
        assert store.receipt(done.receipt.command) == done.receipt
    assert House(store).tables.table("T1") == floor.table()


def test_a_round_that_ends_is_written_with_what_led_there_and_what_follows(store: Watched) -> None:
    floor = Floor(store)
    floor.open(LET_IT_RIDE, players=1)
    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    waits = store.waits
    with floor.house.together():
        floor.give("T1", CloseBets())
        floor.finish("T1")
        floor.dealing.call_for_bets("T1")
    assert store.waits == waits + 1
    # The checkpoint knew where the table would end before any of it was written.
    (recorded,) = [json.loads(entry.body)["heads"]["table/T1"] for entry in store.read(CHECKPOINT)]
    (closed,) = [entry for entry in store.read("table/T1") if entry.name == "round-closed"]
    assert recorded == [closed.version, closed.hash]
    floor.check()


def test_whoever_reads_the_table_in_between_sees_all_that_was_given(
    floor: Floor, store: Watched
) -> None:
    with floor.house.together():
        bet(floor, 1)
        entries = list(floor.house.store.read("table/T1"))
        assert entries[-1].command == "bet/1/1000"
        assert store.head("table/T1").version == entries[-1].version


def test_if_somebody_else_was_quicker_all_of_it_is_to_be_given_again(
    floor: Floor, store: Watched
) -> None:
    told: list[Done[Table]] = []
    floor.house.subscribe("table", lambda name, done: told.append(done))
    other = House(store, floor.clock)
    store.before = lambda: bet(floor, 3, house=other)
    with pytest.raises(Conflict):
        bet_together(floor, 1, 2)
    assert told == []
    # The one who was quicker wrote as many entries as were lost: nobody may take them for those.
    assert floor.table() == other.tables.table("T1")
    assert set(floor.table().play.seats) == {3}
    for seat in (1, 2):
        assert not bet(floor, seat).receipt.is_repeat
    assert House(store).tables.table("T1") == floor.table()
    assert len(told) == 2


def test_an_error_made_light_of_within_is_raised_at_the_end(floor: Floor, store: Watched) -> None:
    def refuse() -> None:
        raise Unavailable("The disk is full. Make room.")

    store.before = refuse
    seen = []

    def make_light_of_it() -> None:
        with floor.house.together():
            bet(floor, 1)
            bet(floor, 2)
            with pytest.raises(Unavailable):
                floor.house.tables.refresh("T1")
            seen.append(floor.table().play.seats)
            # What is given afterwards would build on what is lost.
            with pytest.raises(Unavailable):
                bet(floor, 3)

    with pytest.raises(Unavailable, match="disk is full"):
        make_light_of_it()
    assert seen == [{}]
    assert House(store).tables.table("T1") == floor.table()
    bet_together(floor, 1, 2)
    assert set(floor.table().play.seats) == {1, 2}


def test_what_was_given_before_a_refusal_stays(floor: Floor, store: Watched) -> None:
    def bet_too_little() -> None:
        with floor.house.together():
            bet(floor, 1)
            bet(floor, 2, 1)
            bet(floor, 3)

    with pytest.raises(RuleBreach):
        bet_too_little()
    assert set(House(store).tables.table("T1").play.seats) == {1}
    assert House(store).tables.table("T1") == floor.table()


def test_a_command_given_twice_in_a_block_is_written_once(floor: Floor, store: Watched) -> None:
    first = bet(floor, 1)
    with floor.house.together():
        again = [bet(floor, 1), bet(floor, 2), bet(floor, 2)]
    assert [done.receipt.is_repeat for done in again] == [True, False, True]
    assert again[0].events == first.events
    assert again[2].events == again[1].events
    assert store.head("table/T1").version == floor.house.tables.version("T1")
    assert House(store).tables.table("T1") == floor.table()


def test_an_id_used_twice_in_a_block_for_different_things_is_refused(
    floor: Floor, store: Watched
) -> None:
    def use_it_twice() -> None:
        with floor.house.together():
            bet(floor, 1)
            floor.give("T1", CloseBets(), System(), "bet/1/1000")

    with pytest.raises(CommandReused):
        use_it_twice()
    assert not House(store).tables.table("T1").play.is_closed_to_bets
    assert set(House(store).tables.table("T1").play.seats) == {1}


def test_a_block_within_a_block_is_part_of_it(floor: Floor, store: Watched) -> None:
    waits = store.waits
    with floor.house.together():
        bet(floor, 1)
        with floor.house.together():
            bet(floor, 2)
        assert store.waits == waits
    assert store.waits == waits + 1


def test_a_long_block_is_written_in_parts(floor: Floor, store: Watched) -> None:
    floor.bet("T1")
    floor.give("T1", CloseBets())
    waits, before = store.waits, len(list(store.receipts()))
    with floor.house.together():
        floor.finish("T1")
    commands = len(list(store.receipts())) - before
    assert commands >= 15
    assert store.waits - waits <= 3
    floor.check()
