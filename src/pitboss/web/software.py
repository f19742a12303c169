"""What software serves the floor, as staff see it: one digest, and which links it may run (S9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.house.identity import software_id
from pitboss.house.links import Links
from pitboss.jackpot.link import Link


def software_of(links: Links | None, title_of: Callable[[str], str]) -> dict[str, Any]:
    """The software of this server, and how each link stands to it."""
    if links is None:
        return {"id": software_id(), "links": []}
    stands = [_stands(links, name, title_of(name)) for name in links.names()]
    return {"id": software_id(), "links": stands}


def _stands(links: Links, name: str, title: str) -> dict[str, str]:
    link = links.link(name)
    approved = link.proposals.get(link.digest)
    return {
        "title": title,
        "stands": _word(links, link),
        "approved": "" if approved is None else approved.software,
    }


def _word(links: Links, link: Link) -> str:
    if link.terms is None:
        return "closed"
    if link.terms.is_practice:
        return "practice"
    return "approved" if links.is_approved(link) else "other"
