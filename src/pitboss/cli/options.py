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


def told_time(said: str | None, default: str, option: str) -> str:
    """A time as it was typed for an option, as records write it."""
    from datetime import UTC, datetime

    from pitboss.errors import BadSetting
    from pitboss.house.clock import stamp

    if said is None:
        return default
    try:
        when = datetime.fromisoformat(said)
    except ValueError as error:
        raise BadSetting(
            f"{option} {said!r} is no time; write 2026-03-01 or 2026-03-01T06:00:00+08:00"
        ) from error
    return stamp(when if when.tzinfo is not None else when.replace(tzinfo=UTC))
