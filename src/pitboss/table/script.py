"""A table's commands and events as lines of text, as a dealer types them and reads them.

A line is the name of a command and its fields, in order or by name:

    bet 3 p1 ante 25.00
    deal Ah Kd Qs 9c 2d
    report foreign_card seat=2 card="red back"
    p1: choose 3 play

The names are the stored names of the commands, and a few short ones for the most frequent. A line
that begins with `PLAYER:` is given by that player.

An event is read as one line too, with the clause it obeys:

    wager placed: seat 3, player p1, wager ante, stake 25.00 (3.4)
"""

from __future__ import annotations

import dataclasses
import re
import shlex
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any

from pitboss.cards import CARD_BY_NAME, Card
from pitboss.codec import name_of, plain
from pitboss.errors import PitbossError
from pitboss.money import Money
from pitboss.round.deal import DealCards, DrawsRecorded
from pitboss.table.irregularities.laid_cards import DUPLICATE
from pitboss.table.irregularities.reports import IrregularityReported, ReportIrregularity
from pitboss.table.prompts import NOTHING_HIDDEN, Hidden, details_without, without
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

# These carry what only the system knows (seeds, draws, meters), so they cannot be typed.
_NOT_TYPED = (
    "OpenTable", "CallForBets", "OpenSeeds", "SettleRound", "RecordDraws", "OpenRound",
    "RemoveHand", "VoidRound",
)  # fmt: skip


_BY_PLAYER = re.compile(r"(?P<player>[^\s:=]+):\s+(?P<rest>.*)")


class NotUnderstood(PitbossError):
    """A line that is not a command."""


def player_of(line: str) -> tuple[str, str]:
    """The player who gives a line, or nothing, and the line without the player's name.

    >>> player_of("p1: choose 3 play")
    ('p1', 'choose 3 play')
    >>> player_of("no-more-bets")
    ('', 'no-more-bets')
    """
    match = _BY_PLAYER.fullmatch(line)
    return (match["player"], match["rest"]) if match else ("", line)


def command_of(line: str) -> Command:
    """The command that a line gives, without a player's name in front.

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
    pitboss.table.script.NotUnderstood: bet needs wager, stake: bet SEAT PLAYER WAGER STAKE \
[INSTRUMENT] [COUPON]
    """
    try:
        first, *rest = shlex.split(line)
    except ValueError as error:
        raise NotUnderstood(f"{line!r}: {error}") from error
    kind = _kinds().get(SHORT.get(first, first))
    if kind is None:
        raise NotUnderstood(f"No command is called {first!r}; type help for the list")
    if kind is DealCards and any(name not in CARD_BY_NAME for name in _names(rest)):
        # A card that is in no deck is not simply keyed again: the table asks what it is (I-101).
        return ReportIrregularity(kind=DUPLICATE, details={"entered": " ".join(_names(rest))})
    return _built(kind, first, rest)


def usage_lines() -> list[str]:
    """How each command is typed, by its short name where it has one."""
    short = {name: word for word, name in SHORT.items()}
    return [_usage(short.get(name, name), kind) for name, kind in _kinds().items()]


def _kinds() -> dict[str, type]:
    """Every command that can be typed, by its stored name."""
    kinds = (kind for kind in typing.get_args(Command) if kind.__name__ not in _NOT_TYPED)
    return {name_of(kind): kind for kind in kinds}


def _usage(first: str, kind: type) -> str:
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
        raise NotUnderstood(f"{plain[0]!r} is too much: {_usage(first, kind)}")
    values |= {name: entries for name, entries in opened.items() if entries}
    missing = [f.name for f in dataclasses.fields(kind) if f.name not in values and _is_needed(f)]
    if missing:
        raise NotUnderstood(f"{first} needs {', '.join(missing)}: {_usage(first, kind)}")
    built: Command = kind(**values)
    return built


def _once(first: str, name: str, said: Mapping[Any, Any], key: Any) -> None:
    """Which of two values was meant cannot be known, and chips are counted by them."""
    if key in said:
        raise NotUnderstood(f"{first}, {name}: given twice; give it once")


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
    """The single words of a list, written as one quoted word or as many."""
    return " ".join(words).split()


def _open(kind: type) -> list[str]:
    """The fields that take any names (KEY=VALUE)."""
    return [name for name, hint in _hints(kind).items() if _is_open(hint)]


def _is_open(hint: Any) -> bool:
    return typing.get_origin(hint) is Mapping


def _is_needed(field: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    return field.default is missing and field.default_factory is missing


def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


# --- events ---------------------------------------------------------------------------------------

_NOT_SHOWN = (
    "clause", "setting", "table", "rules", "interpretations", "options", "limits", "digest",
)  # fmt: skip


def event_line(event: Any, hidden: Hidden = NOTHING_HIDDEN) -> str:
    """An event in one line; of cards that are hidden now it gives only the number.

    >>> from pitboss.money import Money
    >>> from pitboss.round.wagers import WagerPlaced
    >>> event_line(WagerPlaced(seat=3, player="p1", wager="ante", stake=Money(2500), clause="3.4"))
    'wager placed: seat 3, player p1, wager ante, stake 25.00 (3.4)'
    >>> from pitboss.table.chips.exchange import ColouredUp
    >>> event_line(ColouredUp(player="p1", given={500: 20}, taken={10000: 1}, clause="I-50"))
    'coloured up: player p1, given 5.00: 20, taken 100.00: 1 (I-50)'
    """
    body = _seen(event, plain(event), hidden)
    for name in ("pieces", "given", "taken"):
        # Chips are typed by what they are worth, and shown in the same way.
        if isinstance(body.get(name), dict):
            body[name] = {str(Money(int(cents))): count for cents, count in body[name].items()}
    fields = [
        f"{key.replace('_', ' ')} {_text(value)}"
        for key, value in body.items()
        if key not in _NOT_SHOWN and value not in (None, "", [], {}, ())
    ]
    cited = [getattr(event, "clause", ""), *getattr(event, "rules", ())]
    cited += getattr(event, "interpretations", ())
    clauses = ", ".join(clause for clause in cited if clause)
    text = name_of(type(event)).replace("-", " ")
    if fields:
        text = f"{text}: {', '.join(fields)}"
    return f"{text} ({clauses})" if clauses else text


def _seen(event: Any, body: dict[str, Any], hidden: Hidden) -> dict[str, Any]:
    """The fields of an event, without what is hidden now."""
    if isinstance(event, DrawsRecorded):
        # Not even whether anything was drawn.
        secret = {name for name in ("magic_card", "lucky_seat") if getattr(hidden, name)}
        return {name: value for name, value in body.items() if name not in secret}
    if isinstance(event, IrregularityReported):
        return body | {"details": details_without(hidden, body["details"])}
    kind: Any = type(event)
    held = _with_cards(kind)
    return {
        name: _without(hidden, value) if name in held else value for name, value in body.items()
    }


def _without(hidden: Hidden, value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without(hidden, item) for key, item in value.items()}
    if isinstance(value, list):
        return without(hidden, " ".join(value))
    return "face down" if value in hidden.cards else value


@cache
def _with_cards(kind: Any) -> frozenset[str]:
    """The fields that hold cards, by their types, so that no event need be listed."""
    hints = typing.get_type_hints(kind)
    return frozenset(name for name, hint in hints.items() if _holds_cards(hint))


def _holds_cards(hint: Any) -> bool:
    return hint is Card or any(map(_holds_cards, typing.get_args(hint)))


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_text(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " ".join(_text(item) for item in value)
    return str(value)
