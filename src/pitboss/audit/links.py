"""Whether a link's log is one that its rules allow, and its meters are what the rounds come to.

Every entry is read, held to who might do it, and folded: a level that does not balance shows at the
entry that unbalanced it. What was asked is decided again. At the end everything is counted anew
from the inboxes alone (R4).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import groupby

from pitboss.audit.by_table import ByTable, would_follow
from pitboss.audit.clock import SetBacks
from pitboss.audit.findings import Finding
from pitboss.audit.link_asked import check_link_asked, kind_asked
from pitboss.audit.permissions import check_factors, envelopes_at_link
from pitboss.audit.staff import Registers
from pitboss.audit.words import guarded, in_words
from pitboss.codec import from_plain, names_of
from pitboss.envelope import SYSTEM
from pitboss.errors import PitbossError
from pitboss.jackpot.aggregate import LinkCommand, LinkEvent, LinkSnapshot, decide, evolve
from pitboss.jackpot.care import TransferReceived
from pitboss.jackpot.contributions import (
    Batch,
    ContributionsFolded,
    FoldContributions,
    TableJoined,
    fold,
)
from pitboss.jackpot.inbox import InboxEvent
from pitboss.jackpot.link import Link
from pitboss.jackpot.recount import Recount, variances
from pitboss.jackpot.roles import check_roles
from pitboss.ledger.accounts import Leg
from pitboss.ledger.link_books import postings_of_link, with_inboxes, wrong_entries
from pitboss.records.stored import envelope_of, event_of
from pitboss.store.contract import Entry

Inboxes = Mapping[str, Sequence[InboxEvent]]
"""What each table contributed, entry by entry."""


def check_link(
    stream: str,
    entries: Iterable[Entry],
    inboxes: Inboxes,
    registers: Registers,
    asked: Mapping[str, str],
    *,
    clock: SetBacks,
) -> Iterator[Finding]:
    """Replay one link and check every entry of it."""
    audit = _LinkAudit(stream, inboxes, registers, asked, clock)
    last = None
    for _, batch in groupby(entries, key=lambda entry: entry.command):
        own = list(batch)
        is_done = yield from guarded(own[0], audit.check(own))
        if audit.is_lost or not is_done:
            return
        last = own[-1]
    if last is not None:
        yield from guarded(last, audit.recount())
        yield from guarded(last, audit.books())


class _LinkAudit:
    def __init__(
        self,
        stream: str,
        inboxes: Inboxes,
        registers: Registers,
        asked: Mapping[str, str],
        clock: SetBacks,
    ) -> None:
        self.clock = clock
        self.stream = stream
        self.inboxes = inboxes
        self.registers = registers
        self.asked = asked
        self.link = Link()
        self.version = 0
        self.time = ""
        self.counted = Recount(inboxes)
        self.legs: list[Leg] = []
        self.is_lost = False

    def check(self, entries: list[Entry]) -> Iterator[Finding]:
        """What one command wrote."""
        before, events = self.link, list[LinkEvent]()
        for wrong in self.clock.wrong(self.time, entries[0]):
            yield self._finding(entries[0], "time", wrong)
        self.time = entries[-1].time
        for entry in entries:
            try:
                event: LinkEvent | LinkSnapshot = event_of(entry)
                yield from self._check(entry, event)
                self.version += 1
                if not isinstance(event, LinkSnapshot):
                    last, self.link = self.link, evolve(self.link, event, envelope_of(entry))
                    self.legs += postings_of_link(last, self.link, event)
                    self.counted.take(event)
                    events.append(event)
            except Exception as error:
                yield self._finding(entry, "event", f"it cannot have happened: {in_words(error)}")
                self.is_lost = True
                return
        asked = self.asked.get(entries[0].command, "")
        for message in check_link_asked(asked, entries[0], events):
            yield self._finding(entries[0], "command", message)
        for message in self._role(entries[0], asked):
            yield self._finding(entries[0], "permission", message)
        # What a table wrote here was signed at the table.
        if kind_asked(asked) is not None:
            for message in check_factors(self.registers, entries[0], asked):
                yield self._finding(entries[0], "permission", message)
        for message in self._again(before, entries[0], asked, events):
            yield self._finding(entries[0], "event", message)

    def _check(self, entry: Entry, event: LinkEvent | LinkSnapshot) -> Iterator[Finding]:
        if isinstance(event, LinkSnapshot):
            if event != LinkSnapshot(link=self.link, clause=event.clause):
                yield self._finding(entry, "snapshot", "the link was not in this state")
            return
        if isinstance(event, ContributionsFolded) and self._folded(event) != [event]:
            yield self._finding(entry, "contribution", "the inboxes do not come to that")
        envelopes = envelopes_at_link(entry, self.link, self.registers)
        if isinstance(event, ByTable) and not would_follow(envelopes, self.link, event):
            kind, message = "claim", "the terms and the meter do not come to that"
            if isinstance(event, TableJoined):
                kind, message = "event", "a table that shares the link does not join so"
            yield self._finding(entry, kind, message)
        yield from self._permission(entry, event)

    def _permission(self, entry: Entry, event: LinkEvent) -> Iterator[Finding]:
        if entry.second and not any(r.active(entry.second) for r in self.registers.at(entry.time)):
            message = f"{entry.second}, who confirmed, was not on the register"
            yield self._finding(entry, "permission", message)
        refusals = []
        for envelope in envelopes_at_link(entry, self.link, self.registers):
            try:
                check_roles(self.link, event, envelope)
            except PitbossError as refusal:
                refusals.append(str(refusal))
            else:
                return
        yield self._finding(entry, "permission", refusals[-1])

    def _folded(self, event: ContributionsFolded) -> list[LinkEvent]:
        batches = (
            Batch(table=read.table, after=read.after, upto=read.upto) for read in event.reads
        )
        return list(fold(self.link, batches, self._waiting(self.link)))

    def _waiting(self, link: Link) -> Inboxes:
        """What lies in the inboxes after what the link has counted."""
        return {
            table: entries[link.reads.get(table, 0) :] for table, entries in self.inboxes.items()
        }

    def _role(self, entry: Entry, asked: str) -> Iterator[str]:
        """On record is a person's department, unless a table wrote, and the system as itself."""
        roles = {SYSTEM}
        if entry.actor != SYSTEM:
            if kind_asked(asked) is None:
                return
            people = (register.active(entry.actor) for register in self.registers.at(entry.time))
            roles = {str(one.department) for one in people if one is not None}
        if roles and entry.role not in roles:
            yield f"{entry.actor} did it as {min(roles)}, and is on record as {entry.role}"

    def _again(
        self, before: Link, entry: Entry, asked: str, events: list[LinkEvent]
    ) -> Iterator[str]:
        """A command to the link itself, decided again; those of tables are the tables' affair."""
        kind = kind_asked(asked)
        # Who receives a transfer did not ask for it: the two are held against each other.
        if kind is None or not events or isinstance(events[0], TransferReceived):
            return
        refusal, said = "", json.loads(asked)
        for envelope in envelopes_at_link(entry, before, self.registers):
            try:
                command = from_plain(names_of(LinkCommand), said["command"], said["body"])
                inboxes = self._waiting(before) if isinstance(command, FoldContributions) else None
                again = decide(before, command, envelope, inboxes)
            except Exception as error:
                refusal = f"it was not permitted: {in_words(error)}"
                continue
            if again == events:
                return
            refusal = _difference(events, again)
        yield refusal

    def recount(self) -> Iterator[Finding]:
        """The meters against a count that uses nothing of theirs."""
        for one in variances(self.link, self.counted):
            yield Finding(
                stream=self.stream,
                version=self.version,
                kind="meter",
                rule="R4",
                message=f"{one.level}, {one.what}: {one.metered} cents, recounted {one.recounted}",
            )
        for table, entries in self.inboxes.items():
            read = self.link.reads.get(table, 0)
            if read > len(entries):
                yield Finding(
                    stream=self.stream,
                    version=self.version,
                    kind="contribution",
                    rule="I-07",
                    message=f"{read} entries of table {table} are counted; it has {len(entries)}",
                )

    def books(self) -> Iterator[Finding]:
        """What is booked as owed against the meters, and each table's own part in it (P29)."""
        try:
            found = list(with_inboxes(self.link, self.legs, self.inboxes).differences())
        except Exception as error:
            found = [f"the inboxes cannot be booked: {in_words(error)}"]
        for message in found:
            yield Finding(
                stream=self.stream,
                version=self.version,
                kind="posting",
                rule="P29",
                message=message,
            )
        link = self.stream.removeprefix("link/")
        for table, entries in self.inboxes.items():
            for number, message in wrong_entries(entries):
                yield Finding(
                    stream=f"inbox/{link}/{table}",
                    version=number,
                    kind="posting",
                    rule="P29",
                    message=message,
                )

    def _finding(self, entry: Entry, kind: str, message: str) -> Finding:
        return Finding(
            stream=self.stream,
            version=entry.version,
            kind=kind,
            rule=entry.clause,
            message=message,
        )


def _difference(written: Sequence[object], again: Sequence[object]) -> str:
    for one, other in zip(written, again, strict=False):
        if type(one) is not type(other):
            return f"{type(one).__name__}, where {type(other).__name__} follows"
        wrong = [f.name for f in fields(one) if getattr(one, f.name) != getattr(other, f.name)]  # type: ignore[arg-type]
        if wrong:
            return f"{type(one).__name__}: {', '.join(wrong)} must be otherwise"
    return f"{len(again)} events follow from it, and {len(written)} were written"
