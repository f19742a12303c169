"""Somebody who has read nothing: presses what shines, and the first of the large buttons."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playwright.sync_api import Error, Page

PATIENCE = 40.0
SETTLED = ".own .line"


def step(page: Page) -> bool:
    """Do what the page asks for now; whether it asked for anything."""
    for asked in (".acts .act", ".circle.wanted .press:enabled"):
        found = page.locator(asked).first
        if found.count():
            try:
                found.click(timeout=1000)
            except Error:
                # The table moved on between looking and pressing, as it does for people.
                return False
            page.wait_for_timeout(150)
            return True
    return False


def play_until(page: Page, done: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Go on until something is so."""
    until = time.monotonic() + patience
    while not done():
        prompt = page.locator(".prompt .words").inner_text()
        assert time.monotonic() < until, f"still waiting; the page says {prompt!r}"
        if not step(page):
            page.wait_for_timeout(100)


def play_a_round(page: Page) -> None:
    """From standing beside the table to a settlement of one's own."""
    play_until(page, lambda: page.locator(SETTLED).count() > 0)


@dataclass(frozen=True, slots=True)
class Settled:
    """What a page showed at one moment after the settlement."""

    lines: list[dict[str, str]]
    net: str
    tree: str


_LOOK = """() => ({
  lines: [...document.querySelectorAll(".own .line")].map((line) => ({
    sum: line.querySelector(".sum").textContent, text: line.querySelector(".text").textContent,
    clause: line.querySelector(".clause").textContent })),
  net: document.querySelector(".place .net")?.textContent ?? "",
})"""


def play_together(pages: Mapping[str, Page], patience: float = 90) -> dict[str, Settled]:
    """Several people, each at a table of their own, until each has been settled with."""
    until = time.monotonic() + patience
    settled: dict[str, Settled] = {}
    while len(settled) < len(pages):
        left = {table: page for table, page in pages.items() if table not in settled}
        assert time.monotonic() < until, f"nothing settled at {', '.join(left)}"
        for table, page in left.items():
            step(page)
            # The table goes on meanwhile, so all of it is looked at in one go.
            seen = page.evaluate(_LOOK)
            if seen["lines"]:
                settled[table] = Settled(**seen, tree=page.locator("body").aria_snapshot())
    return settled


def come_in(page: Page, address: str, table: str) -> None:
    """From the lobby, as a guest, to a table."""
    page.goto(address)
    page.get_by_role("button", name="Play as a guest").click()
    page.locator(f'[data-table="{table}"] .go a.button').click()
    page.wait_for_selector(".seat")
