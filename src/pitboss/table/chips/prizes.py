"""Prizes from the levels of a link: held for verification until their claim is paid (I-14).

A prize is won when the round is settled, and it is nobody's to use before its claim is verified and
paid: it lies apart from its winner's chips, pays for no wager and goes to no cage. Where the claim
is rejected it goes back to the link, however many rounds later. Odds and dollar rows, envy, the
Magic Card and the Lucky Player are paid at the table at once, by the house or by a level (I-05).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """What somebody won from a level of a link in one round."""

    round: int
    seat: int
    player: str
    link: str
    level: str
    amount: Money

    @property
    def meter(self) -> str:
        """The level, named with its link."""
        return f"{self.link}:{self.level}"


Prizes = tuple[Prize, ...]


def without(prizes: Iterable[Prize], gone: Prize) -> Prizes:
    """The prizes but for one of them; a `ValueError` where it is none of them.

    >>> one = Prize(round=1, seat=2, player="anna", link="mega", level="jackpot", amount=Money(5))
    >>> without((one,), one)
    ()
    """
    left = list(prizes)
    left.remove(gone)
    return tuple(left)
