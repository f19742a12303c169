"""Tables: their rules compiled, and their commands decided with all that stands beside a table.

A table knows only its own stream. What the register, other tables, its link, the purses of its
players and its seeds say about a command is brought together here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import get_args

from pitboss.codec import name_of
from pitboss.envelope import Envelope
from pitboss.errors import BadSetting, RuleBreach
from pitboss.games.registry import game_of
from pitboss.house.approvals import Approval, unapproved
from pitboss.house.callers import Caller, by_of
from pitboss.house.clock import gaming_day_of, local_time
from pitboss.house.engine import Address, Decision, Desk, Done, Engine, Given
from pitboss.house.house_key import Seals
from pitboss.house.link_desk import LinkDesk, LinkedCommand
from pitboss.house.links import Links
from pitboss.house.seeds import Seeds
from pitboss.house.streams import Loaded, inbox_stream, link_stream, seeds_stream, table_stream
from pitboss.records.entries import draft_of
from pitboss.round.deal import DealCards
from pitboss.round.result import RoundClosed
from pitboss.round.round import Event as RoundEvent
from pitboss.rulebook.model import Rulebook
from pitboss.staff.register import may_act_as
from pitboss.store.contract import Append, Draft, Entry
from pitboss.table.chips.corrections import Correct
from pitboss.table.chips.exchange import BoughtIn, CashedOut, ColouredUp
from pitboss.table.chips.holdings import MovementKind
from pitboss.table.chips.rack import CreditSent, DropCollected, DropCounted, FillTaken
from pitboss.table.irregularities import reports
from pitboss.table.irregularities.catalogue import ROUND
from pitboss.table.irregularities.reports import ReportIrregularity
from pitboss.table.irregularities.wagers import EARLIER, UNDER, counts_elsewhere
from pitboss.table.operation import OpenTable, TableClosed
from pitboss.table.roles import least_rung
from pitboss.table.rounds import BetsCalled, CallForBets
from pitboss.table.rounds import Event as RoundsEvent
from pitboss.table.rules import ANYBODY, Setting, TableRules, table_rules
from pitboss.table.table import Command, Event, Table, decide_on

_BRING = (
    "Bring that file (--rulebook-file FILE, or rulebooks in a floor's file) and the same code of "
    "its game (--game FOLDER) to play on, or to close the table and open it anew."
)
_OF_A_ROUND = frozenset(
    kind for events in (RoundEvent, RoundsEvent, reports.Event) for kind in get_args(events)
)
_ENDS = {RoundClosed, TableClosed}
_MOVEMENTS = frozenset(
    map(
        name_of,
        (
            BoughtIn,
            CashedOut,
            ColouredUp,
            FillTaken,
            CreditSent,
            DropCollected,
            DropCounted,
        ),
    )
)


class Tables(Desk):
    """Every table of a house."""

    def __init__(
        self,
        engine: Engine,
        rulebooks: Mapping[str, Rulebook],
        links: Links,
        seals: Seals,
        approvals: Mapping[str, Approval],
    ) -> None:
        self._engine = engine
        self._store = engine.store
        self.rulebooks = rulebooks
        self.seeds = Seeds(engine.store, seals)
        self._links = links
        self._approvals = approvals
        self._link_desk = LinkDesk(links, self.seeds)
        self._rules: dict[str, TableRules] = {}

    # --- reading ----------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Every table there ever was."""
        return self._engine.names("table")

    def table(self, name: str) -> Table:
        """A table as this process knows it."""
        table: Table = self._engine.streams.current(table_stream(name)).state
        return table

    def refresh(self, name: str) -> Table:
        """A table with everything that other processes wrote since it was looked at."""
        table: Table = self._engine.streams.latest(table_stream(name)).state
        return table

    def version(self, name: str) -> int:
        """How many entries a table has, as far as it was read."""
        return self._engine.streams.current(table_stream(name)).version

    def rules(self, name: str) -> TableRules:
        """The rules an open table is under."""
        return self._rules_of(name, self.table(name).setting)

    def envelope(self, caller: Caller, rulebook: Rulebook) -> Envelope:
        """A caller in the highest role they have at a table of this rulebook."""
        return by_of(caller, self._engine.register, rulebook.roles, now=self._engine.now())

    def _rules_of(self, name: str, setting: Setting | None) -> TableRules:
        if setting is None:
            raise RuleBreach(
                f"There is no table {name}", clause="", remedy="Open it: pitboss table open."
            )
        known = self._rules.get(setting.table)
        if known is not None and (known.setting is setting or known.setting == setting):
            return known
        self._rules[setting.table] = found = self._compiled(setting)
        return found

    def _compiled(self, setting: Setting) -> TableRules:
        rulebook = self.rulebooks.get(setting.rulebook)
        if rulebook is None:
            raise BadSetting(
                f"No rulebook {setting.rulebook!r} is at hand; "
                f"there are {', '.join(self.rulebooks)}. {_BRING}"
            )
        if rulebook.digest != setting.digest:
            raise BadSetting(
                f"The rulebook {rulebook.id} at hand is not the one table {setting.table} was "
                f"opened with: its digest is {rulebook.digest[:12]}, not {setting.digest[:12]}. "
                f"{_BRING}"
            )
        return table_rules(rulebook, game_of(rulebook), setting)

    # --- commands ---------------------------------------------------------------------------------

    def open(self, setting: Setting, caller: Caller, command_id: str | None = None) -> Done[Table]:
        """Open a table under the rulebook its setting names."""
        now = self._engine.clock()
        opening = OpenTable(
            setting,
            gaming_day_of(now, setting.time_zone, setting.day_starts),
            local_time(now, setting.time_zone),
        )
        return self._engine.give(table_stream(setting.table), opening, caller, command_id)

    def decide(self, given: Given, loaded: Loaded, now: str) -> Decision:
        """What a command to a table comes to, with what goes into the streams of its link."""
        command: Command = given.command
        table: Table = loaded.state
        name = given.name
        opened = command.setting if isinstance(command, OpenTable) else table.setting
        rules = self._rules_of(name, opened)
        if isinstance(command, OpenTable):
            self._check_approved(rules)
        elif isinstance(command, Correct):
            self._check_purse(name, table, command)
        elif isinstance(command, ReportIrregularity):
            command = self._with_other_tables(name, rules, table, command)
        link = rules.setting.link
        if link is not None:
            command = self._link_desk.prepared(name, rules, table, command)
        by = by_of(given.caller, self._engine.register, rules.rulebook.roles, now=now)
        events, after = decide_on(rules, table, by, command)
        if isinstance(command, DealCards):
            self.seeds.check_dealt(name, rules, table, command)
        elif isinstance(command, CallForBets):
            _check_called(name, given, command)
        beside: Sequence[Append] = ()
        also: Sequence[Address] = ()
        if link is not None:
            linked = LinkedCommand(name, link, rules, table, command, events, after, by)
            beside, also = self._link_desk.beside(linked)
        checkpoint: tuple[str, ...] = ()
        if not _ENDS.isdisjoint(map(type, events)):
            checkpoint = (seeds_stream(name),)
            if link is not None:
                checkpoint += inbox_stream(link, name), link_stream(link)
        role = self._role(rules, by, events, now)
        return Decision(
            command,
            _drafts(table, events),
            events,
            after,
            Envelope(by.actor, role, second=by.second, time=now, id=given.id),
            beside,
            also,
            checkpoint,
        )

    def forget(self, name: str) -> None:
        """Another writer was first: what was remembered of the table's inbox may be out of date."""
        self._links.forget_inboxes(name)

    def describe(self, given: Given) -> str:
        """What was asked, in the words of the log of refusals."""
        return f"{super().describe(given)} at table {given.name}"

    def _role(self, rules: TableRules, by: Envelope, events: Sequence[Event], now: str) -> str:
        """The role to write down: the one that was needed and had, not the highest there is."""
        ladder = rules.rulebook.roles
        if by.role not in ladder:
            return by.role
        rung = max((least_rung(rules, event) for event in events), default=ANYBODY)
        register = self._engine.register()
        acts = may_act_as(register, by.actor, ladder, ladder[max(rung, 0)], now=now)
        assert acts is not None, "an actor whose command was permitted has the role for it"
        return str(acts)

    # --- what a table itself cannot know ----------------------------------------------------------

    def _check_approved(self, rules: TableRules) -> None:
        """Refuse code that nobody approved where any table is played with money."""
        fault = unapproved(rules.rulebook, self._approvals)
        if fault is None:
            return
        others = (self.table(name).setting for name in self.names())
        if all(one.is_practice for one in (rules.setting, *others) if one is not None):
            return
        raise BadSetting(f"Table {rules.setting.table} stays closed. {fault}")

    def _check_purse(self, name: str, table: Table, command: Correct) -> None:
        """Refuse to correct money that went from a player's purse to the table, or back.

        It is written in both by one command. A correction at the table alone would leave the purse
        as it was.
        """
        shift = table.chips.shift
        found = shift.movement(command.number)
        if found is None or found.kind not in (MovementKind.BUY_IN, MovementKind.CASH_OUT):
            return
        entry = self._movement(name, before_last=shift.moved - found.number)
        receipt = None if entry is None else self._store.receipt(entry.command)
        if receipt is None or not any(one.stream.startswith("player/") for one in receipt.written):
            return
        other = "cash it out" if found.kind is MovementKind.BUY_IN else "buy in again"
        raise RuleBreach(
            f"The {found.kind} of {found.player} is of a player's own account",
            clause="S4",
            remedy=f"{found.player} can {other}, and the purse has it.",
        )

    def _movement(self, name: str, *, before_last: int) -> Entry | None:
        """The entry of a movement, by how many came after it: those are counted from the end."""
        stream = self._store.read(table_stream(name))
        moved = [entry for entry in stream if entry.name in _MOVEMENTS]
        return moved[-1 - before_last] if before_last < len(moved) else None

    def _with_other_tables(
        self, name: str, rules: TableRules, table: Table, command: ReportIrregularity
    ) -> ReportIrregularity:
        """A report of a wager under the minimum, with where the player had one before today.

        "One time only" is counted in the whole casino (5.13, I-89), and a table knows only its own
        rounds. What the others settled is stored with the report.
        """
        if command.kind != UNDER or ROUND.name in command.details or not counts_elsewhere(rules):
            return command
        if command.details.get(EARLIER.name, "").strip():
            return command
        others = ((at, self.refresh(at)) for at in self.names() if at != name)
        return _with_earlier(command, table, others)


def _with_earlier(
    command: ReportIrregularity, here: Table, others: Iterable[tuple[str, Table]]
) -> ReportIrregularity:
    seat = command.details.get("seat", "")
    at = here.play.seats.get(int(seat)) if seat.isdecimal() else None
    today = here.rounds.gaming_day
    if at is None or _used(here, at.player, today):
        # The table itself knows what it settled.
        return command
    for name, other in others:
        number = _used(other, at.player, today)
        if number and _is_practice(other) == _is_practice(here):
            earlier = {EARLIER.name: f"table {name}, round {number}"}
            return replace(command, details={**command.details, **earlier})
    return command


def _used(table: Table, player: str, gaming_day: str) -> int:
    """The round in which a table settled such wagers of a player today, or 0."""
    once = table.people.short.get(player)
    return once.number if once is not None and once.gaming_day == gaming_day else 0


def _is_practice(table: Table) -> bool:
    return table.setting is not None and table.setting.is_practice


def _check_called(name: str, given: Given, command: CallForBets) -> None:
    """Refuse to bind a round to a seed that is not stored: it could not be dealt to its end."""
    is_bound = command.deck or command.draws
    if is_bound and not any(append.stream == seeds_stream(name) for append in given.beside):
        raise RuleBreach(
            f"A round of table {name} bound to a seed that is stored nowhere",
            clause="I-102",
            remedy="The system makes the seeds, and calls for bets with them.",
        )


def _drafts(before: Table, events: Sequence[Event]) -> tuple[Draft, ...]:
    """Events as they are written; those of a round carry its number."""
    number = before.rounds.number
    drafts = []
    for event in events:
        if isinstance(event, BetsCalled):
            number = event.number
        tag = str(number) if type(event) in _OF_A_ROUND else ""
        drafts.append(draft_of(event, tag=tag))
    return tuple(drafts)
