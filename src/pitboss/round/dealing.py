"""Dealing: which cards of the deck go where, by each method a rulebook prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile

from pitboss.cards import Card
from pitboss.rulebook.model import DealingMethod, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class FromTop(Step):
    """A step of a stack that a machine dispenses from the top: what lies first comes last."""


@dataclass(frozen=True, slots=True)
class Packet:
    """Some cards of the deck in one place: a seat's number, or community, dealer or burn."""

    place: int | str
    cards: tuple[Card, ...]
    """As they lie there."""
    is_from_top: bool = False
    """Whether they were dispensed in the opposite order."""


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
            some = tuple(cards[dealt : dealt + step.cards])
            is_from_top = isinstance(step, FromTop)
            yield Packet(place, some[::-1] if is_from_top else some, is_from_top)
            dealt += step.cards


def has_stack(method: DealingMethod) -> bool:
    """Whether the community cards come as one stack, the card that is burned among them."""
    stack = _after_seats(method)
    is_whole = all(step.to in ("burn", "community") and step.after is None for step in stack)
    return is_whole and any(step.to == "burn" for step in stack)


def _after_seats(method: DealingMethod) -> tuple[Step, ...]:
    return tuple(dropwhile(lambda step: step.to == "seats", method.steps))


def top_first(method: DealingMethod) -> DealingMethod:
    """The same where a machine dispenses its stacks from the top (I-37).

    The bottom card of the community stack is burned, the middle one shows first and the top one
    second, whichever end comes first: so these now come in the opposite order.

    >>> burn, community = Step(to="burn", cards=1), Step(to="community", cards=2)
    >>> machine = DealingMethod(id="m", title="machine", clause="8(c)", steps=(burn, community))
    >>> from pitboss.cards import DECK
    >>> for packet in lay_out(top_first(machine).steps, [], DECK):
    ...     print(packet.place, *packet.cards)
    community 2d 2c
    burn 2h
    """
    if not has_stack(method):
        return method
    stack = _after_seats(method)
    turned = tuple(FromTop(to=step.to, cards=step.cards) for step in reversed(stack))
    return replace(method, steps=method.steps[: -len(stack)] + turned)


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
