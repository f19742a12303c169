"""Events as plain data and back: each under a name of its own, never a Python path.

A class may move or be renamed and old logs still read, because what is stored is `wager-placed`
and a version, and money and cards are stored as the contracts write them.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.money import Money
from pitboss.table import events as ev

VERSION = 1


class UnknownEvent(PitbossError):
    """A stored event that this version of pitboss does not know."""


def name_of(kind: type) -> str:
    """The name an event is stored under.

    >>> name_of(ev.WagerPlaced)
    'wager-placed'
    """
    letters = (f"-{c.lower()}" if c.isupper() else c for c in kind.__name__)
    return "".join(letters).removeprefix("-")


@cache
def _kinds() -> dict[str, type]:
    return {name_of(kind): kind for kind in typing.get_args(ev.Event)}


@cache
def _types(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def event_record(event: ev.Event) -> dict[str, Any]:
    """An event as JSON can say it."""
    fields = {field.name: getattr(event, field.name) for field in dataclasses.fields(event)}
    body = {name: _plain(value) for name, value in fields.items()}
    return {"event": name_of(type(event)), "version": VERSION, **body}


def read_event(record: Mapping[str, Any]) -> ev.Event:
    """The event that a record says."""
    kind = _kinds().get(record.get("event", ""))
    if kind is None or record.get("version") != VERSION:
        raise UnknownEvent(
            f"{record.get('event')!r} version {record.get('version')!r} is not known"
        )
    missing = [name for name in _types(kind) if name not in record]
    if missing:
        raise UnknownEvent(f"{record['event']!r} lacks {', '.join(missing)}")
    event: ev.Event = kind(
        **{name: _typed(hint, record[name]) for name, hint in _types(kind).items()}
    )
    return event


def _plain(value: Any) -> Any:
    """JSON's own types, with money and options told apart from texts by a tag."""
    if isinstance(value, Money | Card):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _tagged(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _tagged(value: Any) -> Any:
    """An option may be money or a text, and both look alike: money says that it is."""
    return {"money": str(value)} if isinstance(value, Money) else _plain(value)


def _typed(hint: Any, value: Any) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is Money:
        return Money.parse(value)
    if hint is Card:
        return Card.parse(value)
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return tuple(_typed(arguments[0], item) for item in value)
        return tuple(_typed(kind, item) for kind, item in zip(arguments, value, strict=True))
    if origin is Mapping:
        key, item_hint = arguments
        return {key(name): _typed(item_hint, item) for name, item in value.items()}
    if origin in (typing.Union, types.UnionType):
        return _one_of(arguments, value)
    return value


def _one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    if isinstance(value, dict) and "money" in value:
        return Money.parse(value["money"])
    if value is None or str in kinds or bool in kinds:
        return value
    kind = next(kind for kind in kinds if kind is not types.NoneType)
    return _typed(kind, value)
