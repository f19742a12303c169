"""Random numbers by counter: the numbers of a round follow from the seed and the round's number.

A word is a mixed counter, as in SplitMix64: the mixing steps are its well-known ones, and every
seed walks with a stride of its own, so that two seeds are not one sequence met at two places.

Cards come from a word by multiplication: the high half of `word x 52` is a place in a full deck,
the low half goes on as the next word, `x 51`, and so on. After the last card the low half is
`word x (52 x 51 x ...)`, less whole multiples of 2^64; words for which it falls below 2^64 modulo
that product are thrown away. What is left divides evenly among all deals, so no deal is favoured.

A deck is a number with a bit for each card that is left, and the card at a place is the bit at
that place. A list of cards would be slower: the processor guesses whether what it reads was just
written, and with random places it often guesses wrong.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.kernels import kernel

# After `compiled`, which says where numba keeps its work.
from llvmlite import binding, ir  # isort: skip
from numba import njit, types  # isort: skip
from numba.extending import intrinsic  # isort: skip

WORDS_PER_ROUND: Final = 16
"""Counters set aside for a round; a deal needs three, features two, and words are seldom lost."""
CARDS_PER_WORD: Final = 9
"""As many as leave few words to throw away: with nine, one in seventeen thousand."""
FEATURES_WORD: Final = 12
"""Where the words for the Magic Card and the Lucky Player start."""

U64 = np.uint64
_ROUND = U64(WORDS_PER_ROUND)
_FIRST_STEP = U64(0xBF58476D1CE4E5B9)
_SECOND_STEP = U64(0x94D049BB133111EB)

inlined = njit(inline="always")
"""For steps that take arrays: called as functions they would count references in every round."""


def _high_half(typing: Any, one: Any, other: Any) -> Any:  # noqa: ARG001 - numba's names
    """The upper 64 bits of a product of two 64 bit numbers: one instruction, if one asks for it."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), code


high_half: Any = intrinsic(_high_half)


def _nth_bit_in_hardware(typing: Any, deck: Any, place: Any) -> Any:  # noqa: ARG001 - as above
    """Two instructions of processors that have them: spread one bit over a mask, find it."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word, flag = ir.IntType(64), ir.IntType(1)
        deposit = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word])
        )
        zeros = builder.module.declare_intrinsic(
            "llvm.cttz", [word], ir.FunctionType(word, [word, flag])
        )
        bit = builder.call(deposit, [builder.shl(ir.Constant(word, 1), args[1]), args[0]])
        return builder.call(zeros, [bit, ir.Constant(flag, 1)])

    return types.uint64(types.uint64, types.uint64), code


@kernel
def nth_bit_plain(deck: Any, place: Any) -> Any:
    """The number of the bit of a mask that has `place` set bits below it."""
    number = U64(0)
    width = U64(32)
    while width:
        below = _bits(deck & ((U64(1) << width) - U64(1)))
        if place >= below:
            place -= below
            number += width
            deck >>= width
        width >>= U64(1)
    return number


@kernel
def _bits(word: Any) -> Any:
    word -= word >> U64(1) & U64(0x5555555555555555)
    word = (word & U64(0x3333333333333333)) + (word >> U64(2) & U64(0x3333333333333333))
    word = (word + (word >> U64(4))) & U64(0x0F0F0F0F0F0F0F0F)
    return word * U64(0x0101010101010101) >> U64(56)


def _has_quick_deposit() -> bool:
    """Whether spreading bits is quick here; the first two AMD Zens can do it, and take ages."""
    features, name = binding.get_host_cpu_features(), binding.get_host_cpu_name()
    return bool(features.get("bmi2")) and name not in ("znver1", "znver2")


nth_bit: Any = intrinsic(_nth_bit_in_hardware) if _has_quick_deposit() else nth_bit_plain
FULL_DECK = U64((1 << 52) - 1)


@kernel
def word_at(key: Any, stride: Any, counter: Any) -> Any:
    """The random word of one counter."""
    word = key + counter * stride
    word = (word ^ (word >> U64(30))) * _FIRST_STEP
    word = (word ^ (word >> U64(27))) * _SECOND_STEP
    return word ^ (word >> U64(31))


@inlined
def next_card(deck: Any, word: Any, left: Any) -> Any:
    """A card of a deck that has so many `left`, the deck without it, and the word to go on with."""
    card = nth_bit(deck, high_half(word, left))
    return card, deck ^ U64(1) << card, word * left


@inlined
def deal(source: Any, number: Any, groups: Any, cards: Any) -> None:
    """Deal `cards` from a full deck.

    `groups` has a row for each word: how many cards it is good for, and below what it is refused.
    """
    counter = number * _ROUND
    deck, left, dealt = FULL_DECK, U64(52), U64(0)
    for group in range(groups.shape[0]):
        size = groups[group, 0]
        before = deck
        while True:
            word = word_at(source[0], source[1], counter)
            counter += U64(1)
            deck = before
            for place in range(size):
                card, deck, word = next_card(deck, word, left - U64(place))
                cards[dealt + U64(place)] = card
            if word >= groups[group, 1]:
                break
        left -= size
        dealt += size


@inlined
def deal_nine(source: Any, number: Any, refused_below: Any, cards: Any) -> None:
    """Deal nine cards, all that a word is good for: the same as `deal`, written out for speed."""
    counter = number * _ROUND
    while True:
        word = word_at(source[0], source[1], counter)
        counter += U64(1)
        cards[0], deck, word = next_card(FULL_DECK, word, U64(52))
        cards[1], deck, word = next_card(deck, word, U64(51))
        cards[2], deck, word = next_card(deck, word, U64(50))
        cards[3], deck, word = next_card(deck, word, U64(49))
        cards[4], deck, word = next_card(deck, word, U64(48))
        cards[5], deck, word = next_card(deck, word, U64(47))
        cards[6], deck, word = next_card(deck, word, U64(46))
        cards[7], deck, word = next_card(deck, word, U64(45))
        cards[8], deck, word = next_card(deck, word, U64(44))
        if word >= refused_below:
            break


@inlined
def features(source: Any, number: Any, rates: Any, drawn: Any) -> None:
    """Draw the Magic Card (52 for none) and the Lucky Player's seat (0 for none).

    `rates`: chance of a Magic Card as numerator and denominator, the same for a Lucky Player,
    positions, and below what a word is refused.
    """
    counter = number * _ROUND + U64(FEATURES_WORD)
    while True:
        word = word_at(source[0], source[1], counter)
        counter += U64(1)
        is_magic = high_half(word, rates[1]) < rates[0]
        word *= rates[1]
        card = high_half(word, U64(52))
        word *= U64(52)
        is_lucky = high_half(word, rates[3]) < rates[2]
        word *= rates[3]
        seat = high_half(word, rates[4])
        word *= rates[4]
        if word >= rates[5]:
            break
    drawn[0] = card if is_magic else U64(52)
    drawn[1] = seat + U64(1) if is_lucky else U64(0)
