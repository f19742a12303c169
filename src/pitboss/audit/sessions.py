"""Whether every session was opened once, by somebody who may, and closed by the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.audit.findings import Finding
from pitboss.audit.staff import Registers
from pitboss.players.events import SessionClosed, SessionOpened
from pitboss.records.stored import event_of
from pitboss.store.contract import Entry

PREFIX = "session/"


def check_session(entries: Iterable[Entry], registers: Registers) -> Iterator[Finding]:
    """Replay one session: it is opened, and perhaps closed, and that is all."""
    opened, is_closed = "", False
    for entry in entries:
        try:
            event = event_of(entry)
        except Exception:
            # Said where all that stands in a stream is read.
            return
        if isinstance(event, SessionOpened):
            if opened:
                yield _finding(entry, "event", "it was opened before")
            opened = event.person
            people = (register.active(event.person) for register in registers.at(entry.time))
            if event.is_staff and not any(people):
                yield _finding(entry, "permission", f"{event.person} was not on the register")
        elif isinstance(event, SessionClosed):
            if not opened or is_closed:
                yield _finding(entry, "event", "it was not opened, or is closed already")
            elif event.person != opened:
                yield _finding(entry, "event", f"it was opened by {opened}")
            is_closed = True


def _finding(entry: Entry, kind: str, message: str) -> Finding:
    return Finding(
        stream=entry.stream, version=entry.version, kind=kind, rule=entry.clause, message=message
    )
