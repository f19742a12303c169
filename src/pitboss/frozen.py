"""A frozen record with some fields changed.

`dataclasses.replace` works out everything anew at each call. Every event that is read or decided
changes a record or several, millions of them in a log; worked out once for each class, a change
takes a third of that time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, make_dataclass
from operator import attrgetter, is_
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
        values, twin = _PLANS[kind]
    except KeyError:
        values, twin = _planned(kind)
    new = twin(*values(record))
    for name, value in changes.items():
        try:
            setattr(new, name, value)
        except AttributeError:
            raise TypeError(f"{kind.__name__} has no field {name!r}") from None
    new.__class__ = kind
    copy: Record = new
    return copy


class Latest(Generic[Answer]):
    """The latest answer to one question about values that never change.

    The runner of a table asks what may be done, and the decision asks it again a moment later,
    about the very same round. Of many tables only the latest answer is kept: what is asked about
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


_Plan = tuple[Callable[[Any], tuple[Any, ...]], Callable[..., Any]]
"""The values of all fields of a record; a record with the same slots that may still be changed."""

_PLANS: dict[type, _Plan] = {}


def _planned(kind: Any) -> _Plan:
    assert not hasattr(kind, "__post_init__"), f"{kind.__name__} must be built, not copied"
    names = [field.name for field in fields(kind)]
    assert len(names) > 1, f"{kind.__name__} has one field: build another"
    # A twin is filled in by one call, and only then becomes one of the frozen class: to get past
    # a frozen class, field by field, takes four times as long.
    twin = make_dataclass(f"Open{kind.__name__}", names, slots=True, eq=False, repr=False)
    plan = _PLANS[kind] = (attrgetter(*names), twin)
    return plan
