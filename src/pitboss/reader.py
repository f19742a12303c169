"""Reading what people and other programs write, without trusting it: every fault in one pass.

`Faults` judges single values and collects what is wrong with them. A `Reader` looks at one table
of a file, or one object of a record. Each question it is asked either gives the value or notes a
fault and gives something harmless, so that reading goes on and the next fault is found too. Keys
that are never asked for are faults as well: a misspelt key must not pass unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar

from pitboss.cards import CARD_BY_NAME, Card
from pitboss.errors import Fault, MoneyError, OddsError, PitbossError
from pitboss.money import Money, Pays, To, parse_pays

Value = TypeVar("Value")
Choice = TypeVar("Choice", bound=Enum)

_MONEY_LOOKS = 'write money as digits, a point and two digits in quotes: "25.00"'
_CARD_LOOKS = 'write a card as rank and suit, like "Th" or "As"'
_TEXT = "a text in quotes"


def show(value: object) -> str:
    """A value as a message quotes it: short, on one line, in plain letters.

    >>> show("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    """
    text = ascii(value)
    return text if len(text) <= 60 else text[:40] + "…"


@lru_cache(maxsize=8192)
def _amount(text: str) -> Money | None:
    """Money, or nothing; cached, because the same few stakes come again and again."""
    try:
        return Money.parse(text)
    except MoneyError:
        return None


class Faults:
    """The faults found so far. Each question about a value notes what is wrong with it."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, place: str, problem: str, remedy: str = "", rule: str | None = None) -> None:
        """Note one fault and go on looking."""
        self.found.append(Fault(place=place, problem=problem, remedy=remedy, rule=rule))

    def money(self, place: str, name: str, value: object) -> Money | None:
        """An amount, or a fault."""
        amount = _amount(value) if isinstance(value, str) else None
        if amount is not None:
            return amount
        self.add(place, f"{name} {show(value)} is not money", _MONEY_LOOKS)
        return None

    def stake(self, place: str, name: str, value: object) -> Money | None:
        """An amount of more than nothing, or a fault."""
        amount = _amount(value) if isinstance(value, str) else None
        if amount is None:
            return self.money(place, name, value)
        if not amount.cents:
            self.add(place, f"{name} is zero", "stake something, or leave the wager out")
            return None
        return amount

    def whole(self, place: str, name: str, value: object) -> int | None:
        """A whole number, or a fault."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.add(place, f"{name} {show(value)} is not a whole number", "write a number like 3")
        return None

    def flag(self, place: str, name: str, value: object) -> bool:
        """True or false, or a fault."""
        if isinstance(value, bool):
            return value
        self.add(place, f"{name} {show(value)} is not a yes or no", "write true or false")
        return True

    def text(self, place: str, name: str, value: object) -> str | None:
        """A text that is not empty, or a fault."""
        if isinstance(value, str) and value:
            return value
        self.add(place, f"{name} {show(value)} is not a text", f'write {_TEXT}, like "p1"')
        return None

    def table(self, place: str, name: str, value: object) -> dict[str, Any]:
        """An object, empty when it is absent or something else stands there."""
        if isinstance(value, dict):
            return value
        if value is not None:
            self.add(place, f"{name} {show(value)} is not an object", "write {…}")
        return {}

    def cards(self, place: str, name: str, value: object) -> tuple[Card, ...] | None:
        """A list of cards, or faults."""
        if not isinstance(value, list):
            self.add(place, f"{name} {show(value)} is not a list of cards", 'write ["Th", "As"]')
            return None
        try:
            return tuple([CARD_BY_NAME[card] for card in value])
        except (KeyError, TypeError):
            for card in value:
                self.card(place, name, card)
            return None

    def card(self, place: str, name: str, value: object) -> Card | None:
        """One card, or a fault."""
        card = CARD_BY_NAME.get(value) if isinstance(value, str) else None
        if card is None:
            self.add(place, f"{name}: {show(value)} is not a card", _CARD_LOOKS)
        return card

    def required(self, place: str, data: Mapping[str, Any], names: Collection[str]) -> None:
        """Each of these keys must be there."""
        if data.keys() >= set(names):
            return
        for name in names:
            if name not in data:
                self.add(place, f"{name} is missing", f"add {name}")

    def known(
        self,
        place: str,
        name: str,
        data: Iterable[str],
        allowed: Iterable[str],
        rule: str | None = None,
    ) -> None:
        """No other keys than these."""
        allowed = tuple(allowed)
        for key in data:
            if key not in allowed:
                words = ", ".join(allowed) or "none"
                self.add(place, f"{name} {show(key)} is not known here", f"known: {words}", rule)


class Reader:
    """One table, where it stands, and the faults found so far.

    >>> faults = Faults()
    >>> at = Reader({"title": 5, "colour": "red"}, faults, "wagers.ante.")
    >>> at.text("title"), at.whole("times", least=1, most=9)
    ('', 1)
    >>> at.finish()
    >>> for fault in faults.found:
    ...     print(fault)
    wagers.ante.title: 5 is not a text; write a text in quotes
    wagers.ante.times: is missing; write a whole number from 1 to 9
    wagers.ante.colour: is not a key of this table; known keys: times, title
    """

    def __init__(self, data: Mapping[str, Any], faults: Faults, prefix: str = "") -> None:
        self._data = data
        self._prefix = prefix
        self._asked: set[str] = set()
        self.faults = faults

    def place(self, key: str) -> str:
        """Where a key stands, as a person would look for it."""
        return f"{self._prefix}{key}"

    def fault(self, key: str, problem: str, remedy: str = "", rule: str | None = None) -> None:
        """Note one fault of a key and go on."""
        self.faults.add(self.place(key), problem, remedy, rule)

    # --- the table itself -------------------------------------------------------------------------

    def keys(self) -> list[str]:
        """The keys of this table, in order."""
        return list(self._data)

    def has(self, key: str) -> bool:
        """Whether a key is there."""
        return key in self._data

    def raw(self, key: str, default: Any = None) -> Any:
        """The value of a key, whatever it is; the caller judges it."""
        self._asked.add(key)
        return self._data.get(key, default)

    def rest(self, but: Collection[str] = ()) -> dict[str, Any]:
        """The table as it is, for another reader."""
        return {key: value for key, value in self._data.items() if key not in but}

    def finish(self, renamed: Mapping[str, str] = MappingProxyType({})) -> None:
        """Note every key that was never asked for; some have another name here."""
        for key in self._data:
            if key in renamed:
                self.fault(key, f"is written {renamed[key]} here")
            elif key not in self._asked:
                known = ", ".join(sorted(self._asked)) or "none"
                self.fault(key, "is not a key of this table", f"known keys: {known}")

    def table(self, key: str, *, optional: bool = False) -> Reader:
        """A table inside this one."""
        value = self._value(key, Mapping, "a table", optional=optional)
        return Reader(value or {}, self.faults, f"{self.place(key)}.")

    def each(self, key: str, read: Callable[[str, Reader], Any], *, optional: bool = False) -> Any:
        """Every table inside a table, read by one function, with nothing left over in it."""
        inner = self.table(key, optional=optional)
        result = {}
        for name in inner.keys():
            one = inner.table(name)
            result[name] = read(name, one)
            one.finish()
        return result

    def listed(self, key: str, read: Callable[[Reader], Value], remedy: str) -> tuple[Value, ...]:
        """Every table of a list that has at least one, read by one function."""
        value = self.raw(key)
        if not isinstance(value, list) or not value:
            self.fault(key, f"no {key}", remedy)
            return ()
        found = []
        for number, data in enumerate(value, start=1):
            place = f"{self.place(key)}[{number}]."
            one = Reader(data if isinstance(data, Mapping) else {}, self.faults, place)
            found.append(read(one))
            one.finish()
        return tuple(found)

    # --- values -----------------------------------------------------------------------------------

    def text(self, key: str, default: str | None = None, *, words: str = _TEXT) -> str:
        """A text; without a default it must be there and not be empty."""
        value = self._value(key, str, words, optional=default is not None, what="a text")
        if default is None and value is not None and not value.strip():
            self.fault(key, "is empty", f"write {words}")
        if value is None:
            return default or ""
        return str(value)

    def text_or_none(self, key: str) -> str | None:
        """A text that may be absent."""
        value: str | None = self._value(key, str, _TEXT, optional=True, what="a text")
        return value

    def texts(self, key: str, *, optional: bool = True) -> tuple[str, ...]:
        """A list of texts."""
        value = self._value(key, list | tuple, "a list of texts", optional=optional)
        if value is None:
            return ()
        if not all(isinstance(item, str) for item in value):
            self.fault(key, f"{show(value)} is not a list of texts", 'write ["one", "two"]')
            return ()
        return tuple(value)

    def flag(self, key: str, *, optional: bool = True) -> bool:
        """True or false; absent is false."""
        return bool(self._value(key, bool, "true or false", optional=optional))

    def whole(self, key: str, *, least: int, most: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        words = f"a whole number from {least} to {most}"
        value = self._value(key, int, words, optional=default is not None)
        if value is None:
            return least if default is None else default
        if not least <= value <= most:
            self.fault(key, f"{show(value)} is out of bounds", f"write {words}")
            return least
        return int(value)

    def whole_or_none(self, key: str) -> int | None:
        """A whole number that may be absent."""
        value: int | None = self._value(key, int, "a whole number", optional=True)
        return value

    def money(self, key: str) -> Money | None:
        """An amount, absent where there is none."""
        return self.parsed(key, Money.parse, 'an amount like "25.00"')

    def pays(self, key: str) -> Pays:
        """What a row pays."""
        value = self._value(key, str, 'odds in quotes like "7 to 1"')
        try:
            return parse_pays(value) if value is not None else To(1)
        except OddsError as error:
            self.fault(key, str(error), "write what the rulebook prints")
            return To(1)

    def parsed(self, key: str, parse: Callable[[str], Value], words: str) -> Value | None:
        """A text that `parse` reads or refuses, absent where there is none."""
        value = self._value(key, str, words, optional=True)
        if value is None:
            return None
        try:
            return parse(value)
        except PitbossError as error:
            problem, _, remedy = str(error).partition("; ")
            self.fault(key, problem, remedy or f"write {words}")
            return None

    def among(self, key: str, choices: Collection[str], default: str | None = None) -> str:
        """One of a few words; the default where it is absent, and nothing where it is at fault."""
        value = self.raw(key, default)
        if isinstance(value, str) and value in choices:
            return value
        problem = "is missing" if value is None else f"{show(value)} is not known"
        self.fault(key, problem, f"write one of {', '.join(choices)}")
        return ""

    def member(self, key: str, kind: type[Choice]) -> Choice | None:
        """One of the values of an enumeration, absent where there is none."""
        if key not in self._data:
            self._asked.add(key)
            return None
        values = {str(one.value): one for one in kind}
        return values.get(self.among(key, values))

    def _value(
        self, key: str, kind: Any, words: str, *, optional: bool = False, what: str = ""
    ) -> Any:
        value = self.raw(key)
        if value is None:
            if key not in self._data and not optional:
                self.fault(key, "is missing", f"write {words}")
            return None
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.fault(key, f"{show(value)} is not {what or words}", f"write {words}")
            return None
        return value
