"""A question about odds: a rulebook under its options, and a few figures beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pitboss.errors import BadSetting, MoneyError
from pitboss.money import Money
from pitboss.odds.combinations import FULL_DECK, ShortDeck
from pitboss.rulebook.model import OptionRule, OptionValue, Rulebook
from pitboss.rulebook.terms import Terms, terms_of

_RATE = re.compile(r"(?:[0-9]+(?:\.[0-9]+)?|[0-9]+/[1-9][0-9]*)", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What a progressive wager is made of, and how often features are drawn."""

    unit: Money = field(default_factory=lambda: Money(100))
    units: int = 1
    magic_rate: Fraction = Fraction(0)
    lucky_rate: Fraction = Fraction(0)
    positions: int = 7
    meters: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def dollars(self) -> Fraction:
        """The whole wager in dollars."""
        return Fraction(self.unit.cents * self.units, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Figures that are no options of a rulebook."""

    players: int = 7
    stakes: Stakes = field(default_factory=Stakes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A rulebook under chosen options, and the figures to answer with."""

    terms: Terms
    settings: Settings
    deck: ShortDeck = FULL_DECK
    """Short where every deal is to be gone through."""


def ask(rules: Rulebook, pairs: Iterable[str] = ()) -> Question:
    """Read `key=value` settings; each key is an option, or one of the figures.

    >>> from pitboss.games.library import built_in
    >>> ask(built_in("mgc-let-it-ride"), ["players=3"]).settings.players
    3
    >>> ask(built_in("mgc-let-it-ride"), ["players=9"])
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: players=9: write a whole number from 1 to 7
    """
    options: dict[str, OptionValue] = {}
    figures: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadSetting(f"{pair!r} is not a setting; write key=value")
        if key in rules.options:
            options[key] = _option(rules.options[key], value)
        else:
            figures[key] = value
    for name, option in rules.options.items():
        if option.needed_by is not None and name not in options:
            options[name] = option.values[0]
    terms = terms_of(rules, options)
    return Question(terms=terms, settings=_settings(terms, figures))


def _option(option: OptionRule, text: str) -> OptionValue:
    if not option.values:
        if text == "none":
            return None
        raise BadSetting(f"{option.id}={text}: odds are for one unit, and this goes by the stake")
    for value in option.values:
        if text == (str(value).lower() if isinstance(value, bool) else value):
            return value
    words = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in option.values)
    raise BadSetting(f"{option.id}={text}: write one of {words}")


def _settings(terms: Terms, figures: Mapping[str, str]) -> Settings:
    levels = _levels(terms)
    readers: dict[str, Callable[[Settings, str], Settings]] = {}
    if "progressive" in terms.rules.wagers:
        readers |= {
            "unit": lambda s, text: _stakes(s, unit=_unit(terms, text)),
            "units": lambda s, text: _stakes(s, units=_units(terms, text)),
        }
    if any(rule.goes_by_hands for rule in terms.rules.wagers.values()):
        readers["players"] = lambda s, text: replace(s, players=_whole("players", text, 1, 7))
    if terms.rules.draws:
        readers |= {
            "positions": lambda s, text: _stakes(s, positions=_whole("positions", text, 1, 7)),
            "magic_rate": lambda s, text: _stakes(s, magic_rate=_rate("magic_rate", text)),
            "lucky_rate": lambda s, text: _stakes(s, lucky_rate=_rate("lucky_rate", text)),
        }
    settings = Settings()
    for key, text in figures.items():
        if key in levels:
            amount = Fraction(_money(key, text).cents, 100)
            settings = _stakes(settings, meters={**settings.stakes.meters, key: amount})
        elif key in readers:
            settings = readers[key](settings, text)
        else:
            known = ", ".join([*terms.rules.options, *readers, *levels])
            raise BadSetting(f"{key!r} is not a setting of {terms.rules.id}; known: {known}")
    return settings


def _stakes(settings: Settings, **changes: object) -> Settings:
    return replace(settings, stakes=replace(settings.stakes, **changes))  # type: ignore[arg-type]


def _levels(terms: Terms) -> list[str]:
    if "progressive" not in terms.rules.wagers:
        return []
    return list(terms.table("progressive").paytable.seeds)


def _unit(terms: Terms, text: str) -> Money:
    unit = _money("unit", text)
    only = terms.table("progressive").paytable.unit
    if not unit or (only is not None and unit != only):
        raise BadSetting(f"unit={text}: write {only or 'an amount over nothing'}")
    return unit


def _units(terms: Terms, text: str) -> int:
    count = _whole("units", text, 1, 10**6)
    allowed = terms.rules.wagers["progressive"].units
    if allowed is not None and not allowed.allow(count):
        raise BadSetting(f"units={text}: this rulebook takes {allowed}")
    return count


def _whole(key: str, text: str, least: int, most: int) -> int:
    if text.isascii() and text.isdigit() and least <= int(text) <= most:
        return int(text)
    raise BadSetting(f"{key}={text}: write a whole number from {least} to {most}")


def _money(key: str, text: str) -> Money:
    try:
        return Money.parse(text if "." in text else f"{text}.00")
    except MoneyError:
        raise BadSetting(f"{key}={text}: write an amount like 25.00") from None


def _rate(key: str, text: str) -> Fraction:
    if _RATE.fullmatch(text) and 0 <= Fraction(text) <= 1:
        return Fraction(text)
    raise BadSetting(f"{key}={text}: write a number from 0 to 1, like 0.05 or 1/20")
