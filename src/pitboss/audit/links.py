"""Whether a link's log is one that its rules allow, and its meters are what the rounds come to.

Every entry is read, held to who might do it, and folded: a level that does not balance shows at the
entry that unbalanced it. What was asked is decided again. At the end everything is counted anew
from the inboxes alone (R4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from pitboss.audit.clock import SetBacks
from pitboss.audit.commands import Problem, check_replay, check_sender
from pitboss.audit.findings import Finding
from pitboss.audit.permissions import check_factors, envelopes_at_link
from pitboss.audit.staff import Registers
from pitboss.audit.words import guarded, in_words
from pitboss.envelope import AUTOMATIC, SYSTEM, Envelope
from pitboss.errors import PitbossError
from pitboss.jackpot.aggregate import LinkCommand, LinkEvent, LinkSnapshot, decide, evolve
from pitboss.jackpot.claims import ClaimEntered, ClaimRejected, PaidClaimUndone
from pitboss.jackpot.contributions import (
    Batch,
    ContributionsFolded,
    FoldContributions,
    fold,
)
from pitboss.jackpot.fixed_awards import FixedEvent
from pitboss.jackpot.inbox import InboxEvent
from pitboss.jackpot.link import Link
from pitboss.jackpot.recount import Recount, variances
from pitboss.jackpot.roles import check_roles
from pitboss.ledger.accounts import Leg
from pitboss.ledger.link_books import postings_of_link, with_inboxes, wrong_entries
from pitboss.records.commands import read_command
from pitboss.records.entries import envelope_of, event_of
from pitboss.store.contract import Entry

Inboxes = Mapping[str, Sequence[InboxEvent]]
"""What each table contributed, entry by entry."""
_OF_CLAIMS = ClaimEntered | ClaimRejected | PaidClaimUndone | FixedEvent


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
        is_own = self._is_own(asked)
        for message in self._role(entries[0], is_own=is_own):
            yield self._finding(entries[0], "permission", message)
        if is_own:
            # What a table or another link wrote here was signed there.
            for _, message in check_sender(asked, entries[0]):
                yield self._finding(entries[0], "command", message)
            for message in check_factors(self.registers, entries[0], asked):
                yield self._finding(entries[0], "permission", message)
        for index, kind, message in self._again(before, entries[0], asked, events):
            yield self._finding(entries[index], kind, message)

    def _check(self, entry: Entry, event: LinkEvent | LinkSnapshot) -> Iterator[Finding]:
        if isinstance(event, LinkSnapshot):
            if event != LinkSnapshot(link=self.link, clause=event.clause):
                yield self._finding(entry, "snapshot", "the link was not in this state")
            return
        if isinstance(event, ContributionsFolded) and self._folded(event) != [event]:
            yield self._finding(entry, "contribution", "the inboxes do not come to that")
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

    def _is_own(self, asked: str) -> bool:
        """Whether a command was given to this link, not to a table or another link."""
        try:
            return read_command(asked).stream == self.stream
        except Exception:
            # Found where the command is decided again.
            return False

    def _role(self, entry: Entry, *, is_own: bool) -> Iterator[str]:
        """On record is a person's department, unless a table wrote, and the system as itself."""
        roles = {SYSTEM}
        if entry.actor != SYSTEM:
            if not is_own:
                return
            people = (register.active(entry.actor) for register in self.registers.at(entry.time))
            roles = {str(one.department) for one in people if one is not None}
        if roles and entry.role not in roles:
            yield f"{entry.actor} did it as {min(roles)}, and is on record as {entry.role}"

    def _again(
        self, before: Link, entry: Entry, asked: str, events: list[LinkEvent]
    ) -> Sequence[Problem]:
        """What was asked of the link, alone or with a command to a table, decided again."""
        problems: list[Problem] = []
        for envelope in envelopes_at_link(entry, before, self.registers):
            problems = list(
                check_replay(
                    self.stream,
                    asked,
                    lambda commands, by=envelope: self._decided(before, commands, by),  # type: ignore[misc]
                    events,
                    kind_of=lambda event: "claim" if isinstance(event, _OF_CLAIMS) else "event",
                )
            )
            if not problems:
                break
        return problems

    def _decided(
        self, link: Link, commands: Sequence[LinkCommand], envelope: Envelope
    ) -> list[LinkEvent]:
        events: list[LinkEvent] = []
        for command in commands:
            is_fold = isinstance(command, FoldContributions)
            # A table that claims has its wagers counted first, which no person does.
            by = (
                AUTOMATIC._replace(time=envelope.time)
                if len(commands) > 1 and is_fold
                else envelope
            )
            for event in decide(link, command, by, self._waiting(link) if is_fold else None):
                link = evolve(link, event, envelope)
                events.append(event)
        return events

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
