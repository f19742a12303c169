"""What the tests of the examples share."""

from __future__ import annotations

from tests.cli.conftest import keyboard

__all__ = ["keyboard"]
