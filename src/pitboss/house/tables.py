"""The tables of a floor: every command to one of them is loaded, decided, written and told.

A table is one stream. The version that a command was decided on is the version it must be written
at: if another process wrote first, what it wrote is read and the command decided again. What is
kept in memory is only the end of a stream, read and folded; it can be thrown away at any time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple, get_args

from pitboss.envelope import Envelope
from pitboss.errors import CommandReused, Conflict, RoleBreach, RuleBreach, StoreError
from pitboss.games.library import Library
from pitboss.house.access_log import STREAM as ACCESS
from pitboss.house.access_log import AccessLog
from pitboss.house.callers import Caller, Member, by_of, who_asks
from pitboss.house.clock import Clock, gaming_day_of, local_time, new_command_id, stamp, utc_now
from pitboss.house.clock_notes import clock_notes
from pitboss.house.companions import Companion, Moment
from pitboss.house.correcting import check_purse
from pitboss.house.kept_register import STREAM as STAFF
from pitboss.house.kept_tables import Kept, KeptTables, seeds_stream_of, stream_of
from pitboss.house.seeds import Seeds
from pitboss.house.short_wagers import is_counted_elsewhere, with_earlier
from pitboss.house.staffing import Staffing
from pitboss.records.asked import asked_text, is_same_asked
from pitboss.records.stored import draft_of, event_of
from pitboss.round.result import RoundClosed
from pitboss.round.round import Event as RoundEvent
from pitboss.round.wagers import BetsClosed
from pitboss.rulebook.model import Rulebook
from pitboss.staff.roles import may_act_as
from pitboss.store import checkpoint
from pitboss.store.chain import NOWHERE, chained, end_of
from pitboss.store.contract import Append, Draft, Order, Receipt, Store
from pitboss.store.gathering import Gathering
from pitboss.table.decide import decide_on
from pitboss.table.irregularities import events as irregular_ev
from pitboss.table.opening import commands as opening_do
from pitboss.table.opening import events as opening_ev
from pitboss.table.roles import least_rung
from pitboss.table.rounds import commands as rounds_do
from pitboss.table.rounds import events as rounds_ev
from pitboss.table.rules import ANYBODY, TableRules
from pitboss.table.settings import Setting
from pitboss.table.table import Command, Event, Table

_TRIES = 25
"""A busy link is written to many times a second, and whoever claims from it must get a word in."""
_OF_A_ROUND = frozenset(
    kind
    for events in (RoundEvent, rounds_ev.Event, irregular_ev.Event)
    for kind in get_args(events)
)
_ENDS = {RoundClosed, opening_ev.TableClosed}


class Done(NamedTuple):
    """What a command brought about."""

    events: tuple[Event, ...]
    table: Table
    receipt: Receipt


class _Asked(NamedTuple):
    """One command as it was given."""

    command: Command
    caller: Caller
    id: str
    said: str
    beside: Sequence[Append]


class _Refused(NamedTuple):
    """What somebody asked for who may not have it."""

    person: str
    asked: str
    problem: str
    clause: str


Listener = Callable[[str, Done], None]


class Tables:
    """Every table on one store."""

    def __init__(
        self,
        store: Store,
        clock: Clock = utc_now,
        *,
        rulebooks: Mapping[str, Rulebook] | None = None,
        staffing: Staffing | None = None,
    ) -> None:
        self._gathering = Gathering(store, written=self._wrote, lost=self._lose)
        self.store: Store = self._gathering
        self.clock = clock
        self.staffing = staffing or Staffing(store, clock, rulebooks=rulebooks)
        self.rulebooks = Library() if rulebooks is None else rulebooks
        self.companion: Companion | None = None
        """Who writes along: what concerns links, if this process knows them."""
        self.seeds = Seeds(self.store)
        self._access = AccessLog(store, clock)
        self._kept = KeptTables(self.store, self.rulebooks)
        self._listeners: list[Listener] = []
        self._unwritten: dict[str, tuple[str, Done]] = {}
        """What was given and is not written yet, by the ids of the commands."""
        self._untold: deque[tuple[str, Done]] = deque()
        """What is written and nobody has heard of yet."""
        self._refused: list[_Refused] = []
        """What was refused in a block, and is noted once the block is written."""

    # --- what there is ----------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Every table there ever was."""
        return [name.removeprefix("table/") for name in self.store.streams("table/")]

    def table(self, name: str) -> Table:
        """A table as the store has it now."""
        return self._kept.current(name).table

    def version(self, name: str) -> int:
        """How many entries a table has, as far as it was read."""
        return self._kept.current(name).version

    def rules(self, name: str) -> TableRules:
        """The rules an open table is under."""
        setting = self._kept.current(name).table.setting
        if setting is None:
            raise RuleBreach(
                f"There is no table {name}", clause="", remedy="Open it: pitboss table open."
            )
        return self._kept.rules_of(setting)

    def by(self, caller: Caller, rules: Rulebook) -> Envelope:
        """Somebody in the highest role they have at a table of this rulebook."""
        return by_of(caller, self.staffing.register, rules.roles, now=stamp(self.clock()))

    def listen(self, listener: Listener) -> None:
        """Have something called after whatever this process wrote."""
        self._listeners.append(listener)

    # --- giving commands --------------------------------------------------------------------------

    def open(self, setting: Setting, caller: Caller, command_id: str | None = None) -> Done:
        """Open a table under the rulebook its setting names."""
        now = self.clock()
        opening = opening_do.OpenTable(
            setting,
            gaming_day_of(now, setting.time_zone, setting.day_starts),
            local_time(now, setting.time_zone),
        )
        return self.give(setting.table, opening, caller, command_id)

    def give(
        self,
        name: str,
        command: Command,
        caller: Caller,
        command_id: str | None = None,
        *,
        beside: Sequence[Append] = (),
        upon: int | None = None,
    ) -> Done:
        """Have a command decided and written, once; or raise why not.

        `beside` is written together with it, or not at all. `upon` is the version that whoever
        gives the command looked at, if it is meant for that one only: at any other it is a
        `Conflict`, and nothing is decided anew.
        """
        now = self.clock()
        command_id = command_id or new_command_id(now)
        said = asked_text(command, who_asks(caller))
        asked = _Asked(command, caller, command_id, said, beside)
        for tried in range(_TRIES):
            if tried == 0:
                kept = self._kept.current(name)
            else:
                # Later than whatever somebody else wrote meanwhile.
                kept, now = self._kept.read_on(name), self.clock()
            if upon not in (None, kept.version):
                return self._done_or_conflict(name, asked, upon, kept)
            try:
                return self._give(name, asked, kept, stamp(now))
            except Conflict:
                self._kept.forget(name)
                if self.has_lost:
                    raise
            except RuleBreach as breach:
                done = self._done_before(name, command_id, said)
                if done is not None:
                    return done
                if self._kept.read_on(name).version != kept.version:
                    # It was refused by what has changed since: somebody else wrote meanwhile.
                    continue
                self._note(caller, name, command, breach)
                raise
        raise Conflict(stream_of(name), expected=kept.version, found=-1)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Whatever is given inside waits for the disk together: nothing of it counts before.

        A block that lost anything it put off raises at its end, whatever was made of the error
        within. What it lost was never told to anybody: give it again, each by itself. A block
        within another is part of that one, and at its own end nothing need be written.
        """
        if self._gathering.is_on:
            yield
            return
        self._gathering.begin()
        try:
            yield
        except (KeyboardInterrupt, SystemExit):
            # Whoever is told to stop stops, and takes it for nothing else.
            with suppress(StoreError):
                self._end()
            raise
        except BaseException:
            self._end()
            raise
        self._end()

    @property
    def has_lost(self) -> bool:
        """Whether the block that this thread is in could not be written, and so need not go on."""
        return self._gathering.has_failed

    def _end(self) -> None:
        refused, self._refused = self._refused, []
        try:
            self._gathering.end()
            # Of a block that is lost, what was refused is given again too, and noted then.
            for one in refused:
                self._access.refused(*one)
        finally:
            self._tell()

    def _wrote(self, receipts: Sequence[Receipt]) -> None:
        """What was given together is written.

        It is told once no command is half given: whoever hears of it may give commands too.
        """
        for receipt in receipts:
            # Of what somebody was interrupted in giving there is nothing to tell.
            if receipt.command in self._unwritten:
                name, done = self._unwritten.pop(receipt.command)
                self._untold.append((name, Done(done.events, done.table, receipt)))

    def _lose(self) -> None:
        """What was given together was not written: the tables are as the store has them."""
        lost, self._unwritten = self._unwritten, {}
        for name in {name for name, _ in lost.values()}:
            self._kept.forget(name)
            if self.companion is not None:
                self.companion.forget(name)

    def _tell(self) -> None:
        while self._untold:
            name, done = self._untold.popleft()
            for listener in self._listeners:
                listener(name, done)

    def _done_or_conflict(self, name: str, asked: _Asked, upon: int | None, kept: Kept) -> Done:
        done = self._done_before(name, asked.id, asked.said)
        if done is None:
            raise Conflict(stream_of(name), expected=upon or 0, found=kept.version)
        return done

    def _give(self, name: str, asked: _Asked, kept: Kept, now: str) -> Done:
        rules = self._rules_for(name, asked.command)
        check_purse(self.store, name, kept.table, asked.command)
        if is_counted_elsewhere(rules, asked.command):
            others = ((at, self._kept.read_on(at).table) for at in self.names() if at != name)
            asked = _with(asked, with_earlier(asked.command, kept.table, others))
        if self.companion is None:
            return self._write(name, asked, kept, rules, now)
        try:
            command = self.companion.prepared(name, rules, kept.table, asked.command)
            return self._write(name, _with(asked, command), kept, rules, now)
        except BaseException:
            # Whatever was believed to be written beside may not have been.
            self.companion.forget(name)
            raise

    def _write(self, name: str, asked: _Asked, kept: Kept, rules: TableRules, now: str) -> Done:
        by = by_of(asked.caller, self.staffing.register, rules.rulebook.roles, now=now)
        decided = decide_on(rules, kept.table, by, asked.command)
        events, table = decided.events, decided.table
        self.seeds.check_dealt(name, rules, kept.table, asked.command)
        self._check_called(name, asked)
        order = Order(
            id=asked.id,
            asked=asked.said,
            actor=by.actor,
            role=self._role(rules, by, events, now),
            time=now,
            second=by.second,
        )
        drafts = _drafts(kept.table, events)
        appends = [Append(stream=stream_of(name), drafts=drafts, expected=kept.version)]
        beside = list(asked.beside)
        if self.companion is None:
            self._check_link(name, rules, events)
        else:
            moment = Moment(
                table=name,
                rules=rules,
                before=kept.table,
                command=asked.command,
                events=events,
                after=table,
                by=by,
                now=now,
            )
            beside += self.companion.appends(moment)
        if beside or now < kept.time:
            known = {stream_of(name): kept.time}
            beside += clock_notes(self.store, [*appends, *beside], now, known)
        appends += beside
        if not _ENDS.isdisjoint(map(type, events)):
            appends.append(self._checkpoint(name, order, drafts, kept.version, rules))
        # What others build on beside the table is written at once, with all that came before it.
        is_put_off = self._gathering.is_on and not beside
        append = self._gathering.put_off if is_put_off else self.store.append
        receipt = append(order, appends)
        if receipt.is_repeat:
            self._kept.forget(name)
            if self.companion is not None:
                self.companion.forget(name)
            return self._done(name, receipt)
        done = Done(events=tuple(events), table=table, receipt=receipt)
        if is_put_off:
            self._unwritten[order.id] = name, done
        else:
            self._untold.append((name, done))
        self._kept.keep(name, Kept(table, kept.version + len(events), now))
        self._tell()
        return done

    def _check_link(self, name: str, rules: TableRules, events: Sequence[Event]) -> None:
        """A linked table never plays without its link unseen."""
        link = rules.setting.link
        if link is None or not any(isinstance(event, BetsClosed) for event in events):
            return
        if self.store.head(f"link/{link}").version:
            raise RuleBreach(
                f"Table {name} is on link {link}, and this program is not connected to it",
                clause="I-07",
                remedy="Connect it: contributions would be lost.",
            )

    def _check_called(self, name: str, asked: _Asked) -> None:
        """Nobody binds a round to a seed that is not kept: it could not be dealt to its end."""
        call = asked.command
        if not isinstance(call, rounds_do.CallForBets) or not (call.deck or call.draws):
            return
        if not any(append.stream == seeds_stream_of(name) for append in asked.beside):
            raise RuleBreach(
                f"A round of table {name} bound to a seed that nobody keeps",
                clause="I-102",
                remedy="The system makes the seeds, and calls for bets with them.",
            )

    def _role(self, rules: TableRules, by: Envelope, events: Sequence[Event], now: str) -> str:
        """The role to write down: the one that was needed and had, not the highest there is."""
        ladder = rules.rulebook.roles
        if by.role not in ladder:
            return by.role
        rung = max((least_rung(rules, event) for event in events), default=ANYBODY)
        register = self.staffing.register()
        acts = may_act_as(register, by.actor, ladder, ladder[max(rung, 0)], now=now)
        assert acts is not None, "who was let do it has the role for it"
        return str(acts)

    def _rules_for(self, name: str, command: Command) -> TableRules:
        if isinstance(command, opening_do.OpenTable):
            return self._kept.rules_of(command.setting)
        return self.rules(name)

    def _note(self, caller: Caller, name: str, command: Command, breach: RuleBreach) -> None:
        """What was asked by somebody who may not is written down (S10)."""
        if isinstance(breach, RoleBreach):
            person = caller.person if isinstance(caller, Member) else getattr(caller, "name", "")
            asked = f"{type(command).__name__} at table {name}"
            refused = _Refused(person, asked, str(breach), breach.clause)
            if self._gathering.is_on:
                self._refused.append(refused)
            else:
                self._access.refused(*refused)

    # --- reading ----------------------------------------------------------------------------------

    def refresh(self, name: str) -> Table:
        """A table with everything that other processes wrote since it was looked at."""
        return self._kept.read_on(name).table

    def _done_before(self, name: str, command_id: str, said: str) -> Done | None:
        receipt = self.store.receipt(command_id)
        if receipt is None:
            return None
        if not is_same_asked(receipt.asked, said):
            raise CommandReused(command_id)
        return self._done(name, receipt._replace(is_repeat=True))

    def _done(self, name: str, receipt: Receipt) -> Done:
        events = [
            event_of(entry)
            for written in receipt.written
            if written.stream == stream_of(name)
            for entry in self.store.read(written.stream, after=written.first - 1, upto=written.last)
        ]
        return Done(events=tuple(events), table=self._kept.read_on(name).table, receipt=receipt)

    # --- checkpoints ------------------------------------------------------------------------------

    def _checkpoint(
        self, name: str, order: Order, drafts: Sequence[Draft], version: int, rules: TableRules
    ) -> Append:
        """Where the streams of a table end once these entries are written."""
        own = stream_of(name)
        streams = [own, seeds_stream_of(name), STAFF, ACCESS]
        if self.companion is not None:
            streams += self.companion.streams(name, rules)
        heads = self._gathering.ends_of(streams)
        head = heads.get(own, NOWHERE)
        if head.version != version:
            raise Conflict(own, expected=version, found=head.version)
        heads[own] = end_of(chained(own, head, drafts, order))
        event = checkpoint.HeadsRecorded(
            heads={stream: (end.version, end.hash) for stream, end in heads.items()}
        )
        return Append(stream=checkpoint.STREAM, drafts=(draft_of(event),), expected=None)


def _with(asked: _Asked, command: Command) -> _Asked:
    """What was asked, with the command as it was prepared."""
    if command is asked.command:
        return asked
    return asked._replace(command=command, said=asked_text(command, who_asks(asked.caller)))


def _drafts(before: Table, events: Sequence[Event]) -> tuple[Draft, ...]:
    """Events as they are written; those of a round carry its number."""
    number = before.rounds.number
    drafts = []
    for event in events:
        if isinstance(event, rounds_ev.BetsCalled):
            number = event.number
        tag = str(number) if type(event) in _OF_A_ROUND else ""
        drafts.append(draft_of(event, tag=tag))
    return tuple(drafts)
