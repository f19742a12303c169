"""A hand that its player declines to show, and who may look at it all the same."""

from __future__ import annotations

import pytest

from pitboss.table.rules import Mode
from tests.table.conductor import (
    HOLDEM,
    MGC,
    RIDE,
    THREE,
    LiveTable,
    asked,
    staked,
    step_on,
    under,
)

DECLINED = {HOLDEM: "3.10.1", THREE: "3.10.2"}
LOOK = 'view-declined-hand 1 "the player would not say why"'

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
    table = declined(book, mode).say(f"changes nothing: as Pit Supervisor: {LOOK}")
    why = "reason=the player would not say why"
    table.say(f"then declined-hand-viewed seat=1 {why} clause={DECLINED[book]}")
    # The hand is settled as it was, and stays unseen by everybody else.
    table.say("settle", "seat 1  ante  lose")
    # Who comes later looks later: the cards lie there until the next round.
    table.say(f"as top: {LOOK}", "end", f"as top: {LOOK}", "call")
    table.say(f"refused {DECLINED[book]}: as top: {LOOK}")


@declining
def test_3_10_nobody_below_a_pit_supervisor_views_it_and_not_without_a_reason(book: str) -> None:
    table = declined(book)
    for by in ("as dealer", "p1", "p2"):
        table.say(f'refused role {DECLINED[book]} "Pit Supervisor": {by}: {LOOK}')
    table.say('refused "reason": as top: view-declined-hand 1 " "')


@declining
@pytest.mark.parametrize("seat", [2, 3, 99])
def test_3_10_only_a_hand_that_was_declined_is_viewed(book: str, seat: int) -> None:
    staked(book, 1, 2).say("deal", f"refused {DECLINED[book]}: as top: {LOOK}")
    other = f'as top: view-declined-hand {seat} "to be sure"'
    declined(book).say(f'refused {DECLINED[book]} "Declined: 1.": {other}')


@declining
def test_3_10_who_may_view_it_is_said(book: str) -> None:
    table = declined(book)
    who = "the Pit Supervisor or a higher role may view the hand that seat 1 declined to show"
    table.say(f"due {who}: view-declined-hand 1 REASON ({DECLINED[book]})")
    table.say("settle", "end", "not due declined")


@pytest.mark.parametrize("book", [RIDE, MGC])
def test_where_nobody_may_decline_there_is_nothing_to_view(book: str) -> None:
    staked(book, 1, 2).say("deal", f'refused "no such thing": as top: {LOOK}')
