"""Whether what was asked brings about what was written.

Every command is kept as it was asked. It is decided again, on the table as the log has it up to
there, and must bring about what the log goes on to say, event by event and to the cent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from pitboss.audit.times import are_apart
from pitboss.audit.words import in_words
from pitboss.audit.written import is_within
from pitboss.codec import plain, text_of
from pitboss.envelope import PLAYER, SYSTEM, Envelope
from pitboss.errors import PitbossError, RoleBreach
from pitboss.records.asked import BY_TWO_FACTORS, command_asked
from pitboss.round.result import MeterPaid, RoundSettled, WagerSettled
from pitboss.store.contract import Entry
from pitboss.table.decide import decide
from pitboss.table.opening.commands import OpenTable
from pitboss.table.rules import TableRules
from pitboss.table.table import Event, Table, TableSnapshot

_STAFF = "a member of staff"
_SAID = {"command", "body", "name", "person", "second", BY_TWO_FACTORS}
_SETTLED = (WagerSettled, MeterPaid, RoundSettled)


def check_asked(asked: str, entry: Entry) -> Iterator[tuple[str, str]]:
    """Receipts stand in no chain: what one says must fit the entry and be as it is written."""
    try:
        said = json.loads(asked)
        if text_of(said) != asked:
            yield "command", "what was asked is not written as commands are"
        who = said.get("name") or said.get("person") or SYSTEM
        asked_as = PLAYER if "name" in said else _STAFF if "person" in said else SYSTEM
        did_as = entry.role if entry.role in (PLAYER, SYSTEM) else _STAFF
        if asked_as != did_as:
            yield "command", f"{who} asked for it as {asked_as}, and is on record as {entry.role}"
        beside = said.get("second", "")
        if (who, beside) != (entry.actor, entry.second):
            asking, doing = _pair(who, beside), _pair(entry.actor, entry.second)
            yield "command", f"{asking} asked for it, and {doing} did it"
        command = command_asked(asked)
        if not (said.keys() <= _SAID and is_within(said["body"], plain(command))):
            yield "command", "what was asked says other things than such a command does"
        if isinstance(command, OpenTable) and are_apart(command.now, entry.time):
            yield "time", f"it was asked for at {command.now}"
    except Exception:
        # Said by `check_batch`, which has to read it too.
        return


def _pair(person: str, second: str) -> str:
    return f"{person} with {second}" if second else person


def check_batch(
    rules: TableRules, table: Table, by: Envelope, asked: str, events: Sequence[Event]
) -> Iterator[tuple[int, str, str]]:
    """What one command wrote, decided again: which event differs, of what kind, and how."""
    try:
        command = command_asked(asked)
    except Exception as error:
        yield 0, "command", f"what was asked cannot be read: {in_words(error)}"
        return
    try:
        again = decide(rules, table, by, command)
    except RoleBreach as refusal:
        yield 0, "permission", str(refusal)
        return
    except PitbossError as refusal:
        yield 0, "event", f"it was not permitted: {refusal}"
        return
    for index, (written, expected) in enumerate(zip(events, again, strict=False)):
        if isinstance(written, TableSnapshot) and isinstance(expected, TableSnapshot):
            # An older one says less than the table has by now; it is held against the fold.
            continue
        if written != expected:
            kind = "settlement" if isinstance(written, _SETTLED) else "event"
            yield index, kind, _difference(written, expected)
    if len(events) < len(again):
        yield len(events) - 1, "event", f"{type(again[len(events)]).__name__} is missing after it"
    elif len(events) > len(again):
        yield len(again), "event", f"{type(events[len(again)]).__name__} follows from nothing"


def _difference(written: Event, expected: Event) -> str:
    if type(written) is not type(expected):
        return f"{type(written).__name__}, where {type(expected).__name__} follows"
    said = "; ".join(
        f"{name} is {wrong}, and must be {right}"
        for name, wrong, right in _apart(written, expected)
    )
    return f"{type(written).__name__}: {said}"


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
        if wrong != right:
            yield from _apart(wrong, right, f"{within}.{name}" if within else str(name))
