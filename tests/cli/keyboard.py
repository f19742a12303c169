"""The command as a person types it: its status, and both of its outputs."""

from __future__ import annotations

import io
import json
import sys
from typing import Any, NamedTuple

import pytest

from pitboss.cli.main import run


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        assert (self.status, self.err) == (0, "")
        return json.loads(self.out)


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
