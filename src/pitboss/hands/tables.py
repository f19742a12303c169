"""The same strengths as `plain`, by adding up and looking up.

Every card adds one to the count of its rank and one to the count of its suit, three bits per
count, all counts in one number: twelve bits of suits, and above them a *rank key*. Without a
flush the rank key alone decides the strength, and with one, the rank key of the suited cards.

A rank key is also read as sets of ranks, one bit in three: which ranks are there, which are
there twice, and so on. The tables are filled on first use from these sets, for seven cards as
for five, not by trying every five of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from pitboss.cards import Card
from pitboss.hands.classes import CLASS_SHIFT, RANK_SHIFTS, FiveCardClass, ThreeCardClass

_SUIT_BITS: Final = 12
_SUITS: Final = (1 << _SUIT_BITS) - 1
_RANK_KEY: Final = tuple(1 << 3 * (number >> 2) for number in range(52))
_KEY: Final = tuple(
    key << _SUIT_BITS | 1 << 3 * (number & 3) for number, key in enumerate(_RANK_KEY)
)

_EVERY_RANK: Final = 0o1111111111111
_LOW_ACE: Final = {3: 0o1000000000011, 5: 0o1000000001111}


def strength_of_three(cards: Sequence[Card]) -> int:
    """The strength of three different cards.

    >>> from pitboss.cards import parse_cards
    >>> hex(strength_of_three(parse_cards("As 2d 3c")))
    '0x310000'
    """
    a, b, c = cards
    unsuited, suited = _three_card_tables()
    key = _RANK_KEY[a] + _RANK_KEY[b] + _RANK_KEY[c]
    if a & 3 == b & 3 == c & 3:
        return suited[key]
    return unsuited[key]


def strength_of_five(cards: Sequence[Card]) -> int:
    """The strength of five different cards.

    >>> from pitboss.cards import parse_cards
    >>> hex(strength_of_five(parse_cards("Kc Kh Kd As Ah")))
    '0x6bc000'
    """
    a, b, c, d, e = cards
    unsuited, suited = _five_card_tables()
    key = _RANK_KEY[a] + _RANK_KEY[b] + _RANK_KEY[c] + _RANK_KEY[d] + _RANK_KEY[e]
    if a & 3 == b & 3 == c & 3 == d & 3 == e & 3:
        return suited[key]
    return unsuited[key]


def strength_of_seven(cards: Sequence[Card]) -> int:
    """The strength of the best five of seven different cards.

    >>> from pitboss.cards import parse_cards
    >>> hex(strength_of_seven(parse_cards("Qs 6c Qh 6h 3d 3s Kc")))
    '0x2a4b00'
    """
    a, b, c, d, e, f, g = cards
    unsuited, suited, flush_suit = _seven_card_tables()
    key = _KEY[a] + _KEY[b] + _KEY[c] + _KEY[d] + _KEY[e] + _KEY[f] + _KEY[g]
    suit = flush_suit[key & _SUITS]
    if suit is None:
        return unsuited[key >> _SUIT_BITS]
    # Five suited cards leave two, too few for four of a kind or a full house to beat a flush.
    return suited[sum(_RANK_KEY[card] for card in cards if card & 3 == suit)]


_Table = Mapping[int, int]


@cache
def _three_card_tables() -> tuple[_Table, _Table]:
    """Strength by rank key: not of one suit, and of one suit."""
    unsuited = {key: _unsuited_three(key) for key in _rank_keys(3)}
    return unsuited, {key: _suited_three(key) for key in _suited_keys(3)}


@cache
def _five_card_tables() -> tuple[_Table, _Table]:
    """Strength by rank key: not of one suit, and of one suit."""
    unsuited = {key: _unsuited_five(key) for key in _rank_keys(5)}
    return unsuited, {key: _suited_five(key) for key in _suited_keys(5)}


@cache
def _seven_card_tables() -> tuple[_Table, _Table, Mapping[int, int | None]]:
    """Strength by rank key without a flush and by that of the flush; suit by counts of suits."""
    unsuited = {key: _unsuited_five(key) for key in _rank_keys(7)}
    suited = {key: _suited_five(key) for size in (5, 6, 7) for key in _suited_keys(size)}
    return unsuited, suited, _flush_suits(7)


def _rank_keys(size: int) -> list[int]:
    """The rank keys of all hands of that size: no more than four of each rank."""
    by_size: list[list[int]] = [[0], *([] for _ in range(size))]
    for one in _RANK_KEY[::4]:
        for total in range(size, 0, -1):
            for count in range(1, min(total, 4) + 1):
                by_size[total] += [key + count * one for key in by_size[total - count]]
    return by_size[size]


def _suited_keys(size: int) -> list[int]:
    """The rank keys of that many cards of one suit."""
    return [sum(ranks) for ranks in combinations(_RANK_KEY[::4], size)]


def _flush_suits(size: int) -> dict[int, int | None]:
    """Which suit has five cards or more, if any, by the counts of the suits."""
    keys = [0]
    for _ in range(size):
        keys = list({key + (1 << 3 * suit) for key in keys for suit in range(4)})
    return {key: next((s for s in range(4) if key >> 3 * s & 7 >= 5), None) for key in keys}


def _unsuited_three(key: int) -> int:
    ones, twos, threes, _ = _groups(key)
    if threes:
        return _strength(ThreeCardClass.THREE_OF_A_KIND, _highest(threes, 1))
    if twos:
        return _strength(ThreeCardClass.ONE_PAIR, _highest(twos, 1) + _highest(ones, 1))
    top = _top_of_run(ones, 3)
    if top is not None:
        return _strength(ThreeCardClass.STRAIGHT, [top])
    return _strength(ThreeCardClass.THREE_ODD_CARDS, _highest(ones, 3))


def _suited_three(key: int) -> int:
    top = _top_of_run(key, 3)
    if top is not None:
        return _strength(ThreeCardClass.STRAIGHT_FLUSH, [top])
    return _strength(ThreeCardClass.FLUSH, _highest(key, 3))


def _unsuited_five(key: int) -> int:
    """The best five of five cards or more that hold no flush."""
    ones, twos, threes, fours = _groups(key)
    every = ones | twos | threes | fours
    if fours:
        return _strength(FiveCardClass.FOUR_OF_A_KIND, _group_then_highest(fours, every, 1))
    # Of two threes of a kind in seven cards, the lower one serves as the pair.
    if threes and (twos or threes & threes - 1):
        pairs = twos | threes
        return _strength(FiveCardClass.FULL_HOUSE, _group_then_highest(threes, pairs, 1))
    top = _top_of_run(every, 5)
    if top is not None:
        return _strength(FiveCardClass.STRAIGHT, [top])
    if threes:
        return _strength(FiveCardClass.THREE_OF_A_KIND, _group_then_highest(threes, every, 2))
    if twos & twos - 1:
        high, low = _highest(twos, 2)
        odd = _highest(every & ~(1 << 3 * high | 1 << 3 * low), 1)
        return _strength(FiveCardClass.TWO_PAIRS, [high, low, *odd])
    if twos:
        return _strength(FiveCardClass.ONE_PAIR, _group_then_highest(twos, every, 3))
    return _strength(FiveCardClass.FIVE_ODD_CARDS, _highest(ones, 5))


def _suited_five(key: int) -> int:
    """The best five of five suited cards or more."""
    top = _top_of_run(key, 5)
    if top is None:
        return _strength(FiveCardClass.FLUSH, _highest(key, 5))
    if top == 12:
        return _strength(FiveCardClass.ROYAL_FLUSH, [top])
    return _strength(FiveCardClass.STRAIGHT_FLUSH, [top])


def _groups(key: int) -> tuple[int, int, int, int]:
    """The ranks held once, twice, three and four times, as sets with one bit in three."""
    low = key & _EVERY_RANK
    middle = key >> 1 & _EVERY_RANK
    return low & ~middle, middle & ~low, low & middle, key >> 2 & _EVERY_RANK


def _highest(ranks: int, wanted: int) -> list[int]:
    """The highest ranks of a set, highest first."""
    found = []
    for _ in range(wanted):
        rank = (ranks.bit_length() - 1) // 3
        found.append(rank)
        ranks ^= 1 << 3 * rank
    return found


def _group_then_highest(groups: int, others: int, wanted: int) -> list[int]:
    """The rank of the highest group, then the highest of the other ranks."""
    (rank,) = _highest(groups, 1)
    return [rank, *_highest(others & ~(1 << 3 * rank), wanted)]


def _top_of_run(ranks: int, size: int) -> int | None:
    """The top rank of the highest run of that size in a set of ranks."""
    starts = ranks
    for step in range(1, size):
        starts &= ranks >> 3 * step
    if starts:
        return (starts.bit_length() - 1) // 3 + size - 1
    low_ace = _LOW_ACE[size]
    return size - 2 if ranks & low_ace == low_ace else None


def _strength(hand_class: int, ranks: Sequence[int]) -> int:
    strength = hand_class << CLASS_SHIFT
    for rank, shift in zip(ranks, RANK_SHIFTS, strict=False):
        strength |= rank << shift
    return strength
