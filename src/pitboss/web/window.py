"""Where what browsers ask of tables comes in: who comes while others are served is served with all
who wait, so that a crowd that bets in the same second waits for the disk together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from pitboss.errors import StoreError
from pitboss.web import requests as msg
from pitboss.web.asking import ask
from pitboss.web.desk import Desk
from pitboss.web.messages import TableReply
from pitboss.web.work import Work

MOST = 64
"""So many are served at one go, lest whoever came first wait for all who came since."""

_Asked = tuple[str | None, msg.TableRequest]


class Window:
    """Requests of every browser, answered in the order in which they came."""

    def __init__(self, desk: Desk, work: Work) -> None:
        self.desk = desk
        self.work = work
        self._queue: deque[tuple[_Asked, asyncio.Future[TableReply]]] = deque()
        self._serving: asyncio.Task[None] | None = None

    async def ask(self, player: str | None, message: msg.TableRequest) -> TableReply:
        """Have it done, and say so once it is written; or say why not and what would do."""
        answer: asyncio.Future[TableReply] = asyncio.get_running_loop().create_future()
        self._queue.append(((player, message), answer))
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        return await answer

    async def _serve(self) -> None:
        while self._queue:
            group = [self._queue.popleft() for _ in range(min(len(self._queue), MOST))]
            replies: Sequence[TableReply | Exception]
            try:
                replies = await self.work.run(answers, self.desk, [asked for asked, _ in group])
            except Exception as error:
                # Whatever went wrong for all of them is no fault of those who came after.
                replies = [error] * len(group)
            except BaseException:
                # The server stops: nobody is left waiting, and nothing more is done.
                for _, answer in [*group, *self._queue]:
                    answer.cancel()
                self._queue.clear()
                raise
            for (_, answer), reply in zip(group, replies, strict=True):
                if answer.done():
                    # Whoever has gone meanwhile waits for no answer.
                    continue
                if isinstance(reply, Exception):
                    answer.set_exception(reply)
                else:
                    answer.set_result(reply)


def answers(desk: Desk, group: list[_Asked]) -> list[TableReply | Exception]:
    """Several at one go, each as if it were alone."""
    try:
        with desk.tables.together():
            return [_answer(desk, *asked) for asked in group]
    except StoreError:
        # Somebody else wrote to one of the tables, and so nothing of it was: each by itself, then.
        # What was written after all is known by its id.
        return [_answer(desk, *asked) for asked in group]


def _answer(desk: Desk, player: str | None, message: msg.TableRequest) -> TableReply | Exception:
    try:
        return ask(desk, player, message)
    except Exception as error:
        # A fault in answering one is no fault of the others.
        return error
