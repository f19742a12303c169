"""The classes of hand the rulebooks name, and hand strength as one number.

A *strength* is `class << 20 | r1 << 16 | r2 << 12 | r3 << 8 | r4 << 4 | r5`, with the ranks
(0 for a two to 12 for an ace) in the order in which they are compared: bigger groups first,
then higher ranks. A run carries only its top rank, so A-2-3-4-5 is five-high. The higher
strength wins, and equal strengths are a stand-off. Three card and five card strengths have
classes of their own and are never compared with each other.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from pitboss.cards import RANKS

CLASS_SHIFT: Final = 20
RANK_SHIFTS: Final = (16, 12, 8, 4, 0)


class FiveCardClass(IntEnum):
    """The ten classes of five cards, lowest first."""

    FIVE_ODD_CARDS = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


class ThreeCardClass(IntEnum):
    """The six classes of three cards, lowest first; a straight beats a flush."""

    THREE_ODD_CARDS = 0
    ONE_PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


def five_card_class(strength: int) -> FiveCardClass:
    """The class of a five card strength.

    >>> five_card_class(0x6BC000)
    <FiveCardClass.FULL_HOUSE: 6>
    """
    return FiveCardClass(strength >> CLASS_SHIFT)


def three_card_class(strength: int) -> ThreeCardClass:
    """The class of a three card strength.

    >>> three_card_class(0x3C0000)
    <ThreeCardClass.STRAIGHT: 3>
    """
    return ThreeCardClass(strength >> CLASS_SHIFT)


def ranks_in_order(strength: int) -> tuple[int, ...]:
    """The five places for ranks in a strength; places a hand does not use hold 0.

    >>> ranks_in_order(0x6BC000)
    (11, 12, 0, 0, 0)
    """
    return tuple(strength >> shift & 15 for shift in RANK_SHIFTS)


# --- hands in words, for screens and records that people read -------------------------------------

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

    >>> [name_in_words(name) for name in ("straight_flush_3", "aq_or_aj_suited", "pair_tt_to_22")]
    ['straight flush', 'AQ or AJ suited', 'pair of TT to 22']
    >>> [name_in_words(name) for name in ("pair_tens_or_better", "pair_or_better")]
    ['pair of tens or better', 'pair or better']
    """
    words = hand.removesuffix("_3").split("_")
    words = [word.upper() if _is_two_ranks(word) else word for word in words]
    if words[0] == "pair" and len(words) > 1 and words[1] != "or":
        words.insert(1, "of")
    return " ".join(words)


def _is_two_ranks(word: str) -> bool:
    return len(word) == 2 and set(word) <= set(RANKS.lower())
