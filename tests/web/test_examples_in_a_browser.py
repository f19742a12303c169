"""Both examples at tables that are served to a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from pitboss.floor.config import config_of
from tests.examples.folders import FLOOR, GAMES
from tests.web.people import Visit, faults_of, sit, wager
from tests.web.served import LONG, Arranged

pytestmark = pytest.mark.slow

PACE = f"""
[pace]
betting_seconds = {LONG}
decision_seconds = 0
step_seconds = 0.05
between_seconds = {LONG}
"""


@pytest.fixture
def floor() -> Iterator[Arranged]:
    """The floor of the examples without house players and without haste."""
    text = FLOOR.read_text(encoding="utf-8").replace("number = 3", "number = 0") + PACE
    config = config_of(text, {}, source="the test", folder=FLOOR.parent, games=GAMES)
    with Arranged([1], config) as arranged:
        yield arranged


def look(page: Page) -> None:
    """Nothing is wrong with the page on a phone or on a laptop, and every card is on it."""
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert faults_of(page) == []
        for card in page.locator(".seat.you pit-card, .place pit-card").all():
            at = card.bounding_box()
            assert at is not None
            assert at["x"] >= 0
            assert at["x"] + at["width"] <= width


def test_every_street_of_mississippi_stud_is_raised_by_a_chosen_size(
    visit: Visit, floor: Arranged
) -> None:
    page = visit()
    sit(page, floor.address, "MIS-1", 1)
    wager(page, "ante")
    floor.close_bets("MIS-1")
    raises = [
        ("third", "3rd", "raise_3"),
        ("fourth", "4th", "raise_1"),
        ("fifth", "5th", "raise_2"),
    ]
    for turned, (street, title, choice) in enumerate(raises):
        acts = page.locator(".acts .act")
        sizes = [f"Raise ${amount}on {title} Street" for amount in (5, 10, 15)]
        expect(acts).to_have_text([*sizes, "Foldgive up the hand"])
        expect(page.locator(".community pit-card[card]")).to_have_count(turned)
        look(page)
        page.locator(f".acts [data-choice={choice}]").click()
        expect(page.locator(f'.place [data-key="{street}"].lit')).to_be_visible()
    lines = page.locator(".own .line")
    expect(lines).to_have_count(4)
    expect(page.locator('.place [data-key="third"]')).to_contain_text("$15")
    look(page)


def test_caribbean_stud_is_raised_with_one_card_of_the_dealers_seen(
    visit: Visit, floor: Arranged
) -> None:
    page = visit()
    sit(page, floor.address, "CAR-1", 1)
    wager(page, "ante")
    floor.close_bets("CAR-1")
    expect(page.locator(".acts [data-choice=raise]")).to_have_text("Raise $10")
    expect(page.locator(".dealer pit-card")).to_have_count(5)
    expect(page.locator(".dealer pit-card[card]")).to_have_count(1)
    look(page)
    page.locator(".acts [data-choice=raise]").click()
    expect(page.locator(".own .line")).to_have_count(2)
    expect(page.locator(".dealer pit-card[card]")).to_have_count(5)
    look(page)
