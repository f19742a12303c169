"""Charts of a link: the amount at hits, sample paths, the meter's distribution, edge by meter."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from pitboss.cli.chart_files import COLOURS, dollars, in_dollars, in_percent, titled
from pitboss.cli.par.charts import BAR, LINE, MARK, PALE, WIDTH_INCHES
from pitboss.sim.jackpot_sheet import JackpotSheet, LevelSheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BINS = 80
_SAMPLES = 4


def jackpot_chart(sheet: JackpotSheet) -> Figure:
    """Four panels for each meter: two beside each other fit a page."""
    meters = len(sheet.levels)
    size = (1.4 * WIDTH_INCHES, 0.9 * WIDTH_INCHES * meters + 0.4)
    figure = Figure(figsize=size, layout="constrained")
    tables = sum(game.tables for game in sheet.link.games)
    titled(
        figure,
        "A link of " + ", ".join(game.name for game in sheet.link.games),
        f"{tables:,} tables, {float(sheet.link.wagers_per_hour):,.0f} wagers an hour; "
        f"{len(sheet.paths.seen):,} links played",
    )
    panels = figure.subplots(2 * meters, 2, squeeze=False)
    for place, one in enumerate(sheet.levels):
        _amounts(panels[2 * place, 0], one)
        _paths(panels[2 * place, 1], sheet, one)
        _below(panels[2 * place + 1, 0], one)
        _edges(panels[2 * place + 1, 1], sheet, one)
    return figure


def _most(one: LevelSheet) -> float:
    return 1.1 * one.spread.quantile(0.995)[1]


def _amounts(axes: Axes, one: LevelSheet) -> None:
    most = _most(one)
    edges = np.linspace(0, most, _BINS + 1)
    shares = 100 * one.spread.binned(_BINS, most)
    axes.bar(edges[:-1], shares, width=most / _BINS, align="edge", color=BAR)
    # Room for the words above the bars.
    axes.set_ylim(0, 1.15 * float(shares.max()))
    _mark(axes, float(one.mean), f"mean {dollars(float(one.mean))}")
    axes.set_title(f"{one.level.name}: amount at hits", fontsize=8.5)
    in_dollars(axes)
    in_percent(axes)


def _paths(axes: Axes, sheet: JackpotSheet, one: LevelSheet) -> None:
    place = sheet.levels.index(one)
    hours = [wagers / sheet.link.wagers_per_hour for wagers in sheet.moments()]
    seen = sheet.paths.seen[:, :, place]
    low, high = np.quantile(seen, (0.05, 0.95), axis=0)
    axes.fill_between(hours, low, high, color=BAR, alpha=0.35, linewidth=0)
    for path in seen[:_SAMPLES]:
        axes.plot(hours, path, color=PALE, linewidth=0.7)
    axes.plot(hours, seen[0], color=LINE, linewidth=1.0)
    axes.plot(hours, sheet.expected(one.level), color=MARK, dashes=(3, 2), linewidth=1.0)
    axes.set_title(f"{one.level.name}: sample paths, nine links in ten, and the mean", fontsize=8.5)
    axes.set_xlabel("hours")
    in_dollars(axes, along="y")
    axes.grid()


def _below(axes: Axes, one: LevelSheet) -> None:
    most = _most(one)
    edges = np.linspace(0, most, _BINS + 1)[1:]
    axes.plot(edges, 100 * np.cumsum(one.spread.binned(_BINS, most)), color=LINE)
    at_99 = one.spread.quantile(0.99)[1]
    _mark(axes, at_99, f"99% {dollars(at_99)}", right=False)
    axes.set_title(f"{one.level.name}: share of wagers that find the meter below", fontsize=8.5)
    axes.set_ylim(0, 100)
    in_dollars(axes)
    in_percent(axes)
    axes.grid()


def _edges(axes: Axes, sheet: JackpotSheet, one: LevelSheet) -> None:
    """House edge of each game as this meter grows, the others at their reset."""
    name = one.level.name
    fair = {each.game: float(each.at.cents) / 100 for each in sheet.fair if each.level == name}
    most = max(_most(one), 1.2 * max(fair.values()))
    for colour, game in zip(cycle(COLOURS), sheet.link.games, strict=False):
        odds = game.odds
        others = sum(
            float(odds.per_meter[level.name] * level.reset)
            for level in sheet.link.levels
            if level.name != name
        )
        amounts = np.array([0.0, most])
        value = float(odds.expected) + others + float(odds.per_meter[name]) * amounts
        edges = -100 * value / float(game.stake)
        axes.plot(amounts, edges, color=colour, linewidth=1.4, label=game.name)
        axes.plot([fair[game.name]], [0], "o", color=MARK, markersize=4)
    axes.axhline(0, color=PALE, linewidth=0.8)
    axes.set_title(f"house edge by the {one.level.name} meter; fair at the dots", fontsize=8.5)
    axes.legend(frameon=False, fontsize=7)
    in_dollars(axes)
    in_percent(axes)
    axes.grid()


def _mark(axes: Axes, amount: float, words: str, *, right: bool = True) -> None:
    axes.axvline(amount, color=MARK, linewidth=0.8, dashes=(3, 2))
    axes.annotate(
        words,
        (amount, 0.93 if right else 0.08),
        xycoords=("data", "axes fraction"),
        xytext=(4 if right else -4, 0),
        textcoords="offset points",
        ha="left" if right else "right",
        color=MARK,
        fontsize=8,
    )
