"""A bankroll over time: ruin, goals and trips worked out exactly, paths played, stakes sized.

A bankroll is a walk on whole steps. Play goes on while the money left covers what a round needs: in
steps above that, a bankroll of nothing still plays and one below nothing is ruined.

Without a time limit the chances are a system of linear equations, one for each bankroll between
ruin and goal; its solution is put back into the equations, and what is left over bounds the error.
With a time limit the distribution of the bankroll is followed round by round. Paths check what is
exact, and answer where nothing is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, inf, log, sqrt
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import BadSetting
from pitboss.money import Money
from pitboss.sim.bankroll_results import Results
from pitboss.sim.rounds import source_of, word_limits
from pitboss.sim.walk_kernels import (
    after_a_round,
    play_on,
    play_paths,
    ruined_within,
    solve_toeplitz,
)

NEGLIGIBLE: Final = 1e-12
"""Results less likely than this are left out, and the error says so."""
MOST_STEPS: Final = 40_000
"""Bankrolls between ruin and goal: a system of as many equations takes some seconds."""
MOST_MOVES: Final = 2 * 10**10
"""Rounds x bankrolls x results of a round: about a minute of work."""
PARTS: Final = 40
"""Moments of a trip at which the distribution of the bankroll is kept."""


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


class TooLong(BadSetting):
    """A question that is not answered exactly in any reasonable time."""


# --- until ruin or goal ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RuinOrGoal:
    """Playing until ruin or goal, however long it takes."""

    ruin: Chance
    goal: Chance
    rounds: float
    """Until either, on average."""


def until_ruin_or_goal(walk: Walk) -> RuinOrGoal:
    """How a bankroll ends that is played until it is ruined or has reached its goal."""
    assert walk.goal is not None, "without a goal, ask `ruin_ever`"
    solved, error = _solve(walk, walk.goal)
    ruin = float(solved[0, walk.start])
    return RuinOrGoal(
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
    right[0] = -_pulled(np.zeros(size), walk, 1.0)
    solved = solve_toeplitz(down, up, right)
    for _ in range(3):
        left = np.stack([right[row] - _pulled(solved[row], walk, 0.0) for row in range(2)])
        # No row of the inverse sums to more than the longest time to an end.
        error = float(np.abs(left[0]).max() * solved[1].max() * 1.01)
        if error < NEGLIGIBLE:
            break
        solved += solve_toeplitz(down, up, left)
    return solved, error


def _pulled(values: npt.NDArray[np.float64], walk: Walk, below: float) -> Any:
    """Every value less its average over the next round; nothing above the end."""
    after = np.empty_like(values)
    after_a_round(values, walk.moves, walk.chances, below, 0.0, after)
    return values - after


def ruin_ever(walk: Walk) -> Chance:
    """The chance to be ruined sooner or later by a player who never stops.

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


# --- so many rounds -------------------------------------------------------------------------------


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
        """The chance to end with more than the bankroll of the start."""
        return float(self.spreads[-1][self.walk.start + 1 :].sum() + self.beyond.sum())

    def quantile(self, share: float, part: int = -1) -> int | None:
        """The result in cents that this share of trips does not exceed; none if off the map.

        A ruined bankroll has lost down to what no longer covers a round: shown as that.
        """
        end = _ends(self.rounds, len(self.spreads))[part]
        ruined = float(self.ruined[:end].sum())
        if share <= ruined:
            return (-self.walk.start - 1) * self.walk.step
        places = np.searchsorted(np.cumsum(self.spreads[part]) + ruined, share)
        if places >= self.spreads[part].size:
            goal = self.walk.goal
            return None if goal is None else (goal - self.walk.start) * self.walk.step
        return (int(places) - self.walk.start) * self.walk.step

    def ruined_by_part(self) -> list[tuple[int, float]]:
        """Rounds played and the share ruined by then, part by part."""
        ends = _ends(self.rounds, len(self.spreads))
        return [(end, float(self.ruined[:end].sum())) for end in ends]

    def histogram(self, edges: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Shares of trips whose results in cents fall between the edges; the ruined come first."""
        places = (np.arange(self.spreads[-1].size) - self.walk.start) * self.walk.step
        shares, _ = np.histogram(places, edges, weights=self.spreads[-1])
        shares[0] += self.ruin.value
        return shares


def _ends(rounds: int, parts: int) -> list[int]:
    return [(part + 1) * rounds // parts for part in range(parts)]


def trip(walk: Walk, rounds: int, *, parts: int = PARTS) -> Trip:
    """Follow a bankroll through a number of rounds."""
    parts = min(parts, rounds)
    size = walk.goal if walk.goal is not None else walk.start + walk.drop(rounds)
    _check(rounds, size, walk)
    spread = np.zeros(size)
    spread[walk.start] = 1.0
    ruined, beyond, spreads = np.zeros(rounds), np.zeros(rounds), []
    first = 0
    for last in _ends(rounds, parts):
        here = (ruined[first:last], beyond[first:last])
        spread = play_on(spread, last - first, walk.moves, walk.chances, *here)
        spreads.append(spread)
        first = last
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
    """A step in cents; the chance of ruin within so many rounds, by steps above `needed`."""
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


# --- paths ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False)
class Paths:
    """Many bankrolls, each with its own random numbers."""

    walk: Walk
    rounds: int
    seen: npt.NDArray[np.int64]
    """Bankrolls in steps above ruin: a row for each path, a column for each part of the rounds."""
    ruined_at: npt.NDArray[np.int64]
    """The round each was ruined in, or nothing."""
    goal_at: npt.NDArray[np.int64]
    fell: npt.NDArray[np.int64]
    """How far below its start each came, in steps."""

    @property
    def ruin(self) -> Chance:
        """The share that was ruined; its error is one standard error."""
        return _share(self.ruined_at)

    @property
    def goal(self) -> Chance:
        """The share that reached the goal."""
        return _share(self.goal_at)

    @property
    def ahead(self) -> float:
        """The share that ended with more than the bankroll of the start."""
        return float((self.results() > 0).mean())

    def results(self, part: int = -1) -> npt.NDArray[np.int64]:
        """Results in cents after a part of the rounds."""
        return (self.seen[:, part] - self.walk.start) * self.walk.step

    def quantile(self, share: float, part: int = -1) -> int:
        """The result in cents that this share of paths does not exceed."""
        results = np.sort(self.results(part))
        return int(results[min(results.size - 1, int(share * results.size))])

    def ruined_by_part(self) -> list[tuple[int, float]]:
        """Rounds played and the share ruined by then, part by part."""
        at = self.ruined_at
        ends = _ends(self.rounds, self.seen.shape[1])
        return [(end, float(((at > 0) & (at <= end)).mean())) for end in ends]

    def histogram(self, edges: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Shares of paths whose results in cents fall between the edges."""
        counts, _ = np.histogram(self.results(), edges)
        return np.asarray(counts / self.seen.shape[0])


def _share(moments: npt.NDArray[np.int64]) -> Chance:
    share = float(np.mean(moments > 0))
    return Chance(share, sqrt(share * (1 - share) / moments.size))


def play_bankrolls(
    results: Results,
    *,
    bankroll: Money,
    needed: Money,
    win: Money | None = None,
    rounds: int,
    paths: int,
    parts: int = 1,
    seed: int = 1,
) -> Paths:
    """Play so many bankrolls. Path `n` of a seed is the same among any number of paths."""
    parts = min(parts, rounds)
    # Whole parts: the last rounds that would not fill one are played as part of a longer trip.
    each = -(-rounds // parts)
    walk = walk_of(results, bankroll=bankroll, needed=needed)
    goal = -1 if win is None else walk.start + -(-win.cents // walk.step)
    seen = np.zeros((paths, parts), np.int64)
    limits = word_limits(results.weights[net] for net in sorted(results.weights))
    ruined_at, goal_at, fell = play_paths(
        np.array(source_of(seed), np.uint64),
        (walk.start, goal),
        walk.moves,
        np.array(limits, np.uint64),
        each,
        seen,
    )
    return Paths(
        walk=walk, rounds=each * parts, seen=seen, ruined_at=ruined_at, goal_at=goal_at, fell=fell
    )
