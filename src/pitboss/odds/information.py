"""What it is worth to see cards one should not: the price of careless dealing and open hands.

Each figure is the average over everything that can be seen, gone through in full. The hands of
several neighbours are too many for that; `advise` is exact for any number of cards seen in fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.odds.let_it_ride import LetItRide
from pitboss.odds.let_it_ride_seen import value_with_cards_seen
from pitboss.odds.three_card import ThreeCard
from pitboss.rulebook.terms import Terms

_SEVERAL = "(those of several are too many to go through; advice takes any cards seen)"


class Seen(NamedTuple):
    """A card or cards seen, in words, and the value of the game to who sees them and plays best."""

    name: str
    meaning: str
    expected: Fraction


def seen_cards(terms: Terms) -> Iterator[Seen]:
    """Cards that somebody may get to see, by game; none for hold'em so far."""
    match terms.rules.game:
        case "let_it_ride":
            yield from _let_it_ride(LetItRide(terms))
        case "three_card":
            yield from _three_card(ThreeCard(terms))


def _let_it_ride(game: LetItRide) -> Iterator[Seen]:
    yield Seen(
        "burned_card",
        "one card that is out of play is seen before the first decision",
        value_with_cards_seen(game, 1),
    )
    yield Seen(
        "neighbour_hand",
        f"one neighbour's three cards are seen before the first decision {_SEVERAL}",
        value_with_cards_seen(game, 3),
    )


def _three_card(game: ThreeCard) -> Iterator[Seen]:
    from pitboss.odds.three_card_seen import values_with_cards_seen  # noqa: PLC0415 - loads numpy

    values = values_with_cards_seen(game)
    yield Seen(
        "dealer_card",
        "one of the dealer's cards is seen before the decision",
        values.dealer_card,
    )
    yield Seen(
        "neighbour_hand",
        f"one neighbour's three cards are seen before the decision {_SEVERAL}",
        values.neighbour_hand,
    )
