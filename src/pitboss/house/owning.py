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
from uuid import uuid4

from pitboss.envelope import AUTOMATIC, Envelope
from pitboss.errors import Conflict, RuleBreach, Unavailable
from pitboss.house.callers import System, who_asks
from pitboss.house.clock import stamp
from pitboss.house.links import TRIES, Links
from pitboss.house.stopping import Stop
from pitboss.jackpot import commands as do
from pitboss.jackpot.covering import uncovered
from pitboss.jackpot.decide import decide
from pitboss.jackpot.events import LinkEvent, OwnerTook
from pitboss.jackpot.link import Status
from pitboss.jackpot.owner_events import Followed, LinkSnapshot, follow
from pitboss.records.asked import asked_text
from pitboss.store.leases import Lease, lease_of

PAUSE_SECONDS = 0.02
"""Between two folds: long enough that others get a word in, and far below what an eye notices."""
LEASE_SECONDS = 1.0
SNAPSHOT_EVERY = 1000
"""Entries of a link between two snapshots."""


class Owner:
    """One process that would fold for a link, and does whenever nobody else does."""

    def __init__(self, links: Links, link: str, *, lease: Lease | None = None) -> None:
        self.links = links
        self.link = link
        self._lease = lease or lease_of(links.store, f"owner of link {link}")
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
        kept, waiting = self.links.streams.with_waiting(self.link)
        if self._fence is None or kept.link.fence != self._fence:
            # Somebody else took over while this process was away.
            self.give_back()
            return 0
        if kept.link.status is Status.RETIRED:
            return 0
        if kept.link.status is Status.RUNNING:
            fault = uncovered(kept.link, stamp(self.links.clock()))
            if fault:
                self._stop(fault)
                return 0
        if not waiting:
            return 0
        batches = tuple(
            do.Batch(table=table, after=after, upto=after + len(entries))
            for table, entries in waiting
            for after in (kept.link.reads.get(table, 0),)
        )
        fold, envelope = do.FoldContributions(fence=self._fence, batches=batches), self._envelope()
        try:
            events = decide(kept.link, fold, envelope, dict(waiting))
        except RuleBreach as breach:
            # An entry that is not what its wagers come to: nothing is assumed (P20).
            self._stop(str(breach))
            return 0
        self._write(kept, fold, events, envelope)
        return sum(len(entries) for _, entries in waiting)

    def _take(self, kept: Followed) -> None:
        if not self.links.is_approved(kept.link):
            self._lease.give_back()
            raise RuleBreach(
                f"This is {self.links.software()}, which was not approved for link {self.link}",
                clause="P19",
                remedy="Bring the approved software, or have this one approved.",
            )
        take = do.TakeOwnership(owner=f"{socket.gethostname()} process {os.getpid()}")
        envelope = self._envelope()
        (took,) = decide(kept.link, take, envelope)
        assert isinstance(took, OwnerTook), "that is what taking ownership is"
        self._write(kept, take, [took], envelope)
        self._fence = took.fence

    def _envelope(self) -> Envelope:
        return AUTOMATIC._replace(time=stamp(self.links.clock()), id=str(uuid4()))

    def _write(
        self,
        kept: Followed,
        command: do.LinkCommand,
        events: list[LinkEvent],
        envelope: Envelope,
    ) -> None:
        written: list[LinkEvent | LinkSnapshot] = [*events]
        after = kept
        for event in events:
            after = follow(after, event, envelope)
        if after.version // SNAPSHOT_EVERY > kept.version // SNAPSHOT_EVERY:
            written.append(LinkSnapshot(link=after.link))
        asked = asked_text(command, who_asks(System()))
        self.links.write(self.link, kept, written, envelope, asked)

    def _stop(self, reason: str) -> None:
        if self.links.link(self.link).status is Status.RUNNING:
            self.links.give(self.link, do.StopLink(reason=reason), System())

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
