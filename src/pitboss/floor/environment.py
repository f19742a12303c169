"""What the environment says instead of the file.

`PITBOSS_PACE_BETTING_SECONDS=15` is `betting_seconds` below `[pace]`. `PITBOSS_HOST`,
`PITBOSS_PORT` and `PITBOSS_DB` are short for those of `[server]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PREFIX = "PITBOSS_"
SECTIONS = ("floor", "pace", "server", "house_players")
SHORT = {"HOST": ("server", "host"), "PORT": ("server", "port"), "DB": ("server", "db")}


def overlaid(
    data: Mapping[str, Any], environ: Mapping[str, str], faults: list[str]
) -> dict[str, Any]:
    """The file's data with what the environment says in its place.

    >>> overlaid({"server": {"port": 80}}, {"PITBOSS_PORT": "8080", "HOME": "/"}, [])
    {'server': {'port': 8080}}
    """
    whole = dict(data)
    for name, text in sorted(environ.items()):
        place = _place(name)
        if place is None:
            continue
        section, key = place
        below = whole.get(section, {})
        if not isinstance(below, dict):
            faults.append(f"{name}: {section} in the file is not a section")
            continue
        whole[section] = {**below, key: _value(text)}
    return whole


def _place(name: str) -> tuple[str, str] | None:
    """The section and key a variable stands for; None for one that is not ours to read."""
    word = name.removeprefix(PREFIX)
    if word == name:
        return None
    if word in SHORT:
        return SHORT[word]
    for section in SECTIONS:
        start = f"{section.upper()}_"
        if word.startswith(start):
            return section, word.removeprefix(start).lower()
    return None


def _value(text: str) -> object:
    """As TOML would read it where it is a number or a flag; otherwise a text."""
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text
