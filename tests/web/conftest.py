"""What the tests of the pages share: one browser, and one quick floor behind one address."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.waiting import PATIENCE
from tests.web.chromium import ARGUMENTS, find_chromium
from tests.web.served import Served

MILLISECONDS = PATIENCE * 1000
expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A real browser, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(ARGUMENTS), timeout=MILLISECONDS
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demonstration floor, at a quick pace."""
    floor = Served(tmp_path_factory.mktemp("floor"))
    floor.start()
    yield floor
    floor.stop()


@pytest.fixture(scope="session")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The same where bets stay open until a test closes them."""
    floor = Served(tmp_path_factory.mktemp("unhurried"), {"betting_seconds": 86_400})
    floor.start()
    yield floor
    floor.stop()


def new_visitor(chromium: Browser, wrong: list[str]) -> Page:
    """A page with cookies of its own; what its console complains of is added to `wrong`."""

    def note(said: ConsoleMessage) -> None:
        # A line that is cut is told to the console by the browser itself.
        if said.type in ("error", "warning") and "WebSocket" not in said.text:
            wrong.append(said.text)

    size: ViewportSize = {"width": 1280, "height": 800}
    page = chromium.new_context(viewport=size, reduced_motion="reduce").new_page()
    page.set_default_timeout(MILLISECONDS)
    page.on("console", note)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    return page


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[[], Page]]:
    """Makes visitors; none may leave an error in its console."""
    pages: list[Page] = []
    wrong: list[str] = []

    def new() -> Page:
        pages.append(new_visitor(chromium, wrong))
        return pages[-1]

    yield new
    for page in pages:
        page.context.close()
    assert wrong == []


@pytest.fixture
def pit(chromium: Browser) -> Iterator[Page]:
    """The browser in the pit; a form that is refused is an error to its console."""
    wrong: list[str] = []
    page = new_visitor(chromium, wrong)
    yield page
    page.context.close()
    assert [one for one in wrong if "status of 400" not in one] == []
