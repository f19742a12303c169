"""Whether JSON is what the records of the contract say: every field, and none besides."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pitboss.money import Money
from pitboss.web.messages import ToBrowser

_MONEY = re.compile(r"-?[0-9]{1,18}\.[0-9]{2}")
KINDS: dict[str, Any] = {
    get_args(get_type_hints(kind)["kind"])[0]: kind for kind in get_args(ToBrowser)
}


def assert_told(message: Any) -> None:
    """A message of the socket is one of the contract."""
    assert_is(message, KINDS[message["kind"]])


def assert_is(value: Any, kind: Any, where: str = "message") -> None:
    """A value read from JSON is what was declared."""
    assert _is(value, kind), f"{where}: {value!r:.200} is not {kind}"
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        assert value.keys() == hints.keys(), f"{where}: {value.keys() ^ hints.keys()}"
        for name, hint in hints.items():
            assert_is(value[name], hint, f"{where}.{name}")
    elif origin in (Union, UnionType) and value is not None:
        (hint,) = [one for one in inner if one is not NoneType]
        assert_is(value, hint, where)
    elif origin is tuple:
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else list(inner)
        for number, (one, hint) in enumerate(zip(value, kinds, strict=True)):
            assert_is(one, hint, f"{where}[{number}]")
    elif origin is dict:
        for name, one in value.items():
            assert_is(one, inner[1], f"{where}[{name}]")


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _is(value: Any, kind: Any) -> bool:
    origin = get_origin(kind)
    if kind is Money:
        return isinstance(value, str) and _MONEY.fullmatch(value) is not None
    if is_dataclass(kind) or origin is dict:
        return isinstance(value, dict)
    if origin is tuple:
        return isinstance(value, list)
    if origin is Literal:
        return value in get_args(kind)
    if origin in (Union, UnionType):
        return value is not None or NoneType in get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return value in [one.value for one in kind]
    return type(value) is kind
