"""Whether a link's log is one that its rules allow, and its meters are what the rounds come to.

Every entry is held to who might do it, and folded: a level that does not balance shows at the entry
that unbalanced it. What was asked is decided again, of the link itself or by a table that joined,
claimed or took a settlement back. At the end everything is counted anew from the inboxes (R4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from pitboss.audit.books import Inboxes, LinkAccounts
from pitboss.audit.findings import Finding, guarded
from pitboss.audit.replay import Replay, ReplayStep, Wrong, check_sender
from pitboss.audit.roles import Registers, check_factors, envelopes_at_link
from pitboss.audit.times import SetBacks
from pitboss.envelope import AUTOMATIC, SYSTEM, Envelope
from pitboss.errors import PitbossError
from pitboss.jackpot.aggregate import LinkCommand, LinkEvent, LinkSnapshot, decide, evolve
from pitboss.jackpot.claims import ClaimEntered, ClaimRejected, PaidClaimUndone
from pitboss.jackpot.contributions import Batch, ContributionsFolded, FoldContributions, fold
from pitboss.jackpot.fixed_awards import FixedAwardsReturned, FixedAwardsTaken
from pitboss.jackpot.link import Link
from pitboss.jackpot.roles import check_roles
from pitboss.store.contract import Entry

_OF_CLAIMS = (
    ClaimEntered,
    ClaimRejected,
    PaidClaimUndone,
    FixedAwardsTaken,
    FixedAwardsReturned,
)


class LinkReplay(Replay[Link]):
    """One link, beside the inboxes of its tables."""

    kinds: ClassVar[Mapping[type, str]] = dict.fromkeys(_OF_CLAIMS, "claim")

    def __init__(
        self,
        stream: str,
        inboxes: Inboxes,
        registers: Registers,
        asked: Mapping[str, str],
        clock: SetBacks,
    ) -> None:
        super().__init__(stream, Link(), asked, clock)
        self._inboxes = inboxes
        self._registers = registers
        self._accounts = LinkAccounts(inboxes)
        self._last: Entry | None = None
        self._is_own = False
        """Whether the command at hand was given to this link, not to a table or another link."""

    def run(self, entries: Iterable[Entry]) -> Iterator[Finding]:
        yield from super().run(entries)
        if self._last is not None and not self.is_lost:
            yield from guarded(self._last, self._accounts.check(self.state, self._last))

    def decide(self, state: Link, command: LinkCommand, envelope: Envelope) -> Sequence[LinkEvent]:
        if not isinstance(command, FoldContributions):
            return decide(state, command, envelope)
        if not self._is_own:
            # A table that claims has its wagers counted first, which no person does.
            envelope = AUTOMATIC._replace(time=envelope.time)
        return decide(state, command, envelope, self._waiting(state))

    def evolve(self, state: Link, event: LinkEvent, envelope: Envelope) -> Link:
        return evolve(state, event, envelope)

    def envelopes(self, step: ReplayStep[Link]) -> Iterable[Envelope]:
        return envelopes_at_link(step.first, step.before, self._registers)

    def decided(self, step: ReplayStep[Link]) -> Sequence[LinkEvent]:
        return [event for event in step.events if not isinstance(event, LinkSnapshot)]

    def take(self, entry: Entry, event: LinkEvent | LinkSnapshot) -> Iterator[Wrong]:
        before, self._last = self.state, entry
        if isinstance(event, LinkSnapshot):
            if event != LinkSnapshot(link=before, clause=event.clause):
                yield "snapshot", "the link was not in this state"
            return
        if isinstance(event, ContributionsFolded) and self._folded(event) != [event]:
            yield "contribution", "the inboxes do not come to that"
        yield from (("permission", message) for message in self._refusals(entry, event))
        yield from super().take(entry, event)
        self._accounts.post(before, event, self.state)

    def _folded(self, event: ContributionsFolded) -> list[LinkEvent]:
        batches = (
            Batch(table=read.table, after=read.after, upto=read.upto) for read in event.reads
        )
        return list(fold(self.state, batches, self._waiting(self.state)))

    def _waiting(self, link: Link) -> Inboxes:
        """What lies in the inboxes after what the link has counted."""
        return {
            table: entries[link.reads.get(table, 0) :] for table, entries in self._inboxes.items()
        }

    def _refusals(self, entry: Entry, event: LinkEvent) -> Iterator[str]:
        if entry.second and not any(r.active(entry.second) for r in self._registers.at(entry.time)):
            yield f"{entry.second}, who confirmed, was not on the register"
        refusals = []
        for envelope in envelopes_at_link(entry, self.state, self._registers):
            try:
                check_roles(self.state, event, envelope)
            except PitbossError as refusal:
                refusals.append(str(refusal))
            else:
                return
        yield refusals[-1]

    def check_step(self, step: ReplayStep[Link]) -> Iterator[Wrong]:
        first, stored = step.first, step.stored
        self._is_own = stored is not None and stored.stream == self.stream
        yield from (("permission", message) for message in self._role(first))
        if stored is not None and self._is_own:
            # What a table or another link wrote here was signed there.
            yield from check_sender(stored, first)
            for message in check_factors(self._registers, first, stored.two_factors):
                yield "permission", message

    def _role(self, entry: Entry) -> Iterator[str]:
        """On record is a person's department, unless a table wrote, and the system as itself."""
        roles = {SYSTEM}
        if entry.actor != SYSTEM:
            if not self._is_own:
                return
            people = (register.active(entry.actor) for register in self._registers.at(entry.time))
            roles = {str(one.department) for one in people if one is not None}
        if roles and entry.role not in roles:
            yield f"{entry.actor} did it as {min(roles)}, and is on record as {entry.role}"
