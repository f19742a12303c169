"""What the codec writes is what a plain writer by hand writes, and is read back the same."""

from __future__ import annotations

import dataclasses
import enum
import json
import types
import typing
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK, Card
from pitboss.codec import DecodeError, decode, encode, from_plain, name_of, names_of, plain
from pitboss.house.callers import Caller, Member, Player, System, who_asks
from pitboss.house.house import House
from pitboss.money import Money
from pitboss.records.commands import command_text, read_command
from pitboss.records.entries import UNIONS, event_of
from pitboss.round.deal import CardsDealt, DrawsRecorded
from pitboss.round.round import Event as RoundEvent
from pitboss.round.wagers import WagerPlaced
from pitboss.store.contract import Store
from pitboss.table.operation import FindLink, OpenTable
from pitboss.table.rules import Mode
from pitboss.table.table import TableSnapshot
from tests.golden.recording import LINKED, PLAYED, read_log
from tests.golden.test_stored_names import COMMANDS
from tests.house.floor import setting_of


def by_hand(value: Any) -> Any:
    """A record as JSON has it, by its values alone."""
    match value:
        case Money() | Card():
            return str(value)
        case enum.Enum():
            return value.value
        case frozenset():
            return sorted(value)
        case tuple():
            return [by_hand(item) for item in value]
        case Mapping():
            return {str(key): by_hand(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value):
        names = (field.name for field in dataclasses.fields(value))
        return {name: by_hand(getattr(value, name)) for name in names}
    return value


def text_by_hand(value: Any) -> str:
    return json.dumps(by_hand(value), ensure_ascii=False, separators=(",", ":"))


def stored(store: Store) -> Iterator[Any]:
    for stream in store.streams():
        yield from map(event_of, store.read(stream))


@pytest.mark.parametrize("name", [*PLAYED, LINKED])
def test_every_event_and_command_of_an_old_log_is_written_as_by_hand(name: str) -> None:
    store, _ = read_log(name)
    for event in stored(store):
        assert encode(event) == text_by_hand(event)
    stood = TableSnapshot(table=House(store).tables.table("T1"))
    assert encode(stood) == text_by_hand(stood)
    assert decode(TableSnapshot, encode(stood)) == stood
    asked = [receipt.asked for receipt in store.receipts()]
    given = [text for text in asked if text.startswith("{")]
    assert given, "the commands of a table are kept as they were asked"
    for text in given:
        read = read_command(text)
        whole: dict[str, Any] = {"to": read.stream, "command": name_of(type(read.command))}
        whole |= {**read.who, "body": by_hand(read.command)}
        if read.also:
            whole["also"] = [[to, name_of(type(one)), by_hand(one)] for to, one in read.also]
        assert command_text(*read) == text_by_hand(whole) == text


ODD = 'a "quoted" \\ back\nslash\b\f\r\t\x00\x1f\x7f \u2028 é 🂡 /'


@pytest.mark.parametrize(
    "event",
    [
        WagerPlaced(seat=1, player=ODD, wager="base", stake=Money(-1), clause=ODD),
        WagerPlaced(seat=1, player="\ud800", wager="base", stake=Money(-1), clause=ODD),
        WagerPlaced(seat=True, player="p", wager="base", stake=Money(10**19), clause=""),
        WagerPlaced(seat=10**30, player=Mode.LIVE, wager="", stake=Money(5), clause=""),
        DrawsRecorded(magic_card=None, lucky_seat=None, clause="I-19"),
        DrawsRecorded(magic_card=Card.parse("Ah"), lucky_seat=3, clause="I-19"),
        CardsDealt(
            hands={}, community=(), dealer=(), burned=(Card(0), Card(51)), steps=0, clause=ODD
        ),
        OpenTable(setting_of("mgc-let-it-ride", ODD), ODD, "now"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_odd_values_are_written_as_by_hand(event: Any) -> None:
    assert encode(event) == text_by_hand(event)
    assert plain(event) == by_hand(event)


@pytest.mark.parametrize(
    "caller",
    [
        System(),
        Player(ODD),
        Member("ann"),
        Member("ann", ODD),
        Member("ann", ODD, "ann", (("ann", 1),)),
    ],
)
def test_who_asks_is_written_as_by_hand(caller: Caller) -> None:
    who = who_asks(caller)
    command = FindLink()
    named = {"to": "table/T1", "command": name_of(type(command))}
    whole = {**named, **who, "body": by_hand(command)}
    assert command_text("table/T1", command, who) == text_by_hand(whole)


# --- every class that is stored -------------------------------------------------------------------


def any_of(rng: Random, hint: Any) -> Any:
    """Some value of a type."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        named = {f.name: any_of(rng, hints[f.name]) for f in dataclasses.fields(hint)}
        return hint(**named)  # type: ignore[operator]
    if origin is tuple and arguments[-1] is Ellipsis:
        return tuple(any_of(rng, arguments[0]) for _ in range(rng.randrange(3)))
    if origin is tuple:
        return tuple(any_of(rng, one) for one in arguments)
    if origin is frozenset:
        return frozenset(any_of(rng, arguments[0]) for _ in range(rng.randrange(4)))
    if origin is Mapping:
        keys = {any_of(rng, arguments[0]) for _ in range(rng.randrange(3))}
        return {key: any_of(rng, arguments[1]) for key in keys}
    if origin in (typing.Union, types.UnionType):
        return any_of(rng, rng.choice(arguments))
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return rng.choice(list(hint))
    plainly: dict[Any, Any] = {
        str: rng.choice(["", "p1", "25.00", ODD]),
        int: rng.randrange(-5, 10**20),
        bool: rng.random() < 0.5,
        Money: Money(rng.randrange(-(10**6), 10**6)),
        Card: rng.choice(DECK),
        types.NoneType: None,
    }
    return plainly[hint]


KINDS = [kind for union in (*UNIONS, *COMMANDS) for kind in names_of(union).values()]


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_every_command_and_event_comes_back_as_it_was_written(kind: Any) -> None:
    rng = Random(name_of(kind))
    for _ in range(20):
        record = any_of(rng, kind)
        text = encode(record)
        assert text == text_by_hand(record)
        assert decode(kind, text) == record
        assert encode(decode(kind, text)) == text
        assert from_plain({"it": kind}, "it", json.loads(text)) == record


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ('{"seat":1}', "missing required field `player`"),
        ('{"seat":true,"player":"p","wager":"w","stake":"1.00","clause":"c"}', r"\$.seat"),
        ('{"seat":1,"player":null,"wager":"w","stake":"1.00","clause":"c"}', r"\$.player"),
        ('{"seat":1,"player":"p","wager":"w","stake":1,"clause":"c"}', r"`int` - at `\$.stake"),
        ('{"seat":1,"player":"p","wager":"w","stake":"1.0","clause":"c"}', "is not money"),
        ('{"seat":1,"player":"p","wager":"w","stake":{},"clause":"c"}', r"\$.stake"),
        ("[]", "Expected `object`"),
        ("{", "truncated"),
        ('"\ud800"', "surrogates"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(body: str, problem: str) -> None:
    with pytest.raises(DecodeError, match=problem):
        decode(WagerPlaced, body)


def test_a_name_that_nothing_has_is_refused() -> None:
    with pytest.raises(DecodeError, match="Nothing is stored under the name 'wager-lost'"):
        from_plain(names_of(RoundEvent), "wager-lost", {})
