"""Whether entries stand where such things are written, under the clause and the tag of their own.

Tables are held to that where they are replayed, since a tag there is the number of the round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, get_args

from pitboss.audit.findings import Finding
from pitboss.audit.times import are_apart
from pitboss.audit.words import in_words
from pitboss.audit.written import check_written
from pitboss.jackpot.aggregate import LinkEvent, LinkSnapshot
from pitboss.jackpot.inbox import InboxEvent
from pitboss.players.account import PlayerEvent
from pitboss.players.sessions import SessionEvent
from pitboss.records.entries import event_of
from pitboss.staff.access import AccessEvent
from pitboss.staff.staff import StaffEvent
from pitboss.store.contract import Entry
from pitboss.store.events import ClockSetBack, HeadsRecorded
from pitboss.table.rounds import SeedsKept
from pitboss.table.table import Event as TableEvent

Tag = Callable[[Any], str]


class Kind(NamedTuple):
    """Streams of one kind: what they are called, and what is written to them."""

    name: re.Pattern[str]
    events: tuple[type, ...]
    tag: Tag = lambda event: ""
    is_own: bool = False
    """Whether every entry is by the person it is about, in no role."""
    is_logged: bool = False
    """Whether entries come of no command: their receipts hold a digest of what they say."""
    is_read: bool = False
    """Whether a replay reads all of it, and says what cannot be read."""


def _kind(name: str, *unions: Any, **more: Any) -> Kind:
    events = tuple(one for union in unions for one in get_args(union) or (union,))
    return Kind(re.compile(name, re.DOTALL), events, **more)


_KINDS = (
    _kind("table/.*", TableEvent, is_read=True),
    _kind("seeds/.*", SeedsKept, tag=lambda event: str(event.number), is_read=True),
    _kind("staff", StaffEvent, is_read=True),
    _kind("access", AccessEvent, tag=lambda event: event.person, is_own=True, is_logged=True),
    _kind("checkpoint", HeadsRecorded, is_read=True),
    _kind("link/.+", LinkEvent, LinkSnapshot, is_read=True),
    _kind("inbox/.+/.*", InboxEvent, tag=lambda event: str(event.round)),
    _kind("player/.+", PlayerEvent),
    _kind("clock", ClockSetBack, tag=lambda event: event.stream),
    _kind("session/[0-9a-f]{64}", SessionEvent, is_own=True),
)


class Filed:
    """One stream, and what may stand in it."""

    def __init__(self, stream: str) -> None:
        self._stream = stream
        self._kind = next((one for one in _KINDS if one.name.fullmatch(stream)), None)
        self.is_logged = self._kind is not None and self._kind.is_logged

    def of_no_kind(self) -> Iterator[Finding]:
        """A stream of a name that nothing writes to."""
        if self._kind is None:
            yield self._finding(1, "stream", "", "nothing is written to a stream of this name")

    def check(self, entry: Entry) -> Iterator[Finding]:
        """What one entry shows by itself."""
        kind = self._kind
        if kind is None:
            return
        try:
            found = list(_wrong(kind, entry))
        except Exception as error:
            found = [] if kind.is_read else [("event", f"it cannot be read: {in_words(error)}")]
        for what, message in found:
            yield self._finding(entry.version, what, entry.clause, message)

    def _finding(self, version: int, kind: str, rule: str, message: str) -> Finding:
        return Finding(stream=self._stream, version=version, kind=kind, rule=rule, message=message)


def _wrong(kind: Kind, entry: Entry) -> Iterator[tuple[str, str]]:
    event: Any = event_of(entry)
    if type(event) not in kind.events:
        yield "event", f"{entry.name} is not written to this stream"
        return
    yield from (("event", message) for message in check_written(entry, event))
    clause, tag = clause_of(event), kind.tag(event)
    if entry.clause != clause:
        yield "event", f"it says {clause or 'no rule'}, not this rule"
    if entry.tag != tag:
        yield "event", f"filed under {entry.tag or 'nothing'}, and is of {tag or 'nothing'}"
    if kind.is_own and (entry.actor, entry.role, entry.second) != (event.person, "", ""):
        yield "permission", f"it is about {event.person}, and on record as by {entry.actor}"
    at = getattr(event, "at", entry.time)
    if are_apart(entry.time, at):
        yield "time", f"it says {at}, and was written at {entry.time}"


def clause_of(event: Any) -> str:
    """The clause an event obeys; a settled line cites several, and the first decides it."""
    rules: tuple[str, ...] = getattr(event, "rules", ())
    return getattr(event, "clause", "") or (rules[0] if rules else "")
