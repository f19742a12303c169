"""`make screenshots`: every page at phone, laptop and wall size, as a visitor sees it.

Serves the demonstration floor from an empty record, plays a round at every table as a newcomer
would, and keeps a picture of each stage that asks for something. `python -m tools.screenshots
pictures` writes those of the README anew.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from pitboss.floor.demonstration import ADMINISTRATOR, SECRET
from tests.web.chromium import ARGUMENTS, find_chromium
from tests.web.people import SETTLED, come_in, step
from tests.web.served import Served

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "laptop": {"width": 1440, "height": 900},
    "wall": {"width": 1920, "height": 1080},
}
PACE: dict[str, float | str] = {
    "number": "[3, 4]",
    "betting_seconds": 8,
    "between_seconds": 6,
    "step_seconds": 0.3,
}
TABLES = ("LIR-1", "LIR-2", "MGC-1", "TCP-1", "HEB-1")
READ = {
    "lobby": "/",
    "odds": "/odds",
    "rules": "/rules/TCP-1",
    "account": "/account",
    "history": "/history",
    "sign": "/sign/megalink",
}
LIGHT = {
    "sign-in": "/sign-in",
    "lobby-light": "/",
    "rules-light": "/rules/MGC-1",
    "fault": "/nowhere",
}
PICTURES = {"lobby": "lobby-laptop", "table": "HEB-1-settled-laptop", "sign": "sign-laptop"}
"""What stands in the README, and from which picture each is made."""
WIDTH, QUALITY = 1200, 82
TRIES = 4
PATIENCE = 180.0


@contextmanager
def _visitor(browser: Browser, size: str, *, is_dark: bool) -> Iterator[Page]:
    """Somebody with a screen of that size; nothing moves, so that nothing is caught half-way."""
    context = browser.new_context(
        viewport=SIZES[size], color_scheme="dark" if is_dark else "light", reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def _keep(page: Page, folder: Path, name: str, size: str) -> None:
    page.wait_for_timeout(300)
    page.screenshot(path=folder / f"{name}-{size}.png", full_page=size == "phone")


def _table(
    page: Page, address: str, table: str, folder: Path, size: str, *, theme: str = ""
) -> None:
    """One round, from taking a seat to the settlement."""
    come_in(page, address, table)
    table += theme
    _keep(page, folder, f"{table}-seats", size)
    kept: set[str] = set()
    until = time.monotonic() + PATIENCE
    while not page.locator(SETTLED).count():
        assert time.monotonic() < until, f"no settlement at {table}"
        asked = page.locator(".acts [data-choice]:not([data-choice=take_seat])").first
        name = asked.get_attribute("data-choice") if asked.count() else None
        if name and name not in kept:
            _keep(page, folder, f"{table}-{name}", size)
            kept.add(name)
        wagers = page.locator(".circle.lit").count() and "wagers" not in kept
        if wagers and page.locator("main[data-stage=betting]").count():
            _keep(page, folder, f"{table}-wagers", size)
            kept.add("wagers")
        if not step(page):
            page.wait_for_timeout(100)
    _keep(page, folder, f"{table}-settled", size)


@contextmanager
def _floor() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a floor that is open."""
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        floor = Served(Path(kept), PACE)
        floor.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        try:
            yield browser, floor.address
        finally:
            browser.close()
            floor.stop()


def _read(page: Page, address: str, pages: Mapping[str, str], folder: Path, size: str) -> None:
    for name, path in pages.items():
        page.goto(f"{address}{path}")
        page.wait_for_timeout(800)
        _keep(page, folder, name, size)


def _staff(page: Page, address: str) -> None:
    """Sign in as somebody who works here."""
    page.goto(f"{address}/sign-in")
    form = page.locator("form[action='/sign-in']")
    form.get_by_label("Name").fill(ADMINISTRATOR)
    form.get_by_label("Password").fill(SECRET)
    form.get_by_label("I work here").check()
    form.get_by_role("button").click()
    page.wait_for_url(f"{address}/")


def write(folder: Path, sizes: tuple[str, ...] = tuple(SIZES)) -> int:
    """Write them all; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    with _floor() as (browser, address):
        for size in sizes:
            for table in TABLES:
                with _visitor(browser, size, is_dark=True) as page:
                    _table(page, address, table, folder, size)
                    if table == TABLES[-1]:
                        _read(page, address, READ, folder, size)
            with _visitor(browser, size, is_dark=False) as page:
                _read(page, address, LIGHT, folder, size)
                _table(page, address, TABLES[0], folder, size, theme="-light")
            with _visitor(browser, size, is_dark=False) as page:
                _staff(page, address)
                _read(page, address, {"staff": "/staff"}, folder, size)
    return len(list(folder.glob("*.png")))


def write_pictures(folder: Path) -> None:
    """Those of the README: small enough to be kept with the sources."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, _floor() as (browser, address):
        for left in reversed(range(TRIES)):
            # A round that wins has more to show.
            with _visitor(browser, "laptop", is_dark=True) as page:
                _table(page, address, "HEB-1", Path(kept), "laptop")
                is_last = not left or page.locator(".place .net.won").count() > 0
                _read(page, address, READ if is_last else {}, Path(kept), "laptop")
            if is_last:
                break
        for name, source in PICTURES.items():
            with Image.open(Path(kept, f"{source}.png")) as taken:
                height = taken.height * WIDTH // taken.width
                small = taken.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)
                small.save(folder / f"{name}.webp", quality=QUALITY)


if __name__ == "__main__":
    if sys.argv[1:] == ["pictures"]:
        write_pictures(Path("docs/pictures"))
    else:
        place = Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots")
        print(f"{write(place)} pictures in {place}")
