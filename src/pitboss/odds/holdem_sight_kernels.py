"""What a person sees of two cards and a board, and what betting is worth over all that looks so.

A *sight* is what one's own cards make, what they may still make, what lies on the table, and the
two ranks. Situations of one sight are added up, so a rule in such words can be priced exactly.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled import kernel
from pitboss.odds.holdem_board_kernels import free_holdings, ranks_of
from pitboss.odds.holdem_numbering_kernels import (
    BLOCKS,
    MARKED_OF_SQUARE,
    SQUARE,
    SUIT_ONE,
    SUIT_TWO,
    board_number,
    marked_number,
)
from pitboss.odds.holdem_strength_kernels import BITS, RANKS, RUNS, SUITS, Array, Int

NOTHING = 0
PAIRED = 1
"""One own card pairs one on the table; the number of higher ranks on the table is added."""
POCKET = PAIRED + 4
"""Two own cards are a pair, likewise."""
BETTER = POCKET + 5
"""Two pairs, three of a kind, a straight or more that takes an own card; its draws do not count."""
OWN = BETTER + 1
FLUSH_DRAW = 3
"""Four of one suit; one rank that completes a straight is 1, more are 2, and these add up."""
DRAWS = 6
TABLE_SUITED = 3
"""At most two of one suit on the table, three, four; three times this for each kind of pairs: none,
one pair, more than that."""
TABLES = 9
SIGHTS = (OWN, DRAWS, TABLES, RANKS, RANKS)


@kernel
def holding_worths(suits: Array, size: Int, tables: Array, worth: Array) -> None:
    """Wins less losses of every holding on a board of three or four."""
    by_rank, marked = tables
    ranks = np.empty(4, np.int64)
    ranks_of(suits, SUITS, ranks)
    row = by_rank[board_number(ranks, size)]
    for block in range(BLOCKS):
        for place in range(SQUARE):
            worth[block, place] = row[place]
    for suit in range(SUITS):
        # Other suits cannot make a flush any more.
        if BITS[suits[suit]] >= size - 2:
            ranks_of(suits, suit, ranks)
            added = marked[marked_number(size, suits[suit], ranks), 0]
            for block in range(BLOCKS):
                marks = 2 * (SUIT_TWO[block] != suit) + (SUIT_ONE[block] != suit)
                for place in range(SQUARE):
                    worth[block, place] += added[MARKED_OF_SQUARE[marks, place]]


@kernel
def own_and_straight_draw(suits: Array, one: Int, two: Int) -> Int:
    """What two ranks make and may make of straights, whatever their suits: six times own, plus."""
    table = suits[0] | suits[1] | suits[2] | suits[3]
    ranks = table | 1 << one | 1 << two
    like_one, like_two = 0, 0
    for suit in range(SUITS):
        like_one += suits[suit] >> one & 1
        like_two += suits[suit] >> two & 1
    if RUNS[ranks] > RUNS[table] or like_one + like_two > 1 or (one == two and like_one):
        return BETTER * DRAWS
    own = NOTHING
    if one == two:
        own = POCKET + BITS[table >> one]
    elif like_one + like_two == 1:
        own = PAIRED + BITS[table >> (one if like_one else two) + 1]
    completing = 0
    for rank in range(RANKS):
        if not ranks >> rank & 1 and RUNS[ranks | 1 << rank] > RUNS[table | 1 << rank]:
            completing += 1
    return own * DRAWS + min(completing, 2)


@kernel
def table_sight(suits: Array, size: Int) -> Int:
    """What lies on the table for all: pairs, and cards of one suit."""
    distinct = BITS[suits[0] | suits[1] | suits[2] | suits[3]]
    most = max(BITS[suits[0]], BITS[suits[1]], BITS[suits[2]], BITS[suits[3]])
    return min(size - distinct, 2) * TABLE_SUITED + max(most - 2, 0)


@kernel
def sight_of(by_rank: Int, of_one_suit: Int, table: Int, one: Int, two: Int) -> Int:
    """The number of a sight; `of_one_suit` is how many cards go with the own ones in a suit."""
    own, draw = by_rank // DRAWS, by_rank % DRAWS
    if of_one_suit > 4:
        own, draw = BETTER, 0
    elif of_one_suit == 4 and own != BETTER:
        draw += FLUSH_DRAW
    return (((own * DRAWS + draw) * TABLES + table) * RANKS + max(one, two)) * RANKS + min(one, two)


@kernel
def add_sights(decisions: Array, every: Array, tables: Array, sums: Array) -> None:
    """By sight, what betting is worth in all, and in those situations in which it is worth some.

    `decisions` are boards, their weights, and how many cards they have.
    """
    boards, weights, size = decisions
    free = np.empty((BLOCKS, SQUARE), np.int8)
    worth = np.empty((BLOCKS, SQUARE), np.int32)
    by_rank = np.empty(SQUARE, np.int64)
    for board in range(len(boards)):
        suits = boards[board]
        free_holdings(suits, every, free)
        holding_worths(suits, size, tables, worth)
        table = table_sight(suits, size)
        for place in range(SQUARE):
            by_rank[place] = own_and_straight_draw(suits, place % RANKS, place // RANKS)
        for block in range(BLOCKS):
            one, two = SUIT_ONE[block], SUIT_TWO[block]
            of_one_suit = max(BITS[suits[one]], BITS[suits[two]]) + 1 + (one == two)
            for place in range(SQUARE):
                if free[block, place]:
                    first, second = place % RANKS, place // RANKS
                    sight = sight_of(by_rank[place], of_one_suit, table, first, second)
                    value = np.int64(worth[block, place]) * weights[board]
                    sums[0, sight] += value
                    sums[1, sight] += max(value, 0)


@kernel
def near_nothing(decisions: Array, every: Array, tables: Array, most: Int, found: Array) -> Int:
    """List situations in which betting wins or loses no more than so much; how many there are.

    Rows are board, block, place and worth; those that do not fit are counted only.
    """
    boards, _, size = decisions
    free = np.empty((BLOCKS, SQUARE), np.int8)
    worth = np.empty((BLOCKS, SQUARE), np.int32)
    count = 0
    for board in range(len(boards)):
        free_holdings(boards[board], every, free)
        holding_worths(boards[board], size, tables, worth)
        for block in range(BLOCKS):
            for place in range(SQUARE):
                if free[block, place] and abs(worth[block, place]) <= most:
                    if count < len(found):
                        found[count, 0], found[count, 1] = board, block
                        found[count, 2], found[count, 3] = place, worth[block, place]
                    count += 1
    return count
