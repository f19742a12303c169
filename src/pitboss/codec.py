"""The names that commands and events are stored under, written down by hand beside each class.

A class may be renamed or moved and no stored byte changes: what a log holds is `wager-placed`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=type)

_NAMES: dict[type, str] = {}


def stored(name: str) -> Callable[[Kind], Kind]:
    """Give a class the name it is stored under. It goes above `@dataclass`, which makes the class.

    >>> @stored("an-example")
    ... class Example:
    ...     pass
    >>> name_of(Example)
    'an-example'
    """

    def give(kind: Kind) -> Kind:
        _NAMES[kind] = name
        return kind

    return give


def name_of(kind: Any) -> str:
    """The name a command or an event is stored under.

    >>> name_of(int)
    Traceback (most recent call last):
    ...
    TypeError: int has no name to be stored under: give it one with @stored
    """
    try:
        return _NAMES[kind]
    except KeyError:
        raise TypeError(
            f"{kind.__name__} has no name to be stored under: give it one with @stored"
        ) from None
