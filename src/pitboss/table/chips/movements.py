"""What came and went of a table's chips in a shift, numbered, so that one of them can be named.

A figure that was typed wrongly is never changed. A further record takes back exactly the movement
that it names, and that is on record as an exception (S4).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pitboss.money import NOTHING, Money

KEPT_MOVEMENTS = 100
"""So many of a shift may still be corrected: all of them are in every snapshot, and what
was typed wrongly is found soon, or by a count."""


class Kind(StrEnum):
    """What moved, as people call it."""

    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    COLOUR_UP = "colour-up"
    FILL = "fill"
    CREDIT = "credit"
    BOX = "drop box"
    COUNT = "drop count"


DUAL = (Kind.FILL, Kind.CREDIT, Kind.BOX, Kind.COUNT)
"""What goes between table and cage: it took two persons, and so does taking it back (S5)."""
OF_THE_RACK = (Kind.BUY_IN, Kind.FILL, Kind.CREDIT)
"""What changes how much the rack should hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One of them, with all that is needed to take it back to the cent."""

    number: int
    kind: Kind
    amount: Money
    player: str = ""
    slip: str = ""
    """Of a fill or a credit."""
    box: str = ""
    """Of a drop."""
    brought: Money = NOTHING
    """Of a cash-out: chips that the table had never seen, and that came from elsewhere."""
    expected: Money = NOTHING
    """Of a drop count: what the books had in the box."""
    is_of_shift: bool = True
    """Of a drop count: whether the box was of this shift."""
    is_corrected: bool = False

    def __str__(self) -> str:
        whose = " ".join(word for word in (self.slip, self.box, self.player) if word)
        gone = ", corrected" if self.is_corrected else ""
        return f"{self.number}: {self.kind} {whose} {self.amount.dollars}{gone}"
