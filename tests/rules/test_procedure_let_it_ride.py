"""Let It Ride at Marina Bay Sands: the round as it is conducted, command by command.

The two rulebooks number these clauses alike, so each test runs under both.
"""

from __future__ import annotations

import pytest

from pitboss.cards import DECK
from pitboss.games.library import built_in
from pitboss.money import Money
from pitboss.round.deal import BurnCard, CardsTurned, DealCards, LeaveDown, RecordDraws, TurnCards
from pitboss.round.decisions import ChoiceMade, Choose, DeclineToShow, RemoveHand, ShowHand
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
from tests.round.conductor import Conductor

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


def dealt(book: str, *seats: int) -> Conductor:
    """A table at which these seats hold cards, in the order of the deck."""
    table = Conductor(book, positions=7)
    for seat in seats:
        table.base(seat, "10.00")
    table.close()
    table.deal()
    return table


# --- opening and closing ------------------------------------------------------------------------


@both("title")
def test_title_the_first_event_fixes_rulebook_edition_and_digest(book: str) -> None:
    table = Conductor(book)
    opened = table.log[0]
    rules = built_in(book)
    assert isinstance(opened, RoundOpened)
    assert (opened.rulebook, opened.edition) == (book, rules.edition)
    assert (opened.digest, opened.clause) == (rules.digest, "3.1")


@both("3.1")
def test_3_1_no_wager_before_place_your_bets_please(book: str) -> None:
    table = Conductor(book, is_opened=False)
    refusal = table.refused(PlaceWager(1, "p1", "$", Money(1000)))
    assert (refusal.clause, refusal.seat) == ("3.1", 1)
    assert 'announce "Place your bets, please"' in refusal.remedy
    table.give(table.opening)
    table.base(1, "10.00")
    assert list(table.play.seats[1].wagers) == ["1", "2", "$"]


@both("3.2", "5.6")
@pytest.mark.parametrize("wager", ["$", "progressive"])
def test_3_2_no_wager_after_no_more_bets(book: str, wager: str) -> None:
    table = Conductor(book, unit="5.00")
    table.base(1, "10.00")
    table.close()
    assert table.log[-1] == BetsClosed(clause="3.2")
    for seat in (1, 2):
        late = PlaceWager(seat, f"p{seat}", wager, Money(500))
        assert table.refused(late).clause == "3.2"
    table.deal()
    assert table.refused(PlaceWager(1, "p1", wager, Money(500))).clause == "3.2"


@both("3.2", "5.7")
def test_3_2_nothing_is_taken_down_after_no_more_bets(book: str) -> None:
    table = Conductor(book, unit="5.00")
    table.base(1, "10.00", progressive="5.00")
    table.take_down(1, "progressive")
    table.place(1, "progressive", "5.00")
    table.close()
    for wager in ("1", "2", "$", "progressive"):
        assert table.refused(TakeDown(1, "p1", wager)).clause == "3.2"


@both("3.2")
def test_3_2_bets_do_not_close_on_an_empty_layout(book: str) -> None:
    table = Conductor(book)
    assert not table.may(CloseBets)
    assert table.refused(CloseBets()).remedy == "No wager is placed yet: wait, or end it."
    table.place(1, "1", "10.00")
    table.place(1, "2", "10.00")
    assert table.refused(CloseBets()).remedy == "Seat 1 lacks $."
    table.place(1, "$", "15.00")
    assert "has unequal bets" in table.refused(CloseBets()).remedy


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
    table = Conductor(book)
    table.place(1, "1", "10.00")
    assert "seat 1 may place" in table.refused(EndRound()).remedy
    table.give(TakeDown(1, "p1", "1"))
    table.end()
    assert isinstance(table.log[-1], RoundClosed)
    assert table.play.is_over
    table.refused(EndRound())
    table.give(table.opening)


def ends_only_after_settlement(book: str) -> None:
    table = dealt(book, 1)
    for step in range(5):
        table.refused(EndRound())
        table.refused(table.opening)
        if step in (0, 2):
            table.choose(1, "ride")
        elif step in (1, 3):
            table.turn()
        else:
            table.show(1)
    table.settle()
    assert table.refused(table.opening).remedy == "Now: the dealer may end the round."
    table.end()
    assert table.play.is_over
    table.give(table.opening)
    assert table.play.is_open
    assert not table.play.seats


# --- wagers ---------------------------------------------------------------------------------------


@both("2.2")
def test_2_2_a_layout_of_seven_areas_has_no_eighth(book: str) -> None:
    table = Conductor(book, positions=7)
    for seat in (0, 8):
        refusal = table.refused(PlaceWager(seat, "p8", "$", Money(1000)))
        assert refusal.clause == "2.2"


@both("2.2")
@pytest.mark.parametrize("positions", [0, 8])
def test_2_2_a_table_has_one_to_seven_areas(book: str, positions: int) -> None:
    table = Conductor(book, positions=positions, is_opened=False)
    assert table.refused(table.opening).clause == "2.2"


@both("2.2.1")
@pytest.mark.parametrize("wager", ["three_card_bonus", "ante", "play", ""])
def test_2_2_1_other_wagers_are_not_on_the_layout(book: str, wager: str) -> None:
    table = Conductor(book)
    refusal = table.refused(PlaceWager(1, "p1", wager, Money(1000)))
    assert "seat 1 may place 1, 2, $" in refusal.remedy


@both("1.1.1", "3.4")
def test_3_4_three_equal_wagers_make_an_area_active(book: str) -> None:
    table = Conductor(book)
    table.base(6, "50.00")
    table.close()
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
    table = Conductor(book)
    table.base(1, "10.00")
    table.bets(3, **stakes)
    table.close()
    assert table.events(SeatStoodDown) == [
        SeatStoodDown(seat=3, returned=Money.parse(back), clause="3.4")
    ]
    table.deal()
    assert list(table.play.seats) == [1]
    assert table.cards_out == 5


@both("3.4")
def test_3_4_a_wager_can_be_put_right_before_bets_close(book: str) -> None:
    table = Conductor(book)
    table.bets(2, **{"1": "10.00", "2": "15.00", "$": "10.00"})
    assert "Take it down first" in table.refused(_place(2, "2", "10.00")).remedy
    table.take_down(2, "2")
    table.place(2, "2", "10.00")
    table.close()
    assert not table.events(SeatStoodDown)


def _place(seat: int, wager: str, stake: str) -> PlaceWager:
    return PlaceWager(seat, f"p{seat}", wager, Money.parse(stake))


@both("3.4")
def test_3_4_one_area_for_each_player_and_one_player_on_each_area(book: str) -> None:
    table = Conductor(book)
    table.base(1, "10.00", "anna")
    refusal = table.refused(PlaceWager(2, "anna", "$", Money(1000)))
    assert "anna already holds seat 1" in refusal.problem
    assert refusal.clause == "I-62"
    table.take_down(1, "$", "anna")
    refusal = table.refused(PlaceWager(1, "ben", "$", Money(1000)))
    assert "Seat 1 is anna's" in refusal.problem


@both("3.4")
def test_3_4_who_did_not_place_it_does_not_take_it_down(book: str) -> None:
    table = Conductor(book)
    table.base(1, "10.00", "anna")
    table.refused(TakeDown(1, "ben", "$"))
    table.refused(TakeDown(2, "anna", "$"))
    table.refused(TakeDown(1, "anna", "progressive"))


@both("3.4")
@pytest.mark.parametrize(("stake", "remedy"), [("4.99", "minimum"), ("500.01", "maximum")])
def test_3_4_table_limits_hold_at_placement(book: str, stake: str, remedy: str) -> None:
    table = Conductor(book, limits={"base": ("5.00", "500.00")})
    refusal = table.refused(_place(1, "$", stake))
    assert remedy in refusal.remedy
    assert refusal.clause == "3.4"
    table.base(1, "5.00")
    table.base(2, "500.00")


@both("3.4")
def test_3_4_nothing_is_no_stake(book: str) -> None:
    table = Conductor(book)
    table.refused(PlaceWager(1, "p1", "$", Money(0)))
    table.refused(PlaceWager(1, "p1", "$", Money(-1000)))
    table.refused(PlaceWager(1, "", "$", Money(1000)))


@both("3.5")
def test_3_5_a_progressive_wager_needs_all_three_base_wagers(book: str) -> None:
    table = Conductor(book, unit="5.00")
    for wager in ("1", "2", "$"):
        refusal = table.refused(_place(1, "progressive", "5.00"))
        assert (refusal.clause, refusal.remedy) == ("3.5", "Place 1, 2, $ first.")
        table.place(1, wager, "10.00")
    table.place(1, "progressive", "5.00")
    for wager in ("1", "2", "$"):
        refusal = table.refused(TakeDown(1, "p1", wager))
        assert refusal.remedy == "Take down progressive first."


@both("3.5")
def test_3_5_no_progressive_wager_without_a_link(book: str) -> None:
    table = Conductor(book)
    table.base(1, "10.00")
    assert "link" in table.refused(_place(1, "progressive", "5.00")).remedy


@megalink("3.5")
def test_3_5_whole_credits_and_any_number_of_them() -> None:
    table = Conductor(MEGALINK, unit="5.00")
    table.base(1, "10.00")
    for stake in ("4.00", "12.00"):
        assert table.refused(_place(1, "progressive", stake)).clause == "3.5"
    table.place(1, "progressive", "15.00")
    table.base(2, "10.00", progressive="500.00")


@plain("3.5")
def test_3_5_one_unit_exactly() -> None:
    table = Conductor(PLAIN, unit="5.00")
    table.base(1, "10.00")
    for stake in ("1.00", "10.00"):
        refusal = table.refused(_place(1, "progressive", stake))
        assert refusal.remedy == "Stake exactly one unit of 5.00."
    table.place(1, "progressive", "5.00")
    table.refused(_place(1, "progressive", "5.00"))


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
    assert 52 - table.cards_out == 41
    assert table.sees(Viewer.PUBLIC).community == (None, None)
    assert not table.play.burned
    table.all_choose("ride")
    assert not table.may(BurnCard)


@both("3.7")
def test_3_7_seven_areas_take_twenty_three_cards(book: str) -> None:
    assert dealt(book, 1, 2, 3, 4, 5, 6, 7).cards_out == 23


@both("3.6")
@pytest.mark.parametrize("cards", [0, 4, 6, 52])
def test_3_6_the_deal_takes_exactly_its_cards(book: str, cards: int) -> None:
    table = Conductor(book)
    table.base(1, "10.00")
    table.refused(DealCards(DECK[:5]))
    table.close()
    refusal = table.refused(DealCards(DECK[:cards]))
    assert refusal.remedy == "This deal takes 5."
    table.deal()
    table.refused(DealCards(DECK[5:10]))


@both("2.1")
def test_2_1_a_card_is_dealt_once(book: str) -> None:
    table = Conductor(book)
    table.base(1, "10.00")
    table.close()
    refusal = table.refused(DealCards((*DECK[:4], DECK[0])))
    assert refusal.problem == "2c is dealt twice"


@both("3.6")
def test_3_6_dealing_by_another_rulebooks_method_is_refused(book: str) -> None:
    table = Conductor(book, method="manual_shoe", is_opened=False)
    assert table.refused(table.opening).remedy == "Choose one of packets."


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
        table.choose(3, "ride")
        assert table.turn_of == 5
        table.refused(Choose(3, "withdraw"))
        table.choose(5, "withdraw")
        table.turn()


@both("3.8")
@pytest.mark.parametrize("choice", ["fold", "check", "play", "$", ""])
def test_3_8_the_answer_is_ride_or_withdraw(book: str, choice: str) -> None:
    table = dealt(book, 1)
    assert table.choices == ("ride", "withdraw")
    table.refused(Choose(1, choice))
    table.refused(Choose(2, "ride"))


@megalink("1.1.4")
def test_1_1_4_after_a_ride_only_wager_2_is_asked_about() -> None:
    only_wager_2_is_left(MEGALINK)


@plain("1.1.5")
def test_1_1_5_after_a_ride_only_wager_2_is_asked_about() -> None:
    only_wager_2_is_left(PLAIN)


def only_wager_2_is_left(book: str) -> None:
    table = dealt(book, 1)
    table.choose(1, "ride")
    table.turn()
    table.choose(1, "withdraw")
    assert table.turn_of is None
    assert table.play.seats[1].decisions == {"1": "ride", "2": "withdraw"}
    assert [event.decision for event in table.log if isinstance(event, ChoiceMade)] == ["1", "2"]


@both("3.9", "3.13")
def test_3_9_and_3_13_a_ride_is_final(book: str) -> None:
    table = dealt(book, 1, 2)
    for _ in range(2):
        table.choose(1, "ride")
        table.refused(Choose(1, "withdraw"))
        table.choose(2, "ride")
        table.refused(Choose(1, "withdraw"))
        table.turn()
    table.refused(Choose(1, "withdraw"))
    table.refused(TakeDown(1, "p1", "1"))


@both("3.10", "3.14")
def test_3_10_and_3_14_the_dealer_hands_a_withdrawn_wager_back(book: str) -> None:
    table = dealt(book, 1)
    table.choose(1, "withdraw")
    assert table.log[-1] == WagerWithdrawn(seat=1, wager="1", clause="3.10")
    table.turn()
    table.choose(1, "withdraw")
    assert table.log[-1] == WagerWithdrawn(seat=1, wager="2", clause="3.14")
    table.turn()
    table.show(1)
    lines = table.settle()
    assert [lines[1, wager].outcome for wager in ("1", "2")] == ["withdrawn", "withdrawn"]
    assert lines[1, "$"].outcome in ("win", "lose")


@both("3.11", "3.15")
def test_3_11_and_3_15_a_community_card_waits_for_every_decision(book: str) -> None:
    table = dealt(book, 1, 2, 4)
    for up, clause in enumerate(("3.11", "3.15")):
        for seat in (1, 2, 4):
            refusal = table.refused(TurnCards())
            assert f"seat {seat} may" in refusal.remedy
            table.choose(seat, "ride")
        table.turn()
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
            table.choose(1, "ride")
            table.turn()


@both("3.12")
def test_3_12_who_withdrew_wager_1_is_still_asked_about_wager_2(book: str) -> None:
    table = dealt(book, 1, 2)
    table.choose(1, "withdraw")
    table.choose(2, "ride")
    table.turn()
    assert table.turn_of == 1


@both("3.16")
def test_3_16_the_dollar_wager_is_never_withdrawn(book: str) -> None:
    table = dealt(book, 1)
    for _ in range(2):
        table.refused(TakeDown(1, "p1", "$"))
        table.choose(1, "withdraw")
        table.turn()
    assert not table.may(Choose)
    table.refused(TakeDown(1, "p1", "$"))
    table.show(1)
    assert table.settle()[1, "$"].stake == Money(1000)


# --- showing and settling -----------------------------------------------------------------------


def ridden(book: str, *seats: int) -> Conductor:
    table = dealt(book, *seats)
    for _ in range(2):
        table.all_choose("ride")
        table.turn()
    return table


@both("3.17")
@pytest.mark.parametrize("seats", [(1, 4, 6), (2, 3, 7)])
def test_3_17_hands_are_turned_from_the_dealers_right(book: str, seats: tuple[int, ...]) -> None:
    table = ridden(book, *seats)
    for place, seat in enumerate(reversed(seats)):
        for other in seats:
            if other != seat:
                assert table.refused(ShowHand(other)).clause == "3.17"
        assert not table.hand_seen(seat, by=Viewer.PUBLIC)
        table.show(seat)
        assert table.hand_seen(seat, by=Viewer.PUBLIC)
        assert table.may(SettleRound) == (place == 2)
    table.settle()
    settled = list(dict.fromkeys(line.seat for line in table.play.settled))
    assert settled == sorted(seats, reverse=True)


@both("3.17")
def test_3_17_no_hand_may_stay_unseen(book: str) -> None:
    table = ridden(book, 1)
    table.refused(DeclineToShow(1))
    table.refused(SettleRound())
    table.refused(LeaveDown())


@both("3.19")
def test_3_19_every_wager_gets_one_line_and_the_round_is_settled_once(book: str) -> None:
    table = ridden(book, 1, 2)
    table.show(2, 1)
    table.settle()
    lines = [(line.seat, line.wager) for line in table.play.settled]
    assert sorted(lines) == [(seat, wager) for seat in (1, 2) for wager in ("$", "1", "2")]
    assert table.log[-1] == RoundSettled(clause="3.19")
    table.refused(SettleRound())
    table.refused(VoidRound("5.1.1"))


@both("3.2")
def test_3_2_a_linked_table_settles_by_the_meters_it_is_given(book: str) -> None:
    table = Conductor(book, unit="5.00")
    table.base(1, "10.00", progressive="5.00")
    table.close()
    table.deal("Kh Kd 2c 3d 4c")
    for _ in range(2):
        table.all_choose("ride")
        table.turn()
    table.show(1)
    assert "jackpot" in table.refused(SettleRound()).remedy
    table.settle(jackpot=("50000.00", "10000.00"))
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
    table = Conductor(MEGALINK, unit="5.00")
    table.base(1, "10.00", progressive="5.00")
    draw = RecordDraws(magic_card=DECK[0], lucky_seat=4)
    table.refused(draw)
    table.close()
    table.give(draw)
    table.refused(draw)
    table.deal()
    table.refused(draw)


@megalink("4.3")
def test_4_3_nobody_sees_the_draws_before_settlement() -> None:
    table = Conductor(MEGALINK, unit="5.00")
    table.base(1, "10.00", progressive="5.00")
    table.close()
    table.draw(magic_card="2c", lucky_seat=1)
    table.deal()
    for _ in range(2):
        for viewer in (Viewer.PUBLIC, Viewer.DEALER, "p1"):
            seen = table.sees(viewer)
            assert (seen.magic_card, seen.lucky_seat) == (None, None)
        table.choose(1, "ride")
        table.turn()
    assert table.sees(Viewer.SURVEILLANCE).magic_card == DECK[0]
    table.show(1)
    lines = table.settle(jackpot=("50000.00", "10000.00"))
    assert table.sees(Viewer.PUBLIC).magic_card == DECK[0]
    assert {wager for _, wager in lines} >= {"magic_card", "lucky_player"}


@megalink("4.4")
def test_4_4_the_lucky_area_is_one_of_the_layout() -> None:
    table = Conductor(MEGALINK, positions=5)
    table.base(1, "10.00")
    table.close()
    for seat in (0, 6):
        table.refused(RecordDraws(lucky_seat=seat))
    table.draw(lucky_seat=5)


@plain("4.2")
def test_4_2_there_are_no_draws_in_the_plain_game() -> None:
    table = Conductor(PLAIN)
    table.base(1, "10.00")
    table.close()
    table.refused(RecordDraws(magic_card=DECK[0]))


# --- irregularities -------------------------------------------------------------------------------


@both("5.1.1")
def test_5_1_1_a_void_round_allows_nothing_but_its_settlement(book: str) -> None:
    table = Conductor(book, unit="5.00")
    table.base(1, "10.00", progressive="5.00")
    table.base(2, "10.00")
    table.close()
    table.deal()
    table.choose(1, "withdraw")
    table.give(VoidRound("5.1.1"))
    assert table.log[-1] == RoundVoided(clause="5.1.1")
    for command in (Choose(2, "ride"), TurnCards(), RemoveHand(1, "5.3"), EndRound()):
        assert table.refused(command).clause == "5.1.1"
    lines = table.settle(jackpot=("50000.00", "10000.00"))
    assert {line.outcome for line in lines.values()} == {"void"}
    assert (table.back(1), table.back(2)) == (Money(3500), Money(3000))
    table.end()


@both("5.1.1")
@pytest.mark.parametrize("rule", ["5.1.1", "5.2", "5.5"])
def test_5_1_1_void_at_any_stage_of_the_round_under_the_rule_that_is_named(
    book: str, rule: str
) -> None:
    ride, cards = Choose(1, "ride"), DealCards(DECK[:5])
    steps: list[RoundCommand] = [CloseBets(), cards, ride, TurnCards(), ride, TurnCards()]
    for stage in range(len(steps) + 1):
        table = Conductor(book)
        table.base(1, "10.00")
        for step in steps[:stage]:
            table.give(step)
        table.give(VoidRound(rule))
        table.settle()
        assert table.back(1) == Money(3000)
        assert {line.rules[0] for line in table.play.settled} == {rule}


@both("5.1.1")
def test_5_1_1_before_bets_close_a_void_round_gives_unfinished_wagers_back(book: str) -> None:
    table = Conductor(book)
    table.place(1, "$", "10.00")
    table.base(2, "10.00")
    table.give(VoidRound("5.1.1"))
    assert [type(event) for event in table.log[-2:]] == [SeatStoodDown, RoundVoided]
    table.settle()
    assert {line.seat for line in table.play.settled} == {2}


@both("5.1.1")
def test_5_1_1_a_round_is_voided_only_under_a_rule_of_its_rulebook(book: str) -> None:
    table = dealt(book, 1)
    table.refused(VoidRound("13(c)"))
    table.refused(RemoveHand(1, "because"))


@both("3.4")
def test_3_4_a_removed_hand_is_asked_nothing_and_gets_everything_back(book: str) -> None:
    table = dealt(book, 1, 2)
    table.give(RemoveHand(1, "3.4"))
    assert table.turn_of == 2
    table.refused(RemoveHand(1, "3.4"))
    for _ in range(2):
        table.all_choose("ride")
        table.turn()
    table.show(2)
    table.settle()
    assert table.back(1) == Money(3000)
    assert {line.outcome for line in table.play.settled if line.seat == 1} == {"returned"}


@both("3.4")
def test_3_4_with_every_hand_removed_the_round_still_comes_to_its_end(book: str) -> None:
    table = dealt(book, 1)
    table.give(RemoveHand(1, "3.4"))
    table.turn()
    table.turn()
    table.settle()
    table.end()
