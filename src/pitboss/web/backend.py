"""What the server works with: a floor with its links, and the threads that touch them.

The event loop must never wait for a disk or for a long sum. Everything that touches the floor
goes through one thread, one thing after the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import partial
from typing import ParamSpec, TypeVar

from pitboss.errors import PitbossError, RuleBreach
from pitboss.floor.problems import Problem
from pitboss.floor.record_watch import RecordWatch
from pitboss.house.clock import Clock
from pitboss.house.house import House
from pitboss.house.links import Links
from pitboss.jackpot.claims import FROZEN
from pitboss.jackpot.link import Link
from pitboss.jackpot.view import LinkView, link_view
from pitboss.web.assets import say

_HITS = 5
"""How many of a link's last prizes a screen is sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLink:
    """What a link shows, and what its odds rest on beside the meters."""

    view: LinkView
    rates: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    """How often the Magic Card and the Lucky Player are drawn."""


LinkOf = Callable[[str], ShownLink | None]
"""A link by its name; None where there is no such link."""


def no_links(link: str) -> ShownLink | None:  # noqa: ARG001 - stands in for a LinkOf
    """For a floor without links."""
    return None


def links_of(links: Links, titles: Mapping[str, str]) -> LinkOf:
    """What a link shows now; None where there is no such link, or none that is open.

    `titles` is what the floor calls its links. A link that cannot be read shows what it last
    showed, and says so (P8); where and why is for the operator's log.
    """
    last: dict[str, ShownLink] = {}

    def found(name: str) -> ShownLink | None:
        title = titles.get(name, name)
        try:
            link = links.link(name)
        except RuleBreach:
            return None
        except PitbossError:
            known = last.get(name) or ShownLink(view=empty_view(name, title))
            return replace(known, view=replace(known.view, fault=say("sign.unreached")))
        if link.terms is None:
            return None
        last[name] = _shown(link, title)
        return last[name]

    return found


def empty_view(link: str, title: str = "") -> LinkView:
    """A link of which nothing is known."""
    return LinkView(
        link=link, title=title or link, currency="", is_running=False, fault="", verifies="",
        clause=FROZEN, fixed_from=None, levels=(), claims=(), hits=(),
    )  # fmt: skip


def _shown(link: Link, title: str) -> ShownLink:
    assert link.terms is not None, "a link that is shown is open"
    view = link_view(link, title)
    magic, lucky = link.terms.magic_rate, link.terms.lucky_rate
    return ShownLink(
        view=replace(view, hits=view.hits[:_HITS]),
        rates=(
            Fraction(0) if magic is None else magic.share,
            Fraction(0) if lucky is None else lucky.share,
        ),
    )


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
    writes_per_minute: int = 240
    """What one player may ask of tables and of their account: it is written for good."""
    accounts_at_once: int = 200
    """How many guests and new players one address may bring in any time."""
    accounts_per_minute: int = 60
    """How many in every further minute."""
    tick: Callable[[datetime], datetime] | None = None
    """Does what is due on the floor, and says when to ask again; None if nothing is driven."""
    drives: Callable[[str], bool] = lambda table: False
    """Whether this process runs a table; elsewhere people do, or another process."""
    problem: Callable[[str], Problem | None] = lambda table: None
    """Why a table stands still; None where it goes on, or waits for people."""
    watch: RecordWatch | None = None
    """Sees that the record is kept and whole, in threads of its own."""
    close: Callable[[], None] = lambda: None

    def record_problems(self) -> tuple[str, ...]:
        """What is wrong with the record, as anybody may know it."""
        watch = self.watch
        if watch is None:
            return ()
        return (
            *((say("record.damaged", count=len(watch.damaged)),) if watch.damaged else ()),
            *(() if watch.has_heads else (say("record.no_heads"),)),
        )


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
