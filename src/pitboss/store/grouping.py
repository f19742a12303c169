"""Group commit: whoever comes while another waits for the disk is written with all who wait.

The first to come writes at once, so that alone nobody waits for company. Those who come meanwhile
queue up; the first of them writes for all of them. One wait for the disk then serves many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Lock
from typing import Generic, TypeVar

MOST = 16
"""Of a longer group nobody would gain anything, and each statement differs from the last."""

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class _Waiting(Generic[Request, Answer]):
    """One request, and what becomes of it."""

    __slots__ = ("answer", "is_answered", "request", "woken")

    def __init__(self, request: Request) -> None:
        self.request = request
        self.woken = Event()
        self.is_answered = False
        self.answer: Answer | BaseException | None = None


class Grouping(Generic[Request, Answer]):
    """Requests of several threads, answered in groups.

    >>> grouping = Grouping[int, int](lambda numbers: [2 * number for number in numbers])
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
        own = _Waiting[Request, Answer](request)
        with self._lock:
            self._queue.append(own)
            leads, self._is_writing = not self._is_writing, True
        if not leads:
            own.woken.wait()
        if not own.is_answered:
            self._lead()
        if isinstance(own.answer, BaseException):
            raise own.answer
        assert own.answer is not None, "whoever leads answers everybody"
        return own.answer

    def _lead(self) -> None:
        """Answer those who wait, oneself first among them, and have the next one lead."""
        with self._lock:
            group, self._queue = self._queue[:MOST], self._queue[MOST:]
        answers: Sequence[Answer | BaseException]
        try:
            answers = self._write([one.request for one in group])
        except BaseException as error:
            answers = [error] * len(group)
        for one, answer in zip(group, answers, strict=True):
            one.answer, one.is_answered = answer, True
        with self._lock:
            follower = self._queue[0] if self._queue else None
            self._is_writing = follower is not None
        for one in group:
            one.woken.set()
        if follower is not None:
            follower.woken.set()
