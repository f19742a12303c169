"""A frozen record with some fields changed.

`dataclasses.replace` works out everything anew at each call. Every event that is read or decided
changes a record or several, millions of them in a log; written out once for each class, as
`dataclass` itself writes out `__init__`, a change takes a fraction of that time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from operator import is_
from typing import Any, Generic, TypeVar

Record = TypeVar("Record")
Answer = TypeVar("Answer")


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
    try:
        new: Record = _copier(kind)(record, changes)
    except AttributeError:
        unknown = sorted(changes.keys() - {field.name for field in fields(kind)})
        if not unknown:
            raise
        raise TypeError(f"{kind.__name__} has no field {unknown[0]!r}") from None
    return new


class Latest(Generic[Answer]):
    """The latest answer to one question about values that never change.

    Whoever runs a table asks what may be done, and so does whoever decides the command a moment
    later, about the very same round. Of many tables only the latest is kept: what is asked about
    one command is asked before the next.

    >>> latest = Latest[str]()
    >>> question = ((1,), (2,))
    >>> latest.keep(question, "answer")
    'answer'
    >>> latest.of(question), latest.of((question[0], (3,)))
    ('answer', None)
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        # One tuple, so that threads see a question with its own answer and no other.
        self._kept: tuple[tuple[object, ...], Answer | None] = ((), None)

    def of(self, question: tuple[object, ...]) -> Answer | None:
        """The answer, if it was kept for the very same values; none otherwise."""
        asked, answer = self._kept
        return answer if len(asked) == len(question) and all(map(is_, asked, question)) else None

    def keep(self, question: tuple[object, ...], answer: Answer) -> Answer:
        """Keep this answer instead of the last one."""
        self._kept = (question, answer)
        return answer


@cache
def _copier(kind: Any) -> Callable[[Any, Mapping[str, Any]], Any]:
    assert not hasattr(kind, "__post_init__"), f"{kind.__name__} must be built, not copied"
    # The copy is filled in as a twin of the class that may be changed, and only then becomes one
    # of it: to get past a frozen class, field by field, takes four times as long.
    twin = type(f"Open{kind.__name__}", (), {"__slots__": kind.__slots__})
    lines = ["def copy(old, changes):", " new = twin()"]
    lines += [f" new.{field.name} = old.{field.name}" for field in fields(kind)]
    lines += [" for name, value in changes.items():", "  setattr(new, name, value)"]
    lines += [" new.__class__ = kind", " return new"]
    known: dict[str, Any] = {"kind": kind, "twin": twin}
    exec("\n".join(lines), known)
    copy: Callable[[Any, Mapping[str, Any]], Any] = known["copy"]
    return copy
