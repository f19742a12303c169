"""Looking into a JSON record without trusting it, and collecting everything wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

from pitboss.cards import CARD_BY_NAME, Card
from pitboss.errors import MoneyError, Problem
from pitboss.money import Money

_MONEY_LOOKS = 'write money as digits, a point and two digits in quotes: "25.00"'
_CARD_LOOKS = 'write a card as rank and suit, like "Th" or "As"'


@lru_cache(maxsize=8192)
def _amount(text: str) -> Money | None:
    """Money, or nothing; kept, because the same few stakes come again and again."""
    try:
        return Money.parse(text)
    except MoneyError:
        return None


class Problems:
    """The problems found so far."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, place: str, what: str, remedy: str, rule: str | None = None) -> None:
        """Note one problem and go on looking."""
        self.found.append(Problem(place=place, what=what, remedy=remedy, rule=rule))

    def money(self, place: str, name: str, value: object) -> Money | None:
        """An amount, or a problem."""
        amount = _amount(value) if isinstance(value, str) else None
        if amount is not None:
            return amount
        self.add(place, f"{name} {show(value)} is not money", _MONEY_LOOKS)
        return None

    def stake(self, place: str, name: str, value: object) -> Money | None:
        """An amount of more than nothing, or a problem."""
        amount = _amount(value) if isinstance(value, str) else None
        if amount is None:
            return self.money(place, name, value)
        if not amount.cents:
            self.add(place, f"{name} is zero", "stake something, or leave the wager out")
            return None
        return amount

    def whole(self, place: str, name: str, value: object) -> int | None:
        """A whole number, or a problem."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.add(place, f"{name} {show(value)} is not a whole number", "write a number like 3")
        return None

    def flag(self, place: str, name: str, value: object) -> bool:
        """True or false, or a problem."""
        if isinstance(value, bool):
            return value
        self.add(place, f"{name} {show(value)} is not a yes or no", "write true or false")
        return True

    def text(self, place: str, name: str, value: object) -> str | None:
        """A text that says something, or a problem."""
        if isinstance(value, str) and value:
            return value
        self.add(place, f"{name} {show(value)} is not a text", 'write a text in quotes, like "p1"')
        return None

    def table(self, place: str, name: str, value: object) -> dict[str, Any]:
        """An object, empty when it is absent or something else stands there."""
        if isinstance(value, dict):
            return value
        if value is not None:
            self.add(place, f"{name} {show(value)} is not an object", "write {…}")
        return {}

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

    def cards(self, place: str, name: str, value: object) -> tuple[Card, ...] | None:
        """A list of cards, or problems."""
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
        """One card, or a problem."""
        card = CARD_BY_NAME.get(value) if isinstance(value, str) else None
        if card is None:
            self.add(place, f"{name}: {show(value)} is not a card", _CARD_LOOKS)
        return card


def show(value: object) -> str:
    """A value as a message quotes it: short, on one line, in plain letters.

    >>> show("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    """
    text = ascii(value)
    return text if len(text) <= 60 else text[:40] + "…"
