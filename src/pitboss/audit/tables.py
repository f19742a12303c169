"""Whether a table's log is one that its rules allow, replayed command by command.

For each entry: can it be read, might this person do it in this role, do its postings balance, do
the cards come from the seed. For each command: decided again on the table as it then stood, does
it bring about what was written. The checks run on what was written, not on what anybody remembers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from pitboss.audit.books import Books
from pitboss.audit.clock import SetBacks
from pitboss.audit.commands import Problem, check_replay, check_sender
from pitboss.audit.dealing import DealtFrom
from pitboss.audit.filing import clause_of
from pitboss.audit.findings import Finding
from pitboss.audit.permissions import by_of, check_factors, check_permission, check_role_written
from pitboss.audit.seeds import KeptSeeds
from pitboss.audit.staff import Registers
from pitboss.audit.times import are_apart, wrong_day
from pitboss.audit.words import guarded, in_words
from pitboss.audit.written import check_written
from pitboss.envelope import Envelope
from pitboss.games.library import GAMES
from pitboss.records.commands import read_command
from pitboss.records.entries import event_of
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
from pitboss.table.table import Event, Table, TableSnapshot, decide, evolve

_OFFERS = (OfferChanged, LinkLost, LinkFound)
_OF_A_ROUND = (RoundEvent, RoundsEvent, reports.Event)
_SETTLED = (WagerSettled, MeterPaid, RoundSettled)
_UNOPENED = (
    "the table was not opened before it, so neither this nor what follows can be checked; "
    "hold it against a backup that has the opening"
)


def check_table(
    stream: str,
    entries: Iterable[Entry],
    rulebooks: Mapping[str, Rulebook],
    registers: Registers,
    asked: Mapping[str, str],
    *,
    clock: SetBacks,
    seeds: KeptSeeds,
    links: Collection[str] | None,
) -> Iterator[Finding]:
    """Replay one table and check every entry of it; `asked` is what each command said.

    `links` are those there are; None if none was kept with the tables.
    """
    audit = _TableAudit(stream, rulebooks, registers, asked, clock=clock, seeds=seeds, links=links)
    for _, batch in groupby(entries, key=lambda entry: entry.command):
        own = list(batch)
        is_done = yield from guarded(own[0], audit.check(own))
        if audit.is_lost or not is_done:
            return
    yield from seeds.left()


class _TableAudit:
    def __init__(
        self,
        stream: str,
        rulebooks: Mapping[str, Rulebook],
        registers: Registers,
        asked: Mapping[str, str],
        *,
        clock: SetBacks,
        seeds: KeptSeeds,
        links: Collection[str] | None,
    ) -> None:
        self.stream = stream
        self.links = links
        self.name = stream.removeprefix("table/")
        self.clock = clock
        self.seeds = seeds
        self.time = ""
        self.asked = asked
        self.rulebooks = rulebooks
        self.registers = registers
        self.table = Table()
        self.rules: TableRules | None = None
        self.dealt = DealtFrom(self.name)
        self.books = Books()
        self.is_lost = False
        """Whether an entry was met that nothing after it can be judged by."""

    def check(self, entries: list[Entry]) -> Iterator[Finding]:
        """What one command wrote."""
        before, read = self.table, list[Event]()
        for wrong in self.clock.wrong(self.time, entries[0]):
            yield self._finding(entries[0], "time", wrong)
        self.time = entries[-1].time
        for entry in entries:
            try:
                event: Event = event_of(entry)
                if self.table.setting is None and not isinstance(event, TableOpened):
                    yield self._finding(entry, "event", _UNOPENED)
                    self.is_lost = True
                    return
                read.append(event)
                yield from self._check(entry, event)
                after = evolve(self.table, event)
                for kind, message in (
                    *self.books.post(self.table, event),
                    *self.books.compare(after, event),
                ):
                    yield self._finding(entry, kind, message)
                self.table = after
                if isinstance(event, _OFFERS) and self.rules is not None:
                    assert after.setting is not None, "only an open table offers anything"
                    self.rules = replace(self.rules, setting=after.setting)
            except Exception as error:
                yield self._finding(entry, "event", f"it cannot have happened: {in_words(error)}")
                self.is_lost = True
                return
        # What follows from a command to the link is held against the link, see `linked`.
        if self.rules is not None and not all(isinstance(one, ByLink) for one in read):
            by = by_of(entries[0], self.rules, self.registers)
            asked = self.asked.get(entries[0].command, "")
            try:
                written = check_role_written(self.rules, self.registers, entries[0], read)
                again = [
                    *((0, "permission", wrong) for wrong in written),
                    *(
                        (0, "permission", wrong)
                        for wrong in check_factors(self.registers, entries[0], asked)
                    ),
                    *((0, kind, wrong) for kind, wrong in check_sender(asked, entries[0])),
                    *((0, "time", wrong) for wrong in _wrong_opening(asked, entries[0])),
                    *self._replayed(before, by, asked, read),
                ]
            except Exception as error:
                # A log with a piece missing may say things that no rule was ever written for.
                again = [(0, "event", f"it cannot have happened: {in_words(error)}")]
                self.is_lost = True
            for index, kind, message in again:
                yield self._finding(entries[index], kind, message)

    def _replayed(
        self, before: Table, by: Envelope, asked: str, written: list[Event]
    ) -> Iterator[Problem]:
        rules = self.rules
        assert rules is not None, "a table is replayed by its rules"
        return check_replay(
            self.stream,
            asked,
            lambda commands: decide(rules, before, by, *commands),
            written,
            kind_of=lambda event: "settlement" if isinstance(event, _SETTLED) else "event",
        )

    def _check(self, entry: Entry, event: Event) -> Iterator[Finding]:
        if isinstance(event, TableOpened):
            yield from self._opened(entry, event.setting)
            yield from self._linked(entry, event.setting.link)
        if isinstance(event, PrizeHeld | PrizeToRecover | ByLink):
            yield from self._linked(entry, event.prize.link)
        if isinstance(event, TableSnapshot):
            now = TableSnapshot(table=self.table)
            if event != now:
                yield self._finding(entry, "snapshot", "the table was not in this state")
        if isinstance(event, BetsCalled):
            number = self.table.rounds.number
            if event.number != number + 1:
                yield self._finding(entry, "event", f"round {event.number} follows {number}")
            for kind, message in self.seeds.check(event, entry.command):
                yield self._finding(entry, kind, message)
        if isinstance(event, TableOpened | BetsCalled):
            yield from self._of_day(entry, event)
        for message in check_written(entry, event):
            yield self._finding(entry, "event", message)
        if entry.clause != clause_of(event):
            yield self._finding(entry, "event", f"it says {clause_of(event)}, not this rule")
        if entry.tag != self._tag_of(event):
            right = self._tag_of(event) or "none"
            filed = entry.tag or "none"
            yield self._finding(entry, "event", f"filed under round {filed}, and is of {right}")
        if self.rules is None or isinstance(event, ByLink):
            return
        for kind, message in (
            *check_permission(self.rules, self.registers, entry),
            *self.dealt.check(self.rules, self.table, event),
        ):
            yield self._finding(entry, kind, message)

    def _of_day(self, entry: Entry, event: TableOpened | BetsCalled) -> Iterator[Finding]:
        """What was won is told by the gaming day that this says."""
        opened = event.setting if isinstance(event, TableOpened) else None
        setting = opened or self.table.setting
        assert setting is not None, "bets are called for at an open table"
        wrong = wrong_day(event.gaming_day, entry.time, setting.time_zone, setting.day_starts)
        if wrong:
            yield self._finding(entry, "time", wrong)

    def _tag_of(self, event: Event) -> str:
        """The round it is filed under, by which a round is recalled."""
        if isinstance(event, BetsCalled):
            return str(event.number)
        return str(self.table.rounds.number) if isinstance(event, _OF_A_ROUND) else ""

    def _opened(self, entry: Entry, setting: Setting) -> Iterator[Finding]:
        rulebook = self.rulebooks.get(setting.rulebook)
        self.rules = None
        if setting.table != self.name:
            yield self._finding(entry, "event", f"it opens table {setting.table}")
        if rulebook is None or rulebook.digest != setting.digest:
            yield self._finding(
                entry,
                "rulebook",
                f"{setting.rulebook} with digest {setting.digest[:12]} is not at hand; "
                "bring the file with --rulebook-file to have this table's rounds checked",
            )
            return
        for name in ("edition", "currency"):
            said, right = getattr(setting, name), getattr(rulebook, name)
            if said != right:
                message = f"its {name} is {said!r}, and that of the rulebook {right!r}"
                yield self._finding(entry, "rulebook", message)
        self.rules = table_rules(rulebook, GAMES[rulebook.game], setting)

    def _linked(self, entry: Entry, link: str | None) -> Iterator[Finding]:
        """What a table says of its link is held against the link, which must be there for that."""
        if link is not None and self.links is not None and link not in self.links:
            message = f"there is nothing of link {link}; hold the record against a backup with it"
            yield self._finding(entry, "link", message)

    def _finding(self, entry: Entry, kind: str, message: str) -> Finding:
        return Finding(
            stream=self.stream,
            version=entry.version,
            kind=kind,
            rule=entry.clause,
            message=message,
        )


def _wrong_opening(asked: str, entry: Entry) -> Iterator[str]:
    """A table says when it opens by its own clock, which is the clock of the record."""
    try:
        command = read_command(asked).command
    except Exception:
        # Found where the command is decided again.
        return
    if isinstance(command, OpenTable) and are_apart(command.now, entry.time):
        yield f"it was asked for at {command.now}"
