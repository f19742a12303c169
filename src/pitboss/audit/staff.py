"""The register of staff: as it stood at any moment, and whether it came about as it may."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from pitboss.audit.clock import SetBacks
from pitboss.audit.commands import check_replay, check_sender
from pitboss.audit.findings import Finding
from pitboss.audit.words import in_words
from pitboss.envelope import Envelope
from pitboss.records.commands import read_command
from pitboss.records.entries import envelope_of, event_of
from pitboss.staff.register import Register
from pitboss.staff.staff import FIRST_ADMINISTRATOR, decide, evolve, signed_as
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
            self._states.append(evolve(self._states[-1], event, envelope_of(entry)))
        first = entries[0]
        for wrong in self._clock.wrong(self._last, first):
            yield _finding(first, wrong, "time")
        self._last = first.time
        if self._asked is None:
            return
        asked = self._asked.get(first.command, "")
        by = envelope_of(first)
        is_first = first.role == FIRST_ADMINISTRATOR
        if is_first:
            # The first person of all adds themselves, without an actor.
            by = by._replace(actor="")
        for _, kind, message in check_replay(
            STREAM, asked, lambda given: decide(before, given[0], by), events, refused="permission"
        ):
            yield _finding(first, message, kind)
        for kind, message in () if is_first else check_sender(asked, first):
            yield _finding(first, message, kind)
        yield from self._signed(first, asked, by)

    def _signed(self, entry: Entry, asked: str, by: Envelope) -> Iterator[Finding]:
        """Hold who is on record against who is asked to do such a thing, and in which role."""
        try:
            (command,) = read_command(asked).commands_to(STREAM)
        except Exception:
            # Found where the command is decided again.
            return
        right = signed_as(command, by)
        if (entry.actor, entry.role) != right:
            yield _finding(
                entry, f"this is done by {' as '.join(filter(None, right))}", "permission"
            )


def _finding(entry: Entry, message: str, kind: str) -> Finding:
    return Finding(
        stream=STREAM, version=entry.version, kind=kind, rule=entry.clause, message=message
    )
