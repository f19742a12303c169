"""Commands as their receipts have them: whole, decided again, and held against what was written.

Receipts stand in no chain. What one says must be written as commands are written, must fit the
entries of its command, and must bring about just those events when it is decided again on the
state before them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from pitboss.audit.words import in_words
from pitboss.envelope import PLAYER, SYSTEM
from pitboss.errors import PitbossError, RoleBreach
from pitboss.records.commands import BY_TWO_FACTORS, StoredCommand, command_text, read_command
from pitboss.store.contract import Entry

Problem = tuple[int, str, str]
"""Which of the written events, of what kind, and what is wrong with it."""
_STAFF = "a member of staff"
_WHO = {"name", "person", "second", BY_TWO_FACTORS}


def check_sender(asked: str, entry: Entry) -> Iterator[tuple[str, str]]:
    """Hold what a receipt says of its sender against the entry, and its text to how it is written.

    A receipt that cannot be read is found by `check_replay`.
    """
    try:
        read = read_command(asked)
    except Exception:
        return
    who = read.who.get("name") or read.who.get("person") or SYSTEM
    asked_as = PLAYER if "name" in read.who else _STAFF if "person" in read.who else SYSTEM
    did_as = entry.role if entry.role in (PLAYER, SYSTEM) else _STAFF
    if asked_as != did_as:
        yield "command", f"{who} asked for it as {asked_as}, and is on record as {entry.role}"
    beside = read.who.get("second", "")
    if (who, beside) != (entry.actor, entry.second):
        asking, doing = _pair(who, beside), _pair(entry.actor, entry.second)
        yield "command", f"{asking} asked for it, and {doing} did it"


def _pair(person: str, second: str) -> str:
    return f"{person} with {second}" if second else person


def check_replay(
    stream: str,
    asked: str,
    decide: Callable[[Sequence[Any]], Sequence[Any]],
    written: Sequence[Any],
    *,
    kind_of: Callable[[Any], str] = lambda event: "event",
    refused: str = "event",
) -> Iterator[Problem]:
    """What one command wrote, decided again by the pure function of its aggregate.

    A table may ask several things of its link by one command; other streams are asked one thing.
    `refused` is the kind of finding where the command would be refused.
    """
    try:
        read = read_command(asked)
        commands = read.commands_to(stream)
    except Exception as error:
        yield 0, "command", f"what was asked cannot be read: {in_words(error)}"
        return
    if not commands:
        yield 0, "command", f"what was asked says nothing to {stream}"
        return
    if not is_canonical(read, asked):
        yield 0, "command", "what was asked is not written as commands are"
    try:
        again = decide(commands)
    except PitbossError as refusal:
        kind = "permission" if isinstance(refusal, RoleBreach) else refused
        yield 0, kind, f"it was not permitted: {refusal}"
        return
    yield from differences(written, again, kind_of)


def is_canonical(read: StoredCommand, asked: str) -> bool:
    """Whether a text says a command as commands are written, and nothing else."""
    return read.who.keys() <= _WHO and command_text(*read) == asked


def differences(
    written: Sequence[Any],
    again: Sequence[Any],
    kind_of: Callable[[Any], str] = lambda event: "event",
) -> Iterator[Problem]:
    """How what was written differs from what follows."""
    for index, (one, other) in enumerate(zip(written, again, strict=False)):
        if one != other:
            yield index, kind_of(one), difference(one, other)
    if len(written) < len(again):
        missing = type(again[len(written)]).__name__
        yield max(len(written) - 1, 0), "event", f"{missing} is missing after it"
    elif len(written) > len(again):
        yield len(again), "event", f"{type(written[len(again)]).__name__} follows from nothing"


def difference(written: Any, expected: Any) -> str:
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
