"""Simulating: whole rounds beside what one writes first, and beside eval7's loop in C.

All entries of one table run in turn within this process; ratios are of best slices. The naive
rounds are checked against ours before they are timed: a program that plays another game, or plays
it badly, says nothing.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence

import eval7

from benchmarks.harness import Work, best_rates
from pitboss.sim.request import Request
from pitboss.sim.run import simulate
from pitboss.sim.simulator import simulator_of

SLICE_SECONDS = 0.05

Naive = Callable[[Sequence[int]], int]
"""A round as a function of the cards."""

DECK = range(52)

RIDE = Request(rulebook="mbs-let-it-ride-v3", wagers=("base",))
THREE = Request(rulebook="mbs-megalink-three-card-v6", wagers=("ante",))
HOLDEM = Request(rulebook="mbs-megalink-holdem-v9", wagers=("ante",))
EVERYTHING = Request(rulebook="mgc-let-it-ride", seats=7, settings=("jackpot=100000.00",))


def run() -> None:
    """Print rounds per CPU second, and the ratios that are promised."""
    print("simulating: rounds per CPU second, one core, best play, and ratios within this run")
    _check(RIDE, ride_round)
    _check(THREE, three_round)
    _table("Let It Ride, base", RIDE, {"naive": _calls(ride_round, cards=5)}, {"naive": 500})
    _table("Three Card, ante", THREE, {"naive": _calls(three_round, cards=6)}, {"naive": 300})
    _table("Hold'em Bonus, ante", HOLDEM, {"eval7 in C": _eval7()}, {"eval7 in C": 1})
    rate = best_rates({"all": _ours(EVERYTHING)})["all"]
    print(f"  Let It Ride, 7 seats, every Massachusetts wager: {rate:,.0f} (goal 4,000,000)")
    for request in (THREE, HOLDEM):
        full = Request(rulebook=request.rulebook, seats=7)
        rate = best_rates({"all": _ours(full)})["all"]
        print(f"  {full.rules.title}, 7 seats, every wager: {rate:,.0f}")
    _workers()


def _table(title: str, request: Request, peers: dict[str, Work], goals: dict[str, int]) -> None:
    rates = best_rates({"ours": _ours(request), **peers}, slices=15)
    ours = rates.pop("ours")
    words = ", ".join(
        f"{ours / rate:,.1f}x {name} ({rate:,.0f}; goal {goals[name]}x)"
        for name, rate in rates.items()
    )
    print(f"  {title}: {ours:,.0f}: {words}")


def _ours(request: Request) -> Work:
    simulator = simulator_of(request)
    simulator.deal(0, 1)
    trial = simulator.deal(0, 100_000)
    rounds = int(SLICE_SECONDS * trial.rounds / trial.cpu_seconds)

    def work() -> int:
        simulator.deal(0, rounds)
        return rounds

    return work


def _workers() -> None:
    """Wall time, one worker and two; on a busy machine the other core may not be ours."""
    ratios = []
    for _ in range(3):
        seconds = []
        for workers in (1, 2):
            # Starting a worker and loading its kernels are left out, as they are once a run.
            rounds = 40_000_000
            start = time.perf_counter()
            few = simulate(EVERYTHING, workers, workers=workers, chunk_rounds=1)
            idle = time.perf_counter() - start
            result = simulate(EVERYTHING, rounds, workers=workers, chunk_rounds=rounds // 8)
            seconds.append(result.seconds - (idle if workers > 1 else 0))
            assert few.rounds == workers
        ratios.append(seconds[0] / seconds[1])
    print(f"  two workers: {max(ratios):.2f} times as fast as one (goal 1.6)")


def _eval7() -> Work:
    hero = [eval7.Card("8s"), eval7.Card("7s")]
    villain = eval7.HandRange("AdKc")

    def work() -> int:
        eval7.py_hand_vs_range_monte_carlo(hero, villain, [], 500_000)
        return 500_000

    return work


# --- what one writes first ------------------------------------------------------------------------

RNG = random.Random(1)


def _calls(play: Naive, *, cards: int, times: int = 2000) -> Work:
    def work() -> int:
        for _ in range(times):
            play(RNG.sample(DECK, cards))
        return times

    return work


def _rank(cards: Sequence[int]) -> tuple[str, list[int]]:
    """The name of a hand, and its ranks in the order in which they count."""
    counts = Counter(card // 4 for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    size = len(cards)
    sizes = sorted(counts.values(), reverse=True)
    suited = len({card % 4 for card in cards}) == 1
    run = len(ranks) == size and ranks[0] - ranks[-1] == size - 1
    if ranks == [12, *range(size - 2, -1, -1)]:
        run, ranks = True, [size - 2]
    if run:
        return ("straight flush" if suited else "straight"), ranks
    if suited:
        return "flush", ranks
    names = {(4, 1): "four", (3, 2): "full house", (3, 1, 1): "three", (3,): "three"}
    names |= {(2, 2, 1): "two pairs", (2, 1, 1, 1): "pair", (2, 1): "pair"}
    return names.get(tuple(sizes), "nothing"), ranks


_PAYS = {
    "straight flush": 200,
    "four": 50,
    "full house": 11,
    "flush": 8,
    "straight": 5,
    "three": 3,
    "two pairs": 2,
}


def _pay(cards: Sequence[int]) -> int:
    name, ranks = _rank(cards)
    if name == "straight flush" and ranks[0] == 12:
        return 1000
    if name == "pair":
        return 1 if ranks[0] >= 8 else -1
    return _PAYS.get(name, -1)


def _rides_first(cards: Sequence[int]) -> bool:
    ranks = sorted(card // 4 for card in cards)
    if len(set(ranks)) == 1:
        return True
    if len(set(ranks)) == 2:
        return ranks[1] >= 8
    if len({card % 4 for card in cards}) > 1:
        return False
    high = sum(rank >= 8 for rank in ranks)
    span = ranks[2] - ranks[0]
    return (span == 2 and ranks[0] >= 1) or (span == 3 and high >= 1) or (span == 4 and high >= 2)


def _rides_second(cards: Sequence[int]) -> bool:
    ranks = sorted(card // 4 for card in cards)
    counts = Counter(ranks)
    pairs = [rank for rank, count in counts.items() if count == 2]
    if max(counts.values()) >= 3 or len(pairs) == 2:
        return True
    if pairs:
        return pairs[0] >= 8
    if len({card % 4 for card in cards}) == 1:
        return True
    return ranks[3] - ranks[0] == 3 and 8 <= ranks[3] < 12


def ride_round(cards: Sequence[int]) -> int:
    """Let It Ride: three own cards, two community cards; the result in bets."""
    five = cards[:5]
    return (1 + _rides_first(five[:3]) + _rides_second(five[:4])) * _pay(five)


_ORDER = ["nothing", "pair", "flush", "straight", "three", "straight flush"]


def three_round(cards: Sequence[int]) -> int:
    """Three Card Poker: the dealer's three cards, then one's own; the result in antes."""
    dealer, own = (
        (_ORDER.index(name), ranks) for name, ranks in map(_rank, (cards[:3], cards[3:6]))
    )
    if own < (0, [10, 4, 2]):
        return -1
    bonus = (0, 0, 0, 1, 4, 5)[own[0]]
    if dealer < (0, [10]):
        return 1 + bonus
    return bonus + (2 if own > dealer else 0 if own == dealer else -2)


def _check(request: Request, play: Naive) -> None:
    """The naive round gives what ours gives, round by round."""
    simulator = simulator_of(request)
    (wager,) = simulator.wagers
    unit = request.unit(wager).cents
    for number in range(3000):
        round_ = simulator.play(number)
        cards = [int(card) for card in (*round_.dealer, *round_.seats[0].cards, *round_.community)]
        (net,) = simulator.in_cells(simulator.deal(number, 1), wager, 0)
        assert play(cards) * unit == net, f"round {number} differs"
