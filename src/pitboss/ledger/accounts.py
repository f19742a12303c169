"""The accounts of a table, and what each holds.

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


def player(name: str) -> str:
    """What somebody holds at this table.

    >>> player("anna")
    'player:anna'
    """
    return f"player:{name}"


def box(name: str) -> str:
    """Cash in a drop box that was collected and is not counted yet."""
    return f"box:{name}"


def link(meter: str) -> str:
    """What a meter, named with its link, holds for those who will win it: a liability (P29)."""
    return f"link:{meter}"
