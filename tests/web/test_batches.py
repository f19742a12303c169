"""Requests of a crowd: written together, and answered as if each had come alone."""

from __future__ import annotations

import asyncio
import json
from asyncio import Task
from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import Any

import pytest
from starlette.routing import WebSocketRoute

from pitboss.house.callers import Player
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.store.contract import Append, Entry, Order, Receipt, Write
from pitboss.store.memory import MemoryStore
from pitboss.table.people.seats import TakeSeat
from pitboss.web import messages as msg
from pitboss.web.commands import Batches, ask
from pitboss.web.messages import DoneReply, TableReply
from pitboss.web.socket import Sockets
from pitboss.web.views import Views
from tests.house.floor import GOOD
from tests.waiting import PATIENCE, until
from tests.web.site import Site
from tests.web.test_hub import run_apart
from tests.web.test_socket import seated

Asked = tuple[str | None, msg.TableRequest]
RULEBOOK = "mbs-let-it-ride-v3"


class Held(MemoryStore):
    """Counts what is written at one go, and has something happen before a table's is."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []
        self.meddle: Callable[[], None] = lambda: None
        self.broken = ""
        """A stream that cannot be read, for a reason that nobody foresaw."""

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        if any(one.stream.startswith("table/") for one in appends):
            self.meddle()
        self.sizes.append(1)
        return super().append(order, appends)

    def append_all(self, group: Sequence[Write]) -> list[Receipt]:
        self.meddle()
        self.sizes.append(len(group))
        return super().append_all(group)

    def read(self, stream: str, **which: Any) -> Iterator[Entry]:
        if stream == self.broken:
            raise ZeroDivisionError("a fault of ours")
        return super().read(stream, **which)

    def hold(self) -> tuple[Event, Event]:
        """Have the next write wait: one event says that it does, and the other lets it go."""
        waits, goes = Event(), Event()

        def meddle() -> None:
            self.meddle = lambda: None
            waits.set()
            assert goes.wait(PATIENCE)

        self.meddle = meddle
        return waits, goes


class Crowd(Site):
    """A floor behind a window, without the server in front of it: five people at each table."""

    def __init__(self, *rulebooks: str) -> None:
        self.held = Held()
        super().__init__(*rulebooks, store=self.held)
        self.batches = Batches(self.hub.views, self.hub.work)
        self.told: list[str] = []
        accounts = self.backend.house.accounts
        for number, table in enumerate(self.floor.house.tables.names()):
            for seat in range(1, 6):
                name = f"punter {5 * number + seat}"
                self.backend.sign_in.accounts.register(name, GOOD)
                accounts.take_seat(name, table, seat)
                accounts.buy_in(name, table, Money(100_000))
            self.floor.dealing.call_for_bets(table)
        self.do(self.hub.views.poll)
        self.floor.house.subscribe("table", lambda name, done: self.told.append(name))
        self.held.sizes.clear()

    def ask(self, *asked: Asked) -> list[TableReply | BaseException]:
        """What all of them are answered who come before anybody is served."""

        async def asking() -> list[TableReply | BaseException]:
            return await asyncio.gather(*self.asking(*asked), return_exceptions=True)

        return run_apart(asking)

    async def begin(self, *asked: Asked) -> list[Task[TableReply]]:
        """Who asks now and is taken in, and not answered yet."""
        tasks = [asyncio.create_task(one) for one in self.asking(*asked)]
        for _ in range(5):
            await asyncio.sleep(0)
        return tasks

    def asking(self, *asked: Asked) -> list[Coroutine[Any, Any, TableReply]]:
        return [self.batches.ask(*one) for one in asked]

    def answers(self, *asked: Asked) -> list[TableReply | BaseException]:
        """The same, each alone."""
        return [self.do(lambda one=one: ask(self.hub.views, *one)) for one in asked]  # type: ignore[misc]

    def wagers(self, seat: int, table: str = "T1") -> dict[str, Money]:
        at = House(self.store, self.clock).tables.table(table).play.seats.get(seat)
        return {} if at is None else dict(at.wagers)

    def written(self) -> dict[str, list[tuple[str, ...]]]:
        """What was recorded of tables and people; how they came in has chance in it."""
        return {
            stream: [
                (one.name, one.actor, one.body)
                for one in self.store.read(stream)
                if one.name != "player-registered"
            ]
            for stream in self.store.streams()
            if stream.startswith(("table/", "player/", "access"))
        }


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    found = Crowd()
    yield found
    found.hub.work.close()


@pytest.fixture
def two() -> Iterator[Crowd]:
    """Two tables, the second with players 6 to 10."""
    found = Crowd(RULEBOOK, RULEBOOK)
    yield found
    found.hub.work.close()


def said(what: str, number: int = 1, table: str = "T1", id: str = "", **more: Any) -> Asked:
    """What one of the players asks for."""
    id = id or f"{what}-by-{number}"
    text = {"do": what, "id": id, "table": table, **more}
    return f"punter {number}", msg.FROM_BROWSER.validate_python(text)  # type: ignore[return-value]


def bet(number: int, table: str = "T1", wager: str = "1", stake: str = "10.00") -> Asked:
    seat = (number - 1) % 5 + 1
    id = f"place-by-{number}" + ("" if wager == "1" else f"-on-{wager.encode().hex()}")
    return said("place", number, table, id, seat=seat, wager=wager, stake=stake)


def kinds(replies: Sequence[TableReply | BaseException]) -> list[str]:
    assert not any(isinstance(one, BaseException) for one in replies), replies
    return [one.kind for one in replies if not isinstance(one, BaseException)]


# --- how it is written --------------------------------------------------------------------------


def test_a_crowd_that_bets_at_once_waits_for_the_disk_once(crowd: Crowd) -> None:
    before = crowd.house.tables.version("T1")
    replies = crowd.ask(*map(bet, range(1, 6)))
    assert crowd.held.sizes == [5]
    assert replies == [
        DoneReply(id=f"place-by-{n}", is_repeat=False, version=before + n) for n in range(1, 6)
    ]
    placed = [one.actor for one in crowd.store.read("table/T1") if one.name == "wager-placed"]
    assert placed == [f"punter {n}" for n in range(1, 6)]


def test_who_comes_while_others_are_served_is_served_with_all_who_wait(crowd: Crowd) -> None:
    async def asking() -> list[TableReply]:
        busy = Event()
        crowd.hub.work._floor.submit(busy.wait, PATIENCE)
        first = await crowd.begin(bet(1))
        others = await crowd.begin(*map(bet, range(2, 6)))
        busy.set()
        return await asyncio.gather(*first, *others)

    assert kinds(run_apart(asking)) == ["done"] * 5
    assert crowd.held.sizes == [1, 4]


def test_all_wagers_of_the_last_round_again_are_one_write(crowd: Crowd) -> None:
    for wager in ("1", "2", "$", "progressive"):
        stake = "1.00" if wager == "progressive" else "10.00"
        assert kinds(crowd.answers(bet(1, wager=wager, stake=stake))) == ["done"]
    crowd.close_bets()
    crowd.do(lambda: crowd.floor.finish("T1"))
    crowd.call_for_bets()
    crowd.held.sizes.clear()
    assert kinds(crowd.ask(said("repeat"))) == ["done"]
    assert crowd.held.sizes == [4]
    assert set(crowd.wagers(1)) == {"1", "2", "$", "progressive"}


def test_each_is_answered_as_if_it_were_alone(two: Crowd) -> None:
    asked: list[Asked] = [
        bet(1),
        bet(2, stake="1.00"),
        bet(3),
        (None, bet(1)[1]),
        said("place", 4, "T9", seat=4, wager="1", stake="10.00"),
        said("choose", 4, seat=4, choice="ride"),
        bet(7, "T2"),
        said("take_seat", 6, "T1", seat=1),
        said("buy_in", 8, "T2", amount="100.00"),
        bet(8, "T2"),
        said("place", 1, id="of-another", seat=2, wager="1", stake="10.00"),
        said("buy_in", 9, "T2", amount="100000.00"),
        said("cash_out", 9, "T2", amount="100.00"),
        said("take_down", 3, seat=3),
        bet(4),
        said("leave_seat", 5),
    ]
    replies = two.ask(*asked)
    alone = Crowd(RULEBOOK, RULEBOOK)
    expected = alone.answers(*asked)
    alone.hub.work.close()
    assert replies == expected
    assert two.written() == alone.written()
    assert set(kinds(replies)) == {"done", "refused", "mistake"}
    assert kinds(replies).count("done") == 9
    assert max(two.held.sizes) > 1
    assert sum(two.held.sizes) == sum(alone.held.sizes)


def test_nobody_is_answered_and_nothing_told_before_it_is_written(crowd: Crowd) -> None:
    waits, goes = crowd.held.hold()

    async def asking() -> list[TableReply]:
        tasks = await crowd.begin(bet(1), bet(1, wager="9"), bet(2))
        await asyncio.to_thread(waits.wait, PATIENCE)
        for _ in range(50):
            await asyncio.sleep(0)
        answered, told = [task.done() for task in tasks], crowd.told[:]
        placed = [crowd.wagers(seat) for seat in (1, 2)]
        goes.set()
        assert not any(answered)
        assert told == []
        assert placed == [{}, {}]
        return await asyncio.gather(*tasks)

    assert kinds(run_apart(asking)) == ["done", "refused", "done"]
    assert crowd.told == ["T1", "T1"]


def test_no_screen_shows_what_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over the wire: three people bet at once, and while their wagers wait nobody sees them."""
    store = Held()
    with Site(store=store) as up:
        views, batches = up.hub.views, batches_of(up)
        shown: list[tuple[int, int]] = []

        def texts(name: str, viewers: Collection[str | None]) -> tuple[str, dict[str | None, str]]:
            found = Views.table_texts(views, name, viewers)
            sent = [json.loads(text)["view"] for text in found[1].values()]
            shown.extend((view["version"], store.head("table/T1").version) for view in sent)
            return found

        monkeypatch.setattr(views, "table_texts", texts)
        public = up.browser().socket()
        public.watch()
        lines = [seated(up.browser(), seat) for seat in (1, 2, 3)]
        up.call_for_bets()
        before = up.version()
        public.upto(before)
        waits, goes = store.hold()
        for seat, line in enumerate(lines, start=1):
            line.send(**bet(seat)[1].model_dump())
            if seat == 1:
                assert waits.wait(PATIENCE)
        until(lambda: len(batches._queue) == 2, "the others in the queue")
        others, may_go = store.hold()
        goes.set()
        assert others.wait(PATIENCE)
        public.send(do="ping")
        public.until(lambda message: message["kind"] == "pong")
        assert public.views["T1"]["version"] <= before + 1
        assert store.head("table/T1").version == before + 1
        may_go.set()
        for seat, line in enumerate(lines, start=1):
            answer = line.until(partial(answers_to, f"place-by-{seat}"))
            assert (answer["kind"], answer["version"]) == ("done", before + seat)
        public.upto(before + 3)
        assert store.sizes[-2:] == [1, 2]
    assert len(shown) > 10
    assert all(version <= durable for version, durable in shown)


def answers_to(id: str, message: dict[str, Any]) -> bool:
    return message.get("id") == id


def batches_of(up: Site) -> Batches:
    """The one that the server's sockets ask at."""
    (served,) = [one for one in up.app.router.routes if isinstance(one, WebSocketRoute)]
    sockets: Sockets = getattr(served.endpoint, "__self__")  # noqa: B009
    return sockets._batches


# --- when it cannot be written at one go --------------------------------------------------------


def test_if_somebody_else_was_first_each_is_answered_by_what_is_there_then(two: Crowd) -> None:
    other = House(two.store, two.clock)

    def meddle() -> None:
        two.held.meddle = lambda: None
        other.give(table_stream("T1"), TakeSeat("zoe", 6), Player("zoe"))

    two.held.meddle = meddle
    before = two.house.tables.version("T1")
    replies = two.ask(
        bet(1), bet(6, "T2"), bet(2, stake="1.00"), said("take_seat", 6, "T1", seat=6), bet(3)
    )
    assert kinds(replies) == ["done", "done", "refused", "refused", "done"]
    done = [one for one in replies if isinstance(one, DoneReply)]
    assert not any(one.is_repeat for one in done)
    assert [one.version for one in done] == [
        before + 2,
        two.house.tables.version("T2"),
        before + 3,
    ]
    assert [two.wagers(seat) for seat in (1, 2, 3)] == [{"1": Money(1000)}, {}, {"1": Money(1000)}]
    assert two.wagers(1, "T2") == {"1": Money(1000)}
    placed = [one for one in two.store.read("table/T1") if one.name == "wager-placed"]
    assert len(placed) == 2
    assert two.told == ["T1", "T2", "T1"]
    seats = two.house.tables.table("T1").people.seats
    assert (seats[6], len(seats)) == ("zoe", 6)


@pytest.mark.parametrize(
    "one",
    [
        bet(1),
        said("take_seat", 6, seat=6),
        said("buy_in", amount="100.00"),
        said("cash_out", amount="100.00"),
        said("leave_seat"),
    ],
    ids=lambda one: one[1].do,
)
def test_the_same_twice_among_others_is_done_once(crowd: Crowd, one: Asked) -> None:
    crowd.backend.sign_in.accounts.register("punter 6", GOOD)
    replies = crowd.ask(bet(2), one, one, bet(3))
    assert kinds(replies) == ["done"] * 4
    assert [reply.is_repeat for reply in replies if isinstance(reply, DoneReply)] == [
        False,
        False,
        True,
        False,
    ]
    alone = Crowd()
    alone.backend.sign_in.accounts.register("punter 6", GOOD)
    alone.answers(bet(2), one, bet(3))
    alone.hub.work.close()
    assert crowd.written() == alone.written()


@pytest.mark.parametrize(
    "one", [bet(1), said("buy_in", amount="100.00")], ids=lambda one: one[1].do
)
def test_what_was_done_before_is_known_among_others(crowd: Crowd, one: Asked) -> None:
    assert kinds(crowd.ask(one)) == ["done"]
    before = crowd.house.tables.version("T1")
    replies = crowd.ask(bet(2), one, bet(3))
    assert kinds(replies) == ["done"] * 3
    repeats = [reply.is_repeat for reply in replies if isinstance(reply, DoneReply)]
    assert repeats == [False, True, False]
    assert crowd.house.tables.version("T1") == before + 2


def test_one_id_for_two_things_does_the_first_of_them(crowd: Crowd) -> None:
    replies = crowd.ask(
        bet(2),
        said("place", id="the-same-one", seat=1, wager="1", stake="10.00"),
        said("place", id="the-same-one", seat=1, wager="2", stake="10.00"),
        bet(3),
    )
    assert kinds(replies) == ["done", "done", "mistake", "done"]
    assert crowd.wagers(1) == {"1": Money(1000)}


# --- faults, and people who go ------------------------------------------------------------------


def test_a_fault_in_answering_one_is_no_fault_of_the_others(crowd: Crowd) -> None:
    crowd.held.broken = "player/punter 2"
    first, second, third = crowd.ask(bet(1), bet(2), bet(3))
    assert kinds([first, third]) == ["done", "done"]
    assert isinstance(second, ZeroDivisionError)
    assert [crowd.wagers(seat) for seat in (1, 2, 3)] == [
        {"1": Money(1000)},
        {},
        {"1": Money(1000)},
    ]


def test_a_fault_of_whoever_is_told_ends_no_answering(crowd: Crowd) -> None:
    def stumbles(name: str, done: object) -> None:
        del done
        if crowd.told.count(name) == 1:
            raise ZeroDivisionError("a fault of ours")

    crowd.house.subscribe("table", stumbles)

    async def asking() -> tuple[list[TableReply | BaseException], list[TableReply]]:
        waits, goes = crowd.held.hold()
        tasks = await crowd.begin(bet(1), bet(2))
        await asyncio.to_thread(waits.wait, PATIENCE)
        later = await crowd.begin(bet(3), bet(4))
        goes.set()
        first = await asyncio.gather(*tasks, return_exceptions=True)
        return first, await asyncio.gather(*later)

    first, later = run_apart(asking)
    assert [type(one) for one in first] == [ZeroDivisionError] * 2
    assert kinds(later) == ["done"] * 2


def test_who_goes_while_waiting_takes_nothing_from_the_others(crowd: Crowd) -> None:
    async def asking() -> list[TableReply | BaseException]:
        waits, goes = crowd.held.hold()
        tasks = await crowd.begin(bet(1), bet(2), bet(3))
        await asyncio.to_thread(waits.wait, PATIENCE)
        tasks[1].cancel()
        with suppress(asyncio.CancelledError):
            await tasks[1]
        goes.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    first, second, third = run_apart(asking)
    assert kinds([first, third]) == ["done", "done"]
    assert isinstance(second, asyncio.CancelledError)
    # What was asked for is done: nobody knows what the one who went has seen of it.
    assert crowd.wagers(2) == {"1": Money(1000)}
    assert kinds(crowd.ask(bet(4))) == ["done"]


def test_when_the_server_stops_nobody_is_left_waiting(crowd: Crowd) -> None:
    before = crowd.written()

    async def asking() -> list[TableReply | BaseException]:
        busy = Event()
        crowd.hub.work._floor.submit(busy.wait, PATIENCE)
        tasks = [*await crowd.begin(bet(1)), *await crowd.begin(bet(2), bet(3))]
        closing = Thread(target=crowd.hub.work.close)
        closing.start()
        # It waits for what is being done, and what waits for that is given up at once.
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        busy.set()
        await asyncio.to_thread(closing.join, PATIENCE)
        late = await asyncio.gather(crowd.batches.ask(*bet(4)), return_exceptions=True)
        return [*ended, *late]

    ended = run_apart(asking)
    assert [type(one) for one in ended] == [asyncio.CancelledError] * 3 + [RuntimeError]
    assert crowd.written() == before
