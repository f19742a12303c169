"""Commands that wait for the disk together.

`WriteBatch` is for one thread that gives several commands, each decided on the ones before: all of
them are written, or none. `GroupCommit` is for threads that know nothing of each other: those that
come while another one writes are written together, and each gets an answer of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from threading import Lock, get_ident
from typing import Generic, TypeVar

from pitboss.errors import GivenBefore, Unavailable
from pitboss.store.chain import chained as chain
from pitboss.store.chain import check_text, end_of
from pitboss.store.contract import Append, Entry, Head, Order, Receipt, Store, Write, Written

MOST = 16
"""A longer batch gains little, and its first command would wait for its last."""
REMEMBERED = 10_000
"""How many ends of streams are cached."""

Request = TypeVar("Request")
Answer = TypeVar("Answer")


# --- one thread -----------------------------------------------------------------------------------


class WriteBatch:
    """A store, and what the thread that called `begin` has delayed.

    Reading a stream that has delayed entries writes them first, and `append` writes them along, so
    that no reader sees less than was given; `ends_of` alone answers without writing. The batch is
    written whole or not at all. If it cannot be, `lost` is called at once, because nothing may be
    built on it any more, and nothing else is taken until `end` has raised the error.
    """

    def __init__(
        self,
        store: Store,
        *,
        written: Callable[[Sequence[Receipt]], None],
        lost: Callable[[], None],
    ) -> None:
        """`written` gets the receipts of what was delayed once it is durable, in order."""
        self.store = store
        self._tell_written = written
        self._tell_lost = lost
        self._thread: int | None = None
        self._waiting: list[Write] = []
        self._given: set[str] = set()
        """The ids of what waits and of what was written since it began."""
        self._streams: set[str] = set()
        self._ends: dict[str, Head] = {}
        """Where streams end once the batch is written; asked anew if another process wrote."""
        self._error: BaseException | None = None

    @property
    def is_active(self) -> bool:
        """Whether this thread has begun."""
        return self._thread == get_ident()

    @property
    def has_failed(self) -> bool:
        """Whether anything that was delayed since it began is lost."""
        return self.is_active and self._error is not None

    def begin(self) -> None:
        """From now on this thread may delay what it writes."""
        assert self._thread is None, "another batch is open"
        self._thread = get_ident()

    def end(self) -> None:
        """Write what waits; raise what went wrong, now or since it began."""
        assert self.is_active, "no batch is open"
        try:
            self._write_what_waits()
        finally:
            self._thread = self._error = None
            self._given.clear()
            if len(self._ends) > REMEMBERED:
                self._ends.clear()

    # --- writing --------------------------------------------------------------------------------

    def delay(self, order: Order, appends: Sequence[Append]) -> Receipt:
        """Write this with what follows; its receipt has only the streams whose end is known."""
        assert self.is_active, "no batch is open"
        self._refuse_after_loss()
        if order.id in self._given:
            # A repeated command gets the receipt of the first.
            return self.append(order, appends)
        check_text(order, appends)
        if len(self._waiting) == MOST:
            self._flush()
        chained, ends = self._chained(order, appends, is_asked=True)
        self._waiting.append((order, chained))
        self._given.add(order.id)
        self._ends |= ends
        written = []
        for stream, drafts, expected, _ in appends:
            self._streams.add(stream)
            if expected is not None:
                written.append(Written(stream, expected + 1, expected + len(drafts)))
        return Receipt(order.id, order.asked, tuple(written))

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        if not self.is_active:
            return self.store.append(order, appends)
        self._refuse_after_loss()
        if order.id in self._given:
            self._flush()
        check_text(order, appends)
        chained, ends = self._chained(order, appends, is_asked=False)
        if self._waiting:
            receipt = self._write((order, chained))[-1]
        else:
            receipt = self.store.append(order, chained)
        self._given.add(order.id)
        if not receipt.is_repeat:
            self._ends |= ends
        return receipt

    def _chained(
        self, order: Order, appends: Sequence[Append], *, is_asked: bool
    ) -> tuple[list[Append], dict[str, Head]]:
        """The same, chained to what stands or waits where their writer read, and where they end.

        The end of a stream that is not cached is asked for, or left to the store.
        """
        chained: list[Append] = []
        ends: dict[str, Head] = {}
        for append in appends:
            end = self._end_before(append, is_asked=is_asked)
            if end is None:
                chained.append(append)
                continue
            entries = chain(append.stream, end, append.drafts, order)
            ends[append.stream] = end_of(entries)
            chained.append(Append(append.stream, append.drafts, append.expected, entries))
        return chained, ends

    def _end_before(self, append: Append, *, is_asked: bool) -> Head | None:
        """The end that a writer read, if the stream ends there; it is no longer cached."""
        end = self._ends.pop(append.stream, None)
        if append.expected is None:
            return None
        if is_asked and (end is None or end.version != append.expected):
            end = self.store.head(append.stream)
        return end if end is not None and end.version == append.expected else None

    def append_all(self, group: Sequence[Write]) -> list[Receipt]:
        self._write_what_waits()
        return self.store.append_all(group)

    def restore(self, entries: Iterable[Entry], receipts: Iterable[Receipt]) -> None:
        self._write_what_waits()
        self.store.restore(entries, receipts)

    def close(self) -> None:
        self.store.close()

    def _write_what_waits(self) -> None:
        if self.is_active:
            self._refuse_after_loss()
            self._flush()

    def _flush(self) -> None:
        # A subscriber that is told of what was written may delay more.
        while self._waiting:
            self._write()

    def _write(self, *more: Write) -> list[Receipt]:
        """What waits and more, in one transaction."""
        waiting = self._waiting
        try:
            receipts = self._receipts_of([*waiting, *more])
        except BaseException as error:
            self._error = error
            self._ends.clear()
            self._tell_lost()
            raise
        finally:
            self._waiting = []
            self._streams.clear()
        self._tell_written(receipts[: len(waiting)])
        return receipts

    def _receipts_of(self, group: list[Write]) -> list[Receipt]:
        if len(group) > 1:
            return self.store.append_all(group)
        receipt = self.store.append(*group[0])
        if receipt.is_repeat:
            raise GivenBefore(receipt.command)
        return [receipt]

    def _refuse_after_loss(self) -> None:
        if self._error is not None:
            raise self._error

    # --- reading --------------------------------------------------------------------------------

    def _write_for(self, *streams: str) -> None:
        """Write what waits for these streams before they are read."""
        if self.is_active and not self._streams.isdisjoint(streams):
            self._flush()

    def _write_for_prefix(self, prefix: str) -> None:
        if self.is_active and any(stream.startswith(prefix) for stream in self._streams):
            self._flush()

    def read(
        self, stream: str, *, after: int = 0, upto: int | None = None, tag: str | None = None
    ) -> Iterator[Entry]:
        self._write_for(stream)
        return self.store.read(stream, after=after, upto=upto, tag=tag)

    def read_on(self, after: Mapping[str, int]) -> Iterator[Entry]:
        self._write_for(*after)
        return self.store.read_on(after)

    def scan(self, stream: str) -> Iterator[Entry]:
        self._write_for(stream)
        return self.store.scan(stream)

    def head(self, stream: str) -> Head:
        self._write_for(stream)
        return self.store.head(stream)

    def ends_of(self, streams: Sequence[str]) -> dict[str, Head]:
        """Where these streams end with what waits for them, for a command written behind it."""
        waiting = self._streams.intersection(streams) if self.is_active else set()
        if not waiting <= self._ends.keys():
            return self.heads_of(streams)
        heads = self.store.heads_of(streams) | {stream: self._ends[stream] for stream in waiting}
        return {stream: heads[stream] for stream in streams if stream in heads}

    def heads_of(self, streams: Sequence[str]) -> dict[str, Head]:
        self._write_for(*streams)
        return self.store.heads_of(streams)

    def scan_ends(self) -> dict[str, Head]:
        self._write_for_prefix("")
        return self.store.scan_ends()

    def heads(self, prefix: str = "") -> dict[str, Head]:
        self._write_for_prefix(prefix)
        return self.store.heads(prefix)

    def last(self, stream: str, name: str) -> Entry | None:
        self._write_for(stream)
        return self.store.last(stream, name)

    def streams(self, prefix: str = "") -> list[str]:
        self._write_for_prefix(prefix)
        return self.store.streams(prefix)

    def receipt(self, command: str) -> Receipt | None:
        if self.is_active and command in self._given:
            self._flush()
        return self.store.receipt(command)

    def receipts(self) -> Iterator[Receipt]:
        if self.is_active:
            self._flush()
        return self.store.receipts()

    def faults(self) -> list[str]:
        return self.store.faults()

    def check_kept(self) -> None:
        self.store.check_kept()


# --- several threads ------------------------------------------------------------------------------


class _Waiting(Generic[Request, Answer]):
    """One request, and its answer."""

    __slots__ = ("answer", "leads", "request", "sleeping")

    def __init__(self, request: Request) -> None:
        self.request = request
        self.leads = False
        """Whether this thread is the one to write, for all that wait."""
        self.answer: Answer | BaseException | None = None
        self.sleeping = Lock()
        """Held until another thread wakes this one, to its answer or to lead."""
        self.sleeping.acquire()


class GroupCommit(Generic[Request, Answer]):
    """Requests of several threads, answered in groups.

    The first thread writes at once, so that one alone never waits. Those that come meanwhile queue
    up, and the first of them writes for all of them: one wait for the disk then serves many.

    >>> group = GroupCommit[int, int](lambda numbers: [2 * number for number in numbers])
    >>> group.ask(21)
    42
    """

    def __init__(
        self, write: Callable[[Sequence[Request]], Sequence[Answer | BaseException]]
    ) -> None:
        self._write = write
        self._lock = Lock()
        self._queue: list[_Waiting[Request, Answer]] = []
        self._is_writing = False

    @property
    def waiting(self) -> int:
        """How many threads wait for the one that writes."""
        with self._lock:
            return len(self._queue)

    def ask(self, request: Request) -> Answer:
        """The answer to a request, or the error that is its answer."""
        own: _Waiting[Request, Answer] | None = None
        is_alone = False
        answer: Answer | BaseException | None
        # A thread that is interrupted, wherever that is, must not leave others waiting for ever.
        try:
            with self._lock:
                if self._is_writing:
                    own = _Waiting(request)
                    self._queue.append(own)
                else:
                    self._is_writing = is_alone = True
            if own is None:
                answer = self._answers([request])[0]
            else:
                own.sleeping.acquire()
                if own.leads:
                    self._lead()
                answer = own.answer
        except BaseException:
            if own is not None:
                self._leave(own)
            raise
        finally:
            if is_alone:
                self._hand_on()
        if isinstance(answer, BaseException):
            raise answer
        if answer is None:
            raise Unavailable(
                "The thread that wrote this together with other commands was interrupted. "
                "Give the command again."
            )
        return answer

    def _lead(self) -> None:
        """Answer all that wait, oneself first among them, and have the next one lead."""
        group: list[_Waiting[Request, Answer]] = []
        try:
            with self._lock:
                group, self._queue = self._queue[:MOST], self._queue[MOST:]
            answers = self._answers([one.request for one in group])
            for one, answer in zip(group, answers, strict=True):
                one.answer = answer
        finally:
            if group:
                self._hand_on()
            for one in group[1:]:
                one.sleeping.release()

    def _leave(self, own: _Waiting[Request, Answer]) -> None:
        """Take back the request of a thread that was interrupted before it was written."""
        with self._lock:
            if own not in self._queue:
                return
            self._queue.remove(own)
        if own.leads:
            self._hand_on()

    def _answers(self, requests: Sequence[Request]) -> Sequence[Answer | BaseException]:
        try:
            return self._write(requests)
        except Exception as error:
            return [error] * len(requests)

    def _hand_on(self) -> None:
        with self._lock:
            follower = self._queue[0] if self._queue else None
            self._is_writing = follower is not None
            if follower is not None:
                follower.leads = True
        if follower is not None:
            follower.sleeping.release()
