"""Commands, events and snapshots as JSON and back: the one place that writes and reads them.

What is stored is a name such as `wager-placed`, written down by hand beside each class, and the
fields of the class. A class may be renamed or moved and no stored byte changes. Money and cards
are stored as the contracts write them, "25.00" and "Th", and a set in sorted order, so that one
value always becomes one text.

msgspec does the work from the types of the fields, and says where a text does not fit them.
"""

from __future__ import annotations

import dataclasses
import json
import typing
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.frozen import replace
from pitboss.money import Money, amount_text

if TYPE_CHECKING:
    import msgspec

Kind = TypeVar("Kind", bound=type)
Record = TypeVar("Record")


class DecodeError(PitbossError, ValueError):
    """Stored text that is not a command or an event as this version of pitboss knows them."""


# --- names ----------------------------------------------------------------------------------------

_NAMES: dict[type, str] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def stored(name: str, *, kw_only: bool = False) -> Callable[[Kind], Kind]:
    """Make a class a frozen dataclass with slots, and give it the name it is stored under.

    >>> @stored("an-example")
    ... class Example:
    ...     seat: int
    >>> name_of(Example), Example(3)
    ('an-example', Example(seat=3))
    """

    def give(kind: Kind) -> Kind:
        made: Any = dataclasses.dataclass(frozen=True, slots=True, kw_only=kw_only)(kind)
        _NAMES[made] = name
        record: Kind = made
        return record

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


@cache
def names_of(union: Any) -> Mapping[str, type]:
    """The classes of a union by the names they are stored under."""
    return {name_of(kind): kind for kind in typing.get_args(union) or (union,)}


# --- writing --------------------------------------------------------------------------------------


def encode(record: Any) -> str:
    """The fields of a record as JSON text.

    >>> @dataclasses.dataclass(frozen=True, slots=True)
    ... class Paid:
    ...     seat: int
    ...     amount: Money
    >>> encode(Paid(3, Money(2500)))
    '{"seat":3,"amount":"25.00"}'
    """
    kind: Any = type(record)
    has_sets, encoder = _plan(kind)
    if has_sets:
        record = _with_sorted_sets(record)
    try:
        return encoder.encode(record).decode()
    except UnicodeEncodeError:
        # Half a character. The store refuses it, and knows which command it came with.
        return text_of(_library().to_builtins(record, enc_hook=_written, str_keys=True))


def plain(record: Any) -> Any:
    """The same as values that JSON has: dictionaries, lists, texts and numbers."""
    return json.loads(encode(record))


def text_of(data: Any) -> str:
    """Values that JSON has, as such texts are written: no spaces, every letter as itself.

    >>> text_of({"seat": 3, "player": "Zoë"})
    '{"seat":3,"player":"Zoë"}'
    """
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _written(value: Any) -> Any:
    """What msgspec does not know by itself."""
    kind = type(value)
    if kind is Money:
        return amount_text(value.cents)
    if kind is Card:
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"{kind.__name__} cannot be stored")


@cache
def _library() -> Any:
    """Every command and event needs its name, few programs write or read one: loading waits."""
    import msgspec  # noqa: PLC0415 - it takes as long as half of a round's modules

    return msgspec


@cache
def _plan(kind: Any) -> tuple[bool, msgspec.json.Encoder]:
    """Whether there are sets in a record to be sorted, and what writes it."""
    return _holds_sets(kind), _library().json.Encoder(enc_hook=_written)


@cache
def _holds_sets(hint: Any) -> bool:
    """Whether there is a set anywhere in a type."""
    if typing.get_origin(hint) is frozenset:
        return True
    if dataclasses.is_dataclass(hint):
        return any(map(_holds_sets, typing.get_type_hints(hint).values()))
    return any(map(_holds_sets, typing.get_args(hint)))


@cache
def _fields_with_sets(kind: Any) -> tuple[str, ...]:
    hints = typing.get_type_hints(kind)
    return tuple(one.name for one in dataclasses.fields(kind) if _holds_sets(hints[one.name]))


def _with_sorted_sets(value: Any) -> Any:
    """A set has no order, and what is stored must not depend on the process."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return tuple(map(_with_sorted_sets, value))
    if isinstance(value, Mapping):
        return {key: _with_sorted_sets(item) for key, item in value.items()}
    if not dataclasses.is_dataclass(value):
        return value
    kind: Any = type(value)
    sets = {name: _with_sorted_sets(getattr(value, name)) for name in _fields_with_sets(kind)}
    return replace(value, **sets)


# --- reading --------------------------------------------------------------------------------------


def decode(kind: type[Record], text: str) -> Record:
    """The record that a text says, or `DecodeError` with the place where it does not fit.

    A field that has a default may be missing, and has its default then.

    >>> @dataclasses.dataclass(frozen=True, slots=True)
    ... class Paid:
    ...     seat: int
    ...     amount: Money
    >>> decode(Paid, '{"seat":3,"amount":"25.00"}')
    Paid(seat=3, amount=Money('25.00'))
    >>> decode(Paid, '{"seat":true,"amount":"25.00"}')
    Traceback (most recent call last):
    ...
    pitboss.codec.DecodeError: Paid: Expected `int`, got `bool` - at `$.seat`
    """
    wanted: Any = kind
    try:
        record: Record = _decoder(wanted).decode(text)
    except (_library().DecodeError, UnicodeEncodeError) as error:
        raise DecodeError(f"{_NAMES.get(kind, kind.__name__)}: {error}") from error
    return record


def decode_as(kinds: Mapping[str, type], name: str, text: str) -> Any:
    """The record of that stored name."""
    kind = kinds.get(name)
    if kind is None:
        raise DecodeError(f"Nothing is stored under the name {name!r}")
    return decode(kind, text)


def from_plain(kinds: Mapping[str, type], name: object, data: Any) -> Any:
    """The record of that stored name from values that JSON has."""
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise DecodeError(f"Nothing is stored under the name {name!r}")
    try:
        return _library().convert(data, kind, dec_hook=_read, str_keys=True)
    except _library().ValidationError as error:
        raise DecodeError(f"{name}: {error}") from error


def _read(kind: type, value: Any) -> Any:
    """What msgspec does not know by itself."""
    if not isinstance(value, str):
        raise ValueError(f"Expected `str`, got `{type(value).__name__}`")
    if kind is Money:
        return _money(value)
    if kind is Card:
        return Card.parse(value)
    raise NotImplementedError(f"{kind.__name__} cannot be stored")


@lru_cache(maxsize=8192)
def _money(text: str) -> Money:
    """A count may come out short, so what is stored may be below nothing."""
    if text.startswith("-"):
        return Money(0) - Money.parse(text[1:])
    return Money.parse(text)


@cache
def _decoder(kind: type) -> msgspec.json.Decoder[Any]:
    decoder: msgspec.json.Decoder[Any] = _library().json.Decoder(kind, dec_hook=_read)
    return decoder
