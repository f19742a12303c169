"""The meters of the floor's own links, as signs and tables show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pitboss.errors import PitbossError, RuleBreach
from pitboss.house.links import Links
from pitboss.jackpot.link import Link
from pitboss.jackpot.view import shown
from pitboss.round.view import name_in_words
from pitboss.web.meters import ClaimShown, LastHit, LevelShown, LinkShown, MetersOf
from pitboss.web.texts import said_or, say


def meters_of(links: Links, titles: Mapping[str, str]) -> MetersOf:
    """What a link shows now; nothing where there is no such link, or none that is open.

    `titles` is what the floor calls its links; one without goes by its name. A link that cannot be
    read shows what it last showed, and says so (P8); where and why is for the operator's log.
    """
    last: dict[str, LinkShown] = {}

    def found(name: str) -> LinkShown | None:
        try:
            link = links.link(name)
        except RuleBreach:
            return None
        except PitbossError:
            known = last.get(name) or LinkShown(levels=(), title=titles.get(name, name))
            return replace(known, fault=say("sign.unreached"))
        if link.terms is None:
            return None
        last[name] = _shown(link, titles.get(name, name))
        return last[name]

    return found


def level_title(level: str) -> str:
    """A level in words for people: the usual ones have a text, others go by their name."""
    return said_or(f"level.{level}", level.replace("_", " ").replace("-", " ").capitalize())


def _shown(link: Link, title: str) -> LinkShown:
    view = shown(link)
    assert link.terms is not None, "a link that is shown is open"
    magic, lucky = link.terms.magic_rate, link.terms.lucky_rate
    return LinkShown(
        levels=tuple(
            LevelShown(
                level=one.level,
                title=level_title(one.level),
                amount=one.display,
                reset=one.base,
                limit=one.limit,
            )
            for one in view.levels
        ),
        title=title,
        verifies=link.terms.verification_role,
        fixed_from=link.terms.fixed_awards_from_meter or "",
        claims=tuple(
            ClaimShown(
                level=winner.level,
                table=claim.entered.table,
                at=claim.entered.at,
                amount=winner.amount,
                claim=number,
                seat=winner.seat,
                hand=name_in_words(winner.hand),
                is_verified=claim.is_verified,
            )
            for number, claim in link.claims.items()
            for winner in claim.entered.winners
        ),
        hits=tuple(
            LastHit(
                level=hit.level,
                amount=hit.amount,
                table=hit.table,
                at=hit.at,
                claim=hit.claim,
                seat=hit.seat,
                hand=name_in_words(hit.hand),
                # A claim leaves the link's list when its last slip is written.
                is_paid=hit.claim not in link.claims,
            )
            for hit in view.hits
        ),
        rates=(
            Fraction(0) if magic is None else magic.share,
            Fraction(0) if lucky is None else lucky.share,
        ),
        fault="" if view.is_running else view.message,
    )
