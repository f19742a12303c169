"""`pitboss audit`: everything recorded, checked again from the beginning."""

from __future__ import annotations

import json
from pathlib import Path

from pitboss.audit.heads import read_heads, write_heads
from pitboss.audit.moment import AtOneMoment
from pitboss.audit.shared import audit_shared, steps_of, workers_for
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
    with open_to_read(db) as database:
        # One moment for all of it, and for the heads that are exported: the floor may play on.
        store = AtOneMoment(database)
        steps = steps_of(store)
        with progress(steps, "Checking") as tell:
            number = workers or workers_for(store)
            report = audit_shared(store, db, files, workers=number, heads=heads, told=tell)
        if write_head is not None:
            write_heads(write_head, store.heads())
    if as_json:
        print(json.dumps(report.record(), indent=2, ensure_ascii=False))
    else:
        for finding in report.findings:
            print(finding)
        count = len(report.findings)
        found = "nothing found" if not count else f"{count} finding{'s' if count > 1 else ''}"
        print(f"{report.events} entries checked: {found}.")
    return 0 if report.is_clean else 1
