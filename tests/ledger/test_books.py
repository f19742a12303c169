"""Postings, the books, and what is found when they are wrong."""

from __future__ import annotations

import typing
from dataclasses import replace

import pytest

from pitboss.ledger import accounts
from pitboss.ledger.accounts import Leg, Unbalanced, balanced
from pitboss.ledger.books import (
    Ledger,
    disagreements,
    ledger_of,
    trial_balance,
    wrong_expectations,
)
from pitboss.ledger.postings import MOVES_NOTHING, postings
from pitboss.money import Money
from pitboss.round.result import MeterPaid, RoundVoided, SettlementUndone, WagerSettled
from pitboss.round.round import Event as RoundEvent
from pitboss.round.settlement import Level
from pitboss.round.wagers import WagerPlaced
from pitboss.table.chips.exchange import BoughtIn
from pitboss.table.chips.holdings import Part
from pitboss.table.chips.rack import (
    ClosingCounted,
    CollectDrop,
    CountClosing,
    CountDrop,
    CountOpening,
    DropCollected,
    DropCounted,
)
from pitboss.table.table import ChipsEvent, Event, TableSnapshot, evolve
from tests.table.conductor import LiveTable, floor, money, play_out

RIDE = "mbs-let-it-ride-v3"


def legs(table: LiveTable, event: Event) -> list[str]:
    return [str(leg) for leg in postings(table.table, event)]


def a_settled_round(unit: str | None = None) -> LiveTable:
    """Two hands at Let It Ride, one of them a royal flush with a progressive wager."""
    table = LiveTable(RIDE, unit=unit)
    table.call()
    table.say("seat 1  base 10.00")
    if unit is not None:
        table.place(1, "progressive", unit)
        table.meters = {"jackpot": Level(money("20000.00"), money("5000.00"))}
    table.say("seat 2  base 10.00")
    play_out(table, "Td Jd Qd 9c 8c 2h Kd Ad", "ride withdraw ride withdraw")
    return table


def test_every_event_of_a_table_is_in_the_books_or_moves_nothing() -> None:
    listed = {*typing.get_args(RoundEvent), *typing.get_args(ChipsEvent)}
    assert listed | set(typing.get_args(MOVES_NOTHING)) == set(typing.get_args(Event))
    assert not listed & set(typing.get_args(MOVES_NOTHING))


def test_a_buy_in_has_two_sides_in_cash_and_two_in_chips() -> None:
    table = LiveTable(RIDE)
    event = BoughtIn(player="anna", amount=money("50.00"), clause="3.4")
    assert legs(table, event) == [
        "elsewhere -50.00", "drop 50.00", "rack -50.00", "player:anna 50.00",
    ]  # fmt: skip


def test_a_wager_and_its_settlement_are_booked() -> None:
    table = LiveTable(RIDE).say("buy p1 15.00")
    table.call()
    placed = WagerPlaced(seat=1, player="p1", wager="1", stake=money("20.00"), clause="3.4")
    assert legs(table, placed) == [
        "player:p1 -15.00", "layout 15.00", "elsewhere -5.00", "layout 5.00",
    ]  # fmt: skip
    table.say("seat 1  base 5.00")
    won = WagerSettled(
        seat=1, wager="1", stake=money("5.00"), outcome="win", pays="1 to 1",
        winnings=money("5.00"), returned=money("5.00"), from_seat=None, shares=(),
        rules=(), interpretations=(),
    )  # fmt: skip
    books = Ledger().posted(postings(table.table, won))
    assert trial_balance(books) == (
        ("layout", money("-5.00")), ("player:p1", money("10.00")), ("rack", money("-5.00")),
    )  # fmt: skip
    with pytest.raises(Unbalanced, match=r"1 at seat 1: 6.00 settled, 5.00 there"):
        postings(table.table, replace(won, stake=money("6.00")))


def test_postings_that_do_not_balance_are_raised_and_not_asserted() -> None:
    with pytest.raises(Unbalanced, match=r"\$5.00 left over: a fill"):
        balanced([Leg("rack", money("10.00")), Leg("cage", money("-5.00"))], "a fill")
    with pytest.raises(Unbalanced, match=r"come to \$1.00"):
        trial_balance(Ledger({"rack": Money(100)}))


def test_awards_of_a_meter_are_the_links_money() -> None:
    table = a_settled_round(unit="5.00")
    awarded = [event for event in table.log if isinstance(event, MeterPaid)]
    assert [event.awarded for event in awarded] == [money("20000.00")]
    books = ledger_of(table.log)
    assert books.of("prizes:link:jackpot") == money("-20000.00")
    # A royal flush pays the house's own 1000 to 1 on two bets, and it keeps what lost.
    won = sum((line.stake - line.returned - line.winnings).cents for line in _lines(table))
    assert books.of(accounts.RACK).cents == won + 2_000_000
    assert table.table.chips.shift.linked == money("20000.00")


def _lines(table: LiveTable) -> list[WagerSettled]:
    return [line for line in table.table.play.settled if line.outcome != "withdrawn"]


def test_an_undone_settlement_is_reversed_to_the_cent() -> None:
    table = a_settled_round(unit="5.00")
    first = next(i for i, event in enumerate(table.log) if isinstance(event, WagerSettled))
    before = ledger_of(table.log[:first])
    assert ledger_of(table.log) != before
    undone = [*table.log, SettlementUndone(clause="5.4")]
    assert ledger_of(undone) == before


def test_a_void_round_gives_everything_back_and_nothing_twice() -> None:
    table = LiveTable(RIDE)
    table.call()
    table.say("seat 1  base 10.00")
    table.close()
    table.say("deal Td Th 4s 9c 2d", "seat 1  withdraw")
    event = RoundVoided(clause="5.1")
    assert legs(table, event) == []
    tell(table, event)
    table.say("settle", "p1 holds 30.00")
    assert trial_balance(ledger_of(table.log)) == (
        ("elsewhere", money("-30.00")), ("player:p1", money("30.00")),
    )  # fmt: skip


def test_a_cent_that_the_table_has_and_the_books_have_not_is_found() -> None:
    table = a_settled_round()
    books = ledger_of(table.log)
    assert not list(disagreements(books, table.table))
    more = replace(table.table.chips, rack=table.table.chips.rack + Money(1))
    found = list(disagreements(books, replace(table.table, chips=more)))
    assert found == [
        f"rack: the books have {books.of('rack')}, the table {books.of('rack') + Money(1)}"
    ]
    nobody = replace(table.table.chips, players={})
    assert len(list(disagreements(books, replace(table.table, chips=nobody)))) == 2


def test_a_count_that_expected_something_else_is_found() -> None:
    table = LiveTable(RIDE)
    by = floor(table)
    table.give(CountOpening({500: 10}), by=by)
    table.say("buy anna 20.00")
    books = ledger_of(table.log)
    for command in (CountClosing({500: 6}), CollectDrop("B1")):
        (event,) = table.give(command, by=by)
        assert not list(wrong_expectations(books, event))
        assert isinstance(event, ClosingCounted | DropCollected)
        wrong = replace(event, expected=event.expected + Money(1))
        assert len(list(wrong_expectations(books, wrong))) == 1
    books = ledger_of(table.log)
    (event,) = table.give(CountDrop("B1", money("20.00")), by=by)
    assert not list(wrong_expectations(books, event))
    assert isinstance(event, DropCounted)
    wrong_count = replace(event, expected=money("19.00"))
    assert list(wrong_expectations(books, wrong_count)) == [
        "box:B1: the count expected 19.00, the books have 20.00"
    ]
    assert not list(wrong_expectations(books, TableSnapshot(table=table.table)))


def test_a_coupon_is_taken_from_the_layout_and_never_paid_out() -> None:
    table = LiveTable(RIDE)
    table.call()
    table.say("seat 1  base 10.00")
    chips = table.table.chips
    mixed = replace(chips, stakes={1: {"1": (Part("p1", money("4.00"), money("6.00")),)}})
    there = replace(table.table, chips=mixed)
    lost = WagerSettled(
        seat=1, wager="1", stake=money("10.00"), outcome="lose", pays=None,
        winnings=money("0.00"), returned=money("0.00"), from_seat=None, shares=(),
        rules=(), interpretations=(),
    )  # fmt: skip
    assert [str(leg) for leg in postings(there, lost)] == [
        "layout -6.00", "coupon_box 6.00", "layout -4.00", "rack 4.00",
    ]  # fmt: skip
    void = replace(lost, outcome="void", returned=money("10.00"))
    books = Ledger().posted(postings(there, void))
    assert trial_balance(books) == (
        ("coupons", money("6.00")), ("layout", money("-10.00")), ("player:p1", money("4.00")),
    )  # fmt: skip


def test_a_posting_is_added_to_what_stands() -> None:
    books = Ledger({"rack": money("5.00"), "cage": money("-5.00")})
    again = books.posted([Leg("rack", money("-5.00")), Leg("cage", money("5.00"))])
    assert again == Ledger()
    assert books.of("rack") == money("5.00")


def tell(table: LiveTable, event: Event) -> None:
    """Something that follows from an irregularity."""
    table.table = evolve(table.table, event)
    table.log.append(event)


def test_an_undone_settlement_leaves_the_awards_of_earlier_rounds_alone() -> None:
    table = a_settled_round(unit="5.00")
    table.say("end")
    table.call()
    table.say("seat 1  base 10.00")
    play_out(table, "Td Jh 4s 9c 2h", "withdraw withdraw")
    tell(table, SettlementUndone(clause="5.4"))
    books = ledger_of(table.log)
    assert books.of("prizes:link:jackpot") == money("-20000.00")
    assert not list(disagreements(books, table.table))


def test_who_cashed_out_what_is_then_undone_owes_it() -> None:
    """What they bring later comes from elsewhere, and the debt stays until it is paid."""
    table = LiveTable(RIDE)
    table.call()
    table.say("seat 1  base 10.00")
    play_out(table, "Td Th 4s 9c 2d", "ride ride")
    table.say("cash-out p1 60.00")
    tell(table, SettlementUndone(clause="5.4"))
    table.say("p1 holds -60.00")
    tell(table, RoundVoided(clause="5.1"))
    table.say("settle", "end", "p1 holds -30.00")
    table.call()
    table.say("seat 1  base 10.00", "p1 holds -30.00")
    assert table.table.chips.elsewhere == money("-60.00")
    assert not list(disagreements(ledger_of(table.log), table.table))
