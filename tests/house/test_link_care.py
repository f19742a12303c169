"""Care of links on a store: transfers in one transaction, and a stop where funds are short."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any, cast

import pytest

from pitboss.audit.audit import audit
from pitboss.errors import RoleBreach, RuleBreach
from pitboss.games.library import Library
from pitboss.house.callers import Member
from pitboss.house.streams import link_stream
from pitboss.jackpot.care import FillMeter, SendTransfer
from pitboss.jackpot.contributions import LeaveTable
from pitboss.jackpot.link import LinkStatus
from pitboss.jackpot.meters import Bucket
from pitboss.jackpot.operation import (
    CountFunds,
    RetireLink,
    StartLink,
    StopLink,
)
from pitboss.money import NOTHING, Money
from pitboss.store.contract import Append, Store
from pitboss.store.memory import MemoryStore
from tests.audit.altering import Altered
from tests.house.floor import before_writing
from tests.house.linked import (
    ALTERS,
    LINK,
    ONE_STRAIGHT_FLUSH,
    PAYS,
    RUNS,
    SOFTWARE,
    DealtFloor,
    LinkedFloor,
    create_link,
    whole_books,
)
from tests.jackpot.pot import megalink, money

STOPS = Member("mbs-1")
AT_TABLES = ("player:", "rack", "elsewhere", "layout")
ALL: dict[str, Any] = {
    "level": "jackpot", "to_link": "next", "to_level": "jackpot", "amount": None,
}  # fmt: skip


def transfer(floor: LinkedFloor, link: str, caller: Member, **said: Any) -> None:
    """Money of one link goes to another."""
    floor.house.give(link_stream(link), SendTransfer(**said), caller)


@pytest.fixture
def floor() -> LinkedFloor:
    """A link that a table has played on and left, and another that is open."""
    floor = LinkedFloor(MemoryStore())
    floor.create()
    floor.open_linked("T1")
    floor.play_linked("T1")
    floor.owner.step()
    floor.owner.give_back()
    create_link(floor.links, replace(megalink(), link="next"), None)
    floor.give_link(StopLink(reason="It ends."), STOPS)
    floor.give_link(LeaveTable(table="T1", inbox=1), STOPS)
    return floor


def kinds(store: Store) -> set[str]:
    return {finding.kind for finding in audit(store, Library()).findings}


def test_p28_a_transfer_is_sent_and_received_in_one_command(floor: LinkedFloor) -> None:
    for holding in (Bucket.ACCRUED, Bucket.RESERVE):
        transfer(floor, LINK, ALTERS, holding=holding, **ALL)
    floor.written_together("link/mega transfer-sent", "link/next transfer-received")
    assert floor.links.link(LINK).meters["jackpot"].liability == 0
    # 20 % and 2.5 % of seven wagers of 5.00 came with the 10,000.00.
    assert floor.links.link("next").meters["jackpot"].display == money("20007.87")
    floor.give_link(RetireLink(), ALTERS)
    floor.check()


def test_p28_a_link_that_ended_leaves_nothing_on_any_account_of_its_own() -> None:
    """A prize was paid and one rejected, and all the rest was sent on."""
    floor = DealtFloor(MemoryStore())
    for table in ("T1", "T2"):
        floor.open_dealt(table)
        floor.play_dealt(table, ONE_STRAIGHT_FLUSH)
    floor.verify(1)
    floor.pay(1)
    floor.reject(2)
    floor.owner.give_back()
    create_link(floor.links, replace(megalink(), link="next"), None)
    floor.give_link(StopLink(reason="It ends."), STOPS)
    for table in ("T1", "T2"):
        floor.give_link(LeaveTable(table=table, inbox=1), STOPS)
    for holding in (Bucket.ACCRUED, Bucket.RESERVE):
        transfer(floor, LINK, ALTERS, holding=holding, **ALL)
    floor.give_link(RetireLink(), ALTERS)
    books = whole_books(floor.store)
    of_links = {name: held for name, held in books.items() if not name.startswith(AT_TABLES)}
    # Each table gave 22.5 % of 10.00 and set aside all of it; 1,000.20 was paid, to T1-1.
    assert of_links == {
        "link:next:jackpot": money("20004.50") - money("1000.20"),
        "house": NOTHING - money("20000.00"),
        "contributed:T1": NOTHING - money("2.25"),
        "contributed:T2": NOTHING - money("2.25"),
    }
    floor.check()


def test_p28_whoever_was_overtaken_reads_on_and_transfers_once() -> None:
    floor = LinkedFloor(MemoryStore())
    floor.create()
    create_link(floor.links, replace(megalink(), link="next"), None)
    floor.give_link(StopLink(reason="It ends."), STOPS)
    gifts = iter([FillMeter(amount=Money(100), level="jackpot", explanation="birthday")])

    def fill_first(appends: list[Append]) -> None:
        """Just before the first try to write to both, somebody writes to the receiving link."""
        for gift in islice(gifts, len(appends) == 2):
            floor.house.give(link_stream("next"), gift, Member("acc", "cash"))

    floor.house.store = before_writing(floor.store, fill_first)
    transfer(floor, LINK, ALTERS, holding=Bucket.ACCRUED, **ALL)
    assert next(gifts, None) is None
    assert floor.links.link("next").meters["jackpot"].display == money("20001.00")
    assert floor.links.link("next").received == {"mega/1"}
    floor.check()


def test_p28_a_transfer_needs_a_link_to_go_to_and_people_who_may(floor: LinkedFloor) -> None:
    with pytest.raises(RuleBreach, match="There is no link nowhere"):
        transfer(floor, LINK, ALTERS, holding=Bucket.ACCRUED, **ALL | {"to_link": "nowhere"})
    with pytest.raises(RuleBreach, match="has no level 'mega'"):
        transfer(floor, LINK, ALTERS, holding=Bucket.ACCRUED, **ALL | {"to_level": "mega"})
    with pytest.raises(RoleBreach):
        transfer(floor, LINK, RUNS, holding=Bucket.ACCRUED, **ALL)
    # Who may not and tries is written down (S10).
    assert list(floor.store.read("access"))[-1].name == "request-refused"
    for holding in (Bucket.ACCRUED, Bucket.RESERVE):
        transfer(floor, LINK, ALTERS, holding=holding, **ALL)
    floor.give_link(RetireLink(), ALTERS)
    back = ALL | {"to_link": LINK, "amount": Money(100)}
    floor.house.give(link_stream("next"), StartLink(software=SOFTWARE), RUNS)
    floor.house.give(link_stream("next"), StopLink(reason="It ends."), STOPS)
    with pytest.raises(RuleBreach, match="Link mega is retired"):
        transfer(floor, "next", ALTERS, holding=Bucket.ACCRUED, **back)
    floor.check()


def test_s15_play_money_is_not_transferred_to_a_link_that_pays(floor: LinkedFloor) -> None:
    create_link(floor.links, replace(megalink(), link="practice", is_practice=True), None)
    for link, to in (("practice", LINK), (LINK, "practice")):
        with pytest.raises(RuleBreach, match="a link of play money"):
            transfer(floor, link, ALTERS, holding=Bucket.ACCRUED, **ALL | {"to_link": to})
    floor.check()


@pytest.mark.parametrize("stream", ["link/mega", "link/next"])
def test_p28_a_transfer_with_one_side_only_is_found(floor: LinkedFloor, stream: str) -> None:
    transfer(floor, LINK, ALTERS, holding=Bucket.ACCRUED, **ALL)
    altered = Altered(floor.store)
    altered.entries[stream].pop()
    altered.rechain()
    assert "transfer" in kinds(cast(Store, altered))


def test_p28_a_transfer_that_came_in_otherwise_is_found(floor: LinkedFloor) -> None:
    transfer(floor, LINK, ALTERS, holding=Bucket.ACCRUED, **ALL)
    altered = Altered(floor.store)
    place = altered.find("link/next", "transfer-received")

    def change(body: dict[str, Any]) -> None:
        body["moves"]["jackpot"] = {"received": 100, "accrued": 100}

    altered.change_body("link/next", place, change)
    altered.rechain()
    assert "transfer" in kinds(cast(Store, altered))


def test_p30_the_owner_stops_a_link_whose_funds_nobody_counted_in_time() -> None:
    floor = LinkedFloor(MemoryStore())
    create_link(floor.links, replace(megalink(), cover_days=7), None)
    accounts = Member("acc", PAYS.second)
    count: dict[str, Any] = {"funds": money("10100.00"), "document": "statement 9"}
    floor.give_link(CountFunds(**count), accounts)
    floor.give_link(StartLink(software=SOFTWARE), RUNS)
    floor.open_linked("T1", 2)
    floor.play_linked("T1")
    floor.owner.step()
    assert floor.links.link(LINK).status is LinkStatus.RUNNING
    floor.clock.pass_by(seconds=8 * 86400)
    floor.owner.step()
    link = floor.links.link(LINK)
    assert (link.status, link.fault) == (
        LinkStatus.STOPPED,
        "The funds set aside for it have not been counted for 7 days.",
    )
    assert "not been counted for 7 days" in floor.links.fault(LINK, "T1")
    floor.give_link(CountFunds(**count), accounts)
    floor.give_link(StartLink(software=SOFTWARE), RUNS)
    assert floor.links.fault(LINK, "T1") == ""
    floor.give_link(CountFunds(**count | {"funds": money("10000.00")}), accounts)
    assert "is owed" in floor.links.fault(LINK, "T1")
    floor.check()
