"""Runs that tests share: every rulebook with all its wagers, and what settlement says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pitboss
from pitboss.money import Money
from pitboss.sim.request import Request, wager_of
from pitboss.sim.simulator import Simulator, placed

_AMOUNTS = ("winnings", "returned", "stake")
JACKPOT = "jackpot=123456.78"
FEATURES = ("magic_rate=1/3", "lucky_rate=0.25", "units=3", JACKPOT)

EVERY_WAGER = {
    "mbs-let-it-ride-v3": Request(
        rulebook="mbs-let-it-ride-v3", seats=3, seed=11, settings=(JACKPOT,)
    ),
    "mbs-megalink-let-it-ride-v2": Request(
        rulebook="mbs-megalink-let-it-ride-v2", seats=4, seed=12, settings=FEATURES
    ),
    "mbs-megalink-three-card-v6": Request(
        rulebook="mbs-megalink-three-card-v6", seats=5, seed=13, settings=(JACKPOT,)
    ),
    "mbs-megalink-holdem-v9": Request(
        rulebook="mbs-megalink-holdem-v9", seats=2, seed=14, settings=(JACKPOT, "units=5")
    ),
    "mgc-let-it-ride": Request(
        rulebook="mgc-let-it-ride", seats=7, seed=15, settings=(JACKPOT, "three_card_bonus_table=D")
    ),
}


def counted(simulator: Simulator, number: int) -> list[dict[str, int]]:
    """What the kernels say every wager of one round comes to, in cents, seat by seat."""
    request = simulator.request
    tally = simulator.deal(number, 1)
    results = [dict.fromkeys(placed(request), 0) for _ in range(request.seats)]
    for (seat, name, net), count in tally.settled.items():
        results[seat][name] += net * count
    for wager in simulator.wagers:
        for seat in range(request.seats):
            cells = simulator.in_cells(tally, wager, seat)
            results[seat][wager] += sum(net * count for net, count in cells.items())
    return results


def settled(request: Request, record: Mapping[str, Any]) -> list[dict[str, int]]:
    """What `pitboss settle` says of the same round."""
    rulebooks = [request.rules]
    settlement = pitboss.settle(record, rulebooks=rulebooks)
    results = []
    for seat in settlement["seats"]:
        nets = dict.fromkeys(placed(request), 0)
        for line in seat["lines"]:
            won, back, stake = (Money.parse(line[key]).cents for key in _AMOUNTS)
            nets[wager_of(request.rules, line["wager"])] += won + back - stake
        results.append(nets)
    return results
