"""The processes of a link: its owner, which folds inboxes onto the meters, and feeds of displays.

A lease says which process may be the owner, and ends with its process. A fence, a number written
into the link's own stream, keeps any other from writing as the owner: a process that finds a higher
number there than its own has been replaced. Contributions are safe in the inboxes all the time, so
nothing hurries and nothing is lost while one owner follows another.

Feeds read the link's own stream, so that every display shows the same in the same order, and what
was shown was written (P7, P8, P22).
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from pitboss.errors import Conflict, PitbossError, RuleBreach, Unavailable
from pitboss.house.callers import System
from pitboss.house.engine import TRIES, Done
from pitboss.house.links import Links
from pitboss.house.streams import Loaded, link_stream
from pitboss.jackpot.aggregate import LinkCommand
from pitboss.jackpot.contributions import Batch, FoldContributions, TakeOwnership
from pitboss.jackpot.link import Link, LinkStatus
from pitboss.jackpot.operation import StopLink, uncovered
from pitboss.jackpot.view import LinkView, link_view
from pitboss.store.leases import Lease, lease_of


class Stop(Protocol):
    """An event that says when it is enough."""

    def is_set(self) -> bool:
        """Whether it was said."""

    def wait(self, timeout: float) -> object:
        """Wait until it is said, but no longer than this."""


PAUSE_SECONDS = 0.02
"""Between two folds: long enough that others get a word in, and far below what an eye notices."""
LEASE_SECONDS = 1.0


class Owner:
    """One process that folds for a link whenever no other does."""

    def __init__(self, links: Links, link: str, *, lease: Lease | None = None) -> None:
        self.links = links
        self.link = link
        self._lease = lease or lease_of(links.engine.store, f"owner of link {link}")
        self._fence: int | None = None
        self._asked = 0.0

    @property
    def is_owner(self) -> bool:
        """Whether it was the owner when it last looked."""
        return self._fence is not None

    def step(self) -> int:
        """Fold all that waits, if this is the owner or can be it; how many entries."""
        if not self._is_leased():
            return 0
        for _ in range(TRIES):
            try:
                return self._step()
            except Conflict:
                continue
        raise Unavailable(f"Link {self.link} is written to by too many others.")

    def _is_leased(self) -> bool:
        """Asked once a second: in between it is the fence that keeps two from writing."""
        now = time.monotonic()
        if self._fence is not None and now - self._asked < LEASE_SECONDS:
            return True
        self._asked = now
        if not self._lease.take():
            self._fence = None
            return False
        return True

    def _step(self) -> int:
        if self._fence is None:
            self._take(self.links.current(self.link))
        loaded, waiting = self.links.with_waiting(self.link)
        link: Link = loaded.state
        if self._fence is None or link.fence != self._fence:
            # Another process took over while this one was away.
            self.give_back()
            return 0
        if link.status is LinkStatus.RETIRED:
            return 0
        if link.status is LinkStatus.RUNNING:
            fault = uncovered(link, self.links.engine.now())
            if fault:
                self._stop(fault)
                return 0
        if not waiting:
            return 0
        batches = tuple(
            Batch(table=table, after=after, upto=after + len(entries))
            for table, entries in waiting
            for after in (link.reads.get(table, 0),)
        )
        fold = FoldContributions(fence=self._fence, batches=batches)
        try:
            self._give(fold, upon=loaded.version)
        except RuleBreach as breach:
            # An entry that is not what its wagers come to: nothing is assumed (P20).
            self._stop(str(breach))
            return 0
        return sum(len(entries) for _, entries in waiting)

    def _take(self, loaded: Loaded) -> None:
        if not self.links.is_approved(loaded.state):
            self._lease.give_back()
            raise RuleBreach(
                f"This is {self.links.software()}, which was not approved for link {self.link}",
                clause="P19",
                remedy="Bring the approved software, or have this one approved.",
            )
        owner = f"{socket.gethostname()} process {os.getpid()}"
        done = self._give(TakeOwnership(owner=owner), upon=loaded.version)
        self._fence = done.state.fence

    def _give(self, command: LinkCommand, *, upon: int) -> Done[Link]:
        stream = link_stream(self.link)
        return self.links.engine.give(stream, command, System(), upon=upon)

    def _stop(self, reason: str) -> None:
        if self.links.link(self.link).status is LinkStatus.RUNNING:
            self.links.engine.give(link_stream(self.link), StopLink(reason=reason), System())

    def give_back(self) -> None:
        """Let another be the owner."""
        self._fence = None
        self._lease.give_back()

    def run(self, stop: Stop, pause: float = PAUSE_SECONDS) -> None:
        """Fold until told to stop; a store that is away for a while is waited for."""
        try:
            while not stop.is_set():
                try:
                    self.step()
                except (Conflict, Unavailable):
                    self._fence = None
                stop.wait(pause)
        finally:
            self.give_back()


POLL_SECONDS = 0.02
"""To look for something new is one look at an index, so that no message need be sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedValue:
    """A link as it is shown from now on."""

    version: int
    """Of the link's stream: a later value has a higher one."""
    shown: LinkView
    counted: Mapping[str, int]
    """How many entries of each table's inbox are on the meters."""


class Feed:
    """One subscriber of one link."""

    def __init__(self, links: Links, link: str) -> None:
        self.links = links
        self.link = link
        self._last: FeedValue | None = None
        self._fault = ""

    def poll(self) -> FeedValue | None:
        """What is shown from now on, if that is something new; out of reach is something (P8)."""
        try:
            kept = self.links.current(self.link)
        except PitbossError as error:
            return self._out_of_reach(f"The link cannot be reached: {error}")
        if kept.state.terms is None:
            return None
        if self._last is not None and kept.version == self._last.version and not self._fault:
            return None
        self._fault = ""
        self._last = FeedValue(
            version=kept.version, shown=link_view(kept.state), counted=kept.state.reads
        )
        return self._last

    def _out_of_reach(self, fault: str) -> FeedValue | None:
        if self._last is None or self._fault:
            # Nothing was shown yet, or it is said already.
            return None
        self._fault = fault
        lost = replace(self._last.shown, is_running=False, fault=fault)
        self._last = replace(self._last, shown=lost)
        return self._last

    def follow(
        self, told: Callable[[FeedValue], None], stop: Stop, pause: float = POLL_SECONDS
    ) -> None:
        """Tell every new value until told to stop."""
        while not stop.is_set():
            value = self.poll()
            if value is not None:
                told(value)
            stop.wait(pause)
