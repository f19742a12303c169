"""The links of a floor: every command to one is loaded, decided, written once, and told.

A link is one stream, and its order is the order of everything that concerns the pot. Whoever
decided on an older state is refused by the store, reads on and decides again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from fractions import Fraction
from typing import Any
from uuid import uuid4

from pitboss.codec import name_of, plain, text_of
from pitboss.errors import CommandReused, Conflict, PitbossError, RoleBreach, RuleBreach
from pitboss.house.access_log import AccessLog
from pitboss.house.callers import Member, System, check_signers
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
from pitboss.jackpot.owner_events import Followed, follow
from pitboss.jackpot.roles import SYSTEM
from pitboss.records.asked import BY_TWO_FACTORS
from pitboss.records.stored import event_of
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
        self,
        name: str,
        kind: type[LinkCommand],
        caller: Who,
        command_id: str | None = None,
        **said: Any,
    ) -> Told:
        """Have a command decided and written, once; or raise why not.

        Who asks, who stands beside and when are filled in; `said` is the rest of the command.
        """
        asked = asked_text(kind, caller, said)
        if command_id is not None:
            told = self._told_before(name, command_id, asked)
            if told is not None:
                return told
        command_id = command_id or str(uuid4())
        is_new = kind in (ApproveProposal, OpenLink)
        for _ in range(TRIES):
            kept = self.streams.current(name) if is_new else self.current(name)
            now = stamp(self.clock())
            try:
                register = self.staffing.register()
                if isinstance(caller, Member):
                    check_signers(register, caller, now)
                events = decide(register, kept.link, _command(kind, caller, now, said))
            except RoleBreach as breach:
                self.note_refused(name, kind, caller, breach)
                raise
            if kind is VerifyClaim:
                claim = kept.link.claims[said["claim"]]
                check_winning_cards(self.store, claim, said["cards"])
            try:
                order = self.order(caller, now, asked, command_id)
                self.write(name, kept, events, order, beside=at_tables(kept.link, events))
            except Conflict:
                continue
            return Told(tuple(events), self.link(name))
        raise Conflict(stream_of(name), expected=kept.version, found=-1)

    def note_refused(
        self, name: str, kind: type[LinkCommand], caller: Who, breach: RoleBreach
    ) -> None:
        """What was asked by somebody who may not is written down (S10)."""
        asked = f"{kind.__name__} of link {name}"
        self._access.refused(_person(caller), asked, str(breach), breach.clause)

    def write(
        self,
        name: str,
        kept: Followed,
        events: Sequence[Any],
        order: Order,
        *,
        beside: Sequence[Append] = (),
    ) -> None:
        """Put events at the end of a link's stream, if nobody was first, and others beside them."""
        if not events:
            return
        appends = [link_append(name, kept, events), *beside]
        notes = clock_notes(self.store, appends, order.time, self.streams.times(name))
        receipt = self.store.append(order, [*appends, *notes])
        if not receipt.is_repeat:
            for event in events:
                kept = follow(kept, event)
            self.streams.remember(name, kept, order.time)
        for append in beside:
            for told in self._tables_told:
                told(append.stream.removeprefix("table/"))

    def order(self, caller: Who, now: str, asked: str, command_id: str) -> Order:
        """Who is behind what is written, in the department they are of."""
        person = _person(caller)
        found = None if person == SYSTEM else self.staffing.register().active(person)
        return Order(
            id=command_id,
            asked=asked,
            actor=person,
            role=SYSTEM if found is None else str(found.department),
            time=now,
            second=getattr(caller, "second", ""),
        )

    def _told_before(self, name: str, command_id: str, asked: str) -> Told | None:
        receipt = self.store.receipt(command_id)
        if receipt is None:
            return None
        if receipt.asked != asked:
            raise CommandReused(command_id)
        events = [
            event_of(entry)
            for written in receipt.written
            if written.stream == stream_of(name)
            for entry in self.store.read(written.stream, after=written.first - 1, upto=written.last)
        ]
        return Told(tuple(events), self.link(name))

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
            first = next(iter(self.streams.waiting(link, table)), None)
        except PitbossError as error:
            return f"The link cannot be reached: {error}"
        if first is not None and self._age(first.at) > self._patience:
            return f"Contributions have not been counted for {self._age(first.at)} seconds."
        return ""

    def is_approved(self, link: Link) -> bool:
        """Whether this very software is what was approved for a link (P19)."""
        approved = link.proposals.get(link.digest)
        return approved is not None and approved.software == self.software()

    def _age(self, at: str) -> int:
        return int((self.clock() - datetime.fromisoformat(at)).total_seconds())


def _person(caller: Who) -> str:
    return caller.person if isinstance(caller, Member) else SYSTEM


def _command(kind: type[LinkCommand], caller: Who, now: str, said: dict[str, Any]) -> LinkCommand:
    who: dict[str, Any] = {
        "by": _person(caller),
        "second": getattr(caller, "second", ""),
        "at": now,
    }
    names = {field.name for field in fields(kind)}
    return kind(**said, **{name: value for name, value in who.items() if name in names})


def asked_text(kind: type[LinkCommand], caller: Who, said: dict[str, Any]) -> str:
    """What was asked, and by whom; not when, so that it is the same when it is asked again."""
    body = plain(_command(kind, caller, "", said))
    body.pop("at")
    factors = getattr(caller, "two_factors", "")
    signed = {BY_TWO_FACTORS: factors} if factors else {}
    told = {"command": name_of(kind), **signed, "body": body}
    return text_of(told)
