"""The accounts of tables and links, and what each holds.

An account may be below nothing. Where money comes from outside, the account it comes from says
how much, so that all accounts together always come to nothing.
"""

from __future__ import annotations

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
    """What somebody holds at this table.

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
