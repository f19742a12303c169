"""A floor of the program's own, served to real browsers, whose decks and draws are known.

Seeds are what a floor takes from the machine's entropy; these give them instead, found by trying.
Nothing here is in a hurry: bets close when a test says so, nobody is prompted, and a round that is
over stays on the table.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from random import Random
from typing import TypeVar

import uvicorn

from pitboss.floor.config import config_of
from pitboss.house.callers import System
from pitboss.house.engine import Done
from pitboss.house.secrets import Secrets
from pitboss.house.streams import table_stream
from pitboss.round.round import RoundState
from pitboss.round.wagers import CloseBets
from pitboss.store.memory import MemoryStore
from pitboss.table.table import Table
from pitboss.web.app import make_app
from pitboss.web.safety import Doors
from pitboss.web.server import bound, open_backend
from tests.house.floor import CHEAP
from tests.waiting import PATIENCE
from tests.web.site import Browser

LONG = 3600
PACE: dict[str, float | str] = {
    "number": 0,
    "betting_seconds": LONG,
    "decision_seconds": 0,
    "step_seconds": 0.05,
    "between_seconds": LONG,
    # Nobody stands in for the staff of a test.
    "claim_seconds": LONG,
    "failure_seconds": LONG,
}
T = TypeVar("T")


def arranged_text(**changes: str) -> str:
    """The demonstration floor without house players and without haste; `changes` by setting."""
    text = files("pitboss.floor").joinpath("demonstration.toml").read_text(encoding="utf-8")
    for name, value in {**PACE, **changes}.items():
        text, changed = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
        assert changed >= 1, f"the demonstration floor has no {name}"
    return text


class Arranged:
    """The floor, and what a test does on it beside what people do in their browsers."""

    def __init__(self, seeds: Iterable[int], text: str) -> None:
        self.store = MemoryStore()
        self._seeds = [number.to_bytes(32) for number in seeds]
        self._dice = Random(1)
        self._browsers: list[Browser] = []
        self.backend, self.floor = open_backend(
            config_of(text, {}, source="the test"),
            self.store,
            entropy=self._entropy,
            secrets=Secrets(CHEAP),
        )
        self.house = self.floor.house
        self.plays: dict[tuple[str, int], RoundState] = {}
        """What the round was at each version of a table, to hold what was sent against it."""
        self.house.subscribe("table", self._note)
        self.app = make_app(self.backend, Doors())

    def _note(self, name: str, done: Done[Table]) -> None:
        self.plays[name, self.house.tables.version(name)] = done.state.play

    def _entropy(self, count: int) -> bytes:
        return self._seeds.pop(0) if self._seeds else self._dice.randbytes(count)

    def do(self, job: Callable[[], T]) -> T:
        """Something on the floor, in the one thread that may."""
        return self.app.state.hub.work._floor.submit(job).result(PATIENCE)  # type: ignore[no-any-return]

    def close_bets(self, table: str) -> None:
        """ "No more bets": the dealer sees that everybody has wagered."""
        self.do(lambda: self.house.give(table_stream(table), CloseBets(), System()))

    def browser(self) -> Browser:
        """Cookies, forms and a socket, closed with the floor."""
        self._browsers.append(Browser(self.address))
        return self._browsers[-1]

    def start(self) -> None:
        at = bound("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{at.getsockname()[1]}"
        config = uvicorn.Config(self.app, log_level="warning", ws_per_message_deflate=False)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [at]})
        self._thread.start()
        until = time.monotonic() + PATIENCE
        while not self._server.started:
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.005)

    def stop(self) -> None:
        for browser in self._browsers:
            browser.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"


@contextmanager
def arranged(*seeds: int, **changes: str) -> Iterator[Arranged]:
    """A floor whose next seeds are these; each round takes one for its deck, then its draws."""
    floor = Arranged(seeds, arranged_text(**changes))
    floor.start()
    try:
        yield floor
    finally:
        floor.stop()
