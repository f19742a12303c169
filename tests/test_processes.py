"""Processes of a pool end with whoever started them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
