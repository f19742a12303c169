"""The words of a hold'em card: what may be asked of two cards and a table, and a line of such."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from pitboss.hands.words import RANK_WORDS
from pitboss.odds.holdem_sight_kernels import (
    BETTER,
    DRAWS,
    FLUSH_DRAW,
    OWN,
    PAIRED,
    POCKET,
    TABLE_SUITED,
    TABLES,
)

_ACE, _EIGHT = 12, 6
_COUNT: Final = ("no rank", "at most one rank", "at most two ranks", "at most three ranks")


class Sight(NamedTuple):
    """What a person sees of two cards and a table; the numbers are those of the kernels."""

    own: int
    draw: int
    table: int
    high: int
    low: int


class Condition(NamedTuple):
    """One thing asked of a sight."""

    words: str
    fits: frozenset[int]
    parts: int
    """How many things a person has to remember for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SightLine:
    """One line of a card: all of this is asked."""

    own: Condition
    draw: Condition
    table: Condition
    high: int
    low: int
    """The least ranks of the higher and the lower own card."""

    def covers(self, sight: Sight) -> bool:
        """Whether a sight is what the line asks for."""
        return (
            sight.own in self.own.fits
            and sight.draw in self.draw.fits
            and sight.table in self.table.fits
            and sight.high >= self.high
            and sight.low >= self.low
        )

    @property
    def parts(self) -> int:
        """How many things a person has to remember: the line itself, and what it asks."""
        ranks = (self.high > self.low) + (self.low > 0)
        return 1 + self.own.parts + self.draw.parts + self.table.parts + ranks

    def __str__(self) -> str:
        own = self.own.words
        # What is better than a pair has no draw, so a line that asks for one is not about it.
        if own and BETTER in self.own.fits and self.own.fits != {BETTER} and 0 in self.draw.fits:
            own += ", or better,"
        asked = [part for part in (own, self.draw.words, _ranks(self.high, self.low)) if part]
        words = " with ".join(asked).removesuffix(",") or "any cards"
        return f"{words}, with {self.table.words}" if self.table.words else words


def _ranks(high: int, low: int) -> str:
    """The least ranks in words.

    >>> _ranks(12, 8), _ranks(11, 0), _ranks(12, 0), _ranks(7, 7)
    ('ace-ten or higher', 'a king or higher', 'an ace', 'both cards nine or higher')
    """
    if high <= low:
        return f"both cards {RANK_WORDS[low]} or higher" if low else ""
    if low:
        return f"{RANK_WORDS[high]}-{RANK_WORDS[low]} or higher"
    if high == _ACE:
        return "an ace"
    return f"{'an' if high == _EIGHT else 'a'} {RANK_WORDS[high]} or higher"


def own_conditions(table_cards: int) -> tuple[Condition, ...]:
    """What may be asked of one's own hand, with so many cards on the table."""
    return (Condition("", frozenset(range(OWN)), 0), *_own(table_cards))


def _own(table_cards: int) -> Iterator[Condition]:
    better = frozenset({BETTER})
    yield Condition("better than a pair", better, 1)
    for most in range(table_cards + 1):
        paired = frozenset(range(PAIRED, PAIRED + min(most + 1, table_cards)))
        pocket = frozenset(range(POCKET, POCKET + most + 1))
        above = f" with {_COUNT[most]} above it on the table" if most < table_cards else ""
        parts = 2 if above else 1
        yield Condition(f"a pair{above}", paired | pocket | better, parts)
        yield Condition(f"a pocket pair{above}", pocket, parts)


_FLUSH: Final = frozenset(range(FLUSH_DRAW, DRAWS))
_OPEN: Final = frozenset({2, FLUSH_DRAW + 2})
_STRAIGHT: Final = _OPEN | {1, FLUSH_DRAW + 1}
DRAW_CONDITIONS: Final = (
    Condition("", frozenset(range(DRAWS)), 0),
    Condition("a flush draw", _FLUSH, 1),
    Condition("an open straight draw", _OPEN, 1),
    Condition("a straight draw", _STRAIGHT, 1),
    Condition("a flush draw or an open straight draw", _FLUSH | _OPEN, 2),
    Condition("a flush draw or a straight draw", _FLUSH | _STRAIGHT, 2),
    Condition("a flush draw and a straight draw", _FLUSH & _STRAIGHT, 2),
)


def _tables() -> Iterator[Condition]:
    anything = range(3)
    for pairs, pair_words in (
        (anything, ""),
        ((0,), "no pair on the table"),
        ((1, 2), "a pair or more on the table"),
        ((2,), "two pairs or three of a kind on the table"),
    ):
        for suited, suit_words in (
            (anything, ""),
            ((0,), "no three of one suit on the table"),
            ((1, 2), "three of one suit on the table"),
        ):
            fits = frozenset(TABLE_SUITED * pair + suit for pair in pairs for suit in suited)
            words = [part for part in (pair_words, suit_words) if part]
            # "On the table" once is enough.
            short = [word.removesuffix(" on the table") for word in words[:-1]]
            yield Condition(" and ".join([*short, *words[-1:]]), fits, len(words))


TABLE_CONDITIONS: Final = tuple(_tables())
assert all(max(condition.fits) < TABLES for condition in TABLE_CONDITIONS)

MEANINGS: Final = {
    "pair": "A pair is a pocket pair, or one card of yours and one on the table; better is both "
    "your cards so, three or four alike with a card of yours, a straight or a flush with one.",
    "flush draw": "A flush draw is four of one suit, one or two of them yours.",
    "straight draw": "A straight draw lacks one rank, and takes a card of yours; it is open when "
    "two ranks or more would do.",
    " or higher": "A nine or higher is asked of one card of yours, ten-nine or higher of both.",
}
"""What words on a card mean, by the words."""


def meanings_in(lines: tuple[str, ...]) -> tuple[str, ...]:
    """What the words in some lines mean."""
    return tuple(said for word, said in MEANINGS.items() if any(word in line for line in lines))
