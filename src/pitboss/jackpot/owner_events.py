"""A link's stream beside what happened to the link: snapshots, and a link with its version.

Now and then the whole link is written down as it is, so that a reader need not begin at the first
entry.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.jackpot.events import LinkEvent
from pitboss.jackpot.evolving import evolve
from pitboss.jackpot.link import Link


@stored("link-snapshot")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSnapshot:
    """All of a link as it is: nothing happened, and reading may begin here."""

    link: Link
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Followed:
    """A link as its stream has it up to some entry."""

    link: Link = field(default_factory=Link)
    version: int = 0


def follow(followed: Followed, event: LinkEvent | LinkSnapshot, envelope: Envelope) -> Followed:
    """The link after one more entry of its stream."""
    version = followed.version + 1
    if isinstance(event, LinkSnapshot):
        return Followed(event.link, version)
    return Followed(evolve(followed.link, event, envelope), version)
