"""Hands in words, for screens and records that people read."""

from __future__ import annotations

import re
from typing import Final

from pitboss.hands.classes import (
    FiveCardClass,
    ThreeCardClass,
    five_card_class,
    ranks_in_order,
    three_card_class,
)

RANK_WORDS: Final = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_TWO_RANKS: Final = re.compile("[akqjt2]{2}")
RANK_PLURALS: Final = tuple("sixes" if word == "six" else word + "s" for word in RANK_WORDS)

_FIVE: Final = {
    FiveCardClass.ROYAL_FLUSH: "royal flush",
    FiveCardClass.STRAIGHT_FLUSH: "{one}-high straight flush",
    FiveCardClass.FOUR_OF_A_KIND: "four {ones}",
    FiveCardClass.FULL_HOUSE: "full house, {ones} over {others}",
    FiveCardClass.FLUSH: "{one}-high flush",
    FiveCardClass.STRAIGHT: "{one}-high straight",
    FiveCardClass.THREE_OF_A_KIND: "three {ones}",
    FiveCardClass.TWO_PAIRS: "two pairs, {ones} and {others}",
    FiveCardClass.ONE_PAIR: "pair of {ones}",
    FiveCardClass.FIVE_ODD_CARDS: "{one} high",
}

_THREE: Final = {
    ThreeCardClass.STRAIGHT_FLUSH: "{one}-high straight flush",
    ThreeCardClass.THREE_OF_A_KIND: "three {ones}",
    ThreeCardClass.STRAIGHT: "{one}-high straight",
    ThreeCardClass.FLUSH: "{one}-high flush",
    ThreeCardClass.ONE_PAIR: "pair of {ones}",
    ThreeCardClass.THREE_ODD_CARDS: "{one} high",
}


def describe_five(strength: int) -> str:
    """A five card hand in words.

    >>> describe_five(0x6BC000), describe_five(0x9C0000), describe_five(0x870000)
    ('full house, kings over aces', 'royal flush', 'nine-high straight flush')
    >>> describe_five(0x2A4100), describe_five(0x186430), describe_five(0x0A8430)
    ('two pairs, queens and sixes', 'pair of tens', 'queen high')
    """
    return _fill(_FIVE[five_card_class(strength)], strength)


def describe_three(strength: int) -> str:
    """A three card hand in words.

    >>> describe_three(0x510000), describe_three(0x480000), describe_three(0x0A8400)
    ('three-high straight flush', 'three tens', 'queen high')
    """
    return _fill(_THREE[three_card_class(strength)], strength)


def _fill(words: str, strength: int) -> str:
    first, second, *_ = ranks_in_order(strength)
    return words.format(
        one=RANK_WORDS[first], ones=RANK_PLURALS[first], others=RANK_PLURALS[second]
    )


def name_in_words(hand: str) -> str:
    """The name of a hand in a paytable as people say it.

    >>> [name_in_words(name) for name in ("straight_flush_3", "pair_tens_or_better", "ak_suited")]
    ['straight flush', 'pair of tens or better', 'AK suited']
    """
    words = hand.removesuffix("_3").split("_")
    words = [word.upper() if _TWO_RANKS.fullmatch(word) else word for word in words]
    if words[0] == "pair" and len(words) > 1:
        words.insert(1, "of")
    return " ".join(words)
