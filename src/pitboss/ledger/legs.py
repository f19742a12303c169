"""One side of a posting, and postings that do not balance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.errors import PitbossError
from pitboss.money import NOTHING, Money, total


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
    pitboss.ledger.legs.Unbalanced: $5.00 left over: a fill
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
