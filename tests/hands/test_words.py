"""Hands in words: what a player at the table would call them."""

from __future__ import annotations

from itertools import combinations

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.hands.classes import describe_five, describe_three
from pitboss.hands.tables import strength_of_five, strength_of_three


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ad Kd Qd Jd Td", "royal flush"),
        ("9c 8c 7c 6c 5c", "nine-high straight flush"),
        ("5c 4c 3c 2c Ac", "five-high straight flush"),
        ("Ac Ah Ad As Jh", "four aces"),
        ("6c 6h 6d 6s Jh", "four sixes"),
        ("Kc Kh Kd As Ah", "full house, kings over aces"),
        ("Jh 8h 6h 5h 2h", "jack-high flush"),
        ("5d 4c 3h 2s Ac", "five-high straight"),
        ("Ts Th Tc 6h 3d", "three tens"),
        ("Qs Qh 6c 6h 3d", "two pairs, queens and sixes"),
        ("Ts Th 8d 6h 5s", "pair of tens"),
        ("Qc Th 6d 5s 2h", "queen high"),
    ],
)
def test_five_cards_in_words(cards: str, words: str) -> None:
    assert describe_five(strength_of_five(parse_cards(cards))) == words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ah Kh Qh", "ace-high straight flush"),
        ("Ah 2h 3h", "three-high straight flush"),
        ("Ts Th Tc", "three tens"),
        ("8d 7c 6h", "eight-high straight"),
        ("Th 4h 2h", "ten-high flush"),
        ("6c 6h 8d", "pair of sixes"),
        ("Qc Th 6d", "queen high"),
    ],
)
def test_three_cards_in_words(cards: str, words: str) -> None:
    assert describe_three(strength_of_three(parse_cards(cards))) == words


def test_every_three_card_hand_has_words() -> None:
    words = {describe_three(strength_of_three(cards)) for cards in combinations(DECK, 3)}
    # Runs, suited or not; threes and pairs; flushes and odd cards, which are five high at least.
    assert len(words) == 12 * 2 + 13 * 2 + 10 * 2
