"""A hand that its player declines to show, and who may look at it all the same."""

from __future__ import annotations

import pytest

from pitboss.errors import RoleBreach
from pitboss.table.people.turns import DeclinedHandViewed, ViewDeclinedHand
from pitboss.table.prompts import due_lines
from pitboss.table.rules import Mode
from tests.table.conductor import (
    HOLDEM,
    MGC,
    RIDE,
    THREE,
    LiveTable,
    asked,
    player,
    staff,
    staked,
    step_on,
    under,
)

DECLINED = {HOLDEM: "3.10.1", THREE: "3.10.2"}
LOOK = ViewDeclinedHand(1, "the player would not say why")

declining = under({book: (clause,) for book, clause in DECLINED.items()})


def declined(book: str, mode: Mode = Mode.LIVE) -> LiveTable:
    """Seat 2 has shown its hand and seat 1 declined to."""
    table = LiveTable(book, mode=mode).say("call", "seat 1,2  ante 10.00", "no more bets")
    while "DeclineToShow" not in asked(table):
        step_on(table)
    table.say("show 2", "p1: decline 1")
    return table


@declining
@pytest.mark.parametrize("mode", list(Mode))
def test_3_10_a_pit_supervisor_may_view_the_hand_and_nothing_follows(book: str, mode: Mode) -> None:
    table = declined(book, mode)
    before = table.table
    happened = table.give(LOOK, by=staff("Pit Supervisor", "pat"))
    assert happened == [
        DeclinedHandViewed(seat=1, reason="the player would not say why", clause=DECLINED[book])
    ]
    # The hand is settled as it was, and stays unseen by everybody else.
    assert table.table == before
    table.say("settle")
    lost = {line.wager: line.outcome for line in table.table.play.settled if line.seat == 1}
    assert lost["ante"] == "lose"
    # Who comes later looks later: the cards lie there until the next round.
    assert table.give(LOOK, by=table.top)
    table.say("end")
    assert table.give(LOOK, by=table.top)
    table.say("call")
    assert table.refused(LOOK, by=table.top).clause == DECLINED[book]


@declining
def test_3_10_nobody_below_a_pit_supervisor_views_it_and_not_without_a_reason(book: str) -> None:
    table = declined(book)
    for by in (table.dealer, player("p1"), player("p2")):
        refusal = table.refused(LOOK, by=by)
        assert isinstance(refusal, RoleBreach)
        assert refusal.clause == DECLINED[book]
        assert "Pit Supervisor" in refusal.remedy
    table.say('refused "reason": as top: view-declined-hand 1 " "')


@declining
@pytest.mark.parametrize("seat", [2, 3, 99])
def test_3_10_only_a_hand_that_was_declined_is_viewed(book: str, seat: int) -> None:
    table = staked(book, 1, 2).say("deal")
    assert table.refused(LOOK, by=table.top).clause == DECLINED[book]
    table = declined(book)
    refusal = table.refused(ViewDeclinedHand(seat, "to be sure"), by=table.top)
    assert refusal.clause == DECLINED[book]
    assert "Declined: 1." in refusal.remedy


@declining
def test_3_10_who_may_view_it_is_said(book: str) -> None:
    table = declined(book)
    line = (
        "the Pit Supervisor or a higher role may view the hand that seat 1 declined to show: "
        f"view-declined-hand 1 REASON ({DECLINED[book]})"
    )
    assert line in list(due_lines(table.rules, table.table))
    table.say("settle", "end")
    assert not any("declined" in said for said in due_lines(table.rules, table.table))


@pytest.mark.parametrize("book", [RIDE, MGC])
def test_where_nobody_may_decline_there_is_nothing_to_view(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    assert "no such thing" in table.refused(LOOK, by=table.top).remedy
