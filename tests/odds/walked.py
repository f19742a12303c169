"""What a wager is worth by the general solver, with whatever a test adds to the question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pitboss.games.registry import game_of
from pitboss.odds.exhaustive import Draw, Exhaustive
from pitboss.odds.question import Question, Stakes
from pitboss.odds.settled_deals import Feature
from pitboss.round.game import stay_in


def walked(
    question: Question,
    wager: str,
    *,
    others: int = 0,
    peeks: tuple[Draw, ...] = (),
    stays: bool = False,
) -> Fraction:
    """What a wager asked about is worth, in its unit; features are drawn at the rates asked for."""
    solver = replace(
        Exhaustive.of(game_of(question.terms.rules), question, wager),
        others=others,
        peeks=peeks,
        strategy=stay_in if stays else None,
    )
    value = Fraction(0)
    for features, chance in _features(question):
        value += chance * replace(solver, features=features).spread.expected
    return value


def _features(question: Question) -> Iterator[tuple[tuple[Feature, ...], Fraction]]:
    """What may be drawn in a round, and how likely it is that just this is drawn."""
    rates: Stakes = question.settings.stakes
    for magic, magic_chance in _whether(rates.magic_rate):
        for lucky, lucky_chance in _whether(rates.lucky_rate):
            features = tuple(
                Feature(card, seat)
                for card in (question.deck.cards if magic else (None,))
                for seat in (range(1, rates.positions + 1) if lucky else (None,))
            )
            yield features, magic_chance * lucky_chance


def _whether(rate: Fraction) -> Iterator[tuple[bool, Fraction]]:
    yield from ((drawn, chance) for drawn, chance in ((False, 1 - rate), (True, rate)) if chance)
