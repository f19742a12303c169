"""`pitboss serve` in a process of its own, at a pace that tests can wait for."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import httpx

from pitboss.web.serving import bound

PACE: dict[str, float | str] = {
    # One other person at each table is company enough, and rounds are shorter.
    "number": "[1, 1]",
    "betting_seconds": 4,
    "decision_seconds": 60,
    "absence_seconds": 60,
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

    def __init__(self, folder: Path, pace: Mapping[str, float | str] | None = None) -> None:
        self._config = quick_floor(folder, pace)
        self._db = folder / "floor.db"
        with bound("127.0.0.1", 0) as free:
            self._port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"
        self._log = folder / "serve.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, patience: float = 60) -> None:
        run = "from pitboss.cli.main import run; run()"
        command = [sys.executable, "-c", run, "serve", "--port", str(self._port)]
        command += ["--db", str(self._db), "--config", str(self._config)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        until = time.monotonic() + patience
        while not self._is_up():
            assert self._process.poll() is None, self._log.read_text(encoding="utf-8")
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.1)

    def _is_up(self) -> bool:
        try:
            return httpx.get(f"{self.address}/health").status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(20)

    def stop(self) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
