"""The judge by itself: every class, every run, and the order inside each class."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, RANKS, Card, parse_cards
from pitboss.hands.classes import FiveCardClass, ThreeCardClass, five_card_class, three_card_class
from pitboss.hands.plain import Ranking, rank_best_of_seven, rank_five, rank_three

FIVE_HIGH_TO_LOW = [
    "As Ks Qs Js Ts",
    "Kh Qh Jh Th 9h",
    "6d 5d 4d 3d 2d",
    "5c 4c 3c 2c Ac",
    "Ac Ah Ad As 2h",
    "2c 2h 2d 2s Ah",
    "2c 2h 2d 2s Kh",
    "Kc Kh Kd As Ah",
    "Kc Kh Kd Qs Qh",
    "2c 2h 2d As Ah",
    "Ah 8h 6h 5h 3h",
    "Ah 8h 6h 5h 2h",
    "Kd Qd Jd Td 8d",
    "Ac Kd Qc Jh Ts",
    "6c 5d 4c 3h 2s",
    "5d 4c 3h 2s Ac",
    "As Ah Ac 3h 2d",
    "2s 2h 2c Ah Kd",
    "2s 2h 2c Ah Qd",
    "As Ah 2c 2h 3d",
    "Ks Kh Qc Qh 2d",
    "Ks Kh 3c 3h Ad",
    "Ks Kh 3c 3h Qd",
    "As Ah 4c 3h 2d",
    "2s 2h Ac Kh Qd",
    "2s 2h Ac Kh Jd",
    "2s 2h Ac Qh Jd",
    "Ac Kh Qd Js 9h",
    "Ac Kh Qd 3s 2h",
    "Ac Kh 4d 3s 2h",
    "7c 5h 4d 3s 2h",
]

THREE_HIGH_TO_LOW = [
    "As Ks Qs",
    "4h 3h 2h",
    "3h 2h Ah",
    "Ac Ad Ah",
    "2c 2d 2h",
    "Ac Kd Qh",
    "4c 3d 2h",
    "3c 2d Ah",
    "Ac Kc Jc",
    "Ac Kc Tc",
    "5c 3c 2c",
    "Ac Ad Kh",
    "Ac Ad 2h",
    "2c 2d Ah",
    "2c 2d 3h",
    "Ac Kd Jh",
    "Kc Ad 2h",
    "Qc Jd 9h",
    "5c 3d 2h",
]


def test_five_cards_stand_in_this_order() -> None:
    rankings = [rank_five(parse_cards(cards)) for cards in FIVE_HIGH_TO_LOW]
    assert all(higher > lower for higher, lower in pairwise(rankings))
    assert {ranking.hand_class for ranking in rankings} == set(FiveCardClass)


def test_three_cards_stand_in_this_order() -> None:
    rankings = [rank_three(parse_cards(cards)) for cards in THREE_HIGH_TO_LOW]
    assert all(higher > lower for higher, lower in pairwise(rankings))
    assert {ranking.hand_class for ranking in rankings} == set(ThreeCardClass)


def mixed_suits(ranks: str) -> tuple[Card, ...]:
    return parse_cards(" ".join(rank + "cd"[place % 2] for place, rank in enumerate(ranks)))


def test_there_are_ten_runs_of_five_ranks() -> None:
    fives = ["".join(ranks) for ranks in combinations(RANKS, 5)]
    classes = {five: rank_five(mixed_suits(five)).hand_class for five in fives}
    runs = {five for five in fives if classes[five] is FiveCardClass.STRAIGHT}
    assert runs == {"2345A", *(RANKS[lowest : lowest + 5] for lowest in range(9))}


def test_there_are_twelve_runs_of_three_ranks() -> None:
    threes = ["".join(ranks) for ranks in combinations(RANKS, 3)]
    classes = {three: rank_three(mixed_suits(three)).hand_class for three in threes}
    runs = {three for three in threes if classes[three] is ThreeCardClass.STRAIGHT}
    assert runs == {"23A", *(RANKS[lowest : lowest + 3] for lowest in range(11))}


def test_all_three_card_hands_by_class() -> None:
    counts = Counter(rank_three(cards).hand_class for cards in combinations(DECK, 3))
    published = [16440, 3744, 1096, 720, 52, 48]
    assert [counts[hand_class] for hand_class in ThreeCardClass] == published


@given(st.permutations(DECK).map(lambda deck: deck[:5]), st.permutations(range(4)))
def test_neither_the_order_of_cards_nor_the_names_of_suits_matter(
    cards: list[Card], suits: list[int]
) -> None:
    others = [Card(4 * card.rank + suits[card.suit]) for card in reversed(cards)]
    assert rank_five(others) == rank_five(cards)
    assert rank_three(others[:3]) == rank_three(cards[-3:])


@given(st.permutations(DECK), st.permutations(DECK))
def test_strengths_compare_as_rankings_do(one: list[Card], other: list[Card]) -> None:
    for size, rank in ((3, rank_three), (5, rank_five)):
        first, second = rank(one[:size]), rank(other[:size])
        assert (first < second) is (first.strength < second.strength)
        assert (first == second) is (first.strength == second.strength)


def test_a_strength_tells_its_class() -> None:
    rng = random.Random(20130509)
    for _ in range(1000):
        cards = rng.sample(DECK, 5)
        assert five_card_class(rank_five(cards).strength) is rank_five(cards).hand_class
        assert three_card_class(rank_three(cards[:3]).strength) is rank_three(cards[:3]).hand_class


def test_the_best_five_of_seven_may_leave_out_any_two() -> None:
    board = parse_cards("Ts Js Qs Ks As")
    assert rank_best_of_seven((*board, *parse_cards("2c 2d"))) == Ranking(
        FiveCardClass.ROYAL_FLUSH, (12,)
    )


@pytest.mark.parametrize(("rank", "size"), [(rank_three, 3), (rank_five, 5)])
def test_the_wrong_number_of_cards_is_the_callers_mistake(
    rank: Callable[[Sequence[Card]], Ranking], size: int
) -> None:
    for cards in (DECK[: size - 1], DECK[: size + 1], (*DECK[: size - 1], DECK[0])):
        with pytest.raises(AssertionError):
            rank(cards)
