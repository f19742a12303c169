"""A crowd in front of a server: people who play at tables, and screens that only watch.

They speak over real sockets, as browsers do. All players are in one process, so that what one
of them presses and what another one sees is measured with one clock.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

BRING = "1000.00"
LEAST_AT_HAND = 200.0
THINKING = (0.2, 2.5)
_AT_ONCE = 50
"""How many connect at a time: a crowd does not come through the door in one instant."""


@dataclass(eq=False, slots=True)
class Click:
    """What somebody pressed, and who has yet to see it."""

    at: float
    round: int
    seat: int
    what: str
    unseen: set[int]

    def is_seen_in(self, view: dict[str, Any]) -> bool:
        """Whether a view shows it; a later round shows it too, so that none is left out."""
        if view["round"] != self.round:
            return True
        seat = view["seats"][self.seat - 1]
        return self.what in seat["decisions"] or any(
            one["wager"] == self.what for one in seat["wagers"]
        )


@dataclass(slots=True)
class Measured:
    """How long clicks took to other players' screens, in seconds, and what went wrong."""

    clicks: int = 0
    delays: list[float] = field(default_factory=list)
    refused: int = 0

    def clear(self) -> None:
        """Begin anew."""
        self.clicks = self.refused = 0
        self.delays.clear()


class TablePlayers:
    """The players of one table, as far as they have to do with each other."""

    def __init__(self, table: str, measured: Measured) -> None:
        self.table = table
        self.measured = measured
        self.clicks: dict[str, Click] = {}
        self.people: set[int] = set()

    def pressed(self, id_: str, view: dict[str, Any], seat: int, what: str) -> None:
        """Somebody pressed something."""
        others = self.people - {seat}
        self.clicks[id_] = Click(time.perf_counter(), view["round"], seat, what, others)
        self.measured.clicks += 1

    def saw(self, who: int, view: dict[str, Any]) -> None:
        """A view is on somebody's screen."""
        now = time.perf_counter()
        for id_, click in list(self.clicks.items()):
            if who in click.unseen and click.is_seen_in(view):
                click.unseen.discard(who)
                self.measured.delays.append(now - click.at)
                if not click.unseen:
                    del self.clicks[id_]

    def refused(self, id_: str) -> None:
        """Too late, or against a rule: nobody will see it."""
        if self.clicks.pop(id_, None) is not None:
            self.measured.refused += 1


class Person:
    """Somebody who plays at a seat: bets, decides, and brings more chips when short of them."""

    def __init__(self, address: str, cookie: str, seat: int, together: TablePlayers) -> None:
        self.address = address
        self.cookie = cookie
        self.seat = seat
        self.together = together
        self._dice = Random(f"{together.table}/{seat}")
        self._busy = ""
        self._view: dict[str, Any] = {}

    async def play(self) -> None:
        """Until cancelled; a line that is lost is opened again."""
        while True:
            with contextlib.suppress(ConnectionClosed, OSError):
                async with line(self.address, self.cookie) as socket:
                    await self._play(socket)

    async def _play(self, socket: ClientConnection) -> None:
        table = self.together.table
        self.together.people.add(self.seat)
        await socket.send(json.dumps({"do": "watch", "what": "table", "name": table}))
        tasks: set[asyncio.Task[None]] = set()
        try:
            async for text in socket:
                message = json.loads(text)
                if message["kind"] == "table":
                    self._view = message["view"]
                    self.together.saw(self.seat, self._view)
                elif message.get("id") == self._busy and self._busy:
                    if message["kind"] != "done":
                        self.together.refused(self._busy)
                    self._busy = ""
                if self._view and not self._busy and self._wish() is not None:
                    self._busy = str(uuid4())
                    task = asyncio.create_task(self._act(socket))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
        finally:
            self._busy = ""
            self.together.people.discard(self.seat)
            for task in tasks:
                task.cancel()

    async def _act(self, socket: ClientConnection) -> None:
        """Think, and then press what is still on offer."""
        await asyncio.sleep(self._dice.uniform(*THINKING))
        wish = self._wish()
        if wish is None:
            self._busy = ""
            return
        request = {"id": self._busy, "table": self.together.table, **wish}
        what = wish.get("wager") or (self._view["decision"] if wish["do"] == "choose" else None)
        if what:
            self.together.pressed(self._busy, self._view, wish["seat"], what)
        with contextlib.suppress(ConnectionClosed):
            await socket.send(json.dumps(request))

    def _wish(self) -> dict[str, Any] | None:
        """The next thing to press, as a person in a hurry sees it."""
        you = self._view["you"]
        offered: dict[str, list[dict[str, Any]]] = {}
        for one in you["may"]:
            if one.get("seat") in (None, self.seat):
                offered.setdefault(one["do"], []).append(one)
        for name in ("return", "view_hand"):
            if name in offered:
                seat = {"seat": self.seat} if name == "view_hand" else {}
                return {"do": name, **seat}
        if "answer" in offered:
            return {"do": "answer", "answer": "stay"}
        if "choose" in offered:
            choice = self._dice.choice(offered["choose"])["choice"]
            return {"do": "choose", "seat": self.seat, "choice": choice}
        if "take_seat" in offered:
            return {"do": "take_seat", "seat": self.seat}
        if "buy_in" in offered and float(you["balance"]) < LEAST_AT_HAND:
            return {"do": "buy_in", "amount": BRING}
        for one in offered.get("place", ()):
            return {"do": "place", "seat": self.seat, "wager": one["wager"], "stake": one["least"]}
        return None


class Screen:
    """Something that only watches, and counts what comes."""

    def __init__(self, address: str, what: str, name: str = "") -> None:
        self.address = address
        self.watch = json.dumps({"do": "watch", "what": what, "name": name})
        self.messages = 0
        self.letters = 0

    async def look(self) -> None:
        """Until cancelled."""
        while True:
            with contextlib.suppress(ConnectionClosed, OSError):
                async with line(self.address) as socket:
                    await socket.send(self.watch)
                    async for text in socket:
                        self.messages += 1
                        self.letters += len(text)


def line(address: str, cookie: str = "") -> connect:
    """A socket as a browser opens it."""
    return connect(
        address.replace("http:", "ws:") + "/ws",
        origin=address,  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie} if cookie else None,
        compression=None,
        max_queue=None,
        open_timeout=60,
    )


async def guests(address: str, number: int) -> list[str]:
    """So many guests, each with a cookie of their own."""
    door = asyncio.Semaphore(_AT_ONCE)

    async def one() -> str:
        async with door, httpx.AsyncClient(
            base_url=address, headers={"origin": address}, timeout=60
        ) as browser:  # fmt: skip
            page = await browser.get("/sign-in")
            token = re.search(r'name="csrf" value="([0-9a-f]+)"', page.text)
            assert token is not None, "the page has a form"
            answer = await browser.post("/guest", data={"csrf": token[1], "next": "/"})
            assert answer.status_code == 303, answer.text
            return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())

    return await asyncio.gather(*(one() for _ in range(number)))


async def begin(jobs: Sequence[Any]) -> list[asyncio.Task[None]]:
    """Start them a few at a time."""
    tasks = []
    for number, job in enumerate(jobs, start=1):
        tasks.append(asyncio.create_task(job))
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0.5)
    return tasks


async def end(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Send them home."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
