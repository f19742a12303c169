"""Showdowns by ranks alone: every pair of ranks against a random dealer hand, on every rank board.

Right unless three community cards share a suit; `holdem_flush_kernels` corrects that.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled import kernel
from pitboss.odds.holdem_numbering_kernels import HIGH, LOW, PAIRS, RANK_BOARDS_5, board_number
from pitboss.odds.holdem_strength_kernels import RANKS, Array, unsuited


@kernel
def rank_keys(keys: Array) -> None:
    """For every rank board the strengths of all rank pairs, each with its number in seven bits."""
    for board in range(len(RANK_BOARDS_5)):
        ones, twos, threes, fours = 0, 0, 0, 0
        for place in range(5):
            card = 1 << RANK_BOARDS_5[board, place]
            fours |= threes & card
            threes |= twos & card
            twos |= ones & card
            ones |= card
        for high in range(RANKS):
            card = 1 << high
            fours1, threes1 = fours | threes & card, threes | twos & card
            twos1, ones1 = twos | ones & card, ones | card
            for low in range(high + 1):
                card = 1 << low
                value = unsuited(
                    ones1 | card,
                    twos1 | ones1 & card,
                    threes1 | twos1 & card,
                    fours1 | threes1 & card,
                )
                pair = high * (high + 1) // 2 + low
                keys[board, pair] = value << 7 | pair


@kernel
def rank_showdowns(keys: Array, copies: Array, terms: Array, d: Array, x: Array) -> None:
    """Every rank pair against a random dealer hand, on every rank board.

    Pairs come in order of strength. `below` counts card pairs passed so far and `with_` those of
    them that hold a given card, so what a holding beats is `below` less those with its own cards.
    `terms` are the number of dealer hands, and the least strength with which the ante wins.
    """
    dealers, ante = terms
    left = np.empty(RANKS, np.int64)
    with_ = np.empty(RANKS, np.int64)
    beaten = np.empty(PAIRS, np.int64)
    for board in range(len(RANK_BOARDS_5)):
        for rank in range(RANKS):
            left[rank] = copies[rank]
            with_[rank] = 0
        for place in range(5):
            left[RANK_BOARDS_5[board, place]] -= 1
        below = 0
        start = 0
        while start < PAIRS:
            grade = keys[board, start] >> 7
            end = start
            while end < PAIRS and keys[board, end] >> 7 == grade:
                pair = keys[board, end] & 127
                beaten[end] = below - with_[HIGH[pair]] - with_[LOW[pair]]
                end += 1
            for place in range(start, end):
                pair = keys[board, place] & 127
                high, low = HIGH[pair], LOW[pair]
                if high == low:
                    below += left[high] * (left[high] - 1) // 2
                    with_[high] += left[high] - 1
                else:
                    below += left[high] * left[low]
                    with_[high] += left[low]
                    with_[low] += left[high]
            for place in range(start, end):
                pair = keys[board, place] & 127
                # The holding itself was taken off twice.
                reached = below - with_[HIGH[pair]] - with_[LOW[pair]] + 1
                wins = beaten[place]
                d[board, pair] = wins + reached - dealers
                x[board, pair] = reached - wins
                if grade >= ante:
                    x[board, pair] += wins << 16
            start = end


@kernel
def without_a_rank(boards: Array, copies: Array, longer: Array, shorter: Array) -> None:
    """From boards of one size to those with one card less: the sum over the card to come."""
    size = boards.shape[1]
    ranks = np.empty(size + 1, np.int64)
    for board in range(len(boards)):
        for rank in range(RANKS):
            left = copies[rank]
            place = 0
            for i in range(size):
                held = boards[board, i]
                left -= held == rank
                place += held <= rank
                ranks[i + (held > rank)] = held
            if left <= 0:
                continue
            ranks[place] = rank
            longer_board = board_number(ranks, size + 1)
            for pair in range(PAIRS):
                shorter[board, pair] += left * longer[longer_board, pair]
            for other in range(RANKS):
                high, low = max(rank, other), min(rank, other)
                pair = high * (high + 1) // 2 + low
                shorter[board, pair] -= longer[longer_board, pair] * (1 + (rank == other))
