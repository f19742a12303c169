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
