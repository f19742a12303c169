"""Whether a store is whole beside what it holds: by a damaged index entries are not found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.audit.findings import Finding

STORE = "store"
"""Where a finding is that is in no stream."""


def check_store(faults: Iterable[str]) -> Iterator[Finding]:
    """What the store itself says is wrong with it."""
    for fault in faults:
        message = f"what is looked up in it may not be found: {fault}"
        yield Finding(stream=STORE, version=0, kind="store", rule="", message=message)
