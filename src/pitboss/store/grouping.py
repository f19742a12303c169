"""Group commit: whoever comes while another waits for the disk is written with all who wait.

The first to come writes at once, so that alone nobody waits for company. Those who come meanwhile
queue up; the first of them writes for all of them. One wait for the disk then serves many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, TypeVar

MOST = 16
"""Of a longer group nobody would gain anything, and each statement differs from the last."""

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class _Waiting(Generic[Request, Answer]):
    """One request, and what becomes of it."""

    __slots__ = ("answer", "is_answered", "request", "sleeping")

    def __init__(self, request: Request) -> None:
        self.request = request
        self.is_answered = False
        self.answer: Answer | BaseException | None = None
        self.sleeping = Lock()
        """Held until somebody wakes this one, to its answer or to lead."""
        self.sleeping.acquire()


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
        own = None
        with self._lock:
            if self._is_writing:
                own = _Waiting[Request, Answer](request)
                self._queue.append(own)
            self._is_writing = True
        answer = self._alone(request) if own is None else self._in_company(own)
        if isinstance(answer, BaseException):
            raise answer
        assert answer is not None, "whoever leads answers everybody"
        return answer

    def _alone(self, request: Request) -> Answer | BaseException:
        """Nobody writes and so nobody waits: one writes at once."""
        try:
            return self._answers([request])[0]
        finally:
            self._hand_on()

    def _in_company(self, own: _Waiting[Request, Answer]) -> Answer | BaseException | None:
        own.sleeping.acquire()
        if not own.is_answered:
            self._lead()
        return own.answer

    def _lead(self) -> None:
        """Answer those who wait, oneself first among them, and have the next one lead."""
        with self._lock:
            group, self._queue = self._queue[:MOST], self._queue[MOST:]
        answers = self._answers([one.request for one in group])
        for one, answer in zip(group, answers, strict=True):
            one.answer, one.is_answered = answer, True
        self._hand_on()
        for one in group:
            one.sleeping.release()

    def _answers(self, requests: Sequence[Request]) -> Sequence[Answer | BaseException]:
        try:
            return self._write(requests)
        except BaseException as error:
            return [error] * len(requests)

    def _hand_on(self) -> None:
        with self._lock:
            follower = self._queue[0] if self._queue else None
            self._is_writing = follower is not None
        if follower is not None:
            follower.sleeping.release()
