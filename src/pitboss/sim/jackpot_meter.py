"""The distribution of a meter, which is also that of the amount at a hit.

Where nothing but the whole is ever taken, the wagers since the reset are geometric and everything
is a formula. Where part is taken, the meter is followed on cells with every amount rounded down,
and again with every amount rounded up: more on the meter stays more, so the two enclose the truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, exp, log, log1p
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.sim.jackpot_kernels import meter_cells
from pitboss.sim.jackpot_link import LevelTerms

CELLS: Final = 1 << 19
_LEFT_OUT: Final = 1e-13
"""How likely a meter is to outgrow the cells; it is then held at the last one."""


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


def meter_spread(level: LevelTerms, *, cells: int = CELLS) -> MeterSpread:
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


def amount_by(level: LevelTerms, share: float) -> float:
    """The amount a hit does not exceed in this share of cases, where only the whole is taken."""
    assert not level.parts, "where part is taken, see `meter_spread`"
    wagers = ceil(log(1 - share) / log1p(-float(level.all_chance)))
    return float(level.reset + level.contribution * wagers)
