"""Charts as SVG text to stand inside a page: the same figures give the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from io import StringIO
from math import ceil, log10
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from pitboss.cards import RANKS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = "#1f2933"
PALE = "#9aa5b1"
BAR = "#8fb3cf"
LINE = "#1f5f8b"
MARK = "#b3412e"
MINUS = "\N{MINUS SIGN}"
WIDTH_INCHES = 7.2
_STYLE: dict[Any, Any] = {
    # Without a salt of our own, names inside the file would differ from run to run.
    "svg.hashsalt": "pitboss",
    # Text stays text, so that the page's own typeface is used and words can be searched.
    "svg.fonttype": "none",
    "font.size": 8.5,
    "text.color": INK,
    "axes.edgecolor": PALE,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "grid.color": "#e4e7eb",
    "grid.linewidth": 0.6,
}
_METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
_NAMED_GROUP = re.compile(r'<g id="[^"]*"')


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterLine:
    """A wager's house edge as one meter grows, the others standing at their reset."""

    meter: str
    at_nothing: Fraction
    """House edge with this meter empty."""
    slope: Fraction
    """What one dollar on the meter takes off the edge."""
    break_even: Fraction
    reset: Fraction | None
    now: Fraction | None
    """The meter as it was given."""

    def edge(self, amount: float) -> float:
        """House edge at an amount."""
        return float(self.at_nothing) - float(self.slope) * amount

    @property
    def most(self) -> float:
        """How far the chart goes."""
        marks = (self.break_even, self.reset or 0, self.now or 0, 1000)
        return 1.6 * float(max(marks))


@contextmanager
def our_style() -> Iterator[None]:
    """Our settings over the library's own, whatever a user's settings file says."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield


def outcomes_chart(chances: Sequence[tuple[str, Fraction]], title: str) -> str:
    """How likely each outcome is, on a scale on which a royal flush can be seen."""
    with our_style():
        figure = Figure(figsize=(WIDTH_INCHES, 0.55 + 0.2 * len(chances)), layout="constrained")
        axes = figure.add_subplot()
        places = range(len(chances))
        values = [float(chance) for _, chance in chances]
        axes.barh(places, values, color=BAR, height=0.62)
        axes.set_xscale("log")
        # One step below the rarest, so that its bar has a length; room above one for the words.
        axes.set_xlim(min(values) / 4, 12)
        for place, (_, chance) in zip(places, chances, strict=True):
            _words_beside(axes, (float(chance), place), one_in(chance), (4, -3))
        axes.set_yticks(places, [name for name, _ in chances])
        axes.invert_yaxis()
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xticks(_powers_of_ten(min(values)))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"1 in {1 / value:,.0f}"))
        axes.minorticks_off()
        axes.grid(axis="x")
        axes.set_axisbelow(True)
        return _svg(figure, title)


def _powers_of_ten(least: float) -> list[float]:
    """Ticks down to the rarest chance, and no more of them than can be read.

    >>> _powers_of_ten(1 / 649740)
    [1.0, 0.01, 0.0001, 1e-06]
    """
    most = ceil(-log10(least))
    return [10.0**-power for power in range(0, most + 1, 1 + most // 5)]


def one_in(chance: Fraction) -> str:
    """A chance as people say it.

    >>> one_in(Fraction(1, 649740)), one_in(Fraction(3, 4)), one_in(Fraction(16599, 16660))
    ('1 in 649,740', '1 in 1.33', '1 in 1.0037')
    """
    odds = 1 / chance
    # Enough digits that chances which differ noticeably do not look the same.
    digits = next((d for most, d in ((1.01, 4), (10, 2), (100, 1)) if odds < most), 0)
    return f"1 in {float(odds):,.{digits}f}"


def meters_chart(lines: Sequence[MeterLine], title: str) -> str:
    """House edge against each meter, a panel for each, with the amount at which it is fair."""
    with our_style():
        figure = Figure(figsize=(WIDTH_INCHES, 2.5), layout="constrained")
        panels = figure.subplots(1, len(lines), squeeze=False)[0]
        for axes, line in zip(panels, lines, strict=True):
            _meter_panel(axes, line)
            # Amounts are wide: in a narrow panel two of them are all that fit.
            axes.xaxis.set_major_locator(MaxNLocator(5 if len(lines) == 1 else 2))
        panels[0].set_ylabel("house edge")
        return _svg(figure, title)


def _words_beside(
    axes: Axes, at: tuple[float, float], words: str, points: tuple[int, int], color: str = INK
) -> None:
    axes.annotate(words, at, xytext=points, textcoords="offset points", color=color, fontsize=8)


def _meter_panel(axes: Axes, line: MeterLine) -> None:
    axes.plot([0, line.most], [line.edge(0), line.edge(line.most)], color=LINE, linewidth=1.4)
    axes.axhline(0, color=PALE, linewidth=0.8)
    fair = float(line.break_even)
    if fair:
        axes.plot([fair, fair], [line.edge(line.most), 0], color=MARK, linewidth=0.8, dashes=(3, 2))
        axes.plot([fair], [0], "o", color=MARK, markersize=4)
        _words_beside(axes, (fair, 0), f"fair at ${fair:,.2f}", (4, 5), color=MARK)
    for amount, word in ((line.reset, "reset"), (line.now, "now")):
        if amount is not None:
            place = (float(amount), line.edge(float(amount)))
            axes.plot(*place, "o", color=LINE, markersize=3.5)
            _words_beside(axes, place, word, (5, 4))
    axes.set_xlim(0, line.most)
    axes.set_xlabel(line.meter)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"${value:,.0f}"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _percent(value)))
    axes.grid()


def _percent(value: float) -> str:
    return f"{value:.0%}".replace("-", MINUS)


def starting_hands_chart(
    values: Mapping[tuple[int, int, bool], Fraction], folds: float, title: str
) -> str:
    """The value of two hole cards: suited above the diagonal, unsuited below."""
    with our_style():
        figure = Figure(figsize=(WIDTH_INCHES, WIDTH_INCHES * 0.82), layout="constrained")
        axes = figure.add_subplot()
        ranks = range(len(RANKS) - 1, -1, -1)
        grid = [[float(values[_cell(row, column)]) for column in ranks] for row in ranks]
        most = max(max(row) for row in grid)
        shades = LinearSegmentedColormap.from_list("value", ["#f0c9b8", "#ffffff", "#a9cbb1"])
        norm = TwoSlopeNorm(0, vmin=min(folds, -0.01), vmax=max(most, 0.01))
        # Cells drawn one by one stay sharp at any size; a picture of them would not.
        axes.pcolormesh(grid, cmap=shades, norm=norm, edgecolors="white", linewidth=0.8)
        for y, row in enumerate(ranks):
            for x, column in enumerate(ranks):
                _hand_in_cell(axes, (x, y), _cell(row, column), grid[y][x], folds)
        axes.invert_yaxis()
        axes.set_axis_off()
        return _svg(figure, title)


def _cell(row: int, column: int) -> tuple[int, int, bool]:
    """The hand in a cell: its higher rank, its lower, and whether of one suit."""
    return max(row, column), min(row, column), row > column


def _hand_in_cell(
    axes: Axes, at: tuple[int, int], hand: tuple[int, int, bool], value: float, folds: float
) -> None:
    high, low, suited = hand
    name = RANKS[high] + RANKS[low] + ("" if high == low else "s" if suited else "o")
    worth = "fold" if value <= folds else f"{value:+.2f}".replace("-", MINUS)
    axes.text(at[0] + 0.5, at[1] + 0.34, name, ha="center", va="center", fontsize=7.5)
    axes.text(at[0] + 0.5, at[1] + 0.74, worth, ha="center", va="center", fontsize=6.5)


def _svg(figure: Figure, title: str) -> str:
    """The figure as an element to put into a page, named for those who cannot see it."""
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None}, transparent=True)
    drawn = text.getvalue()
    drawn = _METADATA.sub("", drawn[drawn.index("<svg") :])
    # Group names would repeat from chart to chart, and a name may stand in a page only once.
    drawn = _NAMED_GROUP.sub("<g", drawn)
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(title)}" ', 1)
