"""Every page judged by axe-core, in light and dark; and a round played with the keyboard alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.waiting import PATIENCE
from tests.web.conftest import new_visitor
from tests.web.people import SETTLED, come_in, faults_of, play_a_round, play_until
from tests.web.served import Served

pytestmark = pytest.mark.slow

OPEN_TO_ALL = ("/", "/sign-in", "/rules/MGC-1", "/odds", "/sign/multi-game", "/nowhere")
FOR_PLAYERS = ("/account", "/history", "/rules/TCP-1")


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Somebody's page."""
    found = new_visitor(chromium, [])
    yield found
    found.context.close()


def test_pages_that_are_open_to_all(served: Served, page: Page) -> None:
    found = []
    for path in OPEN_TO_ALL:
        page.goto(served.address + path)
        if path == "/":
            page.wait_for_selector(".table-card")
        if path.startswith("/sign/"):
            page.wait_for_selector("pit-meter")
        found += faults_of(page)
    assert found == []


def test_the_menu_when_it_is_open(served: Served, page: Page) -> None:
    page.goto(served.address)
    page.wait_for_selector(".table-card")
    page.locator(".menu > summary").click()
    page.get_by_text("Four-colour suits").wait_for()
    assert faults_of(page) == []


def test_a_table_before_and_in_and_after_a_round(served: Served, page: Page) -> None:
    come_in(page, served.address, "HEB-1")
    found = faults_of(page)
    play_until(page, lambda: page.locator("[data-choice=fold]").count() > 0)
    found += faults_of(page)
    page.locator("[data-choice=fold]").click()
    page.wait_for_selector(SETTLED, timeout=1000 * PATIENCE)
    found += faults_of(page)
    page.locator(".side details summary").filter(has_text="Last ten rounds").click()
    found += faults_of(page)
    for path in FOR_PLAYERS:
        page.goto(served.address + path)
        found += faults_of(page)
    assert found == []


def test_a_table_that_one_only_watches(served: Served, page: Page) -> None:
    page.goto(f"{served.address}/table/TCP-1")
    page.wait_for_selector(".seat")
    assert faults_of(page) == []


def test_what_is_wrong_would_be_found(page: Page) -> None:
    page.set_content("<button></button><a href='/x'>here</a><p style='width: 200vw'>wide</p>")
    found = faults_of(page)
    assert len([one for one in found if "no name" in one]) == 1
    assert len([one for one in found if "wider than the screen" in one]) == 1


# --- by keyboard alone ----------------------------------------------------------------------------


def _tab_to(page: Page, is_it: str, most: int = 150) -> bool:
    """Go on with the Tab key until something is in focus; whether it came to be."""
    for _ in range(most):
        if page.evaluate("(name) => document.activeElement?.matches(name) ?? false", is_it):
            return True
        page.keyboard.press("Tab")
    return False


def _press_whatever_is_asked(page: Page) -> None:
    """What the newcomer does with a pointer, with Tab and Enter."""
    for asked in (".acts .act", ".circle.wanted .press:enabled"):
        if page.locator(asked).count() and _tab_to(page, asked):
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)
            return
    page.wait_for_timeout(100)


def _until(page: Page, done: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < ends, page.locator(".prompt .words").inner_text()
        _press_whatever_is_asked(page)


def test_a_round_is_played_with_the_keyboard_alone(served: Served, page: Page) -> None:
    page.goto(served.address)
    page.wait_for_selector(".table-card")
    assert _tab_to(page, ".bar form button")
    page.keyboard.press("Enter")
    page.wait_for_selector(".bar .purse")
    page.wait_for_selector(".table-card")
    assert _tab_to(page, '[data-table="TCP-1"] .go a.button')
    page.keyboard.press("Enter")
    page.wait_for_selector(".acts .act")
    assert _tab_to(page, ".acts .act")
    page.keyboard.press("Enter")
    # The button is gone with its question, and the focus is where the next one is asked.
    page.wait_for_selector("[data-choice=buy_in]")
    expect(page.locator(".acts")).to_be_focused()
    _until(page, lambda: page.locator(SETTLED).count() > 0)
    seat = page.locator(".seat.you").get_attribute("aria-label")
    assert seat is not None
    assert ", Ante $5, " in seat, "wagers are read out by the rulebook's names"


def test_where_the_focus_is_can_be_seen(served: Served, page: Page) -> None:
    page.goto(served.address)
    page.wait_for_selector(".table-card")
    for _ in range(8):
        page.keyboard.press("Tab")
        outlined = page.evaluate(
            "() => getComputedStyle(document.activeElement).outlineStyle !== 'none'"
        )
        assert outlined, page.evaluate("() => document.activeElement.outerHTML")


# --- what people set for themselves ---------------------------------------------------------------


def test_nothing_moves_for_whoever_asks_for_stillness(served: Served, page: Page) -> None:
    come_in(page, served.address, "LIR-2")
    play_a_round(page)
    moving = "() => document.getAnimations().filter((one) => one.effect.getTiming().duration > 1)"
    assert page.evaluate(f"({moving})().length") == 0


def test_four_colours_for_four_suits(served: Served, page: Page) -> None:
    come_in(page, served.address, "LIR-2")
    play_until(page, lambda: page.locator("[data-choice=ride]").count() > 0)
    page.locator(".menu > summary").click()
    page.get_by_label("Four-colour suits").check()
    colours = page.evaluate(
        """() => ["club", "diamond", "heart", "spade"].map((suit) => {
          const card = document.createElement("pit-card");
          card.setAttribute("card", `A${suit[0]}`);
          document.querySelector(".place .cards").append(card);
          const colour = getComputedStyle(card.querySelector(".face path")).fill;
          card.remove();
          return colour;
        })"""
    )
    assert len(set(colours)) == 4
    play_a_round(page)


def test_a_button_that_is_pressed_in_haste_acts_once(served: Served, page: Page) -> None:
    come_in(page, served.address, "LIR-1")
    play_until(page, lambda: page.locator("[data-choice=buy_in]").count() > 0)
    page.evaluate(
        """() => {
          const button = document.querySelector("[data-choice=buy_in]");
          for (let time = 0; time < 5; time += 1) button.click();
        }"""
    )
    page.wait_for_selector("[data-choice=buy_in]", state="detached")
    assert page.locator(".tray .balance b").inner_text() == "$750"
