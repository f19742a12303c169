"""Commands written together: whoever gives several in a row waits for the disk once.

Between `begin` and `end`, what is put off waits in memory. Whoever reads a stream that something
waits for has it written first, and whoever appends has it written along, so that nobody ever sees
less than was given; only where a stream will end is known before. It is written whole or not at
all. If it cannot be, `lost` is called at once, for nothing may be built on it any more; and nothing
else is taken until `end` has said so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from threading import Lock, get_ident
from typing import Generic, TypeVar

from pitboss.errors import GivenBefore, Unavailable
from pitboss.store.chain import chained as chain
from pitboss.store.chain import check_text, end_of
from pitboss.store.contract import Append, Entry, Given, Head, Order, Receipt, Store, Written

MOST = 16
"""A longer batch gains little, and its first command would wait for its last."""
REMEMBERED = 10_000
"""Of so many streams it is kept in mind where they end."""


class WriteBatch:
    """A store, and what the thread that began has put off."""

    def __init__(
        self,
        store: Store,
        *,
        written: Callable[[Sequence[Receipt]], None],
        lost: Callable[[], None],
    ) -> None:
        """`written` hears of what was put off once it is durable, in order."""
        self.store = store
        self._tell_written = written
        self._tell_lost = lost
        self._thread: int | None = None
        self._waiting: list[Given] = []
        self._given: set[str] = set()
        """The ids of what waits and of what was written since it began."""
        self._streams: set[str] = set()
        self._ends: dict[str, Head] = {}
        """Where streams end once what was put off is written; asked anew if somebody else wrote."""
        self._error: BaseException | None = None

    @property
    def is_on(self) -> bool:
        """Whether this thread has begun."""
        return self._thread == get_ident()

    @property
    def has_failed(self) -> bool:
        """Whether anything that was put off since it began is lost."""
        return self.is_on and self._error is not None

    def begin(self) -> None:
        """From now on this thread may put off what it writes."""
        assert self._thread is None, "somebody gathers already"
        self._thread = get_ident()

    def end(self) -> None:
        """Write what waits; raise what went wrong, now or since it began."""
        assert self.is_on, "nobody has begun"
        try:
            self._refuse_after_loss()
            self._flush()
        finally:
            self._thread = self._error = None
            self._given.clear()
            if len(self._ends) > REMEMBERED:
                self._ends.clear()

    # --- writing --------------------------------------------------------------------------------

    def put_off(self, order: Order, appends: Sequence[Append]) -> Receipt:
        """Write this with what follows; the receipt is of those streams only whose end is known."""
        assert self.is_on, "nobody has begun"
        self._refuse_after_loss()
        if order.id in self._given:
            # Whoever gives it again gets what the first one wrote.
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
        if not self.is_on:
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

        Of a stream that was not written to here the end is asked for, or it is left to the store.
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
        """The end that a writer read, if the stream ends there. Nobody knows it from now on."""
        end = self._ends.pop(append.stream, None)
        if append.expected is None:
            return None
        if is_asked and (end is None or end.version != append.expected):
            end = self.store.head(append.stream)
        return end if end is not None and end.version == append.expected else None

    def append_all(self, group: Sequence[Given]) -> list[Receipt]:
        self._write_what_waits()
        return self.store.append_all(group)

    def restore(self, entries: Iterable[Entry], receipts: Iterable[Receipt]) -> None:
        self._write_what_waits()
        self.store.restore(entries, receipts)

    def close(self) -> None:
        self.store.close()

    def _write_what_waits(self) -> None:
        if self.is_on:
            self._refuse_after_loss()
            self._flush()

    def _flush(self) -> None:
        # Whoever hears of what is written may put off more.
        while self._waiting:
            self._write()

    def _write(self, *more: Given) -> list[Receipt]:
        """What waits and more, at one go."""
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

    def _receipts_of(self, group: list[Given]) -> list[Receipt]:
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

    def _look(self, *streams: str) -> None:
        """Whoever looks at these streams is to see what waits for them."""
        if self.is_on and not self._streams.isdisjoint(streams):
            self._flush()

    def _look_at_all(self, prefix: str) -> None:
        if self.is_on and any(stream.startswith(prefix) for stream in self._streams):
            self._flush()

    def read(
        self, stream: str, *, after: int = 0, upto: int | None = None, tag: str | None = None
    ) -> Iterator[Entry]:
        self._look(stream)
        return self.store.read(stream, after=after, upto=upto, tag=tag)

    def read_on(self, after: Mapping[str, int]) -> Iterator[Entry]:
        self._look(*after)
        return self.store.read_on(after)

    def scan(self, stream: str) -> Iterator[Entry]:
        self._look(stream)
        return self.store.scan(stream)

    def head(self, stream: str) -> Head:
        self._look(stream)
        return self.store.head(stream)

    def ends_of(self, streams: Sequence[str]) -> dict[str, Head]:
        """Where these streams end with what waits for them, for whoever is written behind it."""
        waiting = self._streams.intersection(streams) if self.is_on else set()
        if not waiting <= self._ends.keys():
            return self.heads_of(streams)
        heads = self.store.heads_of(streams) | {stream: self._ends[stream] for stream in waiting}
        return {stream: heads[stream] for stream in streams if stream in heads}

    def heads_of(self, streams: Sequence[str]) -> dict[str, Head]:
        self._look(*streams)
        return self.store.heads_of(streams)

    def scan_ends(self) -> dict[str, Head]:
        self._look_at_all("")
        return self.store.scan_ends()

    def heads(self, prefix: str = "") -> dict[str, Head]:
        self._look_at_all(prefix)
        return self.store.heads(prefix)

    def last(self, stream: str, name: str) -> Entry | None:
        self._look(stream)
        return self.store.last(stream, name)

    def streams(self, prefix: str = "") -> list[str]:
        self._look_at_all(prefix)
        return self.store.streams(prefix)

    def receipt(self, command: str) -> Receipt | None:
        if self.is_on and command in self._given:
            self._flush()
        return self.store.receipt(command)

    def receipts(self) -> Iterator[Receipt]:
        if self.is_on:
            self._flush()
        return self.store.receipts()

    def faults(self) -> list[str]:
        return self.store.faults()


# --- several threads -----------------------------------------------------------------------------

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class _Waiting(Generic[Request, Answer]):
    """One request, and what becomes of it."""

    __slots__ = ("answer", "leads", "request", "sleeping")

    def __init__(self, request: Request) -> None:
        self.request = request
        self.leads = False
        """Whether it is this one's turn to write, for all who wait."""
        self.answer: Answer | BaseException | None = None
        self.sleeping = Lock()
        """Held until somebody wakes this one, to its answer or to lead."""
        self.sleeping.acquire()


class GroupCommit(Generic[Request, Answer]):
    """Requests of several threads, answered in groups.

    >>> grouping = GroupCommit[int, int](lambda numbers: [2 * number for number in numbers])
    >>> grouping.ask(21)
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
        """How many wait for the one who writes."""
        with self._lock:
            return len(self._queue)

    def ask(self, request: Request) -> Answer:
        """The answer to a request, or the error that is its answer."""
        own: _Waiting[Request, Answer] | None = None
        is_alone = False
        answer: Answer | BaseException | None
        # Whoever is interrupted, wherever that is, must not leave others waiting for ever.
        try:
            with self._lock:
                if self._is_writing:
                    own = _Waiting(request)
                    self._queue.append(own)
                else:
                    self._is_writing = is_alone = True
            if own is None:
                # Nobody writes and so nobody waits: one writes at once.
                answer = self._answers([request])[0]
            else:
                answer = self._in_company(own)
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
                "Whoever wrote this together with other commands was interrupted. "
                "Give the command again."
            )
        return answer

    def _in_company(self, own: _Waiting[Request, Answer]) -> Answer | BaseException | None:
        own.sleeping.acquire()
        if own.leads:
            self._lead()
        return own.answer

    def _lead(self) -> None:
        """Answer those who wait, oneself first among them, and have the next one lead."""
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
        """Nobody counts on one who was interrupted before its request was taken up."""
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
