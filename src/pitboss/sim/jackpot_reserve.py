"""The reserve: what must be at hand so that resets can be paid, with a stated certainty.

Contributions pay for what meters grow by; each reset after a hit is the house's to bring. Part of
every wager may be put aside for it. Hits are counted exactly: between the moments at which the
reserve has grown enough for one more unit, what resets cost is a compound binomial sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, gcd, log1p, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.money import Money
from pitboss.sim.jackpot_link import LinkTerms

MOST_UNITS: Final = 400_000
_BLOCKS: Final = 300
"""Moments at which a growing reserve is looked at; more would change nothing anybody could see."""
_MOST_HITS: Final = 300
"""On average, before the chance of none is too small a number to start from."""
_NEGLIGIBLE: Final = 1e-16
_DIRECTLY: Final = 100_000
"""Products up to which two distributions are added without Fourier's help."""
Cost = tuple[int, float]
"""A reset in units, and its chance in one wager."""


def costs_of(link: LinkTerms, *, unit: int) -> tuple[Cost, ...]:
    """Every level's reset in units of so many cents, rounded up where it is no whole number."""
    return tuple(
        (ceil(level.reset * 100 / unit), float(level.all_chance))
        for level in link.levels
        if level.reset
    )


def unit_of(link: LinkTerms, wagers: int) -> int:
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
    """More units than resets cost in so many wagers, but for a chance nobody will miss.

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


def reserve_needed(link: LinkTerms, *, wagers: int, certainty: float = 0.99) -> Money:
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
