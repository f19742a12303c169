"""Let It Ride at Marina Bay Sands: the round as it is conducted, command by command.

The two rulebooks number these clauses alike, so each test runs under both.
"""

from __future__ import annotations

import pytest

from pitboss.cards import DECK
from pitboss.games.library import built_in
from pitboss.money import Money
from pitboss.round.deal import BurnCard, CardsTurned, DealCards, RecordDraws, TurnCards
from pitboss.round.decisions import ChoiceMade, Choose, RemoveHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.result import (
    EndRound,
    MeterPaid,
    RoundClosed,
    RoundSettled,
    RoundVoided,
    SettleRound,
    VoidRound,
)
from pitboss.round.start import RoundOpened
from pitboss.round.view import Viewer
from pitboss.round.wagers import (
    BetsClosed,
    CloseBets,
    PlaceWager,
    SeatStoodDown,
    TakeDown,
    WagerWithdrawn,
)
from tests.script import RoundScript, play

MEGALINK = "mbs-megalink-let-it-ride-v2"
PLAIN = "mbs-let-it-ride-v3"
BOOKS = (MEGALINK, PLAIN)


def both(*clauses: str) -> pytest.MarkDecorator:
    """Run under both rulebooks, held to these clauses of each."""
    return pytest.mark.parametrize(
        "book",
        [
            pytest.param(book, marks=[pytest.mark.rule(book, clause) for clause in clauses])
            for book in BOOKS
        ],
    )


def megalink(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(MEGALINK, clause)


def plain(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(PLAIN, clause)


def dealt(book: str, *seats: int) -> RoundScript:
    """A table at which these seats hold cards, in the order of the deck."""
    table = play(book, positions=7)
    for seat in seats:
        table.say(f"seat {seat}  base 10.00")
    table.say("""
        no more bets
        deal
    """)
    return table


# --- opening and closing ------------------------------------------------------------------------


@both("title")
def test_title_the_first_event_fixes_rulebook_edition_and_digest(book: str) -> None:
    table = play(book)
    opened = table.log[0]
    rules = built_in(book)
    assert isinstance(opened, RoundOpened)
    assert (opened.rulebook, opened.edition) == (book, rules.edition)
    assert (opened.digest, opened.clause) == (rules.digest, "3.1")


@both("3.1")
def test_3_1_no_wager_before_place_your_bets_please(book: str) -> None:
    table = RoundScript(book)
    refusal = table.refused(PlaceWager(1, "p1", "$", Money(1000)))
    assert (refusal.clause, refusal.seat) == ("3.1", 1)
    assert 'announce "Place your bets, please"' in refusal.remedy
    table.say("""
        call
        seat 1  base 10.00
    """)
    assert list(table.play.seats[1].wagers) == ["1", "2", "$"]


@both("3.2", "5.6")
@pytest.mark.parametrize("wager", ["$", "progressive"])
def test_3_2_no_wager_after_no_more_bets(book: str, wager: str) -> None:
    table = play(book, unit="5.00").say("""
        seat 1  base 10.00
        no more bets
    """)
    assert table.log[-1] == BetsClosed(clause="3.2")
    for seat in (1, 2):
        late = PlaceWager(seat, f"p{seat}", wager, Money(500))
        assert table.refused(late).clause == "3.2"
    table.say("deal")
    assert table.refused(PlaceWager(1, "p1", wager, Money(500))).clause == "3.2"


@both("3.2", "5.7")
def test_3_2_nothing_is_taken_down_after_no_more_bets(book: str) -> None:
    table = play(book, unit="5.00").say("""
        seat 1  base 10.00  progressive 5.00
        seat 1  without progressive
        seat 1  progressive 5.00
        no more bets
    """)
    for wager in ("1", "2", "$", "progressive"):
        table.say(f"refused 3.2: down 1 p1 {wager}")


@both("3.2")
def test_3_2_bets_do_not_close_on_an_empty_layout(book: str) -> None:
    table = play(book)
    assert not table.may(CloseBets)
    table.say("""
        refused 3.4 "No wager is placed yet: wait, or end it.": no more bets
        seat 1  1 10.00
        seat 1  2 10.00
        refused 3.4 "Seat 1 lacks $.": no more bets
        seat 1  $ 15.00
        refused 3.4 "has unequal bets": no more bets
    """)


@megalink("1.1.6")
def test_1_1_6_a_round_ends_only_after_its_settlement() -> None:
    ends_only_after_settlement(MEGALINK)


@plain("1.1.7")
def test_1_1_7_a_round_ends_only_after_its_settlement() -> None:
    ends_only_after_settlement(PLAIN)


@megalink("1.1.6")
def test_1_1_6_a_round_without_a_wager_ends_with_nothing_to_collect_or_pay() -> None:
    ends_without_a_wager(MEGALINK)


@plain("1.1.7")
def test_1_1_7_a_round_without_a_wager_ends_with_nothing_to_collect_or_pay() -> None:
    ends_without_a_wager(PLAIN)


def ends_without_a_wager(book: str) -> None:
    table = play(book).say("""
        seat 1  1 10.00
        refused 3.4 "seat 1 may place": end
        down 1 p1 1
        end
    """)
    assert isinstance(table.log[-1], RoundClosed)
    assert table.play.is_over
    table.say("""
        refused 3.1: end
        call
    """)


def ends_only_after_settlement(book: str) -> None:
    table = dealt(book, 1)
    for step in range(5):
        table.refused(EndRound())
        table.refused(table.opening)
        if step in (0, 2):
            table.say("seat 1  ride")
        elif step in (1, 3):
            table.say("turn")
        else:
            table.say("show 1")
    table.say("settle")
    assert table.refused(table.opening).remedy == "Now: the dealer may end the round."
    table.say("end")
    assert table.play.is_over
    table.say("call")
    assert table.play.is_open
    assert not table.play.seats


# --- wagers ---------------------------------------------------------------------------------------


@both("2.2")
def test_2_2_a_layout_of_seven_areas_has_no_eighth(book: str) -> None:
    table = play(book, positions=7)
    for seat in (0, 8):
        refusal = table.refused(PlaceWager(seat, "p8", "$", Money(1000)))
        assert refusal.clause == "2.2"


@both("2.2")
@pytest.mark.parametrize("positions", [0, 8])
def test_2_2_a_table_has_one_to_seven_areas(book: str, positions: int) -> None:
    table = RoundScript(book, positions=positions)
    table.say("refused 2.2: call")


@both("2.2.1")
@pytest.mark.parametrize("wager", ["three_card_bonus", "ante", "play", ""])
def test_2_2_1_other_wagers_are_not_on_the_layout(book: str, wager: str) -> None:
    table = play(book)
    refusal = table.refused(PlaceWager(1, "p1", wager, Money(1000)))
    assert "seat 1 may place 1, 2, $" in refusal.remedy


@both("1.1.1", "3.4")
def test_3_4_three_equal_wagers_make_an_area_active(book: str) -> None:
    table = play(book).say("""
        seat 6  base 50.00
        no more bets
    """)
    assert {str(stake) for stake in table.play.seats[6].wagers.values()} == {"50.00"}
    assert not table.events(SeatStoodDown)


@both("1.1.1", "3.4")
@pytest.mark.parametrize(
    ("stakes", "back"),
    [
        ({"1": "10.00", "2": "10.00"}, "20.00"),
        ({"1": "10.00", "2": "15.00", "$": "10.00"}, "35.00"),
        ({"1": "25.00", "2": "25.00", "$": "20.00"}, "70.00"),
        ({"$": "10.00"}, "10.00"),
    ],
)
def test_3_4_an_area_with_missing_or_unequal_wagers_is_not_dealt(
    book: str, stakes: dict[str, str], back: str
) -> None:
    table = play(book).say("seat 1  base 10.00")
    table.say("seat 3  " + "  ".join(f"{wager} {stake}" for wager, stake in stakes.items()))
    table.say("no more bets")
    assert table.events(SeatStoodDown) == [
        SeatStoodDown(seat=3, returned=Money.parse(back), clause="3.4")
    ]
    table.say("deal")
    assert list(table.play.seats) == [1]
    assert len(DECK) - len(table.unused) == 5


@both("3.4")
def test_3_4_a_wager_can_be_put_right_before_bets_close(book: str) -> None:
    table = play(book)
    table.say("seat 2  1 10.00  2 15.00  $ 10.00")
    table.say("""
        refused 3.4 "Take it down first": bet 2 p2 2 10.00
        seat 2  without 2
        seat 2  2 10.00
        no more bets
    """)
    assert not table.events(SeatStoodDown)


def _place(seat: int, wager: str, stake: str) -> PlaceWager:
    return PlaceWager(seat, f"p{seat}", wager, Money.parse(stake))


@both("3.4")
def test_3_4_one_area_for_each_player_and_one_player_on_each_area(book: str) -> None:
    table = play(book).say("seat 1 anna:  base 10.00")
    refusal = table.refused(PlaceWager(2, "anna", "$", Money(1000)))
    assert "anna already holds seat 1" in refusal.problem
    assert refusal.clause == "I-62"
    table.say("seat 1 anna:  without $")
    refusal = table.refused(PlaceWager(1, "ben", "$", Money(1000)))
    assert "Seat 1 is anna's" in refusal.problem


@both("3.4")
def test_3_4_who_did_not_place_it_does_not_take_it_down(book: str) -> None:
    play(book).say("""
        seat 1 anna:  base 10.00
        refused 3.2: down 1 ben $
        refused 3.4: down 2 anna $
        refused 3.2: down 1 anna progressive
    """)


@both("3.4")
@pytest.mark.parametrize(("stake", "remedy"), [("4.99", "minimum"), ("500.01", "maximum")])
def test_3_4_table_limits_hold_at_placement(book: str, stake: str, remedy: str) -> None:
    table = play(book, limits={"base": ("5.00", "500.00")})
    refusal = table.refused(_place(1, "$", stake))
    assert remedy in refusal.remedy
    assert refusal.clause == "3.4"
    table.say("""
        seat 1  base 5.00
        seat 2  base 500.00
    """)


@both("3.4")
def test_3_4_nothing_is_no_stake(book: str) -> None:
    table = play(book)
    table.refused(PlaceWager(1, "p1", "$", Money(0)))
    table.refused(PlaceWager(1, "p1", "$", Money(-1000)))
    table.refused(PlaceWager(1, "", "$", Money(1000)))


@both("3.5")
def test_3_5_a_progressive_wager_needs_all_three_base_wagers(book: str) -> None:
    table = play(book, unit="5.00")
    for wager in ("1", "2", "$"):
        refusal = table.refused(_place(1, "progressive", "5.00"))
        assert (refusal.clause, refusal.remedy) == ("3.5", "Place 1, 2, $ first.")
        table.say(f"seat 1  {wager} 10.00")
    table.say("seat 1  progressive 5.00")
    for wager in ("1", "2", "$"):
        refusal = table.refused(TakeDown(1, "p1", wager))
        assert refusal.remedy == "Take down progressive first."


@both("3.5")
def test_3_5_no_progressive_wager_without_a_link(book: str) -> None:
    play(book).say("""
        seat 1  base 10.00
        refused 3.5 "link": bet 1 p1 progressive 5.00
    """)


@megalink("3.5")
def test_3_5_whole_credits_and_any_number_of_them() -> None:
    table = play(MEGALINK, unit="5.00").say("seat 1  base 10.00")
    for stake in ("4.00", "12.00"):
        table.say(f"refused 3.5: bet 1 p1 progressive {stake}")
    table.say("""
        seat 1  progressive 15.00
        seat 2  base 10.00  progressive 500.00
    """)


@plain("3.5")
def test_3_5_one_unit_exactly() -> None:
    table = play(PLAIN, unit="5.00").say("seat 1  base 10.00")
    for stake in ("1.00", "10.00"):
        refusal = table.refused(_place(1, "progressive", stake))
        assert refusal.remedy == "Stake exactly one unit of 5.00."
    table.say("""
        seat 1  progressive 5.00
        refused 3.5: bet 1 p1 progressive 5.00
    """)


# --- the deal -----------------------------------------------------------------------------------


@both("3.6")
def test_3_6_three_cards_to_each_active_area_from_the_left(book: str) -> None:
    table = dealt(book, 6, 1, 3)
    assert table.places() == {
        "seat 1": "c1 c2 c3",
        "seat 3": "c4 c5 c6",
        "seat 6": "c7 c8 c9",
        "community": "c10 c11",
    }


@both("3.6")
def test_3_6_areas_two_and_seven(book: str) -> None:
    table = dealt(book, 2, 7)
    assert table.places() == {"seat 2": "c1 c2 c3", "seat 7": "c4 c5 c6", "community": "c7 c8"}


@both("3.7")
def test_3_7_two_community_cards_face_down_and_no_burn(book: str) -> None:
    table = dealt(book, 1, 2, 3)
    assert len(table.unused) == 41
    assert table.sees(Viewer.PUBLIC).community == (None, None)
    assert not table.play.burned
    table.say("all ride")
    assert not table.may(BurnCard)


@both("3.7")
def test_3_7_seven_areas_take_twenty_three_cards(book: str) -> None:
    assert len(DECK) - len(dealt(book, 1, 2, 3, 4, 5, 6, 7).unused) == 23


@both("3.6")
@pytest.mark.parametrize("cards", [0, 4, 6, 52])
def test_3_6_the_deal_takes_exactly_its_cards(book: str, cards: int) -> None:
    table = play(book).say("seat 1  base 10.00")
    table.refused(DealCards(DECK[:5]))
    table.say("no more bets")
    refusal = table.refused(DealCards(DECK[:cards]))
    assert refusal.remedy == "This deal takes 5."
    table.say("deal")
    table.refused(DealCards(DECK[5:10]))


@both("2.1")
def test_2_1_a_card_is_dealt_once(book: str) -> None:
    table = play(book).say("""
        seat 1  base 10.00
        no more bets
    """)
    refusal = table.refused(DealCards((*DECK[:4], DECK[0])))
    assert refusal.problem == "2c is dealt twice"


@both("3.6")
def test_3_6_dealing_by_another_rulebooks_method_is_refused(book: str) -> None:
    table = RoundScript(book, method="manual_shoe")
    table.say('refused 3.6 "Choose one of packets.": call')


# --- decisions and exposure -----------------------------------------------------------------------


@both("3.8")
def test_3_8_players_see_their_own_cards_and_no_others(book: str) -> None:
    table = dealt(book, 1, 2)
    assert table.hand_seen(1, by="p1")
    assert not table.hand_seen(2, by="p1")
    assert not table.hand_seen(1, by=Viewer.DEALER)
    assert not table.hand_seen(1, by=Viewer.PUBLIC)
    assert table.hand_seen(1, by=Viewer.SURVEILLANCE)
    assert table.sees(Viewer.SURVEILLANCE).community == table.play.community


@both("3.8", "3.12")
def test_3_8_seats_are_asked_from_the_left_and_answer_in_turn(book: str) -> None:
    table = dealt(book, 5, 3)
    for clause in ("3.8", "3.12"):
        assert (table.turn_of, table.asked) == (3, clause)
        refusal = table.refused(Choose(5, "ride"))
        assert refusal.clause == clause
        assert refusal.remedy == "Now: seat 3 may ride or withdraw."
        table.say("seat 3  ride")
        assert table.turn_of == 5
        table.refused(Choose(3, "withdraw"))
        table.say("""
            seat 5  withdraw
            turn
        """)


@both("3.8")
@pytest.mark.parametrize("choice", ["fold", "check", "play", "$", ""])
def test_3_8_the_answer_is_ride_or_withdraw(book: str, choice: str) -> None:
    table = dealt(book, 1)
    assert table.choices == ("ride", "withdraw")
    table.say(f"""
        refused 3.8: choose 1 '{choice}'
        refused 3.8: seat 2  ride
    """)


@megalink("1.1.4")
def test_1_1_4_after_a_ride_only_wager_2_is_asked_about() -> None:
    only_wager_2_is_left(MEGALINK)


@plain("1.1.5")
def test_1_1_5_after_a_ride_only_wager_2_is_asked_about() -> None:
    only_wager_2_is_left(PLAIN)


def only_wager_2_is_left(book: str) -> None:
    table = dealt(book, 1)
    table.say("""
        seat 1  ride
        turn
        seat 1  withdraw
    """)
    assert table.turn_of is None
    assert table.play.seats[1].decisions == {"1": "ride", "2": "withdraw"}
    assert [event.decision for event in table.log if isinstance(event, ChoiceMade)] == ["1", "2"]


@both("3.9", "3.13")
def test_3_9_and_3_13_a_ride_is_final(book: str) -> None:
    table = dealt(book, 1, 2)
    for _ in range(2):
        table.say("seat 1  ride")
        table.refused(Choose(1, "withdraw"))
        table.say("seat 2  ride")
        table.refused(Choose(1, "withdraw"))
        table.say("turn")
    table.say("""
        refused 3.17: seat 1  withdraw
        refused 3.2: down 1 p1 1
    """)


@both("3.10", "3.14")
def test_3_10_and_3_14_the_dealer_hands_a_withdrawn_wager_back(book: str) -> None:
    table = dealt(book, 1)
    table.say("seat 1  withdraw")
    assert table.log[-1] == WagerWithdrawn(seat=1, wager="1", clause="3.10")
    table.say("""
        turn
        seat 1  withdraw
    """)
    assert table.log[-1] == WagerWithdrawn(seat=1, wager="2", clause="3.14")
    table.say("""
        turn
        show 1
        settle
    """)
    lines = table.paid
    assert [lines[1, wager].outcome for wager in ("1", "2")] == ["withdrawn", "withdrawn"]
    assert lines[1, "$"].outcome in ("win", "lose")


@both("3.11", "3.15")
def test_3_11_and_3_15_a_community_card_waits_for_every_decision(book: str) -> None:
    table = dealt(book, 1, 2, 4)
    for up, clause in enumerate(("3.11", "3.15")):
        for seat in (1, 2, 4):
            refusal = table.refused(TurnCards())
            assert f"seat {seat} may" in refusal.remedy
            table.say(f"seat {seat}  ride")
        table.say("turn")
        shown = table.log[-1]
        assert shown == CardsTurned(
            what="community", cards=table.play.community[up : up + 1], clause=clause
        )


@both("1.1.2", "3.11", "3.15")
def test_1_1_2_community_cards_are_shown_first_dealt_first(book: str) -> None:
    table = dealt(book, 1)
    first, second = table.play.community
    for seen in ((None, None), (first, None), (first, second)):
        for viewer in (Viewer.PUBLIC, Viewer.DEALER, "p1"):
            assert table.sees(viewer).community == seen
        if second not in seen:
            table.say("""
                seat 1  ride
                turn
            """)


@both("3.12")
def test_3_12_who_withdrew_wager_1_is_still_asked_about_wager_2(book: str) -> None:
    table = dealt(book, 1, 2)
    table.say("""
        seat 1  withdraw
        seat 2  ride
        turn
    """)
    assert table.turn_of == 1


@both("3.16")
def test_3_16_the_dollar_wager_is_never_withdrawn(book: str) -> None:
    table = dealt(book, 1)
    for _ in range(2):
        table.say("""
            refused 3.2: down 1 p1 $
            seat 1  withdraw
            turn
        """)
    assert not table.may(Choose)
    table.say("""
        refused 3.2: down 1 p1 $
        show 1
    """)
    assert table.say("settle").paid[1, "$"].stake == Money(1000)


# --- showing and settling -----------------------------------------------------------------------


def ridden(book: str, *seats: int) -> RoundScript:
    table = dealt(book, *seats)
    for _ in range(2):
        table.say("""
            all ride
            turn
        """)
    return table


@both("3.17")
@pytest.mark.parametrize("seats", [(1, 4, 6), (2, 3, 7)])
def test_3_17_hands_are_turned_from_the_dealers_right(book: str, seats: tuple[int, ...]) -> None:
    table = ridden(book, *seats)
    for place, seat in enumerate(reversed(seats)):
        for other in seats:
            if other != seat:
                table.say(f"refused 3.17: show {other}")
        assert not table.hand_seen(seat, by=Viewer.PUBLIC)
        table.say(f"show {seat}")
        assert table.hand_seen(seat, by=Viewer.PUBLIC)
        assert table.may(SettleRound) == (place == 2)
    table.say("settle")
    settled = list(dict.fromkeys(line.seat for line in table.play.settled))
    assert settled == sorted(seats, reverse=True)


@both("3.17")
def test_3_17_no_hand_may_stay_unseen(book: str) -> None:
    table = ridden(book, 1)
    table.say("""
        refused 3.17: decline 1
        refused 3.17: settle
        refused 3.17: leave down
    """)


@both("3.19")
def test_3_19_every_wager_gets_one_line_and_the_round_is_settled_once(book: str) -> None:
    table = ridden(book, 1, 2)
    table.say("""
        show 2 1
        settle
    """)
    lines = [(line.seat, line.wager) for line in table.play.settled]
    assert sorted(lines) == [(seat, wager) for seat in (1, 2) for wager in ("$", "1", "2")]
    assert table.log[-1] == RoundSettled(clause="3.19")
    table.refused(SettleRound())
    table.refused(VoidRound("5.1.1"))


@both("3.2")
def test_3_2_a_linked_table_settles_by_the_meters_it_is_given(book: str) -> None:
    table = play(book, unit="5.00").say("""
        seat 1  base 10.00  progressive 5.00
        no more bets
        deal Kh Kd 2c 3d 4c
    """)
    for _ in range(2):
        table.say("""
            all ride
            turn
        """)
    table.say("""
        show 1
        refused 3.19 "jackpot": settle
        settle jackpot 50000.00 reset 10000.00
    """)
    assert table.events(MeterPaid) == [
        MeterPaid(
            meter="jackpot",
            before=Money(5000000),
            awarded=Money(0),
            after=Money(5000000),
            reset=Money(1000000),
        )
    ]


# --- the Magic Card and the Lucky Player ----------------------------------------------------------


@megalink("4.3")
def test_4_3_the_magic_card_is_drawn_between_no_more_bets_and_the_first_card() -> None:
    table = play(MEGALINK, unit="5.00").say("seat 1  base 10.00  progressive 5.00")
    draw = RecordDraws(magic_card=DECK[0], lucky_seat=4)
    table.refused(draw)
    table.say("no more bets")
    table.give(draw)
    table.refused(draw)
    table.say("deal")
    table.refused(draw)


@megalink("4.3")
def test_4_3_nobody_sees_the_draws_before_settlement() -> None:
    table = play(MEGALINK, unit="5.00").say("""
        seat 1  base 10.00  progressive 5.00
        no more bets
        draws  magic_card 2c  lucky_seat 1
        deal
    """)
    for _ in range(2):
        for viewer in (Viewer.PUBLIC, Viewer.DEALER, "p1"):
            seen = table.sees(viewer)
            assert (seen.magic_card, seen.lucky_seat) == (None, None)
        table.say("""
            seat 1  ride
            turn
        """)
    assert table.sees(Viewer.SURVEILLANCE).magic_card == DECK[0]
    table.say("""
        show 1
        settle jackpot 50000.00 reset 10000.00
    """)
    lines = table.paid
    assert table.sees(Viewer.PUBLIC).magic_card == DECK[0]
    assert {wager for _, wager in lines} >= {"magic_card", "lucky_player"}


@megalink("4.4")
def test_4_4_the_lucky_area_is_one_of_the_layout() -> None:
    table = play(MEGALINK, positions=5).say("""
        seat 1  base 10.00
        no more bets
    """)
    for seat in (0, 6):
        table.refused(RecordDraws(lucky_seat=seat))
    table.say("draws  lucky_seat 5")


@plain("4.2")
def test_4_2_there_are_no_draws_in_the_plain_game() -> None:
    table = play(PLAIN).say("""
        seat 1  base 10.00
        no more bets
    """)
    table.refused(RecordDraws(magic_card=DECK[0]))


# --- irregularities -------------------------------------------------------------------------------


@both("5.1.1")
def test_5_1_1_a_void_round_allows_nothing_but_its_settlement(book: str) -> None:
    table = play(book, unit="5.00").say("""
        seat 1  base 10.00  progressive 5.00
        seat 2  base 10.00
        no more bets
        deal
        seat 1  withdraw
        void 5.1.1
    """)
    assert table.log[-1] == RoundVoided(clause="5.1.1")
    for command in (Choose(2, "ride"), TurnCards(), RemoveHand(1, "5.3"), EndRound()):
        assert table.refused(command).clause == "5.1.1"
    table.say("settle jackpot 50000.00 reset 10000.00")
    lines = table.paid
    assert {line.outcome for line in lines.values()} == {"void"}
    assert (table.back(1), table.back(2)) == (Money(3500), Money(3000))
    table.say("end")


@both("5.1.1")
@pytest.mark.parametrize("rule", ["5.1.1", "5.2", "5.5"])
def test_5_1_1_void_at_any_stage_of_the_round_under_the_rule_that_is_named(
    book: str, rule: str
) -> None:
    ride, cards = Choose(1, "ride"), DealCards(DECK[:5])
    steps: list[RoundCommand] = [CloseBets(), cards, ride, TurnCards(), ride, TurnCards()]
    for stage in range(len(steps) + 1):
        table = play(book).say("seat 1  base 10.00")
        for step in steps[:stage]:
            table.give(step)
        table.say(f"""
            void {rule}
            settle
        """)
        assert table.back(1) == Money(3000)
        assert {line.rules[0] for line in table.play.settled} == {rule}


@both("5.1.1")
def test_5_1_1_before_bets_close_a_void_round_gives_unfinished_wagers_back(book: str) -> None:
    table = play(book).say("""
        seat 1  $ 10.00
        seat 2  base 10.00
        void 5.1.1
    """)
    assert [type(event) for event in table.log[-2:]] == [SeatStoodDown, RoundVoided]
    table.say("settle")
    assert {line.seat for line in table.play.settled} == {2}


@both("5.1.1")
def test_5_1_1_a_round_is_voided_only_under_a_rule_of_its_rulebook(book: str) -> None:
    table = dealt(book, 1)
    table.refused(VoidRound("13(c)"))
    table.refused(RemoveHand(1, "because"))


@both("3.4")
def test_3_4_a_removed_hand_is_asked_nothing_and_gets_everything_back(book: str) -> None:
    table = dealt(book, 1, 2)
    table.say("remove 1 3.4")
    assert table.turn_of == 2
    table.say("refused 3.8: remove 1 3.4")
    for _ in range(2):
        table.say("""
            all ride
            turn
        """)
    table.say("""
        show 2
        settle
    """)
    assert table.back(1) == Money(3000)
    assert {line.outcome for line in table.play.settled if line.seat == 1} == {"returned"}


@both("3.4")
def test_3_4_with_every_hand_removed_the_round_still_comes_to_its_end(book: str) -> None:
    table = dealt(book, 1)
    table.say("""
        remove 1 3.4
        turn
        turn
        settle
        end
    """)
