"""A live round settled again from its record, which must come to the same cents."""

from __future__ import annotations

import json

from pitboss.games.library import GAMES, Library
from pitboss.money import Money
from pitboss.records.played_rounds import round_record
from pitboss.records.rounds import read_round
from pitboss.round.result import settle_round
from tests.table.conductor import LiveTable

_Line = tuple[int, str, Money, Money, Money]


def assert_settles_the_same(table: LiveTable) -> None:
    """Assert that the record of a settled round says what was paid and returned, line by line."""
    play = table.table.play
    assert play.is_settled
    record = json.loads(json.dumps(round_record(table.rules.terms, play, table.meters)))
    read = read_round(record, Library())
    settlement = settle_round(GAMES[read.terms.rules.game].settle, read.terms, read.play)
    again: list[_Line] = [
        (at.seat, line.wager, line.stake, line.winnings, line.returned)
        for at in settlement.seats
        for line in at.lines
    ]
    settled: list[_Line] = [
        (line.seat, line.wager, line.stake, line.winnings, line.returned) for line in play.settled
    ]
    assert sorted(again, key=str) == sorted(settled, key=str)
