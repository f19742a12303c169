"""Wager instruments and match play (6(a), I-41)."""

from __future__ import annotations

import pytest

from pitboss.codec import decode, encode
from pitboss.ledger.books import disagreements, ledger_of, trial_balance
from pitboss.round.result import SettlementUndone
from pitboss.round.wagers import PlaceWager, WagerPlaced
from pitboss.table.chips.stakes import CouponPlayed
from pitboss.table.table import Event, TableSnapshot, evolve
from tests.table.conductor import LiveTable, money, play_out, player

MGC = "mgc-let-it-ride"
TENS = "Td 2c Th 9c 4s 3d"
"""One hand from a manual shoe: a pair of tens, paid at even money."""
NOTHING_MADE = "Td 2c 8h 9c 4s 3d"


def a_table(match_play: str = "base_only") -> LiveTable:
    table = LiveTable(MGC, house={"match_play": match_play}, method="manual_shoe")
    table.seat(1)
    table.say("call")
    return table


def with_coupon(
    wager: str, stake: str = "10.00", coupon: str = "5.00", instrument: str = "match_play"
) -> PlaceWager:
    return PlaceWager(1, "p1", wager, money(stake), instrument=instrument, coupon=money(coupon))


def coupons_on_all(table: LiveTable) -> None:
    """Five dollars in chips and a coupon of five on each of the three bets."""
    for wager in ("1", "2", "$"):
        table.give(with_coupon(wager), by=player("p1"))


def tell(table: LiveTable, event: Event) -> None:
    """Something that follows from an irregularity."""
    table.table = evolve(table.table, event)
    table.log.append(event)


def check_books(table: LiveTable) -> None:
    books = ledger_of(table.log)
    trial_balance(books)
    assert not list(disagreements(books, table.table))


@pytest.mark.rule(MGC, "6(a)")
@pytest.mark.parametrize("instrument", ["chips", "plaque"])
def test_6_a_chips_and_plaques_are_wagers(instrument: str) -> None:
    table = a_table()
    wager = PlaceWager(1, "p1", "1", money("50.00"), instrument=instrument)
    assert table.give(wager, by=player("p1"))[-1] == WagerPlaced(
        seat=1, player="p1", wager="1", stake=money("50.00"), clause="6(d)"
    )


@pytest.mark.rule(MGC, "6(a)")
@pytest.mark.parametrize("instrument", ["cash", "verbal_cash", ""])
def test_6_a_a_spoken_bet_with_cash_is_no_wager(instrument: str) -> None:
    table = a_table()
    wager = PlaceWager(1, "p1", "1", money("50.00"), instrument=instrument)
    for by in (player("p1"), table.dealer):
        refusal = table.refused(wager, by=by)
        assert refusal.clause == "6(a)"
        assert "cash is changed first" in refusal.remedy


@pytest.mark.rule(MGC, "6(a)")
def test_6_a_a_coupon_is_taken_only_where_the_house_takes_coupons() -> None:
    refusal = a_table(match_play="off").refused(with_coupon("1"), by=player("p1"))
    assert str(refusal) == (
        "A wager by 'match_play' (rule 6(a)). Lay down chips or plaque; cash is changed first."
    )
    default = LiveTable(MGC, method="manual_shoe")
    default.seat(1)
    default.call()
    default.say("refused 6(a): p1: bet 1 p1 1 10.00 match_play 5.00")
    # What may be laid down is named as it is written.
    misspelt = a_table().refused(with_coupon("1", instrument="match play"), by=player("p1"))
    assert misspelt.remedy == "Lay down chips or plaque or match_play; cash is changed first."
    a_table().give(with_coupon("1"), by=player("p1"))


def test_a_house_cannot_take_coupons_in_another_way() -> None:
    with pytest.raises(Exception, match=r"match_play 'everywhere' \(rule I-41\).*off, base_only"):
        a_table(match_play="everywhere")


@pytest.mark.rule(MGC, "6(a)")
@pytest.mark.parametrize(
    ("command", "remedy"),
    [
        (with_coupon("three_card_bonus"), "base bets only"),
        (with_coupon("1", coupon="10.00"), "beside chips"),
        (with_coupon("1", coupon="15.00"), "beside chips"),
        (with_coupon("1", coupon="0.00"), "beside chips"),
        (with_coupon("1", coupon="-5.00"), "beside chips"),
    ],
)
def test_i_41_a_coupon_lies_beside_chips_on_a_base_bet(command: PlaceWager, remedy: str) -> None:
    table = a_table()
    refusal = table.refused(command, by=player("p1"))
    assert (refusal.clause, refusal.seat) == ("I-41", 1)
    assert remedy in refusal.remedy


def test_a_coupon_among_chips_says_that_it_is_one() -> None:
    refusal = a_table().refused(with_coupon("1", instrument="chips"), by=player("p1"))
    assert refusal.clause == "6(a)"


def test_nobody_lays_down_a_coupon_for_somebody_else() -> None:
    table = a_table()
    table.say('refused "p2 acts for p1": p2: bet 1 p1 1 10.00 match_play 5.00')


@pytest.mark.rule(MGC, "6(a)")
def test_i_41_a_coupon_counts_for_the_three_equal_bets_and_is_paid_on_its_face() -> None:
    table = a_table()
    table.say("p1: bet 1 p1 1 10.00 match_play 5.00", "seat 1  2 10.00  $ 10.00")
    chips = table.table.chips
    assert (chips.layout, chips.elsewhere) == (money("30.00"), money("-25.00"))
    assert chips.coupons == money("-5.00")
    play_out(table, TENS, "ride ride")
    # Even money on thirty, and twenty-five in chips back; the coupon is gone and no cash for it.
    table.say("p1 holds 55.00")
    chips = table.table.chips
    assert (chips.coupon_box, chips.coupons) == (money("5.00"), money("-5.00"))
    assert chips.rack == money("-30.00")
    assert chips.layout == money("0.00")
    check_books(table)


@pytest.mark.rule(MGC, "6(a)")
@pytest.mark.parametrize(
    ("wagers", "script", "held", "chips"),
    [
        pytest.param(
            "1 2 $", f"no more bets\n deal {NOTHING_MADE}\n play out 1: ride ride",
            "0.00", "0.00 15.00 15.00 -15.00", id="lost, it is taken",
        ),
        # Bet 1 back in chips, bets 2 and 3 won ten each on top of five in chips each.
        pytest.param(
            "1 2 $", f"no more bets\n deal {TENS}\n play out 1: withdraw ride",
            "35.00", "0.00 -20.00 10.00 -10.00", id="withdrawn, it goes back unused",
        ),
        pytest.param(
            "1", "p1: down 1 p1 1", "5.00", "0.00 0.00 0.00 0.00",
            id="taken down, it goes back unused",
        ),
        pytest.param(
            "1 2 $",
            f"no more bets\n deal {TENS}\n seat 1  withdraw\n"
            "report wrong_number place=1 cards=2\n void by 13(c)\n settle",
            "15.00", "0.00 0.00 0.00 0.00", id="void, it goes back unused",
        ),
    ],
)  # fmt: skip
def test_i_41_what_becomes_of_a_coupon(wagers: str, script: str, held: str, chips: str) -> None:
    """`chips` are those on the layout, in the rack, in the coupon box, and the coupons given."""
    table = a_table()
    for wager in wagers.split():
        table.give(with_coupon(wager), by=player("p1"))
    table.say(script, f"p1 holds {held}")
    lie = table.table.chips
    assert [lie.layout, lie.rack, lie.coupon_box, lie.coupons] == list(map(money, chips.split()))
    check_books(table)


@pytest.mark.rule(MGC, "6(a)")
def test_i_41_undoing_a_settlement_lays_the_coupons_down_again() -> None:
    table = a_table()
    coupons_on_all(table)
    play_out(table, TENS, "withdraw ride")
    settled = table.table.chips
    tell(table, SettlementUndone(clause="13(a)"))
    chips = table.table.chips
    # Bets 2 and 3 lie there again, and bet 1 stays with the player.
    assert (chips.layout, chips.rack) == (money("20.00"), money("0.00"))
    assert (chips.coupon_box, chips.coupons) == (money("0.00"), money("-10.00"))
    table.say("p1 holds 5.00")
    check_books(table)
    table.say("settle")
    assert table.table.chips == settled
    check_books(table)


def test_a_table_with_coupons_on_it_is_written_and_read_again() -> None:
    table = a_table()
    coupons_on_all(table)
    stood = TableSnapshot(table=table.table)
    again = decode(TableSnapshot, encode(stood))
    assert again == stood
    assert again.table.chips.stakes[1]["1"][0].coupon == money("5.00")


def test_the_coupon_is_told_before_its_wager() -> None:
    told = a_table().give(with_coupon("1"), by=player("p1"))
    assert told[0] == CouponPlayed(
        seat=1, player="p1", wager="1", coupon=money("5.00"), clause="6(a)"
    )
    assert isinstance(told[1], WagerPlaced)
