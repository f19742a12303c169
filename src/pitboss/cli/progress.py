"""What a person sees while figures are worked out: nothing at first, then what is being solved."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE_SECONDS = 0.5
"""Most answers are there sooner, and a bar that flashes by only startles."""


@contextmanager
def progress(steps: int, doing: str = "Solving") -> Iterator[Callable[[str], None]]:
    """Call what it gives with the name of each step as the step begins.

    >>> with progress(1) as begin:  # says nothing here: no terminal
    ...     begin("ante")
    """
    if not (sys.stdout.isatty() and sys.stderr.isatty()):
        # Whoever reads us is a program or a file.
        yield lambda _: None
        return
    with _late(_bar()) as bar:
        task = bar.add_task("", total=steps)
        begun = 0

        def begin(name: str) -> None:
            nonlocal begun
            bar.update(task, description=f"{doing} {name}", completed=begun)
            begun += 1

        yield begin


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    # A wager's name may come from a user's file, so it is never read as markup.
    words = TextColumn("{task.description}", markup=False)
    columns = (SpinnerColumn(), words, BarColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


@contextmanager
def _late(bar: Progress) -> Iterator[Progress]:
    """The bar, drawn only once patience has run out, and gone at the end."""
    timer = Timer(PATIENCE_SECONDS, bar.start)
    timer.start()
    try:
        yield bar
    finally:
        timer.cancel()
        # A timer that has just fired must be done drawing before the bar is taken away.
        timer.join()
        bar.stop()
