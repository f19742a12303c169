"""Cards, boards and holdings of hold'em as numbers that kernels can compare and look up.

A *strength* is a category, a set of ranks compared first, and a set compared next. A board or a
holding goes by its ranks alone, or by its ranks and one suit: each card is then `s` (of that suit)
or `o` (any other), and the board or the pair of cards is called *marked*. A board of suits is four
sets of ranks, one for each suit.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from pitboss.kernels import kernel

Array = Any
"""Of numbers; arrays and tuples of arrays are what numba compiles best, so kernels take them."""
Int = Any
"""A whole number, Python's or numpy's."""

RANKS = 13
SUITS = 4
CATEGORY_SHIFT = 26

MASKS = np.arange(1 << RANKS, dtype=np.int64)
BITS: Array = np.sum([MASKS >> rank & 1 for rank in range(RANKS)], axis=0, dtype=np.int64)


def _tops() -> Array:
    """`tops[n, mask]`: the n highest ranks of a set."""
    tops = np.zeros((6, len(MASKS)), dtype=np.int64)
    for wanted in range(1, 6):
        kept, left = np.zeros_like(MASKS), np.full_like(MASKS, wanted)
        for rank in reversed(range(RANKS)):
            take = (MASKS >> rank & 1 == 1) & (left > 0)
            kept[take] |= 1 << rank
            left[take] -= 1
        tops[wanted] = kept
    return tops


def _runs() -> Array:
    """`runs[mask]`: the top rank of the highest run of five as a set, or nothing."""
    runs = np.zeros_like(MASKS)
    wheel = 1 << 12 | 0b1111
    runs[MASKS & wheel == wheel] = 1 << 3
    for top in range(4, RANKS):
        run = 0b11111 << top - 4
        runs[MASKS & run == run] = 1 << top
    return runs


TOPS = _tops()
RUNS = _runs()


@kernel
def unsuited(ones: Int, twos: Int, threes: Int, fours: Int) -> Int:
    """The strength of cards without a flush, by which ranks are there at least once, twice, ..."""
    if fours:
        first = TOPS[1, fours]
        return 7 << 26 | first << 13 | TOPS[1, ones & ~first]
    if threes:
        first = TOPS[1, threes]
        second = TOPS[1, twos & ~first]
        if second:
            return 6 << 26 | first << 13 | second
        if RUNS[ones]:
            return 4 << 26 | RUNS[ones]
        return 3 << 26 | first << 13 | TOPS[2, ones & ~first]
    if RUNS[ones]:
        return 4 << 26 | RUNS[ones]
    if twos:
        first = TOPS[2, twos]
        if BITS[first] == 2:
            return 2 << 26 | first << 13 | TOPS[1, ones & ~first]
        return 1 << 26 | first << 13 | TOPS[3, ones & ~first]
    return TOPS[5, ones]


@kernel
def suited(ranks: Int) -> Int:
    """The strength of five or more cards of one suit."""
    run = RUNS[ranks]
    if run == 1 << 12:
        return 9 << 26
    if run:
        return 8 << 26 | run
    return 5 << 26 | TOPS[5, ranks]


@kernel
def strength(clubs: Int, diamonds: Int, hearts: Int, spades: Int) -> Int:
    """The strength of seven cards, by the ranks of each suit."""
    if BITS[clubs] > 4:
        return suited(clubs)
    if BITS[diamonds] > 4:
        return suited(diamonds)
    if BITS[hearts] > 4:
        return suited(hearts)
    if BITS[spades] > 4:
        return suited(spades)
    either, both = clubs | diamonds, clubs & diamonds
    other, others = hearts | spades, hearts & spades
    twos = both | others | either & other
    return unsuited(either | other, twos, both & other | others & either, both & others)


# --- numbers for boards and holdings --------------------------------------------------------------

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


# --- boards of three and four that differ by more than the names of the suits ---------------------

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


# --- one situation, by going through every dealer hand --------------------------------------------


@kernel
def edge(own: Array, board: Array) -> Int:
    """Wins less losses of two cards over all dealer hands, on a full board; cards by suit."""
    mine = strength(own[0] | board[0], own[1] | board[1], own[2] | board[2], own[3] | board[3])
    hand = np.empty(SUITS, np.int64)
    for suit in range(SUITS):
        hand[suit] = board[suit]
    count = 0
    for one in range(SUITS * RANKS):
        suit, rank = one // RANKS, one % RANKS
        if (own[suit] | board[suit]) >> rank & 1:
            continue
        hand[suit] |= 1 << rank
        for two in range(one):
            suit2, rank2 = two // RANKS, two % RANKS
            if (own[suit2] | board[suit2]) >> rank2 & 1:
                continue
            before = hand[suit2]
            hand[suit2] |= 1 << rank2
            theirs = strength(hand[0], hand[1], hand[2], hand[3])
            count += (mine > theirs) - (mine < theirs)
            hand[suit2] = before
        hand[suit] = board[suit]
    return count


@kernel
def edge_to_come(own: Array, board: Array, missing: Int) -> Int:
    """The same over all sets of one or two community cards still to come."""
    count = 0
    for one in range(SUITS * RANKS):
        suit, rank = one // RANKS, one % RANKS
        if (own[suit] | board[suit]) >> rank & 1:
            continue
        board[suit] |= 1 << rank
        if missing == 1:
            count += edge(own, board)
        for two in range(one if missing > 1 else 0):
            suit2, rank2 = two // RANKS, two % RANKS
            if (own[suit2] | board[suit2]) >> rank2 & 1:
                continue
            board[suit2] |= 1 << rank2
            count += edge(own, board)
            board[suit2] &= ~(1 << rank2)
        board[suit] &= ~(1 << rank)
    return count
