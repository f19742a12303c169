"""Charts as files, SVG, PNG or PDF by the file's name: bankrolls, sessions of a run, links.

Each chart is panels in the style of the game sheets, and can be read without the command that drew
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from pitboss.cli.par_charts import BAR, LINE, MARK, PALE, WIDTH_INCHES, our_style
from pitboss.errors import BadSetting
from pitboss.sim.bankroll_sheet import SHARES, BankrollSheet
from pitboss.sim.bankroll_walk import Paths, TooLong, Trip, play_bankrolls, ruin_by_bankroll
from pitboss.sim.jackpot_sheet import JackpotSheet, LevelSheet
from pitboss.sim.request import Request
from pitboss.sim.run import SessionResults
from pitboss.sim.simulator import Cents

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS: Final = ("#1f5f8b", "#b3412e", "#3f7d4e", "#8a5a9e", "#b07d1e", "#4a4a4a", "#2a9aa0")
"""Of lines that stand beside each other: as many as a layout has seats."""
_DOTS_PER_INCH: Final = 150
_SAMPLES: Final = 12
_METER_SAMPLES: Final = 4
_BINS: Final = 80


# --- files ----------------------------------------------------------------------------------------


def save_chart(path: Path, draw: Callable[[], Figure]) -> None:
    """Draw in our style and write the file; the same figures give the same bytes."""
    with our_style():
        # PNG keeps the name of its maker; dates are left out of the others.
        metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix)
        try:
            draw().savefig(path, dpi=_DOTS_PER_INCH, metadata=metadata)
        except OSError as error:
            raise BadSetting(f"{path}: cannot be written ({error.strerror})") from error


# --- what charts share ----------------------------------------------------------------------------


def _panels(title: str, below: str, *, rows: int = 2, height: float = 0.98) -> tuple[Figure, Any]:
    """A figure with two panels in each row, and above them what it is of."""
    size = (1.4 * WIDTH_INCHES, height * WIDTH_INCHES)
    figure = Figure(figsize=size, layout="constrained")
    words = figure.suptitle(f"{title}\n{below}", fontsize=9, x=0.01, ha="left")
    # Two amounts in one line would be taken for a formula.
    words.set_parse_math(False)
    return figure, figure.subplots(rows, 2, squeeze=False)


def _labelled(
    axes: Axes, title: str, along: str = "", *, x: str = "", y: str = "%", grid: bool = True
) -> None:
    """Title and labels of a panel; `$` on an axis for amounts, `%` for shares."""
    axes.set_title(title, fontsize=8.5)
    axes.set_xlabel(along)
    for axis, unit in ((axes.xaxis, x), (axes.yaxis, y)):
        if unit == "$":
            axis.set_major_formatter(FuncFormatter(lambda value, _: dollars(value)))
            axis.set_major_locator(MaxNLocator(5))
        elif unit == "%":
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.3g}%"))
    if grid:
        axes.grid()


def dollars(value: float) -> str:
    """An amount on an axis.

    >>> dollars(1500.0), dollars(2500000.0), dollars(0.5)
    ('$1,500', '$2.5M', '$0.50')
    """
    sign, size = "\N{MINUS SIGN}" if value < 0 else "", abs(value)
    if size >= 1e6:
        return f"{sign}${size / 1e6:,.3g}M"
    return f"{sign}${size:,.0f}" if size >= 10 or size == 0 else f"{sign}${size:,.2f}"


def bar_edges(low: int, high: int, step: int, *, bars: int = 60) -> list[int]:
    """Edges of bars in cents, each as wide as a whole number of the steps that results come in.

    Bars of any other width would hold now more steps and now fewer, and show teeth that are not
    there.

    >>> bar_edges(-300, 200, 100)
    [-350, -250, -150, -50, 50, 150, 250]
    """
    wide = step * max(1, -(-(high - low) // (step * bars)))
    return list(range(low - step // 2, max(high, low + wide) + wide, wide))


def _fan(axes: Axes, rounds: Sequence[int], lines: Any, samples: Iterable[Sequence[float]]) -> None:
    """Bands of `lines`, which are quantiles, the median and some samples; all start at nothing."""
    axes.fill_between(rounds, lines[0], lines[-1], color=BAR, alpha=0.35, linewidth=0)
    axes.fill_between(rounds, lines[1], lines[-2], color=BAR, alpha=0.7, linewidth=0)
    axes.plot(rounds, lines[2], color=LINE, linewidth=1.6, label="median")
    for path in samples:
        axes.plot(rounds, [0, *path], color=PALE, linewidth=0.5, zorder=0)
    # Samples that win a jackpot would flatten everything else.
    low, high = float(np.nanmin(lines)), float(np.nanmax(lines))
    axes.set_ylim(low - 0.1 * (high - low) - 1, high + 0.3 * (high - low) + 1)


# --- a bankroll -----------------------------------------------------------------------------------


def bankroll_chart(request: Request, sheet: BankrollSheet, seed: int) -> Figure:
    """How trips go, how they end, when they end in ruin, how far they fall."""
    plan, trip = sheet.plan, sheet.trip
    assert plan.bankroll is not None, "drawn with a trip"
    assert trip is not None, "drawn with a trip"
    figure, panels = _panels(
        f"{request.rules.title} ({request.rules.id})",
        f"trips of {plan.rounds:,} rounds with {plan.bankroll.dollars}; "
        f"a round may take {plan.needed.dollars}",
    )
    _trips(panels[0, 0], sheet, trip, seed)
    _trip_results(panels[0, 1], trip)
    rounds, shares = zip(*trip.ruined_by_part(), strict=True)
    panels[1, 0].plot([0, *rounds], [0, *(100 * share for share in shares)], color=LINE)
    panels[1, 0].set_ylim(bottom=0)
    _labelled(panels[1, 0], "time to ruin: share of trips ruined by then", "rounds")
    _ruin_by_bankroll(panels[1, 1], sheet)
    return figure


def _trips(axes: Axes, sheet: BankrollSheet, trip: Trip | Paths, seed: int) -> None:
    rounds = [0, *(end for end, _ in trip.ruined_by_part())]
    lines = []
    for share in SHARES:
        results = [trip.quantile(share, part) for part in range(len(rounds) - 1)]
        lines.append([0.0, *(np.nan if r is None else r / 100 for r in results)])
    _fan(axes, rounds, lines, _sample_trips(sheet, seed, len(rounds) - 1))
    mean = float(sheet.results.mean) / 100
    axes.plot(rounds, [mean * end for end in rounds], color=MARK, dashes=(3, 2), label="expected")
    axes.legend(frameon=False, loc="upper left")
    _labelled(axes, "result of trips: half of them, nine in ten, some samples", "rounds", y="$")


def _sample_trips(sheet: BankrollSheet, seed: int, parts: int) -> list[list[float]]:
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


def _trip_results(axes: Axes, trip: Trip | Paths) -> None:
    low, high = trip.quantile(0.001), trip.quantile(0.98)
    assert low is not None, "the lowest results are always followed"
    top = trip.walk.start * trip.walk.step * 3 if high is None else high
    edges = np.array(bar_edges(low, top, trip.walk.step), np.float64)
    shares = 100 * trip.histogram(edges)
    axes.bar(edges[:-1] / 100, shares, width=np.diff(edges) / 100, align="edge", color=BAR)
    axes.axvline(0, color=MARK, linewidth=0.8, dashes=(3, 2))
    _labelled(axes, "how trips end; the ruined stand at the left", "result", x="$", grid=False)


def _ruin_by_bankroll(axes: Axes, sheet: BankrollSheet) -> None:
    plan = sheet.plan
    assert plan.rounds is not None, "drawn with a trip"
    title = f"drawdown: chance to lose this bankroll within {plan.rounds:,} rounds"
    try:
        step, chances = ruin_by_bankroll(sheet.results, needed=plan.needed, rounds=plan.rounds)
    except TooLong:
        axes.text(0.5, 0.5, "too long to work out exactly", ha="center", transform=axes.transAxes)
        _labelled(axes, title, "bankroll", y="", grid=False)
        return
    seen = int(np.searchsorted(-chances, -0.001)) + 1
    places = (plan.needed.cents + np.arange(chances.size) * step) / 100
    axes.plot(places[:seen], 100 * chances[:seen], color=LINE)
    for risk, money in sheet.bankrolls.items():
        axes.plot([money.cents / 100], [100 * risk], "o", color=MARK, markersize=3)
    axes.set_ylim(0, 100)
    _labelled(axes, title, "bankroll", x="$")


# --- sessions of a run ----------------------------------------------------------------------------


def session_chart(request: Request, sessions: SessionResults) -> Figure:
    """The first seat's fan, and every way to play beside the others."""
    figure, panels = _panels(
        f"{request.rules.title} ({request.rules.id})",
        f"{len(sessions):,} sessions of {sessions.rounds:,} rounds with "
        f"{sessions.bankroll.dollars}; a round may take {sessions.needed.dollars}",
    )
    ways: dict[str, list[int]] = {}
    for seat, way in enumerate(request.seat_strategies):
        # Seats that play alike are one line.
        ways.setdefault(way, []).append(seat)
    _session_fan(panels[0, 0], sessions)
    _session_results(panels[0, 1], sessions, ways)
    _session_falls(panels[1, 0], sessions, ways)
    _session_ruin(panels[1, 1], sessions, ways)
    return figure


def _session_fan(axes: Axes, sessions: SessionResults) -> None:
    rounds = [0, *sessions.moments]
    own = sessions.results[:, :, 0] / 100
    lines = np.hstack([np.zeros((len(SHARES), 1)), np.quantile(own, SHARES, axis=0)])
    _fan(axes, rounds, lines, own[:_SAMPLES])
    axes.plot(rounds, [0, *own.mean(axis=0)], color=MARK, dashes=(3, 2), label="mean")
    axes.set_xlim(0, sessions.rounds)
    axes.legend(frameon=False, loc="upper left")
    _labelled(axes, "seat 1: half of the sessions, nine in ten, some samples", "rounds", y="$")


def _session_results(axes: Axes, sessions: SessionResults, ways: dict[str, list[int]]) -> None:
    ends = sessions.results[:, -1, :]
    is_ruined = sessions.ruined_at > 0
    edges = np.array(_result_edges(ends[~is_ruined])) / 100
    for colour, (way, seats) in zip(COLOURS, ways.items(), strict=False):
        # Shares are of all sessions, though bars of the ruined would dwarf the others.
        kept = ends[:, seats][~is_ruined[:, seats]] / 100
        shares = 100 * np.histogram(kept, edges)[0] / ends[:, seats].size
        label = f"{way}: {is_ruined[:, seats].mean():.2%} ruined"
        axes.stairs(shares, edges, color=colour, linewidth=1.2, label=label)
        axes.stairs(shares, edges, color=colour, alpha=0.18, fill=True)
    axes.axvline(0, color=PALE, linewidth=0.8)
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, fontsize=7)
    _labelled(axes, "how sessions end that are not ruined", "result", x="$", grid=False)


def _result_edges(amounts: Cents) -> list[int]:
    """Of bars from the worst to what one in a hundred exceeds."""
    if not amounts.size:
        return [0, 1]
    step = max(int(np.gcd.reduce(amounts, axis=None)), 1)
    return bar_edges(int(amounts.min()), int(np.quantile(amounts, 0.99, method="higher")), step)


def _session_falls(axes: Axes, sessions: SessionResults, ways: dict[str, list[int]]) -> None:
    for colour, (way, seats) in zip(COLOURS, ways.items(), strict=False):
        falls = np.sort(sessions.falls[:, seats].ravel()) / 100
        share = 100 * (1 - np.arange(falls.size) / falls.size)
        axes.step(falls, share, color=colour, linewidth=1.4, where="post", label=way)
    axes.set_xlim(0, float(np.quantile(sessions.falls, 0.998)) / 100)
    axes.set_ylim(0, 100)
    if len(ways) > 1:
        axes.legend(frameon=False, fontsize=7)
    _labelled(axes, "drawdown: sessions that fall this far from their best moment", "fall", x="$")


def _session_ruin(axes: Axes, sessions: SessionResults, ways: dict[str, list[int]]) -> None:
    rounds = [0, *sessions.moments]
    for colour, (way, seats) in zip(COLOURS, ways.items(), strict=False):
        ruined = [100 * sessions.ruined_by(moment, seats) for moment in rounds]
        axes.plot(rounds, ruined, color=colour, linewidth=1.4, label=way)
    axes.set_xlim(0, sessions.rounds)
    axes.set_ylim(bottom=0)
    if len(ways) > 1:
        axes.legend(frameon=False, fontsize=7)
    _labelled(axes, "time to ruin: share of sessions ruined by then", "rounds")


# --- a link ---------------------------------------------------------------------------------------


def jackpot_chart(sheet: JackpotSheet) -> Figure:
    """For each meter: amounts at hits, sample paths, its distribution, the edge by the meter."""
    meters, link = len(sheet.levels), sheet.link
    tables = sum(game.tables for game in link.games)
    figure, panels = _panels(
        "A link of " + ", ".join(game.name for game in link.games),
        f"{tables:,} tables, {float(link.wagers_per_hour):,.0f} wagers an hour; "
        f"{len(sheet.paths.seen):,} links played",
        rows=2 * meters,
        height=0.9 * meters + 0.4 / WIDTH_INCHES,
    )
    for place, one in enumerate(sheet.levels):
        _meter_amounts(panels[2 * place, 0], one)
        _meter_paths(panels[2 * place, 1], sheet, place)
        _meter_below(panels[2 * place + 1, 0], one)
        _meter_edges(panels[2 * place + 1, 1], sheet, one)
    return figure


def _most(one: LevelSheet) -> float:
    return 1.1 * one.spread.quantile(0.995)[1]


def _meter_amounts(axes: Axes, one: LevelSheet) -> None:
    most = _most(one)
    edges = np.linspace(0, most, _BINS + 1)
    shares = 100 * one.spread.binned(_BINS, most)
    axes.bar(edges[:-1], shares, width=most / _BINS, align="edge", color=BAR)
    # Room for the words above the bars.
    axes.set_ylim(0, 1.15 * float(shares.max()))
    _mark(axes, float(one.mean), f"mean {dollars(float(one.mean))}")
    _labelled(axes, f"{one.level.name}: amount at hits", x="$", grid=False)


def _meter_paths(axes: Axes, sheet: JackpotSheet, place: int) -> None:
    level = sheet.levels[place].level
    hours = [wagers / sheet.link.wagers_per_hour for wagers in sheet.moments()]
    seen = sheet.paths.seen[:, :, place]
    low, high = np.quantile(seen, (0.05, 0.95), axis=0)
    axes.fill_between(hours, low, high, color=BAR, alpha=0.35, linewidth=0)
    for path in seen[:_METER_SAMPLES]:
        axes.plot(hours, path, color=PALE, linewidth=0.7)
    axes.plot(hours, seen[0], color=LINE, linewidth=1.0)
    axes.plot(hours, sheet.expected(level), color=MARK, dashes=(3, 2), linewidth=1.0)
    title = f"{level.name}: sample paths, nine links in ten, and the mean"
    _labelled(axes, title, "hours", y="$")


def _meter_below(axes: Axes, one: LevelSheet) -> None:
    most = _most(one)
    edges = np.linspace(0, most, _BINS + 1)[1:]
    axes.plot(edges, 100 * np.cumsum(one.spread.binned(_BINS, most)), color=LINE)
    at_99 = one.spread.quantile(0.99)[1]
    _mark(axes, at_99, f"99% {dollars(at_99)}", right=False)
    axes.set_ylim(0, 100)
    _labelled(axes, f"{one.level.name}: share of wagers that find the meter below", x="$")


def _meter_edges(axes: Axes, sheet: JackpotSheet, one: LevelSheet) -> None:
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
    axes.legend(frameon=False, fontsize=7)
    _labelled(axes, f"house edge by the {one.level.name} meter; fair at the dots", x="$")


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
