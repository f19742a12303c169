"""Numbers for boards and holdings, so that tables can be kept by them.

A board or a holding goes by its ranks alone, or by its ranks and one suit: each card is then `s`
(of that suit) or `o` (any other), and the board or the pair of cards is called *marked*.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np

from pitboss.compiled import kernel
from pitboss.odds.holdem_strength_kernels import BITS, MASKS, RANKS, SUITS, Array, Int

PAIRS = 91
"""Unordered pairs of ranks; `high * (high + 1) / 2 + low` numbers them."""
MARKED = 338
"""Unordered pairs of marked ranks: 78 of two `s`, 169 of one `s` and one `o`, 91 of two `o`."""
ONE_S = 78
NO_S = ONE_S + RANKS * RANKS
SQUARE = RANKS * RANKS

# Holdings are numbered by block, second rank, first rank; a block is the suits of both cards.
BLOCK_SUITS = [(one, two) for two in range(SUITS) for one in range(two + 1)]
BLOCKS = len(BLOCK_SUITS)
SUIT_ONE = np.array([one for one, _ in BLOCK_SUITS], dtype=np.int64)
SUIT_TWO = np.array([two for _, two in BLOCK_SUITS], dtype=np.int64)
BLOCK_OF = np.zeros((SUITS, SUITS), dtype=np.int64)
for _block, (_one, _two) in enumerate(BLOCK_SUITS):
    BLOCK_OF[_one, _two] = BLOCK_OF[_two, _one] = _block


def _rank_boards(size: int) -> Array:
    """Ranks in rising order, repeated as they occur, row by row in the order of `board_number`."""
    boards = combinations_with_replacement(range(RANKS), size)
    rows = sorted(boards, key=lambda board: board[::-1])
    return np.array(rows, dtype=np.int64).reshape(len(rows), size)


RANK_BOARDS_3 = _rank_boards(3)
RANK_BOARDS_4 = _rank_boards(4)
RANK_BOARDS_5 = _rank_boards(5)
OTHERS = tuple(_rank_boards(size) for size in range(3))
"""The `o` of a marked board: none, one or two."""
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(52)], dtype=np.int64)

# Ranks of one suit as a set: all sets of one size are numbered by size, as numbers grow.
SETS = tuple(MASKS[size == BITS] for size in range(6))
SET_NUMBER = np.zeros_like(MASKS)
for _sets in SETS:
    SET_NUMBER[_sets] = np.arange(len(_sets))
SETS_OF = np.array([len(_sets) for _sets in SETS], dtype=np.int64)

# Where the marked boards of three and four with so many `s` start.
STARTS = np.zeros((5, 6), dtype=np.int64)
STARTS[3, 2] = 13 * 91
STARTS[3, 3] = STARTS[3, 2] + 78 * 13
MARKED_BOARDS_3 = int(STARTS[3, 3]) + 286
STARTS[4, 3] = 78 * 91
STARTS[4, 4] = STARTS[4, 3] + 286 * 13
MARKED_BOARDS_4 = int(STARTS[4, 4]) + 715

# Places in other tables are unsigned: numba then need not look for negative ones.
HIGH = np.array([high for high in range(RANKS) for _ in range(high + 1)], dtype=np.uint8)
LOW = np.array([low for high in range(RANKS) for low in range(high + 1)], dtype=np.uint8)


def _marked_pairs() -> tuple[Array, Array, Array]:
    """The number of each marked pair, and the two marked ranks of each number: `s` before `o`."""
    number = np.zeros((2 * RANKS, 2 * RANKS), dtype=np.uint16)
    first, second = np.zeros(MARKED, dtype=np.uint8), np.zeros(MARKED, dtype=np.uint8)
    for low in range(RANKS):
        for high in range(RANKS):
            both = high * (high - 1) // 2 + low
            pairs = [(ONE_S + RANKS * low + high, low, RANKS + high)]
            if low < high:
                pairs.append((both, low, high))
            if low <= high:
                pairs.append((NO_S + both + high, RANKS + low, RANKS + high))
            for place, one, two in pairs:
                number[one, two] = number[two, one] = place
                first[place], second[place] = one, two
    return number, first, second


MARKED_PAIR, FIRST, SECOND = _marked_pairs()
HIGH_S = MARKED_PAIR[HIGH, RANKS + LOW]
LOW_S = MARKED_PAIR[LOW, RANKS + HIGH]
PAIR_OF_MARKED = np.array(
    [
        max(one % RANKS, two % RANKS) * (max(one % RANKS, two % RANKS) + 1) // 2
        + min(one % RANKS, two % RANKS)
        for one, two in zip(FIRST.tolist(), SECOND.tolist(), strict=True)
    ],
    dtype=np.uint8,
)

# The 169 places of a block: second rank times 13 plus first rank.
PAIR_OF_SQUARE = np.array(
    [
        max(one, two) * (max(one, two) + 1) // 2 + min(one, two)
        for two in range(RANKS)
        for one in range(RANKS)
    ],
    dtype=np.int64,
)
# By the marks of the second and first card (0 is `s`). Two equal `s` do not exist: number 0.
MARKED_OF_SQUARE = np.array(
    [
        [
            MARKED_PAIR[RANKS * mark_one + one, RANKS * mark_two + two]
            for two in range(RANKS)
            for one in range(RANKS)
        ]
        for mark_two in range(2)
        for mark_one in range(2)
    ],
    dtype=np.uint16,
)


@kernel
def board_number(ranks: Array, size: Int) -> Int:
    """The number of a rank board, its ranks in rising order."""
    number = 0
    for place in range(size):
        number += CHOOSE[ranks[place] + place, place + 1]
    return number


@kernel
def marked_number(size: Int, of_suit: Int, others: Array) -> Int:
    """The number of a marked board of three or four: a set of `s`, and the `o` in rising order."""
    held = BITS[of_suit]
    number = board_number(others, size - held) * SETS_OF[held] + SET_NUMBER[of_suit]
    return STARTS[size, held] + number
