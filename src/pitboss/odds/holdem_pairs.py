"""A pocket pair against the same pair in the other two suits, on every board."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from pitboss.hands import evaluate_many
from pitboss.odds.counting import ShortDeck


@cache
def beaten_by_the_same_pair(rank: int, deck: ShortDeck) -> Fraction:
    """How often a pair loses to the same pair in the other two suits: every board is ranked."""
    rest = [card for card in deck.cards if card.rank != rank]
    boards = np.array(list(combinations(rest, 5)), dtype=np.uint8)
    hands = [4 * rank + suit for suit in range(4)]
    strengths = []
    for pair in (hands[:2], hands[2:]):
        both = np.tile(np.array(pair, dtype=np.uint8), (len(boards), 1))
        strengths.append(evaluate_many(np.hstack([boards, both])))
    return Fraction(int((strengths[0] < strengths[1]).sum()), len(boards))
