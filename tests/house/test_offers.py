"""What a table offers, changed while it is open: every process that knows the table obeys."""

from __future__ import annotations

import pytest

from pitboss.errors import RuleBreach
from pitboss.games.library import Library
from pitboss.house.callers import Player
from pitboss.house.house import House
from pitboss.house.settings import setting_of
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.wagers import PlaceWager
from pitboss.store.memory import MemoryStore
from pitboss.table.equipment.devices import RecordNotice
from pitboss.table.operation import StopOffering
from tests.house.floor import Floor

MGC = "mgc-let-it-ride"


@pytest.mark.rule(MGC, "6a(a)")
def test_a_wager_that_was_withdrawn_is_refused_here_and_by_who_reads_the_log() -> None:
    floor = Floor(MemoryStore())
    name, player = floor.open(MGC), Player("p1")
    staff = floor.staff(name, 1)
    notice = RecordNotice("bonus", "2025-12-01", "board by the entrance")
    floor.give(name, notice, staff)
    floor.give(name, StopOffering("bonus", "quiet hours"), staff)
    other = House(floor.store, floor.clock)
    assert "bonus" not in floor.rules(name).setting.offered
    assert other.tables.rules(name).setting == floor.rules(name).setting
    floor.dealing.call_for_bets(name)
    for wager in ("1", "2", "$"):
        bet = PlaceWager(1, "p1", wager, Money.parse("5.00"))
        floor.give(name, bet, player)
    bonus = PlaceWager(1, "p1", "bonus", Money.parse("1.00"))
    for house in (floor.house, other):
        with pytest.raises(RuleBreach, match="not offered"):
            house.give(table_stream(name), bonus, player)


@pytest.mark.rule(MGC, "6b(c)")
def test_6b_c_a_wager_without_a_table_is_offered_only_where_somebody_says_so() -> None:
    data = {"rulebook": MGC, "method": "machine", "time_zone": "America/New_York"}
    assert "three_card_bonus" not in setting_of("T1", data, Library()).offered
    table = {"three_card_bonus_table": "A"}
    asked = ["1", "2", "$", "three_card_bonus"]
    for more in ({"options": table}, {"offered": asked}):
        assert "three_card_bonus" in setting_of("T1", {**data, **more}, Library()).offered
