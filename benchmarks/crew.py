"""Several processes that do the same thing at the same time, each with what it holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType

from benchmarks.storing import Work
from pitboss.processes import run_long


class Crew:
    """Processes that stand by, each with a work of its own."""

    def __init__(self, works: Sequence[Callable[[], Work]]) -> None:
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


def _stand_by(make: Callable[[], Work], pipe: Connection[bool, int]) -> None:
    run_long()  # as a server does
    work = make()
    while True:
        pipe.send(True)
        work(pipe.recv())
