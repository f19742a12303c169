"""Short rules for the turn and the river bet, found by what they earn.

A card is a list of lines; bet when one of them fits. Every line, and every thing a line asks, must
earn at least `PRICE` of an ante over all deals, so a card is no longer than it is worth. Lines are
added while that pays, each is tried in every other wording beside the rest, and each is tried
narrower with another one beside it. What the card loses against best play is then counted exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Final

import numpy as np

from pitboss.odds.holdem_counting import Decisions
from pitboss.odds.holdem_sight_kernels import SIGHTS, add_sights
from pitboss.odds.holdem_sights import (
    DRAW_CONDITIONS,
    TABLE_CONDITIONS,
    Condition,
    SightLine,
    own_conditions,
)

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
