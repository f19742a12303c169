"""What the server works with: a floor, its players' accounts, and the threads that touch them.

The event loop must never wait for a disk or for a long sum. Everything that touches the floor
goes through one thread, one thing after the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import ParamSpec, TypeVar

from pitboss.house.clock import Clock
from pitboss.house.house import House
from pitboss.house.links import Links
from pitboss.web.links import LinkOf, no_links

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    """A floor as the server needs it. Only the floor's thread touches it."""

    name: str
    is_practice: bool
    clock: Clock
    house: House
    sign_in: House
    """Where passwords are checked. That is slow, so it has a thread and a house of its own."""
    deadline: Callable[[str], str | None] = lambda table: None
    """When a table's running clock ends."""
    link_of: LinkOf = no_links
    links: Links | None = None
    """The links of the floor, for staff who verify and pay what is won from them."""
    tick: Callable[[datetime], datetime] | None = None
    """Does what is due on the floor, and says when to ask again; None if nothing is driven."""
    close: Callable[[], None] = lambda: None


class Work:
    """Three threads beside the event loop: for the floor, for passwords, and for sums."""

    def __init__(self) -> None:
        self._floor = ThreadPoolExecutor(1, thread_name_prefix="floor")
        self._passwords = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self.sums: Executor = ThreadPoolExecutor(1, thread_name_prefix="sums")

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Something about the floor."""
        return await self._on(self._floor, partial(job, *args, **kwargs))

    async def sign_in(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Something with a password, which takes its time."""
        return await self._on(self._passwords, partial(job, *args, **kwargs))

    async def sum(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Something to be worked out."""
        return await self._on(self.sums, partial(job, *args, **kwargs))

    @staticmethod
    async def _on(executor: Executor, job: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(executor, job)

    def close(self) -> None:
        """Finish what is being done, and nothing more."""
        # The result of a sum that is still running is not needed any more.
        self.sums.shutdown(wait=False, cancel_futures=True)
        for executor in (self._floor, self._passwords):
            executor.shutdown(wait=True, cancel_futures=True)
