"""Events as entries of the store, and as lines of a log of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.codec import DecodeError, decode_as, encode, from_plain, name_of, names_of, plain
from pitboss.envelope import Envelope, Recorded
from pitboss.jackpot.aggregate import LinkEvent, LinkSnapshot
from pitboss.jackpot.inbox import InboxEvent
from pitboss.players.account import PlayerEvent
from pitboss.players.sessions import SessionEvent
from pitboss.round.round import Event as RoundEvent
from pitboss.staff.access import AccessEvent
from pitboss.staff.staff import StaffEvent
from pitboss.store.contract import Draft, Entry
from pitboss.store.events import ClockSetBack, HeadsRecorded
from pitboss.table.rounds import SeedsEvent
from pitboss.table.table import Event as TableEvent

VERSION = 1
"""Of the way events are written; an entry and a line of a log say it."""

# Every union of events that a stream may hold. Their names must differ.
UNIONS: tuple[Any, ...] = (
    TableEvent,
    SeedsEvent,
    StaffEvent,
    AccessEvent,
    HeadsRecorded,
    PlayerEvent,
    SessionEvent,
    LinkEvent,
    InboxEvent,
    LinkSnapshot,
    ClockSetBack,
)


def draft_of(event: Any, *, tag: str = "") -> Draft:
    """An event as it goes into a stream."""
    return Draft(
        name=name_of(type(event)),
        schema=VERSION,
        clause=clause_of(event),
        body=encode(event),
        tag=tag,
    )


def event_of(entry: Entry) -> Any:
    """The event that an entry says."""
    _check_version(entry.name, entry.schema)
    return decode_as(_KINDS, entry.name, entry.body)


def event_record(event: Any) -> dict[str, Any]:
    """An event as one line of a log says it."""
    return {"event": name_of(type(event)), "version": VERSION, **plain(event)}


def read_event(record: Mapping[str, Any]) -> RoundEvent:
    """The event of a round that a line of a log says."""
    _check_version(record.get("event"), record.get("version"))
    event: RoundEvent = from_plain(names_of(RoundEvent), record.get("event"), record)
    return event


def _check_version(name: object, version: object) -> None:
    if version != VERSION:
        raise DecodeError(f"{name!r} version {version!r} is not known")


def envelope_of(entry: Entry) -> Envelope:
    """Who an entry is by, in which role, beside whom, when and by which command."""
    return Envelope(
        actor=entry.actor,
        role=entry.role,
        second=entry.second,
        time=entry.time,
        id=entry.command,
    )


def recorded(entry: Entry) -> Recorded[Any]:
    """The event that an entry says, in its envelope."""
    return Recorded(event_of(entry), envelope_of(entry))


def clause_of(event: Any) -> str:
    """The clause an event obeys; a settled line cites several, and the first decides it."""
    clause: str = getattr(event, "clause", "")
    rules: tuple[str, ...] = getattr(event, "rules", ())
    return clause or (rules[0] if rules else "")


_KINDS: dict[str, type] = {}
for _union in UNIONS:
    _clash = _KINDS.keys() & names_of(_union).keys()
    assert not _clash, f"two events are called {', '.join(_clash)}"
    _KINDS.update(names_of(_union))
