"""The meters of the floor's own links, as signs and tables show them."""

from __future__ import annotations

from fractions import Fraction

from pitboss.errors import PitbossError
from pitboss.jackpot.link import Link
from pitboss.jackpot.view import shown
from pitboss.pit.links import Links
from pitboss.web.meters import ClaimPending, LastHit, LevelShown, LinkShown, MetersOf


def meters_of(links: Links) -> MetersOf:
    """What a link shows now; nothing where there is no such link, or none that is open."""

    def found(name: str) -> LinkShown | None:
        try:
            link = links.link(name)
        except PitbossError:
            return None
        return None if link.terms is None else _shown(link)

    return found


def _shown(link: Link) -> LinkShown:
    view = shown(link)
    assert link.terms is not None, "a link that is shown is open"
    magic, lucky = link.terms.magic_rate, link.terms.lucky_rate
    return LinkShown(
        levels=tuple(
            LevelShown(level=one.level, title=one.level, amount=one.display, reset=one.base)
            for one in view.levels
        ),
        claims=tuple(
            ClaimPending(level=winner.level, table=one.table, at=entered.at, amount=winner.amount)
            for one in view.pending
            for entered in (link.claims[one.claim].entered,)
            for winner in entered.winners
        ),
        hits=tuple(
            LastHit(level=hit.level, amount=hit.amount, table=hit.table, at=hit.at, seat=hit.seat)
            for hit in view.hits
        ),
        rates=(
            Fraction(0) if magic is None else magic.share,
            Fraction(0) if lucky is None else lucky.share,
        ),
    )
