"""Ten million contributions in random order and batches: the same meter to the last part (P4)."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.envelope import AUTOMATIC
from pitboss.jackpot import inbox
from pitboss.jackpot.aggregate import decide, evolve
from pitboss.jackpot.contributions import Batch, FoldContributions
from pitboss.jackpot.inbox import InboxEvent, RoundContributed
from pitboss.jackpot.inbox import decide as decide_inbox
from pitboss.jackpot.meters import Bucket, Rate
from pitboss.money import Money
from tests.jackpot.pot import MEGALINK, Pot, at, level, megalink

WAGERS = 10_000_000
SEATS = 7
TABLES = [f"t{number}" for number in range(1, 51)]
RATES = "0.37%", "1/13"


def linked() -> Pot:
    one = level(contribution=Rate.parse(RATES[0]), reserve=Rate.parse(RATES[1]))
    pot = Pot(megalink(one))
    for table in TABLES:
        pot.join(table, MEGALINK)
    return pot


def some_rounds(pot: Pot, chance: random.Random) -> list[RoundContributed]:
    """Rounds of every number of credits, as a table writes them; what is theirs is put in later."""
    rounds = []
    for number in range(1, 201):
        wagers = {
            seat: {"progressive": Money(500 * chance.randint(1, 10)), "$": Money(2500)}
            for seat in range(1, SEATS + 1)
        }
        command = inbox.Contribute(
            table="t1", round=number, game=MEGALINK, wagers=wagers, is_practice=False
        )
        (made,) = decide_inbox(pot.link, inbox.Inbox(), command)
        assert isinstance(made, RoundContributed)
        rounds.append(made)
    return rounds


SYSTEM = AUTOMATIC._replace(time=at(1))


@pytest.mark.long
def test_p4_ten_million_contributions_in_any_order_give_the_same_meter() -> None:
    pot = linked()
    kinds = some_rounds(pot, random.Random(5))
    rounds = -(-WAGERS // SEATS)
    # Each kind of round comes as often in every run; where and when it comes is chance.
    drawn = [kinds[number % len(kinds)] for number in range(rounds)]
    meters = []
    for seed in (1, 2):
        chance, link = random.Random(seed), linked().link
        chance.shuffle(drawn)
        place = 0
        while place < rounds:
            size = chance.randint(1, 2000)
            table = chance.choice(TABLES)
            after = link.reads.get(table, 0)
            entries: tuple[InboxEvent, ...] = tuple(
                replace(entry, table=table, number=number)
                for number, entry in enumerate(drawn[place : place + size], start=after + 1)
            )
            batch = Batch(table=table, after=after, upto=after + len(entries))
            command = FoldContributions(fence=0, batches=(batch,))
            for event in decide(link, command, SYSTEM, {table: entries}):
                link = evolve(link, event, SYSTEM)
            place += size
        meters.append(link.meters["jackpot"])
    first, second = meters
    assert first == second
    assert first.wagers >= WAGERS
    cents = sum(sum(stake.cents for stake in entry.stakes.values()) for entry in drawn)
    exact = [cents * Rate.parse(rate).share for rate in RATES]
    assert Fraction(first[Bucket.ACCRUED], first.per_cent) == 1_000_000 + exact[0]
    assert Fraction(first[Bucket.RESERVE], first.per_cent) == exact[1]
