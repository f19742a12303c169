"""`pitboss odds`, `advise` and `compare`: exact figures as tables for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from pitboss.cards import parse_cards
from pitboss.cli.options import AsJson, Games, RulebookName, Settings
from pitboss.cli.output import NONE, Page, bar, clean, percent, print_page, progress
from pitboss.games.library import find_rulebook
from pitboss.games.odds import advise as advice_of
from pitboss.games.odds import all_odds, wager_ids
from pitboss.hands.classes import name_in_words
from pitboss.odds.figures import OddsNotCounted, WagerOdds, Way, fraction, odds_record
from pitboss.odds.question import Question, ask


class Solved(NamedTuple):
    """The odds of some wagers, and of the others why theirs are not counted."""

    wagers: list[WagerOdds]
    refused: dict[str, str]

    @property
    def refusal(self) -> OddsNotCounted:
        """Why nothing is counted, wager by wager."""
        return OddsNotCounted("\n".join(self.refused.values()))


def solved(question: Question, wagers: Sequence[str]) -> Solved:
    """The odds of these wagers, with a progress bar that names the one being solved."""
    found: list[WagerOdds] = []
    refused: dict[str, str] = {}
    with progress(len(wagers)) as begin:
        for wager in wagers:
            begin(wager)
            try:
                found += all_odds(question, wager)
            except OddsNotCounted as refusal:
                refused[wager] = str(refusal)
    return Solved([_with_confirmation_note(question, odds) for odds in found], refused)


def _with_confirmation_note(question: Question, odds: WagerOdds) -> WagerOdds:
    """Add a note where a paytable has figures but may not be played with yet."""
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


def odds(
    rulebook: RulebookName,
    wager: Annotated[str | None, typer.Option(help="Only this wager.")] = None,
    settings: Settings = None,
    games: Games = None,
    as_json: AsJson = False,
) -> None:
    """Exact odds of every wager: value, house edge, risk and the table of outcomes."""
    question = ask(find_rulebook(rulebook, games or ()), settings or [])
    rules = question.terms.rules
    found = solved(question, wager_ids(question) if wager is None else [wager])
    if as_json:
        print(json.dumps(odds_record(rules, found.wagers, found.refused)))
        raise typer.Exit(0 if found.wagers else 2)
    if not found.wagers:
        raise found.refusal
    print(f"{rules.title}, {rules.edition} ({rules.id})\n")
    for odds in found.wagers:
        print_page(_outcomes(odds))
        print_page(Page("", ("", ""), list(_lines(odds))))
    _print_refused(found.refused)


def _print_refused(refused: Mapping[str, str], side: str = "") -> None:
    for wager, why in refused.items():
        print(clean(f"{wager}{side}: not counted. {why}"))


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
            name_in_words(way.name),
            way.pays or "",
            f"{way.combinations:,}",
            f"{float(chance):.6%}",
            f"{float(chance * way.net):+.6f}",
        )
        for way, chance in chances(odds)
    ]
    return Page(title, ("hand", "pays", "combinations", "chance", "return"), rows)


def advise(
    rulebook: RulebookName,
    cards: Annotated[str, typer.Option(help='Your own cards: "Ah Kd Qs".')],
    community: Annotated[str, typer.Option(help="Community cards turned so far.")] = "",
    *,
    seen: Annotated[str, typer.Option(help="Other cards you saw, such as neighbours'.")] = "",
    dealer: Annotated[str, typer.Option(help="The dealer's cards that are face up.")] = "",
    decided: Annotated[
        str, typer.Option(help='What you decided before, in order: "raise_3 raise_1".')
    ] = "",
    settings: Settings = None,
    games: Games = None,
    as_json: AsJson = False,
) -> None:
    """The best choice with the cards you see, and the exact value of each."""
    terms = ask(find_rulebook(rulebook, games or ()), settings or []).terms
    turned, others, up = (parse_cards(one) if one else () for one in (community, seen, dealer))
    with bar(1) as show:
        show(None, "Solving")
        advice = advice_of(
            terms,
            parse_cards(cards),
            turned,
            others,
            dealer=up,
            decided=tuple(decided.split()),
            told=lambda part: show(float(part), "Settling every deal"),
        )
    if as_json:
        options = {
            choice: {"expected": fraction(value), "decimal": float(value)}
            for choice, value in advice.options.items()
        }
        record = {"decision": advice.decision, "options": options, "best": advice.best}
        if advice.decided:
            record["decided"] = dict(advice.decided)
        print(json.dumps(record))
        return
    before = ", ".join(f"{name}: {choice}" for name, choice in advice.decided.items())
    print(f"Decision {advice.decision}: {advice.best}" + (f" (after {before})" if before else ""))
    for choice, value in sorted(advice.options.items(), key=lambda item: -item[1]):
        print(f"  {choice:9} {float(value):+.6f}  ({fraction(value)})")


# --- two rulebooks side by side -------------------------------------------------------------------

COMPARISON_FORMAT = "pitboss-comparison/1"
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


def compare(
    a: RulebookName,
    b: Annotated[str | None, typer.Argument(help="Another; the same one again if absent.")] = None,
    *,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting of both; may be repeated."),
    ] = None,
    settings_a: Annotated[
        list[str] | None,
        typer.Option("--set-a", metavar="KEY=VALUE", help="A setting of the first only."),
    ] = None,
    settings_b: Annotated[
        list[str] | None,
        typer.Option("--set-b", metavar="KEY=VALUE", help="A setting of the second only."),
    ] = None,
    games: Games = None,
    as_json: AsJson = False,
) -> None:
    """The odds of two rulebooks, or of one under two settings, side by side."""
    both = settings or []
    ours = _side(a, [*both, *(settings_a or [])], games or ())
    theirs = _side(a if b is None else b, [*both, *(settings_b or [])], games or ())
    names_a, names_b = wager_ids(ours.question), wager_ids(theirs.question)
    shared = [name for name in names_a if name in names_b]
    found_a = solved(ours.question, shared)
    found_b = solved(theirs.question, [odds.wager for odds in found_a.wagers])
    if shared and not found_b.wagers:
        raise found_b.refusal if found_a.wagers else found_a.refusal
    in_a = {odds.wager: odds for odds in found_a.wagers}
    pairs = [(in_a[odds.wager], odds) for odds in found_b.wagers]
    only_a = [name for name in names_a if name not in shared]
    only_b = [name for name in names_b if name not in shared]
    if as_json:
        record = {
            "format": COMPARISON_FORMAT,
            "a": _identity(ours),
            "b": _identity(theirs),
            "wagers": [_record(ours, theirs, *pair) for pair in pairs],
            "refused": [
                {"side": side, "wager": wager, "why": why}
                for side, found in (("a", found_a), ("b", found_b))
                for wager, why in found.refused.items()
            ],
            "only_a": only_a,
            "only_b": only_b,
        }
        print(json.dumps(record))
        return
    print(f"A: {ours.label}\nB: {theirs.label}\n")
    for pair in pairs:
        print_page(_comparison(*pair))
    _print_refused(found_a.refused, " of A")
    _print_refused(found_b.refused, " of B")
    for letter, names in (("A", only_a), ("B", only_b)):
        if names:
            print(f"Only {letter} has {', '.join(names)}.")


def _side(name: str, settings: Sequence[str], games: Sequence[Path]) -> Side:
    question = ask(find_rulebook(name, games), settings)
    return Side(name=name, settings=settings, question=question)


# --- a comparison for people ----------------------------------------------------------------------


def _comparison(a: WagerOdds, b: WagerOdds) -> Page:
    unit = a.unit if a.unit == b.unit else f"{a.unit} against {b.unit}"
    rows = [*_figure_rows(a, b), *_meter_rows(a, b)]
    return Page(f"{a.wager}: {unit}", ("", "A", "B", "B less A"), rows)


def _figure_rows(a: WagerOdds, b: WagerOdds) -> Iterator[tuple[str, str, str, str]]:
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


# --- a comparison for programs --------------------------------------------------------------------


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
