"""Cover All in a real browser: the odds for the hands dealt, and the best hand met so far."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pitboss.round.decisions import ShowHand
from tests.web.people import Visit, sit, wager
from tests.web.served import LONG, Arranged, arranged

pytestmark = pytest.mark.slow

MGC = "mgc-let-it-ride"
TABLE = "MGC-1"
TRIPS_AND_FULL_HOUSE = 5132
"""In the first round of MGC-1 seat 1 has 3c 7s 3h, seat 2 has 7c Ad Td; 7h 7d come to both."""


def go_on(floor: Arranged) -> None:
    """Whatever the dealer does until it is somebody else's turn."""
    while floor.do(lambda: floor.floor.dealing.step(TABLE)) is not None:
        pass


def let_it_ride(*pages: Page) -> None:
    """Everybody lets it ride, when they are asked."""
    for page in pages:
        ride = page.locator(".acts [data-choice=ride]")
        ride.click()
        expect(ride).to_have_count(0)


def show_the_next_hand(floor: Arranged) -> None:
    """What the dealer does, up to the next hand that is turned over."""
    while True:
        due = floor.do(lambda: floor.floor.dealing.due(TABLE))
        floor.do(lambda: floor.floor.dealing.step(TABLE))
        if isinstance(due, ShowHand):
            return


@pytest.mark.rule(MGC, "11(e)")
@pytest.mark.rule(MGC, "11(h)(a)")
@pytest.mark.rule(MGC, "11(i)")
def test_11_i_the_best_hand_so_far_is_shown_and_gives_way_to_a_better_one(
    visit: Visit,
) -> None:
    one, two, watcher = visit(), visit(), visit()
    # The dealer waits between two steps for as long as it takes to look.
    with arranged(TRIPS_AND_FULL_HOUSE, step_seconds=str(LONG)) as floor:
        watcher.goto(f"{floor.address}/table/{TABLE}")
        for seat, page in enumerate((one, two), start=1):
            sit(page, floor.address, TABLE, seat)
            wager(page, "1", "cover_all")
        expect(watcher.locator(".tracker")).to_be_hidden()
        floor.close_bets(TABLE)
        floor.do(lambda: floor.floor.dealing.step(TABLE))
        tracker = watcher.locator(".tracker")
        expect(tracker.locator("summary")).to_contain_text("hands: 2 (rule 11(k)/2)")
        expect(tracker.locator(".best-hand")).to_contain_text("No hand that wins")
        go_on(floor)
        let_it_ride(one, two)
        go_on(floor)
        let_it_ride(one, two)
        show_the_next_hand(floor)
        best = tracker.locator(".best-hand")
        expect(best).to_contain_text("seat 2's, three sevens")
        expect(best).to_contain_text("11(h)(a)")
        show_the_next_hand(floor)
        for page in (one, two, watcher):
            best = page.locator(".tracker .best-hand")
            expect(best).to_contain_text("seat 1's")
            expect(best).to_contain_text("takes the place of seat 2's")
            expect(best).to_contain_text("11(i)")
        go_on(floor)
        for page in (one, two):
            line = page.locator('.own .line[data-wager="cover_all"]')
            expect(line.locator(".clause")).to_contain_text("11(c)")
            expect(line.locator(".outcome")).to_contain_text("40 to 1")
