"""The server's threads: one for the floor, one for the way in, one for sums.

Whoever serves sockets must never wait for a disk or for a long sum. Everything that touches the
floor goes through one thread, one thing after the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Work:
    """Where work is done beside the event loop."""

    def __init__(self) -> None:
        self._floor = ThreadPoolExecutor(1, thread_name_prefix="floor")
        self._door = ThreadPoolExecutor(1, thread_name_prefix="door")
        self.sums: Executor = ThreadPoolExecutor(1, thread_name_prefix="sums")

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Something about the floor."""
        return await self._on(self._floor, partial(job, *args, **kwargs))

    async def at_door(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Something about the way in, where secrets take their time."""
        return await self._on(self._door, partial(job, *args, **kwargs))

    async def sum(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Something to be worked out."""
        return await self._on(self.sums, partial(job, *args, **kwargs))

    @staticmethod
    async def _on(executor: Executor, job: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(executor, job)

    def close(self) -> None:
        """Finish what is being done, and nothing more."""
        # A sum that is still going on is of no use to anybody any more.
        self.sums.shutdown(wait=False, cancel_futures=True)
        for executor in (self._floor, self._door):
            executor.shutdown(wait=True, cancel_futures=True)
