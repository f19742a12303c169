"""Words of cards that add up to hands, and tables that tell a hand from the sum.

A word of Let It Ride holds three rank keys, each good for telling hands of so many cards apart by
its sum (five, three and four cards), and the number of cards of each suit, three bits each. So one
running sum serves both decisions and the hand.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.compiled import kernel
from pitboss.hands import batch_kernels

_TABLES: Final = batch_kernels._TABLES
_CARDS: Final = np.arange(52)

U64 = np.uint64
# Sums of four of these are all different; so are those of three, and of five, of the other keys.
FOUR_KEYS: Final = (0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 8194, 13663)
THREE_KEYS: Final = tuple(int(_TABLES["three_words"][4 * rank]) & 0x1FFF for rank in range(13))
FIVE_KEYS: Final = tuple(int(_TABLES["five_words"][4 * rank]) & 0xFFFF_FFFF for rank in range(13))
THREE_SUMS: Final = 1 << 13
FOUR_SUMS: Final = 1 << 16

THREE_BITS = U64(19)
FOUR_BITS = U64(32)
SUIT_BITS = U64(52)
_SUIT_ONES = 0o1111

RIDE_WORDS = np.array(
    [
        FIVE_KEYS[card >> 2]
        | THREE_KEYS[card >> 2] << 19
        | FOUR_KEYS[card >> 2] << 32
        | 1 << 52 + 3 * (card & 3)
        for card in range(52)
    ],
    dtype=np.uint64,
)
FIVE_MASK = U64((1 << 19) - 1)
THREE_MASK = U64((1 << 13) - 1)
FOUR_MASK = U64((1 << 17) - 1)
# Three of a suit are 3 (two low bits set) among three cards, four are 4 among four, five are 5.
ONES = U64(_SUIT_ONES)
FOURS = U64(4 * _SUIT_ONES)

FIVE_OFFSETS = _TABLES["five_offsets"].astype(np.uint32)
FIVE_SHIFT = U64(_TABLES["five_shift"])
FIVE_HEADS = (_TABLES["five_strengths"] >> 16).astype(np.uint8)
"""By key and offset: the *head* of a strength, which is what paytables look at."""
SUITED_STRENGTHS = _TABLES["suited"]
SUITED_HEADS = (_TABLES["suited"] >> 16).astype(np.uint8)

THREE_WORDS = _TABLES["three_words"][:52].astype(np.uint64)
THREE_OFFSETS = _TABLES["three_offsets"].astype(np.uint64)
THREE_STRENGTHS = _TABLES["three_strengths"]

SEVEN_WORDS = _TABLES["seven_words"][:52]
SEVEN_OFFSETS = _TABLES["seven_offsets"]
SEVEN_SHIFT = np.uint32(_TABLES["seven_shift"])
SEVEN_STRENGTHS = _TABLES["seven_strengths"]
COUNTS_START = U64(0x3333 << 48)
FIVE_OF_A_SUIT = U64(0x8888 << 48)

FIVE_CELLS: Final = 160
THREE_CELLS: Final = 96
"""Heads there can be: sixteen for each class."""

Array = Any
Int = Any


@kernel
def three_place(one: Int, two: Int, three: Int) -> Int:
    """The number of three cards among all 22,100, whatever their order."""
    low, high = min(one, two), max(one, two)
    middle = max(low, min(high, three))
    top = max(high, three)
    low = min(low, three)
    pairs = middle * (middle - U64(1)) // U64(2)
    return low + pairs + top * (top - U64(1)) * (top - U64(2)) // U64(6)
