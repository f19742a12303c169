"""Waiting for what another process, a thread or a server brings about.

A limit is there so that what never comes is said to have not come. It is no claim about speed: on a
busy machine anything may take a minute, and a test that fails then has shown nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from subprocess import Popen
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


def kill(process: Popen[str]) -> list[str]:
    """Kill a process as a power cut would; what it had said and nobody had read yet, by lines.

    It is read the way the lines before were: whoever read those may have more at hand already,
    of which `communicate` knows nothing.
    """
    process.kill()
    assert process.stdout is not None
    said = process.stdout.readlines()
    process.stdout.close()
    if process.stdin is not None:
        with suppress(BrokenPipeError):
            process.stdin.close()
    process.wait()
    # A last line without its end was never told.
    return [line for line in said if line.endswith("\n")]
