"""Whether an entry says what its event says, and nothing beside it.

Whoever reads an event takes from its entry what such an event has. A word more would stand in the
record, be shown to whoever looks at it, and mean nothing to any rule.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from pitboss.codec import encode, text_of
from pitboss.store.contract import Entry

Snapshot = TypeVar("Snapshot")


def snapshot_of(entry: Entry, snapshot: Snapshot) -> Snapshot:
    """A snapshot as its entry can say it, which may be older than some of what is kept now."""
    as_written: Snapshot = _as_far_as_written(snapshot, json.loads(entry.body))
    return as_written


def _as_far_as_written(now: Any, body: Any) -> Any:
    """What the body does not speak of has its default, as if the record had been read from it."""
    if not is_dataclass(now) or not isinstance(body, Mapping):
        return now
    kind: Any = type(now)
    values = {
        field.name: _as_far_as_written(getattr(now, field.name), body[field.name])
        for field in fields(now)
        if field.name in body
    }
    return kind(**values)


def check_written(entry: Entry, event: Any) -> Iterator[str]:
    """Hold the text of an entry against the event that was read from it."""
    text = encode(event)
    if entry.body == text:
        return
    said = json.loads(entry.body)
    if text_of(said) != entry.body:
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
