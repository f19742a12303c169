"""Prizes from a level: held apart until their claim is paid, and the link's again if it is not."""

from __future__ import annotations

import pytest

from pitboss.errors import RuleBreach
from pitboss.house.callers import Player
from pitboss.house.link_reports import link_report
from pitboss.money import NOTHING, Money
from pitboss.round.wagers import PlaceWager
from pitboss.store.contract import Append
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn, CashOut
from pitboss.table.chips.prizes import PrizeToRecover
from pitboss.table.irregularities.reports import ReportIrregularity
from pitboss.table.prompts import due_lines
from tests.house.floor import before_writing
from tests.house.linked import (
    LINK,
    REJECTS,
    ROYAL_AND_STRAIGHT_FLUSH,
    STRAIGHT_FLUSH,
    TWO_STRAIGHT_FLUSHES,
    UNIT,
    DealtFloor,
    LinkedFloor,
    whole_books,
)
from tests.house.script import FloorScript, cases_of
from tests.jackpot.pot import money

HELD, PRIZES = "held:mega:jackpot", "prizes:mega:jackpot"
SEED, SEAT = STRAIGHT_FLUSH["T1", 1]
WINNER = Player(f"p{SEAT}")
PRIZE = money("1000.70")


@pytest.fixture
def floor() -> LinkedFloor:
    """An electronic table with a straight flush in its first round, which is over."""
    found = LinkedFloor(MemoryStore())
    found.create()
    found.open_linked("T1")
    found.play_linked("T1", seed=SEED)
    found.owner.step()
    return found


@pytest.fixture
def dealt() -> DealtFloor:
    """A table with a dealer and two players."""
    found = DealtFloor(MemoryStore())
    found.open_dealt("T1")
    return found


def chips_of(floor: LinkedFloor, player: str) -> tuple[Money, Money]:
    """What somebody holds at T1, and what is held for them."""
    chips = floor.house.tables.refresh("T1").chips
    return chips.held(player), chips.waiting(player)


@pytest.mark.parametrize("script", cases_of("prizes"))
def test_prizes_as_the_case_says(script: str) -> None:
    FloorScript(script).check()


# --- a claim that is rejected ---------------------------------------------------------------------


@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "5.1.1")
@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "5.2")
@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "5.4")
@pytest.mark.parametrize("cards", [TWO_STRAIGHT_FLUSHES, ROYAL_AND_STRAIGHT_FLUSH])
@pytest.mark.parametrize("until", ["verified", "paid", "cashed out"])
@pytest.mark.parametrize(
    ("kind", "details"),
    [
        ("foreign_card", {"card": "Kc", "place": "the shoe"}),
        ("card_count", {"count": "51"}),
        ("wrong_number", {"place": "community", "cards": "3"}),
    ],
)
def test_i_82_a_void_takes_back_a_prize_however_far_it_had_come(
    dealt: DealtFloor, cards: str, until: str, kind: str, details: dict[str, str]
) -> None:
    dealt.play_dealt("T1")
    before = stands(dealt)
    dealt.until_settled("T1", cards)
    dealt.verify(1)
    if until != "verified":
        dealt.pay(1)
    prizes = dealt.house.tables.refresh("T1").chips.paid_prizes
    assert bool(prizes) is (until != "verified")
    if until == "cashed out":
        for prize in prizes:
            dealt.at("T1", CashOut(prize.player, prize.amount))
    done = dealt.give("T1", ReportIrregularity(kind=kind, details=details), REJECTS)
    gone = [event for event in done.events if isinstance(event, PrizeToRecover)]
    assert {event.prize for event in gone} == set(prizes)
    assert {event.clause for event in gone} == ({"I-82"} if prizes else set())
    for event in gone:
        assert event.owes == (event.prize.amount if until == "cashed out" else NOTHING)
    assert dealt.table().chips.prizes == ()
    dealt.settle("T1")
    dealt.end("T1")
    dealt.owner.step()
    # The link is as if the round had never been; the slips stay, and say that they are void.
    link = dealt.links.link(LINK)
    assert (stands(dealt), link.claims, link.hits, link.paid) == (before, {}, (), {})
    with pytest.raises(RuleBreach, match="There is no open claim 1"):
        dealt.pay(1)
    found = link_report(dealt.links, LINK)
    assert [(row["hits"], row["wins"], row["difference"]) for row in found["reconciliation"]] == [
        (0, "0.00", "0.00")
    ]
    assert found["recount"] == []
    assert {row["won"] for row in found["tables"]} == {"0.00"}
    state = "paid, and to be recovered" if prizes else "rejected"
    assert {row["state"] for row in found["claims"]} == {
        f"{state}: the settlement of round 2 was undone"
    }
    assert [bool(row["void"]) for row in found["slips"]] == [True] * len(prizes)
    taken = [row for row in found["exceptions"] if row["what"] == "paid prize taken back"]
    assert len(taken) == bool(prizes)
    for prize in prizes:
        assert f"{prize.amount.dollars} from {prize.player} (slip " in str(taken[0]["detail"])
    # Whoever took it away owes it, and whoever runs the table is told so.
    chips = dealt.table().chips
    owing = [line for line in due_lines(dealt.rules(), dealt.table()) if " owes " in line]
    if until == "cashed out":
        assert len(owing) == len({prize.player for prize in prizes})
        for player, amount in list(chips.players.items()):
            if amount < NOTHING:
                dealt.at("T1", BuyIn(player, NOTHING - amount))
        assert not any(amount < NOTHING for amount in dealt.table().chips.players.values())
    else:
        # The stakes they brought to the table, and nothing else.
        assert ({str(one) for one in chips.players.values()}, owing) == ({"35.00"}, [])
    books = whole_books(dealt.store)
    assert not books.get(HELD)
    assert not books.get(PRIZES)
    dealt.check()


def stands(floor: LinkedFloor) -> tuple[dict[str, int], int, int]:
    """What lies on each account of the level, and how many wagers and hits it had."""
    meter = floor.links.link(LINK).meters["jackpot"]
    return {str(a): parts for a, parts in meter.amounts.items() if parts}, meter.wagers, meter.hits


# --- written together -----------------------------------------------------------------------------


def test_i_14_slip_and_payment_are_written_together_or_not_at_all(floor: LinkedFloor) -> None:
    floor.verify(1)
    real = floor.store

    def breaks(appends: list[Append]) -> None:
        assert [append.stream for append in appends] == ["link/mega", "table/T1"]
        raise OSError("the disk is full")

    floor.house.store = before_writing(real, breaks)
    with pytest.raises(OSError, match="full"):
        floor.pay(1)
    floor.house.store = real
    assert chips_of(floor, WINNER.name)[1] == PRIZE
    floor.pay(1, "pay-1")
    floor.pay(1, "pay-1")
    floor.written_together("link/mega prize-paid", "table/T1 prize-handed-over")
    assert [e.command for e in real.read("link/mega") if e.name == "prize-paid"] == ["pay-1"]
    assert chips_of(floor, WINNER.name)[1] == NOTHING
    floor.check()


# --- P26: a wager that would add more than is reasonable is not counted, and wins all the same


class TwoUnits(DealtFloor):
    """Everybody bets two units, of which each wager adds more than the bound for one."""

    def bet_all(self, name: str) -> None:
        self.bet(name)
        for seat, player in sorted(self.table(name).people.seats.items()):
            wager = PlaceWager(seat, player, "progressive", UNIT * 2)
            self.give(name, wager, Player(player))
