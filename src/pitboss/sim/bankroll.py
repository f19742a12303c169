"""Bankroll questions answered exactly: ruin with and without goal and time limit, and bet sizing.

Without a time limit the chances are a system of linear equations, one for each bankroll between
ruin and goal; its solution is put back into the equations, and what is left over bounds the error.
With a time limit the distribution of the bankroll is followed round by round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, inf, log
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.errors import BadSetting
from pitboss.money import Money
from pitboss.sim.bankroll_kernels import play_on, ruined_within, solve_toeplitz
from pitboss.sim.bankroll_results import Results
from pitboss.sim.bankroll_walk import NEGLIGIBLE, Chance, Walk, pulled, walk_of

MOST_STEPS: Final = 40_000
"""Bankrolls between ruin and goal: a system of as many equations takes some seconds."""
MOST_MOVES: Final = 2 * 10**10
"""Rounds x bankrolls x results of a round: about as much as somebody waits for."""
PARTS: Final = 40
"""Moments of a trip at which the distribution of the bankroll is kept."""


class TooLong(BadSetting):
    """A question that is not answered exactly in any reasonable time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """Playing until ruin or goal, however long it takes."""

    ruin: Chance
    goal: Chance
    rounds: float
    """Until either, on average."""


def until_ruin_or_goal(walk: Walk) -> Ends:
    """How a bankroll ends that is played until it is ruined or has reached its goal."""
    assert walk.goal is not None, "without a goal, ask `ruin_ever`"
    solved, error = _solve(walk, walk.goal)
    ruin = float(solved[0, walk.start])
    return Ends(
        ruin=Chance(ruin, error), goal=Chance(1 - ruin, error), rounds=float(solved[1, walk.start])
    )


def _solve(walk: Walk, size: int) -> tuple[npt.NDArray[np.float64], float]:
    """By bankroll, the chance to be ruined before `size` is reached, and how long it takes."""
    if size > MOST_STEPS:
        raise TooLong(
            f"between ruin and goal there are {size:,} steps of {Money(walk.step).dollars}, and "
            f"no more than {MOST_STEPS:,} are solved; choose stakes with a larger common measure, "
            f"or a nearer goal"
        )
    down, up = np.zeros(min(walk.deepest, size) + 1), np.zeros(size + 1)
    down[0] = up[0] = 1.0
    for move, chance in zip(walk.moves, walk.chances, strict=True):
        side, away = (down, -move) if move <= 0 else (up, move)
        # What is farther away leads to an end from everywhere.
        if away < side.size:
            side[away] -= chance
    # Ruin within one round, and one round played: what the two systems have on their right.
    right = np.ones((2, size))
    right[0] = -pulled(np.zeros(size), walk, 1.0)
    solved = solve_toeplitz(down, up, right)
    for _ in range(3):
        left = np.stack([right[row] - pulled(solved[row], walk, 0.0) for row in range(2)])
        # No row of the inverse sums to more than the longest time to an end.
        error = float(np.abs(left[0]).max() * solved[1].max() * 1.01)
        if error < NEGLIGIBLE:
            break
        solved += solve_toeplitz(down, up, left)
    return solved, error


def ruin_ever(walk: Walk) -> Chance:
    """The chance to be ruined sooner or later by somebody who never stops.

    Without an edge it is certain. With one, a bankroll is safe once it is far enough away: the
    equations are solved up to there, or bounds are given where that is too far.
    """
    if walk.is_fair_or_worse:
        return Chance(float(walk.deepest > 0))
    theta = walk.lundberg()
    if theta == inf:
        return Chance(0.0)
    far = walk.start + 1 + ceil(-log(NEGLIGIBLE) / theta)
    if far <= MOST_STEPS:
        solved, error = _solve(walk, far)
        ruin, beyond = float(solved[0, walk.start]), walk.ever_from(far)[1]
        return Chance(ruin, error + beyond)
    least, most = walk.ever_from(walk.start)
    return Chance((least + most) / 2, (most - least) / 2)


@dataclass(frozen=True, kw_only=True, eq=False)
class Trip:
    """A bankroll over so many rounds, stopped at ruin and, where there is one, at the goal."""

    walk: Walk
    rounds: int
    ruined: npt.NDArray[np.float64]
    """In each round."""
    beyond: npt.NDArray[np.float64]
    """Gone to the goal in each round; without a goal, gone too far up to be ruined."""
    spreads: list[npt.NDArray[np.float64]]
    """The distribution among bankrolls that are still played, after each part of the rounds."""

    @property
    def ruin(self) -> Chance:
        """The chance to have been ruined by the end."""
        return Chance(float(self.ruined.sum()), NEGLIGIBLE)

    @property
    def goal(self) -> Chance | None:
        """The chance to have reached the goal by the end."""
        if self.walk.goal is None:
            return None
        return Chance(float(self.beyond.sum()), NEGLIGIBLE)

    @property
    def ahead(self) -> float:
        """The chance to end with more than one came with."""
        return float(self.spreads[-1][self.walk.start + 1 :].sum() + self.beyond.sum())

    def quantile(self, share: float, part: int = -1) -> int | None:
        """The result in cents that this share of trips does not exceed; none if off the map.

        Somebody ruined has lost down to what no longer covers a round: shown as that.
        """
        done = self.rounds if part == -1 else (part + 1) * self.rounds // len(self.spreads)
        ruined = float(self.ruined[:done].sum())
        if share <= ruined:
            return (-self.walk.start - 1) * self.walk.step
        places = np.searchsorted(np.cumsum(self.spreads[part]) + ruined, share)
        if places >= self.spreads[part].size:
            goal = self.walk.goal
            return None if goal is None else (goal - self.walk.start) * self.walk.step
        return (int(places) - self.walk.start) * self.walk.step


def trip(walk: Walk, rounds: int, *, parts: int = PARTS) -> Trip:
    """Follow a bankroll through a number of rounds."""
    parts = min(parts, rounds)
    size = walk.goal if walk.goal is not None else walk.start + walk.drop(rounds)
    _check(rounds, size, walk)
    spread = np.zeros(size)
    spread[walk.start] = 1.0
    ruined, beyond, spreads = np.zeros(rounds), np.zeros(rounds), []
    for part in range(parts):
        first, last = part * rounds // parts, (part + 1) * rounds // parts
        here = (ruined[first:last], beyond[first:last])
        spread = play_on(spread, last - first, walk.moves, walk.chances, *here)
        spreads.append(spread)
    return Trip(walk=walk, rounds=rounds, ruined=ruined, beyond=beyond, spreads=spreads)


def _check(rounds: int, size: int, walk: Walk) -> None:
    if rounds * size * walk.moves.size > MOST_MOVES:
        raise TooLong(
            f"{rounds:,} rounds over {size:,} steps of {Money(walk.step).dollars} are too many to "
            f"follow exactly; ask about fewer rounds, or choose stakes with a larger common measure"
        )


# --- sizing ---------------------------------------------------------------------------------------


def ruin_by_bankroll(
    results: Results, *, needed: Money, rounds: int
) -> tuple[int, npt.NDArray[np.float64]]:
    """A step in cents; the chance of ruin within so many rounds, by steps above what one needs."""
    walk = walk_of(results, bankroll=needed, needed=needed)
    far = walk.drop(rounds) * walk.step
    # What cannot be lost again within the rounds is as good as any other amount. Rare results are
    # rounded down where they make the step too fine: the bankroll that is named is then enough.
    rounded, _ = results.capped(far).coarsened(max(1, far // MOST_STEPS))
    walk = walk_of(rounded, bankroll=needed, needed=needed)
    far = walk.drop(rounds)
    _check(rounds, far, walk)
    return walk.step, ruined_within(rounds, walk.moves, walk.chances, far)


def bankrolls_for(
    results: Results, *, needed: Money, rounds: int, risks: Sequence[float]
) -> dict[float, Money]:
    """The least bankrolls that are ruined within so many rounds with no more than these chances."""
    step, chances = ruin_by_bankroll(results, needed=needed, rounds=rounds)
    # Chances fall as bankrolls rise.
    return {risk: needed + Money(int(np.searchsorted(-chances, -risk)) * step) for risk in risks}


def bankroll_for_ever(results: Results, *, needed: Money, ruin: float) -> Money | None:
    """A bankroll that is ever ruined with no more than this chance; none without an edge."""
    walk = walk_of(results, bankroll=needed, needed=needed)
    theta = walk.lundberg()
    if theta in (0.0, inf):
        return None if theta == 0.0 else needed
    steps = max(0, ceil(-log(ruin) / theta) - 1)
    assert exp(-theta * (steps + 1)) <= ruin * 1.000001, "Lundberg's bound holds"
    return needed + Money(steps * walk.step)


def kelly_bankroll(results: Results) -> float | None:
    """The bankroll in cents for which these stakes grow fastest; none without an edge.

    >>> round(kelly_bankroll(Results(weights={-100: 45, 100: 55})))  # edge over odds: a tenth
    1000
    """
    if results.mean <= 0:
        return None
    if results.most_lost == 0:
        return 0.0
    chances = {net: ways / results.total for net, ways in results.weights.items()}

    def slope(bankroll: float) -> float:
        return sum(chance * net / (bankroll + net) for net, chance in chances.items())

    low = high = float(results.most_lost) * (1 + 1e-12)
    while slope(high) < 0:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return high


def rounds_to_overcome_luck(results: Results) -> Fraction | None:
    """N0: after so many rounds the expected result is one standard deviation.

    >>> rounds_to_overcome_luck(Results(weights={-100: 45, 100: 55}))
    Fraction(99, 1)
    """
    return results.variance / results.mean**2 if results.mean else None
