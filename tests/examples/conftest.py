"""What the tests of the examples share."""

from __future__ import annotations

from tests.cli.conftest import keyboard
from tests.web.conftest import chromium, visit

__all__ = ["chromium", "keyboard", "visit"]
