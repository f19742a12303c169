"""Bankrolls played path by path: a check on what is exact, and an answer where nothing is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from pitboss.money import Money
from pitboss.sim.bankroll_kernels import play_paths
from pitboss.sim.bankroll_results import Results
from pitboss.sim.bankroll_walk import Chance, Walk, walk_of
from pitboss.sim.dealing import source_of

_WORD = 1 << 64


@dataclass(frozen=True, kw_only=True, eq=False)
class Paths:
    """Many bankrolls, each of its own luck."""

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

    def results(self, part: int = -1) -> npt.NDArray[np.int64]:
        """Results in cents after a part of the rounds."""
        return (self.seen[:, part] - self.walk.start) * self.walk.step


def _share(moments: npt.NDArray[np.int64]) -> Chance:
    share = float(np.mean(moments > 0))
    return Chance(share, sqrt(share * (1 - share) / moments.size))


def play(
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
    told = play_paths(
        np.array(source_of(seed), np.uint64),
        (walk.start, goal),
        walk.moves,
        _limits(results),
        each,
        seen,
    )
    return Paths(
        walk=walk,
        rounds=each * parts,
        seen=seen,
        ruined_at=told[0],
        goal_at=told[1],
        fell=told[2],
    )


def _limits(results: Results) -> npt.NDArray[np.uint64]:
    """Where the words of each result end; the last goes to the end of all words."""
    ways, limits = 0, []
    for net in sorted(results.weights)[:-1]:
        ways += results.weights[net]
        limits.append(ways * _WORD // results.total)
    return np.array(limits, np.uint64)
