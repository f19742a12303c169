"""`pitboss odds` and `pitboss advise`: exact figures as tables for people, as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from pitboss.api import open_rulebook
from pitboss.cards import parse_cards
from pitboss.cli.pages import Page, hand_words
from pitboss.cli.printing import print_page
from pitboss.cli.progress import progress
from pitboss.games.odds import advise, all_odds, wager_ids
from pitboss.odds.figures import WagerOdds, Way, fraction, odds_record
from pitboss.odds.question import Question, ask


def solved(question: Question, wagers: Sequence[str]) -> list[WagerOdds]:
    """The odds of these wagers; a person waiting is told which one is being solved."""
    found: list[WagerOdds] = []
    with progress(len(wagers)) as begin:
        for wager in wagers:
            begin(wager)
            found += all_odds(question, wager)
    return [_with_what_is_unconfirmed(question, odds) for odds in found]


def _with_what_is_unconfirmed(question: Question, odds: WagerOdds) -> WagerOdds:
    """Say it where a paytable may not be used yet: figures do no harm, a round with it would."""
    terms, rule = question.terms, question.terms.rules.wagers.get(odds.wager)
    if rule is None or rule.paytable is None:
        return odds
    table = terms.table(odds.wager, players=question.settings.players).paytable
    if table.confirm is None or terms.on(table.confirm):
        return odds
    note = (
        f"the seeds of {table.id} are not confirmed, so no round may be played with it; "
        f"once an authorised person has confirmed them, set {table.confirm}=true"
    )
    return replace(odds, notes=(*odds.notes, note))


def show_odds(rulebook: str, *, wager: str | None, settings: Iterable[str], as_json: bool) -> None:
    """Print the odds of a rulebook's wagers."""
    question = ask(open_rulebook(rulebook), settings)
    rules = question.terms.rules
    wagers = solved(question, wager_ids(question) if wager is None else [wager])
    if as_json:
        print(json.dumps(odds_record(rules, wagers)))
        return
    print(f"{rules.title}, {rules.edition} ({rules.id})\n")
    for odds in wagers:
        print_page(_outcomes(odds))
        print_page(Page("", ("", ""), list(_lines(odds))))


def _lines(odds: WagerOdds) -> Iterator[tuple[str, str]]:
    if odds.per_meter:
        line = " ".join(f"+ {fraction(r)} x {m}" for m, r in odds.per_meter.items())
        yield "net result in dollars", f"{fraction(odds.expected)} {line}"
        if odds.per_other_player:
            yield "and for each other player", fraction(odds.per_other_player)
        for meter, amount in odds.break_even.items():
            yield f"fair once {meter} is", f"${amount}"
    else:
        yield "expected", f"{fraction(odds.expected)} of {odds.unit}"
    if odds.house_edge is not None:
        yield "house edge", percent(odds.house_edge)
    if odds.element_of_risk is not None:
        yield "element of risk", percent(odds.element_of_risk)
    yield "average staked", f"{float(odds.average_staked):.4f}"
    if odds.standard_deviation is not None:
        yield "standard deviation", f"{odds.standard_deviation:.3f}"
    yield "hit frequency", percent(odds.spread.hit_frequency)
    for note in odds.notes:
        yield "note", note


def percent(value: Fraction) -> str:
    """A share of one, for reading.

    >>> percent(Fraction(37963, 1082900))
    '3.5057%'
    """
    return f"{float(value):.4%}"


def chances(odds: WagerOdds) -> Iterator[tuple[Way, Fraction]]:
    """Each thing that can happen to a wager once, and how likely it is."""
    for way in odds.spread.by_name():
        count = sum(w.combinations for w in odds.spread.ways if w.name == way.name)
        yield way, Fraction(count, odds.spread.total)


def _outcomes(odds: WagerOdds) -> Page:
    choices = ", ".join(f"{name} {value}" for name, value in odds.options.items())
    title = f"{odds.wager}: {odds.unit}" + (f" ({choices})" if choices else "")
    rows = [
        (
            hand_words(way.name),
            way.pays or "",
            f"{way.combinations:,}",
            f"{float(chance):.6%}",
            f"{float(chance * way.net):+.6f}",
        )
        for way, chance in chances(odds)
    ]
    return Page(title, ("hand", "pays", "combinations", "chance", "return"), rows)


class Situation(NamedTuple):
    """The cards somebody has to decide on, as typed in: one's own, in the middle, out of play."""

    cards: str
    community: str
    seen: str


def show_advice(
    rulebook: str, situation: Situation, *, settings: Iterable[str], as_json: bool
) -> None:
    """Print what to do with these cards."""
    question = ask(open_rulebook(rulebook), settings)
    community, seen = (
        parse_cards(cards) if cards else () for cards in (situation.community, situation.seen)
    )
    advice = advise(question.terms, parse_cards(situation.cards), community, seen)
    if as_json:
        options = {
            choice: {"expected": fraction(value), "decimal": float(value)}
            for choice, value in advice.options.items()
        }
        print(json.dumps({"decision": advice.decision, "options": options, "best": advice.best}))
        return
    print(f"Decision {advice.decision}: {advice.best}")
    for choice, value in sorted(advice.options.items(), key=lambda item: -item[1]):
        print(f"  {choice:9} {float(value):+.6f}  ({fraction(value)})")
