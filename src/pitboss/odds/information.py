"""What it is worth to see a card one should not: the price of careless dealing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.odds.let_it_ride import value_with_a_card_seen
from pitboss.odds.three_card import ThreeCard
from pitboss.rulebook.terms import Terms


class Seen(NamedTuple):
    """A card seen, in words, and the value of the game to who sees it and plays best."""

    name: str
    meaning: str
    expected: Fraction


def seen_cards(terms: Terms) -> Iterator[Seen]:
    """Cards that somebody may get to see, by game; none for hold'em so far."""
    match terms.rules.game:
        case "let_it_ride":
            yield Seen(
                "burned_card",
                "one card that is out of play is seen before the first decision",
                value_with_a_card_seen(terms),
            )
        case "three_card":
            yield Seen(
                "dealer_card",
                "one of the dealer's cards is seen before the decision",
                ThreeCard(terms).value_with_a_card_seen(),
            )
