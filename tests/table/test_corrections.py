"""Movements of chips that were typed wrongly, and are taken back by a further record (S4, R6)."""

from __future__ import annotations

import pytest

from pitboss.envelope import Envelope
from pitboss.errors import RoleBreach
from pitboss.games.library import built_in_ids
from pitboss.ledger.books import disagreements, ledger_of, table_result
from pitboss.money import Money
from pitboss.staff.register import Department
from pitboss.table.chips.corrections import ChipsCorrected, Correct
from pitboss.table.chips.exchange import BoughtIn, BuyIn, CashedOut, CashOut, ColourUp
from pitboss.table.chips.holdings import KEPT_MOVEMENTS, MovementKind
from pitboss.table.chips.rack import (
    CollectDrop,
    CountClosing,
    CountDrop,
    CountOpening,
    SendCredit,
    TakeFill,
)
from pitboss.table.rules import Mode
from pitboss.table.table import ChipsCommand
from tests.table.conductor import LiveTable, floor, money, play_out, player

RIDE = "mbs-let-it-ride-v3"
RACK = {500: 40, 2500: 20, 10000: 3}
"""A thousand dollars."""
WHY = "a nought too many"
FLOOR = "as supervisor, dealer:"


def fixed(number: int, instead: str = "") -> str:
    """The line by which a supervisor corrects a movement."""
    return f'as supervisor: correct {number} "{WHY}" {instead}'


def with_the_cage(table: LiveTable) -> Envelope:
    """The same, with somebody of the cage beside."""
    beside = Department.CAGE
    return Envelope("fay", table.ladder[1], second="cas", second_role="", second_department=beside)


def counted(rulebook: str = RIDE) -> LiveTable:
    """A table with its rack counted."""
    table = LiveTable(rulebook)
    table.give(CountOpening(RACK), by=floor(table))
    return table


def adds_up(table: LiveTable) -> None:
    """The books say the same as the table, and no money was made or lost."""
    assert list(disagreements(ledger_of(table.log), table.table)) == []
    assert table.table.chips.everything == Money(0)


def where(table: LiveTable) -> dict[str, Money]:
    """What every account holds."""
    return dict(ledger_of(table.log).balances)


def correct(number: int, reason: str = WHY, instead: str | None = None) -> Correct:
    """A correction as it is asked for."""
    return Correct(number, reason, None if instead is None else money(instead))


MOVES: list[ChipsCommand] = [
    BuyIn("anna", money("500.00")),
    CashOut("anna", money("300.00")),
    CashOut("ghost", money("25.00")),
    ColourUp("anna", {500: 20}, {10000: 1}),
    TakeFill("F1", {2500: 4}),
    SendCredit("C1", {2500: 4}),
    CollectDrop("B1"),
    CountDrop("B0", money("123.45")),
]
DUAL = (TakeFill, SendCredit, CollectDrop, CountDrop)


def ready(rulebook: str) -> LiveTable:
    """A table at which any of these may be done; four movements were made before."""
    table = counted(rulebook)
    table.say("buy anna 100.00")
    table.give(CollectDrop("B0"), by=with_the_cage(table))
    table.say("buy anna 400.00", "buy bob 50.00")
    return table


# --- what it does -----------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", built_in_ids())
@pytest.mark.parametrize("command", MOVES, ids=lambda c: type(c).__name__)
def test_s4_a_correction_takes_back_exactly_one_movement_to_the_cent(
    rulebook: str, command: ChipsCommand
) -> None:
    table = ready(rulebook)
    before, result = where(table), table_result(table.table.chips)
    table.give(command, by=with_the_cage(table))
    noted = table.table.chips.shift.movements[-1]
    (event,) = table.give(correct(5), by=with_the_cage(table))
    assert isinstance(event, ChipsCorrected)
    assert (event.number, event.amount, event.reason, event.clause) == (5, noted.amount, WHY, "S4")
    assert where(table) == before
    adds_up(table)
    after = table_result(table.table.chips)
    assert (after.fills, after.credits, after.drop, after.variance) == (
        result.fills, result.credits, result.drop, result.variance,
    )  # fmt: skip
    assert (after.win, after.corrections) == (result.win, 1)


def test_s4_the_right_amount_may_come_with_the_correction() -> None:
    table = counted().say("buy anna 500.00", "call", "seat 1 anna:  1 10.00")
    # What she has left of fifty dollars is forty, and the table believes it is 490.
    for words in (
        "anna holds $490.00 here: $500.00 cannot go back",
        "$10.00 or more: correct 1 REASON AMOUNT",
    ):
        table.say(f'refused "{words}": {fixed(1)}')
    table.say(fixed(1, "50.00"), "anna holds 40.00")
    assert [type(event) for event in table.log[-2:]] == [BoughtIn, ChipsCorrected]
    assert table_result(table.table.chips).drop == money("50.00")
    adds_up(table)


def test_s4_a_cash_out_of_less_than_was_typed() -> None:
    table = counted().say("buy anna 100.00", "cash-out anna 1000.00")
    assert table.table.chips.elsewhere == money("-1000.00")
    table.say(fixed(2, "100.00"), "anna holds 0.00")
    assert [type(event) for event in table.log[-2:]] == [ChipsCorrected, CashedOut]
    assert table.table.chips.elsewhere == money("-100.00")
    adds_up(table)


@pytest.mark.parametrize("amount", ["500.00", "0.00"])
def test_s4_what_it_really_was_is_another_amount_than_nothing_and_than_that(amount: str) -> None:
    table = counted().say("buy anna 500.00")
    table.say(f'refused "{money(amount).dollars} instead of $500.00": {fixed(1, amount)}')


def test_s4_a_fill_is_taken_back_first_and_then_entered_anew_with_another_slip() -> None:
    table = counted()
    fill = TakeFill("F1", {2500: 40})
    table.give(fill, by=with_the_cage(table))
    instead = correct(1, instead="100.00")
    assert "enter it anew" in table.refused(instead, by=with_the_cage(table)).remedy
    table.give(correct(1), by=with_the_cage(table))
    assert "never comes again" in table.refused(fill, by=with_the_cage(table)).remedy
    table.give(TakeFill("F2", {2500: 4}), by=with_the_cage(table))
    assert table_result(table.table.chips).fills == money("100.00")


# --- who --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", built_in_ids())
@pytest.mark.parametrize("command", MOVES, ids=lambda c: type(c).__name__)
def test_s4_a_supervisor_corrects_and_two_where_two_were_needed(
    rulebook: str, command: ChipsCommand
) -> None:
    table = ready(rulebook)
    table.give(command, by=with_the_cage(table))
    for by in (table.dealer, player("anna"), with_the_cage(table)._replace(role=table.ladder[0])):
        assert isinstance(table.refused(correct(5), by=by), RoleBreach)
    if isinstance(command, DUAL):
        table.say(f"refused role: {fixed(5)}")
        table.give(correct(5), by=with_the_cage(table))
    else:
        table.say(fixed(5))


# --- when not ---------------------------------------------------------------------------------


def test_s4_not_twice_not_without_a_reason_and_nothing_that_is_not_there() -> None:
    table = counted().say("buy anna 500.00")
    table.say('refused "A correction without a reason": as supervisor: correct 1 " "')
    table.say(f'refused "The latest are 1: buy-in anna $500.00.": {fixed(7)}', fixed(1))
    table.say(f'refused "Movement 1 was corrected already": {fixed(1)}')
    table.say(f'refused "none to correct": {fixed(0)}')


def test_s4_a_movement_long_ago_cannot_be_corrected() -> None:
    table = counted().say(*["buy anna 1.00"] * (KEPT_MOVEMENTS + 1))
    table.say(f'refused "Movement 1 is too long ago": {fixed(1)}', fixed(2))


@pytest.mark.parametrize("ends", ["counted anew", "opened again"])
def test_s4_a_shift_that_is_over_stands_as_it_was_counted(ends: str) -> None:
    table = counted().say("buy anna 500.00", f"{FLOOR} count-closing 0.01=50000")
    if ends == "opened again":
        why = "The buy-in of $500.00 is of a shift that is closed"
        table.say("as top: close-table", f'refused "{why}": {fixed(1)}', "open again 2026-11-16")
    else:
        table.say(f"{FLOOR} count-opening 0.01=50000")
    table.say(f'refused "a shift that is over": {fixed(1)}')


def test_s4_after_the_closing_count_the_rack_is_counted_again() -> None:
    # She gave and got fifty: the rack is over by 450, and so would the box be short.
    table = counted().say("buy anna 500.00", f"{FLOOR} count-closing 0.01=95000")
    assert table_result(table.table.chips).variance == money("450.00")
    table.say(fixed(1, "50.00"))
    assert table.table.chips.counted == "opening"
    result = table_result(table.say(f"{FLOOR} count-closing 0.01=95000").table.chips)
    assert (result.variance, result.drop, result.win) == (
        money("0.00"), money("50.00"), money("0.00"),
    )  # fmt: skip
    adds_up(table)


def test_s4_the_cash_of_a_buy_in_is_in_the_box_that_was_taken() -> None:
    table = counted()
    by = with_the_cage(table)
    table.say("buy anna 500.00")
    table.give(CollectDrop("B1"), by=by)
    gone = table.refused(correct(1), by=by)
    assert gone.problem == "The cash of movement 1 went with box B1"
    assert "correct its collection first, which is movement 2" in gone.remedy
    table.give(CountDrop("B1", money("50.00")), by=by)
    assert table.refused(correct(1), by=by).remedy == "The count of that box finds the difference."
    assert "Correct its count first" in table.refused(correct(2), by=by).remedy
    for number in (3, 2):
        table.give(correct(number), by=by)
    table.give(correct(1, instead="50.00"), by=by)
    assert table.table.chips.drop == money("50.00")
    adds_up(table)


def test_s4_cash_of_two_boxes_is_not_thrown_together() -> None:
    table = counted()
    by = with_the_cage(table)
    table.give(CollectDrop("B1"), by=by)
    table.say("buy anna 20.00")
    assert "Collect that one first" in table.refused(correct(1), by=by).remedy
    table.give(CountDrop("B1", money("0.00")), by=by)
    table.give(CollectDrop("B1"), by=by)
    assert "Count it first: count-drop B1" in table.refused(correct(3), by=by).remedy


def test_s4_a_box_counted_wrongly_after_the_table_closed() -> None:
    table = counted()
    by = with_the_cage(table)
    table.say("buy anna 500.00")
    table.give(CollectDrop("B1"), by=by)
    table.give(CountClosing({1: 50_000}), by=floor(table))
    table.say("as top: close-table")
    table.give(CountDrop("B1", money("5000.00")), by=by)
    table.give(correct(3), by=by)
    assert table.table.chips.boxes["B1"].expected == money("500.00")
    table.give(CountDrop("B1", money("500.00")), by=by)
    result = table_result(table.table.chips)
    assert (result.drop, result.variance, result.corrections) == (
        money("500.00"), money("0.00"), 1,
    )  # fmt: skip
    adds_up(table)


def test_s4_a_fill_goes_back_only_from_a_rack_that_has_it() -> None:
    table = counted()
    by = with_the_cage(table)
    table.give(TakeFill("F1", {10000: 20}), by=by)
    table.say("buy anna 2500.00")
    refusal = table.refused(correct(1), by=by)
    assert refusal.problem == "Fill F1 of $2,000.00 from a rack that has $500.00"


# --- where the table keeps balances -----------------------------------------------------------


def test_s4_at_an_electronic_table_what_a_hand_needs_stays() -> None:
    table = LiveTable(RIDE, mode=Mode.ELECTRONIC).say("p1: buy p1 100.00", "p1: buy p1 30.00")
    table.say(fixed(1), "p1 holds 30.00", "p1: buy p1 1000.00", "p1: cash-out p1 900.00")
    why = "p1 holds $130.00 that no hand needs: $1,000.00 cannot go back"
    table.say(f'refused "{why}": {fixed(3)}')
    # Staff touch no balance there but by a correction, which stands on record beside it.
    table.say(fixed(4, "90.00"), "p1 holds 940.00")
    table.say(f'refused "$3,970.00 more is needed.": {fixed(5, "5000.00")}')
    adds_up(table)


def test_a_movement_is_kept_with_what_it_takes_to_reverse_it() -> None:
    table = counted()
    table.say("buy anna 20.00", "call", "seat 1  base 5.00")
    play_out(table, "Td 8h 4s 9c 2d", "withdraw withdraw")
    table.say("end", "cash-out anna 25.00")
    one, two = table.table.chips.shift.movements
    assert (one.kind, one.brought) == (MovementKind.BUY_IN, money("0.00"))
    assert (two.kind, two.brought) == (MovementKind.CASH_OUT, money("5.00"))


# --- slips ------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", ["counted anew", "opened again"])
def test_r6_the_number_of_a_slip_never_comes_again_at_a_table(ends: str) -> None:
    table = counted()
    by = with_the_cage(table)
    table.give(TakeFill("F1", {2500: 4}), by=by)
    table.give(SendCredit("C1", {2500: 4}), by=by)
    table.give(CountClosing(RACK), by=floor(table))
    if ends == "opened again":
        table.say("as top: close-table", "open again 2026-11-16")
    table.give(CountOpening(RACK), by=floor(table))
    for slip in ("F1", "C1"):
        for command in (TakeFill(slip, RACK), SendCredit(slip, RACK)):
            refusal = table.refused(command, by=by)
            assert refusal.problem == f"Slip {slip!r} was used at this table before"
    table.give(TakeFill("F2", {2500: 4}), by=by)
