"""What the tests of games in folders and in packages share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import keyboard

__all__ = ["keyboard", "site"]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for installed packages, on the path."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder
