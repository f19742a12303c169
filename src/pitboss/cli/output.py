"""What commands print: tables, amounts, JSON, CSV, and a progress bar while work is done.

Names come from records and may hold anything, so no text is read as markup or printed with control
characters in it.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from io import TextIOWrapper
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.errors import BadSetting

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from pitboss.money import Money

NONE = "-"
LEAST_COLUMNS = 20
_NUMBER = re.compile(r"[-+$]*[0-9][0-9,.]*(?:%|/[0-9]+| to 1| for 1)?|-|same|")


class Page(NamedTuple):
    """One table with its title; `notes` are printed below it."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: tuple[str, ...] = ()


# --- terminals ------------------------------------------------------------------------------------


def terminal() -> Console:
    """The screen or pipe that people read."""
    from rich.console import Console

    # A character that the terminal cannot show becomes a question mark, and stops no settlement.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    console = Console(highlight=False, markup=False, emoji=False)
    # Some terminals report no columns at all; nothing can be drawn in less than this.
    console.width = max(console.width, LEAST_COLUMNS)
    return console


def clean(text: str) -> str:
    """Text without the control characters that a terminal would obey.

    >>> clean("Ann\\x1b[2J")
    'Ann\ufffd[2J'
    """
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


# --- tables ---------------------------------------------------------------------------------------


def print_rows(title: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Rows of a record as a table, if there are any."""
    if rows:
        cells = [tuple("" if v is None else str(v) for v in row.values()) for row in rows]
        print_page(Page(title, tuple(rows[0]), cells))


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


# --- amounts and shares ---------------------------------------------------------------------------


def amount(money: Money) -> str:
    """An amount in a column whose heading names the currency.

    >>> from pitboss.money import Money
    >>> amount(Money(-123456))
    '-1,234.56'
    """
    return money.dollars.replace("$", "")


def gain(money: Money) -> str:
    """What a player or the house gained, with its sign.

    >>> from pitboss.money import Money
    >>> gain(Money(500)), gain(Money(-500)), gain(Money(0))
    ('+5.00', '-5.00', '0.00')
    """
    return f"+{amount(money)}" if money.cents > 0 else amount(money)


def dollars(value: float | Fraction, digits: int = 2) -> str:
    """An amount in dollars that need not be whole cents.

    >>> dollars(-1234.5), dollars(Fraction(1, 8), 4)
    ('-$1,234.50', '$0.1250')
    """
    sign = "-" if value < 0 else ""
    return f"{sign}${abs(float(value)):,.{digits}f}"


def count_of(number: int, thing: str) -> str:
    """A number of things.

    >>> count_of(1, "round"), count_of(2, "round")
    ('1 round', '2 rounds')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def percent(value: Fraction | None, digits: int = 4) -> str:
    """A share of one, for reading.

    >>> percent(Fraction(37963, 1082900)), percent(Fraction(-1, 8), 2), percent(None)
    ('3.5057%', '-12.50%', '-')
    """
    return NONE if value is None else f"{float(value):.{digits}%}"


# --- JSON, CSV and files --------------------------------------------------------------------------


def print_json(record: Any) -> None:
    """A record for programs, laid out so that people can read it too."""
    print(json.dumps(record, indent=2, ensure_ascii=False))


def print_csv(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Rows of a record as CSV under these columns."""
    writer = csv.DictWriter(sys.stdout, fieldnames=list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def write_output(output: str, content: str | bytes) -> None:
    """Write to a file, or to standard output for `-`."""
    data = content if isinstance(content, bytes) else content.encode()
    if output != "-":
        try:
            Path(output).write_bytes(data)
        except OSError as error:
            raise BadSetting(f"{output} cannot be written: {error.strerror}") from error
    elif isinstance(content, str):
        sys.stdout.write(content)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


# --- progress -------------------------------------------------------------------------------------

PATIENCE_SECONDS = 0.5
"""Most work is done sooner, and a bar that only flashes by is a distraction."""

Show = Callable[[float | None, str], None]
"""Called with how much is done, or `None` where that is not known yet, and with words."""


@contextmanager
def progress(steps: int, doing: str = "Solving") -> Iterator[Callable[[str], None]]:
    """A function to call with the name of each step as the step begins.

    >>> with progress(1) as begin:  # prints nothing here: no terminal
    ...     begin("ante")
    """
    # An answer is not waited for at the screen if it goes to a pipe or a file.
    with bar(steps, is_shown=sys.stdout.isatty(), with_time_left=False) as show:
        begun = 0

        def begin(name: str) -> None:
            nonlocal begun
            show(begun, f"{doing} {name}")
            begun += 1

        yield begin


@contextmanager
def bar(total: float, *, is_shown: bool = True, with_time_left: bool = True) -> Iterator[Show]:
    """A bar on standard error, if that is a terminal."""
    if not is_shown or sys.stderr is None or not sys.stderr.isatty():
        yield lambda done, words: None
        return
    with _late(_bar(with_time_left)) as drawn:
        task = drawn.add_task("", total=None)

        def show(done: float | None, words: str) -> None:
            whole = None if done is None else total
            drawn.update(task, description=words, completed=done, total=whole)

        yield show


def _bar(with_time_left: bool) -> Progress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    # A wager's name may come from a user's file, so it is never read as markup.
    words = TextColumn("{task.description}", markup=False)
    clock = TimeRemainingColumn() if with_time_left else TimeElapsedColumn()
    columns = (SpinnerColumn(), words, BarColumn(), clock)
    return Progress(*columns, console=Console(stderr=True), transient=True)


@contextmanager
def _late(drawn: Progress) -> Iterator[Progress]:
    """The bar, drawn only once patience has run out, and gone at the end."""
    timer = Timer(PATIENCE_SECONDS, drawn.start)
    timer.start()
    try:
        yield drawn
    finally:
        timer.cancel()
        # A timer that has just fired must be done drawing before the bar is taken away.
        timer.join()
        drawn.stop()
