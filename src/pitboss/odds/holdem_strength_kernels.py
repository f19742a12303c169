"""How strong a hold'em hand is, in numbers kernels can compare.

A strength is a category, a set of ranks compared first, and a set compared next.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled import kernel

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
