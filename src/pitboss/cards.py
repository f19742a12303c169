"""Cards: the 52 of one deck, "As Kd" in and out.

A card is a small whole number, four times its rank plus its suit, so that the fast tables can
use it as an index. There is exactly one object per card. Suits have an order only because a
number needs one: no rulebook lets a suit break a tie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from pitboss.errors import CardError

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

_PICTURES: Final = "♣♦♥♠"


class Card(int):
    """A card of the deck, numbered 0 (two of clubs) to 51 (ace of spades).

    >>> Card(34), Card(34) is Card.parse("Th")
    (Card('Th'), True)
    >>> Card(52)
    Traceback (most recent call last):
    ...
    pitboss.errors.CardError: 52 is not the number of a card: cards are numbered 0 to 51
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        if not 0 <= number < len(DECK):
            raise CardError(f"{number} is not the number of a card: cards are numbered 0 to 51")
        return DECK[number]

    @classmethod
    def parse(cls, name: str) -> Card:
        """The card of that name: its rank, then its suit.

        >>> Card.parse("Th")
        Card('Th')
        >>> Card.parse("10h")
        Traceback (most recent call last):
        ...
        pitboss.errors.CardError: '10h' is not a card: a card is written as one rank of \
23456789TJQKA and one suit of cdhs, such as Th or As
        """
        card = CARD_BY_NAME.get(name)
        if card is None:
            raise CardError(
                f"{name!r} is not a card: a card is written as one rank of {RANKS} "
                f"and one suit of {SUITS}, such as Th or As"
            )
        return card

    @property
    def rank(self) -> int:
        """0 for a two up to 12 for an ace.

        >>> Card.parse("Th").rank
        8
        """
        return self >> 2

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades.

        >>> Card.parse("Th").suit
        2
        """
        return self & 3

    def __str__(self) -> str:
        return RANKS[self >> 2] + SUITS[self & 3]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        # Without this the oldest pickle protocols would make a second object of the same card.
        return Card, (int(self),)

    def __bool__(self) -> Literal[True]:
        # The two of clubs is number 0, and `if card` must not take it for a missing card.
        return True


DECK: Final[tuple[Card, ...]] = tuple(int.__new__(Card, number) for number in range(52))

CARD_BY_NAME: Final[Mapping[str, Card]] = {str(card): card for card in DECK}


def parse_cards(names: str) -> tuple[Card, ...]:
    """The cards named, in the order written; one deck holds each of them once.

    >>> parse_cards("As Kd")
    (Card('As'), Card('Kd'))
    >>> parse_cards("Ac Ah Ac")
    Traceback (most recent call last):
    ...
    pitboss.errors.CardError: Ac is there twice in 'Ac Ah Ac': one deck holds each card once
    """
    cards = tuple(Card.parse(name) for name in names.split())
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise CardError(f"{card} is there twice in {names!r}: one deck holds each card once")
    return cards


def picture(card: Card) -> str:
    """The card as people read it.

    >>> picture(Card.parse("Th")), picture(Card.parse("As"))
    ('10♥', 'A♠')
    """
    rank = RANKS[card.rank]
    return ("10" if rank == "T" else rank) + _PICTURES[card.suit]
