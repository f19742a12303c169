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
