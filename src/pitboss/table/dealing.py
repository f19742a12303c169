"""Dealing: which cards of the deck go where, by each method a rulebook prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.rulebook.model import DealingMethod, Step


@dataclass(frozen=True, slots=True)
class Packet:
    """Some cards of the deck in one place: a seat's number, or community, dealer or burn."""

    place: int | str
    cards: tuple[Card, ...]


def cards_needed(steps: Sequence[Step], seats: int) -> int:
    """How many cards these steps take.

    >>> cards_needed([Step(to="seats", cards=3), Step(to="community", cards=2)], seats=7)
    23
    """
    return sum(step.cards * (seats if step.to == "seats" else 1) for step in steps)


def lay_out(steps: Sequence[Step], seats: Sequence[int], cards: Sequence[Card]) -> Iterator[Packet]:
    """Deal the cards in order: each step to each seat from the dealer's left, or to one place.

    >>> from pitboss.cards import DECK
    >>> steps = [Step(to="seats", cards=1), Step(to="community", cards=2)]
    >>> for packet in lay_out(steps, [2, 5], DECK):
    ...     print(packet.place, *packet.cards)
    2 2c
    5 2d
    community 2h 2s
    """
    dealt = 0
    for step in steps:
        for place in seats if step.to == "seats" else (step.to,):
            yield Packet(place, tuple(cards[dealt : dealt + step.cards]))
            dealt += step.cards


def first_steps(method: DealingMethod) -> tuple[Step, ...]:
    """The steps dealt before anybody decides."""
    return tuple(step for step in method.steps if step.after is None)


def plan(method: DealingMethod, seats: Sequence[int]) -> list[str]:
    """A dealing method in words, step by step, for these seats."""
    lines = []
    for step in method.steps:
        where = f"seats {', '.join(map(str, seats))}" if step.to == "seats" else step.to
        later = f" after decision {step.after}" if step.after else ""
        cards = "1 card" if step.cards == 1 else f"{step.cards} cards"
        lines.append(f"{cards} to {where}{later}")
    return lines
