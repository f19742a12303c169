"""`pitboss par`: a game sheet, worked out in the order it is printed, laid out and written.

The template only lays out what stands here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from pitboss import __version__
from pitboss.cards import Card
from pitboss.cli import par_charts as charts
from pitboss.cli.odds import chances, solved
from pitboss.cli.options import Games, Output, RulebookName, Settings, check_place
from pitboss.cli.output import Page, are_numbers, percent, write_output
from pitboss.cli.rulebook_pages import option_word, paytable_page, printed
from pitboss.cli.strategy import Strategy, card_notes, exact, strategy_of
from pitboss.errors import BadSetting
from pitboss.games.library import find_rulebook
from pitboss.games.odds import advise, advises_at_once, wager_ids
from pitboss.hands.classes import name_in_words
from pitboss.money import Money, Share
from pitboss.odds.figures import OddsNotCounted, WagerOdds, Way, fraction
from pitboss.odds.question import Question, ask
from pitboss.odds.stakes import lines_of
from pitboss.rulebook.model import Paytable, Rulebook
from pitboss.rulebook.paytables import tables_named
from pitboss.rulebook.terms import Terms

NONE = "\N{EN DASH}"
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
LEAST_SHOWN = Fraction(1, 10**8)
"""Below this a percentage of six decimals would read as nothing."""


class Figure(NamedTuple):
    """One figure of a wager: for reading, and exactly where there is more to say."""

    name: str
    value: str
    exact: str = ""


class OutcomeRow(NamedTuple):
    """One line of a wager's table."""

    hand: str
    pays: str
    envy: str
    combinations: str
    probability: str
    one_in: str
    returned: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerSection:
    """Everything about one wager."""

    id: str
    title: str
    unit: str
    options: str
    outcomes: tuple[OutcomeRow, ...]
    has_pays: bool
    has_envy: bool
    figures: tuple[Figure, ...]
    notes: tuple[str, ...]
    outcomes_svg: str
    meters_svg: str


class Refused(NamedTuple):
    """A wager whose odds are not counted."""

    id: str
    title: str
    why: str
    paytables: tuple[Page, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One game sheet."""

    rules: Rulebook
    version: str
    settings: tuple[str, ...]
    glance: Page
    wagers: tuple[WagerSection, ...]
    refused: tuple[Refused, ...]
    paytables: tuple[Page, ...]
    strategy: Strategy | None
    without_strategy: str
    """Why best play is not counted, where it is not."""
    starting_hands_svg: str
    options: Page


def sheet_of(question: Question, settings: Sequence[str]) -> Sheet:
    """Work out everything a sheet says."""
    terms = question.terms
    odds, refused = solved(question, wager_ids(question))
    strategy, without_strategy = None, ""
    try:
        strategy = strategy_of(terms)
    except OddsNotCounted as refusal:
        without_strategy = str(refusal)
    return Sheet(
        rules=terms.rules,
        version=__version__,
        settings=tuple(settings),
        glance=_glance(terms.rules, odds, tuple(refused)),
        wagers=tuple(_section(question, wager) for wager in odds),
        refused=tuple(_refused(question, wager, why) for wager, why in refused.items()),
        paytables=tuple(_other_paytables(terms)),
        strategy=strategy,
        without_strategy=without_strategy,
        starting_hands_svg=_starting_hands(terms),
        options=_options(terms),
    )


def signed(value: Fraction | float, digits: int = 6) -> str:
    """A number with its sign, in a column of such.

    >>> signed(Fraction(1, 8), 3), ascii(signed(-0.25, 2))
    ('+0.125', "'\\\\u22120.25'")
    """
    return f"{float(value):+.{digits}f}".replace("-", charts.MINUS)


def wager_title(rules: Rulebook, wager: str) -> str:
    """A wager as the rulebook calls it; equal wagers placed together by all their names.

    >>> from pitboss.games.library import built_in
    >>> [wager_title(built_in("mgc-let-it-ride"), wager) for wager in ("base", "bonus")]
    ['Bet 1, bet 2 and bet 3', 'Let It Ride bonus']
    >>> wager_title(built_in("mbs-let-it-ride-v3"), "base")
    'Wagers 1, 2 and $'
    """
    if wager in rules.wagers:
        return _capital(rules.wagers[wager].title)
    names = [rule.title for rule in rules.wagers.values() if rule.group == wager]
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return _capital(listed) if listed[0].isalpha() else f"Wagers {listed}"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- at a glance --------------------------------------------------------------------------------


def _glance(rules: Rulebook, wagers: Sequence[WagerOdds], refused: Sequence[str]) -> Page:
    columns = (
        "wager", "house edge", "element of risk", "average staked", "deviation", "hit frequency",
    )  # fmt: skip
    rows = [
        (
            wager_title(rules, odds.wager),
            "by the meters" if odds.house_edge is None else percent(odds.house_edge),
            NONE if odds.element_of_risk is None else percent(odds.element_of_risk),
            f"{float(odds.average_staked):.4f}",
            NONE if odds.standard_deviation is None else f"{odds.standard_deviation:.3f}",
            percent(odds.spread.hit_frequency),
        )
        for odds in wagers
    ]
    rows += [(wager_title(rules, wager), "not counted", *(NONE,) * 4) for wager in refused]
    return Page("At a glance", columns, rows)


# --- one wager ----------------------------------------------------------------------------------


def _section(question: Question, odds: WagerOdds) -> WagerSection:
    rules = question.terms.rules
    title = wager_title(rules, odds.wager)
    table = _paytable(question, odds.wager)
    outcomes = tuple(_outcome(odds, table, *each) for each in chances(odds))
    bars = [(name_in_words(way.name), chance) for way, chance in chances(odds)]
    lines = list(_meter_lines(table, odds)) if table is not None else []
    return WagerSection(
        id=odds.wager,
        title=title,
        unit=_words(odds.unit),
        options=", ".join(f"{_words(key)} {value}" for key, value in odds.options.items()),
        outcomes=outcomes,
        has_pays=any(outcome.pays != NONE for outcome in outcomes),
        has_envy=any(outcome.envy for outcome in outcomes),
        figures=tuple(_figures(odds)),
        notes=tuple(_notes(table, odds)),
        outcomes_svg=charts.outcomes_chart(bars, f"{title}: how likely each outcome is"),
        meters_svg=charts.meters_chart(lines, f"{title}: house edge by meter") if lines else "",
    )


def _refused(question: Question, wager: str, why: str) -> Refused:
    """A wager without figures: what it and its follow-ups pay, and why there are none."""
    rules = question.terms.rules
    lines = lines_of(rules, wager)
    tables = dict.fromkeys(
        question.terms.paytable_name(rule, players=question.settings.players)
        for rule in rules.wagers.values()
        if rule.id in lines and rule.paytable is not None
    )
    return Refused(
        id=wager,
        title=wager_title(rules, wager),
        why=why,
        paytables=tuple(paytable_page(rules, rules.paytables[name]) for name in tables),
    )


def _paytable(question: Question, wager: str) -> Paytable | None:
    """The paytable whose rows the outcomes are; none for a game played against the dealer."""
    rule = question.terms.rules.wagers.get(wager)
    if rule is None or rule.paytable is None:
        return None
    return question.terms.table(wager, players=question.settings.players).paytable


def _outcome(odds: WagerOdds, table: Paytable | None, way: Way, chance: Fraction) -> OutcomeRow:
    row = next((r for r in table.rows if r.hand == way.name), None) if table else None
    envy = table.envy.get(way.name) if table else None
    returned = signed(chance * way.net)
    if row is not None and isinstance(row.pays, Share) and odds.at_meters is None:
        # What the meter adds is not known; the stake that is lost with it is.
        returned = f"{float(chance * row.pays.percent):.6f}% of {row.pays.meter}, {returned}"
    return OutcomeRow(
        hand=name_in_words(way.name),
        pays=(way.pays or NONE) if row is None else printed(row.pays),
        envy="" if envy is None else envy.dollars,
        combinations=f"{way.combinations:,}",
        probability=f"{float(chance):.6%}" if chance > LEAST_SHOWN else "under 0.000001%",
        one_in=charts.one_in(chance),
        returned=returned,
    )


def _figures(odds: WagerOdds) -> Iterator[Figure]:
    if odds.per_meter:
        yield Figure("expected, less meters", signed(odds.expected), fraction(odds.expected))
        for meter, rate in odds.per_meter.items():
            yield Figure(f"each $1,000 in {meter}", signed(1000 * rate), f"{fraction(rate)} per $1")
        if odds.per_other_player:
            each = odds.per_other_player
            yield Figure("each other player (envy)", signed(each), fraction(each))
        for meter, amount in odds.break_even.items():
            yield Figure(f"fair once {meter} is", Money.parse(amount).dollars)
        for meter, given in odds.meters.items():
            yield Figure(f"{meter} as given", f"${float(given):,.2f}")
    else:
        yield Figure("expected", signed(odds.expected, 9), fraction(odds.expected))
    if odds.house_edge is not None and odds.element_of_risk is not None:
        yield Figure("house edge", percent(odds.house_edge))
        yield Figure("element of risk", percent(odds.element_of_risk))
    staked = odds.average_staked
    is_whole = staked.denominator == 1
    yield Figure("average staked", f"{float(staked):.6f}", "" if is_whole else fraction(staked))
    if odds.standard_deviation is not None:
        yield Figure("standard deviation", f"{odds.standard_deviation:.6f}")
    hit = odds.spread.hit_frequency
    yield Figure("hit frequency", percent(hit), fraction(hit))


def _notes(table: Paytable | None, odds: WagerOdds) -> Iterator[str]:
    if table is not None:
        yield f"Paytable “{table.title}”, rule {table.clause}."
        for level, seed in table.seeds.items():
            start = seed.dollars if seed else "what the house sets"
            yield f"Meter {level} starts again from {start}."
    if odds.break_even and len(odds.break_even) > 1:
        yield "Each break-even is with the other meters at their reset and no other player."
    for note in odds.notes:
        yield f"{_capital(note.replace('per_meter', 'what a meter adds'))}."


def _meter_lines(table: Paytable, odds: WagerOdds) -> Iterator[charts.MeterLine]:
    for meter, rate in odds.per_meter.items():
        others = Fraction(0)
        for other, other_rate in odds.per_meter.items():
            if other != meter:
                others += other_rate * _reset(table, other, odds)
        seed = table.seeds[meter]
        yield charts.MeterLine(
            meter=meter,
            at_nothing=-(odds.expected + others) / odds.stake,
            slope=rate / odds.stake,
            break_even=Fraction(odds.break_even[meter]),
            reset=None if seed is None else _reset(table, meter, odds),
            now=odds.meters.get(meter),
        )


def _reset(table: Paytable, meter: str, odds: WagerOdds) -> Fraction:
    """What a meter starts again from; printed for a unit of one dollar, it grows with the unit."""
    seed = table.seeds[meter]
    unit = Fraction(str(odds.options.get("unit", "1.00")))
    return Fraction(0) if seed is None else Fraction(seed.cents, 100) * unit


# --- the rest -----------------------------------------------------------------------------------


def _other_paytables(terms: Terms) -> Iterator[Page]:
    """What is paid that the outcomes do not show: by the wager itself, or beside any wager."""
    rules = terms.rules
    named = {table for wager in rules.wagers.values() for table in tables_named(rules, wager)}
    for table in rules.paytables.values():
        if table.id not in named or table.looks_at == "wager":
            yield paytable_page(rules, table)
    if rules.conditions:
        rows = [(_words(name), name_in_words(hand)) for name, hand in rules.conditions.items()]
        yield Page("Conditions", ("", ""), rows)


def _starting_hands(terms: Terms) -> str:
    """The value of every two cards, where two cards are what the first decision is made on."""
    if terms.rules.hand_cards != 2 or not terms.rules.decisions or not advises_at_once(terms):
        return ""
    values = {}
    folds = -1.0
    for high in range(13):
        for low in range(high + 1):
            for suited in (False, True) if low < high else (False,):
                cards = (Card(4 * high), Card(4 * low + (0 if suited else 1)))
                options = advise(terms, cards).options
                values[high, low, suited] = max(options.values())
                folds = float(options.get("fold", folds))
    return charts.starting_hands_chart(values, folds, "Value of each starting hand in antes")


def _options(terms: Terms) -> Page:
    rules = terms.rules
    rows = [
        (
            name,
            option_word(terms.options[name]),
            rule.meaning,
            ", ".join(rule.interpretations) or NONE,
        )
        for name, rule in rules.options.items()
    ]
    return Page("Options in force", ("option", "value", "meaning", "reads"), rows)


# --- laid out and written -------------------------------------------------------------------------


def par(
    rulebook: RulebookName,
    output: Output,
    settings: Settings = None,
    games: Games = None,
) -> None:
    """A printable game sheet: paytables, figures, strategy and charts in one HTML or PDF file."""
    # Before anything is worked out, so that a refusal comes at once.
    browser = _checked(output)
    question = ask(find_rulebook(rulebook, games or ()), settings or [])
    page = sheet_html(sheet_of(question, settings or []))
    if browser is not None:
        _write_pdf(browser, page, Path(output))
    else:
        # As bytes: the page declares that it is UTF-8, whatever the terminal uses.
        write_output(output, page.encode())


def _checked(output: str) -> str | None:
    """Refuse what cannot be written; the browser that prints it where it is to be a PDF."""
    check_place(output)
    if not output.endswith(".pdf"):
        return None
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise BadSetting(
            f"{output}: a PDF takes {' or '.join(_BROWSERS)}, and none is installed; "
            f"write {Path(output).with_suffix('.html')} and print that from any browser"
        )
    return browser


def _write_pdf(browser: str, page: str, path: Path) -> None:
    """Print the page by a browser without a window."""
    # A browser run by root refuses its sandbox. The page is our own and has no scripts.
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with TemporaryDirectory() as folder:
        source, printed = Path(folder, "sheet.html"), Path(folder, "sheet.pdf")
        source.write_text(page, encoding="utf-8", newline="\n")
        command = [
            browser, "--headless", "--disable-gpu", "--disable-background-networking", *as_root,
            f"--user-data-dir={Path(folder, 'profile')}", "--no-pdf-header-footer",
            f"--print-to-pdf={printed}", source.as_uri(),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, check=False, timeout=120)
        if done.returncode or not printed.is_file():
            raise BadSetting(
                f"{path}: {browser} could not print it; "
                f"write {path.with_suffix('.html')} and print that"
            )
        shutil.copyfile(printed, path)


def sheet_html(sheet: Sheet) -> str:
    """The sheet as one page that needs no other file."""
    folder = files("pitboss.cli")
    page = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    ).from_string(folder.joinpath("par_sheet.html").read_text(encoding="utf-8"))
    return page.render(
        sheet=sheet,
        rules=sheet.rules,
        strategy=sheet.strategy,
        style=Markup(folder.joinpath("par_sheet.css").read_text(encoding="utf-8")),
        svg=Markup,
        signed=signed,
        fraction=fraction,
        exact=exact,
        card_notes=card_notes,
        is_number=lambda page, place: are_numbers(tuple(row[place] for row in page.rows)),
    )
