"""Cover All by brute force: every set of three and four winning hands of the full deck."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.games.let_it_ride.cover_all import best_hand_probabilities, winning_sets
from pitboss.hands.batch import evaluate_many
from pitboss.hands.classes import FiveCardClass
from pitboss.kernels import kernel

CLASSES = list(FiveCardClass)[FiveCardClass.THREE_OF_A_KIND :]
TRIPLES = np.array(list(combinations(range(50), 3)))

Cards = npt.NDArray[np.uint8]


@kernel
def count_sets_of_three(hands: npt.NDArray[np.uint64], taken: Any) -> int:
    """How many three hands share no card, with each other or with those taken."""
    sets = 0
    for first in range(hands.size):
        if not taken & hands[first]:
            one = taken | hands[first]
            for second in range(first):
                if not one & hands[second]:
                    two = one | hands[second]
                    for third in range(second):
                        # Adding is quicker than asking: half of the answers cannot be guessed.
                        sets += (two & hands[third]) == 0
    return sets


@kernel
def count_sets_of_four(hands: npt.NDArray[np.uint64]) -> int:
    """How many four hands share no card."""
    sets = 0
    for last in range(hands.size):
        sets += count_sets_of_three(hands[:last], hands[last])
    return sets


def winning_hands(lowest: FiveCardClass) -> Iterator[npt.NDArray[np.uint64]]:
    """For each of all 1326 community pairs, the hands that win, each a set of bits."""
    for community in combinations(range(52), 2):
        left = np.delete(np.arange(52, dtype=np.uint8), community)
        hands = left[TRIPLES]
        middle = np.tile(np.array(community, np.uint8), (len(hands), 1))
        strengths = evaluate_many(np.hstack([middle, hands]))
        bits = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        yield bits[strengths >> 20 >= lowest]


@pytest.mark.long
@pytest.mark.parametrize("lowest", CLASSES, ids=lambda lowest: lowest.name)
def test_every_set_of_three_winning_hands(lowest: FiveCardClass) -> None:
    found = sum(count_sets_of_three(hands, np.uint64(0)) for hands in winning_hands(lowest))
    assert found == winning_sets([lowest])[lowest][3]


@pytest.mark.long
@pytest.mark.parametrize("lowest", CLASSES[1:], ids=lambda lowest: lowest.name)
def test_every_set_of_four_hands_that_are_straights_or_better(lowest: FiveCardClass) -> None:
    found = sum(count_sets_of_four(hands) for hands in winning_hands(lowest))
    assert found == winning_sets([lowest])[lowest][4]


@pytest.mark.long
@pytest.mark.parametrize("players", range(2, 8))
def test_millions_of_tables_dealt_at_random(players: int) -> None:
    rng = np.random.default_rng(players)
    dealt, tables = 20, 200_000
    seen = np.zeros(len(FiveCardClass), np.int64)
    for _ in range(dealt):
        cards = rng.random((tables, 52), np.float32).argsort(axis=1).astype(np.uint8)
        seen += np.bincount(best_classes(cards, players), minlength=len(FiveCardClass))
    total = dealt * tables
    for lowest in CLASSES:
        chance = float(best_hand_probabilities(players)[lowest.name.lower()])
        assert abs(seen[lowest] - total * chance) < 5 * sqrt(total * chance * (1 - chance)), lowest


def best_classes(cards: Cards, players: int) -> npt.NDArray[np.int32]:
    """The class of the best hand on each table: two cards in the middle, then three a hand."""
    best = np.zeros(len(cards), np.int32)
    for seat in range(players):
        hands = np.hstack([cards[:, :2], cards[:, 2 + 3 * seat : 5 + 3 * seat]])
        best = np.maximum(best, evaluate_many(hands) >> 20)
    return best
