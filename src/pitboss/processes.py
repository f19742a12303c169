"""Processes: those that serve for hours, and those that share one piece of work.

A pool's process waits for more work for as long as it lives. If its parent is killed it is not
told that none will come, so it watches for that itself: nothing goes on writing to a database after
the command that did has gone.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.context import SpawnContext
from threading import Thread
from typing import Any

# A fresh process each: a copy of this one would have its threads in an unknown state.
SPAWN: SpawnContext = multiprocessing.get_context("spawn")


COLLECTED_AFTER = 10_000
"""New objects before rubbish is looked for. What is common in Python, 700, is two commands' worth:
each would pay a tenth of its time for a search that finds next to nothing, as almost everything
here is values without rings."""


def run_long() -> None:
    """For a process that has loaded what it needs and now does the same for hours.

    What it has loaded stays, so rubbish is no longer looked for among it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER, *gc.get_threshold()[1:])


def pool_of(workers: int, begin: Callable[..., None], *arguments: Any) -> ProcessPoolExecutor:
    """So many processes, each of which begins with this call."""
    return ProcessPoolExecutor(
        workers, mp_context=SPAWN, initializer=_begin, initargs=(begin, *arguments)
    )


def _begin(begin: Callable[..., None], *arguments: Any) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    begin(*arguments)
    run_long()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "a process of a pool was started by another"
    parent.join()
    os._exit(1)
