"""What an event says as text at once, letter by letter what `as_text(body_of(event))` says.

Every command of a table is written down, and each of its events; to make plain data of them first
and then JSON of that takes four times as long. How a class is written is worked out once from its
types. Tests hold this to the plain way on every entry of the golden logs.
"""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from json.encoder import encode_basestring as quoted
from typing import Any

from pitboss.cards import Card
from pitboss.money import Money
from pitboss.records.events import as_text

Said = Callable[[Any], str]


def body_text(event: Any) -> str:
    """What an event says, field by field, as it is stored."""
    kind: Any = type(event)
    return _writer(kind)(event)


@cache
def _writer(kind: Any) -> Said:
    """Written out for each class, as `dataclass` writes out `__init__`: its fields in one text."""
    hints = typing.get_type_hints(kind)
    known: dict[str, Any] = {"quoted": quoted, "as_text": as_text}
    parts = []
    for field in dataclasses.fields(kind):
        how = _PLAINLY.get(hints[field.name])
        if how is None:
            how = "{says_FIELD(event.FIELD)}"
            known[f"says_{field.name}"] = _says(hints[field.name])
        parts.append(f"{quoted(field.name)}:{how.replace('FIELD', field.name)}")
    exec(f"def write(event): return f'''{{{{{','.join(parts)}}}}}'''", known)
    write: Said = known["write"]
    return write


_PLAINLY: Mapping[Any, str] = {
    str: "{quoted(value) if type(value := event.FIELD) is str else as_text(value)}",
    int: "{value if type(value := event.FIELD) is int else as_text(value)}",
    Money: '"{event.FIELD}"',
    Card: '"{event.FIELD}"',
}
"""What most fields are, said without asking anybody else."""


@cache
def _says(hint: Any) -> Said:
    """How a value of this type is said."""
    if hint is str:
        return lambda value: quoted(value) if type(value) is str else as_text(value)
    if hint is int:
        return lambda value: repr(value) if type(value) is int else as_text(value)
    if hint is bool:
        return lambda value: "true" if value is True else as_text(value)
    if hint in (Money, Card):
        return lambda value: f'"{value}"'
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return lambda value: as_text(value.value)
    if dataclasses.is_dataclass(hint):
        return body_text
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is frozenset:
        return lambda value: as_text(sorted(value))
    if origin is tuple and arguments[-1] is Ellipsis:
        one = _says(arguments[0])
        return lambda value: f"[{','.join([one(item) for item in value])}]"
    if origin is tuple:
        parts = [_says(part) for part in arguments]
        return lambda value: _listed(parts, value)
    if origin is Mapping:
        return _says_mapping(_says(arguments[1]))
    if origin in (typing.Union, types.UnionType):
        return _says_union(arguments)
    raise TypeError(f"no way to say {hint!r} is known")


def _listed(parts: list[Said], values: tuple[Any, ...]) -> str:
    said = [part(value) for part, value in zip(parts, values, strict=True)]
    return f"[{','.join(said)}]"


def _says_mapping(inner: Said) -> Said:
    def says(value: Mapping[Any, Any]) -> str:
        said = [f"{quoted(str(key))}:{inner(item)}" for key, item in value.items()]
        return f"{{{','.join(said)}}}"

    return says


def _says_union(kinds: tuple[Any, ...]) -> Said:
    """An option may be money or a text, and both look alike: there money says that it is."""
    if str in kinds:
        return lambda value: (
            f'{{"money":"{value}"}}' if isinstance(value, Money) else as_text(value)
        )
    one = _says(next(kind for kind in kinds if kind is not types.NoneType))
    return lambda value: "null" if value is None else one(value)
