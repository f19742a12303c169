"""A page adds bytes of its own to each deck it wagers on, and shows afterwards that they count."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from pitboss.shuffling import opens
from tests.web.people import Visit, sit, wager, wait_for
from tests.web.site import Site

pytestmark = pytest.mark.slow


@pytest.fixture
def up() -> Iterator[Site]:
    with Site("mbs-megalink-three-card-v6") as found:
        yield found


def test_i_115_a_page_adds_to_the_deck_before_its_first_wager_and_shows_that_it_counts(
    up: Site, visit: Visit
) -> None:
    page = visit()
    sit(page, up.address, "T1", 1)
    up.call_for_bets()
    wager(page, "ante")
    rounds = up.do(lambda: up.house.tables.table("T1").rounds)
    ((seat, value),) = rounds.contributions.values()
    assert seat == 1
    names = [entry.name for entry in up.store.read("table/T1", tag="1")]
    assert names.index("deck-contribution") < names.index("wager-placed")
    up.close_bets()
    while up.deal():
        pass
    up.hub.changed(["T1"])
    page.locator("[data-choice=fold]").click()
    wait_for(page, lambda: up.deal() or up.do(lambda: up.house.tables.table("T1")).rounds.is_opened)
    while up.deal():
        pass
    up.hub.changed(["T1"])
    page.reload()
    (past,) = page.request.get(f"{up.address}/api/table/T1/rounds?last=1").json()
    assert past["contributions"] == [value]
    assert opens(past["commitment"], past["deck_seed"], "T1/1")
    expect(page.locator(".recall .seed").nth(2)).to_contain_text(value)
