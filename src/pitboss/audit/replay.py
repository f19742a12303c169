"""Every stored command decided again, by the same pure functions, on the state before its entries.

One loop serves tables, links, the register of staff, players' accounts and sessions. Receipts stand
in no chain: what one says must be written as commands are written, must fit the entries of its
command, and must bring about just those events. The checks go by what was written, not by what
any process remembers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import groupby
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from pitboss.audit.findings import Finding, finding_at, guarded, in_words
from pitboss.audit.times import SetBacks
from pitboss.envelope import PLAYER, SYSTEM, Envelope
from pitboss.errors import PitbossError, RoleBreach
from pitboss.records.commands import BY_TWO_FACTORS, StoredCommand, command_text, read_command
from pitboss.records.entries import envelope_of, event_of
from pitboss.store.contract import Entry

State = TypeVar("State")
Wrong = tuple[str, str]
"""The kind of a finding, and its message."""
Problem = tuple[int, str, str]
"""Which of the written events, of what kind, and what is wrong with it."""
_STAFF = "a member of staff"
_WHO = {"name", "person", "second", BY_TWO_FACTORS}


class ReplayStep(NamedTuple, Generic[State]):
    """One command of a stream: what it wrote, on which state, and what was asked."""

    entries: Sequence[Entry]
    events: Sequence[Any]
    before: State
    stored: StoredCommand | None
    """None if it cannot be read."""

    @property
    def first(self) -> Entry:
        """Its first entry."""
        return self.entries[0]


class Replay(ABC, Generic[State]):
    """One stream, replayed command by command. Each kind of aggregate says what is its own."""

    refused = "event"
    """The kind of finding where a command would be refused."""
    kinds: ClassVar[Mapping[type, str]] = {}
    """The kind of finding where an event of this type is not what follows; `event` if not here."""

    def __init__(
        self, stream: str, state: State, asked: Mapping[str, str], clock: SetBacks
    ) -> None:
        """`asked` is the text of each command, by its id."""
        self.stream = stream
        self.name = stream.partition("/")[2]
        self.state = state
        self.clock = clock
        self.is_lost = False
        """Whether an entry was met that nothing after it can be judged by."""
        self._asked = asked
        self._time = ""

    def run(self, entries: Iterable[Entry]) -> Iterator[Finding]:
        """What is wrong with the stream, entry by entry."""
        for _, group in groupby(entries, key=lambda entry: entry.command):
            own = list(group)
            is_done = yield from guarded(own[0], self._command(own))
            self.is_lost = self.is_lost or not is_done
            if self.is_lost:
                return

    # --- what a kind of aggregate says ------------------------------------------------------------

    @abstractmethod
    def decide(self, state: State, command: Any, envelope: Envelope) -> Sequence[Any]:
        """The pure function of the aggregate."""

    @abstractmethod
    def evolve(self, state: State, event: Any, envelope: Envelope) -> State:
        """The state after one more event."""

    def take(self, entry: Entry, event: Any) -> Iterator[Wrong]:
        """Check one entry, and apply its event."""
        self.state = self.evolve(self.state, event, envelope_of(entry))
        yield from ()

    def envelopes(self, step: ReplayStep[State]) -> Iterable[Envelope]:
        """Who may have given a command, as the register had them; one of these must explain it."""
        return (envelope_of(step.first),)

    def check_step(self, step: ReplayStep[State]) -> Iterator[Wrong]:
        """What else must hold of one command: the sender at least is the one on record."""
        if step.stored is not None:
            yield from check_sender(step.stored, step.first)

    def decided(self, step: ReplayStep[State]) -> Sequence[Any] | None:
        """The events that deciding again must lead to; None if it cannot be decided here."""
        return step.events

    # --- one command ------------------------------------------------------------------------------

    def _command(self, entries: Sequence[Entry]) -> Iterator[Finding]:
        first, before, events = entries[0], self.state, list[Any]()
        for message in self.clock.wrong(self._time, first):
            yield finding_at(first, "time", message)
        self._time = entries[-1].time
        for entry in entries:
            try:
                event = event_of(entry)
                events.append(event)
                for kind, message in self.take(entry, event):
                    yield finding_at(entry, kind, message)
            except Exception as error:
                yield finding_at(entry, "event", f"it cannot have happened: {in_words(error)}")
                self.is_lost = True
                return
        asked = self._asked.get(first.command, "")
        wrong, stored = "", None
        try:
            stored = read_command(asked)
            if not (stored.who.keys() <= _WHO and command_text(*stored) == asked):
                wrong = "what was asked is not written as commands are"
        except Exception as error:
            wrong = f"what was asked cannot be read: {in_words(error)}"
        step = ReplayStep(entries, events, before, stored)
        for kind, message in self.check_step(step):
            yield finding_at(first, kind, message)
        written = self.decided(step)
        if written is None:
            return
        if wrong:
            yield finding_at(first, "command", wrong)
        if stored is None:
            return
        for index, kind, message in self._decide_again(step, stored, written):
            yield finding_at(entries[index], kind, message)

    def _decide_again(
        self, step: ReplayStep[State], stored: StoredCommand, written: Sequence[Any]
    ) -> Sequence[Problem]:
        """How what was written differs from what follows."""
        commands = stored.commands_to(self.stream)
        if not commands:
            return [(0, "command", f"what was asked says nothing to {self.stream}")]
        problems: list[Problem] = []
        for envelope in self.envelopes(step):
            try:
                again = self._decided(step.before, commands, envelope)
            except PitbossError as refusal:
                kind = "permission" if isinstance(refusal, RoleBreach) else self.refused
                problems = [(0, kind, f"it was not permitted: {refusal}")]
                continue
            problems = list(_differences(written, again, self.kinds))
            if not problems:
                break
        return problems

    def _decided(self, state: State, commands: Sequence[Any], envelope: Envelope) -> Sequence[Any]:
        *earlier, last = commands
        events: list[Any] = []
        for command in earlier:
            for event in self.decide(state, command, envelope):
                state = self.evolve(state, event, envelope)
                events.append(event)
        events += self.decide(state, last, envelope)
        return events


def check_sender(stored: StoredCommand, entry: Entry) -> Iterator[Wrong]:
    """Hold what a receipt says of its sender against the entry."""
    who = stored.who.get("name") or stored.who.get("person") or SYSTEM
    asked_as = PLAYER if "name" in stored.who else _STAFF if "person" in stored.who else SYSTEM
    did_as = entry.role if entry.role in (PLAYER, SYSTEM) else _STAFF
    if asked_as != did_as:
        yield "command", f"{who} asked for it as {asked_as}, and is on record as {entry.role}"
    beside = stored.who.get("second", "")
    if (who, beside) != (entry.actor, entry.second):
        asking, doing = _pair(who, beside), _pair(entry.actor, entry.second)
        yield "command", f"{asking} asked for it, and {doing} did it"


def _pair(person: str, second: str) -> str:
    return f"{person} with {second}" if second else person


def _differences(
    written: Sequence[Any], again: Sequence[Any], kinds: Mapping[type, str]
) -> Iterator[Problem]:
    """How what was written differs from what follows."""
    for index, (one, other) in enumerate(zip(written, again, strict=False)):
        if one != other:
            yield index, kinds.get(type(one), "event"), _difference(one, other)
    if len(written) < len(again):
        missing = type(again[len(written)]).__name__
        yield max(len(written) - 1, 0), "event", f"{missing} is missing after it"
    elif len(written) > len(again):
        yield len(again), "event", f"{type(written[len(again)]).__name__} follows from nothing"


def _difference(written: Any, expected: Any) -> str:
    """How one event differs from the one that follows, field by field."""
    if type(written) is not type(expected):
        return f"{type(written).__name__}, where {type(expected).__name__} follows"
    said = "; ".join(
        f"{name} is {wrong}, and must be {right}"
        for name, wrong, right in _apart(written, expected)
    )
    return f"{type(written).__name__}: {said}"


_SECRET = ("secret_hash", "sealed")


def _apart(written: Any, expected: Any, within: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The parts that differ, as deep as they have parts of the same kind."""
    if is_dataclass(written) and type(written) is type(expected):
        names = [field.name for field in fields(written)]
        pairs = [(name, getattr(written, name), getattr(expected, name)) for name in names]
    elif isinstance(written, Mapping) and isinstance(expected, Mapping):
        names = list(dict.fromkeys([*written, *expected]))
        pairs = [(name, written.get(name), expected.get(name)) for name in names]
    else:
        yield within, written, expected
        return
    for name, wrong, right in pairs:
        if name in _SECRET and wrong != right:
            # No report repeats a hash or a sealed key.
            yield name, "one", "another"
        elif wrong != right:
            yield from _apart(wrong, right, f"{within}.{name}" if within else str(name))
