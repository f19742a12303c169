"""Reports of a link: nothing left over, and a recount that finds whatever was altered."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, get_args

from pitboss.envelope import Recorded
from pitboss.jackpot import reports
from pitboss.jackpot.aggregate import LinkEvent, LinkSnapshot, replay
from pitboss.jackpot.claims import ClaimEntered
from pitboss.jackpot.contributions import ContributionsFolded, TakeOwnership
from pitboss.jackpot.fixed_awards import FixedAwardsTaken
from pitboss.jackpot.inbox import InboxEvent, RoundContributed
from pitboss.jackpot.meters import Bucket, in_words
from pitboss.jackpot.recount import recounted, variances
from pitboss.jackpot.reports import meters_shown
from pitboss.money import Money
from pitboss.records.entries import draft_of, event_of
from pitboss.store.chain import NOWHERE, chained
from pitboss.store.contract import Order
from tests.jackpot.pot import EVER, HOLDEM, MEGALINK, THREE, Pot, at, money
from tests.jackpot.script import LinkScript

BUSY = """
    link megalink contribution 1/3 reserve 1/11
    join t1 ride  t2 holdem  t3 three
    t1 round 1: wagers 1 5.00  2 5.00
    t1 round 2: wagers 1 5.00
    t1 round 2: returns 1 5.00
    count
    t2 round 1: wagers 1 5.00  2 5.00
    t2 round 2: wagers 1 5.00
    t2 round 2: returns 1 5.00
    count
    t3 round 1: wagers 1 5.00  2 5.00
    t3 round 2: wagers 1 5.00
    t3 round 2: returns 1 5.00
    count
    t2 round 1: claims 1 royal_flush  2 straight_flush
    t3 round 1: claims 1 straight_flush
    verify 1
    reject 2
    pay 1
    adjust to 9000.00
    fill 123.45
    stop
    approve megalink contribution 1/7 reset 20000.00
    change to megalink contribution 1/7 reset 20000.00
    start
    t1 round 3: plays 1 50.00
    t1 round 3: claims 4 straight_flush
"""


def busy() -> Pot:
    """A link to which everything happened, in thirds of a cent."""
    return LinkScript(BUSY).pot


# --- reconciliation -------------------------------------------------------------------------------


def test_r1_every_period_reconciles_with_a_difference_of_nothing() -> None:
    pot = busy()
    for first in range(12):
        for last in range(first + 1, 13):
            for one in reports.reconcile(pot.log, since=at(first), until=at(last)):
                assert one.difference == 0, (first, last)


def test_r1_periods_that_follow_each_other_add_up() -> None:
    pot = busy()
    (whole,) = reports.reconcile(pot.log, **EVER)
    halves = [
        reports.reconcile(pot.log, since=since, until=until)[0]
        for since, until in ((EVER["since"], at(4)), (at(4), EVER["until"]))
    ]
    assert halves[0].closing == halves[1].opening
    for account in whole.flows:
        assert whole.flows[account] == sum(half.flows[account] for half in halves)
    assert whole.hits == sum(half.hits for half in halves) == 2


def test_r1_contributions_stand_there_by_table_and_game() -> None:
    pot = busy()
    (whole,) = reports.reconcile(pot.log, **EVER)
    rate = Fraction(1, 3) + Fraction(1, 11)
    after = Fraction(1, 7) + Fraction(1, 40)
    assert whole.by_table == {
        ("t1", MEGALINK): 1000 * rate + 5000 * after,
        ("t2", HOLDEM): 1000 * rate,
        ("t3", THREE): 1000 * rate,
    }
    assert sum(whole.by_table.values()) == whole.flows[Bucket.CONTRIBUTIONS]
    assert whole.row["difference"] == "0.00"
    assert [row["table"] for row in whole.contributions] == ["t1", "t2", "t3"]


def test_r1_money_that_an_event_does_not_account_for_is_a_difference() -> None:
    pot = busy()
    (whole,) = reports.reconcile(pot.log, **EVER)
    whole.closing += Fraction(1, 9240)
    assert whole.difference == -Fraction(1, 9240)


def fixed() -> Pot:
    """A link whose level has paid $60.00 of fixed awards."""
    return LinkScript("""
        link megalink initial 10100.00 fixed_awards_from_meter jackpot
        join t1 ride
        t1 round 1: takes 60.00 for 1 60.00
    """).pot


# --- recount --------------------------------------------------------------------------------------


def test_r4_the_recount_from_raw_rounds_agrees_to_the_last_part() -> None:
    pot = busy()
    for upto in range(2, len(pot.log) + 1):
        log = pot.log[:upto]
        assert variances(replay(log), recounted(log, pot.inboxes)) == []


Log = list[Recorded[LinkEvent]]


def altered(log: Log, kind: type, **values: Any) -> Log:
    place = place_of(log, kind)
    event, envelope = log[place]
    return [*log[:place], Recorded(replace(event, **values), envelope), *log[place + 1 :]]


def place_of(log: Log, kind: type) -> int:
    return next(n for n, one in enumerate(log) if isinstance(one.event, kind))


def test_r4_a_fold_that_is_not_what_the_rounds_come_to_is_found() -> None:
    pot = busy()
    folded = next(e for e, _ in pot.log if isinstance(e, ContributionsFolded))
    (read,) = folded.reads
    accrued, reserve = read.levels["jackpot"]
    more = replace(read, levels={"jackpot": (accrued + 1, reserve)})
    log = altered(pot.log, ContributionsFolded, reads=(more,))
    found = variances(replay(log), recounted(log, pot.inboxes))
    assert {variance.what for variance in found} == {"accrued", "contributions"}
    assert {v.metered - v.recounted for v in found} == {Fraction(1, 33)}


def test_r4_a_round_that_was_altered_later_is_found() -> None:
    pot = busy()
    first = pot.inboxes["t1"][0]
    assert isinstance(first, RoundContributed)
    changed: InboxEvent = replace(first, stakes={1: money("5.00")})
    inboxes = {**pot.inboxes, "t1": [changed, *pot.inboxes["t1"][1:]]}
    found = variances(pot.link, recounted(pot.log, inboxes))
    assert {"accrued", "reserve", "contributions", "wagers"} <= {v.what for v in found}


def test_r4_a_claim_that_took_a_cent_too_much_is_found() -> None:
    pot = busy()
    entered = next(e for e, _ in pot.log if isinstance(e, ClaimEntered))
    move = dict(entered.moves["jackpot"])
    move[Bucket.HELD] += 33
    move[Bucket.ACCRUED] -= 33
    upto = place_of(pot.log, ClaimEntered) + 1
    log = altered(pot.log, ClaimEntered, moves={"jackpot": move})[:upto]
    found = variances(replay(log), recounted(log, pot.inboxes))
    assert {variance.what for variance in found} >= {"held", "accrued"}


def test_r4_fixed_awards_that_took_a_cent_too_much_are_found() -> None:
    pot = fixed()
    parts = 6001 * pot.link.per_cent
    moves = {"jackpot": {Bucket.ACCRUED: -parts, Bucket.WINS: parts}}
    log = altered(pot.log, FixedAwardsTaken, moves=moves)
    found = variances(replay(log), recounted(log, pot.inboxes))
    assert {one.what for one in found} == {"display", "accrued", "wins"}


# --- lists ----------------------------------------------------------------------------------------


def test_r3_adjustments_are_listed_from_an_amount_up() -> None:
    pot = busy()
    rows = reports.adjustments(pot.log)
    assert [row["reason"] for row in rows] == ["malfunction corrected", "fill"]
    assert (rows[0]["by"], rows[0]["second"], rows[0]["after"]) == ("max", "sid", "9000.00")
    (large,) = reports.adjustments(pot.log, least=money("500.00"))
    assert large == rows[0]


def test_r1_what_fixed_awards_took_is_shown_apart_from_hits() -> None:
    pot = LinkScript("""
        link megalink initial 30000.00 fixed_awards_from_meter jackpot
        join t1 ride  t2 holdem
        t1 round 1: plays 1 5.00
        t1 round 1: claims 2 straight_flush
        t1 round 1: takes 60.00 for 1 60.00
        t2 round 1: takes 40.00 for 3 40.00
        t2 round 1: gives back what it took
        verify 1
    """).pot
    (whole,) = reports.reconcile(pot.log, **EVER)
    assert (whole.row["wins"], whole.row["fixed_awards"], whole.row["hits"]) == (
        "3060.10", "60.00", 1,
    )  # fmt: skip
    assert whole.row["difference"] == "0.00"
    rows = reports.fixed_awards(pot.log)
    assert [(row["table"], row["awarded"], row["from_level"]) for row in rows] == [
        ("t1", "60.00", "60.00"),
        ("t2", "40.00", "40.00"),
        ("t2", "", "-40.00"),
    ]
    by_table = {row["table"]: row for row in reports.funding(pot.log, by="table")}
    assert (by_table["t1"]["won"], by_table["t1"]["fixed_awards"]) == ("3000.10", "60.00")
    assert by_table["t2"]["fixed_awards"] == "0.00"
    (by_game,) = (r for r in reports.funding(pot.log, by="game") if r["game"] == MEGALINK)
    assert by_game["fixed_awards"] == "60.00"


def test_r5_slips_are_listed() -> None:
    rows = reports.slips(busy().log)
    assert [(row["slip"], row["hand"]) for row in rows] == [
        (1, "straight_flush"),
        (2, "royal_flush"),
    ]
    assert rows[1]["words"] == in_words(Money.parse(rows[1]["amount"]))


def test_claims_are_listed_in_the_order_of_entry_with_what_became_of_them() -> None:
    rows = reports.claims(busy().log)
    assert [(row["claim"], row["seat"], row["state"]) for row in rows] == [
        (1, 2, "paid"),
        (1, 1, "paid"),
        (2, 1, "rejected: misdeal"),
        (3, 4, "pending"),
    ]


def test_who_funds_and_who_wins_by_table_and_by_game() -> None:
    pot = busy()
    by_table = {row["table"]: row for row in reports.funding(pot.log, by="table")}
    assert {name: row["wagers"] for name, row in by_table.items()} == {"t1": 3, "t2": 2, "t3": 2}
    assert by_table["t1"]["staked"] == "60.00"
    (won,) = {row["won"] for row in by_table.values()} - {"0.00"}
    assert won == by_table["t2"]["won"]
    by_game = {row["game"]: row for row in reports.funding(pot.log, by="game")}
    assert by_game[HOLDEM]["won"] == won


def test_a_period_is_from_its_beginning_until_before_its_end() -> None:
    pot = busy()
    halves = [
        list(reports.within(pot.log, since=since, until=until))
        for since, until in ((EVER["since"], at(3)), (at(3), EVER["until"]))
    ]
    assert halves[0] + halves[1] == pot.log
    assert all(halves)


def test_p2_every_meter_is_shown_to_staff_to_the_last_part() -> None:
    pot = Pot().join("t1")
    pot.play("t1", 1, {1: "5.00"})
    (row,) = meters_shown(pot.link)
    assert row["reserve"] == "0.125"
    assert (row["wagers"], row["hits"], row["display"]) == (1, 0, "10001.00")
    for name in ("overflow", "wins", "contributions", "initial", "fills"):
        assert name in row


# --- records --------------------------------------------------------------------------------------


def test_a_snapshot_between_taking_and_undoing_is_read_as_it_was_written() -> None:
    snapshot = LinkSnapshot(link=fixed().link)
    order = Order(id="1", asked="", actor="system", role="", time=at(0))
    (entry,) = chained("link/mega", NOWHERE, [draft_of(snapshot)], order)
    assert event_of(entry) == snapshot


def test_every_event_is_stored_and_read_back_as_it_was() -> None:
    ended = LinkScript(BUSY).say("reject 3", "stop", "t1 leaves", "t2 leaves", "t3 leaves")
    ended.say("send reserve", "send accrued", "retire").check()
    old = ended.pot
    terms = "lock_from 1.00 change waits fixed_awards_from_meter jackpot link next"
    link = LinkScript(f"link megalink most_contribution 2.00 {terms}")
    new = link.pot
    new.give(ended.sent()[-1])
    link.say("""
        join t1 ride
        t1 round 1: plays 1 50.00  2 5.00
        t1 round 1: takes 5.00 for 2 5.00
        t1 round 1: gives back what it took
        t1 round 1: claims 2 royal_flush
        verify 1
        release 1
        count funds 99999.00
    """)
    new.give(TakeOwnership(owner="this process"), "system", "")
    link.say(
        f"approve megalink contribution 1/7 reset 20000.00 {terms}",
        f"change to megalink contribution 1/7 reset 20000.00 {terms}",
        "pay 1",
        "undo 1",
    ).check()
    order = Order(id="1", asked="", actor="ann", role="", time=at(0))
    log: list[LinkEvent | InboxEvent] = []
    for pot in (old, new):
        log += [one.event for one in pot.log]
        for entries in pot.inboxes.values():
            log += entries
    for event in log:
        (entry,) = chained("link/mega", NOWHERE, [draft_of(event)], order)
        assert event_of(entry) == event
    assert {type(event) for event in log} == {*get_args(LinkEvent), *get_args(InboxEvent)}
