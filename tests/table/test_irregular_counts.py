"""Counting the deck: what a wrong number does to the round, and to the deck."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.cards import DECK
from pitboss.errors import RuleBreach
from pitboss.round.deal import DealCards
from pitboss.round.result import RoundVoided, WagerSettled
from pitboss.table.equipment.shuffles import DeckCounted
from pitboss.table.equipment.stub import keeps_deck, void_for_count
from pitboss.table.irregularities.laid_cards import on_table
from pitboss.table.irregularities.wrong_cards import check_number_entered
from pitboss.table.rounds import CallForBets
from pitboss.table.table import evolve
from tests.table.conductor import (
    HOLDEM,
    LINKED,
    MEGALINK,
    MGC,
    RIDE,
    THREE,
    bet,
    is_void,
    report,
    staked,
    under,
)

RIDES = under(dict.fromkeys((MEGALINK, RIDE), ("5.2",)))
DOUBT = under(dict.fromkeys(LINKED, ("5.8",)))


COUNTED = 'rule counted "counted on the layout"'


# --- a count that was made ----------------------------------------------------------------------


@RIDES
@pytest.mark.parametrize("count", ["51", "53"])
def test_5_2_too_few_or_too_many_cards_void_the_round(book: str, count: str) -> None:
    table = staked(book, 1, 3).say("deal", f'report card_count count="{count}"')
    is_void(table, "5.2")


@RIDES
def test_5_2_a_whole_deck_changes_nothing(book: str) -> None:
    table = staked(book, 1, 3).say("deal", "changes nothing: report card_count stub=44")
    before = table.table.play
    table.say("report card_count count=52")
    assert table.table.play == before
    table.say("goes on", "report card_count stub=43")
    is_void(table, "5.2")


@RIDES
def test_5_2_until_bets_are_called_for_the_next_round(book: str) -> None:
    table = staked(book, 1).say("play on", "settle", "end", "report card_count count=51")
    table.say("once settlement-undone clause=5.2")
    is_void(table, "5.2")
    table = staked(book, 1).say("play on", "settle", "end")
    first = table.events(WagerSettled)
    bet(table, 1)
    table.say("report card_count count=51")
    assert table.events(WagerSettled) == first, "the closed round stands"
    is_void(table, "5.2")


@RIDES
@pytest.mark.parametrize("told", ["", "count=52 stub=44", "count=many"])
def test_5_2_a_count_is_told_by_one_number(book: str, told: str) -> None:
    staked(book, 1).say(f"refused 5.2: report card_count {told}")


# --- a count that is asked for ------------------------------------------------------------------


@DOUBT
def test_5_8_doubt_stops_the_round_until_the_cards_are_counted(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    before = table.table.play
    table.say("report count_doubt", "waits for Rule")
    table.say(
        *(f"refused 5.8: {line}" for line in ("turn", "show 1", "report count_doubt", COUNTED))
    )
    table.say(f"{COUNTED} count=52")
    assert table.table.play == before
    table.say("play on", "settle", "end")


@DOUBT
@pytest.mark.parametrize("count", ["51", "53"])
def test_5_8_another_number_voids_the_round(book: str, count: str) -> None:
    table = staked(book, 1, 2).say("deal", "report count_doubt", f"{COUNTED} count={count}")
    is_void(table, "5.8")


@DOUBT
def test_5_8_the_number_counted_is_on_record(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    table.say("report count_doubt", f"{COUNTED} stub={52 - len(on_table(table.table.play))}")
    table.say("once deck-counted deck= cards=52 clause=5.8")
    table.say("report count_doubt", f"{COUNTED} count=51")
    assert table.events(DeckCounted)[-1].cards == 51


@RIDES
def test_5_2_cards_that_are_not_entered_are_in_no_count_of_the_stub(book: str) -> None:
    """Eight cards on the felt and 44 beside them are a whole deck, and the round was void."""
    why = "Count those on the table too, and tell count."
    table = staked(book, 1, 3).say(f'refused "{why}": report card_count stub=44')
    table.say("report card_count count=52", "void by nothing", "deal", "report card_count stub=44")
    table.say("void by nothing")


@DOUBT
def test_5_8_cards_that_are_not_entered_are_in_no_count_of_the_stub(book: str) -> None:
    why = "Count those on the table too, and tell count."
    table = staked(book, 1, 2).say("report count_doubt", f'refused 5.8 "{why}": {COUNTED} stub=43')
    table.say(f"{COUNTED} count=52", "void by nothing")


@under({HOLDEM: ("5.8", "5.7"), THREE: ("5.8", "5.7")})
def test_5_8_the_cards_of_a_hand_of_a_wrong_number_are_in_no_count_of_the_stub(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    size = table.rules.rulebook.hand_cards
    table.say(f'report wrong_number_hand seat=2 cards="{size + 1}"', "report count_doubt")
    stub = 52 - len(on_table(table.table.play)) - 1
    table.say(f'refused "Count those on the table too": {COUNTED} stub={stub}')
    table.say(f"{COUNTED} count=52", "play on", "settle", "end", "void by nothing")


@DOUBT
def test_5_8_until_bets_are_called_for_the_next_round(book: str) -> None:
    # The next round waits for the count as well.
    table = staked(book, 1).say("play on", "settle", "end", "report count_doubt")
    assert table.refused(CallForBets(gaming_day="2026-11-15")).clause == "5.8"
    table.say(f"{COUNTED} count=51", "once settlement-undone clause=5.8")
    is_void(table, "5.8")


@DOUBT
def test_5_8_there_is_nothing_to_doubt_once_the_round_is_void(book: str) -> None:
    table = staked(book, 1).say('report foreign_card card="a joker" place="the deck"')
    table.say("refused 5.1.1: report count_doubt", "goes on")


@DOUBT
def test_5_8_no_count_is_told_where_none_was_asked_for(book: str) -> None:
    staked(book, 1).say(f'refused "A ruling on nothing": {COUNTED} count=52')


@pytest.mark.rule(THREE, "5.8")
def test_5_8_the_stub_and_what_lies_on_the_table_make_52_with_the_burned_card() -> None:
    table = staked(THREE, 1, 2, 3, 4, 5).say("deal", "report count_doubt", f"{COUNTED} stub=31")
    table.say("void by nothing", "report count_doubt", f"{COUNTED} stub=32")
    is_void(table, "5.8")


@pytest.mark.rule(HOLDEM, "5.8")
def test_5_8_security_cards_are_not_counted() -> None:
    table = staked(HOLDEM, 1, method="C").say("deal", "report count_doubt", f"{COUNTED} count=54")
    assert table.rules.rulebook.dealing["C"].security_cards == 2
    is_void(table, "5.8")


# --- a wrong stub in Massachusetts --------------------------------------------------------------


@pytest.mark.rule(MGC, "7(e)(2)")
@pytest.mark.parametrize(
    ("misdealt", "total", "clause", "keeps"),
    [
        (True, 52, "13(c)", True),
        (True, 51, "13(c)", False),
        (False, 51, "7(e)(2)", False),
        (False, 53, "7(e)(2)", False),
    ],
)
def test_7_e_2_a_wrong_stub_voids_all_hands_and_only_a_misdeal_of_52_keeps_the_deck(
    misdealt: bool, total: int, clause: str, keeps: bool
) -> None:
    table = staked(MGC, 1, 2).say("deal")
    happened = list(void_for_count(table.rules, table.table, misdealt=misdealt, clause="7(e)(2)"))
    assert happened == [RoundVoided(clause=clause)]
    for event in happened:
        table.table = evolve(table.table, event)
    table.log += happened
    assert keeps_deck(misdealt=misdealt, total=total) is keeps
    is_void(table, clause)


# --- more or fewer cards entered than a deal has --------------------------------------------------


@under(
    {
        MGC: ("8(a)", "13(c)", "13(e)"),
        RIDE: ("5.4",),
        MEGALINK: ("5.4",),
        HOLDEM: ("5.3", "5.7"),
        THREE: ("5.3", "5.7"),
    }
)
def test_another_number_of_cards_than_the_deal_has_is_told_what_to_report(book: str) -> None:
    table = staked(book, 1, 3, method="machine" if book == MGC else "")
    entered = DECK[: 8 if book == MGC else 7]
    refusal = table.refused(DealCards(entered))
    kinds = "wrong_number or machine_fault" if book == MGC else "wrong_number"
    if book in LINKED:
        kinds = "wrong_number or wrong_number_hand"
    assert refusal.problem == f"{len(entered)} cards"
    assert refusal.remedy.endswith(f"If so many were dealt, report {kinds}.")
    kind, *others = kinds.split(" or ")
    assert table.refused(report(kind)).clause in ("13(c)", "5.4", "5.3")
    if book == MGC:
        table.say(f'report {others[0]} fault="two cards in the last stack"')
        is_void(table, "13(e)")


def test_without_a_rule_for_wrong_numbers_the_remedy_is_the_deal_in_its_order() -> None:
    table = staked(HOLDEM, 1, 3)
    rulebook = table.rules.rulebook
    plain = {"uncovered": rulebook.irregularities["uncovered"]}
    rules = replace(table.rules, rulebook=replace(rulebook, irregularities=plain))
    with pytest.raises(RuleBreach) as refusal:
        check_number_entered(rules, table.table, DECK[:7])
    assert refusal.value.remedy == (
        "This deal takes 11: 5 to the community, 2 to each of 2 seats from the dealer's left, "
        "2 to the dealer."
    )


def test_the_dealer_is_told_how_many_cards_are_due() -> None:
    staked(HOLDEM, 1, 3).say("due the dealer may deal 11 cards")
