"""Three Card Poker: the round as it is conducted, command by command."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK
from pitboss.games.library import built_in
from pitboss.money import Money
from pitboss.round.deal import CardsLeftDown, CardsTurned, DealCards, TurnCards
from pitboss.round.decisions import (
    HandDeclined,
)
from pitboss.round.start import RoundOpened
from pitboss.round.view import Viewer
from pitboss.round.wagers import PlaceWager
from pitboss.rulebook.model import OptionValue
from tests.script import RoundScript, play

BOOK = "mbs-megalink-three-card-v6"
METER = "jackpot 60000.00 reset 10000.00"
METHODS = ("automated", "manual")


def rule(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(BOOK, clause)


def dealt(*seats: int, method: str = "automated") -> RoundScript:
    """A table at which these seats hold cards, in the order of the deck."""
    table = play(BOOK, method=method)
    for seat in seats:
        table.say(f"seat {seat}  ante 10.00")
    table.say("""
        no more bets
        deal
    """)
    return table


def place(seat: int, wager: str, stake: str, player: str = "") -> PlaceWager:
    return PlaceWager(seat, player or f"p{seat}", wager, Money.parse(stake))


# --- opening and closing ------------------------------------------------------------------------


@rule("title")
def test_title_the_first_event_fixes_version_6_and_its_digest() -> None:
    opened = play(BOOK).log[0]
    assert isinstance(opened, RoundOpened)
    assert (opened.rulebook, opened.edition) == (BOOK, "Version 6")
    assert opened.digest == built_in(BOOK).digest


@rule("2.2")
@rule("Appendix A")
@pytest.mark.parametrize("positions", [4, 8])
def test_2_2_layouts_have_five_to_seven_positions(positions: int) -> None:
    table = RoundScript(BOOK, positions=positions)
    table.say('refused Appendix C "Layouts have 5 to 7.": call')
    play(BOOK, positions=7)
    play(BOOK, positions=5)


# --- wagers ---------------------------------------------------------------------------------------


@rule("3.4")
@pytest.mark.parametrize("wagers", [("ante",), ("pair_plus",), ("ante", "pair_plus")])
def test_3_4_ante_or_pair_plus_or_both_make_a_hand(wagers: tuple[str, ...]) -> None:
    table = play(BOOK)
    for wager in wagers:
        table.say(f"seat 3  {wager} 10.00")
    table.say("""
        no more bets
        deal
    """)
    assert len(table.play.seats[3].cards) == 3


@rule("3.5")
@pytest.mark.parametrize("beside", ["ante", "pair_plus"])
def test_3_5_a_progressive_wager_needs_ante_or_pair_plus(beside: str) -> None:
    table = play(BOOK, unit="5.00")
    refusal = table.refused(place(1, "progressive", "5.00"))
    assert (refusal.clause, refusal.remedy) == ("3.5.3", "Place Ante or Pair Plus first.")
    table.say(f"""
        seat 1  {beside} 10.00
        seat 1  progressive 5.00
    """)


@rule("3.4.2")
def test_3_4_2_one_wager_of_each_type_on_an_area() -> None:
    table = play(BOOK, unit="5.00").say("""
        seat 1  ante 10.00  progressive 5.00
        refused 3.5.3: bet 1 p1 progressive 5.00
        refused 3.4: bet 1 p1 ante 10.00
        seat 1 ben:  ante 10.00
    """)
    assert table.play.seats[1].wagers["ante"] == Money(2000)


# --- the deal -----------------------------------------------------------------------------------


@rule("3.7")
def test_3_7_packets_of_three_and_the_top_community_card_is_burned_unseen() -> None:
    table = dealt(3, 1)
    assert table.places() == {
        "seat 1": "c1 c2 c3",
        "seat 3": "c4 c5 c6",
        "dealer": "c7 c8 c9",
        "community": "c10 c11",
        "burned": "c12",
    }
    for viewer in (Viewer.PUBLIC, Viewer.DEALER, "p1"):
        assert table.sees(viewer).burned == (None,)


@rule("3.8")
def test_3_8_single_cards_three_times_round_and_no_burn() -> None:
    table = dealt(3, 1, method="manual")
    assert table.places() == {
        "seat 1": "c1 c4 c7",
        "seat 3": "c2 c5 c8",
        "dealer": "c3 c6 c9",
        "community": "c10 c11",
    }


@rule("3.7")
@rule("3.8")
@rule("Appendix C")
@pytest.mark.parametrize(("method", "cards"), [("automated", 6), ("manual", 5)])
def test_3_7_cards_used_for_any_number_of_hands(method: str, cards: int) -> None:
    for hands in range(1, 8):
        assert (
            len(DECK) - len(dealt(*range(1, hands + 1), method=method).unused) == 3 * hands + cards
        )


@rule("2.1")
def test_2_1_no_card_is_dealt_twice() -> None:
    table = play(BOOK).say("""
        seat 1  ante 10.00
        no more bets
    """)
    cards = (*DECK[:3], DECK[0], *DECK[4:9])
    assert table.refused(DealCards(cards)).problem == "2c is dealt twice"


# --- decisions and exposure -----------------------------------------------------------------------


@rule("3.9")
def test_3_9_fold_or_play_from_the_left_in_turn() -> None:
    table = dealt(5, 2)
    assert (table.turn_of, table.choices, table.asked) == (2, ("play", "fold"), "3.9")
    table.say("""
        refused 3.9 "Now: seat 2 may play or fold.": seat 5  play
        refused 3.9: seat 2  continue
        seat 2  play
        refused 3.9: seat 2  fold
        seat 5  fold
        refused 3.10: seat 5  play
    """)


@rule("1.1.1")
@rule("1.1.7")
@rule("3.9.2")
def test_3_9_2_play_equals_the_ante() -> None:
    table = play(BOOK).say("""
        seat 1  ante 15.00
        no more bets
        deal
        seat 1  play
    """)
    assert table.play.seats[1].wagers["play"] == Money(1500)


@rule("3.9")
@rule("3.9.3")
def test_3_9_3_pair_plus_alone_continues_without_a_further_stake() -> None:
    table = play(BOOK).say("""
        seat 1  pair_plus 10.00
        seat 2  ante 10.00
        no more bets
        deal
    """)
    assert (table.turn_of, table.choices) == (1, ("continue",))
    table.say("""
        refused 3.9: seat 1  fold
        refused 3.9: seat 1  play
        seat 1  continue
    """)
    assert table.play.seats[1].wagers == {"pair_plus": Money(1000)}
    table.say("""
        seat 2  play
        turn
        turn
        show 2 1
        settle
    """)
    lines = table.paid
    assert [wager for seat, wager in lines if seat == 1] == ["pair_plus"]


@rule("3.10")
def test_3_10_the_dealers_hand_is_turned_once_all_have_decided() -> None:
    table = dealt(1, 2)
    table.say("""
        seat 1  play
        refused 3.9 "seat 2": turn
        seat 2  fold
    """)
    assert table.sees("p1").dealer == (None,) * 3
    table.say("turn")
    assert table.log[-1] == CardsTurned(what="dealer", cards=table.play.dealer, clause="3.10")
    assert table.sees("p1").dealer == table.play.dealer
    assert table.sees("p1").community == (None, None)


@rule("3.10.1")
def test_3_10_1_then_both_community_cards_at_once() -> None:
    table = dealt(1)
    table.say("""
        seat 1  play
        turn
        turn
    """)
    assert table.log[-1] == CardsTurned(
        what="community", cards=table.play.community, clause="3.10.1"
    )
    assert table.sees(Viewer.PUBLIC).community == table.play.community


@rule("3.10.1")
def test_3_10_1_without_a_progressive_wager_they_may_stay_down_and_that_is_logged() -> None:
    table = dealt(1)
    table.say("""
        seat 1  play
        refused 3.10: leave down
        turn
    """)
    assert table.may(TurnCards)
    table.say("leave down")
    assert table.log[-1] == CardsLeftDown(clause="3.10.1")
    table.say("""
        refused 3.10: turn
        show 1
        settle
    """)
    assert table.sees(Viewer.PUBLIC).community == (None, None)


@rule("3.10")
def test_3_10_hands_are_turned_from_the_dealers_right() -> None:
    table = dealt(1, 4, 6)
    table.say("""
        all play
        turn
        turn
    """)
    for seat in (6, 4, 1):
        for other in {1, 4, 6} - {seat}:
            table.say(f"refused 3.10: show {other}")
        table.say(f"show {seat}")
    table.say("settle")
    assert list(dict.fromkeys(line.seat for line in table.play.settled)) == [6, 4, 1]


@rule("3.10.2")
@pytest.mark.parametrize(
    ("dealer", "options", "ante"),
    [
        ("Qs 9d 4c", {}, "lose"),
        ("Js 9d 4c", {}, "win"),
        ("Js 9d 4c", {"decline_when_dealer_not_qualified": "lose_all"}, "lose"),
    ],
)
def test_3_10_2_who_declines_to_show_loses_what_goes_by_the_unseen_cards(
    dealer: str, options: dict[str, OptionValue], ante: str
) -> None:
    table = play(BOOK, unit="5.00", method="automated", options=options).say(f"""
        seat 1  ante 10.00  pair_plus 5.00  progressive 5.00
        no more bets
        deal Kh Kd 2c {dealer} 7h 8h 2s
        seat 1  play
        turn
        turn
        decline 1
    """)
    assert table.log[-1] == HandDeclined(seat=1, clause="3.10.2")
    table.say(f"settle {METER}")
    lines = table.paid
    assert not table.hand_seen(1, by=Viewer.PUBLIC)
    assert lines[1, "ante"].outcome == ante
    assert {lines[1, wager].outcome for wager in ("pair_plus", "progressive")} == {"lose"}


# --- folding --------------------------------------------------------------------------------------


@rule("3.9.1")
@rule("3.9.1.1")
def test_3_9_1_1_a_folded_hand_is_turned_for_its_pair_plus() -> None:
    table = play(BOOK).say("""
        seat 1  ante 10.00  pair_plus 10.00
        seat 2  ante 10.00
        no more bets
        deal 4s 4d 9c  2h 7d Js  Ah Kd 3c  5h 6h 8c
        all fold
        turn
        leave down
        refused 3.10: show 2
        show 1
        settle
    """)
    lines = table.paid
    assert (lines[1, "ante"].outcome, lines[2, "ante"].outcome) == ("lose", "lose")
    assert lines[1, "pair_plus"].winnings == Money(1000)
    assert not table.hand_seen(2, by=Viewer.PUBLIC)


# --- several hands --------------------------------------------------------------------------------


@rule("1.1.3")
@rule("3.4.1")
@rule("3.5.2")
def test_1_1_3_of_several_hands_one_is_viewed_and_the_first_look_fixes_it() -> None:
    table = play(BOOK, unit="5.00")
    for seat in (1, 2, 3):
        table.say(f"seat {seat} anna:  ante 10.00  progressive 5.00")
    table.say("""
        seat 4  ante 10.00
        no more bets
        refused 3.7: view 2
        deal
    """)
    assert not any(table.hand_seen(seat, by="anna") for seat in (1, 2, 3))
    table.say("""
        refused 3.9: view 4
        view 2
    """)
    assert [table.hand_seen(seat, by="anna") for seat in (1, 2, 3, 4)] == [
        False,
        True,
        False,
        False,
    ]
    for seat in (1, 3):
        table.say(f"refused 3.9: view {seat}")
    for seat in (1, 2, 3, 4):
        table.say(f"seat {seat}  play")
    table.say("""
        turn
        turn
    """)
    # Blind hands are turned by the dealer like any other.
    table.say("show 4 3 2 1")
    assert all(table.hand_seen(seat, by="anna") for seat in (1, 2, 3, 4))


# --- irregularities -------------------------------------------------------------------------------


@rule("5.1.1")
def test_5_1_1_a_void_round_returns_everything() -> None:
    table = play(BOOK, unit="5.00").say(f"""
        seat 2  ante 10.00  pair_plus 10.00  progressive 5.00
        no more bets
        deal
        void 5.1.1
        refused 5.1.1: seat 2  play
        settle {METER}
    """)
    assert table.back(2) == Money(2500)
    assert {line.outcome for line in table.play.settled} == {"void"}


@rule("5.7")
def test_5_7_a_removed_hand_gets_all_its_wagers_back_and_the_others_play_on() -> None:
    table = play(BOOK, unit="5.00").say(f"""
        seat 4  ante 10.00  pair_plus 10.00  progressive 5.00
        seat 5  ante 10.00
        no more bets
        deal
        seat 4  play
        remove 4 5.7
        seat 5  play
        turn
        leave down
        show 5
        settle {METER}
    """)
    lines = table.paid
    assert table.back(4) == Money(3500)
    assert {line.outcome for (seat, _), line in lines.items() if seat == 4} == {"returned"}
    assert lines[5, "ante"].outcome in ("win", "lose", "stand_off")


@rule("5.12")
@rule("5.12.1")
def test_5_12_1_before_no_more_bets_pair_plus_is_added_or_the_progressive_cancelled() -> None:
    table = play(BOOK, unit="5.00").say("""
        seat 1  ante 10.00  progressive 5.00
        seat 1  without ante
    """)
    assert table.play.seats[1].is_orphan
    table.say("""
        refused 3.4: no more bets
        seat 1  pair_plus 5.00
        no more bets
    """)
    assert table.play.live


@rule("5.12.2")
def test_5_12_2_after_no_more_bets_a_progressive_alone_is_no_wager_and_goes_back() -> None:
    table = play(BOOK, unit="5.00").say("""
        seat 1  ante 10.00  progressive 5.00
        seat 1  without ante
        seat 2  pair_plus 5.00
        no more bets
        deal
    """)
    assert not table.play.seats[1].cards
    assert table.turn_of == 2
    table.say("""
        seat 2  continue
        turn
    """)
    # The wager is none, so it does not make the community cards needed.
    table.say(f"""
        leave down
        show 2
        settle {METER}
    """)
    lines = table.paid
    assert (lines[1, "progressive"].outcome, table.back(1)) == ("returned", Money(500))
