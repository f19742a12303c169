"""Tables and their links: what a linked table's commands write into inbox and link beside.

"No more bets" puts the round's contributions into the table's own inbox. Wagers that go back take
them out again. A settlement that takes from a level is written together with its claim, or not at
all; if anybody was entered first, the round is settled anew on what that one left (I-11). So is
one of which a level pays awards that are no percentage (I-05).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pitboss.envelope import AUTOMATIC, Envelope
from pitboss.errors import PitbossError, RoleBreach, RuleBreach
from pitboss.house.claiming import (
    holds_wagers,
    pays_fixed_awards,
    takes,
    takes_from_a_level,
    taking,
    taking_back,
)
from pitboss.house.companions import Moment
from pitboss.house.contributing import contributed, gives_back, joining, reversed_by
from pitboss.house.links import Links
from pitboss.house.seeds import Seeds
from pitboss.house.streams import Loaded, inbox_stream, link_stream
from pitboss.jackpot.aggregate import LinkCommand, LinkEvent, decide, evolve
from pitboss.jackpot.contributions import Batch, FoldContributions, fold
from pitboss.jackpot.inbox import InboxCommand
from pitboss.jackpot.inbox import decide as decide_inbox
from pitboss.jackpot.link import Link
from pitboss.records.entries import draft_of
from pitboss.round.deal import RecordDraws
from pitboss.round.result import SettlementUndone, SettleRound
from pitboss.round.settlement import Level
from pitboss.round.wagers import BetsClosed, WagerPlaced
from pitboss.store.contract import Append
from pitboss.table.operation import TableOpened, linked_wagers
from pitboss.table.rules import TableRules
from pitboss.table.table import Command, Table


class Beside(NamedTuple):
    """What a table's command writes to the streams of its link."""

    appends: Sequence[Append] = ()
    also: Sequence[tuple[str, LinkCommand]] = ()
    """What the table asks of the link by it: stored with it, and decided again by the audit."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """A link as a settlement sees it: with the table's own contributions folded in."""

    kept: Loaded
    fold: FoldContributions
    folded: tuple[LinkEvent, ...]
    read: _Read


@dataclass(frozen=True, slots=True)
class _Read:
    """What a settlement needs of a link: its levels, and which of them pays fixed awards."""

    levels: dict[str, Level]
    fixed_from: str | None

    def told(self, command: SettleRound) -> SettleRound:
        """The command with what was read."""
        return replace(command, meters=self.levels, holds_prizes=True, fixed_from=self.fixed_from)


class Linking:
    """The companion of all linked tables."""

    def __init__(self, links: Links, seeds: Seeds) -> None:
        self.links = links
        self.seeds = seeds
        self._readings: dict[str, _Reading] = {}
        self._last: dict[str, _Read] = {}

    # --- before a command is decided --------------------------------------------------------------

    def prepared(self, name: str, rules: TableRules, table: Table, command: Command) -> Command:
        """A settlement goes by the meters as the link has them, whatever anybody says they are."""
        link = rules.setting.link
        self._readings.pop(name, None)
        if link is None or not isinstance(command, SettleRound):
            return command
        if table.play.void is not None or not holds_wagers(table):
            return _Read({}, None).told(command)
        try:
            reading = self._reading(link, name)
        except PitbossError:
            # Where nothing is won from it, the table survives the loss of its link (D14), and the
            # round goes by what was last read.
            last = self._last.get(link)
            if last is None or takes_from_a_level(rules, table):
                raise
            known = last.told(command)
            if last.fixed_from is not None and pays_fixed_awards(rules, table, known):
                raise
            return known
        self._readings[name] = reading
        self._last[link] = reading.read
        return reading.read.told(command)

    def _reading(self, link: str, name: str) -> _Reading:
        kept = self.links.current(link)
        after: Link = kept.state
        # What the table contributed and nobody has counted yet.
        entries, read = self.links.waiting(after, name), after.reads.get(name, 0)
        batch = Batch(table=name, after=read, upto=read + len(entries))
        folding = FoldContributions(fence=after.fence, batches=(batch,))
        folded = tuple(fold(after, folding.batches, {name: entries}))
        for event in folded:
            after = evolve(after, event, AUTOMATIC)
        assert after.terms is not None, "a link that tables joined has terms"
        levels = {
            level.name: Level(after.meters[level.name].display, level.reset)
            for level in after.terms.levels
        }
        return _Reading(kept, folding, folded, _Read(levels, after.terms.fixed_awards_from_meter))

    # --- once it is decided -----------------------------------------------------------------------

    def beside(self, moment: Moment) -> Beside:
        """What goes into the streams of the link."""
        opened = next((e for e in moment.events if isinstance(e, TableOpened)), None)
        if opened is not None and opened.setting.link is not None:
            return self._joined(moment, opened.setting.link)
        link = moment.rules.setting.link
        if link is None:
            return Beside()
        self._check_reached(moment, link)
        self._check_drawn(moment, link)
        inbox, (appends, also) = self._into_inbox(moment, link), self._into_link(moment, link)
        return Beside([*inbox, *appends], also)

    def _check_reached(self, moment: Moment, link: str) -> None:
        wagers = linked_wagers(moment.rules)
        for event in moment.events:
            if isinstance(event, WagerPlaced) and event.wager in wagers:
                fault = self.links.fault(link, moment.table)
                if fault:
                    raise RuleBreach(
                        f"{event.wager!r} at table {moment.table}, which cannot reach its link",
                        clause="P18",
                        remedy=f"{fault.rstrip('.')}. The game goes on without it.",
                        seat=event.seat,
                    )

    def _check_drawn(self, moment: Moment, link: str) -> None:
        """Whoever has the draws recorded, they are those of the seed at the link's own rates."""
        command = moment.command
        if isinstance(command, RecordDraws) and moment.before.rounds.draws:
            rates = self.links.rates(link)
            self.seeds.check_drawn(moment.table, moment.rules, moment.before, command, rates)

    def _joined(self, moment: Moment, link: str) -> Beside:
        kept = self.links.current(link)
        inbox = self.links.inbox(link, moment.table)
        command = joining(moment, inbox.version)
        known = kept.state.tables.get(moment.table)
        others = {n: one for n, one in kept.state.tables.items() if n != moment.table}
        reads = {**kept.state.reads, moment.table: inbox.version}
        # A table that opens again has joined before; it is held to the same rules all the same.
        alone = replace(kept.state, tables=others, reads=reads) if known else kept.state
        events = decide(alone, command, moment.by)
        return Beside() if known else _beside(link, kept, [command], events)

    def _into_inbox(self, moment: Moment, link: str) -> Sequence[Append]:
        if any(isinstance(event, BetsClosed) for event in moment.events):
            if not holds_wagers(moment.after):
                return ()
            kept = self.links.known_inbox(link, moment.table)
            command: InboxCommand | None = contributed(moment)
        elif gives_back(moment.events):
            # What goes back may have been contributed by another process.
            kept = self.links.inbox(link, moment.table)
            command = reversed_by(moment, kept.inbox)
        else:
            return ()
        if command is None:
            return ()
        events = decide_inbox(self._terms_of(link), kept.inbox, command)
        return self.links.inbox_append(link, moment.table, kept, events)

    def _terms_of(self, link: str) -> Link:
        """The link as it is now; out of reach, as it was when it was last read.

        It was read when the last of these wagers was made, and what it said then holds (D14).
        """
        try:
            return self.links.link(link)
        except PitbossError:
            return self.links.known(link)

    def _into_link(self, moment: Moment, link: str) -> Beside:
        if any(isinstance(event, SettlementUndone) for event in moment.events):
            chips = moment.before.chips
            return self._undone(moment, link) if chips.awards or chips.fixed else Beside()
        if not takes(moment.events):
            return Beside()
        reading = self._readings[moment.table]
        after = reading.kept.state
        for event in reading.folded:
            after = evolve(after, event, moment.by)
        commands: list[LinkCommand] = [*taking(moment, self._contribution(moment, link))]
        events = [*reading.folded, *_decided(after, commands, moment.by)]
        if reading.folded:
            commands.insert(0, reading.fold)
        return _beside(link, reading.kept, commands, events)

    def _contribution(self, moment: Moment, link: str) -> int:
        """The entry of the round's own contribution; none where all of it was unreasonable."""
        rounds = self.links.inbox(link, moment.table).inbox.rounds
        standing = rounds.get(moment.before.rounds.number)
        return 0 if standing is None else standing.number

    def _undone(self, moment: Moment, link: str) -> Beside:
        """A settlement that is taken back takes with it all it took from levels (I-83, I-14)."""
        kept = self.links.current(link)
        commands = list(taking_back(moment, kept.state))
        try:
            events = _decided(kept.state, commands, moment.by)
        except RoleBreach as breach:
            # Whoever reports a card does not expect to hear of a claim.
            number = moment.before.rounds.number
            is_paid = any(prize.round == number for prize in moment.before.chips.paid_prizes)
            what = "which was paid and" if is_paid else "whose claim"
            raise RoleBreach(
                f"Round {number} was settled with a prize of link {link}, {what} goes back with it",
                clause=breach.clause,
                remedy=f"{breach.problem}. {breach.remedy}",
            ) from breach
        return _beside(link, kept, commands, events) if events else Beside()

    # --- housekeeping -----------------------------------------------------------------------------

    def streams(self, name: str, rules: TableRules) -> Sequence[str]:
        """The table's inbox, and the link itself."""
        link = rules.setting.link
        return () if link is None else (inbox_stream(link, name), link_stream(link))

    def forget(self, name: str) -> None:
        """Somebody else was first."""
        self.links.forget_inboxes(name)


def _decided(link: Link, commands: Iterable[LinkCommand], envelope: Envelope) -> list[LinkEvent]:
    """What commands come to that are given one after another."""
    events = list[LinkEvent]()
    for command in commands:
        for event in decide(link, command, envelope):
            link = evolve(link, event, envelope)
            events.append(event)
    return events


def _beside(
    link: str, loaded: Loaded, commands: Iterable[LinkCommand], events: Sequence[LinkEvent]
) -> Beside:
    stream = link_stream(link)
    append = Append(stream, tuple(map(draft_of, events)), loaded.version)
    return Beside([append], [(stream, command) for command in commands])
