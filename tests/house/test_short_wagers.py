"""Wagers under the minimum where "one time only" is counted in the whole casino (5.13, I-89)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.errors import CommandReused, RuleBreach
from pitboss.house.callers import Member, Player
from pitboss.house.engine import Done
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.result import EndRound
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.store.memory import MemoryStore
from pitboss.table.irregularities.reports import IrregularityReported, ReportIrregularity
from pitboss.table.people.seats import TakeSeat
from pitboss.table.rules import Mode
from pitboss.table.table import Table
from tests.house.floor import Floor, setting_of
from tests.table.conductor import HOLDEM, THREE, under

DEALER, SHIFT = Member("mbs-0"), Member("mbs-3")
SHORT = ReportIrregularity(
    kind="under_minimum", details={"seat": "1", "wager": "ante", "found": "3.00"}
)
BOTH = under({HOLDEM: ("5.13",), THREE: ("5.13",)})


def staked(book: str, *names: str, scope: str = "casino_day", is_practice: bool = False) -> Floor:
    """Tables at which the same player has an ante, and bets are closed."""
    floor = Floor(MemoryStore())
    for name in names:
        seated(floor, book, name, scope, is_practice=is_practice and name == names[0])
        bet(floor, name)
    return floor


def seated(floor: Floor, book: str, name: str, scope: str, *, is_practice: bool = False) -> None:
    plain = setting_of(book, name, Mode.LIVE)
    house = {"under_min_scope": scope}
    floor.house.tables.open(replace(plain, house=house, is_practice=is_practice), SHIFT)
    floor.give(name, TakeSeat("p1", 1), Player("p1"))


def bet(floor: Floor, name: str, *beside: str) -> None:
    floor.dealing.call_for_bets(name, DEALER)
    for wager in ("ante", *beside):
        floor.give(name, PlaceWager(1, "p1", wager, Money(1000)), Player("p1"))
    floor.give(name, CloseBets(), DEALER)


def told(done: Done[Table]) -> tuple[str | None, str | None]:
    """Which time it is, and where it was the first."""
    reported = done.events[0]
    assert isinstance(reported, IrregularityReported)
    return reported.details.get("time"), reported.details.get("earlier")


@BOTH
def test_5_13_another_table_of_the_casino_counts_on_the_same_day(book: str) -> None:
    floor = staked(book, "T1", "T2", "T3")
    assert told(floor.give("T1", SHORT, DEALER)) == ("first", None)
    again = floor.give("T2", SHORT, DEALER, "short-2")
    assert told(again) == ("again", "table T1, round 1")
    assert floor.table("T2").play.seats[1].removed == "5.13"
    # Another process knows it as well, and the command sent twice acts once.
    others = House(floor.store, floor.clock)
    assert told(others.give(table_stream("T3"), SHORT, DEALER)) == ("again", "table T1, round 1")
    repeat = floor.give("T2", SHORT, DEALER, "short-2")
    assert (repeat.receipt.is_repeat, repeat.events) == (True, again.events)
    other = replace(SHORT, details={**SHORT.details, "found": "2.00"})
    with pytest.raises(CommandReused):
        floor.give("T2", other, DEALER, "short-2")
    floor.check()


@BOTH
def test_5_13_only_the_table_counts_if_so_chosen(book: str) -> None:
    floor = staked(book, "T1", "T2", scope="table_day")
    assert told(floor.give("T1", SHORT, DEALER)) == ("first", None)
    assert told(floor.give("T2", SHORT, DEALER)) == ("first", None)


@BOTH
def test_5_13_another_day_practice_and_a_void_round_elsewhere_do_not_count(book: str) -> None:
    floor = staked(book, "T1", "T2")
    floor.give("T1", SHORT, DEALER)
    foreign = {"card": "a joker", "place": "the shoe"}
    floor.give("T1", ReportIrregularity(kind="foreign_card", details=foreign), DEALER)
    assert told(floor.give("T2", SHORT, DEALER)) == ("first", None)
    floor = staked(book, "T1", "T2", is_practice=True)
    floor.give("T1", SHORT, DEALER)
    assert told(floor.give("T2", SHORT, DEALER)) == ("first", None)
    floor = staked(book, "T1")
    floor.give("T1", SHORT, DEALER)
    floor.clock.pass_by(days=1)
    seated(floor, book, "T2", "casino_day")
    bet(floor, "T2")
    assert told(floor.give("T2", SHORT, DEALER)) == ("first", None)


@BOTH
def test_5_13_all_of_the_first_round_is_one_time_whatever_happens_elsewhere(book: str) -> None:
    side = "bonus" if book == HOLDEM else "pair_plus"
    floor = Floor(MemoryStore())
    seated(floor, book, "T1", "casino_day")
    seated(floor, book, "T2", "table_day")
    bet(floor, "T1", side)
    bet(floor, "T2")
    assert told(floor.give("T1", SHORT, DEALER)) == ("first", None)
    assert told(floor.give("T2", SHORT, DEALER)) == ("first", None)
    beside = replace(SHORT, details={**SHORT.details, "wager": side})
    assert told(floor.give("T1", beside, DEALER)) == ("first", None)


@BOTH
def test_5_13_of_a_round_that_is_over_nothing_is_said_but_what_was_told(book: str) -> None:
    floor = staked(book, "T1")
    floor.give("T1", SHORT, DEALER)
    seated(floor, book, "T2", "casino_day")
    floor.dealing.call_for_bets("T2", DEALER)
    floor.give("T2", EndRound(), DEALER)
    bet(floor, "T2")
    # Whoever sits there now was not in that round.
    noted = replace(SHORT, details={**SHORT.details, "round": "1"})
    assert told(floor.give("T2", noted, DEALER)) == (None, None)


@BOTH
def test_5_13_a_seat_that_is_none_is_refused_as_ever(book: str) -> None:
    floor = staked(book, "T1", "T2")
    for seat in ("?", "2"):
        with pytest.raises(RuleBreach):
            floor.give("T1", replace(SHORT, details={**SHORT.details, "seat": seat}), DEALER)
