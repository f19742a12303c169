"""The result of a table: what it won by its counts, and how much of the drop that is (R6)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.money import Money
from pitboss.table.chips.holdings import Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """From the opening count to the closing count, or to now where none is made yet."""

    opening: Money
    fills: Money
    credits: Money
    drop: Money
    closing: Money
    is_counted: bool
    """Whether the closing figure is a count; otherwise it is what the books have."""
    linked: Money
    """Awards that the link made good; they are no part of the result."""
    variance: Money
    """Over, or short where it is less than nothing."""
    corrections: int = 0
    """Movements that were taken back (S4): fills, credits and drop are without them."""

    @property
    def win(self) -> Money:
        """What the table won, or lost where it is less than nothing."""
        return self.closing + self.credits + self.drop - self.opening - self.fills

    @property
    def hold(self) -> Fraction | None:
        """The win as a part of the drop, exactly; None without a drop.

        >>> result = TableResult(
        ...     opening=Money(100000), fills=Money(0), credits=Money(0), drop=Money(20000),
        ...     closing=Money(84500), is_counted=True, linked=Money(0), variance=Money(0),
        ... )
        >>> result.win, result.hold
        (Money('45.00'), Fraction(9, 40))
        """
        return Fraction(self.win.cents, self.drop.cents) if self.drop else None


def table_result(chips: Chips) -> TableResult:
    """The result of the shift so far, or of the one just closed."""
    shift = chips.shift
    return TableResult(
        opening=shift.opening,
        fills=shift.fills,
        credits=shift.credits,
        drop=shift.drop,
        closing=chips.rack if shift.closing is None else shift.closing,
        is_counted=shift.closing is not None,
        linked=shift.linked,
        variance=shift.variance,
        corrections=shift.corrections,
    )
