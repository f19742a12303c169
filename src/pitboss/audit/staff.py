"""The register of staff: as it stood at any moment, and whether it came about as it may."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from pitboss.audit.clock import SetBacks
from pitboss.audit.findings import Finding
from pitboss.audit.words import in_words
from pitboss.errors import PitbossError
from pitboss.records.stored import event_of
from pitboss.staff import commands as do
from pitboss.staff import events as ev
from pitboss.staff.asked import asked_by, asked_of
from pitboss.staff.decide import decide
from pitboss.staff.register import Register, evolve
from pitboss.store.contract import Entry

STREAM = "staff"


class Registers:
    """Every state the register has been in, by time."""

    def __init__(
        self,
        entries: Iterable[Entry] = (),
        asked: Mapping[str, str] | None = None,
        clock: SetBacks | None = None,
    ):
        """Read the register's stream; `asked` is what each command said, where that is known."""
        self._clock = clock or SetBacks()
        self._last = ""
        self.findings: list[Finding] = []
        self._times: list[str] = []
        self._states: list[Register] = [Register()]
        self._asked = asked
        for _, batch in groupby(entries, key=lambda entry: entry.command):
            own = list(batch)
            try:
                self.findings += self._take(own)
            except Exception as error:
                # Who had which role after this nobody can say.
                self.findings.append(
                    _finding(own[0], f"it cannot have happened: {in_words(error)}", "event")
                )
                return

    def at(self, time: str) -> list[Register]:
        """The register as it stood then; where it changed at that very moment, before and after.

        So it is where a clock was set back and shows the same time twice: nobody can say which.
        """
        first = bisect_left(self._times, time)
        last = bisect_right(self._times, self._clock.until(time))
        return self._states[first : last + 1]

    def _take(self, entries: Sequence[Entry]) -> Iterator[Finding]:
        """What one command wrote: it must be what follows from what was asked."""
        before, events = self._states[-1], [event_of(entry) for entry in entries]
        latest = self._times[-1] if self._times else ""
        for entry, event in zip(entries, events, strict=True):
            # In order, so that they can be looked up; only a clock that was set back is not.
            self._times.append(max(entry.time, latest))
            self._states.append(evolve(self._states[-1], event))
        first = entries[0]
        for wrong in self._clock.wrong(self._last, first):
            yield _finding(first, wrong, "time")
        self._last = first.time
        command = _command_of(first, events)
        try:
            again = decide(before, command)
        except PitbossError as refusal:
            yield _finding(first, f"it was not permitted: {refusal}", "permission")
            return
        if again != events:
            yield _finding(first, "it is not what follows from what was asked", "event")
        if (first.actor, first.role) != asked_by(command):
            who = " as ".join(filter(None, asked_by(command)))
            yield _finding(first, f"this is done by {who}", "permission")
        if first.second != getattr(command, "second", ""):
            message = f"{first.second} is on record beside {first.actor}, and nobody is asked to be"
            yield _finding(first, message, "permission")
        if self._asked is not None and self._asked.get(first.command) != asked_of(command):
            yield _finding(first, "it is not what its receipt says was asked", "command")


def _command_of(entry: Entry, events: Sequence[ev.StaffEvent]) -> do.StaffCommand:
    """The command that these events come of; the last one is what it was given for."""
    by, event = entry.actor, events[-1]
    match event:
        case ev.RegisterOpened():
            raise ValueError("a register without its first person")
        case ev.PersonAdded():
            return do.AddPerson(
                person=event.person,
                name=event.name,
                department=event.department,
                secret_hash=event.secret_hash,
                by="" if isinstance(events[0], ev.RegisterOpened) else by,
                at=entry.time,
            )
        case ev.PersonAppointed():
            return do.Appoint(
                person=event.person,
                role=event.role,
                ladder=event.ladder,
                is_acting=event.is_acting,
                until=event.until,
                by=by,
                at=entry.time,
            )
        case ev.AppointmentEnded():
            return do.EndAppointment(
                person=event.person, role=event.role, ladder=event.ladder, by=by, at=entry.time
            )
        case ev.SecretChanged():
            return do.ChangeSecret(
                person=event.person, secret_hash=event.secret_hash, by=by, at=entry.time
            )
        case ev.SecretRehashed():
            return do.RehashSecret(
                person=event.person, secret_hash=event.secret_hash, at=entry.time
            )
        case ev.PersonDeactivated():
            return do.Deactivate(person=event.person, by=by, at=entry.time)
        case ev.PersonReactivated():
            return do.Reactivate(
                person=event.person,
                department=event.department,
                secret_hash=event.secret_hash,
                by=by,
                at=entry.time,
            )
        case ev.AccessReviewed():
            return do.RecordReview(findings=event.findings, by=by, at=entry.time)
        case ev.SecondFactorSet():
            return do.SetSecondFactor(
                person=event.person,
                sealed=event.sealed,
                step=event.step,
                by=by,
                second=entry.second,
                at=entry.time,
            )
        case ev.SecondFactorRemoved():
            return do.RemoveSecondFactor(
                person=event.person, by=by, second=entry.second, at=entry.time
            )
        case ev.SecondFactorRequired():
            return do.RequireSecondFactor(of=event.of, by=by, second=entry.second, at=entry.time)


def _finding(entry: Entry, message: str, kind: str) -> Finding:
    return Finding(
        stream=STREAM, version=entry.version, kind=kind, rule=entry.clause, message=message
    )
