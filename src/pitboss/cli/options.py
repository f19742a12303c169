"""What many commands ask for, in the same words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RulebookFiles = Annotated[
    list[Path] | None,
    typer.Option("--rulebook", metavar="FILE", help="Your own rulebook file; may be repeated."),
]
Files = Annotated[
    list[Path] | None,
    typer.Option("--rulebook-file", metavar="FILE", help="Your own rulebook file; may repeat."),
]
RulebookName = Annotated[str, typer.Argument(help="A rulebook's id, or a file of your own.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="An option or a figure; may be repeated."),
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]
