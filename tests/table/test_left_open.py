"""What the dealer is asked for or has to offer after something went wrong."""

from __future__ import annotations

import pytest

from pitboss.table.prompts import due_lines
from pitboss.table.rules import Mode
from tests.table.conductor import HOLDEM, LINKED, MBS, MGC, THREE, LiveTable, staked, under

STAYS = {HOLDEM: "bet", THREE: "play"}
UNTIL = "until the next card is exposed"
PERMIT = (
    "the Pit Supervisor or a higher role may permit the other hands to withdraw, "
    f"{UNTIL}: report permit_withdrawal reason=REASON (5.7.1)"
)
AGAIN = "the round is void: begin again from the shuffle, with one whole deck (I-82)"


@under({HOLDEM: ("5.7.1",), THREE: ("5.7.1",)})
def test_5_7_1_the_others_are_asked_once_it_is_permitted_and_until_a_card_is_exposed(
    book: str,
) -> None:
    all_or_none = f"take back all wagers or none, {UNTIL}: report withdrawal seat=SEAT (5.7.1)"
    table = staked(book, 1, 2, 3).say("deal", f"not due {PERMIT}")
    table.say("report wrong_number_hand seat=2 cards=4", f"due {PERMIT}")
    table.say('as Pit Supervisor: report permit_withdrawal reason="asked for it"')
    table.say(f"due seats 1, 3 each say whether they {all_or_none}", f"not due {PERMIT}")
    table.say("report withdrawal seat=3", f"due seat 1 says whether they {all_or_none}")
    table.say(f"seat 1  {STAYS[book]}", "turn", "not due 5.7.1")


@under({HOLDEM: ("5.7.1",), THREE: ("5.7.1",)})
def test_5_7_1_is_not_offered_where_nobody_could_withdraw(book: str) -> None:
    gone = ("report wrong_number_hand seat=1 cards=4", f"not due {PERMIT}")
    staked(book, 1).say("deal", *gone)
    staked(book, 1, 2).say("deal", "play on", *gone)


@pytest.mark.parametrize("book", MBS)
def test_i_82_after_a_void_round_the_dealer_is_asked_to_begin_from_the_shuffle(book: str) -> None:
    table = staked(book, 1).say("deal", f"not due {AGAIN}")
    table.say('report foreign_card card="a joker" place="the deck"', f"due {AGAIN}")
    table.say("settle", "end", f"due {AGAIN}", "call", f"not due {AGAIN}")


def test_i_82_a_rulebook_with_procedures_for_it_asks_by_those() -> None:
    table = staked(MGC, 1).say("deal", 'report uncovered what="a fire alarm"')
    table.say('as top: rule void "seen on camera 4"', f"not due {AGAIN}")
    assert table.table.play.void is not None


@pytest.mark.parametrize("book", LINKED)
def test_i_82_where_a_generator_deals_nobody_shuffles(book: str) -> None:
    table = LiveTable(book, mode=Mode.ELECTRONIC).say("call", "seat 1  ante 10.00", "no more bets")
    table.say('report uncovered what="a fire alarm"', 'as top: rule void "seen on camera 4"')
    table.say(f"not due {AGAIN}")


# --- how cards are laid down ---------------------------------------------------------------------


@under({THREE: ("3.9.2",)})
def test_3_9_2_the_dealer_is_told_how_cards_and_play_wager_lie(book: str) -> None:
    line = "see that the cards lie face down with the wager on top of them (3.9.2)"
    table = LiveTable(book).say("call", "seat 1  ante 10.00", "seat 2  pair_plus 10.00")
    table.say("seat 3  ante 10.00", "no more bets", f"not due Play at seat 1: {line}")
    # Without an ante nothing is wagered on Play.
    table.say("deal", f"due Play at seat 1: {line}", "seat 1  play", "not due face down")
    table.say("seat 2  continue", f"due Play at seat 3: {line}", "seat 3  fold")
    table.say("not due face down with", "play on", "settle")
    assert list(due_lines(table.rules, table.table))[-1] == "the dealer may end the round (1.1.9)"


def test_3_9_2_where_there_are_no_cards_to_lay_down_nothing_is_said() -> None:
    table = LiveTable(THREE, mode=Mode.ELECTRONIC).say("call", "seat 1  ante 10.00", "no more bets")
    table.say("deal", "not due face down")
