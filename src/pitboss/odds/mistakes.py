"""Common wrong ways to play, priced exactly beside the best."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.odds.let_it_ride import LetItRide, Rides
from pitboss.odds.strategy import PAYS_ALREADY, group_of
from pitboss.odds.three_card import ThreeCard
from pitboss.rulebook.terms import Terms


class Priced(NamedTuple):
    """A way to play, in words, and what it is worth."""

    name: str
    meaning: str
    expected: Fraction
    average_staked: Fraction


def priced_strategies(terms: Terms) -> Iterator[Priced]:
    """Best play first, then common mistakes."""
    match terms.rules.game:
        case "let_it_ride":
            yield from _let_it_ride(LetItRide(terms))
        case "three_card":
            yield from _three_card(ThreeCard(terms), terms)
        case _:
            from pitboss.odds.holdem_odds import priced_holdem  # noqa: PLC0415 - loads numba

            yield from priced_holdem(terms)


def _let_it_ride(game: LetItRide) -> Iterator[Priced]:
    for name, meaning, first, second in (
        ("best", "each bet rides when it is worth more than nothing",
         game.rides_first, game.rides_second),
        ("always_ride", "no bet is ever taken back", lambda _: True, lambda _: True),
        ("never_ride", "both bets are always taken back", lambda _: False, lambda _: False),
        ("ride_made_hands", "only hands that pay already ride", _made(game), _made(game)),
    ):  # fmt: skip
        expected, staked = game.worth_of(first, second)
        yield Priced(name, meaning, expected, staked)


def _made(game: LetItRide) -> Rides:
    return lambda hand: group_of(game, hand).kind == PAYS_ALREADY


def _three_card(game: ThreeCard, terms: Terms) -> Iterator[Priced]:
    qualifies = terms.qualifies(str(terms.options["dealer_qualifies"]))
    for name, meaning, plays in (
        ("best", "a hand is played when that is worth more than folding", game.plays),
        ("play_blind", "every hand is played", lambda _: True),
        ("mimic_dealer", "a hand is played when it would qualify for the dealer",
         lambda hand: qualifies(hand, game.strengths[hand])),
    ):  # fmt: skip
        spread = game.spread_of(plays)
        yield Priced(name, meaning, spread.expected, spread.average_staked)
