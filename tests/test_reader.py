"""The reader of what people write: each question gives a value, or a fault with its remedy."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import pytest

from pitboss.errors import MoneyError
from pitboss.money import Money, To
from pitboss.reader import Faults, Reader


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"


def refuse(text: str) -> Money:
    raise MoneyError(f"{text!r} is refused")


ASKED: list[tuple[Any, Callable[[Reader], Any], Any, str]] = [
    # What stands there, the question, the answer, and the fault if there is one.
    ("Ante", lambda at: at.text("key"), "Ante", ""),
    (" ", lambda at: at.text("key"), " ", "key: is empty; write a text in quotes"),
    (None, lambda at: at.text("key"), "", "key: is missing; write a text in quotes"),
    (None, lambda at: at.text("key", "usual"), "usual", ""),
    ("", lambda at: at.text("key", "usual"), "", ""),
    (5, lambda at: at.text("key", words="a name"), "", "key: 5 is not a text; write a name"),
    (None, lambda at: at.text_or_none("key"), None, ""),
    (True, lambda at: at.text_or_none("key"), None, "key: True is not a text; write a text in"),
    (["a"], lambda at: at.texts("key"), ("a",), ""),
    (None, lambda at: at.texts("key"), (), ""),
    (None, lambda at: at.texts("key", optional=False), (), "key: is missing; write a list of"),
    ("a", lambda at: at.texts("key"), (), "key: 'a' is not a list of texts; write a list of texts"),
    ([1], lambda at: at.texts("key"), (), 'key: [1] is not a list of texts; write ["one", "two"]'),
    (True, lambda at: at.flag("key"), True, ""),
    (None, lambda at: at.flag("key"), False, ""),
    (None, lambda at: at.flag("key", optional=False), False, "key: is missing; write true or"),
    (1, lambda at: at.flag("key"), False, "key: 1 is not true or false; write true or false"),
    (3, lambda at: at.whole("key", least=1, most=7), 3, ""),
    (8, lambda at: at.whole("key", least=1, most=7), 1, "key: 8 is out of bounds; write a whole"),
    (True, lambda at: at.whole("key", least=1, most=7), 1, "number from 1 to 7; write a whole n"),
    (None, lambda at: at.whole("key", least=1, most=7, default=5), 5, ""),
    (None, lambda at: at.whole_or_none("key"), None, ""),
    (2.5, lambda at: at.whole_or_none("key"), None, "key: 2.5 is not a whole number; write a wh"),
    ("1.00", lambda at: at.money("key"), Money(100), ""),
    (None, lambda at: at.money("key"), None, ""),
    ("1", lambda at: at.money("key"), None, "key: '1' is not money; write digits, a point and tw"),
    (1, lambda at: at.money("key"), None, 'key: 1 is not an amount like "25.00"; write an amount'),
    ("7 to 1", lambda at: at.pays("key"), To(7), ""),
    ("7:1", lambda at: at.pays("key"), To(1), "is not what a paytable pays; "),
    ("x", lambda at: at.parsed("key", refuse, "y"), None, "key: 'x' is refused; write y"),
    ("red", lambda at: at.among("key", ["red", "black"]), "red", ""),
    (None, lambda at: at.among("key", ["red", "black"], "black"), "black", ""),
    (
        None,
        lambda at: at.among("key", ["red", "black"]),
        "",
        "key: is missing; write one of red, b",
    ),
    ([], lambda at: at.among("key", ["red"]), "", "key: [] is not known; write one of red"),
    ("black", lambda at: at.member("key", Colour), Colour.BLACK, ""),
    (None, lambda at: at.member("key", Colour), None, ""),
    ("pink", lambda at: at.member("key", Colour), None, "key: 'pink' is not known; write one of"),
    ({"a": "b"}, lambda at: at.table("key").text("a"), "b", ""),
    (None, lambda at: at.table("key", optional=True).keys(), [], ""),
    (None, lambda at: at.table("key").keys(), [], "key: is missing; write a table"),
    ([], lambda at: at.table("key").keys(), [], "key: [] is not a table; write a table"),
    ({"a": {}}, lambda at: at.each("key", lambda name, _: name), {"a": "a"}, ""),
    ({"a": 1}, lambda at: at.each("key", lambda name, _: name), {"a": "a"}, "key.a: 1 is not a t"),
    ([{"a": "b"}], lambda at: at.listed("key", lambda one: one.text("a"), "list"), ("b",), ""),
    ([1], lambda at: at.listed("key", lambda one: one.text("a"), "list"), ("",), "key[1].a: is m"),
    ([], lambda at: at.listed("key", lambda one: one.text("a"), "list"), (), "key: no key; list"),
]


@pytest.mark.parametrize(("value", "ask", "answer", "fault"), ASKED)
def test_a_question_gives_a_value_or_a_fault(
    value: Any, ask: Callable[[Reader], Any], answer: Any, fault: str
) -> None:
    faults = Faults()
    at = Reader({} if value is None else {"key": value}, faults)
    assert ask(at) == answer
    at.finish()
    found = [str(one) for one in faults.found]
    assert len(found) == bool(fault)
    assert all(fault in one for one in found), found


def test_keys_that_are_never_asked_for_are_faults() -> None:
    faults = Faults()
    at = Reader({"unit": 1, "credits": 2, "colour": 3}, faults, "link pot, ")
    at.raw("unit")
    at.finish({"credits": "most_units"})
    assert [str(one) for one in faults.found] == [
        "link pot, credits: is written most_units here",
        "link pot, colour: is not a key of this table; known keys: unit",
    ]


def test_a_fault_names_the_rule_it_goes_by() -> None:
    faults = Faults()
    faults.known("seat 3", "wager", ["bonus"], ["ante", "play"], "3.4")
    faults.required("seat 3", {}, ["cards"])
    assert faults.stake("seat 3", "ante", "0.00") is None
    assert [str(one) for one in faults.found] == [
        "seat 3: wager 'bonus' is not known here (rule 3.4); known: ante, play",
        "seat 3: cards is missing; add cards",
        "seat 3: ante is zero; stake something, or leave the wager out",
    ]
