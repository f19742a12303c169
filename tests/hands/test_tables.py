"""The fast tables against the judge, hand by hand, and against other people's programs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

import pytest
from phevaluator import evaluate_cards
from pokerkit import RhodeIslandHoldemHand

from pitboss.cards import DECK, Card, parse_cards
from pitboss.hands.classes import FiveCardClass, ThreeCardClass, describe_five
from pitboss.hands.plain import rank_best_of_seven, rank_five, rank_three
from pitboss.hands.tables import strength_of_five, strength_of_seven, strength_of_three

# The well-known numbers of hands in each class, lowest class first.
THREE_CARD_COUNTS = [16440, 3744, 1096, 720, 52, 48]
FIVE_CARD_COUNTS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]


def test_three_cards_agree_with_the_judge_on_every_hand() -> None:
    counts: Counter[int] = Counter()
    for cards in combinations(DECK, 3):
        strength = strength_of_three(cards)
        assert strength == rank_three(cards).strength, cards
        counts[strength >> 20] += 1
    assert [counts[hand_class] for hand_class in ThreeCardClass] == THREE_CARD_COUNTS


@pytest.mark.slow
def test_five_cards_agree_with_the_judge_on_every_hand() -> None:
    counts: Counter[int] = Counter()
    for cards in combinations(DECK, 5):
        strength = strength_of_five(cards)
        assert strength == rank_five(cards).strength, cards
        counts[strength >> 20] += 1
    assert [counts[hand_class] for hand_class in FiveCardClass] == FIVE_CARD_COUNTS


def test_five_cards_agree_with_the_judge_on_a_sample() -> None:
    rng = random.Random(5)
    for _ in range(5_000):
        cards = rng.sample(DECK, 5)
        assert strength_of_five(cards) == rank_five(cards).strength, cards


# Few ranks or few suits, so that fours, full houses and straight flushes are common.
SHORT_DECKS = {
    "two suits, low and ace": [card for card in DECK if card.rank in {12, 0, 1, 2, 3, 4, 5}][::2],
    "two suits, high": [card for card in DECK if card.rank >= 6 and card.suit < 2],
    "four ranks": [card for card in DECK if card.rank in {12, 11, 5, 0}],
    "one suit and two cards more": [*DECK[2::4], DECK[51], DECK[3]],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORT_DECKS)
def test_seven_cards_agree_with_the_judge_on_short_decks(name: str) -> None:
    rng = random.Random(name)
    hands = list(combinations(SHORT_DECKS[name], 7))
    for cards in rng.sample(hands, 3_000):
        assert strength_of_seven(cards) == rank_best_of_seven(cards).strength, cards


@pytest.mark.slow
def test_seven_cards_agree_with_the_judge_on_a_sample() -> None:
    rng = random.Random(7)
    for _ in range(20_000):
        cards = rng.sample(DECK, 7)
        assert strength_of_seven(cards) == rank_best_of_seven(cards).strength, cards


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("9c 9d 9h 4c 4d 4h Ac", "full house, nines over fours"),
        ("4c 4d 4h 9c 9d Kc Kd", "full house, fours over kings"),
        ("4c 4d 4h 4s 9c 9d 9h", "four fours"),
        ("Qc Qd 6c 6d 3h 3s Kc", "two pairs, queens and sixes"),
        ("9c 9d 8h 7h 6s 5s 9h", "nine-high straight"),
        ("Ac 2d 3h 4s 5c 6d Kh", "six-high straight"),
        ("Ac 2d 3h 4s 5c Kd Kh", "five-high straight"),
        ("Ah 9h 2h 3h 4h 5h Kh", "five-high straight flush"),
        ("Ah Kh 8h 7h 6h 5h 4h", "eight-high straight flush"),
        ("Ah 9h 7h 5h 2h 2c 2d", "ace-high flush"),
        ("Ts Js Qs Ks As 9s 8s", "royal flush"),
        ("9s Ts Js Qs Ks Ad Ah", "king-high straight flush"),
        ("Th Js Qs Ks As 9s 8s", "ace-high flush"),
    ],
)
def test_seven_cards_that_could_be_two_things_are_the_better(cards: str, words: str) -> None:
    hand = parse_cards(cards)
    assert describe_five(strength_of_seven(hand)) == words
    assert strength_of_seven(hand) == rank_best_of_seven(hand).strength


def test_the_order_of_the_cards_does_not_matter() -> None:
    rng = random.Random(77)
    for _ in range(1_000):
        cards = rng.sample(DECK, 7)
        shuffled = rng.sample(cards, 7)
        assert strength_of_seven(shuffled) == strength_of_seven(cards)
        assert strength_of_five(cards[4::-1]) == strength_of_five(cards[:5])
        assert strength_of_three(cards[2::-1]) == strength_of_three(cards[:3])


# --- second opinions --------------------------------------------------------------------------


def in_the_same_order(strengths: Sequence[int], values: Sequence[int]) -> bool:
    """Whether two scales put the same hands above, below and level with each other."""
    pairs = sorted(set(zip(strengths, values, strict=True)))
    # If each strength meets one value and the values rise with it, so do all pairs of hands.
    return all(low < high and below < above for (low, below), (high, above) in pairwise(pairs))


def phevaluator_value(cards: Sequence[Card]) -> int:
    """The value of five or seven cards by phevaluator, turned round: there, low is good."""
    return -int(evaluate_cards(*map(str, cards)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "strength_of", "hands"),
    [(5, strength_of_five, 100_000), (7, strength_of_seven, 50_000)],
)
def test_the_order_is_that_of_phevaluator(
    size: int, strength_of: Callable[[Sequence[Card]], int], hands: int
) -> None:
    rng = random.Random(size)
    samples = [rng.sample(DECK, size) for _ in range(hands)]
    strengths = [strength_of(cards) for cards in samples]
    assert in_the_same_order(strengths, [phevaluator_value(cards) for cards in samples])


@pytest.mark.slow
def test_all_7462_different_five_card_hands_stand_in_the_order_of_phevaluator() -> None:
    one_of_each = {strength_of_five(cards): cards for cards in combinations(DECK, 5)}
    values = [-phevaluator_value(one_of_each[strength]) for strength in sorted(one_of_each)]
    assert values == list(range(7462, 0, -1))


def test_all_three_card_hands_stand_in_the_order_of_pokerkit() -> None:
    hands = list(combinations(DECK, 3))
    # Rhode Island hold'em ranks three cards as the rulebooks do, a straight above a flush.
    values = [RhodeIslandHoldemHand("".join(map(str, cards))).entry.index for cards in hands]
    strengths = [strength_of_three(cards) for cards in hands]
    assert in_the_same_order(strengths, values)
    assert len(set(strengths)) == 741
