"""A server with a floor behind it, and browsers that speak to it as a real one would."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self, TypeVar
from uuid import uuid4

import httpx
from websockets.sync.client import ClientConnection, connect

from pitboss.errors import StoreError
from pitboss.house.callers import Member, System
from pitboss.house.dealer import Dealer
from pitboss.house.engine import Done
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.deal import DealCards, RecordDraws
from pitboss.round.round import RoundState
from pitboss.round.wagers import CloseBets
from pitboss.store.contract import Append, Entry, Head, Order, Receipt, Write
from pitboss.store.memory import MemoryStore
from pitboss.table.table import Table
from pitboss.web.app import make_app
from pitboss.web.backend import Backend, links_of
from pitboss.web.safety import Doors
from pitboss.web.server import bound, server_of
from tests.house.floor import GOOD, house_on
from tests.script import HouseScript
from tests.waiting import PATIENCE, until
from tests.web.floors import LinkedFloor

PURSE = Money(1_000_000)
T = TypeVar("T")


class Failing(MemoryStore):
    """A record that cannot be written, or not even read, for a while."""

    unwritable: StoreError | None = None
    unreadable: StoreError | None = None

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        self._check(self.unwritable)
        return super().append(order, appends)

    def append_all(self, group: Sequence[Write]) -> list[Receipt]:
        self._check(self.unwritable)
        return super().append_all(group)

    def read(self, *args: Any, **options: Any) -> Iterator[Entry]:
        self._check(self.unreadable)
        return super().read(*args, **options)

    def heads(self, prefix: str = "") -> dict[str, Head]:
        self._check(self.unreadable)
        return super().heads(prefix)

    @staticmethod
    def _check(error: StoreError | None) -> None:
        if error is not None:
            raise error


class SystemScript(HouseScript):
    """Lines at a table where the system deals: `deal` deals and draws what its seeds say."""

    def _deal(self, rest: str) -> Iterator[Any]:
        assert not rest, "the cards are those of the seed"
        while isinstance(due := self.system.due(self.name), DealCards | RecordDraws):
            yield due


class Serving:
    """An application behind an address, in this process, and what a test does on its floor."""

    proxies: Sequence[str] = ()

    def __init__(self, backend: Backend, dealing: Dealer) -> None:
        self.backend = backend
        self.house = backend.house
        self.dealing = dealing
        self.plays: dict[tuple[str, int], RoundState] = {}
        """What the round was at each version of a table, to hold what was sent against it."""
        self.house.subscribe("table", self._note)
        self.app = make_app(backend, Doors())
        self.hub = self.app.state.hub
        self._browsers: list[Browser] = []

    def _note(self, name: str, done: Done[Table]) -> None:
        self.plays[name, self.house.tables.version(name)] = done.state.play

    def do(self, job: Callable[[], T]) -> T:
        """Something on the floor, in the one thread that may."""
        return self.hub.work._floor.submit(job).result(PATIENCE)  # type: ignore[no-any-return]

    def say(self, *lines: str, table: str = "T1") -> None:
        """Play lines of a script at a table; `tests/README.md` says what they mean."""

        def nobody(role: str) -> Member:
            raise AssertionError(f"no {role} is needed where the system deals")

        script = SystemScript(self.house, table, member=nobody, system=self.dealing)
        self.do(lambda: script.say(*lines))

    def call_for_bets(self, table: str = "T1") -> int:
        """ "Place your bets, please"; the version of the table then."""
        self.do(lambda: self.dealing.call_for_bets(table))
        return self.version(table)

    def close_bets(self, table: str = "T1") -> None:
        """ "No more bets": the dealer sees that everybody has wagered."""
        self.do(lambda: self.house.give(table_stream(table), CloseBets(), System()))

    def deal(self, table: str = "T1") -> bool:
        """The next step of the dealer, if there is one."""
        return self.do(lambda: self.dealing.step(table)) is not None

    def version(self, table: str = "T1") -> int:
        return self.do(lambda: self.house.tables.version(table))

    def start(self) -> None:
        at = bound("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{at.getsockname()[1]}"
        self._server = server_of(self.app, self.proxies)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [at]})
        self._thread.start()
        until(lambda: self._server.started, "the start of the server")

    def browser(self) -> Browser:
        """Cookies, forms and a socket, closed with the server."""
        self._browsers.append(Browser(self.address))
        return self._browsers[-1]

    def stop(self) -> None:
        for browser in self._browsers:
            browser.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Site(Serving):
    """A floor of the tests being served, with a clock that is set by hand."""

    def __init__(
        self, *rulebooks: str, store: Any = None, is_practice: bool = True, **more: Any
    ) -> None:
        """`more` is what the server is set to otherwise."""
        self.store = store or MemoryStore()
        self.floor = LinkedFloor(self.store, gift=PURSE)
        self.clock = self.floor.clock
        for number, rulebook in enumerate(rulebooks or ("mbs-let-it-ride-v3",), start=1):
            self.floor.open_linked(rulebook, f"T{number}")
        backend = Backend(
            name="Test floor",
            is_practice=is_practice,
            clock=self.clock,
            house=self.floor.house,
            sign_in=house_on(self.store, self.clock, gift=PURSE),
            link_of=links_of(self.floor.house.links, {}),
            **more,
        )
        super().__init__(backend, self.floor.dealing)


class Browser:
    """Cookies, forms and a socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, headers={"origin": address}, timeout=PATIENCE)
        self.name = ""
        self._lines: list[Line] = []

    def close(self) -> None:
        for line in self._lines:
            line.connection.close()
        self.http.close()

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def post(self, path: str, **fields: str) -> httpx.Response:
        """A form, as a page of the site carries it."""
        fields = {"csrf": self.token(), **fields}
        return self.http.post(path, data=fields)

    def sign_in_staff(self, person: str, secret: str = GOOD, **fields: str) -> httpx.Response:
        fields = {"name": person, "password": secret, "as": "staff", **fields}
        return self.post("/sign-in", **fields)

    def token(self) -> str:
        found = re.search(r'name="csrf" value="([0-9a-f]+)"', self.get("/").text)
        assert found is not None, "the lobby has a form"
        return found[1]

    def be_guest(self) -> Browser:
        answer = self.post("/guest", next="/")
        assert answer.status_code == 303, answer.text
        with self.socket() as line:
            self.name = line.welcome["player"]
        return self

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def socket(self, origin: str | None = "") -> Line:
        address = self.address.replace("http:", "ws:") + "/ws"
        line = Line(
            connect(
                address,
                origin=(self.address if origin == "" else origin),  # type: ignore[arg-type]
                additional_headers={"Cookie": self.cookie()} if self.cookie() else None,
                compression=None,
                # Held up by others, a line is slow and not dead.
                open_timeout=PATIENCE,
                ping_timeout=None,
            )
        )
        self._lines.append(line)
        return line


class Line:
    """An open socket: what came is kept, by kind and whole."""

    def __init__(self, connecting: ClientConnection) -> None:
        self.connection = connecting.__enter__()
        self.came: list[dict[str, Any]] = []
        self.views: dict[str, dict[str, Any]] = {}
        self.welcome = self.until(lambda message: message["kind"] == "welcome")

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def receive(self, patience: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.connection.recv(timeout=patience))
        self.came.append(message)
        if message["kind"] == "table":
            self.views[message["view"]["table"]] = message["view"]
        return message

    def until(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """What comes, up to the first message that is the one."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            message = self.receive()
            if is_it(message):
                return message
        raise AssertionError("it did not come")

    def ask(self, do: str, table: str = "T1", id: str = "", **more: Any) -> dict[str, Any]:
        """Ask for something, and the answer."""
        id = id or str(uuid4())
        self.send(do=do, id=id, table=table, **more)
        return self.until(lambda message: message.get("id") == id)

    def done(self, do: str, table: str = "T1", **more: Any) -> None:
        """Ask for something that is to be done, and wait for the view that shows it."""
        before = self.views.get(table, {}).get("version", 0)
        answer = self.ask(do, table, **more)
        assert answer["kind"] == "done", answer
        if self.views.get(table, {}).get("version", 0) <= before:
            self.until(lambda m: m["kind"] == "table" and m["view"]["version"] > before)

    def watch(self, table: str = "T1") -> dict[str, Any]:
        """Watch a table; its view."""
        self.send(do="watch", what="table", name=table)
        self.until(lambda m: m["kind"] == "table" and m["view"]["table"] == table)
        return self.views[table]

    def upto(self, version: int, table: str = "T1") -> dict[str, Any]:
        """The view once it is at least that new."""
        if self.views[table]["version"] < version:
            self.until(
                lambda m: (
                    m["kind"] == "table"
                    and m["view"]["table"] == table
                    and m["view"]["version"] >= version
                )
            )
        return self.views[table]
