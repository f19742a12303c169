"""Shuffling: decks and draws that anyone can rebuild from an opened seed (I-19 to I-21, I-102).

A seed is 32 bytes, written as 64 hexadecimal digits, and where it comes from is the caller's
affair: nothing here is random. Its commitment is published before bets close, the seed itself
after the round. What is hashed is always plain text, a line for its purpose, a line for the
round, a line for the seed; docs/decisions/0009-a-deck-anyone-can-rebuild.md says it byte by byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256, shake_256
from hmac import compare_digest
from typing import Final, TypeVar

from pitboss.cards import DECK, Card
from pitboss.errors import BadSetting, RuleBreach

BLOCK: Final = 136
"""The bytes SHAKE-256 yields at a time; a deck takes 54 of them on average."""

LEAST_CUT: Final = 10

_COMMITMENT: Final = "pitboss/commitment/1"
_DECK: Final = "pitboss/deck/1"
_MAGIC_CARD: Final = "pitboss/magic-card/1"
_LUCKY_SEAT: Final = "pitboss/lucky-seat/1"

_SEED = re.compile(r"[0-9a-f]{64}")
_CONTEXT = re.compile(r"[!-~]{1,100}/[1-9][0-9]{0,17}")

Thing = TypeVar("Thing")


# --- seeds and commitments ----------------------------------------------------------------------


def context_of(table: str, number: int) -> str:
    """What a seed is good for: one round of one table.

    >>> context_of("T1", 17)
    'T1/17'
    >>> context_of("high roller", 17)
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: 'high roller/17' names no round of a table: write the table's id \
without spaces, a slash and the round's number from 1, such as T1/17
    """
    return _checked_context(f"{table}/{number}")


def commitment(seed: str, *, context: str) -> str:
    """What is published before the deal: it fixes the seed for this round, and does not tell it.

    >>> commitment("00" * 32, context="T1/17")
    'ac16902eae8e4dc3e849508a8d42e813099b1dd5c4e5b59a30b542aafbad0a0c'
    >>> commitment("seven", context="T1/17")
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: 'seven' is not a seed: a seed is 32 bytes, written as 64 \
hexadecimal digits
    """
    return sha256(_text(_COMMITMENT, context, seed)).hexdigest()


def opens(published: str, seed: str, context: str) -> bool:
    """Whether this is the seed that was committed to for this round.

    >>> opens(commitment("00" * 32, context="T1/17"), "00" * 32, "T1/17")
    True
    >>> opens(commitment("00" * 32, context="T1/17"), "00" * 32, "T1/18")
    False
    """
    found = commitment(seed, context=context)
    return compare_digest(published.lower().encode(), found.encode())


def checked_seed(seed: str) -> str:
    """A seed in the one way it is hashed, which is in small letters."""
    small = seed.lower()
    if not _SEED.fullmatch(small):
        raise BadSetting(
            f"{seed!r} is not a seed: a seed is 32 bytes, written as 64 hexadecimal digits"
        )
    return small


def _checked_context(context: str) -> str:
    if not _CONTEXT.fullmatch(context):
        raise BadSetting(
            f"{context!r} names no round of a table: write the table's id without spaces, a "
            "slash and the round's number from 1, such as T1/17"
        )
    return context


def _text(purpose: str, context: str, *seeds: str) -> bytes:
    # No line can hold a line feed, so no two questions have the same text.
    lines = (purpose, _checked_context(context), *map(checked_seed, seeds))
    return "".join(f"{line}\n" for line in lines).encode("ascii")


# --- chance, without bias -----------------------------------------------------------------------


class Stream:
    """The bytes of SHAKE-256 over a text, and whole numbers drawn from them.

    >>> stream = Stream(b"")
    >>> stream.take(4).hex(), stream.below(52), stream.below(1)
    ('46b9dd2b', 11, 0)
    """

    __slots__ = ("_at", "_bytes", "_output")

    def __init__(self, text: bytes) -> None:
        self._output = shake_256(text)
        self._bytes = self._output.digest(BLOCK)
        self._at = 0

    def take(self, count: int) -> bytes:
        """The next bytes."""
        start, self._at = self._at, self._at + count
        while self._at > len(self._bytes):
            # A longer output of SHAKE begins with every shorter one.
            self._bytes = self._output.digest(2 * len(self._bytes))
        return self._bytes[start : self._at]

    def below(self, bound: int) -> int:
        """A number from 0 up to the bound, each equally likely.

        As few bytes are read as can hold the numbers wanted. The numbers bytes can hold are
        rarely a multiple of the bound, and what is left over after the last whole multiple
        would favour small numbers, so it is thrown away and read again.
        """
        width, kept = _whole_multiples(bound)
        while True:
            number = int.from_bytes(self.take(width), "big")
            if number < kept:
                return number % bound


@lru_cache(maxsize=1024)
def _whole_multiples(bound: int) -> tuple[int, int]:
    """How many bytes hold the numbers below a bound, and how many of what they hold are kept.

    >>> _whole_multiples(52), _whole_multiples(256), _whole_multiples(1000)
    ((1, 208), (1, 256), (2, 65000))
    """
    assert bound > 0, "there is no number below nothing"
    width = ((bound - 1).bit_length() + 7) // 8
    space = 256**width
    return width, space - space % bound


def shuffled(things: Sequence[Thing], below: Callable[[int], int]) -> tuple[Thing, ...]:
    """Every order equally likely (Fisher and Yates): each place, from the last, draws who stays.

    >>> shuffled("abcd", lambda bound: 0)
    ('b', 'c', 'd', 'a')
    """
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        drawn = below(last + 1)
        order[last], order[drawn] = order[drawn], order[last]
    return tuple(order)


# --- the deck -----------------------------------------------------------------------------------


def deck_of(seed: str, context: str, contributions: Sequence[str] = ()) -> tuple[Card, ...]:
    """The deck of a round, top card first.

    Contributions are seeds that players add once the house has committed to its own, so that
    the house alone cannot choose the deck; their order is part of the record.

    >>> print(*deck_of("00" * 32, "T1/17")[:5])
    3d 9s 4d 9c Ah
    >>> deck_of("00" * 32, "T1/17") == deck_of("00" * 32, "T1/17", ["11" * 32])
    False
    """
    return shuffled(DECK, Stream(_text(_DECK, context, seed, *contributions)).below)


def generator_bytes(seed: str, context: str) -> bytes:
    """The first bytes from which the deck is drawn, for those who test generators."""
    return Stream(_text(_DECK, context, seed)).take(BLOCK)


def cut(deck: Sequence[Thing], size: int, *, least_left: int = LEAST_CUT) -> tuple[Thing, ...]:
    """The deck with so many cards from the top put below the rest (Massachusetts 5(b)(1)).

    `least_left` is how many must be left to go on top: where the system cuts, as many as are taken
    at least. The rule itself asks only that there are some.

    >>> cut(range(30), 20)[:11]
    (20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 0)
    >>> cut(range(52), 9)
    Traceback (most recent call last):
    ...
    pitboss.errors.RuleBreach: A cut of 9 cards is too small (rule 5(b)(1)(ii)). Take 10 to 42 \
cards from the top of 52.
    """
    most = len(deck) - least_left
    assert most >= LEAST_CUT, "a deck is large enough to be cut"
    remedy = f"Take {LEAST_CUT} to {most} cards from the top of {len(deck)}."
    if size < LEAST_CUT:
        raise RuleBreach(
            f"A cut of {_cards(size)} is too small", clause="5(b)(1)(ii)", remedy=remedy
        )
    if size > most:
        left = _cards(max(len(deck) - size, 0))
        problem = f"A cut of {_cards(size)} leaves {left} to go on top, which is too few"
        raise RuleBreach(problem, clause="5(b)(1)(iii)", remedy=remedy)
    return (*deck[size:], *deck[:size])


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


# --- what the system draws beside the deal ------------------------------------------------------


def magic_card_of(
    seed: str, context: str, rate: Fraction, contributions: Sequence[str] = ()
) -> Card | None:
    """The Magic Card of a round, if it has one: any of the 52 (4.3; I-19, I-21, I-115).

    >>> magic_card_of("00" * 32, "T1/17", Fraction(1))
    Card('6s')
    >>> magic_card_of("00" * 32, "T1/17", Fraction(0))
    """
    stream = Stream(_text(_MAGIC_CARD, context, seed, *contributions))
    return DECK[stream.below(len(DECK))] if _happens(stream, rate) else None


def lucky_seat_of(
    seed: str,
    context: str,
    rate: Fraction,
    population: Sequence[int],
    contributions: Sequence[str] = (),
) -> int | None:
    """The Lucky Player's area, if any, from those that take part (4.4; I-20, I-21, I-115).

    >>> lucky_seat_of("00" * 32, "T1/17", Fraction(1), range(1, 8))
    3
    >>> lucky_seat_of("00" * 32, "T1/17", Fraction(1), [])
    """
    assert len(set(population)) == len(population), "an area takes part once"
    stream = Stream(_text(_LUCKY_SEAT, context, seed, *contributions))
    happens = _happens(stream, rate)
    # By number, so that the order of the list cannot move the choice.
    return sorted(population)[stream.below(len(population))] if happens and population else None


def _happens(stream: Stream, rate: Fraction) -> bool:
    """Whether what happens at this rate does so now: exactly, for no float is near."""
    if not 0 <= rate <= 1:
        raise BadSetting(f"A rate of {rate} is not possible: a rate is from 0 to 1, such as 1/20")
    return stream.below(rate.denominator) < rate.numerator
