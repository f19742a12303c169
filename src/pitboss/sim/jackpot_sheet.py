"""Everything that is asked about a link's jackpot process, worked out at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from pitboss.money import Money
from pitboss.sim.jackpot_link import LevelTerms, LinkTerms
from pitboss.sim.jackpot_meter import MeterSpread, meter_spread
from pitboss.sim.jackpot_paths import LinkPaths, play
from pitboss.sim.jackpot_process import (
    expected_meter,
    long_run_return,
    mean_meter,
    meter_variance,
    return_over,
    wagers_by,
)
from pitboss.sim.jackpot_reserve import reserve_needed, resets_by

SHARES: Final = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)
PARTS: Final = 120
_CHANGES: Final = (Fraction(1, 2), Fraction(1), Fraction(2))


class Between(NamedTuple):
    """Time between hits that take from a meter, in wagers."""

    level: str
    hand: str
    percent: int
    mean: Fraction
    median: int
    by_99: int


class Effect(NamedTuple):
    """What another contribution or reset would do to a level."""

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

    level: LevelTerms
    mean: Fraction
    deviation: float
    spread: MeterSpread
    """Of the meter, and of the amount at a hit."""
    resets_at_99: int
    """Within the time asked about, not exceeded in 99 of 100 cases."""


@dataclass(frozen=True, kw_only=True, eq=False)
class JackpotSheet:
    """The answers about a link."""

    link: LinkTerms
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

    def expected(self, level: LevelTerms) -> list[float]:
        """The meter on average, at those moments."""
        return [expected_meter(level, n, self.starts.get(level.name)) for n in self.moments()]

    def back_over(self, wagers: int) -> float:
        """What goes back on average over so many wagers from the start."""
        return return_over(self.link, wagers, self.starts)

    def liability_at_99(self) -> float:
        """All meters together at the end of the time, not exceeded in 99 of 100 played links."""
        return float(np.quantile(self.paths.seen[:, -1, :].sum(axis=1), 0.99))


def jackpot_sheet(
    link: LinkTerms,
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
        paths=play(link, wagers=wagers, paths=paths, parts=PARTS, seed=seed, starts=starts),
        starts=starts or {},
    )


def _level(level: LevelTerms, wagers: int) -> LevelSheet:
    return LevelSheet(
        level=level,
        mean=mean_meter(level),
        deviation=sqrt(meter_variance(level)),
        spread=meter_spread(level),
        resets_at_99=resets_by([float(level.all_chance)], wagers, 0.99),
    )


def _between(link: LinkTerms) -> list[Between]:
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


def _effects(link: LinkTerms) -> list[Effect]:
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


def _fair(link: LinkTerms, levels: tuple[LevelSheet, ...]) -> list[Fair]:
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
