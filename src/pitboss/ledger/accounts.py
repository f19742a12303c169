"""The accounts of tables and links, and the balanced legs that move money between them.

An account may be below nothing. Where money comes from outside, the account it comes from says
how much, so that all accounts together always come to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.errors import PitbossError
from pitboss.money import NOTHING, Money, total

LAYOUT = "layout"
"""Stakes in play, coupons at face value."""
RACK = "rack"
"""The table's chips; the bank, at an electronic table."""
DROP = "drop"
"""Cash in the box on the table."""
CAGE = "cage"
ELSEWHERE = "elsewhere"
"""What players brought: cash, and chips that this table never saw."""
VARIANCE = "variance"
"""What counts found missing; below nothing where they found more than the books."""
COUPONS = "coupons"
"""Match play coupons in players' hands; no money, and never exchanged for it."""
COUPON_BOX = "coupon_box"
"""Coupons taken after their decision."""

HOUSE = "house"
"""The house's own money: less than nothing by what it put on the levels of links.

Also where parts of a cent that different tables or links carried come together to a whole one.
"""
TRANSIT = "transit"
"""What one link sent and another has not received, in whole cents."""


def player(name: str) -> str:
    """What a player holds at this table.

    >>> player("anna")
    'player:anna'
    """
    return f"player:{name}"


def box(name: str) -> str:
    """Cash in a drop box that was collected and is not counted yet."""
    return f"box:{name}"


def link(level: str) -> str:
    """What the house owes on a level, named with its link: a liability, never revenue (P29)."""
    return f"link:{level}"


def prizes(level: str) -> str:
    """Prizes of a level on their way from the link, which owes them, to the rack that paid them.

    Less than nothing where a table paid a prize that was rejected and has not undone it yet, as
    could happen before prizes were held.
    """
    return f"prizes:{level}"


def held(level: str) -> str:
    """Prizes of a level that wait at a table until their claims are paid or rejected (I-14)."""
    return f"held:{level}"


def contributed(table: str) -> str:
    """What of a table's wagers was set aside for links; less than nothing by as much.

    No chips move: they stay in the rack, where they are no longer the house's to win.
    """
    return f"contributed:{table}"


# --- legs --------------------------------------------------------------------------------------


class Unbalanced(PitbossError):
    """Postings or accounts that do not come to nothing: money was made or lost."""


@dataclass(frozen=True, slots=True)
class Leg:
    """What one account gains, or loses where it is less than nothing."""

    account: str
    amount: Money

    def __str__(self) -> str:
        return f"{self.account} {self.amount}"


def balanced(legs: Iterable[Leg], what: object) -> tuple[Leg, ...]:
    """The legs of something, those of nothing left out; raised, not asserted, if they are uneven.

    >>> balanced([Leg("rack", Money(500))], "a fill")
    Traceback (most recent call last):
    ...
    pitboss.ledger.accounts.Unbalanced: $5.00 left over: a fill
    """
    kept = tuple(leg for leg in legs if leg.amount)
    left = total(leg.amount for leg in kept)
    if left:
        raise Unbalanced(f"{left.dollars} left over: {what}")
    return kept


def move(amount: Money, *, out_of: str, into: str) -> Iterator[Leg]:
    """Money from one account to another.

    >>> print(*move(Money(500), out_of="rack", into="player:anna"), sep=", ")
    rack -5.00, player:anna 5.00
    """
    yield Leg(out_of, NOTHING - amount)
    yield Leg(into, amount)
