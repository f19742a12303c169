"""The links of a floor: every command to one is loaded, decided, written once, and told.

A link is one stream, and its order is the order of everything that concerns the pot. Whoever
decided on an older state is refused by the store, reads on and decides again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from uuid import uuid4

from pitboss.envelope import SYSTEM, Envelope
from pitboss.errors import CommandReused, Conflict, PitbossError, RoleBreach, RuleBreach
from pitboss.house.access_log import AccessLog
from pitboss.house.callers import Member, System, by_of, who_asks
from pitboss.house.clock import Clock, stamp, utc_now
from pitboss.house.clock_notes import clock_notes
from pitboss.house.identity import software_id
from pitboss.house.link_streams import LinkStreams, link_append, stream_of
from pitboss.house.prizes import at_tables
from pitboss.house.staffing import Staffing
from pitboss.house.winning_cards import check_winning_cards
from pitboss.jackpot.commands import ApproveProposal, LinkCommand, OpenLink, VerifyClaim
from pitboss.jackpot.decide import decide
from pitboss.jackpot.events import LinkEvent
from pitboss.jackpot.link import Link, Status
from pitboss.jackpot.owner_events import Followed, LinkSnapshot, follow
from pitboss.records.asked import asked_text
from pitboss.records.stored import recorded
from pitboss.store.contract import Append, Order, Store

TRIES = 50
"""The owner of a busy link writes often, and each time whoever else wants to must read on."""
PATIENCE_SECONDS = 30
"""So long a table waits for its contributions to be counted before it takes no more."""

Who = Member | System


@dataclass(frozen=True, slots=True)
class Told:
    """What a command to a link brought about."""

    events: tuple[LinkEvent, ...]
    link: Link
    envelope: Envelope


class Links:
    """Every link on one store."""

    def __init__(
        self,
        store: Store,
        clock: Clock = utc_now,
        *,
        staffing: Staffing | None = None,
        software: Callable[[], str] = software_id,
        patience_seconds: int = PATIENCE_SECONDS,
    ) -> None:
        self.store = store
        self.clock = clock
        self.staffing = staffing or Staffing(store, clock)
        self.streams = LinkStreams(store)
        self.software = software
        self._patience = patience_seconds
        self._access = AccessLog(store, clock)
        self._tables_told: list[Callable[[str], object]] = []

    def tell_tables(self, told: Callable[[str], object]) -> None:
        """Have something called with the name of every table that this process wrote to here."""
        self._tables_told.append(told)

    def names(self) -> list[str]:
        """Every link there ever was."""
        return self.streams.names()

    def link(self, name: str) -> Link:
        """A link as the store has it now."""
        return self.current(name).link

    def current(self, name: str) -> Followed:
        """The same with its version, or `RuleBreach` if there is none."""
        kept = self.streams.current(name)
        if not kept.version:
            known = ", ".join(self.names()) or "none yet"
            raise RuleBreach(
                f"There is no link {name}",
                clause="I-06",
                remedy=f"Create it: pitboss link create. There are: {known}.",
            )
        return kept

    def rates(self, name: str) -> tuple[Fraction, Fraction]:
        """How often the Magic Card and the Lucky Player are drawn (I-21)."""
        terms = self.link(name).terms
        if terms is None or terms.magic_rate is None or terms.lucky_rate is None:
            raise RuleBreach(
                f"Link {name} has no rates for its draws", clause="I-21", remedy="Set them."
            )
        return terms.magic_rate.share, terms.lucky_rate.share

    def is_practice(self, name: str) -> bool:
        """Whether a link is one of play money."""
        terms = self.link(name).terms
        return terms is not None and terms.is_practice

    # --- giving commands --------------------------------------------------------------------------

    def give(
        self, name: str, command: LinkCommand, caller: Who, command_id: str | None = None
    ) -> Told:
        """Have a command decided and written, once; or raise why not."""
        asked = asked_text(command, who_asks(caller))
        if command_id is not None:
            told = self._told_before(name, command_id, asked)
            if told is not None:
                return told
        command_id = command_id or str(uuid4())
        is_new = isinstance(command, ApproveProposal | OpenLink)
        for _ in range(TRIES):
            kept = self.streams.current(name) if is_new else self.current(name)
            try:
                envelope = self.envelope(kept.link, caller, command_id)
                events = decide(kept.link, command, envelope)
            except RoleBreach as breach:
                self.note_refused(name, command, caller, breach)
                raise
            if isinstance(command, VerifyClaim):
                check_winning_cards(self.store, kept.link.claims[command.claim], command.cards)
            try:
                beside = at_tables(kept.link, events)
                self.write(name, kept, events, envelope, asked, beside=beside)
            except Conflict:
                continue
            return Told(tuple(events), self.link(name), envelope)
        raise Conflict(stream_of(name), expected=kept.version, found=-1)

    def envelope(self, link: Link, caller: Who, command_id: str) -> Envelope:
        """Who asks for something of a link now, in which role and department, beside whom."""
        ladder = () if link.terms is None else link.terms.ladder
        now = stamp(self.clock())
        return by_of(caller, self.staffing.register, ladder, now=now)._replace(id=command_id)

    def note_refused(
        self, name: str, command: LinkCommand, caller: Who, breach: RoleBreach
    ) -> None:
        """What was asked by somebody who may not is written down (S10)."""
        asked = f"{type(command).__name__} of link {name}"
        person = caller.person if isinstance(caller, Member) else SYSTEM
        self._access.refused(person, asked, str(breach), breach.clause)

    def write(
        self,
        name: str,
        kept: Followed,
        events: Sequence[LinkEvent | LinkSnapshot],
        envelope: Envelope,
        asked: str,
        *,
        beside: Sequence[Append] = (),
    ) -> None:
        """Put events at the end of a link's stream, if nobody was first, and others beside them."""
        if not events:
            return
        appends = [link_append(name, kept, events), *beside]
        now = envelope.time
        notes = clock_notes(self.store, appends, now, self.streams.times(name))
        receipt = self.store.append(order_of(envelope, asked), [*appends, *notes])
        if not receipt.is_repeat:
            for event in events:
                kept = follow(kept, event, envelope)
            self.streams.remember(name, kept, now)
        for append in beside:
            for told in self._tables_told:
                told(append.stream.removeprefix("table/"))

    def _told_before(self, name: str, command_id: str, asked: str) -> Told | None:
        receipt = self.store.receipt(command_id)
        if receipt is None:
            return None
        if receipt.asked != asked:
            raise CommandReused(command_id)
        log = [
            recorded(entry)
            for written in receipt.written
            if written.stream == stream_of(name)
            for entry in self.store.read(written.stream, after=written.first - 1, upto=written.last)
        ]
        return Told(tuple(one.event for one in log), self.link(name), log[0].envelope)

    # --- whether tables can reach it --------------------------------------------------------------

    def fault(self, name: str, table: str) -> str:
        """Why a table may take no wagers for a link, as players are told; empty if it may (P18)."""
        try:
            kept = self.current(name)
            link = kept.link
            if link.status is not Status.RUNNING:
                return f"The link takes no wagers: {link.fault}"
            if table not in link.tables:
                return f"Table {table} does not share link {name}."
            if not self.is_approved(link):
                return "The link runs with other software than was approved for it."
            since = self.streams.waiting_since(link, table)
        except PitbossError as error:
            return f"The link cannot be reached: {error}"
        if since and self._age(since) > self._patience:
            return f"Contributions have not been counted for {self._age(since)} seconds."
        return ""

    def is_approved(self, link: Link) -> bool:
        """Whether this very software is what was approved for a link (P19)."""
        approved = link.proposals.get(link.digest)
        return approved is not None and approved.software == self.software()

    def _age(self, at: str) -> int:
        return int((self.clock() - datetime.fromisoformat(at)).total_seconds())


def order_of(envelope: Envelope, asked: str) -> Order:
    """A command to a link as the store keeps it: by a person in the department they are of."""
    return Order(
        id=envelope.id,
        asked=asked,
        actor=envelope.actor,
        role=envelope.department or envelope.role,
        time=envelope.time,
        second=envelope.second,
    )
