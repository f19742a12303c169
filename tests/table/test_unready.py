"""Wagers that make no hand are pointed out while they can still be put right."""

from __future__ import annotations

from pitboss.table.prompts import due_lines
from tests.table.conductor import (
    HOLDEM,
    MEGALINK,
    MGC,
    RIDE,
    THREE,
    LiveTable,
    opened,
    under,
)

BASE = {MEGALINK: ("3.4",), RIDE: ("3.4",), MGC: ("6(d)",)}


def said(table: LiveTable, seat: int) -> list[str]:
    lines = due_lines(table.rules, table.table)
    return [
        line.removeprefix(f"seat {seat}: ") for line in lines if line.startswith(f"seat {seat}:")
    ]


@under(BASE)
def test_i_58_missing_and_unequal_bets_are_said_until_they_are_put_right(book: str) -> None:
    table = opened(book)
    clause = BASE[book][0]
    otherwise = f"put it right, or all of it goes back undealt ({clause})"
    titles = [table.rules.rulebook.wagers[wager].title for wager in ("1", "2", "$")]
    table.say("call")
    assert said(table, 1) == []
    table.say("seat 1  1 10.00")
    assert said(table, 1) == [f"{titles[1]}, {titles[2]} missing: {otherwise}"]
    table.say("seat 1  2 10.00  $ 5.00")
    assert said(table, 1) == [f"the bets are not equal: {otherwise}"]
    table.say("p1: down 1 p1 $", "seat 1  $ 10.00")
    assert said(table, 1) == []
    # Once bets are closed nothing can be put right, and what was wrong went back.
    table.say("seat 2  1 10.00", "no more bets")
    assert said(table, 2) == []
    assert 2 not in table.table.play.seats


@under({HOLDEM: ("5.12", "5.12.1"), THREE: ("5.12", "5.12.1")})
def test_5_12_1_a_progressive_wager_alone_is_said_until_it_has_company_or_is_down(
    book: str,
) -> None:
    table = opened(book).say("call", "seat 1  ante 10.00  progressive 5.00")
    assert said(table, 1) == []
    table.say("p1: down 1 p1 ante")
    (line,) = said(table, 1)
    assert "without Ante" in line
    assert line.endswith("add it, or take the wager down; otherwise it is no wager and goes back "
                         "(5.12.2)")  # fmt: skip
    table.say("seat 1  ante 10.00")
    assert said(table, 1) == []
    table.say("p1: down 1 p1 ante", "p1: down 1 p1 progressive")
    assert said(table, 1) == []
