"""Reading a rulebook file so that every fault is found in one pass.

A `Reader` looks at one table of the TOML file. Each question it is asked either gives the value
or notes a fault and gives something harmless, so that reading can go on and the next fault be
found too. The keys nobody asked for are faults as well: a misspelt key must not pass unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pitboss.errors import Fault, MoneyError, OddsError
from pitboss.money import Money, Pays, To, parse_pays


class Reader:
    """One table of the file, its place in it, and the faults found so far."""

    def __init__(self, data: dict[str, Any], place: str, faults: list[Fault]) -> None:
        self._data = data
        self._place = place
        self._asked: set[str] = set()
        self.faults = faults

    def place(self, key: str) -> str:
        """Where a key stands, as a person would look for it.

        >>> Reader({}, "wagers", []).place("ante")
        'wagers.ante'
        """
        return f"{self._place}.{key}" if self._place else key

    def fault(self, key: str, problem: str, remedy: str) -> None:
        """Note one fault and go on."""
        self.faults.append(Fault(place=self.place(key), problem=problem, remedy=remedy))

    def _value(self, key: str, kind: type, words: str, optional: bool) -> Any:
        self._asked.add(key)
        if key not in self._data:
            if not optional:
                self.fault(key, "is missing", f"add {words}")
            return None
        value = self._data[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.fault(key, f"{value!r} is not {words}", f"write {words}")
            return None
        return value

    def text(self, key: str) -> str:
        """A text that must be there and say something."""
        value = self._value(key, str, "a text in quotes", optional=False)
        if value == "":
            self.fault(key, "is empty", "write a text in quotes")
        return value or ""

    def text_or_none(self, key: str) -> str | None:
        """A text that may be absent."""
        value: str | None = self._value(key, str, "a text in quotes", optional=True)
        return value

    def whole(self, key: str, *, least: int, most: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        words = f"a whole number from {least} to {most}"
        value = self._value(key, int, words, optional=default is not None)
        if value is None:
            return least if default is None else default
        if not least <= value <= most:
            self.fault(key, f"{value} is out of bounds", f"write {words}")
            return least
        number: int = value
        return number

    def flag(self, key: str) -> bool:
        """True or false; absent is false."""
        return bool(self._value(key, bool, "true or false", optional=True))

    def texts(self, key: str, *, optional: bool = True) -> tuple[str, ...]:
        """A list of texts."""
        value = self._value(key, list, "a list of texts", optional=optional)
        if value is None:
            return ()
        if not all(isinstance(item, str) for item in value):
            self.fault(key, f"{value!r} is not a list of texts", 'write ["one", "two"]')
            return ()
        return tuple(value)

    def money(self, key: str) -> Money | None:
        """An amount, absent where there is none."""
        value = self._value(key, str, 'an amount like "25.00"', optional=True)
        if value is None:
            return None
        try:
            return Money.parse(value)
        except MoneyError as error:
            self.fault(key, str(error), 'write an amount like "25.00"')
            return None

    def pays(self, key: str) -> Pays:
        """What a row pays."""
        value = self._value(key, str, 'odds in quotes like "7 to 1"', optional=False)
        try:
            return parse_pays(value) if value is not None else To(1)
        except OddsError as error:
            self.fault(key, str(error), "write what the rulebook prints")
            return To(1)

    def among(self, key: str, choices: tuple[str, ...]) -> str:
        """One of a few words."""
        value = self.text(key)
        if value and value not in choices:
            self.fault(key, f"{value!r} is not known", f"write one of {', '.join(choices)}")
        return value if value in choices else ""

    def raw(self, key: str) -> Any:
        """Whatever stands there; the caller judges it."""
        self._asked.add(key)
        return self._data.get(key)

    def table(self, key: str, *, optional: bool = False) -> Reader:
        """A table inside this one."""
        value = self._value(key, dict, "a table", optional=optional)
        return Reader(value or {}, self.place(key), self.faults)

    def tables(self, key: str, *, optional: bool = False) -> Iterator[tuple[str, Reader]]:
        """The tables inside a table, by name."""
        inner = self.table(key, optional=optional)
        for name in inner.keys():
            yield name, inner.table(name)
        inner.finish()

    def keys(self) -> list[str]:
        """The keys that stand in this table, in order."""
        return list(self._data)

    def finish(self) -> None:
        """Note every key that nobody asked for."""
        for key in self._data:
            if key not in self._asked:
                known = ", ".join(sorted(self._asked)) or "none"
                self.fault(key, "is not a key of this table", f"known keys: {known}")


def each(reader: Reader, read: Callable[[str, Reader], Any]) -> dict[str, Any]:
    """Read every table inside a table by one function and check that nothing is left over."""
    result = {}
    for name in reader.keys():
        inner = reader.table(name)
        result[name] = read(name, inner)
        inner.finish()
    return result
