"""Charts of a bankroll: how trips go, how they end, when they end in ruin, how far they fall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from pitboss.cli.bankroll_pages import SHARES, quantile, ruined_by_part
from pitboss.cli.chart_files import bar_edges, in_dollars, in_percent, titled
from pitboss.cli.par.charts import BAR, LINE, MARK, PALE, WIDTH_INCHES
from pitboss.sim.bankroll_sheet import BankrollSheet
from pitboss.sim.bankroll_walk import Paths, TooLong, Trip, play_bankrolls, ruin_by_bankroll
from pitboss.sim.request import Request

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SAMPLES = 12


def bankroll_chart(request: Request, sheet: BankrollSheet, seed: int) -> Figure:
    """Four panels."""
    figure = Figure(figsize=(1.4 * WIDTH_INCHES, 0.98 * WIDTH_INCHES), layout="constrained")
    plan = sheet.plan
    assert plan.bankroll is not None, "drawn with a trip"
    titled(
        figure,
        f"{request.rules.title} ({request.rules.id})",
        f"trips of {plan.rounds:,} rounds with {plan.bankroll.dollars}; "
        f"a round may take {plan.needed.dollars}",
    )
    panels = figure.subplots(2, 2)
    _fan(panels[0, 0], sheet, seed)
    _results(panels[0, 1], sheet)
    _ruin_by_round(panels[1, 0], sheet)
    _falls(panels[1, 1], sheet)
    return figure


def _trip(sheet: BankrollSheet) -> Trip | Paths:
    assert sheet.trip is not None, "drawn with a trip"
    return sheet.trip


def _fan(axes: Axes, sheet: BankrollSheet, seed: int) -> None:
    trip = _trip(sheet)
    ends = [end for end, _ in ruined_by_part(trip)]
    rounds = [0, *ends]
    lines = []
    for share in SHARES:
        results = [quantile(trip, share, part) for part in range(len(ends))]
        lines.append([0.0, *(np.nan if r is None else r / 100 for r in results)])
    axes.fill_between(rounds, lines[0], lines[-1], color=BAR, alpha=0.35, linewidth=0)
    axes.fill_between(rounds, lines[1], lines[-2], color=BAR, alpha=0.7, linewidth=0)
    axes.plot(rounds, lines[2], color=LINE, linewidth=1.6, label="median")
    for path in _samples(sheet, seed, len(ends)):
        axes.plot(rounds, [0, *path], color=PALE, linewidth=0.5, zorder=0)
    mean = float(sheet.results.mean) / 100
    axes.plot(rounds, [mean * end for end in rounds], color=MARK, dashes=(3, 2), label="expected")
    axes.set_title("result of trips: half of them, nine in ten, some samples", fontsize=8.5)
    axes.set_xlabel("rounds")
    axes.legend(frameon=False, loc="upper left")
    # Samples that win a jackpot would flatten everything else.
    low, high = np.nanmin(lines), np.nanmax(lines)
    axes.set_ylim(low - 0.1 * (high - low) - 1, high + 0.3 * (high - low) + 1)
    in_dollars(axes, along="y")
    axes.grid()


def _samples(sheet: BankrollSheet, seed: int, parts: int) -> list[list[float]]:
    plan = sheet.plan
    assert plan.bankroll is not None, "drawn with a trip"
    assert plan.rounds is not None, "drawn with a trip"
    played = play_bankrolls(
        sheet.results,
        bankroll=plan.bankroll,
        needed=plan.needed,
        rounds=plan.rounds,
        paths=_SAMPLES,
        parts=parts,
        seed=seed,
    )
    moves = (played.seen - played.walk.start) * played.walk.step / 100
    rows: list[list[float]] = moves.tolist()
    return rows


def _results(axes: Axes, sheet: BankrollSheet) -> None:
    trip = _trip(sheet)
    low, high = quantile(trip, 0.001), quantile(trip, 0.98)
    assert low is not None, "the lowest results are always followed"
    top = trip.walk.start * trip.walk.step * 3 if high is None else high
    edges = np.array(bar_edges(low, top, trip.walk.step)) / 100
    if isinstance(trip, Trip):
        places = (np.arange(trip.spreads[-1].size) - trip.walk.start) * trip.walk.step / 100
        shares, _ = np.histogram(places, edges, weights=trip.spreads[-1])
        shares[0] += trip.ruin.value
    else:
        shares, _ = np.histogram(trip.results() / 100, edges, weights=None)
        shares = shares / trip.seen.shape[0]
    axes.bar(edges[:-1], 100 * shares, width=np.diff(edges), align="edge", color=BAR)
    axes.axvline(0, color=MARK, linewidth=0.8, dashes=(3, 2))
    axes.set_title("how trips end; the ruined stand at the left", fontsize=8.5)
    axes.set_xlabel("result")
    in_dollars(axes)
    in_percent(axes)


def _ruin_by_round(axes: Axes, sheet: BankrollSheet) -> None:
    rounds, shares = zip(*ruined_by_part(_trip(sheet)), strict=True)
    axes.plot([0, *rounds], [0, *(100 * share for share in shares)], color=LINE)
    axes.set_title("time to ruin: share of trips ruined by then", fontsize=8.5)
    axes.set_xlabel("rounds")
    axes.set_ylim(bottom=0)
    in_percent(axes)
    axes.grid()


def _falls(axes: Axes, sheet: BankrollSheet) -> None:
    plan = sheet.plan
    assert plan.rounds is not None, "drawn with a trip"
    axes.set_title(
        f"drawdown: chance to lose this bankroll within {plan.rounds:,} rounds", fontsize=8.5
    )
    axes.set_xlabel("bankroll")
    try:
        step, chances = ruin_by_bankroll(sheet.results, needed=plan.needed, rounds=plan.rounds)
    except TooLong:
        axes.text(0.5, 0.5, "too long to work out exactly", ha="center", transform=axes.transAxes)
        return
    seen = int(np.searchsorted(-chances, -0.001)) + 1
    places = (plan.needed.cents + np.arange(chances.size) * step) / 100
    axes.plot(places[:seen], 100 * chances[:seen], color=LINE)
    for risk, money in sheet.bankrolls.items():
        axes.plot([money.cents / 100], [100 * risk], "o", color=MARK, markersize=3)
    axes.set_ylim(0, 100)
    in_dollars(axes)
    in_percent(axes)
    axes.grid()
