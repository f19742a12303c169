"""People in a real browser: newcomers who press what shines, players, and staff in the pit."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Page, expect

from pitboss.floor.demonstration import SECRET
from tests.waiting import PATIENCE

Visit = Callable[[], Page]
"""Makes a visitor."""
SETTLED = ".own .line"
ACTS = ".acts .act"
ASKS = (ACTS, ".circle.wanted .press:enabled")
ROLES = ("button", "link", "radio", "checkbox", "textbox", "combobox", "timer", "img")
NAMELESS = re.compile(rf"^\s*- (?:{'|'.join(ROLES)})(?: \[.*\])?:?$", re.MULTILINE)
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def step(page: Page, asks: Sequence[str] = ASKS) -> bool:
    """Do what the page asks for now; whether it asked for anything."""
    for asked in asks:
        found = page.locator(asked).first
        if found.count():
            try:
                found.click(timeout=3000)
            except Error:
                # The table moved on between looking and pressing, as it does for people.
                return False
            page.wait_for_timeout(150)
            return True
    return False


def wait_for(page: Page, is_so: Callable[[], object]) -> None:
    """Wait, and let the browser go on meanwhile."""
    play_until(page, lambda: bool(is_so()), asks=())


def play_until(page: Page, done: Callable[[], bool], asks: Sequence[str] = ASKS) -> None:
    """Go on until something is so."""
    until = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > until:
            raise AssertionError(f"still waiting: {_standing(page)}")
        if not step(page, asks):
            page.wait_for_timeout(100)


def play_a_round(page: Page) -> None:
    """From wherever one stands to a settlement of one's own."""
    page.evaluate("() => { window.settled = null; }")
    play_until(page, lambda: page.evaluate("window.settled") is not None)


@dataclass(frozen=True, slots=True)
class Settled:
    """What a page showed at one moment after the settlement."""

    lines: list[dict[str, str]]
    net: str
    tree: str


# The table goes on by itself, so the page notes what it shows at the moment at which it shows it:
# whoever looks in from outside now and then would miss it whenever they are slow.
_NOTE_SETTLEMENTS = """() => {
  const look = () => ({
    lines: [...document.querySelectorAll(".own .line")].map((line) => ({
      sum: line.querySelector(".sum").textContent, text: line.querySelector(".text").textContent,
      clause: line.querySelector(".clause").textContent })),
    net: document.querySelector(".place .net")?.textContent ?? "",
  });
  window.settled = null;
  const note = () => { if (document.querySelector(".own .line")) window.settled = look(); };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""
_STANDING = """() => ({ ...document.querySelector("main")?.dataset,
  prompt: document.querySelector(".prompt .words")?.textContent,
  acts: [...document.querySelectorAll(".acts .act")].map((act) => act.dataset.choice),
  notes: document.querySelector(".notes")?.textContent,
  isLost: document.querySelector(".lost")?.hidden === false })"""


def _standing(page: Page) -> str:
    """What the page shows, for the message of a test that waits in vain."""
    return f"{page.url} {page.evaluate(_STANDING)}"


def play_together(pages: Mapping[str, Page]) -> dict[str, Settled]:
    """Several people, each at a table of their own, until each has been settled with."""
    until = time.monotonic() + 2 * PATIENCE
    settled: dict[str, Settled] = {}
    while len(settled) < len(pages):
        left = {table: page for table, page in pages.items() if table not in settled}
        if time.monotonic() > until:
            raise AssertionError(f"nothing settled: {[_standing(page) for page in left.values()]}")
        for table, page in left.items():
            step(page)
            seen = page.evaluate("window.settled")
            if seen:
                settled[table] = Settled(**seen, tree=page.locator("body").aria_snapshot())
    return settled


def be_guest(page: Page, address: str) -> None:
    """Come to the lobby, and into the house as a guest."""
    page.goto(address)
    page.get_by_role("button", name="Play as a guest").click()
    # Whoever presses on before would leave with the page on its way.
    page.wait_for_selector(".bar .who", state="attached")


def come_in(page: Page, address: str, table: str) -> None:
    """From the lobby, as a guest, to a table."""
    be_guest(page, address)
    page.locator(f'[data-table="{table}"] .go a.button').click()
    page.wait_for_selector(".seat")
    page.evaluate(_NOTE_SETTLEMENTS)


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


def sign_in_staff(
    page: Page,
    address: str,
    name: str,
    code: str = "",
    *,
    then: str = "/staff",
    secret: str = SECRET,
) -> None:
    """A member of staff, of the demonstration if nothing is said, to a page of theirs."""
    page.goto(f"{address}/sign-in?next={then}")
    type_in(page, name, code, secret)


def type_in(page: Page, name: str, code: str = "", secret: str = SECRET) -> None:
    """Fill in the form for staff, and send it."""
    form = page.locator('form[action="/sign-in"]')
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(secret)
    form.get_by_label("I work here").check()
    form.get_by_label("Code").fill(code)
    form.get_by_role("button", name="Sign in").click()


def nameless(tree: str) -> list[str]:
    """Controls in an accessibility tree that have no name to be read out."""
    return NAMELESS.findall(tree)


def faults_of(page: Page) -> list[str]:
    """Controls without a name, a page wider than the screen, and what axe-core finds."""
    found = [
        f"{page.url}: no name: {one}" for one in nameless(page.locator("body").aria_snapshot())
    ]
    if page.evaluate(TOO_WIDE) > 0:
        found.append(f"{page.url}: wider than the screen")
    # Axe judges colours too, so each scheme by itself.
    for scheme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", scheme)
        judged = Axe().run(page)
        for fault in judged.response["violations"]:
            places = [f"{node['html'][:120]}: {node['failureSummary']}" for node in fault["nodes"]]
            found.append(f"{page.url} {scheme}: {fault['help']}: {places[:3]}")
    return found
