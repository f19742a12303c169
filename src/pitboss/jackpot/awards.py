"""What several winners of one round take from a level, and what is left of it.

Everything is in whole cents and pure. Odd cents stay on the level: handing them to one seat
would make the award depend on the order of seats, and dropping them would leave the audit short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.money import Money, Rounding

WHOLE = 100


class Claim(NamedTuple):
    """One seat's claim on a level."""

    seat: int
    percent: int
    is_royal: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """How a rulebook and its options let several winners share."""

    rounding: Rounding = Rounding.FLOOR
    seed_based: bool = False
    """Later straight flushes take ten percent of the reset, not of the reduced meter (I-08)."""
    one_by_one: bool = False
    """Winners are paid in settlement order instead of sharing (I-09)."""


class Awards(NamedTuple):
    """What each claim is paid, and what becomes of the level."""

    by_seat: dict[int, Money]
    awarded: Money
    resets: Money
    after: Money


def award(amount: Money, reset: Money, claims: Sequence[Claim], sharing: Sharing) -> Awards:
    """Pay every claim of one table round on one level.

    Two straight flushes share ten percent and ten percent of the rest; a royal comes last and
    takes all that is left:

    >>> claims = [Claim(1, 10, False), Claim(2, 10, False), Claim(5, 100, True)]
    >>> paid = award(Money.parse("100000.00"), Money.parse("10000.00"), claims, Sharing())
    >>> [str(paid.by_seat[seat]) for seat in (1, 2, 5)], str(paid.after)
    (['9500.00', '9500.00', '81000.00'], '10000.00')
    """
    pay = _one_by_one if sharing.one_by_one else _pooled
    by_seat, left, resets = pay(amount.cents, reset.cents, claims, sharing)
    return Awards(
        {seat: Money(cents) for seat, cents in by_seat.items()},
        Money(sum(by_seat.values())),
        Money(resets),
        Money(left),
    )


_Paid = tuple[dict[int, int], int, int]


def _pooled(left: int, reset: int, claims: Sequence[Claim], sharing: Sharing) -> _Paid:
    by_seat: dict[int, int] = {}
    resets = 0
    for percent in sorted({claim.percent for claim in claims}):
        seats = [claim.seat for claim in claims if claim.percent == percent]
        n = len(seats)
        if percent == WHOLE:
            # Each further winner brings the reset the level would have restarted from (I-09).
            pool = left + (n - 1) * reset
            each = sharing.rounding.divide(pool, n)
            left = pool - each * n + reset
            resets += n * reset
        else:
            each = _equal_part(left, reset, percent, n, sharing)
            left -= each * n
        if left < 0:
            # Rounded up, or ten percent of a reset above the meter: the house makes up the rest.
            resets, left = resets - left, 0
        by_seat |= dict.fromkeys(seats, each)
    return by_seat, left, resets


def _equal_part(left: int, reset: int, percent: int, n: int, sharing: Sharing) -> int:
    if sharing.seed_based:
        pool, parts = percent * (left + (n - 1) * reset), WHOLE
    else:
        pool, parts = left * (WHOLE**n - (WHOLE - percent) ** n), WHOLE**n
    # Rounded once, on the share: rounding each ten percent as well would lose a cent (I-08).
    return sharing.rounding.divide(pool, parts * n)


def _one_by_one(left: int, reset: int, claims: Sequence[Claim], sharing: Sharing) -> _Paid:
    by_seat: dict[int, int] = {}
    resets = 0
    for claim in sorted(claims, key=lambda claim: (claim.is_royal, -claim.seat)):
        if claim.percent == WHOLE:
            by_seat[claim.seat], left = left, reset
            resets += reset
        else:
            by_seat[claim.seat] = sharing.rounding.divide(left * claim.percent, WHOLE)
            left -= by_seat[claim.seat]
    return by_seat, left, resets
