"""Texas Hold'em Bonus: the round as it is conducted, command by command."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK
from pitboss.games.library import built_in
from pitboss.money import Money
from pitboss.round.deal import CardsDealt, CardsTurned, DealCards, TurnCards, plan
from pitboss.round.decisions import (
    Choose,
    HandDeclined,
    HandViewed,
    ShowHand,
)
from pitboss.round.start import RoundOpened
from pitboss.round.view import Viewer
from pitboss.round.wagers import PlaceWager
from tests.script import RoundScript, play

BOOK = "mbs-megalink-holdem-v9"
METER = "jackpot 100000.00 reset 10000.00"


def rule(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(BOOK, clause)


def dealt(*seats: int, method: str = "A", unit: str | None = None) -> RoundScript:
    """A table at which these seats hold cards, in the order of the deck."""
    table = play(BOOK, method=method, unit=unit)
    for seat in seats:
        table.say(f"seat {seat}  ante 10.00")
        if unit:
            table.say(f"seat {seat}  progressive {unit}")
    table.say("""
        no more bets
        deal
    """)
    return table


def place(seat: int, wager: str, stake: str, player: str = "") -> PlaceWager:
    return PlaceWager(seat, player or f"p{seat}", wager, Money.parse(stake))


# --- opening and closing ------------------------------------------------------------------------


@rule("title")
def test_title_the_first_event_fixes_version_9_and_its_digest() -> None:
    opened = play(BOOK).log[0]
    assert isinstance(opened, RoundOpened)
    assert (opened.rulebook, opened.edition) == (BOOK, "Version 9")
    assert opened.digest == built_in(BOOK).digest


@rule("2.2")
@rule("Appendix B")
@rule("Appendix D")
@pytest.mark.parametrize("positions", [0, 8])
def test_2_2_a_layout_has_one_to_seven_positions(positions: int) -> None:
    table = RoundScript(BOOK, positions=positions)
    table.say("refused Appendix D: call")


# --- wagers ---------------------------------------------------------------------------------------


@rule("1.1.1")
@rule("3.5")
@pytest.mark.parametrize(("wager", "clause"), [("bonus", "3.5"), ("progressive", "3.5.3")])
def test_3_5_bonus_and_progressive_need_an_ante(wager: str, clause: str) -> None:
    table = play(BOOK, unit="5.00")
    refusal = table.refused(place(4, wager, "5.00"))
    assert (refusal.clause, refusal.remedy) == (clause, "Place Ante first.")
    table.say(f"""
        seat 4  ante 10.00
        seat 4  {wager} 5.00
    """)


@rule("1.1.1")
def test_1_1_1_a_position_without_an_ante_gets_no_cards() -> None:
    table = dealt(1, 3)
    assert list(table.places()) == ["seat 1", "seat 3", "community", "dealer"]
    assert table.turn_of == 1


@rule("3.4")
@rule("3.4.2")
def test_3_4_several_players_fund_one_wager_within_the_limits() -> None:
    table = play(BOOK, limits={"ante": ("10.00", "500.00")}).say("""
        seat 1 anna:  ante 300.00
        seat 1 ben:  ante 200.00
    """)
    at = table.play.seats[1]
    assert (at.player, at.wagers["ante"]) == ("anna", Money(50000))
    assert [(part.player, part.stake.cents) for part in at.shares["ante"]] == [
        ("anna", 30000),
        ("ben", 20000),
    ]
    refusal = table.refused(place(1, "ante", "50.00", "ben"))
    assert (refusal.clause, refusal.remedy) == ("3.4", "The maximum is $500.00.")


@rule("3.4.2")
def test_3_4_2_one_wager_of_each_type_on_an_area() -> None:
    table = play(BOOK).say("""
        seat 1  ante 10.00  bonus 5.00
        refused 3.5 "already stands": bet 1 p1 bonus 5.00
        seat 1 ben:  bonus 5.00
    """)
    assert table.play.seats[1].wagers["bonus"] == Money(1000)
    assert len(table.play.seats[1].shares["bonus"]) == 2


@rule("3.4")
def test_3_4_a_follow_up_is_funded_by_all_who_funded_the_ante() -> None:
    table = play(BOOK).say("""
        seat 1 anna:  ante 15.00
        seat 1 ben:  ante 10.00
        no more bets
        deal
        seat 1  bet
    """)
    at = table.play.seats[1]
    assert at.wagers["flop"] == Money(5000)
    assert [(part.player, part.stake.cents) for part in at.shares["flop"]] == [
        ("anna", 3000),
        ("ben", 2000),
    ]


@rule("3.4")
def test_3_4_backers_take_their_money_down_before_the_seated_player_does() -> None:
    table = play(BOOK).say("""
        seat 1 anna:  ante 15.00
        seat 1 ben:  ante 10.00
        refused 3.2 "ben": down 1 anna ante
        refused 3.2: down 1 cora ante
        seat 1 ben:  without ante
    """)
    assert table.play.seats[1].wagers == {"ante": Money(1500)}
    assert not table.play.seats[1].shares
    table.say("seat 1 anna:  without ante")
    assert not table.play.seats


@rule("3.5.1")
def test_3_5_1_who_stands_behind_a_seat_backs_only_what_stands_there() -> None:
    table = play(BOOK).say("seat 1 anna:  ante 10.00")
    refusal = table.refused(place(1, "bonus", "5.00", "ben"))
    assert refusal.remedy == "Back a wager that stands there."


@rule("3.5.3")
@pytest.mark.parametrize("stake", ["4.00", "12.00", "30.00"])
def test_3_5_3_one_to_five_times_the_minimum(stake: str) -> None:
    table = play(BOOK, unit="5.00").say("seat 1  ante 10.00")
    refusal = table.refused(place(1, "progressive", stake))
    assert (refusal.clause, refusal.remedy) == ("3.5.3", "Stake 1 to 5 units of 5.00.")
    table.say("seat 1  progressive 20.00")


# --- the deal -----------------------------------------------------------------------------------

DEALS = {
    "A": {"seat 1": "c6 c7", "seat 3": "c8 c9", "community": "c1 c2 c3 c4 c5"},
    "B": {"seat 1": "c6 c7", "seat 3": "c8 c9", "community": "c1 c2 c3 c4 c5"},
    "C": {"seat 1": "c8 c9", "seat 3": "c10 c11", "community": "c1 c2 c3 c4 c5"},
    "manual": {"seat 1": "c1 c3", "seat 3": "c2 c4", "community": "c5 c6 c7 c8 c9"},
}
DEALERS = {"A": "c10 c11", "B": "c10 c11", "C": "c6 c7", "manual": "c10 c11"}


@pytest.mark.parametrize(
    ("method", "clause"),
    [
        pytest.param("A", "3.7.1.1", marks=[rule("3.7.1"), rule("3.7.1.1")]),
        pytest.param("B", "3.7.2.1", marks=[rule("3.7.2"), rule("3.7.2.1")]),
        pytest.param("C", "3.7.3.1", marks=[rule("3.7.3"), rule("3.7.3.1")]),
        pytest.param("manual", "3.8", marks=rule("3.8")),
    ],
)
def test_3_7_and_3_8_every_method_puts_the_cards_where_it_says(method: str, clause: str) -> None:
    table = dealt(3, 1, method=method)
    at_once = {"dealer": DEALERS[method]} if method in ("A", "C") else {}
    assert table.places() == DEALS[method] | at_once
    event = table.log[-1]
    assert isinstance(event, CardsDealt)
    assert event.clause == clause
    table.say("all bet")
    if not at_once:
        table.say("deal")
    assert table.places() == DEALS[method] | {"dealer": DEALERS[method]}
    table.say("turn")


@rule("3.7.3.1")
def test_3_7_3_1_security_cards_are_no_cards_of_the_deck() -> None:
    method = built_in(BOOK).dealing["C"]
    assert (method.security_cards, method.interpretations) == (2, ("I-67",))
    assert len(DECK) - len(dealt(1, 3, method="C").unused) == 11


@pytest.mark.parametrize(
    ("method", "words"),
    [
        pytest.param("A", ["community", "seats 1, 2, 3", "dealer"], marks=rule("3.7.1")),
        pytest.param(
            "B", ["community", "seats 1, 2, 3", "dealer after decision flop"], marks=rule("3.7.2")
        ),
        pytest.param("C", ["community", "dealer", "seats 1, 2, 3"], marks=rule("3.7.3")),
    ],
)
def test_3_7_a_method_is_listed_step_by_step(method: str, words: list[str]) -> None:
    steps = plan(built_in(BOOK).dealing[method], [1, 2, 3])
    assert [step.split(" to ")[1] for step in steps] == words


@rule("3.7.2.1")
@rule("3.8")
@pytest.mark.parametrize("method", ["B", "manual"])
def test_3_7_2_1_the_dealers_cards_come_after_all_have_decided_and_before_the_flop(
    method: str,
) -> None:
    table = dealt(1, 3, method=method)
    table.say("seat 1  bet")
    assert "seat 3" in table.refused(DealCards(DECK[9:11])).remedy
    table.say("seat 3  fold")
    assert "deal" in table.refused(TurnCards()).remedy
    assert table.refused(DealCards(DECK[9:12])).remedy == "This deal takes 2."
    assert table.refused(DealCards((DECK[0], DECK[50]))).problem == "2c is dealt twice"
    table.say("""
        deal
        turn
    """)


@rule("3.7.2.1")
@rule("3.8")
@pytest.mark.parametrize("method", ["B", "manual"])
def test_3_7_2_1_the_dealer_gets_no_cards_when_everybody_folds(method: str) -> None:
    table = dealt(1, 3, method=method)
    table.say("all fold")
    assert not table.may(DealCards)
    table.say("settle")
    assert not table.play.dealer


@rule("1.1.9")
@rule("Appendix C")
def test_1_1_9_two_hole_cards_each() -> None:
    table = dealt(1, 2, 4, 5)
    assert {len(at.cards) for at in table.play.seats.values()} == {2}
    assert len(table.play.dealer) == 2
    assert len(DECK) - len(dealt(*range(1, 8)).unused) == 21


# --- decisions and exposure -----------------------------------------------------------------------


@rule("3.9")
def test_3_9_fold_or_twice_the_ante_from_the_left() -> None:
    table = dealt(5, 2)
    assert (table.turn_of, table.choices, table.asked) == (2, ("bet", "fold"), "3.9")
    table.say("""
        refused 3.9: seat 5  bet
        seat 2  bet
    """)
    assert table.play.seats[2].wagers["flop"] == Money(2000)
    table.say("seat 5  bet")


@rule("1.1.4")
@rule("3.9")
def test_1_1_4_no_check_at_the_flop() -> None:
    table = dealt(1)
    refusal = table.refused(Choose(1, "check"))
    assert refusal.remedy == "Now: seat 1 may bet or fold."
    table.say("""
        seat 1  bet
        turn
    """)
    assert table.choices == ("bet", "check")
    table.say("refused 1.1.15: seat 1  fold")


@rule("1.1.7")
@rule("1.1.12")
@rule("1.1.16")
@rule("3.9.2")
def test_3_9_2_three_cards_then_one_then_one() -> None:
    table = dealt(1)
    cards = table.play.community
    for up, choice in ((0, "bet"), (3, "check"), (4, "bet")):
        for viewer in (Viewer.PUBLIC, Viewer.DEALER, "p1"):
            assert table.sees(viewer).community == cards[:up] + (None,) * (5 - up)
        table.say(f"""
            seat 1  {choice}
            turn
        """)
    clauses = [e.clause for e in table.log if isinstance(e, CardsTurned)]
    assert clauses == ["3.9.2", "1.1.16", "1.1.12"]
    assert table.play.seats[1].wagers == {
        "ante": Money(1000),
        "flop": Money(2000),
        "river": Money(1000),
    }


@rule("1.1.11")
@rule("1.1.15")
def test_1_1_11_and_1_1_15_turn_and_river_are_once_the_ante_or_nothing() -> None:
    table = dealt(1, 2)
    table.say("all bet")
    for wager, clause in (("turn", "1.1.15"), ("river", "1.1.11")):
        table.say("turn")
        assert (table.turn_of, table.choices, table.asked) == (1, ("bet", "check"), clause)
        table.refused(Choose(2, "check"))
        table.say("seat 1  bet")
        assert table.play.seats[1].wagers[wager] == Money(1000)
        table.say(f"""
            refused {clause}: turn
            seat 2  check
        """)
        assert wager not in table.play.seats[2].wagers
    table.say("turn")


@rule("3.10")
def test_3_10_the_dealers_hand_is_turned_after_the_river() -> None:
    table = dealt(1)
    table.say("seat 1  bet")
    for _ in range(2):
        table.say("""
            turn
            seat 1  check
        """)
    assert table.sees(Viewer.DEALER).dealer == (None, None)
    table.say("turn")
    assert table.sees("p1").dealer == (None, None)
    table.say("""
        refused 3.10: show 1
        turn
    """)
    assert table.log[-1] == CardsTurned(what="dealer", cards=table.play.dealer, clause="3.10")
    assert table.sees("p1").dealer == table.play.dealer


def shown_down(*seats: int, unit: str | None = None) -> RoundScript:
    """Up to the moment when the players' hands are turned."""
    table = dealt(*seats, unit=unit)
    table.say("all bet")
    for _ in range(2):
        table.say("""
            turn
            all check
        """)
    table.say("""
        turn
        turn
    """)
    return table


@rule("3.10")
def test_3_10_hands_are_turned_from_the_dealers_right() -> None:
    table = shown_down(1, 4, 6)
    for seat in (6, 4, 1):
        for other in {1, 4, 6} - {seat}:
            table.say(f"refused 3.10: show {other}")
        table.say(f"show {seat}")
    table.say("settle")
    assert list(dict.fromkeys(line.seat for line in table.play.settled)) == [6, 4, 1]


@rule("3.10.1")
def test_3_10_1_who_declines_to_show_loses_and_the_cards_stay_unseen() -> None:
    table = shown_down(1, 2, unit="5.00")
    table.say("""
        refused 3.10: decline 1
        decline 2
    """)
    assert table.log[-1] == HandDeclined(seat=2, clause="3.10.1")
    table.say(f"""
        refused 3.10: show 2
        show 1
        settle {METER}
    """)
    lines = table.paid
    assert not table.hand_seen(2, by=Viewer.PUBLIC)
    assert not table.hand_seen(2, by="p1")
    assert {lines[2, wager].outcome for wager in ("ante", "flop", "progressive")} == {"lose"}


# --- folding --------------------------------------------------------------------------------------


@rule("3.9.1")
def test_3_9_1_with_all_folded_and_no_progressive_the_round_closes_at_once() -> None:
    table = dealt(1, 2)
    table.say("all fold")
    for command in (TurnCards(), ShowHand(2), DealCards(DECK[11:13])):
        assert table.refused(command).remedy == "Now: the dealer may settle the round."
    table.say("settle")
    lines = table.paid
    assert {line.outcome for line in lines.values()} == {"lose"}
    assert table.sees(Viewer.PUBLIC).community == (None,) * 5


@rule("3.9.1")
@rule("1.1.8")
@pytest.mark.parametrize("method", ["A", "B", "C", "manual"])
def test_3_9_1_with_all_folded_the_flop_is_shown_for_a_progressive_wager(method: str) -> None:
    table = play(BOOK, method=method, unit="5.00").say("""
        seat 1  ante 10.00  bonus 5.00  progressive 5.00
        seat 2  ante 10.00
        no more bets
    """)
    deals = {
        "A": "6h 7h 8h 2c 3d  4h 5h  Ks Qd  Ac Ad",
        "B": "6h 7h 8h 2c 3d  4h 5h  Ks Qd",
        "C": "6h 7h 8h 2c 3d  Ac Ad  4h 5h  Ks Qd",
        "manual": "4h Ks 5h Qd  6h 7h 8h 2c 3d",
    }
    table.say(f"""
        deal {deals[method]}
        all fold
        turn
    """)
    assert table.sees(Viewer.PUBLIC).community == (*table.play.community[:3], None, None)
    assert not table.may(TurnCards)
    # Only the hand with the progressive wager is turned; the dealer's is not needed.
    table.say("show 1")
    assert not table.hand_seen(2, by=Viewer.PUBLIC)
    table.say(f"settle {METER}")
    lines = table.paid
    assert not table.play.is_dealer_up
    assert {lines[1, wager].outcome for wager in ("ante", "bonus")} == {"lose"}
    assert lines[1, "progressive"].winnings == Money(1000000)


@rule("3.9.1")
def test_3_9_1_beside_a_playing_hand_a_folded_one_is_turned_only_for_its_progressive() -> None:
    table = play(BOOK, unit="5.00").say("""
        seat 1  ante 10.00
        seat 2  ante 10.00
        seat 3  ante 10.00  progressive 5.00
        no more bets
        deal
        seat 1  bet
        seat 2  fold
        seat 3  fold
    """)
    for _ in range(2):
        table.say("turn")
        assert table.turn_of == 1
        table.say("seat 1  check")
    table.say("""
        turn
        turn
        show 3 1
    """)
    assert not table.may(ShowHand)
    assert not table.hand_seen(2, by=Viewer.PUBLIC)


@rule("3.9.1")
def test_3_9_1_a_folded_hand_may_stay_unseen_and_its_progressive_then_loses() -> None:
    table = dealt(1, unit="5.00")
    table.say(f"""
        seat 1  fold
        turn
        decline 1
        settle {METER}
    """)
    lines = table.paid
    assert lines[1, "progressive"].outcome == "lose"


# --- several hands --------------------------------------------------------------------------------


def blind(*seats: int) -> RoundScript:
    """One player at several positions."""
    table = play(BOOK, unit="5.00")
    for seat in seats:
        table.say(f"seat {seat} anna:  ante 10.00  progressive 5.00")
    table.say("""
        no more bets
        deal
    """)
    return table


@rule("1.1.2")
@rule("3.5.2")
def test_1_1_2_of_several_hands_one_is_viewed_and_the_first_look_fixes_it() -> None:
    table = blind(1, 2, 5)
    assert not any(table.hand_seen(seat, by="anna") for seat in (1, 2, 5))
    table.say("view 2")
    assert table.log[-1] == HandViewed(seat=2, clause="3.4.1")
    assert [table.hand_seen(seat, by="anna") for seat in (1, 2, 5)] == [False, True, False]
    for seat in (1, 2, 5):
        table.say(f"refused 3.9: view {seat}")
    # Every hand gets its own decision, seen or not.
    table.say("""
        seat 1  fold
        seat 2  bet
        seat 5  bet
    """)


@rule("1.1.2")
def test_1_1_2_a_hand_taken_out_does_not_open_another_to_view() -> None:
    table = blind(1, 2)
    table.say("""
        view 1
        remove 1 5.10
    """)
    assert not table.hand_seen(2, by="anna")
    table.say("refused 3.9: view 2")


@rule("1.1.2")
def test_1_1_2_with_nothing_viewed_the_hand_that_plays_on_may_be() -> None:
    table = blind(3, 5)
    table.say("""
        remove 5 5.10.2
        view 3
    """)
    assert table.hand_seen(3, by="anna")
    assert not table.hand_seen(5, by="anna")


@rule("1.1.2")
def test_1_1_2_who_has_one_hand_just_looks() -> None:
    table = dealt(1, 2)
    assert table.hand_seen(1, by="p1")
    table.say("refused 3.9: view 1")


# --- irregularities -------------------------------------------------------------------------------


@rule("5.1.1")
def test_5_1_1_a_void_round_returns_what_a_fold_had_lost() -> None:
    table = dealt(1, 2, unit="5.00")
    table.say(f"""
        seat 1  fold
        seat 2  bet
        void 5.1.1
        refused 5.1.1: turn
        settle {METER}
    """)
    assert (table.back(1), table.back(2)) == (Money(1500), Money(3500))


@rule("5.7")
def test_5_7_a_removed_hand_gets_all_its_wagers_back_and_the_others_play_on() -> None:
    table = play(BOOK, unit="5.00").say("""
        seat 2  ante 10.00  bonus 5.00  progressive 5.00
        seat 1  ante 10.00
        no more bets
        deal
        seat 1  bet
        seat 2  bet
        remove 2 5.7
    """)
    for _ in range(2):
        table.say("""
            turn
            seat 1  check
        """)
    table.say(f"""
        turn
        turn
        refused 3.10: show 2
        show 1
        settle {METER}
    """)
    lines = table.paid
    assert table.back(2) == Money(4000)
    assert {line.outcome for (seat, _), line in lines.items() if seat == 2} == {"returned"}


@rule("5.7")
def test_5_7_with_the_last_playing_hand_removed_nobody_needs_more_cards() -> None:
    table = dealt(1, 2)
    table.say("""
        seat 1  fold
        seat 2  bet
        turn
        seat 2  check
        turn
        remove 2 5.7
    """)
    assert not table.may(TurnCards)
    table.say("settle")
    lines = table.paid
    assert (lines[1, "ante"].outcome, lines[2, "ante"].outcome) == ("lose", "returned")


@rule("5.12")
@rule("5.12.1")
def test_5_12_1_before_no_more_bets_an_ante_is_added_or_the_progressive_cancelled() -> None:
    table = play(BOOK, unit="5.00").say("""
        seat 2  ante 10.00  bonus 5.00  progressive 5.00
        refused 3.2 "Take down bonus first.": down 2 p2 ante
        seat 2  without bonus
        seat 2  without ante
    """)
    assert table.play.seats[2].is_orphan
    table.say("""
        refused 3.5 "Place Ante first.": bet 2 p2 bonus 5.00
        seat 2  ante 10.00
        seat 2  without ante
        seat 2  without progressive
    """)
    assert not table.play.seats


@rule("5.12.2")
def test_5_12_2_after_no_more_bets_a_progressive_alone_is_no_wager_and_goes_back() -> None:
    table = play(BOOK, unit="5.00").say("""
        seat 2  ante 10.00  progressive 5.00
        seat 2  without ante
        refused 3.4: no more bets
        seat 1  ante 10.00  progressive 5.00
        no more bets
        deal 4h 5h 6h 2c 3d  7h 8h  Ks Qd
    """)
    assert 2 not in [seat.seat for seat in table.sees(Viewer.PUBLIC).seats if seat.cards]
    table.say(f"""
        seat 1  fold
        turn
        show 1
        settle {METER}
    """)
    lines = table.paid
    assert lines[1, "progressive"].winnings == Money(1000000)
    assert (lines[2, "progressive"].outcome, table.back(2)) == ("returned", Money(500))
    assert "5.12.2" in lines[2, "progressive"].rules
