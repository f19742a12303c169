"""Charts of a run: how sessions go, how they end, how far they fall, when they end in ruin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from pitboss.cli.chart_files import COLOURS, bar_edges, in_dollars, in_percent, titled
from pitboss.cli.par.charts import BAR, LINE, MARK, PALE, WIDTH_INCHES
from pitboss.sim.request import Request
from pitboss.sim.sessions import Cents, SessionResults

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SAMPLES = 12
_SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


def session_chart(request: Request, sessions: SessionResults) -> Figure:
    """Four panels: the first seat's fan, and every way to play beside the others."""
    figure = Figure(figsize=(1.4 * WIDTH_INCHES, 0.98 * WIDTH_INCHES), layout="constrained")
    titled(
        figure,
        f"{request.rules.title} ({request.rules.id})",
        f"{len(sessions):,} sessions of {sessions.rounds:,} rounds with "
        f"{sessions.bankroll.dollars}; a round may take {sessions.needed.dollars}",
    )
    panels = figure.subplots(2, 2)
    ways = ways_to_play(request)
    _fan(panels[0, 0], sessions)
    _results(panels[0, 1], sessions, ways)
    _falls(panels[1, 0], sessions, ways)
    _ruin(panels[1, 1], sessions, ways)
    return figure


def ways_to_play(request: Request) -> dict[str, list[int]]:
    """Seats by how they decide, counted from 0: those that play alike are one line."""
    ways: dict[str, list[int]] = {}
    for seat, way in enumerate(request.seat_strategies):
        ways.setdefault(way, []).append(seat)
    return ways


def _fan(axes: Axes, sessions: SessionResults) -> None:
    rounds = [0, *sessions.moments]
    own = sessions.results[:, :, 0] / 100
    lines = np.hstack([np.zeros((len(_SHARES), 1)), np.quantile(own, _SHARES, axis=0)])
    axes.fill_between(rounds, lines[0], lines[-1], color=BAR, alpha=0.35, linewidth=0)
    axes.fill_between(rounds, lines[1], lines[-2], color=BAR, alpha=0.7, linewidth=0)
    for path in own[:_SAMPLES]:
        axes.plot(rounds, [0, *path], color=PALE, linewidth=0.5, zorder=0)
    axes.plot(rounds, lines[2], color=LINE, linewidth=1.6, label="median")
    axes.plot(rounds, [0, *own.mean(axis=0)], color=MARK, dashes=(3, 2), label="mean")
    axes.set_title("seat 1: half of the sessions, nine in ten, some samples", fontsize=8.5)
    axes.set_xlabel("rounds")
    axes.set_xlim(0, sessions.rounds)
    # Samples that win a jackpot would flatten everything else.
    low, high = float(lines.min()), float(lines.max())
    axes.set_ylim(low - 0.1 * (high - low) - 1, high + 0.3 * (high - low) + 1)
    axes.legend(frameon=False, loc="upper left")
    in_dollars(axes, along="y")
    axes.grid()


def _results(axes: Axes, sessions: SessionResults, ways: dict[str, list[int]]) -> None:
    ends = sessions.results[:, -1, :]
    is_ruined = sessions.ruined_at > 0
    edges = np.array(_edges(ends[~is_ruined])) / 100
    for colour, (way, seats) in zip(COLOURS, ways.items(), strict=False):
        # Shares are of all sessions, though the ruined would dwarf everybody else.
        kept = ends[:, seats][~is_ruined[:, seats]] / 100
        shares = 100 * np.histogram(kept, edges)[0] / ends[:, seats].size
        label = f"{way}: {is_ruined[:, seats].mean():.2%} ruined"
        axes.stairs(shares, edges, color=colour, linewidth=1.2, label=label)
        axes.stairs(shares, edges, color=colour, alpha=0.18, fill=True)
    axes.axvline(0, color=PALE, linewidth=0.8)
    axes.set_ylim(bottom=0)
    axes.set_title("how sessions end that are not ruined", fontsize=8.5)
    axes.set_xlabel("result")
    axes.legend(frameon=False, fontsize=7)
    in_dollars(axes)
    in_percent(axes)


def _edges(amounts: Cents) -> list[int]:
    """Of bars from the worst to what one in a hundred exceeds."""
    if not amounts.size:
        return [0, 1]
    step = max(int(np.gcd.reduce(amounts, axis=None)), 1)
    return bar_edges(int(amounts.min()), int(np.quantile(amounts, 0.99, method="higher")), step)


def _falls(axes: Axes, sessions: SessionResults, ways: dict[str, list[int]]) -> None:
    for colour, (way, seats) in zip(COLOURS, ways.items(), strict=False):
        falls = np.sort(sessions.falls[:, seats].ravel()) / 100
        share = 100 * (1 - np.arange(falls.size) / falls.size)
        axes.step(falls, share, color=colour, linewidth=1.4, where="post", label=way)
    axes.set_title("drawdown: sessions that fall this far from their best moment", fontsize=8.5)
    axes.set_xlabel("fall")
    axes.set_xlim(0, float(np.quantile(sessions.falls, 0.998)) / 100)
    axes.set_ylim(0, 100)
    _told_apart(axes, ways)
    in_dollars(axes)
    in_percent(axes)
    axes.grid()


def _ruin(axes: Axes, sessions: SessionResults, ways: dict[str, list[int]]) -> None:
    rounds = [0, *sessions.moments]
    for colour, (way, seats) in zip(COLOURS, ways.items(), strict=False):
        ruined = [100 * sessions.ruined_by(moment, seats) for moment in rounds]
        axes.plot(rounds, ruined, color=colour, linewidth=1.4, label=way)
    axes.set_title("time to ruin: share of sessions ruined by then", fontsize=8.5)
    axes.set_xlabel("rounds")
    axes.set_xlim(0, sessions.rounds)
    axes.set_ylim(bottom=0)
    _told_apart(axes, ways)
    in_percent(axes)
    axes.grid()


def _told_apart(axes: Axes, ways: dict[str, list[int]]) -> None:
    if len(ways) > 1:
        axes.legend(frameon=False, fontsize=7)
