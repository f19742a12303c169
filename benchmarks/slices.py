"""Measuring on a noisy machine: short interleaved slices, the best of each, ratios of bests.

A CPU second is not a constant on a shared machine. Entries of one table are run in turn, forwards
and then backwards, and each is judged by its best slice; only ratios within one run are believed.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

Work = Callable[[], int]
"""Does some work and says how many operations that was."""


def best_rates(entries: dict[str, Work], slices: int = 9) -> dict[str, float]:
    """Operations per CPU second of each entry, by its best slice."""
    best = dict.fromkeys(entries, 0.0)
    order = list(entries)
    for number in range(slices):
        for name in order if number % 2 == 0 else reversed(order):
            gc.collect()
            start = time.process_time()
            operations = entries[name]()
            spent = time.process_time() - start
            best[name] = max(best[name], operations / max(spent, 1e-9))
    return best
