"""`pitboss software`: what this software is, and whether it is what was signed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.options import command_group

app = command_group(
    "software",
    "What this software is: the SHA-256 of every file, and whether it is what was signed.",
)


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
