"""The command as a person types it: its status and both of its outputs, here or in a process."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import pitboss
from pitboss.cli.main import run

SOURCES = Path(pitboss.__file__).parent.parent
PROGRAM = [sys.executable, "-c", "from pitboss.cli.main import run; run()"]


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        assert (self.status, self.err) == (0, "")
        return json.loads(self.out)

    def lines(self) -> list[Any]:
        """JSON Lines."""
        assert (self.status, self.err) == (0, "")
        return [json.loads(line) for line in self.out.splitlines()]

    def refuses(self, why: str) -> None:
        """Nothing is printed but one plain reason, without a traceback."""
        assert (self.status, self.out) == (2, "")
        assert why in " ".join(self.err.replace("│", " ").split())
        assert "Traceback" not in self.err


class Keyboard:
    """A command line, in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *words: object, lines: str = "") -> Ran:
        """Type a command; `lines` are its standard input."""
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        self.monkeypatch.setattr(sys, "argv", ["pitboss", *map(str, words)])
        status = 0
        try:
            run()
        except SystemExit as stop:
            status = int(stop.code or 0)
        return Ran(status, *self._capsys.readouterr())


def process(*words: object, shell: str = "", **environment: str) -> Ran:
    """The command in a process of its own, in a shell that arranges its streams."""
    done = subprocess.run(
        ["sh", "-c", f'"$@" {shell}', "sh", *PROGRAM, *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(SOURCES), "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


class Terminal(io.TextIOWrapper):
    """A terminal in memory."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    @property
    def shown(self) -> str:
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()
