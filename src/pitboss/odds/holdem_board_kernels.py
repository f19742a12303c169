"""Boards of four and three that differ by more than the names of the suits, and who can sit there.

A board is four sets of ranks, one for each suit.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled import kernel
from pitboss.odds.holdem_numbering_kernels import BLOCK_OF, BLOCKS, CHOOSE, SQUARE
from pitboss.odds.holdem_strength_kernels import BITS, RANKS, SUITS, Array, Int

RIVER_BOARDS = 16_432


@kernel
def river_boards(boards: Array, weights: Array) -> Int:
    """The boards of four by ranks of each suit, and how many ways there are to name the suits.

    Suits with more cards come first, and of as many the higher set.
    """
    count = 0
    for a in range(1 << RANKS):
        if BITS[a] == 4:
            boards[count, 0] = a
            count += 1
    for a in range(1 << RANKS):
        if BITS[a] == 3:
            for b in range(RANKS):
                boards[count, 0], boards[count, 1] = a, 1 << b
                count += 1
        elif BITS[a] == 2:
            for b in range(a + 1):
                if BITS[b] == 2:
                    boards[count, 0], boards[count, 1] = a, b
                    count += 1
            for b in range(RANKS):
                for c in range(b + 1):
                    boards[count, 0], boards[count, 1], boards[count, 2] = a, 1 << b, 1 << c
                    count += 1
    for a in range(RANKS):
        for b in range(a + 1):
            for c in range(b + 1):
                for e in range(c + 1):
                    boards[count, 0], boards[count, 1] = 1 << a, 1 << b
                    boards[count, 2], boards[count, 3] = 1 << c, 1 << e
                    count += 1
    for board in range(count):
        weights[board] = namings(boards[board])
    return count


@kernel
def namings(suits: Array) -> Int:
    """In how many ways suits can be given to these four sets of ranks."""
    ways = 24
    alike = 1
    for suit in range(1, SUITS):
        alike = alike + 1 if suits[suit] == suits[suit - 1] else 1
        ways //= alike
    return ways


@kernel
def in_usual_order(suits: Array) -> bool:
    """Suits with more cards first, and of as many the higher set: one board of each kind."""
    for suit in range(1, SUITS):
        before = BITS[suits[suit - 1]] << RANKS | suits[suit - 1]
        if before < BITS[suits[suit]] << RANKS | suits[suit]:
            return False
    return True


@kernel
def flops_of(boards: Array, slots: Array, flops: Array) -> Int:
    """List every flop of these boards once, and say which four each board has."""
    known = np.full(22_100, -1, np.int64)
    count = 0
    for board in range(len(boards)):
        place = 0
        for suit in range(SUITS):
            for rank in range(RANKS):
                if boards[board, suit] >> rank & 1:
                    for i in range(SUITS):
                        flops[count, i] = boards[board, i]
                    flops[count, suit] &= ~(1 << rank)
                    number = flop_number(flops[count])
                    if known[number] < 0:
                        known[number] = count
                        count += 1
                    slots[board, place] = known[number]
                    place += 1
    return count


@kernel
def flop_number(suits: Array) -> Int:
    number = 0
    place = 1
    for suit in range(SUITS):
        for rank in range(RANKS):
            if suits[suit] >> rank & 1:
                number += CHOOSE[RANKS * suit + rank, place]
                place += 1
    return number


@kernel
def ranks_of(suits: Array, but: Int, ranks: Array) -> Int:
    """The ranks of all suits but one, in rising order."""
    count = 0
    for rank in range(RANKS):
        for suit in range(SUITS):
            if suit != but and suits[suit] >> rank & 1:
                ranks[count] = rank
                count += 1
    return count


@kernel
def free_holdings(suits: Array, every: Array, free: Array) -> None:
    """The holdings that a board leaves."""
    for block in range(BLOCKS):
        for place in range(SQUARE):
            free[block, place] = every[block, place]
    for suit in range(SUITS):
        for rank in range(RANKS if suits[suit] else 0):
            if suits[suit] >> rank & 1:
                for other in range(SUITS):
                    block = BLOCK_OF[suit, other]
                    if other <= suit:
                        for first in range(RANKS):
                            free[block, rank * RANKS + first] = 0
                    if other >= suit:
                        for second in range(RANKS):
                            free[block, second * RANKS + rank] = 0
