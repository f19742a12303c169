"""What beats what."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.cards import Card


def highest(cards: Iterable[Card]) -> int:
    """The rank of the highest card."""
    return max(card.rank for card in cards)
