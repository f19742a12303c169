"""Let It Ride in Massachusetts: the round as it is conducted, command by command."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK
from pitboss.games.library import built_in
from pitboss.money import Money
from pitboss.round.deal import CardBurned, CardsDealt, CardsTurned, DealCards
from pitboss.round.decisions import Choose, ViewHand
from pitboss.round.result import SettleRound
from pitboss.round.start import OpenRound, RoundOpened
from pitboss.round.view import Viewer
from pitboss.round.wagers import PlaceWager, SeatStoodDown, WagerWithdrawn
from pitboss.rulebook.model import OptionValue
from tests.script import RoundScript, play

BOOK = "mgc-let-it-ride"
METHODS = ("manual_shoe", "machine")


def rule(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(BOOK, clause)


def dealt(*seats: int, method: str = "manual_shoe") -> RoundScript:
    """A table at which these seats hold cards, in the order of the deck."""
    table = play(BOOK, method=method)
    for seat in seats:
        table.say(f"seat {seat}  base 5.00")
    table.say("""
        no more bets
        deal
    """)
    return table


def place(seat: int, wager: str, stake: str, player: str = "") -> PlaceWager:
    return PlaceWager(seat, player or f"p{seat}", wager, Money.parse(stake))


# --- opening and closing ------------------------------------------------------------------------


@rule("title")
def test_title_the_first_event_fixes_an_undated_rulebook_by_its_digest() -> None:
    opened = play(BOOK).log[0]
    assert isinstance(opened, RoundOpened)
    assert (opened.rulebook, opened.edition) == (BOOK, "undated")
    assert opened.digest == built_in(BOOK).digest


@rule("6(c)")
@rule("8(b)")
@pytest.mark.parametrize("method", METHODS)
def test_6_c_and_8_b_no_card_leaves_the_shoe_before_no_more_bets(method: str) -> None:
    table = play(BOOK, method=method).say("seat 1  base 5.00")
    table.refused(DealCards(DECK[:6]))
    table.say("no more bets")
    table.give(DealCards(DECK[:6]))


@rule("5(a)(1)")
def test_5_a_1_only_a_printed_procedure_and_it_is_fixed_with_the_round() -> None:
    table = RoundScript(BOOK, method="packets")
    table.say('refused 7(c) "Choose one of manual_shoe, machine.": call')
    opened = play(BOOK, method="machine").log[0]
    assert isinstance(opened, RoundOpened)
    assert opened.method == "machine"


# --- wagers ---------------------------------------------------------------------------------------


@rule("6(d)")
@pytest.mark.parametrize(
    ("stakes", "back"),
    [
        ({"1": "5.00", "2": "5.00", "$": "10.00"}, "20.00"),
        ({"1": "5.00", "2": "5.00"}, "10.00"),
        ({"2": "5.00", "$": "5.00"}, "10.00"),
    ],
)
def test_6_d_a_position_without_three_equal_bets_is_not_dealt(
    stakes: dict[str, str], back: str
) -> None:
    table = play(BOOK)
    table.say("seat 1  " + "  ".join(f"{wager} {stake}" for wager, stake in stakes.items()))
    table.say("""
        seat 2  base 5.00
        no more bets
    """)
    assert table.log[-1] == SeatStoodDown(seat=1, returned=Money.parse(back), clause="6(d)")
    table.say("deal")
    assert list(table.play.seats) == [2]


@rule("6(d)")
def test_6_d_what_stands_beside_unequal_bets_goes_back_with_them() -> None:
    table = play(BOOK, unit="1.00")
    table.say("seat 1  1 5.00  2 5.00  $ 10.00  progressive 1.00  bonus 1.00")
    table.say("""
        seat 2  base 5.00
        no more bets
    """)
    assert table.events(SeatStoodDown) == [
        SeatStoodDown(seat=1, returned=Money.parse("22.00"), clause="6(d)")
    ]


@rule("6(d)")
def test_6_d_a_bet_is_placed_once_and_by_whoever_sits_there() -> None:
    table = play(BOOK).say("seat 2 anna:  base 5.00")
    again = table.refused(place(2, "1", "5.00", "anna"))
    other = table.refused(place(2, "1", "5.00", "bert"))
    assert (again.clause, again.remedy) == ("6(d)", "Take it down first.")
    assert (other.clause, other.remedy) == ("6(d)", "Take another seat.")


@rule("6(e)")
def test_6_e_two_adjacent_positions_where_the_licensee_allows_it() -> None:
    table = play(BOOK, options={"allow_two_positions": True}).say("""
        seat 2 anna:  base 5.00
        refused 6(e): bet 4 anna $ 5.00
        seat 3 anna:  base 5.00
    """)
    for seat in (1, 4):
        refusal = table.refused(place(seat, "$", "5.00", "anna"))
        assert refusal.problem == "anna already holds seat 2 and 3"
        assert refusal.remedy == "Play two seats side by side at most."


@rule("6(e)")
def test_6_e_one_position_unless_the_licensee_says_otherwise() -> None:
    table = play(BOOK).say("seat 2 anna:  base 5.00")
    refusal = table.refused(place(3, "$", "5.00", "anna"))
    assert (refusal.clause, refusal.remedy) == ("6(e)", "Play one seat.")


@rule("6(e)")
def test_6_e_who_holds_two_positions_may_look_at_both_hands() -> None:
    table = play(BOOK, options={"allow_two_positions": True}).say("""
        seat 2 anna:  base 5.00
        seat 3 anna:  base 5.00
        no more bets
        deal
    """)
    assert table.hand_seen(2, by="anna")
    assert table.hand_seen(3, by="anna")
    assert not table.may(ViewHand)
    table.say("""
        seat 2  withdraw
        seat 3  ride
    """)


@rule("6a(b)")
@rule("6b(b)")
@rule("11(a)")
@rule("12(b)")
@pytest.mark.parametrize(
    ("wager", "clause"),
    [
        ("bonus", "6a(b)"),
        ("three_card_bonus", "6b(b)"),
        ("cover_all", "11(a)"),
        ("progressive", "12(b)"),
    ],
)
def test_6_a_b_side_wagers_need_the_three_base_bets(wager: str, clause: str) -> None:
    table = play(BOOK, unit="1.00", options={"three_card_bonus_table": "D"})
    for base in ("1", "2", "$"):
        refusal = table.refused(place(1, wager, "1.00"))
        assert (refusal.clause, refusal.remedy) == (clause, "Place bet 1, bet 2, bet 3 first.")
        table.say(f"seat 1  {base} 5.00")
    table.say(f"seat 1  {wager} 1.00")
    for base in ("1", "2", "$"):
        table.say(f"refused 6(c): down 1 p1 {base}")
    table.say(f"""
        seat 1  without {wager}
        seat 1  without 1
    """)


@rule("6a(b)")
@pytest.mark.parametrize("stake", ["0.50", "2.00"])
def test_6a_b_the_bonus_is_one_dollar(stake: str) -> None:
    table = play(BOOK).say("seat 1  base 5.00")
    refusal = table.refused(place(1, "bonus", stake))
    assert (refusal.clause, refusal.remedy) == ("6a(b)", "Stake exactly 1.00.")
    table.say("seat 1  bonus 1.00")


@rule("6b(c)")
def test_6b_c_no_three_card_bonus_before_a_table_is_chosen() -> None:
    table = play(BOOK).say("seat 1  base 5.00")
    refusal = table.refused(place(1, "three_card_bonus", "5.00"))
    assert refusal.remedy == "Choose three_card_bonus_table first."


@rule("12(b)")
@rule("12(e)")
def test_12_b_table_1_is_played_for_one_dollar() -> None:
    table = RoundScript(BOOK, unit="5.00")
    table.say('refused 12(d)/Table 1 "The unit is $1.00.": call')
    table = play(BOOK, unit="5.00", options={"progressive_table": "PTMGL01"}).say("""
        seat 1  base 5.00
        refused 12(b): bet 1 p1 progressive 1.00
        seat 1  progressive 5.00
    """)


@rule("12(e)")
@rule("12(e)/PTMGLML02")
def test_12_e_ptmglml02_is_not_used_before_its_seeds_are_confirmed() -> None:
    options: dict[str, OptionValue] = {"progressive_table": "PTMGLML02"}
    table = RoundScript(BOOK, options=options)
    table.say("refused 12(e)/PTMGLML02: call")
    play(BOOK, options=options | {"ptmglml02_seeds_confirmed": True})


@rule("12(e)")
def test_12_e_a_table_that_is_not_listed_is_refused() -> None:
    table = RoundScript(BOOK)
    opening = OpenRound(positions=7, method="machine", options={"progressive_table": "MYTABLE"})
    assert "PTMGL01" in table.refused(opening).remedy


@rule("12(e)")
@rule("12(e)/PTMGLML03")
def test_12_e_a_round_settles_by_exactly_the_levels_of_its_table() -> None:
    table = play(BOOK, unit="1.00", options={"progressive_table": "PTMGLML03"}).say("""
        seat 1  base 5.00  progressive 1.00
        no more bets
        deal
        seat 1  ride
        burn
        turn
        seat 1  ride
        turn
        show 1
    """)
    refusal = table.refused(SettleRound())
    assert refusal.remedy == "Give the meters major, mega, minor as they stand."
    meters = "mega 12000.00 reset 10000.00  major 1500.00 reset 1000.00  minor 300.00 reset 250.00"
    table.say(f"settle {meters}")


@rule("10(c)")
@pytest.mark.parametrize(
    ("limit", "two", "floor"),
    [("60000.00", False, "$75,000.00"), ("80000.00", True, "$90,000.00")],
)
def test_10_c_a_payout_limit_below_the_floor_does_not_open(
    limit: str, two: bool, floor: str
) -> None:
    options: dict[str, OptionValue] = {
        "payout_limit": limit,
        "allow_two_positions": two,
    }
    table = RoundScript(BOOK, options=options, limits={"base": ("25.00", "500.00")})
    refusal = table.refused(table.opening)
    assert (refusal.clause, refusal.remedy) == ("10(c)", f"Set at least {floor}.")
    play(
        BOOK,
        options=options | {"payout_limit": "90000.00"},
        limits={"base": ("25.00", "500.00")},
    )


# --- the deal -----------------------------------------------------------------------------------


@rule("7(c)")
@rule("7(c)(1)")
@rule("7(c)(2)")
@rule("7(c)(3)")
@rule("7(c)(4)")
@rule("7(c)(5)")
@rule("7(c)(6)")
def test_7_c_one_card_at_a_time_and_the_first_community_card_is_burned() -> None:
    table = dealt(4, 1)
    assert table.places() == {
        "seat 1": "c1 c4 c7",
        "seat 4": "c2 c5 c8",
        "community": "c6 c9",
        "burned": "c3",
    }
    dealt_event = table.log[-1]
    assert isinstance(dealt_event, CardsDealt)
    assert dealt_event.clause == "7(c)"


@rule("8(c)")
def test_8_c_stacks_of_three_and_the_bottom_of_the_community_stack_is_burned() -> None:
    table = dealt(4, 1, method="machine")
    assert table.places() == {
        "seat 1": "c1 c2 c3",
        "seat 4": "c4 c5 c6",
        "community": "c8 c9",
        "burned": "c7",
    }


@rule("1/stub")
@rule("1/community card")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("hands", [1, 5, 7])
def test_1_stub_three_cards_for_each_hand_and_three_community_cards(
    hands: int, method: str
) -> None:
    table = dealt(*range(1, hands + 1), method=method)
    assert len(table.unused) == 49 - 3 * hands
    assert len(table.play.community) + len(table.play.burned) == 3
    seen = table.sees(Viewer.PUBLIC)
    assert set(seen.community + seen.burned) == {None}


@rule("9(h)")
def test_9_h_the_log_rebuilds_every_hand_in_the_order_it_was_dealt() -> None:
    table = dealt(1, 4)
    event = table.log[-1]
    assert isinstance(event, CardsDealt)
    assert dict(event.hands) == {1: DECK[0:7:3], 4: DECK[1:8:3]}
    assert (event.burned, event.community) == ((DECK[2],), (DECK[5], DECK[8]))


# --- decisions and exposure -----------------------------------------------------------------------


@rule("9(a)")
def test_9_a_each_player_sees_the_own_three_cards_only() -> None:
    table = dealt(1, 2)
    assert table.hand_seen(2, by="p2")
    assert not table.hand_seen(1, by="p2")
    assert not table.hand_seen(2, by=Viewer.DEALER)


@rule("9(a)(3)")
def test_9_a_3_after_bet_2_is_decided_the_hand_stays_down_until_the_dealer_turns_it() -> None:
    table = dealt(1, 2)
    table.say("seat 1  ride")
    assert table.hand_seen(1, by="p1")
    table.say("""
        seat 2  ride
        burn
        turn
    """)
    assert table.hand_seen(1, by="p1")
    table.say("seat 1  withdraw")
    assert not table.hand_seen(1, by="p1")
    assert table.hand_seen(2, by="p2")
    table.say("""
        seat 2  ride
        turn
    """)
    assert not table.hand_seen(1, by="p1")
    table.say("show 2 1")
    assert table.hand_seen(1, by="p1")
    assert table.hand_seen(1, by=Viewer.PUBLIC)


@rule("9(b)")
@rule("9(e)")
def test_9_b_and_9_e_players_answer_from_the_far_left() -> None:
    table = dealt(4, 1)
    assert (table.turn_of, table.asked) == (1, "9(b)")
    table.say("""
        refused 9(b): seat 4  ride
        seat 1  withdraw
        seat 4  ride
        burn
        turn
    """)
    # Whatever was decided on bet 1.
    assert (table.turn_of, table.asked) == (1, "9(e)")
    table.say("""
        refused 9(e): seat 4  ride
        seat 1  ride
        seat 4  withdraw
    """)


@rule("9(b)(2)")
@rule("9(e)(2)")
def test_9_b_2_and_9_e_2_a_withdrawn_bet_goes_back_at_once() -> None:
    table = dealt(1)
    table.say("seat 1  withdraw")
    assert table.log[-1] == WagerWithdrawn(seat=1, wager="1", clause="9(b)(2)")
    table.say("""
        burn
        turn
        seat 1  withdraw
    """)
    assert table.log[-1] == WagerWithdrawn(seat=1, wager="2", clause="9(e)(2)")
    assert not table.may(Choose)


@rule("9(c)")
@pytest.mark.parametrize("method", METHODS)
def test_9_c_the_left_card_is_burned_unseen_once_all_have_decided(method: str) -> None:
    table = dealt(1, 4, method=method)
    burned = table.play.burned
    table.say("""
        seat 1  ride
        refused 9(b) "seat 4": burn
        seat 4  ride
        refused 9(c): turn
        burn
    """)
    assert table.log[-1] == CardBurned(clause="9(c)")
    for viewer in (Viewer.PUBLIC, Viewer.DEALER, "p1"):
        assert table.sees(viewer).burned == (None,)
    assert table.sees(Viewer.SURVEILLANCE).burned == burned
    table.say("refused 9(d): burn")


@rule("9(d)")
@rule("9(f)")
@pytest.mark.parametrize(("method", "first", "second"), [("manual_shoe", 6, 9), ("machine", 8, 9)])
def test_9_d_and_9_f_which_card_shows_first_and_which_second(
    method: str, first: int, second: int
) -> None:
    table = dealt(1, 4, method=method)
    table.say("""
        all ride
        burn
        turn
    """)
    shown = (DECK[first - 1],)
    assert table.log[-1] == CardsTurned(what="community", cards=shown, clause="9(d)")
    assert table.sees(Viewer.PUBLIC).community == (*shown, None)
    table.say("""
        seat 1  ride
        refused 9(e) "seat 4": turn
        seat 4  ride
        turn
    """)
    last = (DECK[second - 1],)
    assert table.log[-1] == CardsTurned(what="community", cards=last, clause="9(f)")


# --- showing and settling -----------------------------------------------------------------------


def ridden(*seats: int) -> RoundScript:
    table = dealt(*seats)
    table.say("""
        all ride
        burn
        turn
        all ride
        turn
    """)
    return table


@rule("9(g)")
@rule("9(g)(1)")
@rule("9(g)(4)")
def test_9_g_hands_are_completed_from_the_far_right_and_stay_face_up() -> None:
    table = ridden(1, 3, 6)
    for seat in (6, 3, 1):
        for other in {1, 3, 6} - {seat}:
            table.say(f"refused 9(g)(1): show {other}")
        table.say(f"show {seat}")
    table.say("settle")
    assert list(dict.fromkeys(line.seat for line in table.play.settled)) == [6, 3, 1]
    assert all(table.hand_seen(seat, by=Viewer.PUBLIC) for seat in (1, 3, 6))


@rule("9(g)(3)")
@rule("11(j)")
def test_9_g_3_losing_wagers_first_then_winning_ones_and_cover_all_last_of_all() -> None:
    table = play(BOOK, method="machine", options={"three_card_bonus_table": "A"})
    for seat in (1, 3, 6):
        table.say(f"seat {seat}  base 5.00  three_card_bonus 5.00  cover_all 5.00")
    table.say("no more bets")
    # Seat 1 has a losing hand and a pair in its three cards, seat 6 three of a kind.
    table.say("""
        deal 2s 2h 9d  4c 7h Jd  8s 8h Qd  Kc  8d 3c
        all ride
        burn
        turn
        all ride
        turn
        show all
        settle
    """)
    lines = [(line.seat, line.wager, line.outcome) for line in table.play.settled]
    assert [line for line in lines if line[0] == 1][:4] == [
        (1, "1", "lose"),
        (1, "2", "lose"),
        (1, "$", "lose"),
        (1, "three_card_bonus", "win"),
    ]
    assert lines[-3:] == [(seat, "cover_all", "win") for seat in (6, 3, 1)]
    assert [line[0] for line in lines[:-3]] == [6] * 4 + [3] * 4 + [1] * 4


@rule("9(g)(1)")
def test_9_g_1_nobody_keeps_a_hand_unseen() -> None:
    table = ridden(1)
    table.say("""
        refused 9(g)(1): decline 1
        refused 9(g)(1): settle
    """)


@rule("11(c)")
def test_11_c_cover_all_counts_the_hands_that_were_dealt() -> None:
    table = play(BOOK, method="machine")
    for seat in (1, 2, 3):
        table.say(f"seat {seat}  base 5.00  cover_all 5.00")
    table.say("seat 4  1 5.00  2 5.00")
    table.say("""
        no more bets
        deal 4c 5d 6h  Ks Qd 2c  Jh 9d 3c  Ad  7s 8s
        all ride
        burn
        turn
        all ride
        turn
        show all
        settle
    """)
    lines = table.paid
    assert {lines[seat, "cover_all"].pays for seat in (1, 2, 3)} == {"10 to 1"}


# --- irregularities -------------------------------------------------------------------------------


@rule("13(c)")
@pytest.mark.parametrize("clause", ["13(c)", "13(e)"])
def test_13_c_and_13_e_void_returns_every_stake(clause: str) -> None:
    table = play(BOOK, unit="1.00").say("""
        seat 1  base 5.00  bonus 1.00  cover_all 5.00  progressive 1.00
        seat 2  base 5.00
        no more bets
    """)
    if clause == "13(c)":
        table.say("""
            deal
            seat 1  withdraw
        """)
    table.say(f"void {clause}")
    table.refused(DealCards(DECK[:9]))
    table.refused(Choose(2, "ride"))
    table.say("settle jackpot 20000.00 reset 10000.00")
    assert (table.back(1), table.back(2)) == (Money(2200), Money(1500))
    assert {line.rules for line in table.play.settled} == {(clause,)}


@rule("6(d)")
def test_6_d_a_removed_hand_leaves_the_others_to_play_on() -> None:
    table = dealt(1, 2)
    table.say("""
        remove 2 6(d)
        seat 1  ride
        burn
        turn
        seat 1  ride
        turn
        refused 9(g)(1): show 2
        show 1
        settle
    """)
    lines = table.paid
    assert {lines[2, wager].outcome for wager in ("1", "2", "$")} == {"returned"}
