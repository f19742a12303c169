"""What the rounds of all three games have in common: progressive hands, envy, and adding up.

Steps take arrays, so they are copied into each game's loop and not called. What each loop does at
the end of a round is much the same and yet written out: made a step, it would count references to
ten arrays in every round, by which Three Card Poker at one seat took more than twice as long.

A *cell* says all that matters of what became of a hand. Progressive hands fall into cells by the
head of their five cards and the features drawn; envy by how many other hands there are of either
premium kind. Two awards from one level in one round depend on each other: such a round is put
aside, and settlement itself says what everybody gets.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.sim.card_kernels import (
    FIVE_CELLS,
    FIVE_HEADS,
    FIVE_MASK,
    FIVE_OFFSETS,
    FIVE_SHIFT,
    ONES,
    RIDE_WORDS,
    SUIT_BITS,
    SUITED_HEADS,
    Array,
    Int,
)
from pitboss.sim.random_kernels import inlined

U64 = np.uint64
HEAD_CELLS: Final = 4 * FIVE_CELLS
"""The head of five cards; 160 more for a Magic Card, 320 more for the Lucky Player."""
ENVY_CELLS: Final = 64
"""How many other hands there are of one premium kind, and eight times how many of the other."""
BETS_PROGRESSIVE: Final = 1
MAKES_ENVY: Final = 2

_MAGIC = U64(FIVE_CELLS)
_LUCKY = U64(2 * FIVE_CELLS)
_FIVE_HEADS_ONLY = U64(FIVE_CELLS)
_BETS = np.uint8(BETS_PROGRESSIVE)
_ENVY = np.uint8(MAKES_ENVY)


@inlined
def head_of(word: Int, cards: Array, own: Int, size: Int, community: Int) -> Int:
    """The head of five cards by the sum of their words; they themselves matter for flushes."""
    suits = word >> SUIT_BITS
    if suits & (suits >> U64(2)) & ONES:
        ranks = U64(0)
        for place in range(own, own + size):
            ranks |= U64(1) << (cards[place] >> U64(2))
        for place in range(community, community + 5 - size):
            ranks |= U64(1) << (cards[place] >> U64(2))
        head = U64(SUITED_HEADS[ranks])
    else:
        key = word & FIVE_MASK
        head = U64(FIVE_HEADS[np.uint32(key + FIVE_OFFSETS[key >> FIVE_SHIFT])])
    return head


@inlined
def five_words(cards: Array, own: Int, size: Int, community: Int) -> Int:
    """The words of five cards added up: a seat's own and the first community cards."""
    word = U64(0)
    for place in range(own, own + size):
        word += RIDE_WORDS[cards[place]]
    for place in range(community, community + 5 - size):
        word += RIDE_WORDS[cards[place]]
    return word


@inlined
def is_put_aside(heads: Array, seats: Array, levels: Array) -> Int:
    """Whether two progressive hands of the round are paid from one level."""
    claimed = U64(0)
    twice = U64(0)
    for seat in range(seats.size):
        if seats[seat] & _BETS:
            level = levels[heads[seat]]
            twice |= claimed & level
            claimed |= level
    return twice != U64(0)


@inlined
def add_features(
    heads: Array, cards: Array, drawn: Array, deal_of: Array, seats: Array, made: Array
) -> None:
    """Add to the heads what the features of the round make of them.

    `deal_of`: where the first seat's cards start, how many a seat has, where the community cards
    start and end.
    """
    start, size, community, end = deal_of
    shared = U64(0)
    for place in range(community, end):
        if cards[place] == drawn[0]:
            shared = _MAGIC
    for seat in range(seats.size):
        cell = heads[seat] + shared
        for place in range(start + seat * size, start + (seat + 1) * size):
            if cards[place] == drawn[0]:
                cell = heads[seat] + _MAGIC
        if drawn[1] == U64(seat + 1):
            cell += _LUCKY
        made[seat] = cell


@inlined
def premium_hands(heads: Array, seats: Array, premium: Array) -> Int:
    """The premium hands of the round: how many of either kind."""
    hands = U64(0)
    for seat in range(seats.size):
        if seats[seat] & _ENVY:
            hands += premium[heads[seat]]
    return hands


@inlined
def add_net(net: Int, row: Int, sums: Array, squares: Array) -> None:
    """Add a result and its square, which may need more than 64 bits."""
    sums[row] += net
    square = U64(net * net)
    low = squares[row, 0] + square
    squares[row, 0] = low
    if low < square:
        squares[row, 1] += U64(1)
