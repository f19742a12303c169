"""Everything that is asked about a link's meters, worked out at once; and the reserve for resets.

Contributions pay for what meters grow by; each reset after a hit is the house's to bring. Part of
every wager may be put aside for it. The reserve must cover resets with a stated certainty. Hits are
counted exactly: between the moments at which the reserve has grown enough for one more unit, what
resets cost is a compound binomial sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, gcd, log1p, sqrt
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.money import Money
from pitboss.sim.jackpot_link import LevelModel, LinkModel
from pitboss.sim.jackpot_meter import (
    LinkPaths,
    MeterSpread,
    expected_meter,
    long_run_return,
    mean_meter,
    meter_spread,
    meter_variance,
    play_meters,
    return_at,
    return_over,
    wagers_by,
)

SHARES: Final = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)
PARTS: Final = 120
_CHANGES: Final = (Fraction(1, 2), Fraction(1), Fraction(2))
MOST_UNITS: Final = 400_000
_BLOCKS: Final = 300
"""Moments at which a growing reserve is looked at; more would change nothing that can be seen."""
_MOST_HITS: Final = 300
"""On average, before the chance of none is too small a number to start from."""
_NEGLIGIBLE: Final = 1e-16
_DIRECTLY: Final = 100_000
"""Products up to which two distributions are added without Fourier's help."""
Cost = tuple[int, float]
"""A reset in units, and its chance in one wager."""


class Between(NamedTuple):
    """Time between hits that take from a meter, in wagers."""

    level: str
    hand: str
    percent: int
    mean: Fraction
    median: int
    by_99: int


class Effect(NamedTuple):
    """The effect of another contribution or reset on a level."""

    level: str
    contribution: Fraction
    """Of a wager, in dollars."""
    reset: Fraction
    amount: Fraction
    """At hits, on average."""
    back: Fraction
    """What goes back to players in the long run, of the whole wager."""


class Fair(NamedTuple):
    """How often a level alone, the others at their reset, makes a game's wager fair or better."""

    game: str
    level: str
    at: Money
    least: float
    most: float


@dataclass(frozen=True, kw_only=True, eq=False)
class LevelSheet:
    """One meter in the long run."""

    level: LevelModel
    mean: Fraction
    deviation: float
    spread: MeterSpread
    """Of the meter, and of the amount at a hit."""
    resets_at_99: int
    """Within the time asked about, not exceeded in 99 of 100 cases."""

    def quantiles(self) -> dict[float, tuple[float, float]]:
        """Bounds in dollars on what is not exceeded, by shares of cases."""
        return {share: self.spread.quantile(share) for share in SHARES}


@dataclass(frozen=True, kw_only=True, eq=False)
class JackpotSheet:
    """The answers about a link."""

    link: LinkModel
    hours: int
    wagers: int
    levels: tuple[LevelSheet, ...]
    between: tuple[Between, ...]
    effects: tuple[Effect, ...]
    fair: tuple[Fair, ...]
    reserve: Money
    """To start with, so that every reset of that time is covered in 99 of 100 cases."""
    back: Fraction
    """What goes back to players in the long run."""
    paths: LinkPaths
    starts: dict[str, Fraction]

    def moments(self) -> list[int]:
        """Wagers after each part of the time."""
        parts = self.paths.seen.shape[1]
        return [(part + 1) * self.wagers // parts for part in range(parts)]

    def expected(self, level: LevelModel) -> list[float]:
        """The meter on average, at those moments."""
        return [expected_meter(level, n, self.starts.get(level.name)) for n in self.moments()]

    def back_over(self, wagers: int) -> float:
        """What goes back on average over so many wagers from the start."""
        return return_over(self.link, wagers, self.starts)

    def back_at_reset(self) -> Fraction:
        """What goes back of a wager that finds every meter at its reset."""
        return return_at(self.link, {level.name: level.reset for level in self.link.levels})

    def liability_at_99(self) -> float:
        """All meters together at the end of the time, not exceeded in 99 of 100 played links."""
        return float(np.quantile(self.paths.seen[:, -1, :].sum(axis=1), 0.99))


def jackpot_sheet(
    link: LinkModel,
    *,
    hours: int,
    paths: int,
    seed: int,
    starts: dict[str, Fraction] | None = None,
) -> JackpotSheet:
    """Work everything out for a link and a time to look ahead."""
    wagers = link.wagers_per_hour * hours
    levels = tuple(_level(level, wagers) for level in link.levels)
    return JackpotSheet(
        link=link,
        hours=hours,
        wagers=wagers,
        levels=levels,
        between=tuple(_between(link)),
        effects=tuple(_effects(link)),
        fair=tuple(_fair(link, levels)),
        reserve=reserve_needed(link, wagers=wagers),
        back=long_run_return(link),
        paths=play_meters(link, wagers=wagers, paths=paths, parts=PARTS, seed=seed, starts=starts),
        starts=starts or {},
    )


def _level(level: LevelModel, wagers: int) -> LevelSheet:
    return LevelSheet(
        level=level,
        mean=mean_meter(level),
        deviation=sqrt(meter_variance(level)),
        spread=meter_spread(level),
        resets_at_99=resets_by([float(level.all_chance)], wagers, 0.99),
    )


def _between(link: LinkModel) -> list[Between]:
    return [
        Between(
            level.name,
            taking.hand,
            taking.percent,
            1 / taking.chance,
            wagers_by(taking.chance, 0.5),
            wagers_by(taking.chance, 0.99),
        )
        for level in link.levels
        for taking in level.takings
    ]


def _effects(link: LinkModel) -> list[Effect]:
    effects = []
    for place, level in enumerate(link.levels):
        for more in _CHANGES:
            for reset in _CHANGES:
                changed = replace(
                    level, contribution=level.contribution * more, reset=level.reset * reset
                )
                others = (*link.levels[:place], changed, *link.levels[place + 1 :])
                effects.append(
                    Effect(
                        level.name,
                        changed.contribution,
                        changed.reset,
                        mean_meter(changed),
                        long_run_return(replace(link, levels=others)),
                    )
                )
    return effects


def _fair(link: LinkModel, levels: tuple[LevelSheet, ...]) -> list[Fair]:
    found = []
    for game in link.games:
        odds = game.odds
        for sheet in levels:
            need = -odds.expected
            for other in link.levels:
                if other.name != sheet.level.name:
                    need -= odds.per_meter[other.name] * other.reset
            amount = max(Fraction(0), need / odds.per_meter[sheet.level.name])
            at = Money(-int(-amount * 100 // 1))
            found.append(
                Fair(game.name, sheet.level.name, at, *sheet.spread.at_least(float(amount)))
            )
    return found


# --- the reserve ----------------------------------------------------------------------------------


def costs_of(link: LinkModel, *, unit: int) -> tuple[Cost, ...]:
    """Every level's reset in units of so many cents, rounded up where it is no whole number."""
    return tuple(
        (ceil(level.reset * 100 / unit), float(level.all_chance))
        for level in link.levels
        if level.reset
    )


def unit_of(link: LinkModel, wagers: int) -> int:
    """The measure of all resets in cents; coarser where it would take too many units."""
    resets = [ceil(level.reset * 100) for level in link.levels if level.reset]
    unit = gcd(*resets) or 1
    likely = sum(float(lv.all_chance * lv.reset) * 100 * wagers for lv in link.levels)
    income = float(link.reserve) * 100 * wagers
    largest = max(resets, default=1)
    return max(unit, ceil((2 * likely + income + 20 * largest) / MOST_UNITS))


@lru_cache(maxsize=512)
def cost_spread(costs: tuple[Cost, ...], wagers: int, size: int) -> npt.NDArray[np.float64]:
    """How likely resets cost 0, 1, 2, ... units in so many wagers: Panjer's recursion.

    >>> cost_spread(((1, 0.25),), 2, 4).round(4).tolist()  # two wagers, a reset in one of four
    [0.5625, 0.375, 0.0625, 0.0]
    """
    chance = sum(each for _, each in costs)
    if wagers * chance > _MOST_HITS:
        half = cost_spread(costs, wagers // 2, size)
        return _added(half, cost_spread(costs, wagers - wagers // 2, size))
    spread = np.zeros(size)
    spread[0] = exp(wagers * log1p(-chance))
    ratio = chance / (1 - chance)
    for k in range(1, size):
        whole = 0.0
        for units, each in costs:
            if units <= k:
                weight = ratio * ((wagers + 1) * units / k - 1)
                whole += weight * each / chance * spread[k - units]
        # Below nothing only by rounding, where more hits than wagers would be needed.
        spread[k] = max(0.0, whole)
    return spread


def _added(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The distribution of a sum, as far up as the first goes; what is negligible is left out."""
    whole = np.zeros(one.size)
    seen, more = np.flatnonzero(one > _NEGLIGIBLE), np.flatnonzero(other > _NEGLIGIBLE)
    if seen.size and more.size:
        first = int(seen[0] + more[0])
        part = _convolved(one[seen[0] : seen[-1] + 1], other[more[0] : more[-1] + 1])
        room = max(0, one.size - first)
        whole[first : first + part.size] = part[:room]
    return whole


def _convolved(
    one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    size = one.size + other.size - 1
    if one.size * other.size < _DIRECTLY:
        return np.convolve(one, other)
    room = 1 << (size - 1).bit_length()
    product = np.fft.rfft(one, room) * np.fft.rfft(other, room)
    return np.maximum(np.fft.irfft(product, room)[:size], 0.0)


def _reach(costs: tuple[Cost, ...], wagers: int) -> int:
    """More units than resets cost in so many wagers, but for a negligible chance.

    What is beyond is left out of the sum, and so counts as a reserve that was short.
    """
    mean = sum(units * each for units, each in costs) * wagers
    deviation = sqrt(sum(units**2 * each for units, each in costs) * wagers)
    return ceil(mean + 12 * deviation + 12 * max(units for units, _ in costs)) + 1


def chance_short(
    costs: tuple[Cost, ...], *, start: Fraction, per_wager: Fraction, wagers: int, block: int = 1
) -> float:
    """The chance that the reserve does not cover a reset at some moment; all in units.

    With a `block` of more than one unit the reserve counts only once it has grown by a whole
    block, so that the chance is never made too small.
    """
    held = int(start)
    spread = np.zeros(int(start + per_wager * wagers) + block + 1)
    spread[0] = 1.0
    done = 0
    while done < wagers:
        # Until the reserve has grown by a block, resets may have cost `held` at most.
        grown = ceil((held + block - start) / per_wager) if per_wager else wagers + 1
        until = min(max(grown - 1, done), wagers)
        if until > done:
            step = cost_spread(costs, until - done, _reach(costs, until - done))
            spread[: held + 1] = _added(spread[: held + 1], step)
            spread[held + 1 :] = 0.0
            done = until
        held += block
    return max(0.0, 1.0 - float(spread.sum()))


def reserve_needed(link: LinkModel, *, wagers: int, certainty: float = 0.99) -> Money:
    """The reserve to start with so that it covers every reset with this certainty."""
    unit = unit_of(link, wagers)
    costs = costs_of(link, unit=unit)
    if not costs:
        return Money(0)
    per_wager = link.reserve * 100 / unit
    block = max(1, ceil(per_wager * wagers / _BLOCKS))
    low, high = 0, 1
    while _is_short(costs, high, (per_wager, wagers, block), certainty):
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        if _is_short(costs, middle, (per_wager, wagers, block), certainty):
            low = middle + 1
        else:
            high = middle
    return Money(low * unit)


def _is_short(
    costs: tuple[Cost, ...], start: int, growth: tuple[Fraction, int, int], certainty: float
) -> bool:
    per_wager, wagers, block = growth
    held = Fraction(start)
    short = chance_short(costs, start=held, per_wager=per_wager, wagers=wagers, block=block)
    return short > 1 - certainty


def resets_by(chances: Sequence[float], wagers: int, share: float) -> int:
    """How many resets there are at most in so many wagers, in this share of cases."""
    costs = tuple((1, chance) for chance in chances)
    spread = cost_spread(costs, wagers, _reach(costs, wagers))
    return int(np.searchsorted(np.cumsum(spread), share))
