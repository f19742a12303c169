"""One section of a floor's file: each question gives a value, or notes a fault and goes on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any


class Part:
    """A section, where it stands, and the faults found so far."""

    def __init__(self, place: str, data: Mapping[str, Any], faults: list[str]) -> None:
        self.place = place
        self._data = data
        self._faults = faults
        self._asked: set[str] = set()

    def fault(self, key: str, problem: str) -> None:
        """Note one fault and go on."""
        place = f"{self.place}.{key}" if self.place else key
        self._faults.append(f"{place}: {problem}")

    def has(self, key: str) -> bool:
        """Whether it is said."""
        return key in self._data

    def keys(self) -> list[str]:
        """Everything said here; each key is then somebody's to ask for."""
        self._asked.update(self._data)
        return list(self._data)

    def nothing_else(self) -> None:
        """A misspelt key must not pass unseen."""
        for key in self._data:
            if key not in self._asked:
                known = ", ".join(sorted(self._asked)) or "nothing"
                self.fault(key, f"is not known here; known: {known}")

    def rest(self, but: tuple[str, ...] = ()) -> dict[str, Any]:
        """Everything said here that somebody else reads."""
        return {key: value for key, value in self._data.items() if key not in but}

    def part(self, key: str, *, is_needed: bool = False) -> Part:
        """A section of this one."""
        self._asked.add(key)
        value = self._data.get(key, {})
        place = f"{self.place}.{key}" if self.place else key
        if not isinstance(value, dict):
            self.fault(key, f"{value!r} is not a section; write [{place}]")
            value = {}
        elif is_needed and not value:
            self.fault(key, f"is missing; write [{place}...]")
        return Part(place, value, self._faults)

    def _value(self, key: str, default: object, words: str) -> Any:
        self._asked.add(key)
        value = self._data.get(key, default)
        if value is None:
            self.fault(key, f"is missing; write {words}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A text; without a default it must be there and say something."""
        value = self._value(key, default, "a text in quotes")
        if value is None:
            return ""
        if not isinstance(value, str) or (default is None and not value.strip()):
            self.fault(key, f"{value!r} will not do; write a text in quotes")
            return ""
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self._value(key, [], "a list of texts")
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.fault(key, f"{value!r} is not a list of texts")
            return ()
        return tuple(value)

    def flag(self, key: str) -> bool:
        """True or false; absent is false."""
        value = self._value(key, False, "true or false")
        if not isinstance(value, bool):
            self.fault(key, f"{value!r} is neither true nor false")
            return False
        return value

    def whole(self, key: str, default: int, *, least: int, most: int) -> int:
        """A whole number within bounds."""
        value = self._value(key, default, "a whole number")
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if not is_whole or not least <= value <= most:
            self.fault(key, f"{value!r} will not do; write a whole number from {least} to {most}")
            return default
        return int(value)

    def seconds(self, key: str, default: timedelta, *, most: int) -> timedelta:
        """A time in seconds, whole or not."""
        value = self._value(key, default.total_seconds(), "seconds")
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0 <= value <= most:
            self.fault(key, f"{value!r} will not do; write seconds from 0 to {most}")
            return default
        return timedelta(seconds=value)

    def pair(self, key: str) -> tuple[int, int]:
        """From so many to so many; one number is both, and absent is none."""
        value = self._value(key, 0, "a number, or two")
        match value:
            case bool():
                pass
            case int(number) if number >= 0:
                return number, number
            case [int(least), int(most)] if 0 <= least <= most:
                return least, most
        self.fault(key, f"{value!r} will not do; write a number, or the least and the most: [2, 4]")
        return 0, 0
