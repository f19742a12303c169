"""Measuring on a noisy machine: short interleaved slices, and ratios within one run.

A CPU second is not a constant on a shared machine. Entries of one table are run in turn, forwards
and then backwards. By CPU time each is judged by its best slice; where a disk is waited for, by the
median of its slices beside that of the least a database can do. Only ratios within one run are
believed.
"""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import median
from types import TracebackType

from pitboss.processes import run_long

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


def cpu_seconds(code: str, *words: str) -> float:
    """What a new process of Python spends on a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code, *words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# --- durable commits ------------------------------------------------------------------------------

Commits = Callable[[int], None]
"""Makes so many durable commits, one after the other."""
SLICES = 45
"""So many that ratios come out the same again: of fifteen, one in six was a tenth off."""
COMMITS = 120


def print_rates(name: str, works: Mapping[str, Commits], commits: int = COMMITS) -> None:
    """Measure by turns, and print each beside the one called `bare`."""
    seconds: dict[str, list[float]] = {key: [] for key in works}
    for work in works.values():
        work(commits)
    for number in range(SLICES):
        for key in list(works) if number % 2 == 0 else reversed(list(works)):
            start = time.perf_counter()
            works[key](commits)
            seconds[key].append(time.perf_counter() - start)
    for key, taken in seconds.items():
        ratios = [bare / ours for bare, ours in zip(seconds["bare"], taken, strict=True)]
        ratio = "" if key == "bare" else f"{median(ratios):8.2f} of bare"
        print(f"  {name + ', ' + key:50} {commits / median(taken):8.0f} /s {ratio}")


class Crew:
    """Processes that stand by, each with a work of its own."""

    def __init__(self, works: Sequence[Callable[[], Commits]]) -> None:
        """Each is made in the process that does it."""
        spawning = get_context("spawn")
        pipes = [spawning.Pipe() for _ in works]
        self._pipes = [ours for ours, _ in pipes]
        self._processes = [
            spawning.Process(target=_stand_by, args=(make, theirs), daemon=True)
            for make, (_, theirs) in zip(works, pipes, strict=True)
        ]

    def __enter__(self) -> Crew:
        for process in self._processes:
            process.start()
        self._wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._processes:
            process.kill()
            process.join()

    def work(self, commits: int) -> None:
        """So many commits, shared out."""
        for pipe in self._pipes:
            pipe.send(commits // len(self._pipes))
        self._wait()

    def _wait(self) -> None:
        for pipe in self._pipes:
            pipe.recv()


def _stand_by(make: Callable[[], Commits], pipe: Connection[bool, int]) -> None:
    run_long()  # as a server does
    work = make()
    while True:
        pipe.send(True)
        work(pipe.recv())
