"""Ranking hands: tables beside the plain judge, and many hands in one call beside libraries."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any

import clubs
import numpy as np
import numpy.typing as npt
import phevaluator
import pkrbot

from benchmarks.harness import Work, best_rates
from pitboss.cards import DECK
from pitboss.hands.batch import evaluate_many
from pitboss.hands.plain import rank_best_of_seven, rank_five, rank_three
from pitboss.hands.tables import strength_of_five, strength_of_seven, strength_of_three

HANDS = 1 << 16
CALLS = 4000
NAIVE_CALLS = {3: 1000, 5: 1000, 7: 50}
Hands = npt.NDArray[np.uint8]
Value = Callable[[Any], Any]


def run() -> None:
    """Print hands per CPU second, one call a hand and many hands a call."""
    _one_by_one()
    _many_at_once()


def _one_by_one() -> None:
    """Print hands per CPU second and ratios to the plain ranking."""
    print("ranking: hands per CPU second, one call a hand, and times the plain ranking")
    for size, plain, tables in (
        (3, rank_three, strength_of_three),
        (5, rank_five, strength_of_five),
        (7, rank_best_of_seven, strength_of_seven),
    ):
        rates = best_rates(_entries(size, plain, tables), slices=5)
        words = ", ".join(
            f"{name} {rate:,.0f} ({rate / rates['plain']:,.1f}x)" for name, rate in rates.items()
        )
        print(f"  {size} cards: {words}")


def _entries(size: int, plain: Callable[..., Any], tables: Callable[..., Any]) -> dict[str, Work]:
    rng = random.Random(size)
    hands = [tuple(rng.sample(DECK, size)) for _ in range(CALLS)]
    few = hands[: CALLS // 40]
    entries = {
        "plain": _ranked(plain, few),
        "tables": _ranked(tables, hands),
    }
    if size > 3:
        outside = [tuple(int(card) for card in hand) for hand in hands]
        entries["phevaluator"] = _ranked(lambda hand: phevaluator.evaluate_cards(*hand), outside)
    return entries


def _ranked(rank: Callable[[Any], Any], hands: Sequence[Any]) -> Work:
    def work() -> int:
        for hand in hands:
            rank(hand)
        return len(hands)

    return work


def _many_at_once() -> None:
    """Print hands per CPU second, warm, and how many times the others that is."""
    print("batch: hands per CPU second, random hands, and how many times each that is")
    for size in (3, 5, 7):
        hands = _random_hands(size)
        peers = _peers(size, hands)
        entries = {"evaluate_many": _batch(hands)}
        for name, (value, given) in peers.items():
            _check_order(name, hands, [value(hand) for hand in given])
            entries[name] = _repeated(value, given)
        rates = best_rates(entries, slices=15)
        ours = rates.pop("evaluate_many")
        words = ", ".join(
            f"{ours / rate:,.0f}x {name} ({rate:,.0f})" for name, rate in rates.items()
        )
        print(f"  {size} cards: {ours:,.0f}, {1e9 / ours:.2f} ns a hand: {words}")


def _random_hands(size: int) -> Hands:
    rng = np.random.default_rng(size)
    return rng.random((HANDS, len(DECK))).argsort(axis=1)[:, :size].astype(np.uint8)


def _peers(size: int, hands: Hands) -> dict[str, tuple[Value, list[Any]]]:
    """What ranks a hand, higher being better, and hands in the form it wants them in."""
    few = hands[: NAIVE_CALLS[size]].tolist()
    peers: dict[str, tuple[Value, list[Any]]] = {"naive": (_naive, few)}
    if size == 3:
        cards = [clubs.Card(str(card)) for card in DECK]
        lowest_first = clubs.Evaluator(4, 13, 3).evaluate
        given = [[cards[card] for card in hand] for hand in hands[:CALLS].tolist()]
        peers["clubs"] = (lambda hand: -lowest_first([], hand), given)
    else:
        cards = [pkrbot.Card(str(card)) for card in DECK]
        given = [[cards[card] for card in hand] for hand in hands[:CALLS].tolist()]
        peers["pkrbot"] = (pkrbot.evaluate, given)
    return peers


def _batch(hands: Hands) -> Work:
    def work() -> int:
        for _ in range(10):
            evaluate_many(hands)
        return 10 * len(hands)

    work()  # compiles, or loads what was compiled
    return work


def _repeated(value: Value, hands: Sequence[Any]) -> Work:
    def work() -> int:
        for _ in range(4):
            for hand in hands:
                value(hand)
        return 4 * len(hands)

    return work


def _check_order(name: str, hands: Hands, values: Sequence[Any]) -> None:
    """The rate of a program that answers another question would mean nothing."""
    strengths = evaluate_many(hands)[: len(values)].tolist()
    for (low, below), (high, above) in pairwise(sorted(zip(strengths, values, strict=True))):
        assert (low < high) is (below < above), f"{name} ranks hands in another order"


def _naive(cards: Sequence[int]) -> tuple[int, list[int]]:
    """What one writes first: sort, count, compare; of seven cards, try every five."""
    if len(cards) == 7:
        return max(_naive(five) for five in combinations(cards, 5))
    groups = Counter(card >> 2 for card in cards).most_common()
    groups.sort(key=lambda group: (group[1], group[0]), reverse=True)
    ranks = [rank for rank, _ in groups]
    sizes = tuple(size for _, size in groups)
    suited = len({card & 3 for card in cards}) == 1
    size = len(cards)
    low_run = ranks == [12, *range(size - 2, -1, -1)]
    run = low_run or (len(ranks) == size and ranks[0] - ranks[-1] == size - 1)
    order = _THREE if size == 3 else _FIVE
    if run:
        top = ranks[1] if low_run else ranks[0]
        return order["straight flush" if suited else "straight"], [top]
    return order["flush" if suited else sizes], ranks


_THREE: dict[Any, int] = {
    (1, 1, 1): 0,
    (2, 1): 1,
    "flush": 2,
    "straight": 3,
    (3,): 4,
    "straight flush": 5,
}

_FIVE: dict[Any, int] = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    "straight": 4,
    "flush": 5,
    (3, 2): 6,
    (4, 1): 7,
    "straight flush": 8,
}
