"""What many commands ask for, in the same words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from pitboss.errors import BadSetting

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
Wagers = Annotated[
    list[str] | None,
    typer.Option(metavar="NAMES", help="base,bonus or base=25.00,bonus; all without."),
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]


def check_chart(path: Path | None) -> Path | None:
    """Refuse a chart that cannot be written, before the figures are worked out.

    >>> check_chart(Path("fan.gif"))
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: fan.gif: charts are .svg, .png or .pdf; name one of these
    """
    if path is None:
        return None
    if path.suffix not in (".svg", ".png", ".pdf"):
        raise BadSetting(f"{path}: charts are .svg, .png or .pdf; name one of these")
    if not path.parent.is_dir():
        raise BadSetting(f"{path}: there is no folder {path.parent}; make it first")
    if path.is_dir():
        raise BadSetting(f"{path}: is a folder; name a file in it")
    return path


Chart = Annotated[
    Path | None,
    typer.Option(metavar="FILE", callback=check_chart, help="Draw it: .svg, .png or .pdf."),
]


def told_time(said: str | None, default: str, option: str) -> str:
    """A time as it was typed for an option, as records write it."""
    from datetime import UTC, datetime

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


class Section(NamedTuple):
    """A section of a file, and the whole that it stands in."""

    own: dict[str, Any]
    whole: dict[str, Any]


def section_in(file: Path, kind: str, name: str) -> Section:
    """What a TOML file of a house says below `[kind.name]`, or `BadSetting`."""
    import tomllib

    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(f"{file}: {error}") from error
    parts = data.get(kind, {})
    found = parts.get(name) if isinstance(parts, dict) else None
    if not isinstance(found, dict):
        raise BadSetting(
            f"{file} says nothing of {kind.removesuffix('s')} {name}; write [{kind}.{name}]"
        )
    return Section(found, data)
