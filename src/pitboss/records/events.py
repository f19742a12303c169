"""Events as plain data and back: each under a name of its own, never a Python path.

A class may move or be renamed and old logs still read, because what is stored is `wager-placed`
and a version, and money and cards are stored as the contracts write them. How a class is written
and read is worked out once from its types and kept, since a log has millions of entries.
"""

from __future__ import annotations

import dataclasses
import enum
import json
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pitboss.cards import Card
from pitboss.codec import name_of
from pitboss.errors import PitbossError
from pitboss.money import Money
from pitboss.round import events as ev

VERSION = 1

as_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""JSON as it is stored; made once, for `json.dumps` makes it anew each time."""

Change = Callable[[Any], Any]


class UnknownEvent(PitbossError):
    """A stored event that this version of pitboss does not know."""


@cache
def names_of(union: Any) -> dict[str, type]:
    """The kinds of event in a union, by the names they are stored under."""
    return {name_of(kind): kind for kind in typing.get_args(union) or (union,)}


def event_record(event: Any) -> dict[str, Any]:
    """An event as JSON can say it."""
    return {"event": name_of(type(event)), "version": VERSION, **body_of(event)}


def read_event(record: Mapping[str, Any]) -> ev.Event:
    """The event of a round that a record says."""
    event: ev.Event = read_body(
        names_of(ev.Event), record.get("event", ""), record.get("version"), record
    )
    return event


def body_of(event: Any) -> dict[str, Any]:
    """What an event says, field by field."""
    kind: Any = type(event)
    return {name: change(getattr(event, name)) for name, change in _writer(kind)}


def read_body(
    kinds: Mapping[str, type], name: str, version: object, body: Mapping[str, Any]
) -> Any:
    """The event of that name and version with this body."""
    kind = kinds.get(name)
    if kind is None or version != VERSION:
        raise UnknownEvent(f"{name!r} version {version!r} is not known")
    return _read(kind, body)


def read_command(kinds: Mapping[str, type], name: str, body: Mapping[str, Any]) -> Any:
    """The command of that name with this body; what it may leave out has its usual value."""
    kind = kinds.get(name)
    if kind is None:
        raise UnknownEvent(f"No command is called {name!r}")
    said = {field: change(body[field]) for field, change in _reader(kind) if field in body}
    try:
        return kind(**said)
    except TypeError as error:
        raise UnknownEvent(f"{name}: {error}") from error


def _read(kind: type, body: Mapping[str, Any]) -> Any:
    """What was added to a class since it was stored has its usual value; all else must be there."""
    values = {name: change(body[name]) for name, change in _reader(kind) if name in body}
    if not _needed(kind) <= values.keys():
        missing = [name for name, _ in _reader(kind) if name in _needed(kind) - values.keys()]
        raise UnknownEvent(f"{kind.__name__} lacks {', '.join(missing)}")
    return kind(**values)


def as_far_as_written(now: Any, body: Any) -> Any:
    """A record as a body can say it that was written before its class had all it has now.

    Whatever the body does not speak of has its usual value, as if the record had been read from it.
    """
    if not dataclasses.is_dataclass(now) or not isinstance(body, Mapping):
        return now
    kind: Any = type(now)
    values = {
        field.name: as_far_as_written(getattr(now, field.name), body[field.name])
        for field in dataclasses.fields(now)
        if field.name in body
    }
    return kind(**values)


@cache
def _needed(kind: Any) -> frozenset[str]:
    missing = dataclasses.MISSING
    return frozenset(
        field.name
        for field in dataclasses.fields(kind)
        if field.default is missing and field.default_factory is missing
    )


# --- writing --------------------------------------------------------------------------------------


@cache
def _writer(kind: type) -> tuple[tuple[str, Change], ...]:
    hints = typing.get_type_hints(kind)
    return tuple((field.name, _writes(hints[field.name])) for field in dataclasses.fields(kind))


@cache
def _writes(hint: Any) -> Change:
    """How a value of this type is written."""
    if hint in (str, int, bool, types.NoneType):
        return _as_is
    if hint in (Money, Card):
        return str
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return lambda value: value.value
    if dataclasses.is_dataclass(hint):
        return body_of
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is frozenset:
        return sorted
    if origin is tuple and arguments[-1] is Ellipsis:
        one = _writes(arguments[0])
        return lambda value: [one(item) for item in value]
    if origin is tuple:
        parts = [_writes(part) for part in arguments]
        return lambda value: [part(item) for part, item in zip(parts, value, strict=True)]
    if origin is Mapping:
        inner = _writes(arguments[1])
        return lambda value: {str(key): inner(item) for key, item in value.items()}
    if origin in (typing.Union, types.UnionType):
        return _writes_union(arguments)
    raise TypeError(f"no way to write {hint!r} is known")


def _writes_union(kinds: tuple[Any, ...]) -> Change:
    """An option may be money or a text, and both look alike: there money says that it is."""
    if str in kinds:
        return lambda value: {"money": str(value)} if isinstance(value, Money) else value
    one = _writes(next(kind for kind in kinds if kind is not types.NoneType))
    return lambda value: None if value is None else one(value)


def _as_is(value: Any) -> Any:
    return value


# --- reading --------------------------------------------------------------------------------------


@cache
def _reader(kind: type) -> tuple[tuple[str, Change], ...]:
    hints = typing.get_type_hints(kind)
    return tuple((field.name, _reads(hints[field.name])) for field in dataclasses.fields(kind))


@cache
def _reads(hint: Any) -> Change:
    """How a value of this type is read."""
    if hint in (str, int, bool, types.NoneType):
        return _as_is
    if hint is Money:
        return _money
    if hint is Card:
        return Card.parse
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return hint
    if dataclasses.is_dataclass(hint):
        return lambda value: _read(hint, value)  # type: ignore[arg-type]
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is frozenset:
        return frozenset
    if origin is tuple and arguments[-1] is Ellipsis:
        one = _reads(arguments[0])
        return lambda value: tuple([one(item) for item in value])
    if origin is tuple:
        parts = [_reads(part) for part in arguments]
        return lambda value: tuple(part(item) for part, item in zip(parts, value, strict=True))
    if origin is Mapping:
        key, inner = arguments[0], _reads(arguments[1])
        return lambda value: {key(name): inner(item) for name, item in value.items()}
    if origin in (typing.Union, types.UnionType):
        return _reads_union(arguments)
    raise TypeError(f"no way to read {hint!r} is known")


def _reads_union(kinds: tuple[Any, ...]) -> Change:
    if str in kinds:
        return lambda value: _money(value["money"]) if isinstance(value, dict) else value
    one = _reads(next(kind for kind in kinds if kind is not types.NoneType))
    return lambda value: None if value is None else one(value)


def _money(text: str) -> Money:
    """A count may come out short, so what is stored may be below nothing."""
    if text.startswith("-"):
        return Money(0) - Money.parse(text[1:])
    return Money.parse(text)
