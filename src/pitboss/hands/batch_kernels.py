"""Strengths of many hands at once: add up the words of the cards, look up the sum.

What the tables hold, and how a sum finds its strength, is told where they are made, in
`tools/build_tables.py`. They are constants of this module and not arguments of the kernels: numba
builds them into the code, and the loops need not count references to them.

A kernel fills `strengths` from the cards of all hands, one after the other, and returns the bits
of every sum it met, from which the caller sees whether any card was not one. All places are
unsigned, which spares a look whether they are below zero.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitboss.kernels import kernel

# Compiled kernels are kept by a digest of the kernel sources, and the tables are part of them: a
# new table must be named here, or an old kernel would go on with the old one.
_TABLES_DIGEST: Final = "ca487cf549045b5d7bb39377c33969ce8784a39a6b2231c36a4e9debbe6a5abc"


def _read_tables() -> dict[str, npt.NDArray[Any]]:
    path = Path(__file__).with_name("batch_tables.npz")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != _TABLES_DIGEST:
        raise RuntimeError(f"{path.name} has the digest {digest}, but {_TABLES_DIGEST} is meant")
    with np.load(path, allow_pickle=False) as tables:
        return dict(tables)


_TABLES: Final = _read_tables()
_THREE_WORDS = _TABLES["three_words"]
_THREE_OFFSETS = _TABLES["three_offsets"]
_THREE_STRENGTHS = _TABLES["three_strengths"]
_FIVE_WORDS = _TABLES["five_words"]
_FIVE_OFFSETS = _TABLES["five_offsets"]
_FIVE_STRENGTHS = _TABLES["five_strengths"]
_FIVE_SHIFT = np.uint32(_TABLES["five_shift"])
_SEVEN_WORDS = _TABLES["seven_words"]
_SEVEN_OFFSETS = _TABLES["seven_offsets"]
_SEVEN_STRENGTHS = _TABLES["seven_strengths"]
_SEVEN_SHIFT = np.uint32(_TABLES["seven_shift"])
_SUITED = _TABLES["suited"]

_U32 = np.uint32
_U64 = np.uint64
# Counts of suits start at three, so that five cards of a suit set the highest of its four bits.
_COUNTS_START = np.uint64(0x3333 << 48)
_FIVE_OF_A_SUIT = np.uint64(0x8888 << 48)
_SUIT_BITS = np.uint64(48)

_Cards = npt.NDArray[np.uint8]
_Strengths = npt.NDArray[np.int32]

# Set in the words of numbers that are no cards; sums of seven do not carry past these bits.
NOT_CARDS_AMONG_THREE: Final = 3 << 28
NOT_CARDS: Final = 7 << 40


@kernel
def three(cards: _Cards, strengths: _Strengths) -> Any:
    """Strengths of hands of three."""
    seen = _U32(0)
    for hand in range(strengths.size):
        at = _U64(hand) * _U64(3)
        word = _U32(
            _THREE_WORDS[cards[at]]
            + _THREE_WORDS[cards[at + _U64(1)]]
            + _THREE_WORDS[cards[at + _U64(2)]]
        )
        seen |= word
        # One suit or not is one hand in twenty, too often to guess well: an offset, no branch.
        offset = _THREE_OFFSETS[word >> _U32(16) & _U32(63)]
        strengths[hand] = _THREE_STRENGTHS[(word & _U32(0x1FFF)) + offset]
    return seen


@kernel
def five(cards: _Cards, strengths: _Strengths) -> Any:
    """Strengths of hands of five."""
    seen = _U64(0)
    for hand in range(strengths.size):
        at = _U64(hand) * _U64(5)
        word = (
            _COUNTS_START
            + _FIVE_WORDS[cards[at]]
            + _FIVE_WORDS[cards[at + _U64(1)]]
            + _FIVE_WORDS[cards[at + _U64(2)]]
            + _FIVE_WORDS[cards[at + _U64(3)]]
            + _FIVE_WORDS[cards[at + _U64(4)]]
        )
        seen |= word
        if word & _FIVE_OF_A_SUIT:
            strengths[hand] = _suited_strength(cards, at, _U64(5), word)
        else:
            key = _U32(word)
            strengths[hand] = _FIVE_STRENGTHS[_U32(key + _FIVE_OFFSETS[key >> _FIVE_SHIFT])]
    return seen


@kernel
def seven(cards: _Cards, strengths: _Strengths) -> Any:
    """Strengths of the best five of hands of seven."""
    seen = _U64(0)
    for hand in range(strengths.size):
        at = _U64(hand) * _U64(7)
        word = (
            _COUNTS_START
            + _SEVEN_WORDS[cards[at]]
            + _SEVEN_WORDS[cards[at + _U64(1)]]
            + _SEVEN_WORDS[cards[at + _U64(2)]]
            + _SEVEN_WORDS[cards[at + _U64(3)]]
            + _SEVEN_WORDS[cards[at + _U64(4)]]
            + _SEVEN_WORDS[cards[at + _U64(5)]]
            + _SEVEN_WORDS[cards[at + _U64(6)]]
        )
        seen |= word
        if word & _FIVE_OF_A_SUIT:
            strengths[hand] = _suited_strength(cards, at, _U64(7), word)
        else:
            key = _U32(word)
            strengths[hand] = _SEVEN_STRENGTHS[_U32(key + _SEVEN_OFFSETS[key >> _SEVEN_SHIFT])]
    return seen


@kernel
def _suited_strength(cards: _Cards, at: Any, size: Any, word: Any) -> Any:
    """The strength of a hand with five cards of a suit; nothing else in it can beat them."""
    suit = _U64(0)
    while not word >> (_SUIT_BITS + _U64(4) * suit) & _U64(8):
        suit += _U64(1)
    ranks = _U64(0)
    for place in range(at, at + size):
        card = _U64(cards[place])
        if card & _U64(3) == suit:
            # No further than the table, whatever the number was that is not a card.
            ranks |= _U64(1) << (card >> _U64(2) & _U64(15))
    return _SUITED[ranks & _U64(0x1FFF)]
