"""No card is dealt before the Magic Card and the Lucky Player are drawn."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.round.deal import DealCards, RecordDraws
from pitboss.table.irregularities.reports import ReportIrregularity
from tests.table.conductor import LiveTable

MEGALINK = "mbs-megalink-let-it-ride-v2"
HAND = "9h Td 3h 4c 5d"


def closed(*wagers: str) -> LiveTable:
    """One player with the three bets and these wagers, and no more bets."""
    table = LiveTable(MEGALINK, unit="5.00").say("call", "seat 1  base 10.00")
    for wager in wagers:
        table.say(f"seat 1  {wager} 5.00")
    table.say("no-more-bets")
    return table


def deal(cards: str = HAND) -> DealCards:
    return DealCards(tuple(map(Card.parse, cards.split())))


@pytest.mark.rule(MEGALINK, "4.3")
@pytest.mark.rule(MEGALINK, "4.4")
def test_4_3_and_4_4_no_card_is_dealt_to_a_progressive_wager_before_the_draws() -> None:
    table = closed("progressive")
    refusal = table.refused(deal())
    assert refusal.clause == "I-19"
    assert "due next" in refusal.remedy
    table.give(RecordDraws(lucky_seat=1))
    table.say(f"deal {HAND}")
    assert table.table.play.lucky_seat == 1


@pytest.mark.rule(MEGALINK, "4.3")
def test_4_3_nor_are_cards_dealt_by_a_report_of_how_they_lie() -> None:
    """What is entered for a wrong deal is a deal too, and so is a key that is put right later."""
    table = closed("progressive")
    doubted = deal("9h 9h 3h 4c 5d")
    laid = {"laid": "1: 9h Td; community: 4c 5d", "handled": "no"}
    misdealt = ReportIrregularity(kind="misdeal", details=laid)
    assert table.refused(doubted).clause == "I-19"
    assert table.refused(misdealt).clause == "I-19"
    table.give(RecordDraws())
    table.give(doubted)
    assert table.table.halt is not None


@pytest.mark.rule(MEGALINK, "4.3")
def test_4_3_where_no_progressive_wager_stands_nothing_is_waited_for() -> None:
    table = closed()
    table.say(f"deal {HAND}")
    assert table.table.play.seats[1].cards


@pytest.mark.rule(MEGALINK, "4.4")
def test_4_4_a_table_that_lost_its_link_deals_without_draws() -> None:
    table = LiveTable(MEGALINK, unit="5.00").say("call", "seat 1  base 10.00  progressive 5.00")
    table.say('as system: lose-link "the line is dead"', "no-more-bets", f"deal {HAND}")
    assert table.table.play.seats[1].cards


@pytest.mark.rule(MEGALINK, "4.3")
def test_4_3_a_link_found_in_a_round_that_is_bound_to_no_draws_waits_for_its_end() -> None:
    table = LiveTable(MEGALINK, unit="5.00").say('as system: lose-link "the line is dead"', "call")
    table.say("refused I-19: as system: find-link", "seat 1  base 10.00", "no-more-bets")
    table.say(f"deal {HAND}")
    for _ in range(2):
        table.say("seat 1  ride", "turn")
    table.say("show 1", "settle", "end", "as system: find-link", "call")
    table.say("seat 1  base 10.00  progressive 5.00")


@pytest.mark.rule(MEGALINK, "4.3")
def test_4_3_a_link_lost_and_found_while_bets_are_made_is_bound_as_before() -> None:
    table = LiveTable(MEGALINK, unit="5.00").say("call", 'as system: lose-link "the line is dead"')
    table.say("as system: find-link", "seat 1  base 10.00  progressive 5.00", "no-more-bets")
    assert table.refused(deal()).clause == "I-19"
