"""What one would show to a customer: nothing lies on anything else, and nothing is cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from pitboss.floor.demonstration import ADMINISTRATOR
from tests.web.people import TOO_WIDE, Visit, be_guest, type_in
from tests.web.served import Served

pytestmark = pytest.mark.slow

TABLES = ("LIR-1", "LIR-2", "MGC-1", "TCP-1", "HEB-1")
SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 800},
    # As little height as the felt is given beside somebody's own circles and chips.
    {"width": 1280, "height": 620},
    {"width": 1920, "height": 1080},
)
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
WIDTHS = (360, 768, 1440, 2560)

# Everybody has as long a name as there is, and as much to be said of them.
_COVERED = """() => {
  for (const name of document.querySelectorAll(".plate .name")) name.textContent = "W".repeat(24);
  const told = "two pairs, sevens and sixes";
  for (const said of document.querySelectorAll(".plate .said")) said.textContent = told;
  const seats = [...document.querySelectorAll(".seat")].map((seat) => [seat.ariaLabel,
    [...seat.querySelectorAll(".spot, .cards, .plate, .sit")]]);
  const parts = [...seats, ["meters", [document.querySelector(".board .meters")]]];
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const boxes = parts.map(([name, nodes]) => [name,
    nodes.map((one) => one.getBoundingClientRect())]);
  return boxes.flatMap(([one, first], at) => boxes.slice(at + 1)
    .filter(([, second]) => first.some((a) => second.some((b) => meet(a, b))))
    .map(([other]) => `${one} and ${other}`));
}"""
_CUT_OFF = """() => [...document.querySelectorAll(".scroll")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.slice(0, 80))"""


@pytest.mark.parametrize("table", TABLES)
def test_no_position_lies_on_another_or_under_the_meters(
    table: str, served: Served, visit: Visit
) -> None:
    page = visit()
    page.goto(f"{served.address}/table/{table}")
    expect(page.locator(".board .meter").first).to_be_visible()
    expect(page.locator(".seat .spot").first).to_be_attached()
    for screen in SCREENS:
        page.set_viewport_size(screen)
        assert page.evaluate(_COVERED) == [], screen
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(TOO_WIDE) <= 0, width


@pytest.mark.parametrize("screen", [PHONE, TABLET], ids=["phone", "tablet"])
def test_no_column_is_out_of_sight(screen: ViewportSize, served: Served, visit: Visit) -> None:
    page = visit()
    page.set_viewport_size(screen)
    be_guest(page, served.address)
    found = {}
    for path in ("/rules/TCP-1", "/rules/MGC-1", "/odds", "/account"):
        page.goto(served.address + path)
        found[path] = page.evaluate(_CUT_OFF)
    assert found == {path: [] for path in found}


def test_the_pit_is_one_touch_away_on_a_phone_and_speaks_the_rulebooks_words(
    served: Served, visit: Visit
) -> None:
    page = visit()
    page.set_viewport_size(PHONE)
    page.goto(f"{served.address}/sign-in")
    type_in(page, ADMINISTRATOR)
    page.wait_for_url(f"{served.address}/")
    page.locator(".menu > summary").click()
    page.locator(".menu").get_by_role("link", name="Staff").click()
    expect(page.get_by_role("heading", name="The pit")).to_be_visible()
    assert page.evaluate(_CUT_OFF) == []
    assert page.evaluate(TOO_WIDE) == 0
    # The names of wagers in the record are nobody's to read.
    assert "_" not in page.locator("main").inner_text()
