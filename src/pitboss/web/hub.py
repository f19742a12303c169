"""Subscribers: which browser watches what, and how changes reach it.

A message that was not sent yet is replaced by a later one about the same thing, such as the latest
view of a table. So a slow connection misses views in between, and no other waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.errors import PitbossError
from pitboss.web.backend import Work
from pitboss.web.lobby import lobby_of
from pitboss.web.messages import LobbyMessage, MetersMessage, encode
from pitboss.web.views import Views

Key = tuple[str, str]
"""What is watched, and its name: `("table", "T1")`, `("lobby", "")`, `("sign", "mega")`."""

LOBBY: Key = ("lobby", "")
LOBBY_EVERY = 2.0
METERS_EVERY = 0.5
"""Figures on screens count up smoothly, so a thousand screens need not be told more often."""
POLL_EVERY = 0.25
SESSIONS_EVERY = 30.0
SIGNED_OUT = 4401
_MOST_REPLIES = 64
_LOG = logging.getLogger(__name__)


@contextmanager
def going_on(what: str) -> Iterator[None]:
    """One failure ends no work that others wait for.

    A store that cannot be reached now may be there the next time. An unexpected error is logged for
    the operator, and tables go on.
    """
    try:
        yield
    except PitbossError:
        pass
    except Exception:
        _LOG.exception("%s failed, and is tried again", what)


class Subscriber:
    """One browser's socket."""

    def __init__(
        self, socket: WebSocket, *, player: str | None, viewer: str | None, token: str
    ) -> None:
        self.socket = socket
        self.player = player
        self.viewer = viewer
        """Whose views it is sent: the player's, those of staff, or None for the public's."""
        self.token = token
        self.watched: set[Key] = set()
        self._pending: dict[Key, str] = {}
        self._replies: deque[str] = deque()
        self._layouts: dict[str, str] = {}
        self._wake = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    def put(self, key: Key, text: str) -> None:
        """Queue a message in place of an earlier one with that key."""
        self._pending[key] = text
        self._wake.set()

    def put_table(self, name: str, layout: str, text: str) -> None:
        """A table, with its layout whenever that is new to this browser."""
        if self._layouts.get(name) != layout:
            self._layouts[name] = layout
            self.put(("layout", name), layout)
        self.put(("table", name), text)

    def forget(self, name: str) -> None:
        """The browser begins anew with a table, and needs its layout."""
        self._layouts.pop(name, None)

    async def reply(self, text: str) -> None:
        """Queue an answer. A browser that takes no answers is not read from any further."""
        await self._room.wait()
        self._replies.append(text)
        if len(self._replies) >= _MOST_REPLIES:
            self._room.clear()
        self._wake.set()

    async def send_all(self) -> None:
        """Send what is queued, until the browser is gone."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._replies or self._pending:
                    await self.socket.send_text(self._next())

    def _next(self) -> str:
        if self._replies:
            text = self._replies.popleft()
            self._room.set()
            return text
        return self._pending.pop(next(iter(self._pending)))


class Hub:
    """Every connection, and the tasks that send them what changed."""

    def __init__(self, views: Views, work: Work) -> None:
        self.views = views
        self.work = work
        self.connections: set[Subscriber] = set()
        self._watchers: dict[Key, set[Subscriber]] = {}
        self._changed: set[str] = set()
        self._wake = asyncio.Event()
        self._nudge = asyncio.Event()
        self._lobby: LobbyMessage | None = None
        self._lobby_text = ""
        self._lobby_version = 0
        self._meters: dict[str, str] = {}
        self._tasks: list[asyncio.Task[None]] = []

    # --- connections ------------------------------------------------------------------------------

    def join(self, connection: Subscriber) -> None:
        """A browser is there."""
        self.connections.add(connection)

    def leave(self, connection: Subscriber) -> None:
        """A browser is gone."""
        self.connections.discard(connection)
        for key in list(connection.watched):
            self.unwatch(connection, key)

    async def watch(self, connection: Subscriber, key: Key) -> None:
        """Begin to send something, and what it is now at once."""
        connection.watched.add(key)
        self._watchers.setdefault(key, set()).add(connection)
        what, name = key
        if what == "table":
            connection.forget(name)
            layout, texts = await self.work.run(self.views.table_texts, name, {connection.viewer})
            connection.put_table(name, layout, texts[connection.viewer])
            link = (await self.work.run(self.views.layout, name)).link
            if link is not None:
                connection.put(("meters", link), await self._meters_of(link))
        elif what == "sign":
            connection.put(("meters", name), await self._meters_of(name))
        else:
            await self._tell_lobby(is_due=self._lobby is None)
            connection.put(LOBBY, self._lobby_text)

    def unwatch(self, connection: Subscriber, key: Key) -> None:
        """Stop sending it."""
        connection.watched.discard(key)
        watchers = self._watchers.get(key)
        if watchers is not None:
            watchers.discard(connection)
            if not watchers:
                del self._watchers[key]

    def of_player(self, player: str) -> list[Subscriber]:
        """Every browser of a player."""
        return [one for one in self.connections if one.player == player]

    async def show_out(self, token: str) -> None:
        """End the connections of a session that is over."""
        for connection in [one for one in self.connections if token and one.token == token]:
            with suppress(RuntimeError):
                await connection.socket.close(SIGNED_OUT, "signed out")

    # --- changes ---------------------------------------------------------------------------------

    def changed(self, names: Iterable[str]) -> None:
        """Something happened at these tables."""
        self._changed.update(names)
        self._wake.set()

    def acted(self) -> None:
        """A person did something, so something may be due at once."""
        self._nudge.set()

    def start(self) -> None:
        """Begin to send changes."""
        jobs = [
            self._tell_tables,
            self._every(POLL_EVERY, self._poll),
            self._every(LOBBY_EVERY, self._tell_lobby),
            self._every(METERS_EVERY, self._tell_meters),
            self._every(SESSIONS_EVERY, self._check_sessions),
        ]
        if self.views.backend.tick is not None:
            jobs.append(self._drive)
        self._tasks = [asyncio.create_task(job()) for job in jobs]

    async def stop(self) -> None:
        """End the tasks, and close every connection: the server will be back."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for connection in list(self.connections):
            with suppress(RuntimeError):
                await connection.socket.close(1012, "the server starts again")

    @staticmethod
    def _every(seconds: float, job: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], Any]:
        async def again() -> None:
            while True:
                await asyncio.sleep(seconds)
                with going_on(job.__name__):
                    await job()

        return again

    async def _tell_tables(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._changed:
                await self._tell_table(self._changed.pop())

    async def _tell_table(self, name: str) -> None:
        watchers = self._watchers.get(("table", name))
        if not watchers:
            return
        viewers = {one.viewer for one in watchers}
        texts: Mapping[str | None, str] = {}
        layout = ""
        with going_on(f"telling of table {name}"):
            layout, texts = await self.work.run(self.views.table_texts, name, viewers)
        for connection in list(self._watchers.get(("table", name), ())):
            if connection.viewer in texts:
                connection.put_table(name, layout, texts[connection.viewer])

    async def _poll(self) -> None:
        self.changed(await self.work.run(self.views.poll))

    async def _tell_lobby(self, *, is_due: bool = False) -> None:
        watchers = self._watchers.get(LOBBY, ())
        if not watchers and not is_due:
            self._lobby = None
            return
        lobby = await self.work.run(lobby_of, self.views)
        if lobby == self._lobby:
            return
        self._lobby, self._lobby_version = lobby, self._lobby_version + 1
        self._lobby_text = encode(replace(lobby, version=self._lobby_version))
        for connection in list(watchers):
            connection.put(LOBBY, self._lobby_text)

    async def _meters_of(self, link: str) -> str:
        meters = await self.work.run(self.views.meters, link)
        return encode(MetersMessage(meters=meters))

    async def _tell_meters(self) -> None:
        for link in await self.work.run(self.views.links):
            watchers = set(self._watchers.get(("sign", link), ()))
            for name in await self.work.run(self.views.tables_on, link):
                watchers |= self._watchers.get(("table", name), set())
            if not watchers:
                continue
            text = await self._meters_of(link)
            if self._meters.get(link) == text:
                continue
            self._meters[link] = text
            for connection in watchers:
                connection.put(("meters", link), text)

    async def _check_sessions(self) -> None:
        tokens = {one.token for one in self.connections if one.token}
        for token in tokens:
            if await self.work.run(self.views.backend.house.sessions.find, token) is None:
                await self.show_out(token)

    async def _drive(self) -> None:
        """Do what is due on the floor, whenever it is."""
        tick = self.views.backend.tick
        assert tick is not None, "there is something to drive"
        while True:
            wait = 1.0
            with going_on("driving the floor"):
                now = self.views.backend.clock()
                due = await self.work.run(tick, now)
                wait = min(max((due - self.views.backend.clock()).total_seconds(), 0.005), 1.0)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._nudge.wait(), wait)
            self._nudge.clear()
