"""News for slow lines: the latest of everything, and never a queue that grows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, ClassVar, TypeVar, cast

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.errors import Unavailable
from pitboss.web.backend import Work
from pitboss.web.hub import Hub, Subscriber
from pitboss.web.safety import Doors, RateLimit, form_token, hosts_for, is_form_token
from pitboss.web.socket import Sockets
from pitboss.web.views import Views
from tests.waiting import PATIENCE

T = TypeVar("T")


class SlowSocket:
    """A line that takes one message whenever it is let."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.may_go = asyncio.Semaphore(0)

    async def send_text(self, text: str) -> None:
        await self.may_go.acquire()
        self.sent.append(text)


def slow_line() -> tuple[SlowSocket, Subscriber]:
    socket = SlowSocket()
    return socket, Subscriber(cast(WebSocket, socket), player=None, viewer=None, token="")


def run_apart(job: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run it in a thread of its own: a browser that tests drive has a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asyncio.wait_for(job(), PATIENCE))).result()


async def run_until(done: Any) -> None:
    for _ in range(1000):
        if done():
            return
        await asyncio.sleep(0)
    raise AssertionError("it did not happen")


def test_a_slow_line_gets_the_latest_view_and_not_those_before() -> None:
    async def played() -> list[str]:
        socket, line = slow_line()
        sending = asyncio.create_task(line.send_all())
        for version in range(1000):
            line.put(("table", "T1"), f"T1 at {version}")
            line.put(("table", "T2"), f"T2 at {version}")
            if version == 0:
                await asyncio.sleep(0)
        for _ in range(10):
            socket.may_go.release()
        await run_until(lambda: len(socket.sent) == 3)
        for _ in range(20):
            await asyncio.sleep(0)
        sending.cancel()
        return socket.sent

    # The first was on its way already when the others came.
    assert run_apart(played) == ["T1 at 0", "T2 at 999", "T1 at 999"]


def test_answers_all_come_and_hold_up_whoever_does_not_take_them() -> None:
    async def played() -> tuple[bool, list[str]]:
        socket, line = slow_line()
        sending = asyncio.create_task(line.send_all())

        async def asks() -> None:
            for number in range(200):
                await line.reply(f"answer {number}")

        asking = asyncio.create_task(asks())
        for _ in range(500):
            await asyncio.sleep(0)
        is_held_up = not asking.done()
        for _ in range(200):
            socket.may_go.release()
        await asking
        await run_until(lambda: len(socket.sent) == 200)
        sending.cancel()
        return is_held_up, socket.sent

    is_held_up, sent = run_apart(played)
    assert is_held_up
    assert sent == [f"answer {number}" for number in range(200)]


def test_so_many_at_once_and_then_so_many_a_second() -> None:
    pace = RateLimit(burst=3, per_second=2)
    assert [pace.allows("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert pace.allows("b", 0.0)
    assert [pace.allows("a", 1.0) for _ in range(3)] == [True, True, False]


def test_whoever_is_gone_is_forgotten() -> None:
    pace = RateLimit(burst=1, per_second=1)
    assert [pace.allows("a", 0.0), pace.allows("a", 0.0)] == [True, False]
    pace.forget("a")
    pace.forget("nobody")
    assert pace.allows("a", 0.0)


def test_a_form_token_fits_one_browser_and_one_session() -> None:
    token = form_token("key", "session")
    assert is_form_token(token, "key", "session")
    for key, session in (("key", "other"), ("other", "session"), ("", "session")):
        assert not is_form_token(token, key, session)
    assert not is_form_token("\N{SNOWMAN}", "key", "session")


def test_doors_open_to_the_servers_own_names() -> None:
    local = hosts_for("127.0.0.1", [])
    assert local.knows("localhost:8000")
    assert local.knows("[::1]:8000")
    assert not local.knows("example.com")
    assert not local.knows(None)
    proxied = hosts_for("127.0.0.1", ["https://floor.example/"])
    assert proxied.is_own("https://floor.example", "127.0.0.1:8000")
    assert not proxied.is_own("https://evil.example", "127.0.0.1:8000")
    anywhere = hosts_for("0.0.0.0", [])
    assert anywhere.knows("10.0.0.5:8000")
    assert isinstance(anywhere, Doors)
    assert not anywhere.is_own("http://evil.example", "10.0.0.5:8000")


@pytest.mark.parametrize(
    ("error", "told"),
    [(ZeroDivisionError("a fault of ours"), 1), (Unavailable("no store for a moment"), 0)],
)
def test_a_failure_ends_no_work_that_others_wait_for(
    error: Exception, told: int, caplog: pytest.LogCaptureFixture
) -> None:
    ticks = 0

    def tick(now: datetime) -> datetime:
        nonlocal ticks
        ticks += 1
        if ticks == 1:
            raise error
        return now

    standing = datetime(2026, 1, 1, tzinfo=UTC)
    backend = SimpleNamespace(tick=tick, clock=lambda: standing)
    hub = Hub(cast(Views, SimpleNamespace(backend=backend)), Work())

    async def driven() -> None:
        driving = asyncio.create_task(hub._drive())
        while ticks < 3:
            await asyncio.sleep(0.001)
        driving.cancel()

    run_apart(driven)
    assert len([one for one in caplog.records if one.exc_info]) == told


class GoneSocket:
    """A browser that sent a lot and hung up: nothing can be sent to it, and all of it is read."""

    cookies: ClassVar[dict[str, str]] = {}

    def __init__(self, messages: int) -> None:
        self.left = messages

    async def accept(self) -> None:
        """It was there when the line was opened."""

    async def send_text(self, text: str) -> None:
        raise WebSocketDisconnect(1006)

    async def receive(self) -> dict[str, str]:
        self.left -= 1
        if self.left < 0:
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "text": '{"do": "ping"}'}


def test_a_line_on_which_nothing_can_be_sent_is_given_up_with_all_that_came_in() -> None:
    async def served() -> int:
        house = SimpleNamespace(sessions=SimpleNamespace(find=lambda token: None))
        views = SimpleNamespace(backend=SimpleNamespace(house=house), now=lambda: "now")
        work = SimpleNamespace(run=_at_once)
        hub = Hub(cast(Views, views), cast(Work, work))
        sockets = Sockets(cast(Views, views), hub, cast(Work, work))
        before = len(asyncio.all_tasks())
        await sockets.serve(cast(WebSocket, GoneSocket(messages=10_000)))
        return len(hub.connections) + len(asyncio.all_tasks()) - before

    assert run_apart(served) == 0


async def _at_once(job: Callable[..., T], *given: Any) -> T:
    return job(*given)
