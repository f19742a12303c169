"""Bonus chips counted against the wagering devices, and Cover All by the number of hands."""

from __future__ import annotations

import pytest

from pitboss.money import Money
from pitboss.round.deal import DealCards
from pitboss.round.wagers import PlaceWager, WagerReturned
from pitboss.table.equipment.bonus_chips import (
    BonusMismatched,
    BonusReconciled,
    CountBonusChips,
    RuleOnBonusChips,
)
from pitboss.table.equipment.devices import ConfirmMode, ModeConfirmed
from pitboss.table.layout import columns_shown
from pitboss.table.prompts import due_lines
from pitboss.table.rules import Mode
from tests.table.conductor import LiveTable, player
from tests.table.massachusetts import (
    FLOOR,
    MGC,
    SUPERVISOR,
    bring,
    by_hand,
    cards,
    ready,
    steps_due,
    wager,
)


def _ready_for_chips(method: str, *, hands: int = 5, bonus: int = 4) -> LiveTable:
    table = ready(method)
    wager(table, hands, bonus=bonus)
    return table


# --- the count ------------------------------------------------------------------------------------


@pytest.mark.rule(MGC, "7(b)")
def test_7_b_the_announcement_comes_before_the_count_and_the_count_before_the_deal() -> None:
    table = ready()
    table.say("call", "seat 1  base 5.00  bonus 1.00", "refused 7(b): count-bonus-chips 1")
    deal = DealCards(cards(table).cards)
    table.refused(deal)
    table.say("no more bets")
    assert table.refused(deal).clause == "7(b)"
    assert steps_due(table)[0] == "count_bonus_chips"
    table.say("refused 7(b): p1: count-bonus-chips 1")
    (event,) = table.give(CountBonusChips(1))
    assert event == BonusReconciled(chips=1, clause="7(b)")
    table.say("refused 7(b): count-bonus-chips 1")
    table.give(deal)


@pytest.mark.rule(MGC, "7(b)")
def test_7_b_three_chips_for_four_wagers_block_the_deal_and_call_a_supervisor() -> None:
    table = _ready_for_chips("manual_shoe")
    (event,) = table.give(CountBonusChips(3))
    assert event == BonusMismatched(chips=3, accepted=4, clause="7(b)")
    refusal = table.refused(cards(table))
    assert (refusal.clause, "casino supervisor" in refusal.remedy) == ("7(b)", True)
    # The dealer cannot count it away.
    table.say("refused 7(b): count-bonus-chips 4")
    ruling = RuleOnBonusChips("no chip lay at seat 4", (4,))
    for by in (None, FLOOR):
        assert table.refused(ruling, by=by).clause == "7(b)"
    table.say('refused 7(b): as casino supervisor: rule-on-bonus-chips " "')
    for seats in ((5,), (7,), (4, 4)):
        assert table.refused(RuleOnBonusChips("so", seats), by=SUPERVISOR).clause == "7(b)"
    happened = table.give(ruling, by=SUPERVISOR)
    assert happened[1:] == [
        WagerReturned(seat=4, player="p4", wager="bonus", stake=Money.parse("1.00"), clause="7(b)")
    ]
    assert table.refused(cards(table)).clause == "7(b)"
    table.say("count-bonus-chips 3")
    table.give(cards(table))
    assert "bonus" not in table.table.play.seats[4].wagers
    table.do_procedures()
    table.say("play on", "settle", "end")
    assert sum(line.wager == "bonus" for line in table.table.play.settled) == 3


@pytest.mark.rule(MGC, "7(b)")
def test_7_b_a_ruling_may_just_have_the_chips_counted_again() -> None:
    table = _ready_for_chips("manual_shoe")
    table.say("refused 7(b): as casino supervisor: rule-on-bonus-chips so", "count-bonus-chips 5")
    table.say('as casino supervisor: rule-on-bonus-chips "one chip stuck to another"')
    table.say("count-bonus-chips 4")
    table.give(cards(table))


@pytest.mark.rule(MGC, "7(b)")
def test_7_b_without_a_bonus_wager_there_is_nothing_to_count() -> None:
    table = _ready_for_chips("manual_shoe", bonus=0)
    assert "count_bonus_chips" not in steps_due(table)
    table.give(cards(table))


@pytest.mark.rule(MGC, "8(b)(2)")
def test_8_b_2_the_same_count_before_the_first_stack() -> None:
    table = _ready_for_chips("machine", bonus=2)
    assert table.refused(cards(table)).clause == "8(b)(2)"
    (event,) = table.give(CountBonusChips(2))
    assert event == BonusReconciled(chips=2, clause="8(b)(2)")
    table.give(cards(table))


# --- Cover All ------------------------------------------------------------------------------------


@pytest.mark.rule(MGC, "11(d)")
def test_11_d_no_cover_all_unless_the_shuffler_s_mode_is_confirmed() -> None:
    table = _without_mode()
    refusal = table.refused(PlaceWager(1, "p1", "cover_all", Money.parse("5.00")), by=player("p1"))
    assert (refusal.clause, "Let It Ride Cover All" in refusal.remedy) == ("11(d)", True)
    assert "mode_cover_all" in steps_due(table)
    confirm = ConfirmMode("cover_all", "shuffler-1")
    assert table.refused(confirm, by=player("p1")).clause == "11(d)"
    table.say('refused 11(d): confirm-mode cover_all ""')
    table.say("refused 11(d): confirm-mode bonus shuffler-1")
    (event,) = table.give(confirm)
    assert event == ModeConfirmed(
        wager="cover_all", mode="Let It Ride Cover All", device="shuffler-1", clause="11(d)"
    )
    table.say("seat 1  cover_all 5.00")


def _without_mode() -> LiveTable:
    """A table that takes bets, with the bets of seat 1 placed."""
    table = by_hand()
    bring(table, "A", "red")
    table.say("call", "seat 1  base 5.00")
    return table


@pytest.mark.rule(MGC, "11(d)")
def test_11_d_electronic_dealing_is_always_in_the_mode() -> None:
    table = LiveTable(MGC, mode=Mode.ELECTRONIC).say("as floorperson: stop-offering cover_all")
    table.say("as floorperson: start-offering cover_all", "call")
    table.say("seat 1  base 5.00  cover_all 5.00")
    assert "cover_all" in table.table.play.seats[1].wagers


@pytest.mark.rule(MGC, "11(e)")
@pytest.mark.parametrize("mode", Mode)
def test_11_e_the_column_for_the_hands_dealt_is_shown_once_all_cards_lie(mode: Mode) -> None:
    table = LiveTable(MGC, mode=mode, positions=7)
    wager(table, 5)
    assert columns_shown(table.rules, table.table) == []
    table.give(cards(table))
    (column,) = columns_shown(table.rules, table.table)
    assert (column.wager, column.hands, column.table.clause) == ("cover_all", 5, "11(k)/5")
    assert [str(row.pays) for row in column.table.rows] == [
        f"{odds} to 1" for odds in (150, 60, 35, 17, 11, 6, 4)
    ]
    # Nobody at this table wagers on it, so nobody needs to read it at the keyboard.
    assert not [line for line in due_lines(table.rules, table.table) if "Cover All" in line]


@pytest.mark.rule(MGC, "11(e)")
def test_11_e_the_dealer_reads_the_column_where_somebody_wagers_on_it() -> None:
    table = LiveTable(MGC, positions=7).say("call", "seat 1  base 5.00  cover_all 5.00")
    table.say("no more bets")
    assert not [line for line in due_lines(table.rules, table.table) if "Cover All" in line]
    table.give(cards(table))
    (line,) = (line for line in due_lines(table.rules, table.table) if "Cover All" in line)
    assert line.startswith("Cover All, 1 player: royal flush 500 to 1, straight flush 200 to 1,")
    assert line.endswith("three of a kind 20 to 1 (11(k)/1)")


@pytest.mark.rule(MGC, "11(e)")
def test_11_e_the_number_of_hands_is_frozen_and_a_player_on_two_positions_counts_twice() -> None:
    table = LiveTable(MGC, positions=7, options={"allow_two_positions": True}).say("call")
    for seat, name in ((1, "p1"), (2, "p1"), (4, "p4")):
        for bet in ("1", "2", "$"):
            table.say(f"seat {seat} {name}:  {bet} 5.00")
    table.say("no more bets")
    table.give(cards(table))
    play = table.table.play
    assert [c.hands for c in columns_shown(table.rules, table.table)] == [3]
    # Whatever becomes of a hand, as many competed (I-46).
    table.say("p1: choose 1 withdraw")
    assert [c.hands for c in columns_shown(table.rules, table.table)] == [len(play.seats)]


@pytest.mark.rule(MGC, "11(c)")
@pytest.mark.rule(MGC, "11(e)")
def test_11_c_the_column_shown_is_the_one_paid_where_a_hand_went_before_the_deal() -> None:
    table = LiveTable(MGC, positions=7, method="machine").say("call", "seat 1,2,3  base 5.00")
    table.say("seat 1  cover_all 5.00", "no more bets")
    table.report("out_of_limits", seat="2", wager="$", found="600.00")
    table.say('as top: rule return "seen on camera 4"', "deal 4s 4h 4d Jc 5d 8s 2c Qc 9d")
    (column,) = columns_shown(table.rules, table.table)
    assert (column.hands, column.table.clause) == (2, "11(k)/2")
    table.say("finish")
    (line,) = (line for line in table.table.play.settled if line.wager == "cover_all")
    assert (line.pays, str(line.winnings), line.rules[-1]) == ("11 to 1", "55.00", "11(k)/2")


def test_no_column_where_the_wager_is_not_offered() -> None:
    table = LiveTable(MGC, positions=7, offered=("1", "2", "$"))
    wager(table, 2)
    table.give(cards(table))
    assert columns_shown(table.rules, table.table) == []
