"""Rounds dealt plainly: what `random_kernels` does at speed, in whole numbers one can follow."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from typing import Final, NamedTuple

from pitboss.cards import DECK, Card

_WORD: Final = 1 << 64
_WORDS_PER_ROUND: Final = 16
_CARDS_PER_WORD: Final = 9
_FEATURES_WORD: Final = 12
_STRIDE: Final = 0x9E3779B97F4A7C15


class Source(NamedTuple):
    """Where the random words of a run come from."""

    key: int
    stride: int

    def word(self, counter: int) -> int:
        """The random word of one counter; with SplitMix64's own stride, its published sequence.

        >>> Source(1234567, _STRIDE).word(1)
        6457827717110365317
        """
        return _mixed((self.key + counter * self.stride) % _WORD)


def source_of(seed: int) -> Source:
    """The words of a seed; any whole number is one.

    >>> source_of(7) == source_of(7), source_of(7) == source_of(8)
    (True, False)
    """
    key = _mixed(seed % _WORD)
    while seed := abs(seed) >> 64:
        key = _mixed(key ^ seed % _WORD)
    return Source(key, _mixed((key + _STRIDE) % _WORD) | 1)


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % _WORD
    return word ^ word >> 31


def word_sizes(cards: int) -> list[int]:
    """How many cards each word is good for.

    >>> word_sizes(23)
    [9, 9, 5]
    """
    full, rest = divmod(cards, _CARDS_PER_WORD)
    return [_CARDS_PER_WORD] * full + [rest] * (rest > 0)


def refused_below(left: int, size: int) -> int:
    """The end of what does not divide evenly: so many cards from so many that are left."""
    return _WORD % prod(range(left - size + 1, left + 1))


def dealt(source: Source, number: int, cards: int) -> tuple[Card, ...]:
    """The first cards of a round.

    >>> dealt(source_of(7), 0, 5)
    (Card('Jd'), Card('5h'), Card('7d'), Card('Qd'), Card('4s'))
    """
    deck, counter, taken = list(DECK), number * _WORDS_PER_ROUND, []
    for size in word_sizes(cards):
        left = len(deck)
        while True:
            word = source.word(counter)
            counter += 1
            places = list(_digits(word, range(left, left - size, -1)))
            if word * prod(range(left - size + 1, left + 1)) % _WORD >= refused_below(left, size):
                break
        taken += [deck.pop(place) for place in places]
    return tuple(taken)


def _digits(word: int, bases: Iterator[int] | range) -> Iterator[int]:
    for base in bases:
        digit, word = divmod(word * base, _WORD)
        yield digit


class Drawn(NamedTuple):
    """The features of a round."""

    magic_card: Card | None
    lucky_seat: int | None


def feature_bases(magic: Fraction, lucky: Fraction, positions: int) -> tuple[int, int, int, int]:
    """What one word is divided by for the features: chance, card, chance, seat."""
    return magic.denominator, len(DECK), lucky.denominator, positions


def drawn(source: Source, number: int, magic: Fraction, lucky: Fraction, positions: int) -> Drawn:
    """The Magic Card and the Lucky Player of a round, where they are drawn.

    >>> drawn(source_of(7), 0, Fraction(1, 2), Fraction(1), 7)
    Drawn(magic_card=None, lucky_seat=1)
    """
    bases = feature_bases(magic, lucky, positions)
    counter = number * _WORDS_PER_ROUND + _FEATURES_WORD
    while source.word(counter) * prod(bases) % _WORD < _WORD % prod(bases):
        counter += 1
    is_magic, card, is_lucky, seat = _digits(source.word(counter), iter(bases))
    return Drawn(
        DECK[card] if is_magic < magic.numerator else None,
        seat + 1 if is_lucky < lucky.numerator else None,
    )
