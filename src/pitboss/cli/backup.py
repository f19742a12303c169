"""`pitboss backup` and `pitboss restore`: the whole record in one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.database import DEFAULT, DatabaseOption, open_database, open_to_read

if TYPE_CHECKING:
    from pitboss.store.backup import Copied


def backup(
    file: Annotated[Path, typer.Argument(help="A new file for the backup.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Copy the whole record into one file, and check the copy; others may go on writing."""
    from pitboss.store.backup import backup, unfinished

    with open_to_read(db) as store:
        _tell(f"backed up to {file}", backup(store, file))
    for left in unfinished(file.parent):
        typer.echo(
            f"{left} is no backup: it was left by one that did not come to its end. Remove it.",
            err=True,
        )


def restore(
    file: Annotated[Path, typer.Argument(help="A file made by pitboss backup.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Fill a new database with a backup, checking every chain."""
    from pitboss.store.addresses import file_of
    from pitboss.store.backup import check_backup, restore, restore_as_file

    target, done = file_of(db), f"restored from {file}"
    if target is not None and not target.exists():
        _tell(done, restore_as_file(file, target))
        return
    # Before a new database is made for nothing: an empty one would pass for a floor.
    check_backup(file)
    with open_database(db, may_be_new=True) as store:
        _tell(done, restore(file, store))


def _tell(done: str, copied: Copied) -> None:
    """How much, and where each stream ends: to be held against what was noted elsewhere."""
    typer.echo(
        f"{done}, and checked: {len(copied.heads)} streams, {copied.entries} entries, "
        f"{copied.commands} commands"
    )
    width = max(map(len, copied.heads), default=0)
    for stream, head in copied.heads.items():
        typer.echo(f"{stream:{width}}  {head.version:>8}  {head.hash}")
