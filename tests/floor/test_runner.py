"""A table that runs by itself: what it does when, and what it leaves to people."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.errors import Conflict
from pitboss.floor.floor import TableLeases, lease_name
from pitboss.floor.house_players import is_house
from pitboss.floor.runner import UNUSED, FloorRunner, TableRunner, step_id
from pitboss.house.callers import Member, System
from pitboss.house.house import House
from pitboss.house.link_service import Owner
from pitboss.house.streams import link_stream, table_stream
from pitboss.jackpot.operation import StartLink, StopLink
from pitboss.round.decisions import Choose
from pitboss.round.wagers import CloseBets, TakeDown
from pitboss.store.leases import lease_of
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore
from pitboss.table.operation import CloseTable
from pitboss.table.people.seats import LeaveSeat
from tests.floor.driver import DrivenFloor, config_with

TABLES = ("LIR-1", "TCP-1", "HEB-1", "LIR-2", "MGC-1")


def _quiet() -> DrivenFloor:
    """One table without players of the house."""
    return DrivenFloor(MemoryStore(), config_with("TCP-1", players=(0, 0)))


def test_all_five_games_run_by_themselves_and_audit_clean() -> None:
    floor = DrivenFloor(MemoryStore(), config_with(*TABLES))
    floor.run(seconds=300)
    seated = [name for table in TABLES for name in floor.table(table).people.seats.values()]
    assert len(seated) > 5
    assert len(seated) == len(set(seated)), "nobody of the house sits at two tables"
    assert all(is_house(name) for name in seated)
    floor.run(seconds=300)
    for name in TABLES:
        assert floor.table(name).rounds.number >= 6, name
    assert audit(floor.store, floor.floor.config.rulebooks).is_clean


def test_bets_close_after_the_betting_time_from_the_first_wager() -> None:
    floor = DrivenFloor(MemoryStore(), config_with("TCP-1"))
    floor.run(seconds=300)
    closed = floor.when("TCP-1", "bets-closed")
    entries = list(floor.store.read("table/TCP-1"))
    for number, when in enumerate(closed, start=1):
        first = next(e for e in entries if e.name == "wager-placed" and e.tag == str(number))
        assert (when - datetime.fromisoformat(first.time)) == floor.floor.config.pace.betting


def test_a_later_wager_does_not_put_off_the_end_of_betting() -> None:
    floor = _quiet()
    floor.sit("TCP-1", "p1", 1)
    floor.sit("TCP-1", "p2", 2)
    floor.run(until=1, name="TCP-1")
    floor.bet("TCP-1", "p1", 1, "ante")
    first = floor.clock.now
    floor.run(seconds=15)
    floor.bet("TCP-1", "p2", 2, "ante")
    floor.run(seconds=10)
    assert floor.when("TCP-1", "bets-closed") == [first + floor.floor.config.pace.betting]


def test_what_another_process_does_at_a_table_is_seen_long_before_anything_is_due() -> None:
    config = config_with("TCP-1", players=(2, 2))
    config = replace(config, pace=replace(config.pace, betting=timedelta(days=1)))
    floor = DrivenFloor(MemoryStore(), config)
    floor.run(seconds=60)
    assert "wager-placed" in floor.names("TCP-1")
    assert "bets-closed" not in floor.names("TCP-1")
    House(floor.store, floor.clock).give(table_stream("TCP-1"), CloseBets(), System())
    floor.run(seconds=60)
    assert floor.names("TCP-1").count("round-closed") == 1


def test_p18_in_the_longest_pause_players_are_told_of_a_lost_link_and_that_it_is_found() -> None:
    config = config_with("TCP-1", players=(2, 2))
    config = replace(config, pace=replace(config.pace, between=timedelta(days=1)))
    floor = DrivenFloor(MemoryStore(), config, with_links=True)
    links, staff = floor.floor.links, Member("demo-pit-manager", "demo-security")
    assert links is not None
    floor.run(seconds=300)
    assert floor.names("TCP-1").count("round-closed") == 1
    Owner(links, "megalink").step()
    floor.run(seconds=30)
    assert not floor.table("TCP-1").link_lost
    links.engine.give(link_stream("megalink"), StopLink(reason="the display is dark"), staff)
    floor.run(seconds=30)
    assert "the display is dark" in floor.table("TCP-1").link_lost
    links.engine.give(link_stream("megalink"), StartLink(software=links.software()), staff)
    floor.run(seconds=30)
    assert not floor.table("TCP-1").link_lost
    assert floor.table("TCP-1").rounds.number == 1


def test_without_a_wager_bets_stay_open() -> None:
    floor = _quiet()
    floor.sit("TCP-1", "p1", 1)
    floor.run(seconds=900)
    assert floor.table("TCP-1").play.is_open
    assert floor.names("TCP-1").count("bets-called") == 1
    assert "bets-closed" not in floor.names("TCP-1")


def test_wagers_that_make_no_hand_keep_bets_open() -> None:
    floor = DrivenFloor(MemoryStore(), config_with("LIR-2", players=(0, 0)))
    floor.sit("LIR-2", "p1", 1)
    floor.run(until=1, name="LIR-2")
    floor.bet("LIR-2", "p1", 1, "1")
    floor.run(seconds=300)
    assert "bets-closed" not in floor.names("LIR-2")
    floor.bet("LIR-2", "p1", 1, "2", "$")
    floor.run(seconds=30)
    assert "bets-closed" in floor.names("LIR-2")


def test_an_empty_table_waits() -> None:
    floor = _quiet()
    floor.run(seconds=300)
    assert floor.names("TCP-1") == ["table-opened"]


def test_bets_do_not_stay_open_for_nobody_and_the_table_may_close() -> None:
    floor = _quiet()
    floor.sit("TCP-1", "p1", 1)
    floor.run(until=1, name="TCP-1")
    floor.give("TCP-1", "p1", LeaveSeat("p1"))
    floor.run(seconds=60)
    assert floor.names("TCP-1")[-2:] == ["round-closed", "seeds-opened"]
    floor.sit("TCP-1", "p1", 2)
    floor.run(until=2, name="TCP-1")
    floor.bet("TCP-1", "p1", 2, "ante")
    floor.give("TCP-1", "p1", TakeDown(2, "p1", "ante"))
    floor.give("TCP-1", "p1", LeaveSeat("p1"))
    floor.run(seconds=60)
    floor.floor.house.give(table_stream("TCP-1"), CloseTable(), System())
    assert not floor.table("TCP-1").is_open
    assert audit(floor.store, floor.floor.config.rulebooks).is_clean


def test_house_players_make_room_for_guests() -> None:
    floor = DrivenFloor(MemoryStore(), config_with("LIR-2", players=(6, 6)))
    floor.run(seconds=120)
    assert len(floor.table("LIR-2").people.seats) == 6
    free = next(n for n in range(1, 8) if n not in floor.table("LIR-2").people.seats)
    floor.sit("LIR-2", "p1", free)
    floor.run(seconds=300)
    seats = floor.table("LIR-2").people.seats
    assert "p1" in seats.values()
    assert len(seats) == 6


def test_a_chair_is_not_kept_for_somebody_who_lets_round_after_round_pass() -> None:
    floor = DrivenFloor(MemoryStore(), config_with("LIR-2", players=(2, 2)))
    floor.run(until=1, name="LIR-2")
    free = [n for n in range(1, 8) if n not in floor.table("LIR-2").people.seats]
    floor.sit("LIR-2", "p1", free[0])
    floor.sit("LIR-2", "p2", free[1])
    began = floor.table("LIR-2").rounds.number
    floor.run(until=began + 5, name="LIR-2")
    # Too little for a hand, so that nothing is asked of them; but they are there.
    floor.bet("LIR-2", "p2", free[1], "1")
    floor.run(until=began + UNUSED, name="LIR-2")
    assert {"p1", "p2"} <= set(floor.table("LIR-2").people.seats.values())
    floor.run(until=began + UNUSED + 1, name="LIR-2")
    seats = floor.table("LIR-2").people.seats
    assert "p1" not in seats.values()
    assert "p2" in seats.values()
    assert audit(floor.store, floor.floor.config.rulebooks).is_clean


# --- nobody answers (I-60, I-100) ---------------------------------------------------------------


def _asked(*, is_demonstration: bool) -> DrivenFloor:
    config = config_with("TCP-1", players=(0, 0))
    if not is_demonstration:
        setting = replace(config.tables["TCP-1"], is_practice=False)
        config = replace(config, is_demonstration=False, tables={"TCP-1": setting})
    floor = DrivenFloor(MemoryStore(), config)
    floor.sit("TCP-1", "p1", 1)
    floor.run(until=1, name="TCP-1")
    floor.bet("TCP-1", "p1", 1, "ante")
    floor.run(seconds=40)
    return floor


@pytest.mark.rule("mbs-megalink-three-card-v6", "5.11")
def test_i_100_expiry_prompts_and_then_the_absence_is_ruled_on_a_demonstration_floor() -> None:
    floor = _asked(is_demonstration=True)
    floor.run(seconds=120)
    names = floor.names("TCP-1")
    assert names.index("decision-prompted") < names.index("absence-confirmed")
    (prompted,) = floor.when("TCP-1", "decision-prompted")
    (ruled,) = floor.when("TCP-1", "absence-confirmed")
    assert ruled - prompted == floor.floor.config.pace.absence
    entry = next(e for e in floor.store.read("table/TCP-1") if e.name == "absence-confirmed")
    assert (entry.actor, entry.role) == ("demo-automatic", "Gaming Shift Manager")
    assert "round-closed" in names
    assert "p1" not in floor.table("TCP-1").people.seats.values()


def test_i_100_on_a_real_floor_a_prompt_decides_nothing() -> None:
    floor = _asked(is_demonstration=False)
    floor.run(seconds=3600)
    names = floor.names("TCP-1")
    assert names.count("decision-prompted") == 1
    assert "absence-confirmed" not in names
    assert "round-closed" not in names
    floor.give("TCP-1", "p1", Choose(1, "play"))
    floor.run(seconds=60)
    assert "round-closed" in floor.names("TCP-1")


def test_who_answers_in_time_is_not_prompted() -> None:
    floor = _asked(is_demonstration=True)
    floor.give("TCP-1", "p1", Choose(1, "play"))
    floor.run(seconds=60)
    assert "decision-prompted" not in floor.names("TCP-1")
    assert "p1" in floor.table("TCP-1").people.seats.values()


# --- restarts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("stop_after", [8, 21, 27, 31, 36])
def test_a_restart_in_mid_round_continues_exactly(tmp_path: Path, stop_after: int) -> None:
    config = config_with("HEB-1", "LIR-2")
    whole = DrivenFloor(MemoryStore(), config)
    whole.run(seconds=stop_after)
    whole.run(seconds=60)
    store = SqliteStore(tmp_path / "floor.db")
    first = DrivenFloor(store, config)
    first.run(seconds=stop_after)
    store.close()
    again = SqliteStore(tmp_path / "floor.db")
    # Another process: it knows nothing, and its dice are others, but the clock went on.
    second = DrivenFloor(again, config, clock=first.clock, seed=2)
    # All waiting begins anew (I-109), so it takes longer.
    second.run(seconds=100)
    for name in config.tables:
        tag = str(_round_at(whole, name, stop_after))
        assert _bodies(second, name, tag) == _bodies(whole, name, tag)
    assert audit(again, config.rulebooks).is_clean
    again.close()


def _round_at(floor: DrivenFloor, name: str, seconds: int) -> int:
    """The round that was open so long after the start."""
    start = floor.when(name, "table-opened")[0]
    called = floor.when(name, "bets-called")
    return sum(when <= start + timedelta(seconds=seconds) for when in called)


def _bodies(floor: DrivenFloor, name: str, tag: str) -> list[tuple[str, str]]:
    return [(entry.name, entry.body) for entry in floor.store.read(f"table/{name}", tag=tag)]


def _stopped(table: str, away: timedelta) -> DrivenFloor:
    """A floor that stood still in mid-round for so long, and then went on for a while."""
    config = config_with(table, players=(3, 3))
    before = DrivenFloor(MemoryStore(), config)
    before.run(until=1, name=table)
    while before.table(table).play.steps_dealt == 0:
        before.run(seconds=1)
    before.clock.now += away
    after = DrivenFloor(before.store, config, clock=before.clock)
    after.run(seconds=120)
    assert "round-closed" in after.names(table)
    assert audit(after.store, config.rulebooks).is_clean
    return after


@pytest.mark.rule("mbs-megalink-three-card-v6", "5.16")
@pytest.mark.parametrize("table", ["TCP-1", "LIR-2"])
@pytest.mark.parametrize("away", [timedelta(seconds=60), timedelta(hours=1)])
def test_i_109_a_process_that_stood_still_is_no_power_failure(table: str, away: timedelta) -> None:
    names = _stopped(table, away).names(table)
    assert "irregularity-reported" not in names
    assert "player-answered" not in names


@pytest.mark.parametrize("is_restarted", [False, True])
def test_i_109_decision_times_start_whole_again(is_restarted: bool) -> None:
    config = config_with("TCP-1", players=(0, 0))
    floor = DrivenFloor(MemoryStore(), config)
    floor.sit("TCP-1", "p1", 1)
    floor.run(until=1, name="TCP-1")
    floor.bet("TCP-1", "p1", 1, "ante")
    while floor.table("TCP-1").play.steps_dealt == 0:
        floor.run(seconds=1)
    floor.clock.now += timedelta(minutes=15)
    if is_restarted:
        floor = DrivenFloor(floor.store, config, clock=floor.clock)
    whole = floor.floor.config.pace.decision
    assert whole is not None
    floor.run(seconds=int(whole.total_seconds()) - 1)
    assert "decision-prompted" not in floor.names("TCP-1")
    floor.run(seconds=3)
    assert "decision-prompted" in floor.names("TCP-1")


# --- two runners --------------------------------------------------------------------------------


@pytest.mark.parametrize("are_blind", [False, True])
def test_two_runners_on_one_store_never_act_twice(tmp_path: Path, are_blind: bool) -> None:
    """In turns, and each first in its turn; blind ones do not even look at what the other did."""
    config = config_with("LIR-2", "TCP-1", players=(2, 3))
    stores = [SqliteStore(tmp_path / "floor.db") for _ in range(2)]
    first = DrivenFloor(stores[0], config)
    second = DrivenFloor(stores[1], config, clock=first.clock, seed=2)
    for one in (first, second):
        one.runner = FloorRunner(one.floor, is_alone=are_blind)
    end = first.clock.now + timedelta(seconds=200)
    turns = [first, second]
    while first.clock.now < end:
        again = [one.runner.tick(first.clock.now) for one in turns]
        assert not first.runner.problems | second.runner.problems
        turns.reverse()
        first.clock.now = max(min(again), first.clock.now + timedelta(milliseconds=10))
    alone = DrivenFloor(MemoryStore(), config)
    alone.run(seconds=200)
    for name in config.tables:
        assert _outline(first, name) == _outline(alone, name)
    assert audit(stores[0], config.rulebooks).is_clean
    for store in stores:
        store.close()


def _outline(floor: DrivenFloor, name: str) -> list[tuple[str, str, int]]:
    """Who wagered in which round and how often; what was dealt goes by the seeds."""
    entries = [e for e in floor.store.read(f"table/{name}") if e.name == "wager-placed"]
    keys = [(e.tag, e.actor) for e in entries]
    return sorted({(*key, keys.count(key)) for key in keys if key[0] == "1"})


def test_d9_a_clock_that_is_set_back_holds_up_no_table() -> None:
    floor = DrivenFloor(MemoryStore(), config_with("LIR-2", players=(2, 2)))
    floor.run(until=2, name="LIR-2")
    number = floor.table("LIR-2").rounds.number
    floor.clock.now -= timedelta(days=1)
    floor.run(seconds=120)
    assert floor.table("LIR-2").rounds.number > number


def test_what_was_decided_on_an_older_state_is_not_done() -> None:
    config = config_with("TCP-1", players=(0, 0))
    floor = DrivenFloor(MemoryStore(), config)
    other = DrivenFloor(floor.store, config, clock=floor.clock)
    floor.sit("TCP-1", "p1", 1)
    version = other.floor.house.tables.version("TCP-1")
    with pytest.raises(Conflict):
        other.floor.house.give(
            table_stream("TCP-1"), LeaveSeat("p1"), System(), "some-id", upon=version
        )
    assert "p1" in floor.table("TCP-1").people.seats.values()


def test_a_step_given_again_is_answered_by_what_it_did() -> None:
    floor = _quiet()
    floor.sit("TCP-1", "p1", 1)
    house, version = floor.floor.house, floor.floor.house.tables.version("TCP-1")
    which = step_id("TCP-1", 0, version)
    leaving = LeaveSeat("p1")
    first = house.give(table_stream("TCP-1"), leaving, System(), which, upon=version)
    again = house.give(table_stream("TCP-1"), leaving, System(), which, upon=version)
    assert again.receipt.is_repeat
    assert again.events == first.events


def test_a_runner_without_the_lease_does_nothing() -> None:
    floor = DrivenFloor(MemoryStore(), config_with("TCP-1"))
    before = floor.names("TCP-1")
    assert lease_of(floor.store, lease_name("TCP-1")).take()
    FloorRunner(floor.floor, lease=TableLeases(floor.store)).tick(floor.clock.now)
    assert floor.names("TCP-1") == before


def test_a_table_that_is_closed_is_left_alone() -> None:
    floor = _quiet()
    floor.floor.house.give(table_stream("TCP-1"), CloseTable(), System())
    runner = TableRunner(floor.floor, "TCP-1")
    assert runner.tick(floor.clock.now) > floor.clock.now
    assert floor.names("TCP-1")[-1] == "table-closed"
