"""One section of a TOML file that a house wrote."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.errors import BadSetting


class Section(NamedTuple):
    """A section, and the whole that it stands in."""

    own: dict[str, Any]
    whole: dict[str, Any]


def section_in(file: Path, kind: str, name: str) -> Section:
    """What a file says below `[kind.name]`, or `BadSetting`."""
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
