"""A frozen record with some fields changed.

`dataclasses.replace` works out everything anew at each call. Every event that is read or decided
changes a record or several, millions of them in a log; written out once for each class, as
`dataclass` itself writes out `__init__`, a change takes a fraction of that time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

Record = TypeVar("Record")


def replace(record: Record, /, **changes: Any) -> Record:
    """The same record but for these fields. For classes with slots and no `__post_init__`.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True)
    ... class Point:
    ...     x: int
    ...     y: int
    >>> replace(Point(1, 2), y=3)
    Point(x=1, y=3)
    >>> replace(Point(1, 2), z=3)
    Traceback (most recent call last):
    ...
    TypeError: Point has no field 'z'
    """
    kind: Any = record.__class__
    known, copy = _copier(kind)
    if not changes.keys() <= known:
        unknown = ", ".join(repr(name) for name in changes if name not in known)
        raise TypeError(f"{kind.__name__} has no field {unknown}")
    new: Record = copy(record, changes)
    return new


@cache
def _copier(kind: Any) -> tuple[frozenset[str], Callable[[Any, Mapping[str, Any]], Any]]:
    assert not hasattr(kind, "__post_init__"), f"{kind.__name__} must be built, not copied"
    names = [field.name for field in fields(kind)]
    lines = ["def copy(old, changes):", " new = make(kind)"]
    for name in names:
        lines.append(f" set_{name}(new, changes[{name!r}] if {name!r} in changes else old.{name})")
    lines.append(" return new")
    known: dict[str, Any] = {"kind": kind, "make": object.__new__}
    known |= {f"set_{name}": kind.__dict__[name].__set__ for name in names}
    exec("\n".join(lines), known)
    return frozenset(names), known["copy"]
