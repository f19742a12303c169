"""`python -m tools.browser_types`: the types of every message between browser and server.

Writes `types.d.ts` beside the scripts, from the records that the server sends (`web.messages`) and
the models that it reads, both in one module. The scripts name these types in their comments, and
`tests/web/test_browser_types.py` has them checked by TypeScript.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import pairwise
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from pitboss.money import Money
from pitboss.table.view import PastRound
from pitboss.web import messages
from pitboss.web.assets import FOLDER

TYPES = FOLDER / "js" / "types.d.ts"
_HEAD = """\
/* Generated from web/messages.py by `python -m tools.browser_types`. */

/** Money as text, "25.00"; an amount that may be below nothing begins with "-". */
export type Amount = string;
"""
_PLAIN = {str: "string", int: "number", bool: "boolean", Money: "Amount", NoneType: "null"}
_UNIONS: Mapping[str, Any] = {
    "ToBrowser": messages.ToBrowser,
    "TableReply": messages.TableReply,
    "FromBrowser": messages.FromBrowser,
    "TableRequest": messages.TableRequest,
}
_FETCHED = (PastRound, messages.AdviceReply, messages.HealthReply, messages.FaultReply)


class _Field(NamedTuple):
    name: str
    hint: Any
    is_optional: bool


def declarations() -> str:
    """The whole file."""
    parts = [_HEAD]
    done: set[type] = set()
    for kind in (*_kinds(*_UNIONS.values()), *_FETCHED):
        for one in _with_parts(kind):
            if one not in done:
                done.add(one)
                parts.append(_interface(one))
    for name, union in _UNIONS.items():
        members = "\n  | ".join(kind.__name__ for kind in get_args(union))
        parts.append(f"export type {name} =\n  | {members};\n")
    return "\n".join(parts)


def _kinds(*unions: Any) -> Iterator[type]:
    for union in unions:
        yield from get_args(union)


def _with_parts(kind: type) -> Iterator[type]:
    """A record after every record that it holds."""
    for field in _fields(kind):
        for inner in _records_in(field.hint):
            yield from _with_parts(inner)
    yield kind


def _records_in(hint: Any) -> Iterator[type]:
    if is_dataclass(hint) and isinstance(hint, type):
        yield hint
    for inner in get_args(hint):
        yield from _records_in(inner)


def _fields(kind: type) -> list[_Field]:
    hints = get_type_hints(kind, include_extras=False)
    if issubclass(kind, BaseModel):
        return [
            _Field(name, hints[name], not field.is_required())
            for name, field in kind.model_fields.items()
        ]
    assert is_dataclass(kind), kind
    return [_Field(field.name, hints[field.name], False) for field in fields(kind)]


def _interface(kind: type) -> str:
    notes = _notes(kind)
    lines = [f"/** {_one_line(kind.__doc__ or '')} */", f"export interface {kind.__name__} {{"]
    for field in _fields(kind):
        if field.name in notes:
            lines.append(f"  /** {_one_line(notes[field.name])} */")
        mark = "?" if field.is_optional else ""
        lines.append(f"  {field.name}{mark}: {_type(field.hint)};")
    return "\n".join([*lines, "}", ""])


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _notes(kind: type) -> dict[str, str]:
    """The texts below the fields of a class, its own and inherited ones."""
    found = {}
    for base in reversed(kind.__mro__[:-1]):
        if base is BaseModel or not base.__module__.startswith("pitboss."):
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(tree, ast.ClassDef)
        for field, below in pairwise(tree.body):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(text)):
                    found[name] = str(text)
    return found


def _type(hint: Any) -> str:
    """A type of Python as one of TypeScript.

    >>> _type(tuple[str | None, ...]), _type(dict[str, tuple[int, Money]])
    ('(string | null)[]', 'Record<string, [number, Amount]>')
    """
    origin, inner = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if origin is Annotated:
        return _type(inner[0])
    if origin in (Union, UnionType):
        return " | ".join(_type(one) for one in inner)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in inner)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return " | ".join(f'"{one.value}"' for one in hint)
    if origin is tuple and inner[-1] is Ellipsis:
        one = _type(inner[0])
        return f"({one})[]" if " " in one else f"{one}[]"
    if origin is tuple:
        return f"[{', '.join(map(_type, inner))}]"
    if origin is dict:
        return f"Record<{_type(inner[0])}, {_type(inner[1])}>"
    assert isinstance(hint, type), f"{hint} is not sent to browsers"
    return hint.__name__


def main() -> None:
    """Write the file anew."""
    TYPES.write_text(declarations(), encoding="utf-8")


if __name__ == "__main__":
    main()
