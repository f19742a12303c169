"""What stored events look like: by event name, the place and type of every value in its body.

Records inside an event are expanded in place, so that no class name stands in the schema: a class
may be renamed and nothing here changes.
"""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.codec import names_of
from pitboss.records.entries import UNIONS

SCHEMA = Path(__file__).parent.parent / "data" / "events.json"

Schema = dict[str, dict[str, str]]
"""By event name: the type of each value, by its place."""


class Leaf(NamedTuple):
    """One value of a body: where it stands, its type, and whether its field has a default."""

    place: str
    words: str
    has_default: bool = False


def events() -> dict[str, type]:
    """Every event by its stored name."""
    return {name: kind for union in UNIONS for name, kind in names_of(union).items()}


def schema() -> Schema:
    """As the code has it now."""
    return {
        name: {leaf.place: leaf.words for leaf in leaves(kind)} for name, kind in events().items()
    }


def leaves(kind: Any, place: str = "") -> Iterator[Leaf]:
    """Every value in a record, place by place."""
    hints = typing.get_type_hints(kind)
    missing = dataclasses.MISSING
    for field in dataclasses.fields(kind):
        has_default = field.default is not missing or field.default_factory is not missing
        inner = f"{place}.{field.name}" if place else field.name
        found = list(_inside(hints[field.name], inner, has_default))
        yield from found or [Leaf(inner, "nothing", has_default)]


def _inside(hint: Any, place: str, has_default: bool) -> Iterator[Leaf]:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        yield from leaves(hint, place)
    elif isinstance(hint, type) and issubclass(hint, enum.Enum):
        values = ", ".join(str(one.value) for one in hint)
        yield Leaf(place, f"one of {values}", has_default)
    elif origin is frozenset or (origin is tuple and arguments[-1] is Ellipsis):
        yield from _inside(arguments[0], f"{place}[]", has_default)
    elif origin is tuple:
        for number, argument in enumerate(arguments):
            yield from _inside(argument, f"{place}[{number}]", has_default)
    elif origin is Mapping:
        # A key is a text in JSON whatever it is: of an enumeration its values matter.
        yield from _inside(arguments[0], f"{place}{{key}}", has_default)
        yield from _inside(arguments[1], f"{place}{{}}", has_default)
    elif origin in (typing.Union, types.UnionType):
        others = [one for one in arguments if one is not types.NoneType]
        mark = "?" if len(others) < len(arguments) else ""
        if len(others) == 1:
            yield from _inside(others[0], place + mark, has_default)
        else:
            words = " | ".join(sorted(one.__name__ for one in others))
            yield Leaf(place + mark, words, has_default)
    else:
        yield Leaf(place, hint.__name__, has_default)


def changes(stored: Schema, now: Schema) -> Iterator[str]:
    """What logs of the stored schema could not be read for any more."""
    for name, places in stored.items():
        if name not in now:
            yield f"{name} is stored, and nothing reads it any more"
            continue
        for place, words in places.items():
            if not _still_read(words, now[name].get(place, "nothing")):
                yield f"{name}: {place} was {words}, and is {now[name].get(place, 'gone')}"
        for leaf in leaves(events()[name]):
            if leaf.place not in places and not leaf.has_default:
                yield f"{name}: {leaf.place} is not in old logs: give it a default"


def _still_read(words: str, now: str) -> bool:
    """An enumeration may gain values; all else stays what it is."""
    if words.startswith("one of ") and now.startswith("one of "):
        old, new = (set(text.removeprefix("one of ").split(", ")) for text in (words, now))
        return old <= new
    return words == now
