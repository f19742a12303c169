"""Contributions: only of qualifying wagers, exact, once, and taken back to the last part."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.envelope import AUTOMATIC
from pitboss.errors import RuleBreach
from pitboss.jackpot import inbox
from pitboss.jackpot.aggregate import evolve
from pitboss.jackpot.inbox import ContributionAlarmed, ContributionReversed, RoundContributed
from pitboss.jackpot.meters import Bucket, MeterImbalance, Rate
from pitboss.jackpot.terms import OverflowTo
from pitboss.money import Money
from tests.jackpot.pot import (
    HOLDEM,
    MEGALINK,
    THREE,
    Pot,
    level,
    megalink,
    money,
)

THIRDS = level(contribution=Rate.parse("1/3"), reserve=Rate.parse("1/7"))


@pytest.mark.rule(HOLDEM, "3.5.3")
@pytest.mark.rule(MEGALINK, "3.5")
def test_i_07_no_more_bets_puts_the_rates_of_each_wager_on_the_meters() -> None:
    pot = Pot()
    pot.join("t1", MEGALINK)
    pot.join("t2", HOLDEM)
    pot.contribute("t1", 1, {1: "50.00"})
    pot.play("t2", 1, {1: "5.00", 2: "25.00"})
    meter = pot.meter
    # $80.00: a fifth shows, a fortieth is the hidden reserve.
    assert (pot.shows(), meter.wagers) == ("10016.00", 3)
    assert Fraction(meter[Bucket.RESERVE], meter.per_cent) == 200


@pytest.mark.rule(HOLDEM, "3.5.3")
@pytest.mark.rule(THREE, "3.5.3")
@pytest.mark.parametrize(
    ("rulebook", "stake"),
    [(HOLDEM, "30.00"), (HOLDEM, "7.50"), (THREE, "10.00"), (MEGALINK, "55.00")],
)
def test_i_12_only_so_many_whole_units_contribute(rulebook: str, stake: str) -> None:
    pot = Pot().join("t1", rulebook)
    with pytest.raises(RuleBreach, match="as a progressive wager"):
        pot.contribute("t1", 1, {1: stake})


@pytest.mark.rule(HOLDEM, "5.12.2")
@pytest.mark.rule(THREE, "5.12.2")
@pytest.mark.parametrize("rulebook", [HOLDEM, THREE, MEGALINK])
def test_i_91_a_progressive_wager_with_nothing_beside_it_never_contributes(rulebook: str) -> None:
    pot = Pot().join("t1", rulebook)
    alone = {3: {"progressive": money("5.00")}, 4: {"bonus": money("5.00")}}
    assert pot.put("t1", pot.contributing("t1", 1, {}, wagers=alone)) == []


def test_p4_thirds_and_sevenths_of_a_cent_are_carried_and_never_dropped() -> None:
    pot = Pot(megalink(THIRDS, unit=Money(1), most_units=1000)).join("t1")
    assert pot.link.per_cent == 21
    for number in range(1, 31):
        pot.play("t1", number, {1: "0.01"})
    meter = pot.meter
    assert Fraction(meter[Bucket.ACCRUED], 21) == 1_000_000 + Fraction(30, 3)
    assert Fraction(meter[Bucket.RESERVE], 21) == Fraction(30, 7)
    assert pot.shows() == "10000.10"


def test_the_rack_pays_the_whole_cents_of_all_it_ever_owed() -> None:
    pot = Pot(megalink(THIRDS, unit=Money(1), most_units=1000)).join("t1")
    paid, owed = Money(0), Fraction(0)
    for number in range(1, 60):
        cents = 1 + number * number % 97
        (event,) = pot.contribute("t1", number, {1: str(Money(cents))})
        if number % 4 == 0:
            (event,) = pot.reverse("t1", number - 1, {1: str(Money(1))})
            owed -= Fraction(10, 21)
        assert isinstance(event, RoundContributed | ContributionReversed)
        owed += Fraction(10, 21) * cents
        paid = Money(sum(e.levels["jackpot"].due.cents for e in _money(pot)))
        assert paid.cents == owed.numerator // owed.denominator
        assert Fraction(event.levels["jackpot"].carried, 21) == owed - paid.cents


def _money(pot: Pot) -> list[RoundContributed | ContributionReversed]:
    return [e for e in pot.inboxes["t1"] if not isinstance(e, ContributionAlarmed)]


def test_an_inbox_can_be_had_from_its_last_entries_alone() -> None:
    pot = Pot(megalink(THIRDS, unit=Money(1), most_units=1000)).join("t1")
    for number in range(1, 80):
        pot.contribute("t1", number, {1: "0.05", 2: "0.02"})
    whole, tail = (inbox.replay(log) for log in (pot.inboxes["t1"], pot.inboxes["t1"][-25:]))
    assert whole == tail


# --- taking back ----------------------------------------------------------------------------------


@pytest.mark.rule(HOLDEM, "5.11")
def test_i_07_a_returned_wager_leaves_no_trace_in_the_pool() -> None:
    pot = Pot(megalink(THIRDS)).join("t1", HOLDEM)
    before = pot.link.meters
    (made,) = pot.contribute("t1", 1, {1: "5.00", 2: "10.00"})
    pot.fold()
    assert pot.meter.wagers == 2
    (first,) = pot.reverse("t1", 1, {1: "5.00"})
    pot.fold()
    assert pot.meter.wagers == 1
    pot.reverse("t1", 1, {2: "4.00"})
    pot.reverse("t1", 1, {2: "6.00"})
    pot.fold()
    assert isinstance(first, ContributionReversed)
    assert (first.of, first.edition) == (made.number, 1)
    after = pot.meter
    assert after.wagers == 0
    assert {a: after[a] for a in Bucket} == {a: before["jackpot"][a] for a in Bucket}


@pytest.mark.parametrize(
    ("round_", "stakes"),
    [(1, {1: "5.01"}), (1, {2: "1.00"}), (2, {1: "5.00"}), (1, {1: "0.00"})],
)
def test_nothing_is_taken_back_that_was_not_contributed(
    round_: int, stakes: dict[int, str]
) -> None:
    pot = Pot().join("t1")
    pot.contribute("t1", 1, {1: "5.00"})
    with pytest.raises(RuleBreach):
        pot.reverse("t1", round_, stakes)


def test_nothing_is_taken_back_twice() -> None:
    pot = Pot().join("t1")
    pot.contribute("t1", 1, {1: "5.00"})
    pot.reverse("t1", 1, {1: "5.00"})
    with pytest.raises(RuleBreach, match=r"\$5.00 of seat 1 would go back, and \$0.00 counts"):
        pot.reverse("t1", 1, {1: "5.00"})


def test_a_wager_that_goes_back_after_the_level_was_won_is_owed_by_the_next() -> None:
    pot = Pot(megalink(level(reset="0.00", contribution=Rate.parse("50%"))))
    pot.join("t1")
    pot.join("t2", HOLDEM)
    pot.contribute("t1", 1, {1: "50.00"})
    pot.play("t2", 1, {1: "25.00"})
    pot.claim("t1", 1, {1: "royal_flush"})
    pot.reverse("t2", 1, {1: "25.00"})
    pot.fold()
    meter = pot.meter
    assert (pot.shows(), meter.short) == ("0.00", 1250 * meter.per_cent)
    pot.play("t1", 2, {1: "50.00"})
    assert pot.shows() == "12.50"


# --- refusals -------------------------------------------------------------------------------------


def test_p25_a_round_contributes_once() -> None:
    pot = Pot().join("t1")
    pot.contribute("t1", 7, {1: "5.00"})
    for number in (7, 6):
        with pytest.raises(RuleBreach, match="contributed before"):
            pot.contribute("t1", number, {1: "5.00"})


def test_s15_practice_never_contributes_even_under_the_name_of_a_joined_table() -> None:
    pot = Pot().join("t1")
    with pytest.raises(RuleBreach, match="is for practice"):
        pot.put("t1", pot.contributing("t1", 1, {1: "5.00"}, is_practice=True))


def test_p18_a_stopped_link_takes_no_wagers_and_says_why() -> None:
    pot = Pot().join("t1")
    pot.contribute("t1", 1, {1: "5.00"})
    pot.stop("Display fault in pit 2.")
    with pytest.raises(RuleBreach, match="Display fault in pit 2"):
        pot.contribute("t1", 2, {1: "5.00"})
    # What was wagered before is counted, and may still go back.
    pot.reverse("t1", 1, {1: "5.00"})
    pot.fold()
    assert pot.link.reads["t1"] == 2


def test_p18_a_table_that_has_not_joined_contributes_nothing() -> None:
    pot = Pot()
    pot.inboxes["t9"] = []
    with pytest.raises(RuleBreach, match="it is not joined"):
        pot.contribute("t9", 1, {1: "5.00"})
    pot.join("t1", HOLDEM)
    with pytest.raises(RuleBreach, match="joined with mbs-megalink-holdem-v9"):
        pot.put("t1", pot.contributing("t1", 1, {1: "5.00"}, game=THREE))


def test_p26_an_unreasonable_contribution_is_not_counted_and_alarms() -> None:
    pot = Pot(megalink(level(most_contribution=money("2.25")))).join("t1")
    events = pot.contribute("t1", 1, {1: "5.00", 2: "15.00", 3: "10.00"})
    alarm, made = events
    assert isinstance(alarm, ContributionAlarmed)
    assert isinstance(made, RoundContributed)
    assert (alarm.seat, str(alarm.bound), set(made.stakes)) == (2, "2.25", {1, 3})
    pot.fold()
    assert (pot.shows(), pot.meter.wagers) == ("10003.00", 2)


# --- folding --------------------------------------------------------------------------------------


def test_an_entry_counts_once_however_often_it_is_sent() -> None:
    pot = Pot().join("t1")
    pot.contribute("t1", 1, {1: "5.00"})
    batch = pot.batch("t1")
    folded = pot.fold_all(batch)
    with pytest.raises(RuleBreach, match="It was read up to 1: go on from there"):
        pot.fold_all(batch)
    with pytest.raises(MeterImbalance, match="count twice or be lost"):
        evolve(pot.link, folded[0], AUTOMATIC)
    assert pot.fold() == []
    assert pot.shows() == "10001.00"


def test_no_entry_is_left_out_or_altered() -> None:
    pot = Pot().join("t1")
    for number in (1, 2, 3):
        pot.contribute("t1", number, {1: "5.00"})
    first, second, third = pot.inboxes["t1"]
    assert isinstance(second, RoundContributed)
    more = replace(second.levels["jackpot"], accrued=second.levels["jackpot"].accrued + 1)
    for entries in (
        (first, third),
        (second, first, third),
        (first, replace(second, table="t2"), third),
        (first, replace(second, stakes={1: money("10.00")}), third),
        (first, replace(second, levels={"jackpot": more}), third),
        (first, replace(second, levels={}), third),
        (first, replace(second, edition=2), third),
        (first, replace(second, per_cent=80), third),
    ):
        pot.inboxes["t1"] = [*entries]
        with pytest.raises(RuleBreach):
            pot.fold()


def shuffled(seed: int, rounds: int, *, limit: str | None = None) -> Pot:
    """Many tables contribute the same rounds, folded in an order and batches of chance."""
    rate = level(
        contribution=Rate.parse("0.37%"),
        reserve=Rate.parse("1/13"),
        initial=money("11999.00"),
        limit=None if limit is None else money(limit),
        overflow=None if limit is None else OverflowTo.NEXT_RESET,
    )
    pot = Pot(megalink(rate))
    chance = random.Random(seed)
    tables = {"t1": MEGALINK, "t2": HOLDEM, "t3": THREE, "t4": MEGALINK}
    for table, rulebook in tables.items():
        pot.join(table, rulebook)
        wagers = random.Random(table)
        for number in range(1, rounds + 1):
            most = 1 if rulebook == THREE else 5
            stakes = {s: f"{5 * wagers.randint(1, most)}.00" for s in range(1, 8)}
            pot.contribute(table, number, stakes)
            if wagers.random() < 0.2:
                back = {s: stake for s, stake in stakes.items() if wagers.random() < 0.5}
                if back:
                    pot.reverse(table, number, back)
    left = {table: len(entries) for table, entries in pot.inboxes.items()}
    while any(pot.link.reads.get(table, 0) < upto for table, upto in left.items()):
        table = chance.choice(list(tables))
        upto = min(left[table], pot.link.reads.get(table, 0) + chance.randint(1, 9))
        pot.fold_all(pot.batch(table, upto))
    return pot


@pytest.mark.parametrize("limit", [None, "12000.00"])
def test_p4_any_order_and_any_batches_give_the_same_meter_to_the_last_part(
    limit: str | None,
) -> None:
    pots = [shuffled(seed, 25, limit=limit) for seed in (1, 2, 3)]
    assert len({tuple(sorted(pot.meter.amounts.items())) for pot in pots}) == 1
    assert len({pot.shows() for pot in pots}) == 1
    meter = pots[0].meter
    cents = sum(
        sum(stake.cents for stake in entry.stakes.values())
        * (1 if isinstance(entry, RoundContributed) else -1)
        for entries in pots[0].inboxes.values()
        for entry in entries
        if not isinstance(entry, ContributionAlarmed)
    )
    exact = 1_199_900 + cents * Fraction("0.0037")
    assert Fraction(meter[Bucket.ACCRUED], meter.per_cent) == exact
    assert Fraction(meter[Bucket.RESERVE], meter.per_cent) == Fraction(cents, 13)
    if limit is not None:
        assert (str(meter.display), meter.overflow > 0) == ("12000.00", True)
