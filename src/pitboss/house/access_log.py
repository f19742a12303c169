"""The stream `access`: who signed in, who was refused, and what was refused to them.

Nothing is decided by the version of this stream, so a refusal never conflicts with anything.
Entries about a person carry the person's id as their tag and are found by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from uuid import uuid4

from pitboss.codec import name_of
from pitboss.errors import CommandReused
from pitboss.house.clock import Clock, stamp
from pitboss.house.samples import Sampled, WrongFrom
from pitboss.records.entries import draft_of, event_of
from pitboss.staff import access as ev
from pitboss.staff.access import Attempts, digest_of, evolve_attempts, wait_after
from pitboss.staff.register import TWO_FACTORS
from pitboss.store.contract import Append, Order, Receipt, Store

STREAM = "access"
_HOUSE = ""
_WRONG = (ev.Failure.UNKNOWN, ev.Failure.WRONG_SECRET, ev.Failure.WRONG_CODE)
"""What makes one wait; so few of these can come that each is written."""


class AccessLog:
    """What was written about sign-ins and refusals."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._seen: dict[str, tuple[int, Attempts]] = {}
        self._sampled = Sampled()
        self._wrong_from = WrongFrom()

    def succeeded(self, person: str, place: str = "") -> str:
        """A person showed who they are; the answer is the id it is written under."""
        written = self._write(ev.SignInSucceeded(person=person, clause=_HOUSE, place=place))
        return written.command

    def succeeded_by_code(
        self, person: str, step: int, *, key_set: str, place: str = ""
    ) -> str | None:
        """A person showed a code as well; None if that very code was accepted before.

        The code makes the id of the command, which the store writes once: of two sign-ins with the
        same code in two processes, one succeeds. `key_set` tells one key from the next.
        """
        event = ev.SignInSucceeded(person=person, clause=TWO_FACTORS, step=step, place=place)
        try:
            receipt = self._write(event, f"code/{person}/{key_set}/{step}")
        except CommandReused:
            return None
        return None if receipt.is_repeat else receipt.command

    def failed(
        self, person: str, failure: ev.Failure, *, place: str = "", drawer: str = ""
    ) -> None:
        """A sign-in was refused; a wrong secret or code is counted in the drawer of its name."""
        now, times = self._clock(), 1
        if failure in _WRONG:
            self._wrong_from.note(place, now)
            self._write(ev.SignInCounted(person=drawer, place=place, clause=_HOUSE))
        else:
            times = self._sampled.times((person, place, failure), now)
        if times:
            self._write(
                ev.SignInFailed(
                    person=person, failure=failure, clause=_HOUSE, place=place, times=times
                )
            )

    def wait(self, person: str, drawer: str, place: str) -> timedelta:
        """How long an attempt from a place must wait, by its name and by all that came from there.

        `person` is empty where there is nobody of that name.
        """
        now = self._clock()
        own = self.attempts(person).signed_in.get(place, 0) if person else 0
        failed = self.attempts(drawer).failed.get(place, ())
        return max(wait_after(failed, own, stamp(now)), self._wrong_from.wait(place, now))

    def refused(
        self, person: str, asked: str, problem: str, clause: str, *, is_sampled: bool = False
    ) -> None:
        """A person asked for something they may not have; if sampled, some of many are written."""
        times = self._sampled.times((person, clause), self._clock()) if is_sampled else 1
        if not times:
            return
        self._write(
            ev.RequestRefused(
                person=_readable(person),
                asked=_readable(asked),
                problem=_readable(problem),
                clause=clause,
                times=times,
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
        """What came of attempts so far, of a person or in a drawer; only what is new is read."""
        after, attempts = self._seen.get(person, (0, Attempts()))
        for entry in self._store.read(STREAM, after=after, tag=person):
            attempts = evolve_attempts(
                attempts, event_of(entry), ev.Entered(entry.version, entry.time)
            )
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
