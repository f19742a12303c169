"""A meter over time: what is exact in closed form, its distribution, and links played hit by hit.

Every wager adds its contribution, and is then paid from the meter as it stands (I-07). So the
meter that a wager finds is a chain: Y' = contribution + (the reset, where the whole was taken; what
was left, where part of it was; Y otherwise). Its long-run moments solve straight lines. A hit does
not know the meter, so the amount at a hit has the very distribution of the meter.

Two winners of one round are taken one after the other, as on two tables; the difference is in
the ninth decimal (see `odds.progressive`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, expm1, log, log1p, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.errors import BadSetting
from pitboss.sim.jackpot_link import LevelModel, LinkModel
from pitboss.sim.rounds import source_of, word_limits
from pitboss.sim.walk_kernels import WORDS_PER_PATH, meter_cells, play_links

CELLS: Final = 1 << 19
_LEFT_OUT: Final = 1e-13
"""How likely a meter is to outgrow the cells; it is then held at the last one."""


def taken_share(level: LevelModel) -> Fraction:
    """The part of a meter that a wager takes on average."""
    return sum((t.chance * t.percent / 100 for t in level.takings), Fraction(0))


def mean_meter(level: LevelModel) -> Fraction:
    """The average meter, and the average amount at a hit, in the long run.

    >>> from pitboss.sim.jackpot_link import Taking
    >>> royal = Taking(hand="royal_flush", percent=100, chance=Fraction(1, 649740))
    >>> level = LevelModel(name="jackpot", reset=Fraction(10000), contribution=Fraction(1, 5),
    ...                    contribution_square=Fraction(1, 25), takings=(royal,))
    >>> mean_meter(level)  # the reset, and a fifth of 649,740 wagers
    Fraction(139948, 1)
    """
    return (level.contribution + level.all_chance * level.reset) / taken_share(level)


def meter_variance(level: LevelModel) -> Fraction:
    """Of the meter in the long run, and of the amount at a hit."""
    mean, chance = mean_meter(level), level.all_chance
    kept_square = 1 - chance - sum((t.chance for t in level.parts), Fraction(0))
    for taking in level.parts:
        kept_square += taking.chance * Fraction(100 - taking.percent, 100) ** 2
    # What is left after a wager has the mean of the meter less one contribution.
    fixed = level.contribution_square + 2 * level.contribution * (mean - level.contribution)
    square = (fixed + chance * level.reset**2) / (1 - kept_square)
    return square - mean**2


def expected_meter(level: LevelModel, wagers: int, start: Fraction | None = None) -> float:
    """The meter that the wager of this number finds on average, counted from one."""
    long_run, first = _from(level, start)
    return long_run + (first - long_run) * (1 - float(taken_share(level))) ** (wagers - 1)


def expected_taken(level: LevelModel, wagers: int, start: Fraction | None = None) -> float:
    """What so many wagers are paid from the meter on average."""
    long_run, first = _from(level, start)
    share = float(taken_share(level))
    gone = -expm1(wagers * log1p(-share))
    return share * wagers * long_run + (first - long_run) * gone


def _from(level: LevelModel, start: Fraction | None) -> tuple[float, float]:
    begin = level.reset if start is None else start
    return float(mean_meter(level)), float(begin + level.contribution)


# --- time between hits ----------------------------------------------------------------------------


def wagers_by(chance: Fraction, share: float) -> int:
    """Wagers within which the next hit comes in this share of cases.

    >>> wagers_by(Fraction(1, 649740), 0.5)
    450366
    """
    return ceil(log(1 - share) / log1p(-float(chance)))


# --- what it means for players --------------------------------------------------------------------


def long_run_return(link: LinkModel) -> Fraction:
    """The share of the money staked that goes back to players.

    Whatever goes into a meter comes out of it again, the resets included.
    """
    meters = sum(
        (level.contribution + level.all_chance * level.reset for level in link.levels), Fraction(0)
    )
    return (link.house_pays + meters) / link.stake


def return_over(link: LinkModel, wagers: int, starts: dict[str, Fraction] | None = None) -> float:
    """The average share that goes back over so many wagers, the meters starting as given."""
    given = starts or {}
    taken = sum(expected_taken(level, wagers, given.get(level.name)) for level in link.levels)
    return (float(link.house_pays) + taken / wagers) / float(link.stake)


def return_at(link: LinkModel, meters: dict[str, Fraction]) -> Fraction:
    """The share that goes back of a wager that finds the meters so."""
    taken = sum((taken_share(lv) * meters[lv.name] for lv in link.levels), Fraction(0))
    return (link.house_pays + taken) / link.stake


# --- its distribution -----------------------------------------------------------------------------
# Where only the whole is ever taken, the wagers since the reset are geometric and everything is a
# formula. Where part is taken, the meter is followed on cells with every amount rounded down, and
# again with every amount rounded up: more on the meter stays more, so the two enclose the truth.


@dataclass(frozen=True, kw_only=True, eq=False)
class MeterSpread:
    """How likely each cell is, rounded down and up; `width` in dollars."""

    width: float
    low: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]

    @cached_property
    def _sums(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        return np.cumsum(self.low), np.cumsum(self.high)

    def quantile(self, share: float) -> tuple[float, float]:
        """Bounds in dollars on what the meter does not exceed in this share of cases."""
        low, high = (int(np.searchsorted(sums, share)) for sums in self._sums)
        return low * self.width, high * self.width

    def at_least(self, amount: float) -> tuple[float, float]:
        """Bounds on the chance that the meter shows at least so much."""
        cell = ceil(amount / self.width)
        if cell <= 0:
            return 1.0, 1.0
        low, high = (1.0 - float(sums[min(cell, sums.size) - 1]) for sums in self._sums)
        return max(0.0, low), max(0.0, high)

    def binned(self, bins: int, most: float) -> npt.NDArray[np.float64]:
        """Chances of equal stretches up to `most` dollars, halfway between low and high."""
        cells = max(bins, ceil(most / self.width))
        edges = np.linspace(0, cells, bins + 1).astype(np.int64)
        both = [np.concatenate([[0.0], sums]) for sums in self._sums]
        ends = [sums[np.minimum(edges, sums.size - 1)] for sums in both]
        return np.diff((ends[0] + ends[1]) / 2)


def meter_spread(level: LevelModel, *, cells: int = CELLS) -> MeterSpread:
    """The long-run distribution of a meter as wagers find it."""
    any_chance = float(sum(taking.chance for taking in level.takings))
    growth = float(level.contribution)
    # So many wagers without a reset are as good as never seen.
    longest = log(_LEFT_OUT) / log1p(-float(level.all_chance))
    wagers = max(1, ceil((float(level.reset) / growth + longest) / cells))
    width = growth * wagers
    reset = float(level.reset) / width
    size = ceil(reset) + ceil(longest / wagers) + 2
    kept = np.array([100 - taking.percent for taking in level.parts], np.int64)
    chances = np.array([float(taking.chance) / any_chance for taking in level.parts])
    stay = exp(wagers * log1p(-any_chance))
    low, high = (
        meter_cells(size, int(place), stay, kept, chances, upwards, _LEFT_OUT)
        for upwards, place in ((0, reset), (1, ceil(reset)))
    )
    return MeterSpread(width=width, low=low / low.sum(), high=high / high.sum())


# --- paths ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False)
class LinkPaths:
    """Many links from the same start: sample paths, and a second opinion on what is exact."""

    link: LinkModel
    wagers: int
    seen: npt.NDArray[np.float64]
    """Meters in dollars: by path, by part of the wagers, by level."""
    paid: npt.NDArray[np.float64]
    """From meters, by path."""
    hits: dict[tuple[str, str], int]
    """By level and hand, over all paths."""
    amount_mean: dict[tuple[str, str], float]
    """The meter at such hits, on average."""
    amount_error: dict[tuple[str, str], float]
    """Its standard error."""

    def returns(self) -> npt.NDArray[np.float64]:
        """By path, the share that went back, with what the house pays at its average."""
        per_wager = self.paid / self.wagers + float(self.link.house_pays)
        return np.asarray(per_wager / float(self.link.stake))

    def nine_in_ten(self) -> tuple[float, float]:
        """The share that went back: nine paths in ten lie between."""
        low, high = np.quantile(self.returns(), (0.05, 0.95)).tolist()
        return low, high

    def quantiles(self, part: int, level: int, shares: Sequence[float]) -> list[float]:
        """What a meter does not exceed in these shares of paths after a part of the wagers."""
        amounts: list[float] = np.quantile(self.seen[:, part, level], shares).tolist()
        return amounts


def play_meters(
    link: LinkModel,
    *,
    wagers: int,
    paths: int,
    parts: int = 1,
    seed: int = 1,
    starts: dict[str, Fraction] | None = None,
) -> LinkPaths:
    """Play so many links. Path `n` of a seed is the same among any number of paths."""
    kinds = [(place, t) for place, level in enumerate(link.levels) for t in level.takings]
    chance = float(sum((taking.chance for _, taking in kinds), Fraction(0)))
    if wagers * chance > WORDS_PER_PATH / 4:
        raise BadSetting(f"{wagers:,} wagers bring too many awards for one path; ask for less time")
    parts = min(parts, wagers)
    seen = np.zeros((paths, parts, len(link.levels)))
    sums = np.zeros((paths, 1 + 3 * len(kinds)))
    given = starts or {}
    begins = [float(given.get(level.name, level.reset)) for level in link.levels]
    play_links(
        np.array(source_of(seed), np.uint64),
        wagers,
        log1p(-chance),
        (
            np.array(begins),
            np.array([float(level.reset) for level in link.levels]),
            np.array([float(level.contribution) for level in link.levels]),
        ),
        (
            np.array([place for place, _ in kinds], np.int64),
            np.array([100 - taking.percent for _, taking in kinds], np.int64),
            np.array(word_limits([taking.chance for _, taking in kinds]), np.uint64),
        ),
        seen,
        sums,
    )
    names = [(link.levels[place].name, taking.hand) for place, taking in kinds]
    return _paths(link, wagers, (seen, sums), names)


def _paths(
    link: LinkModel,
    wagers: int,
    played: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
    names: list[tuple[str, str]],
) -> LinkPaths:
    seen, sums = played
    counts, amounts, squares = np.split(sums[:, 1:].sum(axis=0), 3)
    hits: dict[tuple[str, str], int] = {}
    mean: dict[tuple[str, str], float] = {}
    error: dict[tuple[str, str], float] = {}
    for name, count, amount, square in zip(names, counts, amounts, squares, strict=True):
        hits[name] = int(count)
        if count > 1:
            mean[name] = float(amount / count)
            error[name] = sqrt(max(0.0, square / count - mean[name] ** 2) / count)
    return LinkPaths(
        link=link,
        wagers=wagers,
        seen=seen,
        paid=sums[:, 0],
        hits=hits,
        amount_mean=mean,
        amount_error=error,
    )
