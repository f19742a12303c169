"""The demonstration floor served to browsers: quick, in a process of its own, or arranged.

Seeds are what a floor takes from the machine's entropy; an arranged floor is given them instead,
found by trying, so that its decks and draws are known. Nothing there is in a hurry: bets close when
a test says so, nobody is prompted, and a round that is over stays on the table.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from random import Random

import httpx

from pitboss.floor.config import FloorConfig, config_of, read_config
from pitboss.floor.floor import open_floor
from pitboss.house.callers import Member, System
from pitboss.house.links import Links
from pitboss.house.secrets import Secrets
from pitboss.house.streams import link_stream, table_stream
from pitboss.jackpot.aggregate import LinkCommand
from pitboss.jackpot.link import Link
from pitboss.round.wagers import CloseBets
from pitboss.store.addresses import open_store
from pitboss.store.memory import MemoryStore
from pitboss.web.server import open_backend
from tests.house.floor import CHEAP
from tests.waiting import PATIENCE, until
from tests.web.site import Serving

Pace = Mapping[str, float | str]
QUICK: Pace = {
    # One other person at each table is company enough, and rounds are shorter.
    "number": "[1, 1]",
    "betting_seconds": 4,
    # Longer than any test takes to answer, its server's having been away included; and well below
    # the patience of the next test at a table that somebody left with a decision to make.
    "decision_seconds": 60,
    "absence_seconds": 5,
    "step_seconds": 0.1,
    "thinking_seconds": 0.1,
    "between_seconds": 2,
}


LONG = 3600
UNHURRIED: Pace = {
    "number": 0,
    "betting_seconds": LONG,
    "decision_seconds": 0,
    "step_seconds": 0.05,
    "between_seconds": LONG,
    # Nobody stands in for the staff of a test.
    "claim_seconds": LONG,
    # What browsers add is not known beforehand, and the decks here are.
    "player_contributions": "false",
}


def floor_text(pace: Pace) -> str:
    """The demonstration floor at another pace, or with other settings."""
    text = files("pitboss.floor").joinpath("demonstration.toml").read_text(encoding="utf-8")
    for name, value in pace.items():
        text, changed = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
        assert changed >= 1, f"the demonstration floor has no {name}"
    return text


def arranged_text(**changes: str) -> str:
    """The demonstration floor without house players and without haste; `changes` by setting."""
    return floor_text({**UNHURRIED, **changes})


def arranged_config(**changes: str) -> FloorConfig:
    """The same, read."""
    return config_of(arranged_text(**changes), {}, source="the test")


class Arranged(Serving):
    """A floor in this process whose next seeds are known."""

    def __init__(self, seeds: Iterable[int], config: FloorConfig) -> None:
        self.store = MemoryStore()
        self._seeds = [number.to_bytes(32) for number in seeds]
        self._dice = Random(1)
        backend, self.floor = open_backend(
            config,
            self.store,
            entropy=self._entropy,
            secrets=Secrets(CHEAP),
        )
        super().__init__(backend, self.floor.dealing)

    @property
    def links(self) -> Links:
        assert self.floor.links is not None
        return self.floor.links

    def link(self, name: str = "megalink") -> Link:
        return self.do(lambda: self.links.link(name))

    def give_link(self, command: LinkCommand, by: Member, name: str = "megalink") -> None:
        """What staff do to a link otherwise than on a page."""
        self.do(lambda: self.links.engine.give(link_stream(name), command, by))

    def _entropy(self, count: int) -> bytes:
        return self._seeds.pop(0) if self._seeds else self._dice.randbytes(count)


def arranged(*seeds: int, **changes: str) -> Arranged:
    """A floor whose next seeds are these; each round takes one for its deck, then its draws."""
    return Arranged(seeds, arranged_config(**changes))


class Served:
    """A floor behind an address, which can be stopped and started again."""

    def __init__(
        self,
        folder: Path,
        pace: Pace | None = None,
        *,
        config: Path | None = None,
        db: str | None = None,
    ) -> None:
        """The demonstration floor at a pace, below `folder`; or any floor on any store."""
        self.config = config or folder / "floor.toml"
        if config is None:
            self.config.write_text(floor_text({**QUICK, **(pace or {})}), encoding="utf-8")
        self._db = db or str(folder / "floor.db")
        # Taken for as long as there are tests, and listened at by nobody but the server: nobody
        # else is given the port while the server is away.
        self._place = socket.socket()
        self._place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._place.bind(("127.0.0.1", 0))
        self._port = self._place.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"
        self._log = folder / f"serve-{self._port}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        run = "from pitboss.cli.main import run; run()"
        command = [sys.executable, "-c", run, "serve", "--port", str(self._port)]
        command += ["--db", self._db, "--config", str(self.config)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        until(self._is_up, "the start of the server")

    @property
    def pid(self) -> int:
        """The process that serves, for whoever measures it."""
        assert self._process is not None, "it was started"
        return self._process.pid

    def _is_up(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self._log.read_text(encoding="utf-8")
        try:
            return httpx.get(f"{self.address}/health").status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def close_bets(self, table: str) -> None:
        """ "No more bets", said by another process than the server, when a test wants it said."""
        with closing(open_store(str(self._db))) as store:
            floor = open_floor(read_config(self.config, os.environ), store, with_links=True)
            floor.house.give(table_stream(table), CloseBets(), System())

    def stop(self) -> None:
        self._place.close()
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        log = self._log.read_text(encoding="utf-8")
        assert "Traceback" not in log, log
