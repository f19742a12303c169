"""Every seven card hand there is, through the fast tables."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import DECK
from pitboss.hands.classes import FiveCardClass
from pitboss.hands.tables import strength_of_seven

# The published numbers of seven card hands whose best five cards are of each class.
PUBLISHED = {
    FiveCardClass.ROYAL_FLUSH: 4_324,
    FiveCardClass.STRAIGHT_FLUSH: 37_260,
    FiveCardClass.FOUR_OF_A_KIND: 224_848,
    FiveCardClass.FULL_HOUSE: 3_473_184,
    FiveCardClass.FLUSH: 4_047_644,
    FiveCardClass.STRAIGHT: 6_180_020,
    FiveCardClass.THREE_OF_A_KIND: 6_461_620,
    FiveCardClass.TWO_PAIRS: 31_433_400,
    FiveCardClass.ONE_PAIR: 58_627_800,
    FiveCardClass.FIVE_ODD_CARDS: 23_294_460,
}


@pytest.mark.long
def test_all_seven_card_hands_by_class() -> None:
    # One by one, without an argument from symmetry: it takes two or three minutes.
    hands = Counter(map(strength_of_seven, combinations(DECK, 7)))
    assert hands.total() == comb(52, 7) == 133_784_560
    counts: Counter[FiveCardClass] = Counter()
    for strength, number in hands.items():
        counts[FiveCardClass(strength >> 20)] += number
    assert dict(counts) == PUBLISHED
    # Seven cards cannot be so bad that the lowest of the 7462 five card hands are their best.
    assert len(hands) == 4_824
