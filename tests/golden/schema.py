"""What stored events look like: their names, and the fields and types of all they are made of."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.records.events import names_of
from pitboss.records.stored import UNIONS

SCHEMA = Path(__file__).parent.parent / "data" / "events.json"

Schema = dict[str, dict[str, str]]
"""By event name, or by class name for what events are made of: the type of each field."""


def kinds() -> dict[str, type]:
    """Every event by its stored name, and every record inside one by its class."""
    events = {name: kind for union in UNIONS for name, kind in names_of(union).items()}
    inside: dict[str, type] = {}
    for kind in events.values():
        inside |= {inner.__name__: inner for inner in _inside(kind, set())}
    return {**events, **{n: k for n, k in inside.items() if k not in events.values()}}


def _inside(hint: Any, seen: set[Any]) -> Iterator[type]:
    if dataclasses.is_dataclass(hint) and isinstance(hint, type) and hint not in seen:
        seen.add(hint)
        yield hint
        for inner in typing.get_type_hints(hint).values():
            yield from _inside(inner, seen)
    for argument in typing.get_args(hint):
        yield from _inside(argument, seen)


def schema() -> Schema:
    """As the code has it now."""
    return {name: fields_of(kind) for name, kind in kinds().items()}


def fields_of(kind: Any) -> dict[str, str]:
    """The fields of a class with their types, in words that do not depend on modules."""
    hints = typing.get_type_hints(kind)
    return {field.name: _words(hints[field.name]) for field in dataclasses.fields(kind)}


def _words(hint: Any) -> str:
    arguments = typing.get_args(hint)
    if not arguments:
        return "..." if hint is Ellipsis else getattr(hint, "__name__", str(hint))
    parts = [_words(argument) for argument in arguments]
    origin = typing.get_origin(hint)
    if origin is typing.Union or getattr(origin, "__name__", "") == "UnionType":
        return " | ".join(sorted(parts))
    return f"{getattr(origin, '__name__', origin)}[{', '.join(parts)}]"


def has_default(kind: Any, name: str) -> bool:
    """Whether a field that a stored event lacks has a usual value."""
    field = next(field for field in dataclasses.fields(kind) if field.name == name)
    missing = dataclasses.MISSING
    return field.default is not missing or field.default_factory is not missing
