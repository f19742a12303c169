"""Events into the store and out of it again."""

from __future__ import annotations

import json
from typing import Any

from pitboss.codec import name_of
from pitboss.jackpot.events import LinkEvent
from pitboss.jackpot.inbox_events import InboxEvent
from pitboss.jackpot.owner_events import OwnerEvent
from pitboss.players.events import PlayerEvent, SessionEvent
from pitboss.records.events import VERSION, names_of, read_body
from pitboss.records.texts import body_text
from pitboss.staff.events import AccessEvent, StaffEvent
from pitboss.store.checkpoint import CheckpointEvent
from pitboss.store.contract import Draft, Entry
from pitboss.store.set_back import ClockEvent
from pitboss.table.rounds.events import SeedsKept
from pitboss.table.table import Event as TableEvent

# Every union of events that a stream may hold. Their names must differ.
UNIONS: tuple[Any, ...] = (
    TableEvent,
    SeedsKept,
    StaffEvent,
    AccessEvent,
    CheckpointEvent,
    PlayerEvent,
    SessionEvent,
    LinkEvent,
    InboxEvent,
    OwnerEvent,
    ClockEvent,
)


def draft_of(event: Any, *, tag: str = "") -> Draft:
    """An event as it goes into a stream."""
    return Draft(
        name=name_of(type(event)),
        schema=VERSION,
        clause=_clause(event),
        body=body_text(event),
        tag=tag,
    )


def event_of(entry: Entry) -> Any:
    """The event that an entry says."""
    return read_body(_KINDS, entry.name, entry.schema, json.loads(entry.body))


def _clause(event: Any) -> str:
    """The clause an event obeys; a settled line cites several, and the first decides it."""
    clause: str = getattr(event, "clause", "")
    rules: tuple[str, ...] = getattr(event, "rules", ())
    return clause or (rules[0] if rules else "")


_KINDS: dict[str, type] = {}
for _union in UNIONS:
    _clash = _KINDS.keys() & names_of(_union).keys()
    assert not _clash, f"two events are called {', '.join(_clash)}"
    _KINDS.update(names_of(_union))
