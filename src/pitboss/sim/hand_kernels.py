"""Hands at speed: words of cards that add up to hands, and what rounds of all games share.

A word of five cards holds three rank keys, each good for telling hands of so many cards apart by
its sum (five, three and four cards), and the number of cards of each suit, three bits each. So one
running sum serves both decisions of Let It Ride and the hand.

Steps take arrays, so they are copied into each game's loop and not called. What each loop does at
the end of a round is much the same and yet written out: made a step, it would count references to
ten arrays in every round, by which Three Card Poker at one seat took more than twice as long.

Progressive hands fall into cells by the head of their five cards and the features drawn; envy by
how many other hands there are of either premium kind. Two awards from one level in one round
depend on each other: such a round is put aside and settled by itself.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.hands import batch_kernels
from pitboss.kernels import kernel
from pitboss.sim.random_kernels import inlined

_TABLES: Final = batch_kernels._TABLES

U64 = np.uint64
# Sums of four of these are all different; so are those of three, and of five, of the other keys.
FOUR_KEYS: Final = (0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 8194, 13663)
THREE_KEYS: Final = tuple(int(_TABLES["three_words"][4 * rank]) & 0x1FFF for rank in range(13))
FIVE_KEYS: Final = tuple(int(_TABLES["five_words"][4 * rank]) & 0xFFFF_FFFF for rank in range(13))

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
HEAD_CELLS: Final = 4 * FIVE_CELLS
"""The head of five cards; 160 more for a Magic Card, 320 more for the Lucky Player."""
ENVY_CELLS: Final = 64
"""How many other hands there are of one premium kind, and eight times how many of the other."""
BETS_PROGRESSIVE: Final = 1
MAKES_ENVY: Final = 2

_MAGIC = U64(FIVE_CELLS)
_LUCKY = U64(2 * FIVE_CELLS)
_BETS = np.uint8(BETS_PROGRESSIVE)
_ENVY = np.uint8(MAKES_ENVY)

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
