"""An id stands for one command at one table, and nothing is answered done that did nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest

from pitboss.errors import CommandReused
from pitboss.house.callers import Player
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.people.seats import TakeSeat
from pitboss.table.table import Command
from tests.web.floors import LinkedFloor
from tests.web.site import Line, Site

RIDE = "mbs-let-it-ride-v3"
ONCE = "the-same-id"


@pytest.fixture
def up() -> Iterator[Site]:
    with Site(RIDE, RIDE) as found:
        yield found


def seated(up: Site) -> Line:
    """A guest with money at both tables, and bets open there."""
    line = up.browser().be_guest().socket()
    for table in ("T1", "T2"):
        line.watch(table)
        line.done("take_seat", table, seat=1)
        line.done("buy_in", table, amount="1000.00")
        line.upto(up.call_for_bets(table), table)
    return line


@pytest.mark.parametrize("is_together", [False, True])
@pytest.mark.parametrize("command", [TakeSeat("p1", 1), BuyIn("p1", Money(500))])
def test_an_id_of_one_table_is_refused_at_another(command: Command, is_together: bool) -> None:
    floor = LinkedFloor(MemoryStore())
    for name in ("T1", "T2"):
        floor.open_linked(RIDE, name)
    house, player = floor.house, Player("p1")
    house.give(table_stream("T1"), command, player, ONCE)
    before = house.tables.version("T2")
    with pytest.raises(CommandReused), house.together() if is_together else nullcontext():
        house.give(table_stream("T2"), command, player, ONCE)
    assert floor.store.head(table_stream("T2")).version == before
    assert house.give(table_stream("T1"), command, player, ONCE).receipt.is_repeat


REQUESTS: dict[str, dict[str, Any]] = {
    "buy_in": {"amount": "25.00"},
    "cash_out": {"amount": "25.00"},
    "leave_seat": {},
    "place": {"seat": 1, "wager": "1", "stake": "5.00"},
}


@pytest.mark.parametrize("do", REQUESTS)
def test_a_browser_that_uses_an_id_at_another_table_is_told(up: Site, do: str) -> None:
    line = seated(up)
    assert line.ask(do, "T1", id=ONCE, **REQUESTS[do])["kind"] == "done"
    before = up.version("T2")
    answer = line.ask(do, "T2", id=ONCE, **REQUESTS[do])
    assert answer["kind"] == "mistake"
    assert "used for another request" in answer["problem"]
    assert up.version("T2") == before
    assert line.ask(do, "T1", id=ONCE, **REQUESTS[do])["is_repeat"]


def test_taking_down_all_with_an_id_of_another_table_is_told(up: Site) -> None:
    line = seated(up)
    line.done("place", "T1", seat=1, wager="1", stake="5.00")
    assert line.ask("take_down", "T1", id=ONCE, seat=1)["kind"] == "done"
    assert line.ask("take_down", "T2", id=ONCE, seat=1)["kind"] == "mistake"
    line.done("place", "T2", seat=1, wager="1", stake="5.00")
    assert line.ask("take_down", "T2", id=ONCE, seat=1)["kind"] == "mistake"
    assert line.ask("take_down", "T1", id=ONCE, seat=1)["is_repeat"]


def test_taking_down_nothing_says_that_there_was_nothing(up: Site) -> None:
    line = seated(up)
    for more in ({}, {"wager": "1"}):
        answer = line.ask("take_down", "T1", seat=1, **more)
        assert answer["kind"] == "refused"
        assert answer["remedy"] == "There is nothing to take down."
    answer = line.ask("repeat", "T1")
    assert (answer["kind"], answer["remedy"]) == ("refused", "Place another.")
