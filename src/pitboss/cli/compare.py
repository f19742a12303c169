"""`pitboss compare`: the odds of two rulebooks, or of one under two settings, side by side."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.api import open_rulebook
from pitboss.cli.odds import solved
from pitboss.cli.pages import NONE, Page
from pitboss.cli.printing import print_page
from pitboss.games.odds import wager_ids
from pitboss.odds.figures import WagerOdds, fraction, odds_record
from pitboss.odds.question import Question, ask

FORMAT = "pitboss-comparison/1"
SAME = "same"

Figure = Fraction | float | None
"""A figure, where a wager has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two: what was asked, and the odds of every wager."""

    name: str
    settings: Sequence[str]
    question: Question

    @property
    def label(self) -> str:
        """The rulebook as it was named, with its settings."""
        return f"{self.name} ({', '.join(self.settings)})" if self.settings else self.name


def show_comparison(
    a: tuple[str, Sequence[str]], b: tuple[str, Sequence[str]], *, as_json: bool
) -> None:
    """Print two rulebooks, each with its settings, side by side."""
    ours, theirs = _side(*a), _side(*b)
    names_a, names_b = wager_ids(ours.question), wager_ids(theirs.question)
    both = [name for name in names_a if name in names_b]
    pairs = list(zip(solved(ours.question, both), solved(theirs.question, both), strict=True))
    only_a = [name for name in names_a if name not in both]
    only_b = [name for name in names_b if name not in both]
    if as_json:
        record = {
            "format": FORMAT,
            "a": _identity(ours),
            "b": _identity(theirs),
            "wagers": [_record(ours, theirs, *pair) for pair in pairs],
            "only_a": only_a,
            "only_b": only_b,
        }
        print(json.dumps(record))
        return
    print(f"A: {ours.label}\nB: {theirs.label}\n")
    for pair in pairs:
        print_page(_page(*pair))
    for letter, names in (("A", only_a), ("B", only_b)):
        if names:
            print(f"Only {letter} has {', '.join(names)}.")


def _side(name: str, settings: Sequence[str]) -> Side:
    return Side(name=name, settings=settings, question=ask(open_rulebook(name), settings))


# --- for people ---------------------------------------------------------------------------------


def _page(a: WagerOdds, b: WagerOdds) -> Page:
    unit = a.unit if a.unit == b.unit else f"{a.unit} against {b.unit}"
    rows = [*_rows(a, b), *_meter_rows(a, b)]
    return Page(f"{a.wager}: {unit}", ("", "A", "B", "B less A"), rows)


def _rows(a: WagerOdds, b: WagerOdds) -> Iterator[tuple[str, str, str, str]]:
    differs = fraction(b.expected - a.expected) if a.expected != b.expected else SAME
    yield "expected, exactly", fraction(a.expected), fraction(b.expected), differs
    for name, of, form in _FIGURES:
        yield _row(name, of(a), of(b), form)


_FIGURES: tuple[tuple[str, Callable[[WagerOdds], Figure], str], ...] = (
    ("expected", lambda odds: odds.expected, "+.6f"),
    ("house edge", lambda odds: odds.house_edge, ".4%"),
    ("element of risk", lambda odds: odds.element_of_risk, ".4%"),
    ("average staked", lambda odds: odds.average_staked, ".4f"),
    ("standard deviation", lambda odds: odds.standard_deviation, ".3f"),
    ("hit frequency", lambda odds: odds.spread.hit_frequency, ".4%"),
)


def _meter_rows(a: WagerOdds, b: WagerOdds) -> Iterator[tuple[str, str, str, str]]:
    for meter in dict.fromkeys([*a.per_meter, *b.per_meter]):
        in_a, in_b = (1000 * odds.per_meter.get(meter, Fraction(0)) for odds in (a, b))
        yield _row(f"for each 1,000 in {meter}", in_a, in_b, "+.6f")
    if a.per_other_player or b.per_other_player:
        yield _row("for each other player", a.per_other_player, b.per_other_player, "+.6f")
    for meter in dict.fromkeys([*a.break_even, *b.break_even]):
        fair_a, fair_b = (_fair_at(odds, meter) for odds in (a, b))
        yield _row(f"fair once {meter} is", fair_a, fair_b, ",.2f")


def _fair_at(odds: WagerOdds, meter: str) -> Fraction | None:
    amount = odds.break_even.get(meter)
    return None if amount is None else Fraction(amount)


def _row(name: str, a: Figure, b: Figure, form: str) -> tuple[str, str, str, str]:
    """One figure of both, and by how much they differ, where both have it.

    >>> _row("house edge", Fraction(1, 20), 0.04, ".2%")
    ('house edge', '5.00%', '4.00%', '-1.00%')
    >>> _row("house edge", None, 0.04, ".2%")
    ('house edge', '-', '4.00%', '-')
    """
    in_a, in_b = (NONE if value is None else format(float(value), form) for value in (a, b))
    if a is None or b is None:
        return name, in_a, in_b, NONE
    differs = format(float(b) - float(a), f"+{form.removeprefix('+')}")
    return name, in_a, in_b, SAME if a == b else differs


# --- for programs -------------------------------------------------------------------------------


def _identity(side: Side) -> dict[str, Any]:
    rules = side.question.terms.rules
    return {
        "rulebook": rules.id,
        "edition": rules.edition,
        "digest": rules.digest,
        "settings": list(side.settings),
    }


def _record(ours: Side, theirs: Side, a: WagerOdds, b: WagerOdds) -> dict[str, Any]:
    difference: dict[str, Any] = {"expected": fraction(b.expected - a.expected)}
    for name in ("house_edge", "element_of_risk"):
        in_a, in_b = getattr(a, name), getattr(b, name)
        if in_a is not None and in_b is not None:
            difference[name] = round(float(in_b - in_a), 12)
    return {
        "wager": a.wager,
        "a": _figures(ours, a),
        "b": _figures(theirs, b),
        "difference": difference,
    }


def _figures(side: Side, odds: WagerOdds) -> dict[str, Any]:
    (record,) = odds_record(side.question.terms.rules, [odds])["wagers"]
    # Outcomes have no counterpart line by line; `pitboss odds` prints them.
    return {name: value for name, value in record.items() if name not in ("wager", "outcomes")}
