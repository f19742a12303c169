"""The rack and the box: counts, fills, credits and the drop, each by two persons (R6, I-50)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.errors import RoleBreach
from pitboss.games.library import built_in_ids
from pitboss.ledger.books import disagreements, ledger_of, table_result
from pitboss.round.result import SettlementUndone
from pitboss.staff.register import Department
from pitboss.table.chips.rack import (
    ClosingCounted,
    CollectDrop,
    CountClosing,
    CountDrop,
    CountOpening,
    OpeningCounted,
    SendCredit,
    TakeFill,
)
from pitboss.table.prompts import due_lines
from pitboss.table.rules import Mode
from pitboss.table.table import ChipsCommand, evolve
from tests.table.conductor import LiveTable, floor, money, play_out, player, staff

RIDE = "mbs-let-it-ride-v3"
RACK = {500: 40, 2500: 20, 10000: 3}
"""A thousand dollars."""
PIECES = "5.00=40 25.00=20 100.00=3"
FLOOR = "as supervisor, dealer:"
OPENING, CLOSING = f"{FLOOR} count-opening {PIECES}", f"{FLOOR} count-closing {PIECES}"

TWO_PERSONS: list[ChipsCommand] = [
    CountOpening(RACK),
    CountClosing(RACK),
    TakeFill("F1", RACK),
    SendCredit("C1", RACK),
    CollectDrop("B1"),
    CountDrop("B1", money("5.00")),
]


def counted(**house: str) -> LiveTable:
    """A table with its rack counted."""
    return LiveTable(RIDE, house=house).say(OPENING)


def lose_a_round(table: LiveTable, stake: str) -> None:
    """Two bets taken back and the third lost."""
    table.say("call", f"seat 1  base {stake}")
    play_out(table, "Td 8h 4s 9c 2d", "withdraw withdraw")
    table.say("end")


# --- who ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", built_in_ids())
@pytest.mark.parametrize("command", TWO_PERSONS, ids=lambda c: type(c).__name__)
def test_two_persons_are_needed_and_one_of_them_from_the_floor(
    rulebook: str, command: ChipsCommand
) -> None:
    table = LiveTable(rulebook)
    dealer, first = table.ladder[:2]
    if isinstance(command, CountClosing):
        table.give(CountOpening(RACK), by=floor(table))
    if isinstance(command, CountDrop):
        table.give(CollectDrop("B1"), by=floor(table))
    alone = (
        staff(first, "fay"),
        staff(first, "fay", second="fay", second_role=dealer),
        staff(first, "fay", second="anna", second_role="player"),
        player("anna"),
    )
    for by in alone:
        assert isinstance(table.refused(command, by=by), RoleBreach)
    two_dealers = staff(dealer, "dan", second="don", second_role=dealer)
    refusal = table.refused(command, by=two_dealers)
    assert isinstance(refusal, RoleBreach)
    assert f"needs the {first}" in refusal.remedy
    event = table.give(command, by=floor(table))[0]
    assert getattr(event, "second") == "dan"  # noqa: B009 - each of these events has it


@pytest.mark.parametrize("rulebook", built_in_ids())
@pytest.mark.parametrize("command", TWO_PERSONS, ids=lambda c: type(c).__name__)
def test_s5_what_goes_between_table_and_cage_needs_another_department_beside(
    rulebook: str, command: ChipsCommand
) -> None:
    table = LiveTable(rulebook)
    if isinstance(command, CountClosing):
        table.give(CountOpening(RACK), by=floor(table))
    if isinstance(command, CountDrop):
        table.give(CollectDrop("B1"), by=floor(table))
    same = floor(table)._replace(second_department="table games")
    others = [
        same._replace(second="sec", second_role="", second_department=department)
        for department in Department
        if department is not Department.TABLE_GAMES
    ]
    if isinstance(command, CountOpening | CountClosing):
        # The rack is counted by two of the table.
        assert all(table.refused(command, by=by).clause == "I-50" for by in others)
        table.give(command, by=same)
        return
    checking = (Department.SECURITY, Department.CAGE)
    for by in (same, *(by for by in others if by.second_department not in checking)):
        refusal = table.refused(command, by=by)
        assert isinstance(refusal, RoleBreach)
        assert refusal.clause == "I-50"
        assert refusal.remedy == "A member of security or cage confirms it beside."
    both = same._replace(second="fay", second_role="", second_department=Department.SECURITY)
    assert table.refused(command, by=both).problem == "fay alone"
    (by, _) = (by for by in others if by.second_department in checking)
    event = table.give(command, by=by)[0]
    assert getattr(event, "second") == "sec"  # noqa: B009 - each of these events has it


# --- counts ---------------------------------------------------------------------------------------


def test_the_first_count_says_what_the_cage_gave() -> None:
    table = counted()
    chips = table.table.chips
    assert (chips.rack, chips.cage, chips.short) == (
        money("1000.00"), money("-1000.00"), money("0.00"),
    )  # fmt: skip


@pytest.mark.parametrize(("cents", "short"), [(500, "5.00"), (-250, "-2.50"), (0, "0.00")])
def test_over_and_short_are_recorded_and_not_hidden(cents: int, short: str) -> None:
    table = counted()
    closing = CountClosing({1: 100_000 - cents})
    (event,) = table.give(closing, by=floor(table))
    assert event == ClosingCounted(
        pieces={1: 100_000 - cents},
        counted=money("1000.00") - money(short),
        expected=money("1000.00"),
        second="dan",
        clause="I-50",
    )
    assert table.table.chips.short == money(short)
    assert table_result(table.table.chips).variance == money("0.00") - money(short)
    assert not list(disagreements(ledger_of(table.log), table.table))


def test_what_changed_overnight_is_found_by_the_next_opening_count() -> None:
    table = counted().say(CLOSING, "as top: close-table", "open again 2026-11-16")
    (event,) = table.give(CountOpening({2500: 39}), by=floor(table))
    assert isinstance(event, OpeningCounted)
    assert event.expected == money("1000.00")
    assert table.table.chips.short == money("25.00")
    assert table.table.chips.shift.variance == money("0.00"), "not this shift's"


def test_a_rack_is_counted_once_for_opening_and_once_for_closing() -> None:
    table = LiveTable(RIDE).say(f'refused "not counted for opening": {CLOSING}', OPENING)
    table.say(f'refused "already": {OPENING}', CLOSING)
    for line in (
        "buy anna 5.00", f"take-fill F1 {PIECES}", f"send-credit C1 {PIECES}",
        "colour-up anna given:5.00=5 taken:25.00=1",
    ):  # fmt: skip
        table.say(f'refused "counted for closing": {FLOOR} {line}')
    table.say('refused "counted for closing": call', OPENING, "call")


@pytest.mark.parametrize("count", [OPENING, CLOSING], ids=["opening", "closing"])
def test_nothing_is_counted_while_a_round_is_open(count: str) -> None:
    LiveTable(RIDE).say("call", f'refused "Round 1 is not over": {count}')


def test_impossible_pieces_are_not_counted() -> None:
    table = LiveTable(RIDE)
    for pieces in ({500: -1}, {-500: 1}, {0: 1}):
        assert table.refused(CountOpening(pieces), by=floor(table)).clause == "I-50"
    table.give(CountOpening({500: 0}), by=floor(table))


def test_a_house_that_requires_counts_takes_no_bets_before_and_closes_not_without() -> None:
    table = LiveTable(RIDE, house={"table_counts": "required"})
    table.say('refused I-50 "Bets before the rack is counted": call', OPENING)
    lose_a_round(table, "5.00")
    table.say('refused "uncounted": as top: close-table', CLOSING)
    assert next(due_lines(table.rules, table.table)) == (
        "the rack is counted for closing: close-table; or, to go on, count the rack for opening, "
        "two persons: count-opening (I-50; Pit Supervisor)"
    )
    table.say("as top: close-table")


def test_r6_where_counts_are_required_no_chips_are_sold_before_the_first() -> None:
    table = LiveTable(RIDE, house={"table_counts": "required"})
    table.say('refused I-50 "Count it for opening first.": buy anna 200.00')
    table.say(f"{FLOOR} take-fill F1 25.00=8", OPENING, "buy anna 200.00")
    assert table_result(table.table.chips).drop == money("200.00")


def test_an_electronic_table_has_a_bank_and_nothing_to_count() -> None:
    table = LiveTable(RIDE, mode=Mode.ELECTRONIC, house={"table_counts": "required"})
    for command in TWO_PERSONS[:4]:
        assert "electronic" in str(table.refused(command, by=floor(table)))
    table.say("anna: buy anna 5.00", "call")


def test_a_house_cannot_count_in_another_way() -> None:
    table = LiveTable(RIDE, house={"table_counts": "sometimes"}, is_opened=False)
    table.say('refused "Choose one of required, not_required.": open again 2026-11-15')


# --- fills, credits and the drop ------------------------------------------------------------------


def test_fills_and_credits_go_between_the_rack_and_the_cage() -> None:
    table = counted().say(f"{FLOOR} take-fill F1 25.00=8", f"{FLOOR} send-credit C1 5.00=10")
    chips = table.table.chips
    assert (chips.rack, chips.cage) == (money("1150.00"), money("-1150.00"))
    assert (chips.shift.fills, chips.shift.credits) == (money("200.00"), money("50.00"))


@pytest.mark.parametrize("kind", [TakeFill, SendCredit])
def test_every_slip_is_its_own_and_for_something(kind: type[TakeFill | SendCredit]) -> None:
    table = counted()
    table.give(kind("S1", RACK), by=floor(table))
    for slip, pieces in (("S1", RACK), (" ", RACK), ("S2", {500: 0}), ("S2", {})):
        assert "lip" in str(table.refused(kind(slip, pieces), by=floor(table)))


def test_r6_no_more_goes_to_the_cage_than_the_books_have_in_a_counted_rack() -> None:
    LiveTable(RIDE).say(f"{FLOOR} send-credit C0 {PIECES}")
    why = "A credit of $10,000.00 from a rack that has $1,000.00"
    table = counted().say(f'refused I-50 "{why}": {FLOOR} send-credit C1 100.00=100')
    table.say(f"{FLOOR} send-credit C1 {PIECES}")


def test_a_box_is_collected_and_then_counted_also_after_closing() -> None:
    collect = f"{FLOOR} collect-drop B1"
    table = counted().say("buy anna 300.00", collect, "buy anna 20.00")
    chips = table.table.chips
    assert (chips.drop, chips.boxes["B1"].expected) == (money("20.00"), money("300.00"))
    table.say(f'refused "Name a box": {collect}')
    table.say(f'refused "Waiting to be counted: B1": {FLOOR} count-drop B2 1.00')
    table.refused(CountDrop("B1", money("-1.00")), by=floor(table))
    table.say("as top: close-table", f"{FLOOR} count-drop B1 290.00")
    chips = table.table.chips
    assert not chips.boxes
    assert chips.short == money("10.00")
    assert chips.cage == money("-1000.00") + money("290.00")
    assert not list(disagreements(ledger_of(table.log), table.table))


# --- the result -----------------------------------------------------------------------------------


def test_the_result_is_what_the_counts_say() -> None:
    table = counted().say("buy p1 200.00")
    lose_a_round(table, "25.00")
    table.say(f"{FLOOR} take-fill F1 25.00=8", f"{FLOOR} send-credit C1 5.00=10")
    table.say(f"{FLOOR} count-closing 5.00=194 1.00=4")
    result = table_result(table.table.chips)
    # 974 counted, 50 sent and 200 dropped, against 1000 at first and 200 filled.
    assert result.closing == money("974.00")
    assert result.win == money("24.00")
    assert result.hold == Fraction(24, 200)
    assert result.is_counted
    assert result.variance == money("-1.00"), "twenty-five were won"


def test_a_result_before_the_closing_count_is_what_the_books_have() -> None:
    table = counted()
    lose_a_round(table, "25.00")
    result = table_result(table.table.chips)
    assert (result.win, result.is_counted, result.hold) == (money("25.00"), False, None)


def test_a_counted_box_corrects_the_drop() -> None:
    table = counted().say(
        "buy p1 200.00", f"{FLOOR} collect-drop B1", f"{FLOOR} count-drop B1 180.00"
    )
    result = table_result(table.table.chips)
    assert (result.drop, result.win) == (money("180.00"), money("-20.00"))


def test_a_box_of_yesterday_does_not_change_the_result_of_today() -> None:
    table = counted().say("buy p1 200.00", f"{FLOOR} collect-drop B1", "as top: close-table")
    table.say("open again 2026-11-16", f"{FLOOR} count-drop B1 180.00")
    result = table_result(table.table.chips)
    assert (result.drop, result.win, result.variance) == (money("0.00"),) * 3
    assert table.table.chips.short == money("20.00")


def test_a_box_of_before_the_opening_count_does_not_change_the_result_after_it() -> None:
    table = LiveTable(RIDE).say("buy p1 200.00", f"{FLOOR} collect-drop B1", OPENING)
    table.say(f"{FLOOR} count-drop B1 180.00")
    assert table_result(table.table.chips).drop == money("0.00")


def test_a_settlement_undone_after_the_closing_count_makes_it_be_counted_again() -> None:
    table = counted()
    lose_a_round(table, "25.00")
    table.give(CountClosing({2500: 41}), by=floor(table))
    undone = SettlementUndone(clause="5.4")
    table.table = evolve(table.table, undone)
    chips = table.table.chips
    assert (chips.counted, chips.rack, chips.shift.closing) == ("opening", money("1000.00"), None)
