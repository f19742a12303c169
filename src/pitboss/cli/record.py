"""The record and the software as a whole: `pitboss audit`, `backup`, `restore` and `software`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    DEFAULT,
    AsJson,
    DatabaseOption,
    Files,
    Games,
    command_group,
    open_database,
)
from pitboss.cli.output import count_of, print_json, progress

if TYPE_CHECKING:
    from pitboss.store.backup import Copied

app = command_group(
    "software",
    "What this software is: the SHA-256 of every file, and whether it is what was signed.",
)


def audit(
    *,
    as_json: AsJson = False,
    head: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An exported head to compare with.")
    ] = None,
    head_key: Annotated[
        str,
        typer.Option(metavar="KEY", help="The key that the head must be signed with, in hex."),
    ] = "",
    write_head: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Export the ends of all streams into a new file; the file given as --head is "
            "replaced if nothing is found.",
        ),
    ] = None,
    files: Files = None,
    games: Games = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; by the size of the record if absent.")
    ] = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Replay everything recorded and check it, listing every finding."""
    from pitboss.audit.processes import audit_shared, steps_of, workers_for
    from pitboss.audit.snapshot import StoreSnapshot
    from pitboss.house.clock import stamp, utc_now
    from pitboss.house.house_key import key_at_hand
    from pitboss.store.heads import check_place, read_heads, write_heads

    heads = None if head is None else read_heads(head, signer=head_key)
    may_replace = bool(head and write_head and head.resolve() == write_head.resolve())
    if write_head is not None:
        # Before hours of checking, and not after.
        check_place(write_head, may_replace=may_replace)
    with open_database(db, only_reads=True) as database:
        key = key_at_hand(database)
        # One moment for all of it, and for the heads that are exported: the floor may play on.
        store = StoreSnapshot(database)
        with progress(steps_of(store), "Checking") as begin:
            number = workers or workers_for(store)
            report = audit_shared(
                store,
                db,
                files or [],
                games=games or [],
                workers=number,
                heads=heads,
                progress=begin,
                seals=key,
            )
    if as_json:
        print_json(report.record())
    else:
        for finding in report.findings:
            print(finding)
        for chance in report.chances:
            note = ". Note: chance alone seldom leads to this" if chance.is_noted else ""
            print(f"By chance, {chance}{note}.")
        count = len(report.findings)
        found = count_of(count, "finding") if count else "nothing found"
        print(f"{report.events} entries checked: {found}.")
    if write_head is not None and may_replace and not report.is_clean:
        typer.echo(
            f"pitboss: {write_head} is left as it was: it is evidence of what was found. "
            "Name another file for a new head.",
            err=True,
        )
    elif write_head is not None:
        signing = None if key is None else key.signing_key()
        now = stamp(utc_now())
        write_heads(write_head, store.heads(), may_replace=may_replace, key=signing, written=now)
    raise typer.Exit(0 if report.is_clean else 1)


def backup(
    file: Annotated[Path, typer.Argument(help="A new file for the backup.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Copy the whole record into one file, and check the copy; others may go on writing."""
    from pitboss.store.backup import backup, unfinished

    with open_database(db, only_reads=True) as store:
        _print_copied(f"backed up to {file}", backup(store, file))
    for left in unfinished(file.parent):
        typer.echo(
            f"{left} is no backup: it was left by one that was interrupted. Remove it.",
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
        _print_copied(done, restore_as_file(file, target))
        return
    # Before a new database is made: an empty one could be taken for a floor.
    check_backup(file)
    with open_database(db, may_be_new=True) as store:
        _print_copied(done, restore(file, store))


def _print_copied(done: str, copied: Copied) -> None:
    """How much was copied, and where each stream ends, to compare with a head kept elsewhere."""
    typer.echo(
        f"{done}, and checked: {len(copied.heads)} streams, {copied.entries} entries, "
        f"{copied.commands} commands"
    )
    width = max(map(len, copied.heads), default=0)
    for stream, head in copied.heads.items():
        typer.echo(f"{stream:{width}}  {head.version:>8}  {head.hash}")


# --- the software ---------------------------------------------------------------------------------


@app.command(epilog="Example: pitboss software show --json > release.json, to be signed")
def show(
    as_json: Annotated[bool, typer.Option("--json", help="The manifest, to be signed.")] = False,
) -> None:
    """The version, one digest for all, and the digest of every file."""
    from pitboss.house.software import manifest_text, read_manifest, software_id

    if as_json:
        typer.echo(manifest_text(), nl=False)
        return
    typer.echo(software_id())
    for name, digest in read_manifest().items():
        typer.echo(f"{digest}  {name}")


@app.command(
    epilog="Signed with: openssl pkeyutl -sign -rawin -inkey key.pem -in release.json "
    "-out release.json.sig. Exit status: 0 it is, 2 it is not."
)
def check(
    manifest: Annotated[
        Path,
        typer.Argument(metavar="MANIFEST", help="What was signed; MANIFEST.sig lies beside it."),
    ],
    key: Annotated[
        Path, typer.Option("--key", metavar="FILE", help="The public key of the signer.")
    ],
) -> None:
    """Whether every file is what was signed, and what is not."""
    from pitboss.house.software import check_signed, software_id

    check_signed(manifest, key)
    typer.echo(f"{software_id()} is what was signed.")
