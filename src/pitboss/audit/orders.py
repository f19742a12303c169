"""Whether all that one command wrote is by the same person, in one role and at one time."""

from __future__ import annotations

from collections.abc import Iterator
from sys import intern
from typing import NamedTuple

from pitboss.audit.findings import Finding
from pitboss.envelope import SYSTEM
from pitboss.store.contract import Entry


class _Given(NamedTuple):
    """How one entry says that its command was given, and which entry."""

    who: tuple[str, str, str]
    """The person, the role, and who stood beside."""
    time: str
    stream: str
    version: int

    def __str__(self) -> str:
        actor, role, second = self.who
        beside = f" with {second}" if second else ""
        return f"by {actor}{beside} as {role or 'nobody in particular'} at {self.time}"


class Orders:
    """How each command was given, by the first of its entries that was looked at."""

    def __init__(self) -> None:
        self._given: dict[str, _Given] = {}
        self._known: dict[tuple[str, str, str], tuple[str, str, str]] = {}
        """Everybody once: there are far more commands than people."""

    def check(self, entry: Entry) -> Iterator[Finding]:
        """Hold an entry against those of the same command, in whatever stream they are."""
        who = (entry.actor, entry.role, entry.second)
        given = self._given.get(entry.command)
        if given is None:
            who = self._known.setdefault(who, who)
            self._given[entry.command] = _Given(
                who, entry.time, intern(entry.stream), entry.version
            )
        elif given.who != who or given.time != entry.time:
            own = _Given(who, entry.time, entry.stream, entry.version)
            other = f"{given.stream}, entry {given.version}, of the same command {given}"
            yield _finding(entry, "command", f"it is {own}, and {other}")
        if entry.role == SYSTEM and entry.actor != SYSTEM:
            yield _finding(entry, "permission", f"{entry.actor} is on record as the system itself")
        if entry.role == SYSTEM and entry.second:
            message = f"{entry.second} is on record beside the system, which acts alone"
            yield _finding(entry, "permission", message)


def _finding(entry: Entry, kind: str, message: str) -> Finding:
    return Finding(
        stream=entry.stream, version=entry.version, kind=kind, rule=entry.clause, message=message
    )
