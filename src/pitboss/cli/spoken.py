"""Commands as a person types them at a table without a browser.

A line is a command's name and what it needs, in order or by name:

    bet 3 p1 ante 25.00
    deal Ah Kd Qs 9c 2d
    report foreign_card seat=2 card="red back"

The names are those of the commands themselves, with a few short ones beside them, so whatever a
table knows can be typed.
"""

from __future__ import annotations

import dataclasses
import re
import shlex
import types
import typing
from collections.abc import Mapping
from typing import Any

from pitboss.cards import CARD_BY_NAME, Card
from pitboss.codec import name_of
from pitboss.errors import PitbossError
from pitboss.money import Money
from pitboss.round.deal import DealCards
from pitboss.table.irregularities.laid_cards import DUPLICATE
from pitboss.table.irregularities.reports import ReportIrregularity
from pitboss.table.table import Command

SHORT = {
    "bet": "place-wager",
    "down": "take-down",
    "no-more-bets": "close-bets",
    "deal": "deal-cards",
    "view": "view-hand",
    "burn": "burn-card",
    "turn": "turn-cards",
    "leave": "leave-down",
    "show": "show-hand",
    "decline": "decline-to-show",
    "end": "end-round",
    "sit": "take-seat",
    "stand": "leave-seat",
    "buy": "buy-in",
}

# These say what only the system knows, so it says them itself: `pitboss table run` has words of
# its own for them.
_NOT_TYPED = (
    "OpenTable", "CallForBets", "OpenSeeds", "SettleRound", "RecordDraws", "OpenRound",
    "RemoveHand", "VoidRound",
)  # fmt: skip


class NotUnderstood(PitbossError):
    """A line that is not a command."""


def command_of(line: str) -> Command:
    """The command that a line says.

    >>> command_of("bet 3 p1 ante 25.00")
    PlaceWager(seat=3, player='p1', wager='ante', stake=Money('25.00'), instrument='chips', \
coupon=Money('0.00'))
    >>> command_of("colour-up p1 given:5.00=20 taken:100.00=1")
    ColourUp(player='p1', given={500: 20}, taken={10000: 1})
    >>> command_of("deal Ah Joker")
    ReportIrregularity(kind='duplicate_card', details={'entered': 'Ah Joker'})
    >>> command_of("bet 3 p1")
    Traceback (most recent call last):
    ...
    pitboss.cli.spoken.NotUnderstood: bet needs wager, stake: bet SEAT PLAYER WAGER STAKE \
[INSTRUMENT] [COUPON]
    """
    try:
        first, *rest = shlex.split(line)
    except ValueError as error:
        raise NotUnderstood(f"{line!r}: {error}") from error
    kind = verbs().get(SHORT.get(first, first))
    if kind is None:
        raise NotUnderstood(f"No command is called {first!r}; type help for the list")
    if kind is DealCards and any(name not in CARD_BY_NAME for name in _names(rest)):
        # Whoever keyed it does not just key it again: the table asks what it is (I-101).
        return ReportIrregularity(kind=DUPLICATE, details={"entered": " ".join(_names(rest))})
    return _built(kind, first, rest)


def verbs() -> dict[str, type]:
    """Every command that can be typed, by its name."""
    kinds = (kind for kind in typing.get_args(Command) if kind.__name__ not in _NOT_TYPED)
    return {name_of(kind): kind for kind in kinds}


def usage(first: str, kind: type) -> str:
    """How a command is typed."""
    parts = []
    for field in dataclasses.fields(kind):
        word = field.name.upper()
        if _is_open(_hints(kind)[field.name]):
            word = f"{field.name}:KEY=VALUE ..." if len(_open(kind)) > 1 else "KEY=VALUE ..."
        parts.append(word if _is_needed(field) else f"[{word}]")
    return " ".join([first, *parts])


def _built(kind: type, first: str, words: list[str]) -> Command:
    hints = _hints(kind)
    names = [field.name for field in dataclasses.fields(kind)]
    opened: dict[str, dict[Any, Any]] = {name: {} for name in _open(kind)}
    values: dict[str, Any] = {}
    plain: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        into, colon, key = name.partition(":")
        if len(opened) == 1 and not colon:
            into, key = next(iter(opened)), name
        if equals and name in names and name not in opened:
            _once(first, name, values, name)
            values[name] = _value(first, name, hints[name], [value])
        elif equals and into in opened:
            outer, inner = typing.get_args(hints[into])
            entry = _key(first, outer, key)
            _once(first, key, opened[into], entry)
            opened[into][entry] = _value(first, key, inner, [value])
        else:
            plain.append(word)
    for name in names:
        if name in values or name in opened or not plain:
            continue
        takes_all = typing.get_origin(hints[name]) is tuple
        values[name] = _value(first, name, hints[name], plain if takes_all else plain[:1])
        plain = [] if takes_all else plain[1:]
    if plain:
        raise NotUnderstood(f"{plain[0]!r} is too much: {usage(first, kind)}")
    values |= {name: entries for name, entries in opened.items() if entries}
    missing = [f.name for f in dataclasses.fields(kind) if f.name not in values and _is_needed(f)]
    if missing:
        raise NotUnderstood(f"{first} needs {', '.join(missing)}: {usage(first, kind)}")
    built: Command = kind(**values)
    return built


def _once(first: str, name: str, said: Mapping[Any, Any], key: Any) -> None:
    """Nobody can tell which of two was meant, and chips are counted by these."""
    if key in said:
        raise NotUnderstood(f"{first}, {name}: is said twice; say it once")


def _key(first: str, hint: Any, key: str) -> Any:
    """Chips are named by what they are worth, and counted in cents."""
    return _value(first, key, Money, [key]).cents if hint is int else key


def _value(first: str, name: str, hint: Any, words: list[str]) -> Any:
    try:
        return _read(hint, words)
    except (PitbossError, ValueError) as error:
        raise NotUnderstood(f"{first}, {name}: {error}") from error


def _read(hint: Any, words: list[str]) -> Any:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        hint = next(kind for kind in typing.get_args(hint) if kind is not types.NoneType)
    if typing.get_origin(hint) is tuple:
        inner = typing.get_args(hint)[0]
        return tuple(_read(inner, [word]) for word in _names(words))
    (word,) = words
    if hint is Money:
        return Money.parse(word)
    if hint is Card:
        return Card.parse(word)
    if hint is int:
        if not re.fullmatch(r"-?[0-9]{1,9}", word):
            raise ValueError(f"{word!r} is not a whole number")
        return int(word)
    if hint is bool:
        if word not in ("yes", "no"):
            raise ValueError(f"{word!r} is neither yes nor no")
        return word == "yes"
    return word


def _names(words: list[str]) -> list[str]:
    """Each of several things, whether they were written as one word in quotes or as many."""
    return " ".join(words).split()


def _open(kind: type) -> list[str]:
    """The fields that take whatever names are given."""
    return [name for name, hint in _hints(kind).items() if _is_open(hint)]


def _is_open(hint: Any) -> bool:
    """Whether a field takes whatever names are given."""
    return typing.get_origin(hint) is Mapping


def _is_needed(field: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    return field.default is missing and field.default_factory is missing


def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)
