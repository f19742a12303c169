"""What a person sees while work is done: nothing at first, then a bar that says how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE_SECONDS = 0.5
"""Most work is done sooner, and a bar that flashes by only startles."""

Show = Callable[[float | None, str], None]
"""Called with how much is done, or none where that is not known yet, and with words."""


@contextmanager
def progress(steps: int, doing: str = "Solving") -> Iterator[Callable[[str], None]]:
    """Call what it gives with the name of each step as the step begins.

    >>> with progress(1) as begin:  # says nothing here: no terminal
    ...     begin("ante")
    """
    # Where the answer goes into a pipe or a file, no person waits for it.
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
