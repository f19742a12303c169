"""What goes on until it is told to stop: by an event of threads, or one of processes."""

from __future__ import annotations

from typing import Protocol


class Stop(Protocol):
    """An event that says when it is enough."""

    def is_set(self) -> bool:
        """Whether it was said."""

    def wait(self, timeout: float) -> object:
        """Wait until it is said, but no longer than this."""
