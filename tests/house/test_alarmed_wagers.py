"""P26: a wager that would add more than is reasonable is not counted, and wins all the same."""

from __future__ import annotations

from pitboss.house.callers import Player
from pitboss.house.link_reports import link_report
from pitboss.house.streams import table_stream
from pitboss.round.wagers import PlaceWager
from pitboss.store.memory import MemoryStore
from tests.house.linked import LINK, ONE_STRAIGHT_FLUSH, UNIT, DealtFloor
from tests.jackpot.pot import level, megalink, money


class _TwoUnits(DealtFloor):
    """Everybody bets two units, of which each wager adds more than the bound for one."""

    def bet_all(self, name: str) -> None:
        self.bet(name)
        for seat, player in sorted(self.house.tables.table(name).people.seats.items()):
            wager = PlaceWager(seat, player, "progressive", UNIT * 2)
            self.house.give(table_stream(name), wager, Player(player))


def test_p26_a_straight_flush_is_claimed_though_every_wager_of_the_round_was_alarmed() -> None:
    settings = megalink(level(initial=money("20000.00"), most_contribution=money("1.13")))
    floor = _TwoUnits(MemoryStore(), settings=settings)
    floor.open_dealt("T1")
    floor.play_dealt("T1", ONE_STRAIGHT_FLUSH)
    entries = floor.store.read(f"inbox/{LINK}/T1")
    assert [entry.name for entry in entries] == ["contribution-alarmed"] * 2
    (claim,) = floor.links.link(LINK).claims.values()
    assert [(one.seat, str(one.amount)) for one in claim.winners] == [(1, "2000.00")]
    floor.check()
    assert link_report(floor.links, LINK)["recount"] == []
