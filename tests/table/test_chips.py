"""Buying in, cashing out, colouring up, and who has the money for a wager (R6, G21)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.envelope import Envelope
from pitboss.errors import RoleBreach
from pitboss.games.library import built_in_ids
from pitboss.ledger.books import disagreements, ledger_of
from pitboss.table.chips.exchange import BuyIn, CashOut, ColourUp
from pitboss.table.chips.rack import TakeFill
from pitboss.table.chips.stakes import owed, spare
from pitboss.table.rules import Mode
from tests.table.conductor import (
    SYSTEM_ITSELF,
    LiveTable,
    floor,
    held,
    money,
    play_on,
    play_out,
    player,
)

RIDE = "mbs-let-it-ride-v3"
HOLDEM = "mbs-megalink-holdem-v9"
THREE = "mbs-megalink-three-card-v6"


def with_balance(rulebook: str, balance: str) -> LiveTable:
    """An electronic table with bets called for, where p1 sits with so much."""
    table = LiveTable(rulebook, mode=Mode.ELECTRONIC).say("p1: sit p1 1", f"p1: buy p1 {balance}")
    table.say("call")
    return table


# --- cash and chips -------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_cash_goes_into_the_box_and_chips_come_from_the_rack(rulebook: str) -> None:
    table = LiveTable(rulebook).say("buy anna 200.00")
    chips = table.table.chips
    table.say("anna holds 200.00")
    assert (chips.drop, chips.rack) == (money("200.00"), money("-200.00"))
    assert chips.elsewhere == money("-200.00")


def test_a_dealer_changes_cash_at_a_live_table_and_a_player_does_not() -> None:
    table = LiveTable(RIDE)
    for line in ("buy anna 5.00", "cash-out anna 5.00"):
        table.say(f'refused role "needs the Dealer": anna: {line}')


@pytest.mark.parametrize("by", [player("anna"), SYSTEM_ITSELF])
def test_an_electronic_table_takes_money_by_itself(by: Envelope) -> None:
    table = LiveTable(RIDE, mode=Mode.ELECTRONIC)
    table.give(BuyIn("anna", money("5.00")), by=by)
    table.say("anna holds 5.00")
    table.refused(BuyIn("anna", money("5.00")), by=player("bert"))


@pytest.mark.parametrize(("name", "amount"), [("anna", "0.00"), ("anna", "-5.00"), ("", "5.00")])
def test_nothing_and_nobody_are_refused(name: str, amount: str) -> None:
    table = LiveTable(RIDE)
    for command in (BuyIn, CashOut):
        refusal = table.refused(command(name, money(amount)))
        assert (refusal.clause, refusal.remedy) == (
            "3.4",
            "Say whose it is, and more than nothing.",
        )


def test_a_balance_goes_to_the_cage_and_no_more_than_that() -> None:
    table = with_balance(RIDE, "100.00")
    table.say('refused "100.00 more is needed": p1: cash-out p1 200.00', "p1: cash-out p1 100.00")
    assert (held(table, "p1"), table.table.chips.cage) == ("0.00", money("100.00"))
    assert "p1" not in table.table.chips.players


def test_chips_taken_to_the_cage_may_have_come_from_another_table() -> None:
    table = LiveTable(RIDE).say("buy anna 30.00", "cash-out anna 50.00")
    chips = table.table.chips
    assert (held(table, "anna"), chips.cage) == ("0.00", money("50.00"))
    assert chips.elsewhere == money("-50.00")


def test_chips_are_changed_into_others_of_the_same_value() -> None:
    change = "colour-up anna given:5.00=20 taken:100.00=1"
    table = LiveTable(RIDE).say("buy anna 100.00")
    before = table.table.chips
    table.say(change, f"refused role: anna: {change}")
    # It is among the movements of the shift, and all money is where it was.
    assert table.table.chips.shift.movements[-1].kind == "colour-up"
    assert replace(table.table.chips, shift=before.shift) == before


@pytest.mark.parametrize(
    ("given", "taken", "problem"),
    [
        ({500: 20}, {10000: 2}, r"\$100.00 changed into \$200.00"),
        ({}, {}, r"\$0.00 changed into \$0.00"),
        ({500: -20}, {500: -20}, r"-20 pieces of \$5.00"),
        ({0: 3}, {0: 3}, r"3 pieces of \$0.00"),
    ],
)
def test_unequal_values_are_not_changed(
    given: dict[int, int], taken: dict[int, int], problem: str
) -> None:
    refusal = LiveTable(RIDE).refused(ColourUp("anna", given, taken))
    assert refusal.problem == problem.replace("\\", "")


def test_chips_are_changed_for_somebody() -> None:
    refusal = LiveTable(RIDE).refused(ColourUp("", {500: 20}, {10000: 1}))
    assert refusal.problem == "$100.00 for no player"


def test_an_electronic_table_has_no_chips_to_change() -> None:
    table = LiveTable(RIDE, mode=Mode.ELECTRONIC)
    table.say('refused "It keeps balances.": colour-up anna given:5.00=5 taken:25.00=1')


# --- money for wagers -----------------------------------------------------------------------------


def test_at_a_live_table_players_bring_chips_from_elsewhere() -> None:
    table = LiveTable(RIDE).say("call")
    table.seat(1)
    table.say("buy p1 15.00", "seat 1  base 10.00")
    chips = table.table.chips
    assert (held(table, "p1"), chips.layout) == ("0.00", money("30.00"))
    assert chips.elsewhere == money("-30.00")


def test_at_an_electronic_table_nobody_stakes_more_than_they_hold() -> None:
    table = with_balance(HOLDEM, "100.00")
    why = "p1 holds $100.00: not $150.00 and $300.00 for what the hand then needs (rule 3.4). "
    table.say(f'refused "{why}$350.00 more is needed.": p1: bet 1 p1 ante 150.00')
    table.say("p1: buy p1 350.00", "p1: bet 1 p1 ante 150.00", "p1 holds 300.00")


@pytest.mark.parametrize(
    ("rulebook", "name", "enough", "short"),
    [(HOLDEM, "ante", "30.00", "29.99"), (THREE, "ante", "20.00", "19.99"),
     (THREE, "pair_plus", "10.00", "9.99"), (RIDE, "1", "30.00", "29.99")],
)  # fmt: skip
def test_g21_a_wager_needs_the_money_for_what_must_follow(
    rulebook: str, name: str, enough: str, short: str
) -> None:
    bets = f"p1: bet 1 p1 {name} 10.00"
    with_balance(rulebook, enough).say(bets)
    with_balance(rulebook, short).say(f'refused "$0.01 more is needed.": {bets}')


def test_g21_side_wagers_and_cashing_out_leave_what_the_hand_needs() -> None:
    table = with_balance(HOLDEM, "35.00")
    table.say("p1: bet 1 p1 ante 10.00")
    assert owed(table.rules, table.table.play, "p1") == money("20.00")
    assert spare(table.rules, table.table, "p1") == money("5.00")
    table.say("refused 3.5: p1: bet 1 p1 bonus 6.00", "refused 3.4: p1: cash-out p1 5.01")
    table.say("p1: bet 1 p1 bonus 5.00")
    assert spare(table.rules, table.table, "p1") == money("0.00")


def test_g21_equal_bets_are_paid_from_what_was_left_for_them() -> None:
    table = with_balance(RIDE, "30.00").say("seat 1  base 10.00")
    assert (held(table, "p1"), owed(table.rules, table.table.play, "p1")) == ("0.00", money("0.00"))


def test_g21_who_cannot_pay_an_optional_bet_checks() -> None:
    """Turn and river are no reason to refuse an ante: the hand goes on without them (3.9.2)."""
    table = with_balance(HOLDEM, "30.00")
    table.say("p1: bet 1 p1 ante 10.00", "no more bets", "deal Td Th 4s 9c 2d 5c 6h 7s 8d")
    why = "p1 holds $0.00: not $10.00 (rule 3.9.2). $10.00 more is needed."
    table.say("seat 1  bet", "p1 holds 0.00", "turn", f'refused "{why}": seat 1  bet')
    table.say("seat 1  check")


def test_g21_a_fold_frees_what_was_left_for_the_hand() -> None:
    table = with_balance(HOLDEM, "30.00")
    table.say("p1: bet 1 p1 ante 10.00", "no more bets", "deal Td Th 4s 9c 2d 5c 6h 7s 8d")
    assert spare(table.rules, table.table, "p1") == money("0.00")
    table.say("seat 1  fold")
    assert spare(table.rules, table.table, "p1") == money("20.00")


def test_a_player_learns_nothing_of_the_balance_of_another() -> None:
    refusal = with_balance(HOLDEM, "30.00").refused("spy: bet 1 p1 ante 50.00")
    assert isinstance(refusal, RoleBreach)
    assert "30.00" not in str(refusal)


# --- what a round moves ---------------------------------------------------------------------------


def test_a_round_moves_stakes_and_winnings_to_the_cent() -> None:
    table = LiveTable(RIDE).say("call", "seat 1  base 10.00", "seat 2  base 12.50")
    play_out(table, "Td Th 4s 9c 8c 6c 2d 3h", "ride withdraw withdraw ride")
    chips = table.table.chips
    # Tens pay even money on bet 1 and $; the other hand loses what it let ride.
    table.say("p1 holds 50.00", "p2 holds 12.50")
    assert chips.rack == money("5.00")
    assert chips.layout == money("0.00")
    table.say("end")
    assert chips.everything == money("0.00")
    assert not list(disagreements(ledger_of(table.log), table.table))


def test_who_backs_a_hand_pays_and_is_paid_pro_rata() -> None:
    table = LiveTable(THREE, mode=Mode.ELECTRONIC).say("call", "seat 1  ante 10.00")
    table.say("bea: buy bea 40.00", "bea: bet 1 bea ante 20.00", "bea holds 20.00")
    assert owed(table.rules, table.table.play, "bea") == money("20.00")
    table.refused(CashOut("bea", money("0.01")), by=player("bea"))
    table.say("no more bets", "deal Td Th 4s 9c 2d 5c 6h 7s 8d", "seat 1  play", "bea holds 0.00")
    assert table.table.chips.layout == money("60.00")
    play_on(table)
    settled = table.table.play.settled
    for line in settled:
        assert [name for name, _, _, _ in line.shares] == ["p1", "bea"]
    paid = sum((won + back).cents for line in settled for name, _, won, back in line.shares[1:])
    assert paid
    assert table.table.chips.held("bea").cents == paid


def test_money_for_a_table_that_is_closed_is_refused() -> None:
    table = LiveTable(RIDE, is_opened=False).say('refused 3.1 "closed": buy anna 5.00')
    assert "closed" in str(table.refused(TakeFill("F1", {500: 1}), by=floor(table)))
