"""What is written into a link's stream beside what happened to the link: who folds, and snapshots.

Whoever folds writes down a number that is higher than any before, its fence. A process that finds
a higher one than its own has been replaced and writes no more (P14). Now and then the whole link is
written down as it stands, so that whoever opens it need not read it from its beginning.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pitboss.codec import stored
from pitboss.jackpot.events import LinkEvent
from pitboss.jackpot.evolving import evolve
from pitboss.jackpot.link import Link


@stored("owner-took")
@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerTook:
    """One process folds contributions from now on, and no other."""

    fence: int
    owner: str
    """Which process, in words for people."""
    at: str
    clause: str


@stored("link-stood")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSnapshot:
    """The link as it stands, all of it: nothing happened, and reading may begin here."""

    link: Link
    fence: int
    clause: str


OwnerEvent = OwnerTook | LinkSnapshot


@dataclass(frozen=True, slots=True)
class Followed:
    """A link as its stream has it up to some entry."""

    link: Link = field(default_factory=Link)
    fence: int = 0
    version: int = 0


def follow(followed: Followed, event: LinkEvent | OwnerEvent) -> Followed:
    """The link after one more entry of its stream."""
    version = followed.version + 1
    if isinstance(event, OwnerTook):
        return replace(followed, fence=event.fence, version=version)
    if isinstance(event, LinkSnapshot):
        return Followed(event.link, event.fence, version)
    return Followed(evolve(followed.link, event), followed.fence, version)
