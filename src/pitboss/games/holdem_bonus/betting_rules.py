"""Short rules for the turn and the river bet, found by what they earn.

A rule is a list of lines; bet when one of them fits. Every line, and every thing a line asks, must
earn at least `PRICE` of an ante over all deals, so the list is no longer than it is worth. Lines
are added while that pays, each is tried in every other wording beside the rest, and each is tried
narrower with another one beside it. What the rules lose against best play is counted exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.games.holdem_bonus.decision_kernels import (
    BETTER,
    DRAWS,
    FLUSH_DRAW,
    OWN,
    PAIRED,
    POCKET,
    SIGHTS,
    TABLE_SUITED,
    TABLES,
    add_sights,
)
from pitboss.games.holdem_bonus.solver import Decisions
from pitboss.hands.classes import RANK_WORDS

# --- what may be asked of two cards and a table ---------------------------------------------------

_ACE, _EIGHT = 12, 6
_COUNT: Final = ("no rank", "at most one rank", "at most two ranks", "at most three ranks")


class CardsSeen(NamedTuple):
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

    def covers(self, sight: CardsSeen) -> bool:
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
    """What may be asked of the player's hand, with so many cards on the table."""
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
    "two ranks or more complete it.",
    " or higher": "A nine or higher is asked of one card of yours, ten-nine or higher of both.",
}
"""What words on a card mean, by the words."""


def meanings_in(lines: tuple[str, ...]) -> tuple[str, ...]:
    """What the words in some lines mean."""
    return tuple(said for word, said in MEANINGS.items() if any(word in line for line in lines))


# --- the lines that earn most ---------------------------------------------------------------------

PRICE: Final = Fraction(1, 10_000)
"""What remembering one thing more must earn, in antes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingRules:
    """When to bet, and what that loses against betting exactly when it is worth something."""

    lines: tuple[SightLine, ...]
    earned: Fraction
    """What these bets are worth, in antes over all deals."""
    cost: Fraction


def betting_rules(decisions: Decisions, holdings: Any) -> BettingRules:
    """The rules for one decision of those who hold these cards."""
    sums = np.zeros((2, np.prod(SIGHTS)), dtype=np.int64)
    add_sights(decisions.seen, holdings, decisions.worths, sums)
    deals = decisions.deals * decisions.situations
    own = own_conditions(decisions.table_cards)
    search = _Search(sums[0].reshape(SIGHTS), own, int(PRICE * deals))
    lines = search.lines()
    earned = search.earned(lines)
    lost = int(sums[1].sum()) - earned
    return BettingRules(lines=lines, earned=Fraction(earned, deals), cost=Fraction(lost, deals))


_Lines = tuple[SightLine, ...]


class _Search:
    """Lines by what they earn beside others."""

    def __init__(self, sums: Any, own: Sequence[Condition], price: int) -> None:
        self._sums = sums
        self._conditions = (own, DRAW_CONDITIONS, TABLE_CONDITIONS)
        self._price = price
        self._prices = price * self._parts()
        self._covered = cache(self._covered_by)
        self._score = cache(self._score_of)

    def _parts(self) -> Any:
        """How much there is to remember in every possible line."""
        own, draw, table = (np.array([c.parts for c in asked]) for asked in self._conditions)
        high, low = np.ogrid[:13, :13]
        ranks = (high > low).astype(int) + (low > 0)
        conditions = own[:, None, None] + draw[None, :, None] + table[None, None, :]
        return 1 + conditions[..., None, None] + ranks

    def earned(self, lines: _Lines) -> int:
        """What betting by these lines earns."""
        return int(self._sums.sum() - self._left(lines).sum())

    def lines(self) -> _Lines:
        """The lines that earn most, the price of remembering them taken off."""
        lines: _Lines = ()
        while True:
            better = self._settled((*lines, self._best_beside(lines)))
            if self._score(better) <= self._score(lines):
                better = self._settled(max(self._splits(lines), key=self._score, default=lines))
            if self._score(better) <= self._score(lines):
                return self._in_order(lines)
            lines = better

    def _splits(self, lines: _Lines) -> Iterator[_Lines]:
        """Cards with one line made narrower and another beside it."""
        for place, line in enumerate(lines):
            others = (*lines[:place], *lines[place + 1 :])
            for narrower in self._narrower(line):
                changed = (*others, narrower)
                yield (*changed, self._best_beside(changed))

    def _narrower(self, line: SightLine) -> Iterator[SightLine]:
        own, _, table = self._conditions
        # Only the next narrower ones: what is narrower still comes after those.
        for condition in _next_below(line.own, own):
            yield replace(line, own=condition)
        for condition in _next_below(line.table, table):
            yield replace(line, table=condition)

    def _settled(self, lines: _Lines) -> _Lines:
        """Each line in the best wording beside the others, and no line that does not pay."""
        while True:
            before = self._score(lines)
            for place in range(len(lines)):
                others = (*lines[:place], *lines[place + 1 :])
                lines = max((lines, others, (*others, self._best_beside(others))), key=self._score)
                if len(lines) == len(others):
                    break
            if self._score(lines) <= before:
                return lines

    def _score_of(self, lines: _Lines) -> int:
        return self.earned(lines) - self._price * sum(line.parts for line in lines)

    def _best_beside(self, lines: _Lines) -> SightLine:
        """The line that earns most beyond what others earn already, its price taken off."""
        left = np.flip(self._left(lines), (3, 4)).cumsum(3).cumsum(4)
        for axis, asked in enumerate(self._conditions):
            parts = [left.take(sorted(condition.fits), axis).sum(axis) for condition in asked]
            left = np.stack(parts, axis)
        left = np.flip(left, (3, 4))
        scores = left - self._prices
        places = np.unravel_index(scores.argmax(), scores.shape)
        high, low = int(places[3]), int(places[4])
        own, draw, table = (
            asked[int(place)] for asked, place in zip(self._conditions, places[:3], strict=True)
        )
        return SightLine(own=own, draw=draw, table=table, high=high, low=low)

    def _left(self, lines: _Lines) -> Any:
        """The sums of sights that no line covers."""
        covered = np.zeros(SIGHTS, dtype=np.bool_)
        for line in lines:
            covered |= self._covered(line)
        return np.where(covered, 0, self._sums)

    def _covered_by(self, line: SightLine) -> Any:
        covered = np.zeros(SIGHTS, dtype=np.bool_)
        fits = (line.own.fits, line.draw.fits, line.table.fits)
        covered[np.ix_(*map(sorted, fits), range(line.high, 13), range(line.low, 13))] = True
        return covered

    def _in_order(self, lines: _Lines) -> _Lines:
        """What earns most by itself first."""
        return tuple(sorted(lines, key=lambda line: -self.earned((line,))))


def _next_below(of: Condition, conditions: Sequence[Condition]) -> list[Condition]:
    """Conditions that ask more, and of those the ones that ask least."""
    below = [condition for condition in conditions if condition.fits < of.fits]
    return [low for low in below if not any(low.fits < other.fits for other in below)]
