"""Decisions: which holdings bet the turn and the river on every board, and what they win.

Then the same by *sight*: what a person sees of two cards and a board, that is what one's own cards
make, what they may still make, what lies on the table, and the two ranks. Situations of one sight
are added up, so a rule in such words can be priced exactly.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pitboss.games.holdem_bonus.board_kernels import (
    BITS,
    BLOCK_SUITS,
    BLOCKS,
    MARKED_OF_SQUARE,
    RANKS,
    RUNS,
    SQUARE,
    SUIT_ONE,
    SUIT_TWO,
    SUITS,
    Array,
    Int,
    board_number,
    free_holdings,
    in_usual_order,
    marked_number,
    namings,
    ranks_of,
)
from pitboss.kernels import kernel


def _groups() -> Iterator[list[tuple[bool, int, int]]]:
    """Which blocks are alike when no, one or two suits matter (the first ones)."""
    for matter in range(3):
        yield [(one == two, min(one, matter), min(two, matter)) for one, two in BLOCK_SUITS]


_GROUPS = np.zeros(3, dtype=np.int64)
_GROUP_OF = np.zeros((3, BLOCKS), dtype=np.int64)
_FIRST_OF = np.zeros((3, BLOCKS), dtype=np.int64)
_IS_SUITED = np.zeros((3, BLOCKS), dtype=np.int64)
# Two cards of suits that do not matter are worth the same, be it one suit or two.
_SAME_AS_BEFORE = np.zeros((3, BLOCKS), dtype=np.bool_)
for _matter, _kinds in enumerate(_groups()):
    _distinct = list(dict.fromkeys(_kinds))
    _GROUPS[_matter] = len(_distinct)
    _GROUP_OF[_matter] = [_distinct.index(kind) for kind in _kinds]
    for _group, _kind in enumerate(_distinct):
        _FIRST_OF[_matter, _group] = _kinds.index(_kind)
        _IS_SUITED[_matter, _group] = _kind[0]
        _SAME_AS_BEFORE[_matter, _group] = _group > 0 and _distinct[_group - 1][1:] == _kind[1:]

SUMS = (2, 4, 4, SQUARE)
"""Sums by hole cards of two suits or one; by who is counted: all holdings, those that bet the
river, turn bets, turn bets of those that bet the river; and by figure: how many, wins less losses,
wins that win the ante, ties. How many holdings there are is known, so the first sum of all counts
river bets worth exactly nothing instead."""


@kernel
def turn_bets(flops: Array, every: Array, rank_d: Array, marked_d: Array, bets: Array) -> Int:
    """Which holdings bet the turn on each flop; how many, of all, find it worth exactly nothing."""
    value = np.empty(SQUARE, np.int32)
    free = np.empty((BLOCKS, SQUARE), np.int8)
    ranks = np.empty(3, np.int64)
    rows = np.empty(SUITS, np.int64)
    nothing = 0
    for flop in range(len(flops)):
        suits = flops[flop]
        ranks_of(suits, SUITS, ranks)
        board = board_number(ranks, 3)
        for suit in range(SUITS):
            if suits[suit]:
                ranks_of(suits, suit, ranks)
                rows[suit] = marked_number(3, suits[suit], ranks)
        # Flops that differ by the names of the suits are counted once, with their number.
        weight = namings(suits) if in_usual_order(suits) else 0
        if weight:
            free_holdings(suits, every, free)
        for block in range(BLOCKS):
            one, two = SUIT_ONE[block], SUIT_TWO[block]
            for place in range(SQUARE):
                value[place] = rank_d[board, place]
            for suit in range(SUITS):
                if suits[suit]:
                    marks = 2 * (two != suit) + (one != suit)
                    row = rows[suit]
                    for place in range(SQUARE):
                        value[place] += marked_d[row, marks, place]
            for place in range(SQUARE):
                bets[flop, block, place] = value[place] > 0
            if weight:
                for place in range(SQUARE):
                    nothing += weight * free[block, place] * (value[place] == 0)
    return nothing


@kernel
def add_up(weight: Array, d: Array, x: Array, sums: Array) -> None:
    """Add four figures of the holdings of a block, each as often as its weight says."""
    # Four loops: the compiler makes vectors of each, but not of all in one.
    for place in range(SQUARE):
        sums[0, place] += weight[place]
    for place in range(SQUARE):
        sums[1, place] += weight[place] * d[place]
    for place in range(SQUARE):
        sums[2, place] += weight[place] * (x[place] >> 16 & 0xFFFF)
    for place in range(SQUARE):
        sums[3, place] += weight[place] * (x[place] & 0xFFFF)


@kernel
def move_sums(sums: Array, weight: Int, total: Array) -> None:
    """Move sums of 32 bits, before they run over, to where there is room."""
    for suited_ in range(2):
        for who in range(4):
            for figure in range(4):
                for place in range(SQUARE):
                    part = np.int64(sums[suited_, who, figure, place])
                    total[suited_, who, figure, place] += weight * part
                    sums[suited_, who, figure, place] = 0


@kernel
def count_holdings(suits: Array, flops: Array, matter: Int, play: Array, counts: Array) -> None:
    """For each group of blocks the holdings there are, and how often they bet the turn.

    A board of four has four flops, so a holding may have bet up to four times.
    """
    every, bets, free = play
    free_holdings(suits, every, free)
    for group in range(BLOCKS):
        for place in range(SQUARE):
            counts[0, group, place] = 0
        for place in range(SQUARE):
            counts[1, group, place] = 0
    a, b, c, d = flops[0], flops[1], flops[2], flops[3]
    for block in range(BLOCKS):
        group = _GROUP_OF[matter, block]
        for place in range(SQUARE):
            counts[0, group, place] += free[block, place]
        for place in range(SQUARE):
            made = bets[a, block, place] + bets[b, block, place]
            made += bets[c, block, place] + bets[d, block, place]
            # In eight bits, where the compiler takes most at a time.
            free[block, place] = made & -free[block, place]
        for place in range(SQUARE):
            counts[1, group, place] += free[block, place]


@kernel
def values(group: Int, suits: Array, counted: Array, d: Array, x: Array) -> None:
    """What the holdings of a group of blocks come to: by ranks, corrected by suits that matter."""
    rank_d, rank_x, marked = counted
    ranks = np.empty(4, np.int64)
    ranks_of(suits, SUITS, ranks)
    board = board_number(ranks, 4)
    for place in range(SQUARE):
        d[place] = rank_d[board, place]
        x[place] = rank_x[board, place]
    matter = suits_that_matter(suits)
    block = _FIRST_OF[matter, group]
    for suit in range(matter):
        ranks_of(suits, suit, ranks)
        row = marked[marked_number(4, suits[suit], ranks)]
        squares = MARKED_OF_SQUARE[2 * (SUIT_TWO[block] != suit) + (SUIT_ONE[block] != suit)]
        for place in range(SQUARE):
            d[place] += row[0, squares[place]]
            x[place] += row[1, squares[place]]


@kernel
def suits_that_matter(suits: Array) -> Int:
    """How many suits of a board of four can still make a flush: the first ones."""
    return (BITS[suits[0]] > 1) + (BITS[suits[1]] > 1)


@kernel
def decide(situations: Array, every: Array, bets: Array, counted: Array, total: Array) -> None:
    """On every board of four, who bets the river, who has bet the turn, and what becomes of it.

    `situations` are boards, their weights and their flops, boards of one weight together;
    `counted` the two counts by ranks, and the corrections.
    """
    boards, weights, slots = situations
    sums = np.zeros((2, 4, 4, SQUARE), np.int32)
    free = np.empty((BLOCKS, SQUARE), np.int8)
    counts = np.empty((2, BLOCKS, SQUARE), np.int32)
    d, x = np.empty(SQUARE, np.int32), np.empty(SQUARE, np.int32)
    added = 0
    for number in range(len(boards)):
        suits = boards[number]
        # No block gains more than 24 x 45,540 on one board.
        if added == 1_000 or (number > 0 and weights[number] != weights[number - 1]):
            move_sums(sums, weights[number - 1], total)
            added = 0
        added += 1
        matter = suits_that_matter(suits)
        count_holdings(suits, slots[number], matter, (every, bets, free), counts)
        for group in range(_GROUPS[matter]):
            if not _SAME_AS_BEFORE[matter, group]:
                values(group, suits, counted, d, x)
            held, turns = counts[0, group], counts[1, group]
            add_group(held, turns, d, x, sums[_IS_SUITED[matter, group]])
    move_sums(sums, weights[len(boards) - 1], total)


@kernel
def add_group(held: Array, turns: Array, d: Array, x: Array, sums: Array) -> None:
    """Add what the holdings of one group come to, by the later bets they make."""
    add_up(held, d, x, sums[0])
    add_up(turns, d, x, sums[2])
    for place in range(SQUARE):
        # How many there are is known: what is worth nothing is counted instead.
        sums[0, 0, place] -= held[place] if d[place] != 0 else 0
    for place in range(SQUARE):
        held[place] = held[place] if d[place] > 0 else 0
    for place in range(SQUARE):
        turns[place] = turns[place] if d[place] > 0 else 0
    add_up(held, d, x, sums[1])
    add_up(turns, d, x, sums[3])


# --- by what a person sees ------------------------------------------------------------------------

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
