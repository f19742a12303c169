"""Processes of a pool end with whoever started them, and long ones still clear up."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path

from pitboss.processes import COLLECTED_AFTER, run_long

STARTS = """
import time
from pitboss.processes import pool_of

def begin(word):
    print(word, flush=True)

if __name__ == "__main__":
    with pool_of(2, begin, "begun") as pool:
        list(pool.map(time.sleep, (3600, 3600)))
"""
ENDS_SECONDS = 120


def test_a_pool_whose_parent_is_killed_does_not_go_on(tmp_path: Path) -> None:
    script = tmp_path / "starts.py"
    script.write_text(STARTS, encoding="utf-8")
    # Its standard output is open for as long as any of them lives.
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert [parent.stdout.readline() for _ in range(2)] == [b"begun\n"] * 2
        parent.kill()
        rest, _ = parent.communicate(timeout=ENDS_SECONDS)
    assert rest == b""


class _Ring:
    def __init__(self) -> None:
        self.itself = self


def test_a_process_that_runs_long_still_clears_up() -> None:
    usual = gc.get_threshold()
    run_long()
    try:
        left = weakref.ref(_Ring())
        kept: list[list[int]] = [[number] for number in range(2 * COLLECTED_AFTER)]
        assert left() is None
        assert len(kept) == 2 * COLLECTED_AFTER
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
