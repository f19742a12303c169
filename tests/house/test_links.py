"""Tables on a link: contributions with the round itself, claims in one order, exact undo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from pitboss.errors import CommandReused, Conflict, RoleBreach, RuleBreach
from pitboss.house import links
from pitboss.house.callers import Member, Player, System
from pitboss.house.link_service import Feed, Owner
from pitboss.jackpot.aggregate import LinkCommand
from pitboss.jackpot.operation import StartLink, StopLink
from pitboss.money import Money
from pitboss.round.result import SettleRound
from pitboss.round.settlement import Level
from pitboss.store.contract import Append, Store
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.operation import CloseTable
from tests.house.floor import before_writing, setting_of
from tests.house.linked import (
    LINK,
    RUNS,
    SOFTWARE,
    STRAIGHT_FLUSH,
    LinkedFloor,
    OtherProcess,
)
from tests.house.script import FloorScript, cases_of
from tests.jackpot.pot import HOLDEM, MASSACHUSETTS, megalink


@pytest.fixture
def store(stores: Store) -> Store:
    """All that is true of tables on a link is so on every store."""
    return stores


@pytest.mark.parametrize("script", cases_of("links"))
def test_tables_on_a_link_as_the_case_says(script: str, store: Store) -> None:
    FloorScript(script, store).check()


@pytest.fixture
def floor(store: Store) -> LinkedFloor:
    """A link that runs, and one table with seven players on it."""
    found = LinkedFloor(store)
    found.create()
    found.open_linked("T1")
    return found


def test_a_settlement_goes_by_the_link_whatever_meters_are_given(floor: LinkedFloor) -> None:
    seed, seat = STRAIGHT_FLUSH["T1", 1]
    floor.call("T1", seed)
    floor.close("T1")
    floor.until_settling("T1")
    forged = {"jackpot": Level(Money.parse("999999.00"), Money(1))}
    done = floor.give("T1", SettleRound(meters=forged), System(), "settle-1")
    again = floor.give("T1", SettleRound(), System(), "settle-1")
    assert again.events == done.events
    paid = floor.store.last("table/T1", "meter-paid")
    assert paid is not None
    assert '"before":"10007.00","awarded":"1000.70"' in paid.body
    winner = floor.links.link(LINK).claims[1].winners[0]
    assert (winner.seat, winner.hand, winner.amount) == (
        seat, "straight_flush", Money.parse("1000.70")
    )  # fmt: skip


# --- claims ---------------------------------------------------------------------------------------


def test_a_prize_paid_while_its_table_writes_is_read_before_the_table_goes_on(
    floor: LinkedFloor, store: Store
) -> None:
    """Between reading and writing somebody else pays: the table decides anew, and both stand."""
    other = OtherProcess(store, floor.clock)
    seed, seat = STRAIGHT_FLUSH["T1", 1]
    floor.play_linked("T1", seed=seed)
    floor.owner.step()
    floor.verify(1)

    claims = iter([1])

    def pay(appends: list[Append]) -> None:
        for claim in claims:
            other.pay(claim)

    before = floor.table().chips.held(f"p{seat}")
    floor.house.store = before_writing(store, pay)
    floor.give("T1", BuyIn("p1", Money(100)), Player("p1"))
    chips = floor.table().chips
    assert (chips.prizes, chips.held(f"p{seat}")) == ((), before + Money.parse("1000.70"))
    floor.check()


# --- joining --------------------------------------------------------------------------------------


def test_practice_never_touches_a_link(floor: LinkedFloor) -> None:
    with pytest.raises(RuleBreach, match="for practice"):
        floor.open_linked("T9", is_practice=True)
    assert floor.store.head("table/T9").version == 0


def test_a_table_that_may_not_share_the_link_does_not_open(floor: LinkedFloor) -> None:
    plain = setting_of(HOLDEM, "T9")
    offered = (*plain.offered, "progressive")
    other = replace(plain, link=LINK, unit=Money(100), offered=offered)
    with pytest.raises(RuleBreach, match="wager amount"):
        floor.house.tables.open(other, Member("mbs-2"))
    with pytest.raises(RuleBreach, match="There is no link nowhere"):
        floor.house.tables.open(replace(other, link="nowhere"), Member("mbs-2"))
    assert floor.store.head("table/T9").version == 0


def test_a_table_opens_again_on_its_link(floor: LinkedFloor) -> None:
    floor.play_linked("T1")
    floor.give("T1", CloseTable(), Member("mbs-2"))
    setting = floor.table().setting
    assert setting is not None
    floor.house.tables.open(setting, Member("mbs-2"))
    floor.give("T1", CloseTable(), Member("mbs-2"))
    with pytest.raises(RuleBreach, match="wager amount"):
        floor.house.tables.open(replace(setting, unit=Money(100)), Member("mbs-2"))


# --- the owner ------------------------------------------------------------------------------------


class Unaware:
    """A lease that goes on believing it is held: a process that slept through its own end."""

    def take(self) -> bool:
        return True

    def is_held(self) -> bool:
        return True

    def give_back(self) -> None:
        self.take = lambda: False  # type: ignore[method-assign]


def test_an_owner_that_was_replaced_writes_no_more(floor: LinkedFloor, store: Store) -> None:
    stale = Owner(floor.links, LINK, lease=Unaware())
    floor.play_linked("T1")
    assert stale.step() == 1
    other = OtherProcess(store, floor.clock)
    floor.play_linked("T1")
    assert other.owner.step() == 1
    floor.play_linked("T1")
    before = store.head("link/mega")
    assert stale.step() == 0
    assert not stale.is_owner
    assert store.head("link/mega") == before
    assert other.owner.step() == 1
    assert other.display() == "10021.00"


def test_whoever_decided_on_an_older_link_decides_again(floor: LinkedFloor, store: Store) -> None:
    """Between reading and writing somebody else writes: nothing is lost and nothing is doubled."""
    other = OtherProcess(store, floor.clock)

    stop, start = StopLink(reason="a check"), StartLink(software=SOFTWARE)
    commands: Iterator[LinkCommand] = iter([stop, start, stop])

    def contest(appends: list[Append]) -> None:
        if appends[-1].stream == "link/mega":
            for command in islice(commands, 1):
                other.give_link(command, RUNS)

    floor.call("T1", STRAIGHT_FLUSH["T1", 1][0])
    floor.close("T1")
    floor.until_settling("T1")
    floor.house.store = before_writing(store, contest)
    floor.dealing.step("T1")
    entered = [e for e in store.read("link/mega") if e.name == "claim-entered"]
    assert len(entered) == 1
    assert '"amount":"1000.70"' in entered[0].body


def test_a_busy_link_says_that_nobody_gets_through(floor: LinkedFloor, store: Store) -> None:
    def taken(appends: list[Append]) -> None:
        raise Conflict(appends[0].stream, expected=1, found=2)

    floor.house.store = before_writing(store, taken)
    with pytest.raises(Conflict):
        floor.give_link(StopLink(reason="a check"), RUNS)


# --- commands and the feed ------------------------------------------------------------------------


def test_a_command_to_a_link_acts_once(floor: LinkedFloor) -> None:
    stop = {"reason": "a check"}
    first = floor.give_link(StopLink(**stop), RUNS, "stop-1")
    again = floor.give_link(StopLink(**stop), RUNS, "stop-1")
    assert again.events == first.events
    with pytest.raises(CommandReused):
        floor.give_link(StopLink(reason="another"), RUNS, "stop-1")


def test_a_refusal_for_lack_of_a_role_is_written_down(floor: LinkedFloor) -> None:
    with pytest.raises(RoleBreach):
        floor.give_link(StopLink(reason="a check"), Member("acc"))
    refused = floor.store.last("access", "request-refused")
    assert refused is not None
    assert "stop link of link mega" in refused.body


def test_every_process_sees_every_value(floor: LinkedFloor, store: Store) -> None:
    feed = Feed(OtherProcess(store, floor.clock).links, LINK)
    first = feed.poll()
    assert first is not None
    assert feed.poll() is None
    floor.play_linked("T1")
    floor.owner.step()
    value = feed.poll()
    assert value is not None
    assert value.version > first.version
    assert str(value.shown.levels[0].amount) == "10007.00"
    assert value.counted == {"T1": 1}
    floor.give_link(StopLink(reason="the display is dark"), RUNS)
    value = feed.poll()
    assert value is not None
    assert (value.shown.is_running, value.shown.fault) == (False, "the display is dark")


def test_a_link_reads_on_from_its_last_snapshot(floor: LinkedFloor, store: Store) -> None:
    floor.play_linked("T1")
    every, links.SNAPSHOT_EVERY = links.SNAPSHOT_EVERY, 3
    try:
        floor.owner.step()
    finally:
        links.SNAPSHOT_EVERY = every
    assert store.last("link/mega", "link-snapshot") is not None
    floor.play_linked("T1")
    floor.owner.step()
    other = OtherProcess(store, floor.clock)
    assert other.links.link(LINK) == floor.links.link(LINK)
    floor.check()


def test_the_draws_go_by_the_rates_of_the_link(floor: LinkedFloor) -> None:
    rates = floor.links.rates(LINK)
    assert [str(rate) for rate in rates] == ["1/20", "1/40"]


def test_a_link_for_massachusetts_refuses_another_house(store: Store) -> None:
    floor = LinkedFloor(store)
    floor.create(megalink())
    plain = setting_of(MASSACHUSETTS, "M1")
    offered = (*plain.offered, "progressive")
    setting = replace(plain, link=LINK, unit=Money(100), offered=offered)
    with pytest.raises(RuleBreach, match="it plays mgc-let-it-ride"):
        floor.house.tables.open(setting, Member("mgc-2"))
