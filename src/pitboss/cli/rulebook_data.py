"""A rulebook as plain data, shaped like its file, and what two of them differ in."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.cli.pages import printed
from pitboss.money import For, Money, Prize, Share, To
from pitboss.rulebook.model import Citation, Paytable, Rulebook


def rulebook_data(book: Rulebook) -> dict[str, Any]:
    """Everything a rulebook says, in values that JSON has."""
    data: dict[str, Any] = _plain(book)
    return data


def _plain(value: Any) -> Any:
    match value:
        case Paytable():
            return _paytable(value)
        case Money():
            return str(value)
        case To() | For() | Prize() | Share():
            return printed(value)
        case Citation():
            return [*value.rules, *value.interpretations]
        case Mapping():
            return {str(key): _plain(inner) for key, inner in value.items()}
        case tuple() if value and dataclasses.is_dataclass(value[0]) and hasattr(value[0], "id"):
            return {inner.id: _plain(inner) for inner in value}
        case tuple():
            return [_plain(inner) for inner in value]
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return {field.name: _plain(getattr(value, field.name)) for field in fields}
    return value


def _paytable(table: Paytable) -> dict[str, Any]:
    """Rows by hand, as the file has them, so that a difference is named by its hand."""
    fields = (f.name for f in dataclasses.fields(table) if f.name != "rows")
    return {
        **{name: _plain(getattr(table, name)) for name in fields},
        "pays": {row.hand: printed(row.pays) for row in table.rows},
        "notes": {row.hand: list(row.notes) for row in table.rows if row.notes},
    }


class Difference(NamedTuple):
    """One key at which two rulebooks differ; `None` where one of them does not have it."""

    path: str
    a: Any
    b: Any


def differences(a: Rulebook, b: Rulebook) -> list[Difference]:
    """What two rulebooks differ in, in the order of their keys. The digest says no more."""
    ours, theirs = (dict(_leaves(rulebook_data(book))) for book in (a, b))
    paths = sorted({*ours, *theirs} - {"digest"}, key=_by_number)
    return [
        Difference(path, ours.get(path), theirs.get(path))
        for path in paths
        if ours.get(path) != theirs.get(path)
    ]


def _by_number(path: str) -> list[tuple[int, str]]:
    """Rule 3.9 before rule 3.10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in path.split(".")]


def _leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that is no table, by its place; a list counts as one value.

    >>> dict(_leaves({"wagers": {"ante": {"needs": ["$"], "times": 1}}}))
    {'wagers.ante.needs': ['$'], 'wagers.ante.times': 1}
    """
    if not isinstance(data, dict):
        yield path, data
        return
    for key, value in data.items():
        yield from _leaves(value, f"{path}.{key}" if path else key)
