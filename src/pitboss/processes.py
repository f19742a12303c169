"""Processes that share one piece of work, and end with whoever started them.

A pool's process waits for more work for as long as it lives. If its parent is killed nobody can
tell it that none will come, so it watches for that itself: nothing goes on writing to a database
after the command that did has gone.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.context import SpawnContext
from threading import Thread
from typing import Any

# A fresh process each: a copy of this one would have its threads in an unknown state.
SPAWN: SpawnContext = multiprocessing.get_context("spawn")


def pool_of(workers: int, begin: Callable[..., None], *arguments: Any) -> ProcessPoolExecutor:
    """So many processes, each of which begins with this call."""
    return ProcessPoolExecutor(
        workers, mp_context=SPAWN, initializer=_begin, initargs=(begin, *arguments)
    )


def _begin(begin: Callable[..., None], *arguments: Any) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    begin(*arguments)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "a process of a pool was started by another"
    parent.join()
    os._exit(1)
