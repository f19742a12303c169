"""What people read and may press while a table waits, or keeps them out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from pitboss.house.callers import Caller, System
from pitboss.house.streams import table_stream
from pitboss.round.wagers import CloseBets
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from pitboss.table.table import Command
from tests.house.floor import GOOD
from tests.web.people import Visit, be_guest, sign_in_staff, sit, wager
from tests.web.site import Site

pytestmark = pytest.mark.slow

HOLDEM, THREE = "mbs-megalink-holdem-v9", "mbs-megalink-three-card-v6"


@pytest.fixture(params=[HOLDEM, THREE])
def up(request: pytest.FixtureRequest) -> Iterator[Site]:
    with Site(request.param) as found:
        yield found


def give(up: Site, command: Command, by: Caller) -> None:
    up.do(lambda: up.house.give(table_stream("T1"), command, by))
    up.hub.changed(["T1"])


def deal(up: Site, page: Page) -> str:
    """A guest at seat 1 with an Ante and cards; their name."""
    sit(page, up.address, "T1", 1)
    up.call_for_bets()
    wager(page, "ante")
    give(up, CloseBets(), System())
    while not up.do(lambda: up.house.tables.table("T1").play.steps_dealt):
        up.deal()
    return up.do(lambda: up.house.tables.table("T1").people.seats[1])


def said(page: Page) -> str:
    return page.locator(".prompt .words").inner_text()


@pytest.mark.rule(HOLDEM, "5.16.1")
@pytest.mark.rule(THREE, "5.16.1")
def test_5_16_1_after_a_failure_all_wagers_or_none_are_offered_in_words(
    up: Site, visit: Visit
) -> None:
    player, other, supervisor = visit(), visit(), visit()
    deal(up, player)
    be_guest(other, up.address)
    other.goto(f"{up.address}/table/T1")
    sign_in_staff(supervisor, up.address, "boss", secret=GOOD)
    expect(supervisor.get_by_role("heading", name="The pit")).to_be_visible()
    give(up, ReportIrregularity(kind="power_failure"), System())
    expect(player.locator(".prompt .words")).to_contain_text("take all wagers back")
    names = player.locator(".acts .name").all_inner_texts()
    assert names == ["Take all wagers back", "Stay in the round"]
    expect(other.locator(".prompt .words")).to_contain_text("Each player with a wager in play")
    assert other.locator(".acts .act").count() == 0
    # The pit is told without anybody loading the page, and what gets the table going stands there.
    expect(supervisor.locator("main")).to_contain_text("report absent player=")
    player.locator(".acts [data-choice=withdraw]").click()
    expect(player.locator(".acts .act")).to_have_count(0)
    assert up.do(lambda: up.house.tables.table("T1").play.seats[1].removed) == "5.16.1"
    expect(supervisor.locator("main")).not_to_contain_text("report absent player=")


@pytest.mark.rule(HOLDEM, "5.9")
@pytest.mark.rule(THREE, "5.9")
def test_5_9_who_is_barred_reads_so_and_not_that_every_seat_is_taken(
    up: Site, visit: Visit
) -> None:
    player = visit()
    name = deal(up, player)
    top = up.floor.staff("T1", 3)
    seen = {"player": name, "what": "the next hand"}
    give(up, ReportIrregularity(kind="confidentiality", details=seen), top)
    expect(player.locator(".prompt .words")).to_contain_text("The Gaming Shift Manager decides")
    give(up, MakeRuling(ruling="bar", reason="seen"), top)
    expect(player.locator(".prompt .words")).to_contain_text("barred from further play")
    assert "(rule 5.9). The Gaming Shift Manager may readmit you." in said(player)
    while up.do(lambda: up.house.tables.table("T1").play.is_open):
        up.deal()
    up.hub.changed(["T1"])
    player.locator(".money [data-do=leave_seat]").click()
    expect(player.locator(".money [data-do=leave_seat]")).to_be_disabled()
    assert "barred from further play" in said(player)
