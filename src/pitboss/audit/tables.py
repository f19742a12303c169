"""Whether a table's log is one that its rules allow.

For each entry: might this person do it in this role, do its postings balance, do the cards come
from the seed, does the link say the same. For each command: decided again on the table as it then
stood, does it bring about what was written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from pitboss.audit.books import TableBooks
from pitboss.audit.chance import Dealt
from pitboss.audit.entries import check_text
from pitboss.audit.findings import Finding
from pitboss.audit.linked_tables import LinkedTable
from pitboss.audit.replay import Replay, ReplayStep, Wrong, check_sender
from pitboss.audit.roles import (
    Registers,
    by_of,
    check_factors,
    check_permission,
    check_role_written,
)
from pitboss.audit.seeds import DealtCards, KeptSeeds
from pitboss.audit.times import SetBacks, are_apart, wrong_day
from pitboss.envelope import Envelope
from pitboss.errors import PitbossError
from pitboss.games.registry import game_of
from pitboss.records.entries import clause_of
from pitboss.round.result import MeterPaid, RoundSettled, WagerSettled
from pitboss.round.round import Event as RoundEvent
from pitboss.rulebook.model import Rulebook
from pitboss.store.contract import Entry
from pitboss.table.chips.prizes import ByLink, PrizeHeld, PrizeToRecover
from pitboss.table.irregularities import reports
from pitboss.table.operation import LinkFound, LinkLost, OfferChanged, OpenTable, TableOpened
from pitboss.table.rounds import BetsCalled
from pitboss.table.rounds import Event as RoundsEvent
from pitboss.table.rules import Setting, TableRules, table_rules
from pitboss.table.table import Command, Event, Table, TableSnapshot, decide, evolve

_OFFERS = OfferChanged | LinkLost | LinkFound
_OF_A_ROUND = RoundEvent | RoundsEvent | reports.Event
_SETTLED = (WagerSettled, MeterPaid, RoundSettled)
_UNOPENED = (
    "the table was not opened before it, so neither this nor what follows can be checked; "
    "hold it against a backup that has the opening"
)


class TableReplay(Replay[Table]):
    """One table, with its seeds, its books and its link."""

    kinds: ClassVar[Mapping[type, str]] = dict.fromkeys(_SETTLED, "settlement")

    def __init__(
        self,
        stream: str,
        rulebooks: Mapping[str, Rulebook],
        registers: Registers,
        asked: Mapping[str, str],
        clock: SetBacks,
        *,
        seeds: KeptSeeds,
        linked: LinkedTable,
        links: Collection[str] | None,
    ) -> None:
        """`links` are those there are; None if none was kept with the tables."""
        super().__init__(stream, Table(), asked, clock)
        self._rulebooks = rulebooks
        self._registers = registers
        self._seeds = seeds
        self._linked = linked
        self._links = links
        self._rules: TableRules | None = None
        self._dealt = DealtCards(self.name)
        self._books = TableBooks()

    @property
    def counted(self) -> Dealt:
        """What the table dealt and paid, for what is asked of chance."""
        return self._dealt.counted

    def run(self, entries: Iterable[Entry]) -> Iterator[Finding]:
        yield from super().run(entries)
        if not self.is_lost:
            yield from self._seeds.left()
            yield from self._linked.left()

    def decide(self, state: Table, command: Command, envelope: Envelope) -> Sequence[Event]:
        assert self._rules is not None, "a table is decided on by its rules"
        return decide(self._rules, state, envelope, command)

    def evolve(self, state: Table, event: Event, envelope: Envelope) -> Table:  # noqa: ARG002
        return evolve(state, event)

    def envelopes(self, step: ReplayStep[Table]) -> Iterable[Envelope]:
        assert self._rules is not None, "a table is decided on by its rules"
        return (by_of(step.first, self._rules, self._registers),)

    def decided(self, step: ReplayStep[Table]) -> Sequence[Event] | None:
        """What follows from a command to the link is held against the link, see `claims`."""
        is_by_link = all(isinstance(one, ByLink) for one in step.events)
        return None if self._rules is None or is_by_link else step.events

    # --- one entry --------------------------------------------------------------------------------

    def take(self, entry: Entry, event: Event) -> Iterator[Wrong]:
        before = self.state
        if before.setting is None and not isinstance(event, TableOpened):
            raise PitbossError(_UNOPENED)
        yield from self._check(entry, event)
        yield from super().take(entry, event)
        after = self.state
        yield from self._books.check(before, event, after)
        if isinstance(event, _OFFERS) and self._rules is not None:
            assert after.setting is not None, "only an open table offers anything"
            self._rules = replace(self._rules, setting=after.setting)
        yield from self._linked.check_entry(entry, event, before, after, self._rules)

    def _check(self, entry: Entry, event: Event) -> Iterator[Wrong]:
        table = self.state
        if isinstance(event, TableOpened):
            yield from self._opened(event.setting)
            yield from self._of_link(event.setting.link)
        if isinstance(event, PrizeHeld | PrizeToRecover | ByLink):
            yield from self._of_link(event.prize.link)
        if isinstance(event, TableSnapshot) and event != TableSnapshot(table=table):
            yield "snapshot", "the table was not in this state"
        if isinstance(event, BetsCalled):
            if event.number != table.rounds.number + 1:
                yield "event", f"round {event.number} follows {table.rounds.number}"
            yield from self._seeds.check(event, entry.command)
        if isinstance(event, TableOpened | BetsCalled):
            # What was won is counted by the gaming day that this says.
            setting = event.setting if isinstance(event, TableOpened) else table.setting
            assert setting is not None, "bets are called for at an open table"
            wrong = wrong_day(event.gaming_day, entry.time, setting.time_zone, setting.day_starts)
            yield from (("time", message) for message in (wrong,) if message)
        yield from (("event", message) for message in check_text(entry, event))
        if entry.clause != clause_of(event):
            yield "event", f"it says {clause_of(event)}, not this rule"
        if entry.tag != self._tag_of(event):
            right, filed = self._tag_of(event) or "none", entry.tag or "none"
            yield "event", f"filed under round {filed}, and is of {right}"
        if self._rules is not None and not isinstance(event, ByLink):
            yield from check_permission(self._rules, self._registers, entry)
            yield from self._dealt.check(self._rules, table, event)

    def _tag_of(self, event: Event) -> str:
        """The round it is filed under, by which a round is found."""
        if isinstance(event, BetsCalled):
            return str(event.number)
        return str(self.state.rounds.number) if isinstance(event, _OF_A_ROUND) else ""

    def _opened(self, setting: Setting) -> Iterator[Wrong]:
        rulebook = self._rulebooks.get(setting.rulebook)
        self._rules = None
        if setting.table != self.name:
            yield "event", f"it opens table {setting.table}"
        if rulebook is None or rulebook.digest != setting.digest:
            missing = f"{setting.rulebook} with digest {setting.digest[:12]} is not at hand"
            bring = "bring it (--rulebook-file FILE, --game FOLDER)"
            remedy = f"{bring} to have this table's rounds checked"
            yield "rulebook", f"{missing}; {remedy}"
            return
        for name in ("edition", "currency"):
            said, right = getattr(setting, name), getattr(rulebook, name)
            if said != right:
                yield "rulebook", f"its {name} is {said!r}, and that of the rulebook {right!r}"
        self._rules = table_rules(rulebook, game_of(rulebook), setting)

    def _of_link(self, link: str | None) -> Iterator[Wrong]:
        """What a table says of its link is held against the link, which must be there for that."""
        if link is not None and self._links is not None and link not in self._links:
            message = f"there is nothing of link {link}; hold the record against a backup with it"
            yield "link", message

    # --- one command, and the whole ---------------------------------------------------------------

    def check_step(self, step: ReplayStep[Table]) -> Iterator[Wrong]:
        first, stored, rules = step.first, step.stored, self._rules
        if rules is not None and self.decided(step) is not None:
            for message in check_role_written(rules, self._registers, first, step.events):
                yield "permission", message
            if stored is not None:
                for message in check_factors(self._registers, first, stored.two_factors):
                    yield "permission", message
                yield from check_sender(stored, first)
                opening = stored.command
                # A table says when it opens by its own clock, which is the clock of the record.
                if isinstance(opening, OpenTable) and are_apart(opening.now, first.time):
                    yield "time", f"it was asked for at {opening.now}"
        yield from self._linked.check_step(step, self.state, rules)
