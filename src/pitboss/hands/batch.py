"""Strengths of many hands in one call, for those who count or deal hands by the million.

Hands come as rows of card numbers. This is the door with the checks; the work is done by
`batch_kernels`, which is only imported when it is needed.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn

import numpy as np
import numpy.typing as npt

from pitboss.cards import DECK
from pitboss.errors import CardError
from pitboss.hands import batch_kernels

_KERNELS: Final = {
    3: (batch_kernels.three, batch_kernels.NOT_CARDS_AMONG_THREE),
    5: (batch_kernels.five, batch_kernels.NOT_CARDS),
    7: (batch_kernels.seven, batch_kernels.NOT_CARDS),
}


def evaluate_many(cards: npt.ArrayLike) -> npt.NDArray[np.int32]:
    """The strength of every row of three, five or seven cards; of seven, the best five count.

    A row holds card numbers, four times the rank plus the suit. The strengths are those of
    `strength_of_three`, `strength_of_five` and `strength_of_seven`. Rows of bytes are read as they
    are, other whole numbers are copied first. That the cards of a row are different is not
    checked: a card that is there twice makes a strength that means nothing.

    >>> from pitboss.cards import parse_cards
    >>> hands = [parse_cards("Kc Kh Kd As Ah"), parse_cards("Ts Js Qs Ks As")]
    >>> [hex(strength) for strength in evaluate_many(hands)]
    ['0x6bc000', '0x9c0000']
    >>> evaluate_many([[0, 1, 52]])
    Traceback (most recent call last):
    ...
    pitboss.errors.CardError: row 0 holds 52, which is not the number of a card: cards are \
numbered 0 to 51
    >>> evaluate_many([[0, 1, 2, 3]])
    Traceback (most recent call last):
    ...
    ValueError: cards of shape (1, 4) are not hands: give rows of 3, 5 or 7 cards
    """
    given = np.asarray(cards)
    if given.ndim != 2 or given.shape[1] not in _KERNELS:
        raise ValueError(
            f"cards of shape {given.shape} are not hands: give rows of 3, 5 or 7 cards"
        )
    fill, not_cards = _KERNELS[given.shape[1]]
    rows = np.ascontiguousarray(_as_bytes(given))
    strengths = np.empty(len(rows), np.int32)
    if fill(rows.reshape(-1), strengths) & not_cards:
        _refuse(rows)
    return strengths


def _as_bytes(given: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    if given.dtype == np.uint8:
        return given.view(np.uint8)
    if not np.issubdtype(given.dtype, np.integer):
        raise TypeError(f"cards of type {given.dtype} are not numbers of cards: give whole numbers")
    # A number too large for a byte must not come round as that of a card.
    if given.size and not (given.min() >= 0 and given.max() < len(DECK)):
        _refuse(given)
    return given.astype(np.uint8)


def _refuse(rows: npt.NDArray[Any]) -> NoReturn:
    """Name the first number that is not a card's."""
    wrong = (rows < 0) | (rows >= len(DECK))
    row, place = np.argwhere(wrong)[0]
    raise CardError(
        f"row {row} holds {rows[row, place]}, which is not the number of a card: "
        f"cards are numbered 0 to {len(DECK) - 1}"
    )
