"""A process of its own that writes to a store: `python -m tests.contracts.writer HOW URL NAME`.

`race` writes a number of entries to one stream, each decided on what it just read; before the first
of them it waits for a line on its input, so that all who race have read the same. `shared` writes
to the end of a stream, wherever that is. `endless` writes until it is killed, and says each time
what it had been told was written; `groups` writes the same, several commands at one go. `crowd`
writes by several threads at once, each in a stream of its own, and says what each was told.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

from pitboss.errors import Conflict
from pitboss.store import sqlite
from pitboss.store.addresses import open_store
from pitboss.store.contract import Store, Write
from tests.contracts.samples import append, draft, order
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent.parent
STREAM = "table/1"
OTHER = "checkpoint"
TIMES = 40
CROWD = 6
GROUP = 4


def race(store: Store, name: str, meet: Callable[[], object], times: int = TIMES) -> int:
    """Write so often to one stream, after all have read it and met; how often another was first."""
    conflicts = 0
    for number in range(times):
        while True:
            read = store.head(STREAM).version
            if not number and not conflicts:
                meet()
            drafts = [draft(body=f"{name} {number} {part} at {read}") for part in range(2)]
            try:
                store.append(order(f"{name}-{number}"), [append(STREAM, *drafts, expected=read)])
                break
            except Conflict:
                conflicts += 1
    return conflicts


def shared(store: Store, name: str, times: int = TIMES) -> int:
    """Write so often to the end of a stream and to one's own: none of it may ever conflict."""
    for number in range(times):
        drafts = [draft(body=f"{name} {number} {part}") for part in range(2)]
        appends = [append(OTHER, *drafts), append(f"own/{name}", draft(), expected=number)]
        receipt = store.append(order(f"{name}-{number}"), appends)
        assert receipt.command == f"command-{name}-{number}", "the answer to somebody else"
        assert receipt.written[1] == (f"own/{name}", number + 1, number + 1)
    return 0


def endless(store: Store, name: str) -> int:
    """Two streams in one command, the first at the version expected."""
    for number in count(store.head(STREAM).version):
        store.append(*_command(name, number))
        os.write(1, b"%d\n" % (number + 1))
    return 0


def groups(store: Store, name: str) -> int:
    """The same commands, each group building on itself."""
    for number in count(store.head(STREAM).version, GROUP):
        store.append_all([_command(name, number + more) for more in range(GROUP)])
        os.write(1, b"%d\n" % (number + GROUP))
    return 0


def _command(name: str, number: int) -> Write:
    drafts = [draft(body=str(number) * (number % 500))]
    appends = [append(STREAM, *drafts, expected=number), append(OTHER, *drafts * 3)]
    return order(f"{name}-{number}"), appends


def crowd(store: Store, name: str) -> int:
    """Several threads without end, each of which says which of its own was written."""

    def write(own: int) -> None:
        stream = f"{STREAM}/{own}"
        for number in count(store.head(stream).version):
            appends = [append(stream, expected=number), append(OTHER)]
            store.append(order(f"{name}-{own}-{number}"), appends)
            os.write(1, b"%d %d\n" % (own, number + 1))

    with ThreadPoolExecutor(CROWD) as threads:
        for done in [threads.submit(write, own) for own in range(CROWD)]:
            done.result()
    return 0


def meet_on_pipes() -> None:
    """Say that the stream was read, and wait until the others have read it too."""
    os.write(1, b"read\n")
    sys.stdin.readline()


def race_on_pipes(store: Store, name: str) -> int:
    """Race against other processes that somebody starts at once."""
    return race(store, name, meet_on_pipes)


HOW = {
    "race": race_on_pipes,
    "shared": shared,
    "endless": endless,
    "groups": groups,
    "crowd": crowd,
}


def start(how: str, url: str, name: str) -> subprocess.Popen[str]:
    """Such a process, from a test."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.contracts.writer", how, url, name],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def main() -> None:
    how, url, name = sys.argv[1:]
    # Several at once want the same file, and on a busy machine one may be last for long.
    sqlite.WAIT_SECONDS = PATIENCE
    print(HOW[how](open_store(url), name))


if __name__ == "__main__":
    main()
