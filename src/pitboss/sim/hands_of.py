"""One hand for every cell: with it, settlement says what the cell pays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice

from pitboss.cards import DECK, Card
from pitboss.odds.counting import kinds_of_five, kinds_of_three, some_hand


@cache
def five_by_head() -> dict[int, tuple[Card, ...]]:
    """Five cards for every head there is; the first ones make no pair that would be asked about."""
    hands: dict[int, tuple[Card, ...]] = {}
    for kind in kinds_of_five():
        hands.setdefault(kind.strength >> 16, some_hand(kind.ranks, suited=kind.suited))
    return hands


@cache
def threes_by_head() -> dict[int, list[tuple[int, tuple[Card, ...]]]]:
    """The lowest and the highest hand of three for every head, with their strengths."""
    kinds: dict[int, list[tuple[int, tuple[Card, ...]]]] = {}
    for kind in kinds_of_three():
        hand = some_hand(kind.ranks, suited=kind.suited)
        kinds.setdefault(kind.strength >> 16, []).append((kind.strength, hand))
    return {head: [min(hands), max(hands)] for head, hands in kinds.items()}


@cache
def other_threes() -> list[tuple[int, tuple[Card, ...]]]:
    """Every kind of three cards, in suits that the hands above mostly leave free."""
    return [
        (kind.strength, tuple(map(_other_suit, some_hand(kind.ranks, suited=kind.suited))))
        for kind in kinds_of_three()
    ]


def _other_suit(card: Card) -> Card:
    return DECK[4 * card.rank + (card.suit + 2) % 4]


def others(taken: Sequence[Card], count: int) -> tuple[Card, ...]:
    """So many cards that are not taken."""
    return tuple(islice((card for card in DECK if card not in taken), count))
