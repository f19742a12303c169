"""Who plays at a table is told to those at the table and to staff, and to nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.floor import GOOD
from tests.table.test_view import texts_in
from tests.web.site import Browser, Site

PLAYERS = ("anna", "bert")


@pytest.fixture
def up() -> Iterator[Site]:
    with Site("mbs-megalink-holdem-v9") as found:
        for name in PLAYERS:
            assert found.browser().post("/sign-up", name=name, password=GOOD).status_code == 303
        found.say("call", "seat 1 anna:  ante 5.00", "seat 2 bert:  ante 5.00")
        yield found


def as_player(up: Site, name: str) -> Browser:
    browser = up.browser()
    assert browser.post("/sign-in", name=name, password=GOOD).status_code == 303
    return browser


def named_to(browser: Browser) -> tuple[set[str], set[str]]:
    """The players whose names come with the table's view, and with its last rounds."""
    with browser.socket() as line:
        live = set(texts_in(line.watch()))
    past = set(texts_in(browser.get("/api/table/T1/rounds").json()))
    return live & set(PLAYERS), past & set(PLAYERS)


def test_names_are_for_those_at_the_table_and_for_staff(up: Site) -> None:
    up.say("no more bets", "deal", "all bet", "turn", "all check", "turn", "all check", "turn")
    up.say("turn", "play on", "settle", "end")
    staff = up.browser()
    assert staff.sign_in_staff("boss").status_code == 303
    everybody = set(PLAYERS)
    for browser in (staff, *(as_player(up, name) for name in PLAYERS)):
        assert named_to(browser) == (everybody, everybody)
    for browser in (up.browser(), up.browser().be_guest()):
        assert named_to(browser) == (set(), set())


def test_a_table_without_names_is_otherwise_the_same(up: Site) -> None:
    with up.browser().socket() as line:
        view = line.watch()
    assert [seat["player"] for seat in view["seats"][:3]] == ["Player 1", "Player 2", None]
    assert [seat["holder"] for seat in view["seats"][:3]] == ["Player 1", "Player 2", None]
    assert view["seats"][0]["wagers"][0]["stake"] == "5.00"


def test_who_sits_down_sees_who_plays(up: Site) -> None:
    with up.browser().be_guest().socket() as line:
        assert not set(texts_in(line.watch())) & set(PLAYERS)
        line.done("take_seat", seat=5)
        assert set(PLAYERS) <= set(texts_in(line.views["T1"]))
