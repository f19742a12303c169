"""Charts as files: SVG, PNG or PDF by the file's name, in the style of the game sheets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pitboss.errors import BadSetting

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS: Final = (".svg", ".png", ".pdf")
COLOURS: Final = ("#1f5f8b", "#b3412e", "#3f7d4e", "#8a5a9e", "#b07d1e", "#4a4a4a", "#2a9aa0")
"""Of lines that stand beside each other: as many as a layout has seats."""
_DOTS_PER_INCH: Final = 150


def checked(path: Path | None) -> Path | None:
    """Refuse what cannot be written, before anybody has waited for figures.

    >>> checked(Path("fan.gif"))
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: fan.gif: charts are .svg, .png or .pdf; name one of these
    """
    if path is None:
        return None
    if path.suffix not in KINDS:
        raise BadSetting(f"{path}: charts are .svg, .png or .pdf; name one of these")
    if not path.parent.is_dir():
        raise BadSetting(f"{path}: there is no folder {path.parent}; make it first")
    if path.is_dir():
        raise BadSetting(f"{path}: is a folder; name a file in it")
    return path


def save(path: Path, draw: Callable[[], Figure]) -> None:
    """Draw in our style and write the file; the same figures give the same bytes."""
    from pitboss.cli.par.charts import our_style

    with our_style():
        # PNG keeps the name of its maker; dates are left out of the others.
        metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix)
        try:
            draw().savefig(path, dpi=_DOTS_PER_INCH, metadata=metadata)
        except OSError as error:
            raise BadSetting(f"{path}: cannot be written ({error.strerror})") from error


def titled(figure: Figure, title: str, below: str) -> None:
    """Say what a figure is of, so that it can be read without the command that drew it."""
    words = figure.suptitle(f"{title}\n{below}", fontsize=9, x=0.01, ha="left")
    # Two amounts in one line would be taken for a formula.
    words.set_parse_math(False)


def bar_edges(low: int, high: int, step: int, *, bars: int = 60) -> list[int]:
    """Edges of bars in cents, each as wide as a whole number of the steps that results come in.

    Bars of any other width would hold now more steps and now fewer, and show teeth that are not
    there.

    >>> bar_edges(-300, 200, 100)
    [-350, -250, -150, -50, 50, 150, 250]
    """
    wide = step * max(1, -(-(high - low) // (step * bars)))
    return list(range(low - step // 2, max(high, low + wide) + wide, wide))


def dollars(value: float) -> str:
    """An amount on an axis.

    >>> dollars(1500.0), dollars(2500000.0), dollars(0.5)
    ('$1,500', '$2.5M', '$0.50')
    """
    sign, size = "\N{MINUS SIGN}" if value < 0 else "", abs(value)
    if size >= 1e6:
        return f"{sign}${size / 1e6:,.3g}M"
    return f"{sign}${size:,.0f}" if size >= 10 or size == 0 else f"{sign}${size:,.2f}"


def in_dollars(axes: Axes, *, along: str = "x") -> None:
    """Label an axis with amounts."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis = axes.xaxis if along == "x" else axes.yaxis
    axis.set_major_formatter(FuncFormatter(lambda value, _: dollars(value)))
    axis.set_major_locator(MaxNLocator(5))


def in_percent(axes: Axes, *, along: str = "y") -> None:
    """Label an axis with shares."""
    from matplotlib.ticker import FuncFormatter

    axis = axes.xaxis if along == "x" else axes.yaxis
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.3g}%"))
