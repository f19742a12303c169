"""The stream `access`: who came in, who was not let in, and what was refused to whom.

Nobody decides by the version of this stream, so that being refused never conflicts with anything.
Entries about a person carry the person's id as their tag and are found by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from uuid import uuid4

from pitboss.codec import name_of
from pitboss.errors import CommandReused
from pitboss.house.clock import Clock, stamp
from pitboss.records.stored import draft_of, event_of
from pitboss.staff import events as ev
from pitboss.staff.attempts import Attempts, evolve_attempts
from pitboss.staff.decide import TWO_FACTORS
from pitboss.store.contract import Append, Order, Receipt, Store

STREAM = "access"
_HOUSE = ""


class AccessLog:
    """What was written about everybody's way in."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._seen: dict[str, tuple[int, Attempts]] = {}

    def succeeded(self, person: str) -> None:
        """A person showed who they are."""
        self._write(ev.SignInSucceeded(person=person, at=self._now(), clause=_HOUSE))

    def succeeded_by_code(self, person: str, step: int, *, key_set: str) -> bool:
        """A person showed it by a code too; False if somebody came in by that very code before.

        The code makes the id of the command, which the store writes once: of two who show the same
        code to two processes at one moment, one comes in. `key_set` tells one key from the next.
        """
        event = ev.SignInSucceeded(person=person, at=self._now(), clause=TWO_FACTORS, step=step)
        try:
            return not self._write(event, f"code/{person}/{key_set}/{step}").is_repeat
        except CommandReused:
            return False

    def failed(self, person: str, failure: ev.Failure) -> None:
        """Somebody was not let in."""
        self._write(ev.SignInFailed(person=person, failure=failure, at=self._now(), clause=_HOUSE))

    def refused(self, person: str, asked: str, problem: str, clause: str) -> None:
        """A person asked for what they may not have."""
        self._write(
            ev.RequestRefused(
                person=_readable(person),
                asked=_readable(asked),
                problem=_readable(problem),
                at=self._now(),
                clause=clause,
            )
        )

    def list_read(self, person: str) -> None:
        """Somebody looked at the access list."""
        self._write(ev.AccessListRead(person=person, at=self._now(), clause=_HOUSE))

    def attempts_read(self, person: str, of: str) -> None:
        """Somebody looked at attempts."""
        self._write(ev.AttemptsRead(person=person, of=of, at=self._now(), clause="S10"))

    def events(self, person: str = "") -> Iterator[ev.AccessEvent]:
        """What was written about one person, or about everybody, in its order."""
        return map(event_of, self._store.read(STREAM, tag=person or None))

    def attempts(self, person: str) -> Attempts:
        """How this person's attempts stand; only what is new since the last look is read."""
        after, attempts = self._seen.get(person, (0, Attempts()))
        for entry in self._store.read(STREAM, after=after, tag=person):
            attempts = evolve_attempts(attempts, event_of(entry))
            after = entry.version
        self._seen[person] = (after, attempts)
        return attempts

    def last_sign_ins(self) -> Mapping[str, str]:
        """When each person came in last."""
        name = name_of(ev.SignInSucceeded)
        entries = self._store.read(STREAM)
        return {entry.tag: entry.time for entry in entries if entry.name == name}

    def _now(self) -> str:
        return stamp(self._clock())

    def _write(self, event: ev.AccessEvent, command_id: str = "") -> Receipt:
        draft = draft_of(event, tag=event.person)
        order = Order(
            id=command_id or str(uuid4()),
            asked=sha256(draft.body.encode()).hexdigest(),
            actor=event.person,
            role="",
            time=event.at,
        )
        return self._store.append(order, [Append(stream=STREAM, drafts=(draft,), expected=None)])


def _readable(text: str) -> str:
    """Text that every store can keep: what was asked may hold anything a program can send."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
