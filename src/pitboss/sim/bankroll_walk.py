"""A bankroll as a walk on whole steps, and what can be said of it without following it.

Somebody plays on while the money left covers what a round needs. In steps above that, a bankroll
of nothing still plays and one below nothing is ruined.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp, inf, log
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import BadSetting
from pitboss.money import Money
from pitboss.sim.bankroll_results import Results

NEGLIGIBLE: Final = 1e-12
"""A chance nobody will miss; what is left out is less likely than this, and stated."""


class Chance(NamedTuple):
    """A chance, and how far from it the truth may be at most."""

    value: float
    error: float = 0.0

    def or_at_most(self, other: Chance) -> Chance:
        """What is known when the truth lies between this chance and another.

        >>> Chance(0.25).or_at_most(Chance(0.75))
        Chance(value=0.5, error=0.25)
        """
        apart = abs(self.value - other.value) / 2
        return Chance((self.value + other.value) / 2, apart + max(self.error, other.error))


@dataclass(frozen=True, kw_only=True, eq=False)
class Walk:
    """Results in steps from a start to ruin or a goal."""

    step: int
    """In cents."""
    start: int
    goal: int | None
    moves: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float64]
    is_fair_or_worse: bool
    """Known exactly, where the numbers above are rounded."""

    @property
    def deepest(self) -> int:
        """The longest way down in one round."""
        return max(0, -int(self.moves.min()))

    def growth(self, theta: float) -> float:
        """The logarithm of the average of exp(-theta x result)."""
        powers = -theta * self.moves
        top = float(powers.max())
        return top + log(float(np.sum(self.chances * np.exp(powers - top))))

    def drop(self, rounds: int, chance: float = NEGLIGIBLE) -> int:
        """A drop that happens within so many rounds with no more than this chance.

        By the exponential martingale: whatever theta is, a drop of D within n rounds has at most
        the chance exp(-theta D) x max(1, average of exp(-theta x result))^n.
        """
        best = float(rounds * self.deepest + 1)
        for theta in np.geomspace(1e-9, 50, 400):
            needed = (-log(chance) + rounds * max(0.0, self.growth(float(theta)))) / theta
            best = min(best, needed)
        return ceil(best)

    def lundberg(self) -> float:
        """The theta at which exp(-theta x bankroll) is a fair game: 0 where there is no edge."""
        if self.is_fair_or_worse:
            return 0.0
        if self.deepest == 0:
            return inf
        low, high = 0.0, 1e-12
        while self.growth(high) < 0:
            low, high = high, 2 * high
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if self.growth(middle) < 0 else (low, middle)
        return low

    def ever_from(self, above: int) -> tuple[float, float]:
        """Bounds on the chance to be ruined ever, from so many steps above nothing."""
        theta = self.lundberg()
        return exp(-theta * (above + self.deepest)), exp(-theta * (above + 1))


def check_plan(*, bankroll: Money, needed: Money, win: Money | None) -> None:
    """Refuse a bankroll that is ruined and a goal that is reached before anything is dealt."""
    if bankroll < needed:
        raise BadSetting(
            f"a bankroll of {bankroll.dollars} does not cover one round, which takes "
            f"{needed.dollars}; bring more or stake less"
        )
    if win is not None and win.cents <= 0:
        raise BadSetting(f"a goal of {win.dollars} is reached already; give what is to be won")


def walk_of(results: Results, *, bankroll: Money, needed: Money, win: Money | None = None) -> Walk:
    """The walk from a bankroll; `win` is what is to be won before stopping.

    Results that reach the goal from anywhere are all one.
    """
    check_plan(bankroll=bankroll, needed=needed, win=win)
    above = bankroll.cents - needed.cents
    used = results if win is None else results.capped(above + win.cents)
    step = used.step
    moves = sorted(used.weights)
    return Walk(
        step=step,
        start=above // step,
        goal=None if win is None else above // step + -(-win.cents // step),
        moves=np.array([move // step for move in moves], np.int64),
        chances=np.array([used.weights[move] / used.total for move in moves]),
        is_fair_or_worse=results.mean <= 0,
    )


def pulled(values: npt.NDArray[np.float64], walk: Walk, below: float) -> Any:
    """Every value less its average over the next round; nothing above the end."""
    from pitboss.sim.bankroll_kernels import after_a_round  # noqa: PLC0415 - loads numba

    after = np.empty_like(values)
    after_a_round(values, walk.moves, walk.chances, below, 0.0, after)
    return values - after
