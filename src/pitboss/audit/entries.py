"""The one look at every entry of every stream: what each shows by itself, or beside its command.

Is it written where such things are written, under its own clause and tag, as entries are; is all
that one command wrote by the same persons at the same time. What later checks compare with is
noted on the way. What follows from the command itself is for the replays.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from sys import intern
from typing import Any, NamedTuple, get_args

from pitboss.audit.checkpoints import StreamIndex
from pitboss.audit.findings import Finding, finding_at, in_words
from pitboss.audit.players import TableVisits
from pitboss.audit.times import are_apart
from pitboss.codec import encode, text_of
from pitboss.envelope import SYSTEM
from pitboss.jackpot.aggregate import LinkEvent, LinkSnapshot
from pitboss.jackpot.inbox import InboxEvent
from pitboss.players.account import PlayerEvent
from pitboss.players.sessions import SessionEvent
from pitboss.records.entries import clause_of, event_of
from pitboss.staff.access import AccessEvent, digest_of
from pitboss.staff.staff import StaffEvent
from pitboss.store.contract import Entry
from pitboss.store.events import ClockSetBack, HeadsRecorded
from pitboss.table.rounds import SeedsEvent
from pitboss.table.table import Event as TableEvent


class StreamKind(NamedTuple):
    """Streams of one kind: what they are called, and what is written to them."""

    name: re.Pattern[str]
    events: tuple[type, ...]
    tag: Callable[[Any], str] = lambda event: ""
    is_own: bool = False
    """Whether every entry is by the person it is about, in no role."""
    is_logged: bool = False
    """Whether entries come of no command: their receipts hold a digest of what they say."""
    is_read: bool = False
    """Whether another check reads all of it, and reports what cannot be read."""


def _kind(name: str, *unions: Any, **more: Any) -> StreamKind:
    events = tuple(one for union in unions for one in get_args(union) or (union,))
    return StreamKind(re.compile(name, re.DOTALL), events, **more)


_KINDS = (
    _kind("table/.*", TableEvent, is_read=True),
    _kind("seeds/.*", SeedsEvent, tag=lambda event: str(event.number), is_read=True),
    _kind("staff", StaffEvent, is_read=True),
    _kind("access", AccessEvent, tag=lambda event: event.person, is_own=True, is_logged=True),
    _kind("checkpoint", HeadsRecorded, is_read=True),
    _kind("link/.+", LinkEvent, LinkSnapshot, is_read=True),
    _kind("inbox/.+/.*", InboxEvent, tag=lambda event: str(event.round)),
    _kind("player/.+", PlayerEvent, is_read=True),
    _kind("clock", ClockSetBack, tag=lambda event: event.stream),
    _kind("session/[0-9a-f]{64}", SessionEvent, is_own=True, is_read=True),
)


class EntryChecks:
    """What every entry shows, and what other things are compared with."""

    def __init__(self) -> None:
        self.events = 0
        self.index = StreamIndex()
        self.visits = TableVisits()
        self.findings: list[Finding] = []
        self._senders = _Senders()
        self._logged: list[tuple[Entry, str]] = []
        """Entries that come of no command, and what their receipts must say instead."""

    def through(self, stream: str, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Pass the entries of a stream on, and check and note what they say."""
        self.index.begin(stream)
        kind = next((one for one in _KINDS if one.name.fullmatch(stream)), None)
        if kind is None:
            message = "nothing is written to a stream of this name"
            self.findings.append(Finding(stream=stream, version=1, kind="stream", message=message))
        is_table = stream.startswith("table/")
        for entry in entries:
            self.events += 1
            self.index.note(stream, entry)
            self.findings += self._senders.check(entry)
            if is_table:
                # Tables are checked where they are replayed: a tag there is the round's number.
                self.visits.note(entry)
            elif kind is not None:
                self.findings += _check_entry(kind, entry)
                if kind.is_logged:
                    self._logged.append((entry, digest_of(entry.time, str(entry.body))))
            yield entry

    def not_asked(self, asked: Mapping[str, str]) -> Iterator[Finding]:
        """Entries of no command that are not what their receipts say."""
        for entry, digest in self._logged:
            if asked.get(entry.command) != digest:
                yield finding_at(entry, "command", "it is not what its receipt says was asked")


def _check_entry(kind: StreamKind, entry: Entry) -> Iterator[Finding]:
    try:
        found = list(_wrong(kind, entry))
    except Exception as error:
        found = [] if kind.is_read else [("event", f"it cannot be read: {in_words(error)}")]
    for what, message in found:
        yield finding_at(entry, what, message)


def _wrong(kind: StreamKind, entry: Entry) -> Iterator[tuple[str, str]]:
    event: Any = event_of(entry)
    if type(event) not in kind.events:
        yield "event", f"{entry.name} is not written to this stream"
        return
    yield from (("event", message) for message in check_text(entry, event))
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


def check_text(entry: Entry, event: Any) -> Iterator[str]:
    """Hold the text of an entry against the event that was read from it.

    A reader takes from an entry what such an event has. A word more would stand in the record, be
    shown to readers, and mean nothing to any rule.
    """
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


# --- all that one command wrote -------------------------------------------------------------------


class _Sender(NamedTuple):
    """Who gave a command and when, by one of its entries."""

    who: tuple[str, str, str]
    """The person, the role, and the second person."""
    time: str
    stream: str
    version: int

    def __str__(self) -> str:
        actor, role, second = self.who
        beside = f" with {second}" if second else ""
        return f"by {actor}{beside} as {role or 'no role'} at {self.time}"


class _Senders:
    """Who gave each command, by the first of its entries that was looked at."""

    def __init__(self) -> None:
        self._given: dict[str, _Sender] = {}
        self._known: dict[tuple[str, str, str], tuple[str, str, str]] = {}
        """Each person once: there are far more commands than people."""

    def check(self, entry: Entry) -> Iterator[Finding]:
        """Hold an entry against those of the same command, in whatever stream they are."""
        who = (entry.actor, entry.role, entry.second)
        given = self._given.get(entry.command)
        if given is None:
            who = self._known.setdefault(who, who)
            self._given[entry.command] = _Sender(
                who, entry.time, intern(entry.stream), entry.version
            )
        elif given.who != who or given.time != entry.time:
            own = _Sender(who, entry.time, entry.stream, entry.version)
            other = f"{given.stream}, entry {given.version}, of the same command {given}"
            yield finding_at(entry, "command", f"it is {own}, and {other}")
        if entry.role == SYSTEM and entry.actor != SYSTEM:
            message = f"{entry.actor} is on record as the system itself"
            yield finding_at(entry, "permission", message)
        if entry.role == SYSTEM and entry.second:
            message = f"{entry.second} is on record beside the system, which acts alone"
            yield finding_at(entry, "permission", message)
