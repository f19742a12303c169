"""One situation: two cards on a given board against every dealer hand, by going through them."""

from __future__ import annotations

import numpy as np

from pitboss.compiled import kernel
from pitboss.odds.holdem_strength_kernels import RANKS, SUITS, Array, Int, strength


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
