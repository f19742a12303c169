"""Rulebook files to be spoilt: the built-in ones as data, and data as a file again."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from datetime import date, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pitboss.errors import Fault, RulebookError
from pitboss.games.library import built_in_ids, open_rulebook

IDS = built_in_ids()
Key = str | int
Path_ = tuple[Key, ...]


@cache
def text_of(rulebook: str) -> str:
    return files("pitboss").joinpath("rulebooks", f"{rulebook}.toml").read_text(encoding="utf-8")


def data_of(rulebook: str) -> dict[str, Any]:
    """A fresh copy of what a built-in file says."""
    return tomllib.loads(text_of(rulebook))


def toml(data: dict[str, Any]) -> str:
    """A file that says this: one `a.b.c = value` for each value.

    >>> print(toml({"id": "x", "wagers": {"$": {"units": [1, 5], "required": True}}}), end="")
    "id" = "x"
    "wagers"."$"."units" = [1, 5]
    "wagers"."$"."required" = true
    """
    lines = (f"{'.'.join(map(_quoted, path))} = {_value(value)}\n" for path, value in _leaves(data))
    return "".join(lines)


def _leaves(data: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[Any, Any]]:
    for key, value in data.items():
        if isinstance(value, dict) and value:
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key), value


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _value(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{_quoted(k)} = {_value(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case datetime() | date():
            return value.isoformat()
        case str():
            return _quoted(value)
        case bool():
            return str(value).lower()
        case _:
            return repr(value)


def faults_of(data: dict[str, Any], folder: Path) -> tuple[Fault, ...]:
    """What is wrong with a user's file that says this; nothing, if it can be used."""
    file = folder / "house.toml"
    file.write_text(toml(data), encoding="utf-8")
    try:
        open_rulebook(file)
    except RulebookError as refused:
        return refused.faults
    return ()


class Removed:
    """In place of a value: take the key out."""


REMOVED = Removed()


def put(data: dict[str, Any], path: Path_, value: Any) -> None:
    """Change one value of the file, or take it out."""
    *above, last = path
    inside: Any = data
    for key in above:
        inside = inside.setdefault(key, {}) if isinstance(inside, dict) else inside[key]
    if isinstance(value, Removed):
        del inside[last]
    else:
        inside[last] = value


def paths(inside: Any, above: Path_ = ()) -> Iterator[Path_]:
    """Every key and every item of a list, from the outside in."""
    if isinstance(inside, dict):
        pairs: Any = inside.items()
    elif isinstance(inside, list):
        pairs = enumerate(inside)
    else:
        return
    for key, value in pairs:
        yield (*above, key)
        yield from paths(value, (*above, key))
