"""Pages of tables on a terminal or into a pipe; numbers stand right-aligned."""

from __future__ import annotations

import re
import sys

from pitboss.cli.pages import Page, column_widths
from pitboss.cli.pictures import clean, terminal

_NUMBER = re.compile(r"[-+$]*[0-9][0-9,.]*(?:%|/[0-9]+| to 1| for 1)?|-|same|")


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
