"""Prizes from a level: held apart until their claim is paid, and the link's again if it is not."""

from __future__ import annotations

import pytest

from pitboss.house.link_reports import link_report
from pitboss.money import NOTHING
from pitboss.records.entries import event_of
from pitboss.store.contract import Append
from pitboss.table.chips.prizes import PrizeToRecover
from pitboss.table.prompts import due_lines
from tests.house.floor import before_writing
from tests.house.linked import (
    LINK,
    LinkedFloor,
)
from tests.house.script import FloorScript, cases_of

HELD, PRIZES = "held:mega:jackpot", "prizes:mega:jackpot"


@pytest.mark.parametrize("script", cases_of("prizes"))
def test_prizes_as_the_case_says(script: str) -> None:
    FloorScript(script).check()


# --- a claim that is rejected ---------------------------------------------------------------------


@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "5.1.1")
@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "5.2")
@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "5.4")
@pytest.mark.parametrize("hands", ["two straight flushes", "royal and straight flush"])
@pytest.mark.parametrize("until", ["verified", "paid", "cashed out"])
@pytest.mark.parametrize(
    "report",
    [
        "foreign_card card Kc place shoe",
        "card_count count 51",
        "wrong_number place community cards 3",
    ],
)
def test_i_82_a_void_takes_back_a_prize_however_far_it_had_come(
    hands: str, until: str, report: str
) -> None:
    script = FloorScript("dealt T1\nT1 plays nothing")
    dealt = script.floor
    before = stands(dealt)
    script.say(f"T1 settles {hands}", "verify 1")
    if until != "verified":
        script.say("pay 1")
    prizes = script.chips("T1").paid_prizes
    assert bool(prizes) is (until != "verified")
    if until == "cashed out":
        for prize in prizes:
            script.say(f"T1: cash-out {prize.player} {prize.amount}")
    script.say(f"T1 reports {report}")
    events = map(event_of, dealt.store.read("table/T1"))
    gone = [event for event in events if isinstance(event, PrizeToRecover)]
    assert {event.prize for event in gone} == set(prizes)
    assert {event.clause for event in gone} == ({"I-82"} if prizes else set())
    for event in gone:
        assert event.owes == (event.prize.amount if until == "cashed out" else NOTHING)
    assert dealt.table().chips.prizes == ()
    script.say("T1 settles", "T1 finishes")
    # The link is as if the round had never been; the slips stay, and say that they are void.
    link = dealt.links.link(LINK)
    assert (stands(dealt), link.claims, link.hits, link.paid) == (before, {}, (), {})
    script.say('refused "There is no open claim 1": pay 1')
    found = link_report(dealt.links, LINK)
    assert [(row["hits"], row["wins"]) for row in found["reconciliation"]] == [(0, "0.00")]
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
                script.say(f"T1: buy {player} {NOTHING - amount}")
        assert not any(amount < NOTHING for amount in dealt.table().chips.players.values())
    else:
        # The stakes they brought to the table, and nothing else.
        assert ({str(one) for one in chips.players.values()}, owing) == ({"35.00"}, [])
    script.say(f"books hold {HELD} nothing").check()


def stands(floor: LinkedFloor) -> tuple[dict[str, int], int, int]:
    """What lies on each account of the level, and how many wagers and hits it had."""
    meter = floor.links.link(LINK).meters["jackpot"]
    return {str(a): parts for a, parts in meter.amounts.items() if parts}, meter.wagers, meter.hits


# --- written together -----------------------------------------------------------------------------


def test_i_14_slip_and_payment_are_written_together_or_not_at_all() -> None:
    script = FloorScript("electronic T1\nT1 plays straight flush\nverify 1")
    house, real = script.floor.house, script.store

    def breaks(appends: list[Append]) -> None:
        assert [append.stream for append in appends] == ["link/mega", "table/T1"]
        raise OSError("the disk is full")

    house.store = before_writing(real, breaks)
    with pytest.raises(OSError, match="full"):
        script.floor.pay(1)
    house.store = real
    script.say("T1 waits p4 1000.70")
    for _ in range(2):
        script.floor.pay(1, "pay-1")
    script.say("together link/mega prize-paid / table/T1 prize-handed-over")
    assert [e.command for e in real.read("link/mega") if e.name == "prize-paid"] == ["pay-1"]
    script.say("T1 waits p4 0.00").check()
