"""`pitboss audit`: everything recorded, checked again from the beginning."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pitboss.audit.checkpoints import check_place, read_heads, write_heads
from pitboss.audit.processes import audit_shared, steps_of, workers_for
from pitboss.audit.snapshot import StoreSnapshot
from pitboss.cli.database import open_to_read
from pitboss.cli.progress import progress


def audit_database(
    db: str,
    files: list[Path],
    *,
    as_json: bool,
    head: Path | None,
    write_head: Path | None,
    workers: int | None,
) -> int:
    """0 if nothing was found, 1 if something was."""
    heads = None if head is None else read_heads(head)
    may_replace = _are_same(head, write_head)
    if write_head is not None:
        # Before hours of checking, and not after.
        check_place(write_head, may_replace=may_replace)
    with open_to_read(db) as database:
        # One moment for all of it, and for the heads that are exported: the floor may play on.
        store = StoreSnapshot(database)
        steps = steps_of(store)
        with progress(steps, "Checking") as tell:
            number = workers or workers_for(store)
            report = audit_shared(store, db, files, workers=number, heads=heads, told=tell)
    if as_json:
        print(json.dumps(report.record(), indent=2, ensure_ascii=False))
    else:
        for finding in report.findings:
            print(finding)
        count = len(report.findings)
        found = "nothing found" if not count else f"{count} finding{'s' if count > 1 else ''}"
        print(f"{report.events} entries checked: {found}.")
    if write_head is not None and may_replace and not report.is_clean:
        told = f"{write_head} is left as it was: it is evidence of what was found."
        print(f"pitboss: {told} Name another file for a new head.", file=sys.stderr)
    elif write_head is not None:
        write_heads(write_head, store.heads(), may_replace=may_replace)
    return 0 if report.is_clean else 1


def _are_same(head: Path | None, write_head: Path | None) -> bool:
    """Whether the head to be written takes the place of the one that is checked in this run."""
    return head is not None and write_head is not None and head.resolve() == write_head.resolve()
