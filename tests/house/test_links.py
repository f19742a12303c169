"""Tables on a link: contributions with the round itself, claims in one order, exact undo."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from pitboss.errors import CommandReused, Conflict, RoleBreach, RuleBreach
from pitboss.house import links
from pitboss.house.callers import Member, Player, System
from pitboss.house.link_service import Feed, Owner
from pitboss.jackpot.operation import StopLink
from pitboss.money import Money
from pitboss.round.result import SettleRound
from pitboss.round.settlement import Level
from pitboss.store.contract import Append, Store
from pitboss.table.chips.exchange import BuyIn
from tests.house.floor import before_writing, setting_of
from tests.house.linked import (
    LINK,
    RUNS,
    LinkedFloor,
    OtherProcess,
)
from tests.house.script import FloorScript, cases_of
from tests.jackpot.pot import HOLDEM, MASSACHUSETTS, megalink


@pytest.fixture
def store(stores: Store) -> Store:
    """All that is true of tables on a link is so on every store."""
    return stores


@pytest.mark.parametrize("text", cases_of("links"))
def test_tables_on_a_link_as_the_case_says(text: str, store: Store) -> None:
    FloorScript(text, store).check()


@pytest.fixture
def script(store: Store) -> FloorScript:
    """A link that runs, and one table with seven players on it."""
    return FloorScript("electronic T1", store)


@pytest.fixture
def floor(script: FloorScript) -> LinkedFloor:
    return script.floor


def test_a_settlement_goes_by_the_link_whatever_meters_are_given(script: FloorScript) -> None:
    script.say("T1 is dealt straight flush")
    forged = {"jackpot": Level(Money.parse("999999.00"), Money(1))}
    done = script.floor.give("T1", SettleRound(meters=forged), System(), "settle-1")
    again = script.floor.give("T1", SettleRound(), System(), "settle-1")
    assert again.events == done.events
    paid = script.store.last("table/T1", "meter-paid")
    assert paid is not None
    assert '"before":"10007.00","awarded":"1000.70"' in paid.body
    script.say("claim 1 of T1 on 10007.00: 4 straight_flush 1000.70")


# --- claims ---------------------------------------------------------------------------------------


def test_a_prize_paid_while_its_table_writes_is_read_before_the_table_goes_on(
    script: FloorScript,
) -> None:
    """Between reading and writing somebody else pays: the table decides anew, and both stand."""
    script.say("T1 plays straight flush", "verify 1", "elsewhere: T1 is read again")
    claims, floor = iter([1]), script.floor

    def pay(appends: list[Append]) -> None:
        for claim in claims:
            script.say(f"elsewhere: pay {claim}")

    before = floor.table().chips.held("p4")
    floor.house.store = before_writing(script.store, pay)
    floor.give("T1", BuyIn("p1", Money(100)), Player("p1"))
    assert floor.table().chips.held("p4") == before + Money.parse("1000.70")
    script.say("T1 keeps").check()


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


def test_a_table_opens_again_on_its_link(script: FloorScript) -> None:
    script.say("T1 plays", "T1 closes", "T1 opens again", "T1 closes")
    setting = script.floor.table().setting
    assert setting is not None
    with pytest.raises(RuleBreach, match="wager amount"):
        script.floor.house.tables.open(replace(setting, unit=Money(100)), Member("mbs-2"))


# --- the owner ------------------------------------------------------------------------------------


class Unaware:
    """A lease that goes on believing it is held: a process that slept through its own end."""

    def take(self) -> bool:
        return True

    def is_held(self) -> bool:
        return True

    def give_back(self) -> None:
        self.take = lambda: False  # type: ignore[method-assign]


def test_an_owner_that_was_replaced_writes_no_more(script: FloorScript) -> None:
    stale = Owner(script.floor.links, LINK, lease=Unaware())
    script.say("T1 is dealt", "finish T1")
    assert stale.step() == 1
    script.say("T1 is dealt", "finish T1", "elsewhere: count 1", "T1 is dealt", "finish T1")
    before = script.store.head("link/mega")
    assert stale.step() == 0
    assert not stale.is_owner
    assert script.store.head("link/mega") == before
    script.say("elsewhere: count 1", "elsewhere: shows 10021.00")


def test_whoever_decided_on_an_older_link_decides_again(script: FloorScript) -> None:
    """Between reading and writing somebody else writes: nothing is lost and nothing is doubled."""
    lines = iter(["stop the link: a check", "start the link", "stop the link: a check"])

    def contest(appends: list[Append]) -> None:
        if appends[-1].stream == "link/mega":
            for line in islice(lines, 1):
                script.say(f"elsewhere: {line}")

    script.say("T1 is dealt straight flush", "elsewhere: T1 is read again")
    script.floor.house.store = before_writing(script.store, contest)
    script.floor.dealing.step("T1")
    script.say("link/mega has 1 claim-entered")
    script.say("claim 1 of T1 on 10007.00: 4 straight_flush 1000.70")


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


def test_every_process_sees_every_value(script: FloorScript) -> None:
    feed = Feed(OtherProcess(script.store, script.floor.clock).links, LINK)
    first = feed.poll()
    assert first is not None
    assert feed.poll() is None
    script.say("T1 plays")
    value = feed.poll()
    assert value is not None
    assert value.version > first.version
    assert (str(value.shown.levels[0].amount), value.counted) == ("10007.00", {"T1": 1})
    script.say("stop the link: the display is dark")
    value = feed.poll()
    assert value is not None
    assert (value.shown.is_running, value.shown.fault) == (False, "the display is dark")


def test_a_link_reads_on_from_its_last_snapshot(
    script: FloorScript, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(links, "SNAPSHOT_EVERY", 3)
        script.say("T1 plays")
    assert script.store.last("link/mega", "link-snapshot") is not None
    script.say("T1 plays")
    other = OtherProcess(script.store, script.floor.clock)
    assert other.links.link(LINK) == script.floor.links.link(LINK)
    script.check()


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
