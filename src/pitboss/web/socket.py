"""The socket: reads what a browser sends, and answers it."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.errors import PitbossError
from pitboss.players.sessions import SessionOpened
from pitboss.web import messages as msg
from pitboss.web.assets import say
from pitboss.web.backend import Work
from pitboss.web.commands import Batches
from pitboss.web.hub import Hub, Subscriber
from pitboss.web.messages import (
    MistakeReply,
    Pong,
    PurseMessage,
    RefusedReply,
    TableReply,
    Welcome,
    encode,
)
from pitboss.web.safety import RateLimit, session_token
from pitboss.web.views import STAFF, Views

MOST_WATCHED = 64
BURST, PER_SECOND = 60, 20
"""What one player may send on all lines together, or one line without a player."""
_MONEY = (msg.BuyInRequest, msg.CashOutRequest)
_EXPECTED = 'A message is JSON such as {"do": "watch", "what": "lobby"}.'


class Sockets:
    """Serves the socket of every browser."""

    def __init__(self, views: Views, hub: Hub, work: Work) -> None:
        self.views = views
        self.hub = hub
        self.work = work
        self._batches = Batches(views, work)
        self._pace = RateLimit(BURST, PER_SECOND)

    async def serve(self, socket: WebSocket) -> None:
        """One browser, until it is gone."""
        token = session_token(socket.cookies)
        session = await self.work.run(self.views.backend.house.sessions.find, token)
        player = None if session is None or session.is_staff else session.person
        await socket.accept()
        viewer = STAFF if session is not None and session.is_staff else player
        connection = Subscriber(
            socket, player=player, viewer=viewer, token=token if session else ""
        )
        self.hub.join(connection)
        # Whichever ends first ends the other: a reply would wait for ever for room in a line that
        # nothing is sent on any more, and hold all that came in on it.
        tasks = (
            asyncio.create_task(connection.send_all()),
            asyncio.create_task(self._greet_and_listen(connection, session)),
        )
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                with suppress(WebSocketDisconnect):
                    task.result()
        finally:
            self.hub.leave(connection)
            self._pace.forget(_line(connection))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _greet_and_listen(
        self, connection: Subscriber, session: SessionOpened | None
    ) -> None:
        await connection.reply(encode(await self._welcome(session)))
        await self._listen(connection)

    async def _welcome(self, session: SessionOpened | None) -> Welcome:
        player = None if session is None or session.is_staff else session.person
        account = None
        if player is not None:
            account = await self.work.run(self.views.backend.house.accounts.account, player)
        return Welcome(
            player=player,
            is_guest=account is not None and account.is_guest,
            staff=session.person if session is not None and session.is_staff else None,
            purse=None if account is None else account.purse,
            now=self.views.now(),
        )

    async def _listen(self, connection: Subscriber) -> None:
        who = connection.player or _line(connection)
        while True:
            event = await connection.socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            while not self._pace.allows(who, time.monotonic()):
                await asyncio.sleep(1 / PER_SECOND)
            reply = await self._answer(connection, text)
            if reply is not None:
                await connection.reply(encode(reply))

    async def _answer(self, connection: Subscriber, text: str | None) -> TableReply | Pong | None:
        if text is None:
            return MistakeReply(problem="That was bytes", remedy=_EXPECTED)
        try:
            message = msg.FROM_BROWSER.validate_json(text)
        except ValidationError as error:
            return _unread(text, error)
        match message:
            case msg.WatchRequest() | msg.UnwatchRequest():
                return await self._watched(connection, message)
            case msg.PingRequest():
                return Pong(now=self.views.now())
            case _:
                return await self._asked(connection, message)

    async def _watched(
        self, connection: Subscriber, message: msg.WatchRequest | msg.UnwatchRequest
    ) -> MistakeReply | None:
        key = (message.what, "" if message.what == "lobby" else message.name)
        if isinstance(message, msg.UnwatchRequest):
            self.hub.unwatch(connection, key)
            return None
        if len(connection.watched) >= MOST_WATCHED:
            return MistakeReply(
                problem="That is a lot to watch", remedy="Stop watching something else first."
            )
        known = self.views.names
        if message.what == "sign":
            known = await self.work.run(self.views.links)
        if message.what != "lobby" and message.name not in known:
            return MistakeReply(
                problem=f"There is no {message.what} {message.name!r}",
                remedy=f"There are: {', '.join(known)}.",
            )
        try:
            await self.hub.watch(connection, key)
        except PitbossError as error:
            return MistakeReply(problem=str(error), remedy="Try again in a moment.")
        return None

    async def _asked(self, connection: Subscriber, message: msg.TableRequest) -> TableReply:
        player = connection.player
        if player is not None and not self.views.writes.allows(player, time.monotonic()):
            return RefusedReply(
                id=message.id, problem=say("fault.too_many"), clause="",
                remedy=say("fault.too_many_remedy"),
            )  # fmt: skip
        reply = await self._batches.ask(player, message)
        if reply.kind == "done":
            self.hub.acted()
            if isinstance(message, _MONEY) and player is not None:
                await self._tell_purse(player)
        return reply

    async def _tell_purse(self, player: str) -> None:
        account = await self.work.run(self.views.backend.house.accounts.account, player)
        text = encode(PurseMessage(purse=account.purse))
        for connection in self.hub.of_player(player):
            connection.put(("purse", ""), text)


def _line(connection: Subscriber) -> str:
    """What a line without a player is counted by; no player has such a name."""
    return f"line/{id(connection)}"


def _unread(text: str, error: ValidationError) -> MistakeReply:
    """What is wrong with a message, every fault of it, and its id if one can be made out."""
    faults = [_in_words(fault) for fault in error.errors(include_url=False, include_input=False)]
    return MistakeReply(id=_id_in(text), problem="; ".join(faults[:5]), remedy=_EXPECTED)


def _in_words(fault: ErrorDetails) -> str:
    where = ".".join(str(part) for part in fault["loc"]) or "message"
    pattern = fault.get("ctx", {}).get("pattern", "")
    return f"{where}: {msg.IN_WORDS.get(pattern, fault['msg'])}"


def _id_in(text: str) -> str | None:
    try:
        found = msg.ANY_ID.validate_json(text)
    except ValidationError:
        return None
    return found.id
