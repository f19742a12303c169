"""Group commit: whoever comes while another waits for the disk is written with all who wait.

The first to come writes at once, so that alone nobody waits for company. Those who come meanwhile
queue up; the first of them writes for all of them. One wait for the disk then serves many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, TypeVar

from pitboss.errors import Unavailable

MOST = 16
"""Of a longer group nobody would gain anything, and each statement differs from the last."""

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
