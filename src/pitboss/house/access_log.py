"""The stream `access`: who signed in, who was refused, and what was refused to them.

Nothing is decided by the version of this stream, so a refusal never conflicts with anything.
Entries about a person carry the person's id as their tag and are found by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import uuid4

from pitboss.codec import name_of
from pitboss.errors import CommandReused
from pitboss.house.clock import Clock, stamp
from pitboss.records.entries import draft_of, event_of
from pitboss.staff import access as ev
from pitboss.staff.access import Attempts, digest_of, evolve_attempts
from pitboss.staff.register import TWO_FACTORS
from pitboss.store.contract import Append, Order, Receipt, Store

STREAM = "access"
_HOUSE = ""


class AccessLog:
    """What was written about sign-ins and refusals."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._seen: dict[str, tuple[int, Attempts]] = {}

    def succeeded(self, person: str) -> str:
        """A person showed who they are; the answer is the id it is written under."""
        return self._write(ev.SignInSucceeded(person=person, clause=_HOUSE)).command

    def succeeded_by_code(self, person: str, step: int, *, key_set: str) -> str | None:
        """A person showed a code as well; None if that very code was accepted before.

        The code makes the id of the command, which the store writes once: of two sign-ins with the
        same code in two processes, one succeeds. `key_set` tells one key from the next.
        """
        event = ev.SignInSucceeded(person=person, clause=TWO_FACTORS, step=step)
        try:
            receipt = self._write(event, f"code/{person}/{key_set}/{step}")
        except CommandReused:
            return None
        return None if receipt.is_repeat else receipt.command

    def failed(self, person: str, failure: ev.Failure) -> None:
        """A sign-in was refused."""
        self._write(ev.SignInFailed(person=person, failure=failure, clause=_HOUSE))

    def refused(self, person: str, asked: str, problem: str, clause: str) -> None:
        """A person asked for something they may not have."""
        self._write(
            ev.RequestRefused(
                person=_readable(person),
                asked=_readable(asked),
                problem=_readable(problem),
                clause=clause,
            )
        )

    def list_read(self, person: str) -> None:
        """A person read the access list."""
        self._write(ev.AccessListRead(person=person, clause=_HOUSE))

    def attempts_read(self, person: str, of: str) -> None:
        """A person read the list of attempts."""
        self._write(ev.AttemptsRead(person=person, of=of, clause="S10"))

    def events(self, person: str = "") -> Iterator[tuple[str, ev.AccessEvent]]:
        """When and what was written about one person, or about everybody, in its order."""
        for entry in self._store.read(STREAM, tag=person or None):
            yield entry.time, event_of(entry)

    def attempts(self, person: str) -> Attempts:
        """A person's attempts so far; only what is new since the last call is read."""
        after, attempts = self._seen.get(person, (0, Attempts()))
        for entry in self._store.read(STREAM, after=after, tag=person):
            attempts = evolve_attempts(attempts, event_of(entry), entry.time)
            after = entry.version
        self._seen[person] = (after, attempts)
        return attempts

    def last_sign_ins(self) -> Mapping[str, str]:
        """When each person signed in last."""
        name = name_of(ev.SignInSucceeded)
        entries = self._store.read(STREAM)
        return {entry.tag: entry.time for entry in entries if entry.name == name}

    def _write(self, event: ev.AccessEvent, command_id: str = "") -> Receipt:
        draft, now = draft_of(event, tag=event.person), stamp(self._clock())
        order = Order(
            id=command_id or str(uuid4()),
            asked=digest_of(now, draft.body),
            actor=event.person,
            role="",
            time=now,
        )
        return self._store.append(order, [Append(stream=STREAM, drafts=(draft,), expected=None)])


def _readable(text: str) -> str:
    """Text that every store can keep: what was asked may hold anything a program can send."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
