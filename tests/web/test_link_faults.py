"""What screens are told when a link takes no wagers, or cannot even be read (P8, P18, P32)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.errors import Unavailable
from pitboss.house.streams import link_stream
from pitboss.jackpot.operation import StopLink
from pitboss.round.view import Viewer
from pitboss.store.memory import MemoryStore
from pitboss.table.view import view
from pitboss.web.backend import links_of
from tests.house.linked import LINK, RUNS, LinkedFloor
from tests.jackpot.pot import megalink
from tests.web.site import Failing

AWAY = Unavailable("nobody answers at db.internal:5432")


@pytest.fixture
def store() -> Failing:
    return Failing()


@pytest.fixture
def floor(store: Failing) -> LinkedFloor:
    found = LinkedFloor(store)
    found.create()
    found.open_linked("T1")
    return found


def test_p8_a_link_out_of_reach_shows_its_last_value_and_says_so(
    floor: LinkedFloor, store: Failing
) -> None:
    shown = links_of(floor.links, {LINK: "Mega"})
    store.unreadable = AWAY
    unread = shown(LINK)
    assert unread is not None, "it was never read here, and says so all the same"
    assert (unread.view.title, unread.view.levels) == ("Mega", ())
    assert unread.view.fault == "the link cannot be reached."
    store.unreadable = None
    before = shown(LINK)
    assert before is not None
    assert before.view.fault == ""
    store.unreadable = AWAY
    away = shown(LINK)
    # Where the store is does not concern those who look at a sign.
    view = replace(before.view, fault="the link cannot be reached.")
    assert away == replace(before, view=view)


def test_p32_a_stopped_link_says_why_and_one_that_never_was_shows_nothing(
    floor: LinkedFloor,
) -> None:
    shown = links_of(floor.links, {})
    floor.house.give(link_stream(LINK), StopLink(reason="the display is dark"), RUNS)
    stopped = shown(LINK)
    assert stopped is not None
    assert stopped.view.fault == "the display is dark"
    assert shown("other") is None


def test_i_05_what_is_shown_of_a_link_says_which_level_pays_fixed_awards() -> None:
    for level in (None, "jackpot"):
        floor = LinkedFloor(MemoryStore())
        floor.create(replace(megalink(), fixed_awards_from_meter=level))
        shown = links_of(floor.links, {})(LINK)
        assert shown is not None
        assert shown.view.fixed_from == level


def test_p18_a_table_that_lost_its_link_tells_everybody_who_looks(floor: LinkedFloor) -> None:
    floor.house.give(link_stream(LINK), StopLink(reason="the display is dark"), RUNS)
    floor.dealing.step("T1")
    rules, table = floor.house.tables.rules("T1"), floor.house.tables.table("T1")
    for viewer in (Viewer.PUBLIC, "p1"):
        seen = view(rules, table, viewer)
        assert seen.link_lost == "The link takes no wagers: the display is dark"
