"""The one way in: every command is loaded, decided, written once and published here.

Tables, links, the register of staff, players' accounts and sessions are aggregates of one kind:
a stream, a state folded from it, and pure functions that decide. The version a command was decided
on is the version it must be written at. If another process wrote first, what it wrote is read and
the command decided again. Sent twice, a command acts once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Generic, NamedTuple, TypedDict, TypeVar, Unpack, overload

from pitboss.codec import name_of
from pitboss.envelope import Envelope
from pitboss.errors import (
    CommandReused,
    Conflict,
    PlayerRefused,
    RoleBreach,
    RuleBreach,
    StaffRefused,
    StoreError,
)
from pitboss.house.access_log import STREAM as ACCESS
from pitboss.house.access_log import AccessLog
from pitboss.house.callers import Caller, Player, name_of_caller, who_asks
from pitboss.house.clock import Clock, clock_notes, new_command_id, stamp
from pitboss.house.streams import STAFF, Loaded, StreamCache, aggregate_of, name_in
from pitboss.jackpot.aggregate import LinkCommand
from pitboss.jackpot.link import Link
from pitboss.players.account import Account, PlayerCommand
from pitboss.players.sessions import Session, SessionCommand
from pitboss.records.commands import command_text, is_same_command
from pitboss.records.entries import draft_of, envelope_of, event_of
from pitboss.staff.register import Register
from pitboss.staff.staff import StaffCommand
from pitboss.store.batches import WriteBatch
from pitboss.store.chain import NOWHERE, chained, end_of
from pitboss.store.contract import Append, Draft, Order, Receipt, Store
from pitboss.store.events import CHECKPOINT, HeadsRecorded
from pitboss.table.table import Command as TableCommand
from pitboss.table.table import Table

TRIES = 50
"""A busy link is written to many times a second, and a claim on it must get through."""

State = TypeVar("State")
Refusal = RuleBreach | StaffRefused | PlayerRefused
Address = tuple[str, Any]
"""A stream, and a command to it."""


class Done(NamedTuple, Generic[State]):
    """What a command brought about."""

    events: tuple[Any, ...]
    state: State
    receipt: Receipt
    envelope: Envelope
    """Who is on record for it, and when."""


class Given(NamedTuple):
    """One command as it was given."""

    stream: str
    name: str
    """What the stream is about: the table, link or player after its kind."""
    command: Any
    caller: Caller
    id: str
    beside: Sequence[Append] = ()
    """Further entries that are written with it, or not at all."""


class Decision(NamedTuple):
    """What a command to one stream comes to, before it is written."""

    command: Any
    """The command with what was read elsewhere filled in, as it is stored."""
    drafts: tuple[Draft, ...]
    events: Sequence[Any]
    state: Any
    envelope: Envelope
    """Who will be on record for it, and in which role."""
    beside: Sequence[Append] = ()
    also: Sequence[Address] = ()
    """Commands to other streams that follow from it, stored with it; `beside` has their events."""
    checkpoint: Sequence[str] = ()
    """Streams whose ends are recorded with it, because a round or a table has closed."""


class Desk(ABC):
    """What is particular to one kind of stream: how its commands are decided."""

    @abstractmethod
    def decide(self, given: Given, loaded: Loaded, now: str) -> Decision:
        """What a command comes to, or its refusal."""

    def forget(self, name: str) -> None:  # noqa: B027
        """Another writer was first: drop what was remembered beside the stream itself."""

    def describe(self, given: Given) -> str:
        """What was asked, in the words of the log of refusals."""
        return name_of(type(given.command)).replace("-", " ")


def plain_decision(
    decide: Callable[[Any, Any, Envelope], Sequence[Any]],
    given: Given,
    loaded: Loaded,
    by: Envelope,
    recorded: Envelope | None = None,
) -> Decision:
    """What a command comes to where nothing is read or written beside its own stream.

    `recorded` is who is on record for it, where that is not `by`.
    """
    events, state = decide(loaded.state, given.command, by), loaded.state
    evolve = aggregate_of(given.stream).evolve
    for event in events:
        state = evolve(state, event, by)
    return Decision(given.command, tuple(map(draft_of, events)), events, state, recorded or by)


Subscriber = Callable[[str, Done[Any]], None]


class Options(TypedDict, total=False):
    """What a caller may add to a command."""

    also: Sequence[Address]
    """Commands to other streams that are written with it, or not at all."""
    beside: Sequence[Append]
    """Entries that are written with it, or not at all."""
    upon: int | None
    """The version the caller looked at, if the command is meant for that one only: at any other it
    is a `Conflict`, and nothing is decided anew."""


class Engine:
    """Everything on one store that commands are given to."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._batch = WriteBatch(store, written=self._wrote, lost=self._lose)
        self.store: Store = self._batch
        self.clock = clock
        self.streams = StreamCache(self.store)
        self.desks: dict[str, Desk] = {}
        """By kind of stream; each part of the house adds its own."""
        self.access = AccessLog(store, clock)
        self._subscribers: dict[str, list[Subscriber]] = {}
        self._unwritten: dict[str, tuple[str, Done[Any]]] = {}
        """What was decided and is not written yet, by command id."""
        self._unpublished: deque[tuple[str, Done[Any]]] = deque()
        self._refused: list[Callable[[], None]] = []
        """Refusals within a batch, logged once the batch is written."""

    # --- reading ----------------------------------------------------------------------------------

    def names(self, kind: str) -> list[str]:
        """Every table, link or player there ever was."""
        return [name_in(stream) for stream in self.store.streams(f"{kind}/")]

    def register(self) -> Register:
        """The register of staff as the store has it now."""
        register: Register = self.streams.latest(STAFF).state
        return register

    def now(self) -> str:
        """The time, as it is written down."""
        return stamp(self.clock())

    def subscribe(self, kind: str, subscriber: Subscriber) -> None:
        """Have something called after every command to such a stream that this process wrote."""
        self._subscribers.setdefault(kind, []).append(subscriber)

    # --- giving commands --------------------------------------------------------------------------

    @overload
    def give(
        self,
        stream: str,
        command: TableCommand,
        caller: Caller,
        command_id: str | None = ...,
        **options: Unpack[Options],
    ) -> Done[Table]: ...

    @overload
    def give(
        self,
        stream: str,
        command: LinkCommand,
        caller: Caller,
        command_id: str | None = ...,
        **options: Unpack[Options],
    ) -> Done[Link]: ...

    @overload
    def give(
        self, stream: str, command: StaffCommand, caller: Caller, command_id: str | None = ...
    ) -> Done[Register]: ...

    @overload
    def give(
        self, stream: str, command: PlayerCommand, caller: Caller, command_id: str | None = ...
    ) -> Done[Account]: ...

    @overload
    def give(
        self, stream: str, command: SessionCommand, caller: Caller, command_id: str | None = ...
    ) -> Done[Session]: ...

    def give(
        self,
        stream: str,
        command: Any,
        caller: Caller,
        command_id: str | None = None,
        *,
        also: Sequence[Address] = (),
        beside: Sequence[Append] = (),
        upon: int | None = None,
    ) -> Done[Any]:
        """Have a command decided and written, once; or raise the refusal. See `Options`."""
        now = self.clock()
        given = Given(
            stream, name_in(stream), command, caller, command_id or new_command_id(now), beside
        )
        loaded = self.streams.current(stream)
        for _ in range(TRIES):
            if upon not in (None, loaded.version):
                done = self._done_before(given)
                if done is None:
                    raise Conflict(stream, expected=upon or 0, found=loaded.version)
                return done
            try:
                return self._once(given, also, loaded, stamp(now))
            except Conflict:
                for at in (stream, *(at for at, _ in also)):
                    self.streams.forget(at)
                if self.has_lost:
                    raise
            except CommandReused:
                # Hashes of secrets and meters that were read differ each time a command is sent.
                done = self._done_before(given)
                if done is None:
                    raise
                return done
            except (RuleBreach, StaffRefused, PlayerRefused) as refusal:
                done = self._done_before(given)
                if done is not None:
                    return done
                if self.streams.latest(stream).version == loaded.version:
                    self._log_refusal(given, refusal)
                    raise
                # It was refused because of a state that another process has changed since.
            # The time is later than that of whatever another process wrote meanwhile.
            loaded, now = self.streams.latest(stream), self.clock()
        raise Conflict(stream, expected=loaded.version, found=-1)

    def _once(self, given: Given, also: Sequence[Address], loaded: Loaded, now: str) -> Done[Any]:
        desk = self._desk(given.stream)
        try:
            decision = desk.decide(given, loaded, now)
            others = [self._other(given, stream, command, now) for stream, command in also]
            if not decision.drafts and not any(one.drafts for _, _, one in others):
                # It may be a command that was done before, or an id that another command had.
                nothing = Done((), loaded.state, Receipt(given.id, "", ()), decision.envelope)
                return self._done_before(given) or nothing
            return self._write(given, loaded, decision, others, now)
        except BaseException:
            # What was assumed to be written beside the stream may not have been.
            desk.forget(given.name)
            raise

    def _desk(self, stream: str) -> Desk:
        return self.desks[stream.partition("/")[0]]

    def _other(
        self, given: Given, stream: str, command: Any, now: str
    ) -> tuple[str, Loaded, Decision]:
        loaded = self.streams.latest(stream)
        other = Given(stream, name_in(stream), command, given.caller, given.id)
        return stream, loaded, self._desk(stream).decide(other, loaded, now)

    def _write(
        self,
        given: Given,
        loaded: Loaded,
        decision: Decision,
        others: Sequence[tuple[str, Loaded, Decision]],
        now: str,
    ) -> Done[Any]:
        stream, by = given.stream, decision.envelope
        also = [*((at, one.command) for at, _, one in others), *decision.also]
        asked = command_text(stream, decision.command, who_asks(given.caller), also)
        order = Order(given.id, asked, by.actor, by.role, now, by.second)
        appends = [Append(stream, decision.drafts, loaded.version)]
        beside = [*given.beside, *decision.beside]
        beside += [Append(at, one.drafts, read.version) for at, read, one in others if one.drafts]
        if beside or now < loaded.time:
            beside += clock_notes(self.store, [*appends, *beside], now, {stream: loaded.time})
        appends += beside
        if decision.checkpoint:
            appends.append(self._checkpoint(decision, order, stream, loaded.version))
        # Entries beside the stream are written at once, with all that came before them: other
        # processes build on them.
        is_delayed = self._batch.is_active and not beside
        append = self._batch.delay if is_delayed else self.store.append
        receipt = append(order, appends)
        if receipt.is_repeat:
            self._drop(stream)
            return self._done(stream, receipt)
        done = Done(tuple(decision.events), decision.state, receipt, by)
        if is_delayed:
            self._unwritten[order.id] = stream, done
        else:
            self._unpublished.append((stream, done))
        after = Loaded(decision.state, loaded.version + len(decision.drafts), now)
        self.streams.keep(stream, after)
        for append_beside in beside:
            self.streams.forget(append_beside.stream)
        for at, read, one in others:
            # Known whole: read from its beginning again, an account would cost more with every
            # entry it has.
            self.streams.keep(at, Loaded(one.state, read.version + len(one.drafts), now))
        self._publish()
        return done

    def _checkpoint(self, decision: Decision, order: Order, own: str, version: int) -> Append:
        """Where the streams of a table end once these entries are written."""
        heads = self._batch.ends_of([own, *decision.checkpoint, STAFF, ACCESS])
        head = heads.get(own, NOWHERE)
        if head.version != version:
            raise Conflict(own, expected=version, found=head.version)
        heads[own] = end_of(chained(own, head, decision.drafts, order))
        event = HeadsRecorded(
            heads={stream: (end.version, end.hash) for stream, end in heads.items()}
        )
        return Append(CHECKPOINT, (draft_of(event),), expected=None)

    # --- batches ----------------------------------------------------------------------------------

    @contextmanager
    def together(self) -> Iterator[None]:
        """Commands given inside wait for the disk together: none of them counts before.

        A batch that lost anything raises at its end, whatever was made of the error within. What
        it lost was never published: give it again, each command by itself. A batch within another
        is part of that one, and at its own end nothing need be written.
        """
        if self._batch.is_active:
            yield
            return
        self._batch.begin()
        try:
            yield
        except (KeyboardInterrupt, SystemExit):
            # A process that is told to stop stops, and reports nothing else.
            with suppress(StoreError):
                self._end()
            raise
        except BaseException:
            self._end()
            raise
        self._end()

    @property
    def has_lost(self) -> bool:
        """Whether the batch that this thread is in could not be written, and so need not go on."""
        return self._batch.has_failed

    def _end(self) -> None:
        refused, self._refused = self._refused, []
        try:
            self._batch.end()
            # A lost batch is given again, refused commands included, and they are logged then.
            for log in refused:
                log()
        finally:
            self._publish()

    def _wrote(self, receipts: Sequence[Receipt]) -> None:
        """A batch is written. Its commands are published once none is half given: subscribers
        may give commands too."""
        for receipt in receipts:
            # An interrupted command reports nothing: its caller does not know whether it counts.
            if receipt.command in self._unwritten:
                stream, done = self._unwritten.pop(receipt.command)
                self._unpublished.append((stream, done._replace(receipt=receipt)))

    def _lose(self) -> None:
        """A batch was not written: its streams are as the store has them."""
        lost, self._unwritten = self._unwritten, {}
        for stream in {stream for stream, _ in lost.values()}:
            self._drop(stream)

    def _drop(self, stream: str) -> None:
        self.streams.forget(stream)
        self._desk(stream).forget(name_in(stream))

    def _publish(self) -> None:
        while self._unpublished:
            stream, done = self._unpublished.popleft()
            kind, _, name = stream.partition("/")
            for subscriber in self._subscribers.get(kind, ()):
                subscriber(name, done)

    # --- repeats and refusals ---------------------------------------------------------------------

    def _done_before(self, given: Given) -> Done[Any] | None:
        receipt = self.store.receipt(given.id)
        if receipt is None:
            return None
        asked = command_text(given.stream, given.command, who_asks(given.caller))
        if not is_same_command(receipt.asked, asked):
            raise CommandReused(given.id)
        return self._done(given.stream, receipt._replace(is_repeat=True))

    def _done(self, stream: str, receipt: Receipt) -> Done[Any]:
        entries = [
            entry
            for written in receipt.written
            if written.stream == stream
            for entry in self.store.read(stream, after=written.first - 1, upto=written.last)
        ]
        return Done(
            tuple(map(event_of, entries)),
            self.streams.latest(stream).state,
            receipt,
            envelope_of(entries[0]),
        )

    def _log_refusal(self, given: Given, refusal: Refusal) -> None:
        """Attempts at what a person may not do are logged (S10): of staff each, of a player some.

        A player can make thousands in a minute, and what is written is kept for good.
        """
        if not isinstance(refusal, RoleBreach | StaffRefused):
            return
        person = name_of_caller(given.caller)
        if isinstance(refusal, StaffRefused) and person not in self.register().people:
            person = ""
        asked = self._desk(given.stream).describe(given)
        problem = refusal.problem if isinstance(refusal, StaffRefused) else str(refusal)
        is_sampled = isinstance(given.caller, Player)
        self.log_refusal(person, asked, problem, refusal.clause, is_sampled=is_sampled)

    def log_refusal(
        self, person: str, asked: str, problem: str, clause: str, *, is_sampled: bool = False
    ) -> None:
        """Log a refusal, or some of many; within a batch, once the batch is written."""
        log = partial(self.access.refused, person, asked, problem, clause, is_sampled=is_sampled)
        if self._batch.is_active:
            self._refused.append(log)
        else:
            log()
