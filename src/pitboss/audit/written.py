"""Whether an entry says what its event says, and nothing beside it.

Whoever reads an event takes from its entry what such an event has. A word more would stand in the
record, be shown to whoever looks at it, and mean nothing to any rule.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeVar

from pitboss.records.events import as_far_as_written, as_text
from pitboss.records.texts import body_text
from pitboss.store.contract import Entry

Standing = TypeVar("Standing")


def stood(entry: Entry, standing: Standing) -> Standing:
    """A standing as its entry can say it, which may be older than some of what is kept now."""
    as_written: Standing = as_far_as_written(standing, json.loads(entry.body))
    return as_written


def check_written(entry: Entry, event: Any) -> Iterator[str]:
    """Hold the text of an entry against the event that was read from it."""
    text = body_text(event)
    if entry.body == text:
        return
    said = json.loads(entry.body)
    if as_text(said) != entry.body:
        yield "it is not written as entries are"
    elif not _is_within(said, json.loads(text)):
        yield "it says other things than such an entry does"


def _is_within(said: Any, whole: Any) -> bool:
    """Whether all of it is in the whole; what events have gained since it was written is not."""
    if isinstance(said, dict) and isinstance(whole, dict):
        return all(key in whole and _is_within(own, whole[key]) for key, own in said.items())
    if isinstance(said, list) and isinstance(whole, list):
        return len(said) == len(whole) and all(map(_is_within, said, whole))
    return bool(said == whole)
