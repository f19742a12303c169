"""Two server processes on one PostgreSQL: one table in two browsers, each at another server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.floor.floor import Floor, open_floor
from pitboss.house.callers import System
from pitboss.house.streams import table_stream
from pitboss.round.wagers import CloseBets
from pitboss.store.addresses import open_store
from tests.waiting import until
from tests.web.people import Visit, sit, stay_until_settled, wager
from tests.web.served import Served, arranged_config, arranged_text

pytestmark = pytest.mark.slow

TABLE = "LIR-2"


@pytest.fixture
def servers(tmp_path: Path, postgres_url: str) -> Iterator[tuple[Served, Served]]:
    config = tmp_path / "floor.toml"
    config.write_text(arranged_text(), encoding="utf-8")
    found = [Served(tmp_path, config=config, db=postgres_url) for _ in range(2)]
    try:
        for one in found:
            one.start()
        yield found[0], found[1]
    finally:
        for one in found:
            one.stop()


@pytest.fixture
def floor(servers: tuple[Served, Served], postgres_url: str) -> Iterator[Floor]:
    """The same floor in the test's own process: it calls for bets and closes them, no more."""
    del servers
    store = open_store(postgres_url)
    yield open_floor(arranged_config(), store, with_links=True)
    store.close()


def close_bets(floor: Floor) -> None:
    floor.house.tables.refresh(TABLE)
    floor.house.give(table_stream(TABLE), CloseBets(), System())


def call_for_bets(floor: Floor) -> None:
    """Once the round before is over, and its seeds opened by whoever drives the table."""

    def is_over() -> bool:
        table = floor.house.tables.refresh(TABLE)
        return not table.play.is_open and table.rounds.is_opened

    until(is_over, "the end of the round")
    floor.dealing.call_for_bets(TABLE)


def cards_on(page: Page) -> list[str | None]:
    """Every card that lies on the layout, as a page shows it."""
    return [card.get_attribute("card") for card in page.locator(".felt .stage pit-card").all()]


def name_of(page: Page) -> str:
    return page.locator(".bar .who").inner_text()


def test_two_servers_serve_one_table_and_one_of_them_is_enough(
    servers: tuple[Served, Served], floor: Floor, visit: Visit
) -> None:
    first, second = servers
    one, two = visit(), visit()
    sit(one, first.address, TABLE, 1)
    sit(two, second.address, TABLE, 2)
    names = [name_of(page) for page in (one, two)]
    for page, other in ((one, 2), (two, 1)):
        expect(page.locator(f'.seats > [data-key="{other}"] .name')).to_have_text(names[other - 1])
    wager(one, "1", "progressive")
    expect(two.locator('.seats > [data-key="1"] .wager')).to_have_count(4)
    wager(two, "1", "progressive")
    expect(one.locator('.seats > [data-key="2"] .wager')).to_have_count(4)
    close_bets(floor)
    stay_until_settled([one, two])
    # All hands are shown by now, and the same to both.
    assert None not in cards_on(one)
    assert cards_on(one) == cards_on(two)
    for seat in (1, 2):
        net = f'.seats > [data-key="{seat}"] .net'
        expect(two.locator(net)).to_have_text(one.locator(net).inner_text())

    call_for_bets(floor)
    for page in (one, two):
        wager(page, "1")
    close_bets(floor)
    # The first server opened the floor and drives its tables: it dies with a hand half played.
    ride = one.locator(".acts [data-choice=ride]")
    ride.wait_for()
    own = [card.get_attribute("card") for card in one.locator(".place pit-card").all()]
    first.kill()
    expect(one.locator(".lost")).to_be_visible()
    # Who signed in is known to every server, and the hand is where it was.
    one.goto(f"{second.address}/table/{TABLE}")
    ride.wait_for()
    assert [card.get_attribute("card") for card in one.locator(".place pit-card").all()] == own
    assert all(own)
    stay_until_settled([one, two])
    assert cards_on(one) == cards_on(two)
