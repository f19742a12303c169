"""`pitboss serve` in a process of its own, at a pace that tests can wait for."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import httpx

from pitboss.floor.config import read_config
from pitboss.floor.floor import open_floor
from pitboss.house.callers import System
from pitboss.house.streams import table_stream
from pitboss.round.wagers import CloseBets
from pitboss.store.addresses import open_store
from tests.waiting import PATIENCE, until

PACE: dict[str, float | str] = {
    # One other person at each table is company enough, and rounds are shorter.
    "number": "[1, 1]",
    "betting_seconds": 4,
    # Longer than any test takes to answer, its server's having been away included; and well below
    # the patience of the next test at a table that somebody left with a decision to make.
    "decision_seconds": 60,
    "failure_seconds": 3600,
    "absence_seconds": 5,
    "step_seconds": 0.1,
    "thinking_seconds": 0.1,
    "between_seconds": 2,
}


def quick_floor(folder: Path, pace: Mapping[str, float | str] | None = None) -> Path:
    """The demonstration floor as a file, its pace quickened."""
    text = files("pitboss.floor").joinpath("demonstration.toml").read_text(encoding="utf-8")
    for name, value in {**PACE, **(pace or {})}.items():
        text, changed = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
        assert changed == 1, f"the demonstration floor has no {name}"
    path = folder / "floor.toml"
    path.write_text(text, encoding="utf-8")
    return path


class Served:
    """A floor behind an address, which can be stopped and started again."""

    def __init__(
        self,
        folder: Path,
        pace: Mapping[str, float | str] | None = None,
        *,
        config: Path | None = None,
        db: str | None = None,
    ) -> None:
        """The demonstration floor at a pace, below `folder`; or any floor on any store."""
        self.config = config or quick_floor(folder, pace)
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
