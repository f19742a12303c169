"""Guessing secrets: nobody keeps an owner out, learns who exists, or fills the log."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss.audit.audit import audit
from pitboss.errors import SignInRefused
from pitboss.games.library import Library
from pitboss.house.house import House
from pitboss.house.samples import FREE_WRONG
from pitboss.records.entries import event_of
from pitboss.staff.access import SignInFailed, drawer_of
from pitboss.store.memory import MemoryStore
from tests.house.floor import GOOD, HandClock, house_on, open_floor
from tests.web.site import Browser, Site

HOME, AWAY = "192.0.2.1", "203.0.113.9"
KNOWN = {"staff": "ann", "player": "Bea"}


class Door:
    """A house where Ann works and Bea plays."""

    def __init__(self) -> None:
        self.store, self.clock = MemoryStore(), HandClock()
        open_floor(self.store, self.clock)
        self.house = house_on(self.store, self.clock)
        self.house.accounts.register("Bea", GOOD)

    def start_again(self) -> None:
        self.house = house_on(self.store, self.clock)

    def sign_in(self, kind: str, name: str, secret: str, place: str) -> object:
        house: House = self.house
        sign_in: Callable[..., object] = (
            house.staff.sign_in if kind == "staff" else house.accounts.sign_in
        )
        return sign_in(name, secret, place=place)

    def told(self, kind: str, name: str, place: str) -> str:
        with pytest.raises(SignInRefused) as refusal:
            self.sign_in(kind, name, "a wild guess", place)
        return str(refusal.value)

    @property
    def entries(self) -> int:
        return self.store.head("access").version


@pytest.fixture
def door() -> Door:
    return Door()


kinds = pytest.mark.parametrize("kind", KNOWN)


@kinds
def test_wrong_secrets_from_elsewhere_never_keep_the_owner_out(door: Door, kind: str) -> None:
    for _ in range(200):
        door.told(kind, KNOWN[kind], AWAY)
        door.clock.pass_by(minutes=1)
    assert "Too many" in door.told(kind, KNOWN[kind], AWAY)
    door.start_again()
    assert door.sign_in(kind, KNOWN[kind], GOOD, HOME)
    # That the owner came in elsewhere gives the guesser nothing.
    assert "Too many" in door.told(kind, KNOWN[kind], AWAY)


@kinds
def test_who_exists_is_told_neither_in_words_nor_in_numbers(door: Door, kind: str) -> None:
    heard: dict[str, list[str]] = {KNOWN[kind]: [], "zoe": []}
    for name, said in heard.items():
        for _ in range(9):
            said.append(door.told(kind, name, AWAY))
    door.start_again()
    for name, said in heard.items():
        said.append(door.told(kind, name, AWAY))
    door.clock.pass_by(seconds=61)
    for name, said in heard.items():
        said += [door.told(kind, name, AWAY) for _ in range(2)]
    first, second = heard.values()
    assert first == second
    assert [("Too many" in one) for one in first] == [False] * 5 + [True] * 5 + [False, True]
    assert "120 seconds" in first[-1]


@kinds
def test_names_of_one_drawer_wait_together_whether_they_exist_or_not(door: Door, kind: str) -> None:
    """Else a name that is made up to fall into another's drawer would tell of the other."""
    prefix, known = ("staff/", "ann") if kind == "staff" else ("player/", "bea")
    drawer = drawer_of(prefix + known)
    double = next(f"n{one}" for one in range(10**6) if drawer_of(f"{prefix}n{one}") == drawer)
    for tried, other, place in ((known, double, HOME), (double, known, AWAY)):
        for _ in range(5):
            door.told(kind, tried, place)
        assert "Too many" in door.told(kind, other, place)


@kinds
def test_knocking_without_end_writes_next_to_nothing(door: Door, kind: str) -> None:
    before = door.entries
    for name in (KNOWN[kind], "zoe"):
        for _ in range(1000):
            door.told(kind, name, AWAY)
    assert door.entries - before <= 2 * (2 * 5 + 10)
    assert not audit(door.store, Library(), is_alone=True).findings


@kinds
def test_guessing_many_names_from_one_place_ends_soon_and_is_no_matter_elsewhere(
    door: Door, kind: str
) -> None:
    before = door.entries
    told = [door.told(kind, f"name {one}", AWAY) for one in range(1000)]
    assert sum("Too many" not in one for one in told) == FREE_WRONG
    assert door.entries - before <= 2 * FREE_WRONG + 10
    with pytest.raises(SignInRefused, match="Too many"):
        door.sign_in(kind, KNOWN[kind], GOOD, AWAY)
    assert door.sign_in(kind, KNOWN[kind], GOOD, HOME)
    door.clock.pass_by(minutes=2)
    assert door.sign_in(kind, KNOWN[kind], GOOD, AWAY)


# --- where a request comes from -------------------------------------------------------------------


def places(up: Site) -> list[str]:
    events = (event_of(entry) for entry in up.store.read("access"))
    return [event.place for event in events if isinstance(event, SignInFailed)]


def guess(browser: Browser, said_to_be: str) -> str:
    fields = {"csrf": browser.token(), "name": "Ann", "password": "a wild guess"}
    headers = {"x-forwarded-for": said_to_be, "x-forwarded-proto": "http"}
    return browser.http.post("/sign-in", data=fields, headers=headers).text


def test_where_a_request_comes_from_is_not_believed_of_anybody() -> None:
    with Site() as up:
        browser = up.browser()
        pages = [guess(browser, f"203.0.113.{one}") for one in range(6)]
        assert ["for this name from here" in page for page in pages] == [False] * 5 + [True]
        assert set(places(up)) == {"127.0.0.1"}


def test_where_a_request_comes_from_is_believed_of_a_proxy_that_the_house_names() -> None:
    up = Site()
    up.proxies = ["127.0.0.0/8"]
    with up:
        browser = up.browser()
        # Of several the last is the one that the proxy itself has seen.
        for said in ("203.0.113.1", "198.51.100.9, 203.0.113.1", "2001:db8:1:2:3::4"):
            guess(browser, said)
        assert places(up) == ["203.0.113.1", "203.0.113.1", "2001:db8:1:2::/64"]
