"""The pages in a real browser: what a newcomer sees and does, from the lobby to the settlement."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import new_visitor
from tests.web.people import (
    ACTS,
    Settled,
    Visit,
    come_in,
    nameless,
    play_a_round,
    play_together,
    play_until,
    wait_for,
)
from tests.web.served import Served

pytestmark = pytest.mark.slow

TABLES = {
    "LIR-1": "mbs-megalink-let-it-ride-v2",
    "LIR-2": "mbs-let-it-ride-v3",
    "MGC-1": "mgc-let-it-ride",
    "TCP-1": "mbs-megalink-three-card-v6",
    "HEB-1": "mbs-megalink-holdem-v9",
}


@pytest.fixture(scope="module")
def played(served: Served, chromium: Browser) -> Mapping[str, Settled]:
    """A newcomer at each table, all at once; each has come to a settlement."""
    pages: dict[str, Page] = {}
    wrong: list[str] = []
    for table in TABLES:
        page = new_visitor(chromium, wrong)
        come_in(page, served.address, table)
        pages[table] = page
    settled = play_together(pages)
    for page in pages.values():
        page.context.close()
    assert wrong == []
    return settled


@pytest.mark.parametrize("table", TABLES)
def test_a_newcomer_plays_a_round_from_lobby_to_settlement(
    table: str, played: Mapping[str, Settled]
) -> None:
    settled = played[table]
    for line in settled.lines:
        assert re.search(r"Rule \S+", line["clause"])
        assert len(line["text"]) > len(line["clause"])
    # What the lines say and what the seat says come to the same.
    assert sum(_cents(line["sum"]) for line in settled.lines) == _cents(settled.net)
    assert nameless(settled.tree) == []


def _cents(text: str) -> int:
    """Of an amount as a page shows it: "+$7.50", or "\N{MINUS SIGN}$5"."""
    is_minus = text.startswith("\N{MINUS SIGN}")
    dollars, _, cents = re.sub(r"[^\d.]", "", text).partition(".")
    whole = int(dollars) * 100 + int(cents or 0)
    return -whole if is_minus else whole


def test_two_players_in_two_browsers_see_each_other_and_only_their_own_cards(
    served: Served, visit: Visit
) -> None:
    one, two = visit(), visit()
    heard: list[str] = []
    two.on("websocket", lambda line: line.on("framereceived", lambda said: _hear(heard, said)))
    come_in(one, served.address, "LIR-2")
    come_in(two, served.address, "LIR-2")
    play_until(one, lambda: one.locator(".place").count() > 0)
    play_until(two, lambda: two.locator(".place").count() > 0)
    name = one.locator(".bar .who").inner_text()
    expect(two.locator(".seat .name", has_text=name)).to_be_visible()
    play_until(one, lambda: one.locator(".acts [data-choice=ride]").count() > 0)
    own = [card.get_attribute("card") for card in one.locator(".place pit-card").all()]
    seat = one.locator(".place").first.get_attribute("data-key")
    assert len(own) == 3
    assert all(own)
    seen = two.locator(f'.seats > [data-key="{seat}"] pit-card')
    expect(seen).to_have_count(3)
    assert [card.get_attribute("card") for card in seen.all()] == [None, None, None]
    number = int(one.locator("main").get_attribute("data-round") or "")

    def sent() -> list[list[str | None]]:
        views = [json.loads(frame)["view"] for frame in heard if '"kind":"table"' in frame]
        return [v["seats"][int(seat or "") - 1]["cards"] for v in views if v["round"] == number]

    wait_for(two, lambda: [None, None, None] in sent())
    assert not any(card for cards in sent() for card in cards)
    play_together({"one": one, "two": two})


def _hear(heard: list[str], frame: str | bytes) -> None:
    heard.append(frame if isinstance(frame, str) else frame.decode())


def test_reloading_in_mid_round_gives_the_same_view(served: Served, visit: Visit) -> None:
    page = visit()
    come_in(page, served.address, "TCP-1")
    play_until(page, lambda: page.locator(".acts [data-choice=play]").count() > 0)
    before = _mine(page)
    page.reload()
    page.wait_for_selector(".acts [data-choice=play]")
    assert _mine(page) == before
    page.locator(".acts [data-choice=play]").click()
    page.wait_for_selector(".own .line")


def _mine(page: Page) -> tuple[str | None, list[str | None], list[str]]:
    cards = [card.get_attribute("card") for card in page.locator(".place pit-card").all()]
    assert cards
    assert all(cards)
    piles = page.locator(".place .pile b").all_inner_texts()
    return page.locator("main").get_attribute("data-round"), cards, piles


def test_wagers_by_keyboard_repeat_and_clear(unhurried: Served, visit: Visit) -> None:
    page = visit()
    come_in(page, unhurried.address, "TCP-1")
    play_until(page, lambda: page.locator(".seat.you .wager").count() > 0)
    unhurried.close_bets("TCP-1")
    play_a_round(page)
    page.wait_for_selector("main[data-stage=betting]")
    repeat = page.get_by_role("button", name="Repeat")
    expect(repeat).to_be_enabled()
    page.keyboard.press("r")
    expect(page.locator(".circle.lit").first).to_be_visible()
    page.keyboard.press("x")
    expect(page.locator(".circle.lit")).to_have_count(0)
    pair_plus = page.get_by_role("button", name=re.compile("^Pair Plus"))
    pair_plus.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".seat.you .wager")).to_have_count(1)
    page.keyboard.press("Delete")
    # The circles show what is wanted, the seat on the felt what is registered.
    expect(page.locator(".seat.you .wager")).to_have_count(0)


def test_a_chip_is_dragged_to_a_circle(unhurried: Served, visit: Visit) -> None:
    page = visit()
    come_in(page, unhurried.address, "HEB-1")
    # Sits down and brings chips, but presses no circle.
    play_until(page, lambda: _is_rich(page), asks=(ACTS,))
    circle = page.locator('.press[data-wager="ante"]')
    expect(circle).to_be_enabled()
    # What the light of the progressive wager costs is written on it before it is pressed.
    expect(page.locator(".circle.jackpot .title")).to_have_text("$5\N{EN DASH}$25")
    page.locator(".tray .chips label").nth(1).drag_to(circle)
    expect(page.locator(".circle.lit .pile b")).to_have_text("$25")


def _is_rich(page: Page) -> bool:
    return page.locator(".tray .balance b").inner_text() not in ("", "$0")


def test_a_server_killed_in_mid_round_loses_nothing(served: Served, visit: Visit) -> None:
    page = visit()
    # Nobody of the tests before was left there with a decision to make.
    come_in(page, served.address, "TCP-1")
    play_until(page, lambda: page.locator(".acts [data-choice=play]").count() > 0)
    before = _mine(page)
    served.kill()
    expect(page.locator(".lost")).to_be_visible()
    # What is shown of the round from now on, the server has sent anew.
    page.evaluate("() => { document.querySelector('main').dataset.round = ''; }")
    served.start()
    expect(page.locator(".lost")).to_be_hidden()
    expect(page.locator("main")).to_have_attribute("data-round", before[0] or "")
    assert _mine(page) == before
    play_a_round(page)
