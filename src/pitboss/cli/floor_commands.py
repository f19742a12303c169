"""`pitboss serve` and `pitboss audit`: the floor as it runs, and what it recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.database import DEFAULT, DatabaseOption
from pitboss.cli.options import Files


def serve(
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Where to listen; loopback by default.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A file, sqlite:///FILE or postgresql://USER@HOST/NAME."),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your floor (pitboss floor init); else a demonstration."),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="The address of a proxy in front; may be repeated."),
    ] = None,
) -> None:
    """Serve the floor to browsers: lobby, tables, signs."""
    from pitboss.cli.serve import serve_floor

    serve_floor(host=host, port=port, db=db, config=config, origins=origin or [])


def audit(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="For programs: pitboss-audit/1.")] = False,
    head: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An exported head to hold it against.")
    ] = None,
    write_head: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Export the ends of all streams into a new file; one that is given as --head too "
            "is replaced if nothing is found.",
        ),
    ] = None,
    files: Files = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; by what there is to check if absent.")
    ] = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Replay everything recorded and check it, listing every finding."""
    from pitboss.cli.audit import audit_database

    raise typer.Exit(
        audit_database(
            db, files or [], as_json=as_json, head=head, write_head=write_head, workers=workers
        )
    )
