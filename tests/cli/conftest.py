"""What the tests of commands share."""

from __future__ import annotations

import pytest

from tests.cli.keyboard import Keyboard


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Keyboard:
    """The command as a person types it."""
    return Keyboard(monkeypatch, capsys)
