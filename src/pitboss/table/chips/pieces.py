"""Chips and plaques by denomination: so many pieces of so many cents each."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.money import Money

Pieces = Mapping[int, int]


def value_of(pieces: Pieces) -> Money:
    """What they come to.

    >>> value_of({2500: 4, 500: 10})
    Money('150.00')
    """
    return Money(sum(cents * number for cents, number in pieces.items()))


def fault_in(pieces: Pieces) -> str | None:
    """What cannot be counted so, if anything.

    >>> fault_in({2500: 4, 0: 1})
    '1 pieces of $0.00'
    """
    for cents, number in pieces.items():
        if cents <= 0 or number < 0:
            return f"{number} pieces of {Money(cents).dollars}"
    return None
