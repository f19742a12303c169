"""Waiting for what another process, a thread or a server brings about.

A limit is there so that what never comes is said to have not come. It is no claim about speed: on a
busy machine anything may take a minute, and a test that fails then has shown nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 180.0
PAUSE = 0.02


def until(is_so: Callable[[], T], what: str = "it", patience: float = PATIENCE) -> T:
    """What `is_so` says, once that is something."""
    give_up = time.monotonic() + patience
    while not (found := is_so()):
        assert time.monotonic() < give_up, f"{what} did not come about in {patience:.0f} seconds"
        time.sleep(PAUSE)
    return found
