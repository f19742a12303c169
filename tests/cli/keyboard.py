"""The command as a person types it: its status and both of its outputs, here or in a process."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import pitboss
from pitboss.cli import output
from pitboss.cli.main import run
from tests.waiting import PATIENCE

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


class RealTerminal:
    """A pseudo-terminal with pitboss in it, and all that could be read on its screen."""

    def __init__(self, *arguments: object) -> None:
        self.text = ""
        self._fd, inner = pty.openpty()
        # A terminal of its own, so that its interrupt key reaches it and nobody else.
        # Whoever runs the tests may have told their children to ignore that key.
        code = (
            "import os, signal; os.login_tty(0);"
            "signal.signal(signal.SIGINT, signal.default_int_handler);"
            "from pitboss.cli.main import run; run()"
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, *map(str, arguments)],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env={
                **{k: v for k, v in os.environ.items() if not k.startswith("PITBOSS")},
                "PYTHONPATH": str(SOURCES),
                "TERM": "xterm",
                "COLUMNS": "100",
                "PYTHONIOENCODING": "utf-8",
            },
        )
        os.close(inner)

    def read_until(self, words: str) -> None:
        start = len(self.text)
        while words not in self.text[start:]:
            ready, _, _ = select.select([self._fd], [], [], PATIENCE)
            assert ready, f"no {words!r} in {self.text[start:]!r}"
            try:
                self.text += os.read(self._fd, 65536).decode("utf-8", "replace")
            except OSError:
                assert words in self.text[start:], self.text[start:]
                return

    def type(self, answer: str) -> None:
        os.write(self._fd, answer.encode())

    def press(self, key: str) -> None:
        """Press a key, and press it again if nothing comes of it, as a person would.

        A signal that comes in just before the process starts to wait for a line is seen only once
        the line is there. Between two presses a busy machine has time to see the first through: a
        second one in the middle of that would be another story.
        """
        for _ in range(10):
            self.type(key)
            while select.select([self._fd], [], [], 30)[0]:
                said = os.read(self._fd, 65536).decode("utf-8", "replace")
                self.text += said
                if said.strip("^C\r\n"):
                    return

    def close(self) -> int:
        """Read what is left and see how it ended."""
        with contextlib.suppress(OSError):
            while select.select([self._fd], [], [], PATIENCE)[0]:
                said = os.read(self._fd, 65536)
                if not said:
                    break
                self.text += said.decode("utf-8", "replace")
        status = self._process.wait(timeout=PATIENCE)
        os.close(self._fd)
        return status


def at_terminal(monkeypatch: pytest.MonkeyPatch, *, patience: float) -> Terminal:
    """Called by the test itself: a fixture's streams are put back before a test begins."""
    screen = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "PATIENCE_SECONDS", patience)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    return screen
