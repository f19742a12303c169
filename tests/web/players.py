"""People at a table in a browser: they sit where they want, wager what they want, and stay in."""

from __future__ import annotations

import time
from collections.abc import Sequence

from playwright.sync_api import Error, Page, expect

from tests.waiting import PATIENCE
from tests.web.newcomer import come_in


def sit(page: Page, address: str, table: str, seat: int) -> None:
    """From the lobby to a seat with money on it."""
    come_in(page, address, table)
    page.locator(f'.seats > [data-key="{seat}"] > button.sit').click()
    page.locator(".acts [data-choice=buy_in]").click()
    expect(page.locator(".money [data-do=cash_out]")).to_be_enabled()


def wager(page: Page, *wagers: str, seat: int | None = None) -> None:
    """One press on each circle, once the last one is registered."""
    place = ".place" if seat is None else f'.place[data-key="{seat}"]'
    for name in wagers:
        circle = f'{place} [data-key="{name}"]'
        page.locator(f"{circle} .press").click()
        expect(page.locator(f"{circle}.lit")).to_be_visible()
        # Equal wagers are registered one after the other.
        expect(page.locator(".place .circle.faint")).to_have_count(0)


def stay_until_settled(pages: Sequence[Page]) -> None:
    """Whoever is asked stays in, until everybody has been settled with."""
    until = time.monotonic() + PATIENCE
    while not all(page.locator(".own .line").count() for page in pages):
        prompts = [page.locator(".prompt .words").inner_text() for page in pages]
        assert time.monotonic() < until, f"not settled; the pages say {prompts}"
        for page in pages:
            asked = page.locator(".acts .act.main")
            if asked.count():
                try:
                    asked.first.click(timeout=1000)
                except Error:
                    # The table moved on between looking and pressing, as it does for people.
                    continue
            page.wait_for_timeout(50)
