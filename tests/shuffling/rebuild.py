"""A second opinion on decks and draws, written from the decision record alone.

It shares no code with pitboss and does everything the slow and obvious way. Anyone may run it:
`python tests/shuffling/rebuild.py SEED T1/17` prints the commitment and the deck.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def commitment(seed: str, context: str) -> str:
    text = "pitboss/commitment/1\n" + context + "\n" + seed + "\n"
    return hashlib.sha256(text.encode()).hexdigest()


def deck(seed: str, context: str, contributions: list[str]) -> list[str]:
    text = "pitboss/deck/1\n" + context + "\n" + seed + "\n"
    for contribution in contributions:
        text += contribution + "\n"
    stream = bytes_of(text)
    cards = CARDS.copy()
    place = 52
    while place > 1:
        other = number_below(place, stream)
        place -= 1
        kept = cards[place]
        cards[place] = cards[other]
        cards[other] = kept
    return cards


def magic_card(
    seed: str, context: str, rate: tuple[int, int], contributions: list[str]
) -> str | None:
    text = "pitboss/magic-card/1\n" + context + "\n" + seed + "\n"
    for contribution in contributions:
        text += contribution + "\n"
    stream = bytes_of(text)
    if number_below(rate[1], stream) >= rate[0]:
        return None
    return CARDS[number_below(52, stream)]


def lucky_seat(
    seed: str, context: str, rate: tuple[int, int], areas: list[int], contributions: list[str]
) -> int | None:
    text = "pitboss/lucky-seat/1\n" + context + "\n" + seed + "\n"
    for contribution in contributions:
        text += contribution + "\n"
    stream = bytes_of(text)
    if number_below(rate[1], stream) >= rate[0] or areas == []:
        return None
    areas = areas.copy()
    areas.sort()
    return areas[number_below(len(areas), stream)]


def bytes_of(text: str) -> Iterator[int]:
    length = 0
    while True:
        length += 1
        yield hashlib.shake_256(text.encode()).digest(length)[-1]


def number_below(bound: int, stream: Iterator[int]) -> int:
    size = 0
    while 256**size < bound:
        size += 1
    while True:
        number = 0
        for _ in range(size):
            number = 256 * number + next(stream)
        if number < 256**size // bound * bound:
            return number % bound


if __name__ == "__main__":
    print(commitment(sys.argv[1], sys.argv[2]))
    print(" ".join(deck(sys.argv[1], sys.argv[2], sys.argv[3:])))
