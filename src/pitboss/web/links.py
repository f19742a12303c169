"""The links of the floor as signs, tables and the lobby show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.errors import PitbossError, RuleBreach
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
"""A link by its name; None where no such link is at hand."""


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
