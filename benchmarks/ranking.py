"""Ranking hands one call at a time: the tables beside the plain judge and an outside library."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import phevaluator

from benchmarks.slices import Work, best_rates
from pitboss.cards import DECK
from pitboss.hands.plain import rank_best_of_seven, rank_five, rank_three
from pitboss.hands.tables import strength_of_five, strength_of_seven, strength_of_three

HANDS = 4000


def run() -> None:
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
    hands = [tuple(rng.sample(DECK, size)) for _ in range(HANDS)]
    few = hands[: HANDS // 40]
    entries = {
        "plain": _work(plain, few),
        "tables": _work(tables, hands),
    }
    if size > 3:
        outside = [tuple(int(card) for card in hand) for hand in hands]
        entries["phevaluator"] = _work(lambda hand: phevaluator.evaluate_cards(*hand), outside)
    return entries


def _work(rank: Callable[[Any], Any], hands: Sequence[Any]) -> Work:
    def work() -> int:
        for hand in hands:
            rank(hand)
        return len(hands)

    return work
