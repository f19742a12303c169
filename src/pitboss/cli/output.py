"""What commands print: pages of tables on a terminal or into a pipe; numbers right-aligned.

Names come from records and may hold anything, so no text is ever read as markup or handed on with
control characters in it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from io import TextIOWrapper
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.console import Console

NONE = "-"
LEAST_COLUMNS = 20
_NUMBER = re.compile(r"[-+$]*[0-9][0-9,.]*(?:%|/[0-9]+| to 1| for 1)?|-|same|")


class Page(NamedTuple):
    """One table with its title; `notes` are said below it."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: tuple[str, ...] = ()


def terminal() -> Console:
    """The screen or pipe that people read."""
    from rich.console import Console

    # A sign that the other end cannot take becomes a question mark; it must not stop a settlement.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    console = Console(highlight=False, markup=False, emoji=False)
    # Some terminals say that they have no columns at all; nothing can be drawn in less than this.
    console.width = max(console.width, LEAST_COLUMNS)
    return console


def clean(text: str) -> str:
    """Text without anything a terminal would obey.

    >>> clean("Ann\\x1b[2J")
    'Ann\ufffd[2J'
    """
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def print_page(page: Page) -> None:
    """A drawn table on a terminal; aligned columns, never cut or wrapped, in a pipe."""
    if sys.stdout.isatty():
        _draw(page)
    else:
        print("\n".join(page_lines(page)))


def are_numbers(cells: tuple[str, ...]) -> bool:
    """Whether a column is read by its last digit.

    >>> are_numbers(("3.5057%", "-", "40 to 1")), are_numbers(("flush", "8"))
    (True, False)
    """
    return any(cells) and all(_NUMBER.fullmatch(cell) for cell in cells)


def page_lines(page: Page) -> list[str]:
    """A page as lines of text.

    >>> page_lines(Page("Pays", ("hand", "to 1"), [("flush", "8"), ("full house", "11")]))
    ['Pays', 'hand        to 1', 'flush          8', 'full house    11', '']
    >>> page_lines(Page("Tables", ("table", "status"), []))
    ['Tables', 'table  status', '']
    """
    widths = column_widths(page.columns, page.rows)
    right = _right(page)
    lines = [page.title] if page.title else []
    for row in [page.columns, *page.rows] if any(page.columns) else page.rows:
        cells = (
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(map(clean, row), widths, right, strict=True)
        )
        lines.append("  ".join(cells).rstrip())
    return [*lines, *page.notes, ""]


def _right(page: Page) -> list[bool]:
    return [
        are_numbers(tuple(row[place] for row in page.rows)) for place in range(len(page.columns))
    ]


def _draw(page: Page) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console = terminal()
    table = Table(box=box.SIMPLE_HEAD, show_header=any(page.columns))
    for column, is_number in zip(page.columns, _right(page), strict=True):
        table.add_column(
            Text(clean(column)), justify="right" if is_number else "left", overflow="fold"
        )
    for row in page.rows:
        table.add_row(*(Text(clean(cell)) for cell in row))
    if page.title:
        console.print(Text(clean(page.title), style="bold"))
    console.print(table)
    for note in page.notes:
        console.print(Text(clean(f"  {note}")))
    if page.notes:
        console.print()


def column_widths(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """How wide each column must be to hold its heading and every cell.

    >>> column_widths(["id", "pays"], [["flush", "8"]])
    [5, 4]
    """
    return [max(map(len, cells)) for cells in zip(columns, *rows, strict=True)]


def percent(value: Fraction) -> str:
    """A share of one, for reading.

    >>> percent(Fraction(37963, 1082900))
    '3.5057%'
    """
    return f"{float(value):.4%}"
