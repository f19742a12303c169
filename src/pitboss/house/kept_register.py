"""The register of staff as it is kept: read, decided upon, and written.

Every refusal is written to the stream `access` before it is raised.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from pitboss.errors import CommandReused, Conflict, StaffRefused
from pitboss.house.access_log import AccessLog
from pitboss.house.clock import Clock, stamp
from pitboss.house.clock_notes import clock_notes
from pitboss.records.stored import draft_of, event_of
from pitboss.staff import commands as do
from pitboss.staff.asked import asked_by, asked_of
from pitboss.staff.decide import decide, unknown_person
from pitboss.staff.register import Person, Register, evolve
from pitboss.store.contract import Append, Order, Store

STREAM = "staff"
_TRIES = 5


class KeptRegister:
    """The register on one store, and what is done to it."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._read_so_far = (0, Register())
        self._last = ""
        self.log = AccessLog(store, clock)

    def register(self) -> Register:
        """Everybody, as the store has it now; only what is new since the last look is read."""
        return self._current()[1]

    def now(self) -> str:
        """The time, as it is written down."""
        return stamp(self._clock())

    def found(self, person: str, by: str) -> Person:
        """Somebody on the register, about whom somebody asks."""
        found = self.register().people.get(person)
        if found is None:
            with self.watched(by, f"something about {person}"):
                raise unknown_person(person)
        return found

    def do(self, command: do.StaffCommand, command_id: str | None) -> Register:
        """Decide and write, and again if somebody else wrote first. A repeat changes nothing."""
        order = _order(command, command_id or str(uuid4()))
        given = self._store.receipt(order.id)
        if given is not None:
            if given.asked != order.asked:
                raise CommandReused(order.id)
            return self.register()
        for left in reversed(range(_TRIES)):
            version, register = self._current()
            with self.watched(order.actor, _words(command)):
                drafts = tuple(draft_of(event) for event in decide(register, command))
            try:
                append = Append(stream=STREAM, drafts=drafts, expected=version)
                notes = clock_notes(self._store, [append], order.time, {STREAM: self._last})
                self._store.append(order, [append, *notes])
                break
            except Conflict:
                if not left:
                    raise
        return self.register()

    @contextmanager
    def watched(self, by: str, asked: str) -> Iterator[None]:
        """Write down what is refused here, and to whom."""
        try:
            yield
        except StaffRefused as refusal:
            known = by if by in self.register().people else ""
            self.log.refused(known, asked, refusal.problem, refusal.clause)
            raise

    def _current(self) -> tuple[int, Register]:
        version, register = self._read_so_far
        for entry in self._store.read(STREAM, after=version):
            register = evolve(register, event_of(entry))
            version = entry.version
            self._last = entry.time
        self._read_so_far = (version, register)
        return self._read_so_far


def _order(command: do.StaffCommand, command_id: str) -> Order:
    """Who does it, as what, and what makes it the same command if it comes again."""
    actor, role = asked_by(command)
    return Order(
        id=command_id,
        asked=asked_of(command),
        actor=actor,
        role=role,
        time=command.at,
        second=getattr(command, "second", ""),
    )


def _words(command: do.StaffCommand) -> str:
    """What was asked, for the log of refusals.

    >>> _words(do.Deactivate(person="bob", by="ann", at="2026-01-01T00:00:00Z"))
    'deactivate bob'
    """
    name = type(command).__name__
    verb = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
    parts = (getattr(command, field, "") for field in ("person", "role"))
    return " ".join([verb, *filter(None, parts)])
