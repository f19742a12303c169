"""Whether an entry says what its event says, and nothing beside it.

Whoever reads an event takes from its entry what such an event has. A word more would stand in the
record, be shown to whoever looks at it, and mean nothing to any rule.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from pitboss.records.events import as_far_as_written, as_text
from pitboss.records.texts import body_text
from pitboss.store.contract import Entry

Snapshot = TypeVar("Snapshot")


def snapshot_of(entry: Entry, snapshot: Snapshot) -> Snapshot:
    """A snapshot as its entry can say it, which may be older than some of what is kept now."""
    as_written: Snapshot = as_far_as_written(snapshot, json.loads(entry.body))
    return as_written


def check_written(entry: Entry, event: Any) -> Iterator[str]:
    """Hold the text of an entry against the event that was read from it."""
    text = body_text(event)
    yield from (f"{name} is not as such an entry has it" for name in _of_another_kind(event))
    if entry.body == text:
        return
    said = json.loads(entry.body)
    if as_text(said) != entry.body:
        yield "it is not written as entries are"
    elif not is_within(said, json.loads(text)):
        yield "it says other things than such an entry does"


def is_within(said: Any, whole: Any) -> bool:
    """Whether all of it is in the whole; what events have gained since it was written is not."""
    if isinstance(said, dict) and isinstance(whole, dict):
        return all(key in whole and is_within(own, whole[key]) for key, own in said.items())
    if isinstance(said, list) and isinstance(whole, list):
        return len(said) == len(whole) and all(map(is_within, said, whole))
    return bool(said == whole)


def _of_another_kind(event: Any) -> Iterator[str]:
    """Texts, numbers and yes or no that are something else: they are read as they stand."""
    kind: Any = type(event)
    for name, kinds in _plain(kind):
        if type(getattr(event, name)) not in kinds:
            yield name


@cache
def _plain(kind: type) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """The fields of an event that are read as they stand, and what each may be."""
    hints = get_type_hints(kind)
    found = ((one.name, _one_of(hints[one.name])) for one in fields(kind))
    return tuple((name, kinds) for name, kinds in found if _PLAIN.issuperset(kinds))


def _one_of(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


_PLAIN = {str, int, bool, NoneType}
