"""The meters of a link as signs and tables show them, and what is asked of whoever keeps them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.jackpot.claims import FROZEN
from pitboss.money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelShown:
    """One level: what a sign may show of it now."""

    level: str
    title: str
    amount: Money
    reset: Money | None = None
    limit: Money | None = None
    """How far it goes, where the house set a limit: that must be posted (P10)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimShown:
    """A prize that was won and is not paid yet."""

    level: str
    table: str
    at: str
    amount: Money
    claim: int
    seat: int
    hand: str
    is_verified: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHit:
    """A level that was won and paid."""

    level: str
    amount: Money
    table: str
    at: str
    claim: int
    seat: int
    hand: str
    is_paid: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkShown:
    """A link as a sign shows it."""

    levels: tuple[LevelShown, ...]
    title: str = ""
    verifies: str = ""
    """The role whose holder sees the cards before a prize is paid (I-14)."""
    fixed_from: str = ""
    """The level that pays awards which are no percentage, if one does (I-05)."""
    claims: tuple[ClaimShown, ...] = ()
    hits: tuple[LastHit, ...] = ()
    rates: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    """How often the Magic Card and the Lucky Player are drawn."""
    fault: str = ""
    """Why it takes no wagers at present, in plain words; empty while it does (P8, P32)."""


MetersOf = Callable[[str], LinkShown | None]
"""A link by its name; None where no such link is at hand."""

_HITS = 5


def no_meters(link: str) -> LinkShown | None:  # noqa: ARG001 - stands in for a MetersOf
    """For a floor without links."""
    return None


def meters_message(link: str, shown: LinkShown | None) -> dict[str, Any]:
    """A link's meters as the contract writes them."""
    shown = shown or LinkShown(levels=())
    return {
        "link": link,
        "title": shown.title or link,
        "verifies": shown.verifies,
        "clause": FROZEN,
        "fault": shown.fault,
        "levels": [
            {
                "level": one.level,
                "title": one.title,
                "amount": str(one.amount),
                "reset": None if one.reset is None else str(one.reset),
                "limit": None if one.limit is None else str(one.limit),
            }
            for one in shown.levels
        ],
        "claims": [
            {
                "level": one.level,
                "table": one.table,
                "at": one.at,
                "amount": str(one.amount),
                "claim": one.claim,
                "seat": one.seat,
                "hand": one.hand,
                "is_verified": one.is_verified,
            }
            for one in shown.claims
        ],
        "hits": [
            {
                "level": one.level,
                "amount": str(one.amount),
                "table": one.table,
                "at": one.at,
                "claim": one.claim,
                "seat": one.seat,
                "hand": one.hand,
                "is_paid": one.is_paid,
            }
            for one in shown.hits[:_HITS]
        ],
    }
