"""Odds records (`pitboss-odds/1`): exact figures as fractions, decimals beside them for reading."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pitboss.odds.figures import Spread, WagerOdds
from pitboss.rulebook.model import Rulebook

FORMAT = "pitboss-odds/1"


def odds_record(rules: Rulebook, wagers: Iterable[WagerOdds]) -> dict[str, Any]:
    """The odds of a rulebook's wagers as plain data."""
    return {
        "format": FORMAT,
        "rulebook": rules.id,
        "edition": rules.edition,
        "digest": rules.digest,
        "wagers": [_wager(odds) for odds in wagers],
    }


def fraction(value: Fraction) -> str:
    """A fraction in lowest terms, whole numbers too.

    >>> fraction(Fraction(-6, 4)), fraction(Fraction(3))
    ('-3/2', '3/1')
    """
    return f"{value.numerator}/{value.denominator}"


def _decimal(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 12)


def _wager(odds: WagerOdds) -> dict[str, Any]:
    record: dict[str, Any] = {
        "wager": odds.wager,
        "options": dict(odds.options),
        "unit": odds.unit,
        "expected": fraction(odds.expected),
    }
    if odds.per_meter:
        record["per_meter"] = {name: fraction(rate) for name, rate in odds.per_meter.items()}
        record["per_other_player"] = fraction(odds.per_other_player or Fraction(0))
        record["break_even"] = dict(odds.break_even)
    if odds.at_meters is not None:
        record["house_edge"] = _decimal(odds.house_edge)
        record["element_of_risk"] = _decimal(odds.element_of_risk)
        record["standard_deviation"] = odds.standard_deviation
    record["average_staked"] = fraction(odds.average_staked)
    record["hit_frequency"] = fraction(odds.spread.hit_frequency)
    record["outcomes"] = _outcomes(odds.spread)
    if odds.notes:
        record["notes"] = list(odds.notes)
    return record


def _outcomes(spread: Spread) -> list[dict[str, Any]]:
    outcomes = []
    for way in spread.by_name():
        count = sum(w.combinations for w in spread.ways if w.name == way.name)
        probability = Fraction(count, spread.total)
        outcome: dict[str, Any] = {"name": way.name}
        if way.pays is not None:
            outcome["pays"] = way.pays
        outcome |= {
            "combinations": way.combinations,
            "probability": fraction(probability),
            "return": fraction(probability * way.net),
        }
        outcomes.append(outcome)
    return outcomes
