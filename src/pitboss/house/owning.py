"""The owner of a link: the one process that folds what lies in inboxes onto the meters.

Who may be it is said by a lease, which ends with its process; that no other writes as it, by a
fence: a number written into the link's own stream. Whoever was the owner and finds a higher number
than its own there has been replaced. Contributions are safe in the inboxes all the time, so that
nothing hurries and nothing is lost while one owner follows another.
"""

from __future__ import annotations

import os
import socket
import time

from pitboss.errors import Conflict, RuleBreach, Unavailable
from pitboss.house.callers import System
from pitboss.house.engine import TRIES, Done
from pitboss.house.links import Links
from pitboss.house.stopping import Stop
from pitboss.house.stream_names import link_stream
from pitboss.house.streams import Loaded
from pitboss.jackpot.aggregate import LinkCommand
from pitboss.jackpot.contributions import Batch, FoldContributions, TakeOwnership
from pitboss.jackpot.link import Link, LinkStatus
from pitboss.jackpot.operation import StopLink, uncovered
from pitboss.store.leases import Lease, lease_of

PAUSE_SECONDS = 0.02
"""Between two folds: long enough that others get a word in, and far below what an eye notices."""
LEASE_SECONDS = 1.0


class Owner:
    """One process that would fold for a link, and does whenever nobody else does."""

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
            # Somebody else took over while this process was away.
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
