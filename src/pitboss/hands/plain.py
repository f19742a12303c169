"""The judge: what a hand is, worked out the way a dealer would.

Short and slow on purpose. Nothing is looked up, so it can be read against the rulebooks, and
the fast tables are tested to agree with it hand by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from pitboss.cards import Card
from pitboss.hands.classes import CLASS_SHIFT, RANK_SHIFTS, FiveCardClass, ThreeCardClass


class Ranking(NamedTuple):
    """What a hand is: its class, then its ranks in the order in which they are compared.

    >>> from pitboss.cards import parse_cards
    >>> ranking = rank_five(parse_cards("Kc Kh Kd As Ah"))
    >>> ranking.hand_class.name, ranking.ranks, hex(ranking.strength)
    ('FULL_HOUSE', (11, 12), '0x6bc000')
    """

    hand_class: FiveCardClass | ThreeCardClass
    ranks: tuple[int, ...]

    @property
    def strength(self) -> int:
        """The same as one number; see `pitboss.hands.classes`."""
        ranks = sum(rank << shift for rank, shift in zip(self.ranks, RANK_SHIFTS, strict=False))
        return self.hand_class << CLASS_SHIFT | ranks


def rank_three(cards: Sequence[Card]) -> Ranking:
    """The ranking of three cards.

    >>> from pitboss.cards import parse_cards
    >>> rank_three(parse_cards("As 2d 3c"))
    Ranking(hand_class=<ThreeCardClass.STRAIGHT: 3>, ranks=(1,))
    >>> rank_three(parse_cards("Ks Ad 2c"))
    Ranking(hand_class=<ThreeCardClass.THREE_ODD_CARDS: 0>, ranks=(12, 11, 0))
    """
    ranks, groups, suited, top = _look_at(cards, 3)
    if top is not None and suited:
        return Ranking(ThreeCardClass.STRAIGHT_FLUSH, (top,))
    if top is not None:
        return Ranking(ThreeCardClass.STRAIGHT, (top,))
    if suited:
        return Ranking(ThreeCardClass.FLUSH, ranks)
    return Ranking(_THREE_BY_GROUPS[groups], ranks)


def rank_five(cards: Sequence[Card]) -> Ranking:
    """The ranking of five cards.

    >>> from pitboss.cards import parse_cards
    >>> rank_five(parse_cards("Qs Qh 6c 6h 3d"))
    Ranking(hand_class=<FiveCardClass.TWO_PAIRS: 2>, ranks=(10, 4, 1))
    >>> rank_five(parse_cards("Ah 2h 3h 4h 5h"))
    Ranking(hand_class=<FiveCardClass.STRAIGHT_FLUSH: 8>, ranks=(3,))
    """
    ranks, groups, suited, top = _look_at(cards, 5)
    if top == _ACE and suited:
        return Ranking(FiveCardClass.ROYAL_FLUSH, (top,))
    if top is not None and suited:
        return Ranking(FiveCardClass.STRAIGHT_FLUSH, (top,))
    if top is not None:
        return Ranking(FiveCardClass.STRAIGHT, (top,))
    if suited:
        return Ranking(FiveCardClass.FLUSH, ranks)
    return Ranking(_FIVE_BY_GROUPS[groups], ranks)


def rank_best_of_seven(cards: Sequence[Card]) -> Ranking:
    """The best ranking of any five of seven cards.

    >>> from pitboss.cards import parse_cards
    >>> rank_best_of_seven(parse_cards("Qs 6c Qh 6h 3d 3s Kc"))
    Ranking(hand_class=<FiveCardClass.TWO_PAIRS: 2>, ranks=(10, 4, 11))
    """
    assert len(set(cards)) == len(cards) == 7, "seven different cards"
    return max(rank_five(five) for five in combinations(cards, 5))


_ACE: Final = 12

_THREE_BY_GROUPS: Final = {
    (3,): ThreeCardClass.THREE_OF_A_KIND,
    (2, 1): ThreeCardClass.ONE_PAIR,
    (1, 1, 1): ThreeCardClass.THREE_ODD_CARDS,
}
_FIVE_BY_GROUPS: Final = {
    (4, 1): FiveCardClass.FOUR_OF_A_KIND,
    (3, 2): FiveCardClass.FULL_HOUSE,
    (3, 1, 1): FiveCardClass.THREE_OF_A_KIND,
    (2, 2, 1): FiveCardClass.TWO_PAIRS,
    (2, 1, 1, 1): FiveCardClass.ONE_PAIR,
    (1, 1, 1, 1, 1): FiveCardClass.FIVE_ODD_CARDS,
}


class _Look(NamedTuple):
    """What a dealer sees first: ranks in order of comparison, the sizes of their groups,
    whether all cards are of one suit, and the top of the run if they are one."""

    ranks: tuple[int, ...]
    groups: tuple[int, ...]
    suited: bool
    top: int | None


def _look_at(cards: Sequence[Card], size: int) -> _Look:
    assert len(set(cards)) == len(cards) == size, f"{size} different cards"
    counts = Counter([card.rank for card in cards])
    groups = sorted([(count, rank) for rank, count in counts.items()], reverse=True)
    ranks = tuple([rank for _, rank in groups])
    suited = len({card.suit for card in cards}) == 1
    return _Look(ranks, tuple([count for count, _ in groups]), suited, _top_of_run(ranks, size))


def _top_of_run(ranks: tuple[int, ...], size: int) -> int | None:
    if len(ranks) != size:
        return None
    if ranks[0] - ranks[-1] == size - 1:
        return ranks[0]
    # The ace is low only below the two: A-2-3-4-5, or A-2-3 with three cards.
    if ranks == (_ACE, *range(size - 2, -1, -1)):
        return size - 2
    return None
