"""An audit shared out among processes: tables are many, long and independent of each other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import as_completed
from pathlib import Path

from pitboss.audit.audit import LINK, TABLE, Checked, Parts, Progress, audit
from pitboss.audit.findings import OpensSeals, Report
from pitboss.audit.snapshot import StoreSnapshot
from pitboss.errors import Corrupt
from pitboss.games.library import library_of
from pitboss.processes import pool_of
from pitboss.store.addresses import open_to_read
from pitboss.store.contract import Head, Store

MANY = 50_000
"""Entries from which on it takes longer to check them than to start processes."""


def workers_for(store: Store | StoreSnapshot) -> int:
    """As many processes as there are cores, where there is work for them."""
    entries = sum(head.version for head in store.heads().values())
    return (os.cpu_count() or 1) if entries >= MANY else 1


def steps_of(store: Store | StoreSnapshot) -> int:
    """How often an audit reports progress: for every chain, and for every part."""
    return len(store.streams()) + sum(len(store.streams(kind)) for kind in (LINK, TABLE))


def audit_shared(
    store: Store | StoreSnapshot,
    url: str,
    files: Iterable[Path],
    *,
    games: Iterable[Path] = (),
    workers: int,
    heads: Mapping[str, Head] | None = None,
    progress: Progress = lambda stream: None,
    seals: OpensSeals | None = None,
) -> Report:
    """The audit of a store that other processes can open; it finds the same for any number.

    `files` are rulebooks beside those built in, and `games` folders of games with theirs: every
    process reads them for itself. `seals` is the key of the house, if it is at hand.
    """
    paths, folders = list(files), list(games)
    moment = store if isinstance(store, StoreSnapshot) else StoreSnapshot(store)
    library = library_of(paths, folders)
    if workers == 1:
        return audit(moment, library, heads=heads, progress=progress, seals=seals)

    def share(parts: Parts, is_staff_broken: bool) -> Iterator[Checked]:
        given = (url, (paths, folders), moment.heads(), is_staff_broken, seals)
        with pool_of(workers, _begin, *given) as pool:
            running = {pool.submit(_check, stream): stream for stream in parts.names()}
            for one in as_completed(running):
                progress(running[one])
                yield one.result()

    return audit(moment, library, heads=heads, progress=progress, share=share, seals=seals)


class _AskedTexts(Mapping[str, str]):
    """The text of each command, read as it is needed: the check of a table needs it once."""

    def __init__(self, store: StoreSnapshot) -> None:
        self._store = store

    def __getitem__(self, command: str) -> str:
        try:
            receipt = self._store.receipt(command)
        except Corrupt:
            # Found where all receipts are checked, and it says nothing that counts.
            receipt = None
        if receipt is None:
            raise KeyError(command)
        return receipt.asked

    def __iter__(self) -> Iterator[str]:
        return (receipt.command for receipt in self._store.receipts())

    def __len__(self) -> int:
        return sum(1 for _ in self)


_parts: Parts | None = None
"""The parts as this process sees them."""


def _begin(
    url: str,
    books: tuple[list[Path], list[Path]],
    heads: dict[str, Head],
    is_staff_broken: bool,
    seals: OpensSeals | None,
) -> None:
    global _parts  # noqa: PLW0603 - how a process of a pool is given what it keeps
    store = StoreSnapshot(open_to_read(url), heads)
    library = library_of(*books)
    asked = _AskedTexts(store)
    _parts = Parts(store, library, asked, is_staff_broken=is_staff_broken, seals=seals)


def _check(stream: str) -> Checked:
    assert _parts is not None, "a process begins before it checks"
    return _parts.check(stream)
