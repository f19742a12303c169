"""Whether every session was opened once, by somebody who may, and closed by the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from pitboss.audit.commands import check_replay
from pitboss.audit.findings import Finding
from pitboss.audit.staff import Registers
from pitboss.envelope import Envelope
from pitboss.players.sessions import (
    Session,
    SessionCommand,
    SessionEvent,
    SessionOpened,
    decide,
    evolve,
)
from pitboss.records.entries import envelope_of, event_of
from pitboss.store.contract import Entry

PREFIX = "session/"


def check_session(
    entries: Iterable[Entry], registers: Registers, asked: Mapping[str, str]
) -> Iterator[Finding]:
    """Replay one session: it is opened, and perhaps closed, and that is all."""
    session = Session()
    for entry in entries:
        try:
            event = event_of(entry)
        except Exception:
            # Found where all that stands in a stream is read.
            return
        before, by = session, envelope_of(entry)
        for _, kind, message in check_replay(
            entry.stream,
            asked.get(entry.command, ""),
            partial(_again, before, by),
            [event],
        ):
            yield _finding(entry, kind, message)
        if isinstance(event, SessionOpened):
            people = (register.active(event.person) for register in registers.at(entry.time))
            if event.is_staff and not any(people):
                yield _finding(entry, "permission", f"{event.person} was not on the register")
        session = evolve(session, event, by)


def _again(
    session: Session, by: Envelope, commands: Sequence[SessionCommand]
) -> list[SessionEvent]:
    return decide(session, commands[0], by)


def _finding(entry: Entry, kind: str, message: str) -> Finding:
    return Finding(
        stream=entry.stream, version=entry.version, kind=kind, rule=entry.clause, message=message
    )
