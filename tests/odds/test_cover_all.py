"""Cover All: the counts against every deal of short decks, known figures and dealt tables."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, prod, sqrt

import numpy as np
import pytest

from pitboss.games.let_it_ride.cover_all import (
    best_hand_counts,
    best_hand_probabilities,
    count_best_hands,
    deals,
    winning_sets,
)
from pitboss.hands.batch import evaluate_many
from pitboss.hands.classes import FiveCardClass
from pitboss.hands.plain import rank_five
from pitboss.odds.combinations import FULL_DECK, ShortDeck
from tools.build_tables import COVER_ALL_PLACE, cover_all_text

# Best first. The well-known numbers of five card hands of each class that is paid.
FIVE_CARD_COUNTS = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3744,
    "flush": 5108,
    "straight": 10200,
    "three_of_a_kind": 54912,
}
PLAYERS = range(1, 8)


# --- every deal of a short deck -----------------------------------------------------------------


Hand = tuple[int, int]
"""Three cards as a set of bits, and what they make with the community cards."""


def count_deals(hands: list[Hand], players: int, best: int, counts: Counter[int]) -> None:
    """Give each player any of the hands in turn, and go on with those that share no card."""
    for cards, hand_class in hands:
        better = max(best, hand_class)
        if players == 1:
            counts[better] += 1
        else:
            left = [hand for hand in hands if not hand[0] & cards]
            count_deals(left, players - 1, better, counts)


def count_every_deal(players: int, deck: ShortDeck) -> dict[str, int]:
    """Deal by deal, with the plain ranking and no thought for symmetry."""
    counts: Counter[int] = Counter()
    for community in combinations(deck.cards, 2):
        left = [card for card in deck.cards if card not in community]
        hands: list[Hand] = [
            (sum(1 << card for card in hand), rank_five((*community, *hand)).hand_class)
            for hand in combinations(left, 3)
        ]
        count_deals(hands, players, 0, counts)
    paid = {name: counts[FiveCardClass[name.upper()]] for name in FIVE_CARD_COUNTS}
    return {**paid, "nothing": counts.total() - sum(paid.values())}


ACE_LOW = (0, 1, 2, 3, 12)
HIGH = (8, 9, 10, 11, 12)


@pytest.mark.parametrize(
    ("players", "deck"),
    [
        (1, ShortDeck(HIGH, 3)),
        (1, ShortDeck((0, 1, 2, 3, 4, 12), 2)),
        (2, ShortDeck(HIGH, 2)),
        (2, ShortDeck(ACE_LOW, 2)),
        (2, ShortDeck((3, 4, 5, 6, 7, 8), 2)),
        (2, ShortDeck((1, 5, 12), 4)),
        (2, ShortDeck((0, 2, 4, 6, 8, 10, 12, 11), 1)),
    ],
)
def test_every_deal_of_a_short_deck(players: int, deck: ShortDeck) -> None:
    counts = count_best_hands(players, deck)
    assert counts == count_every_deal(players, deck)
    assert sum(counts.values()) == deals(players, deck)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "deck"),
    [
        (1, ShortDeck((0, 1, 2, 3, 4, 5, 12), 3)),
        (2, ShortDeck(ACE_LOW, 3)),
        (2, ShortDeck((2, 3, 4, 5, 6, 7, 8), 2)),
        (3, ShortDeck((3, 4, 5, 6, 7, 8), 2)),
        (3, ShortDeck((0, 1, 2, 3, 11, 12), 2)),
        (3, ShortDeck((6, 7, 8, 9), 3)),
        (3, ShortDeck((1, 5, 12), 4)),
    ],
)
def test_every_deal_of_a_larger_short_deck(players: int, deck: ShortDeck) -> None:
    assert count_best_hands(players, deck) == count_every_deal(players, deck)


# --- the full deck ------------------------------------------------------------------------------


def test_the_counts_shipped_are_those_counted_now() -> None:
    assert COVER_ALL_PLACE.read_text(encoding="ascii") == cover_all_text()


def test_one_hand_is_five_cards_like_any() -> None:
    # Each of them can be dealt with any two of its cards in the middle.
    counts = best_hand_counts(1)
    assert {hand: counts[hand] // 10 for hand in FIVE_CARD_COUNTS} == FIVE_CARD_COUNTS
    assert deals(1) == 10 * comb(52, 5)
    assert best_hand_probabilities(1)["flush"] == Fraction(5108, 2_598_960)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_probabilities_are_of_all_deals_and_sum_to_one(players: int) -> None:
    chances = best_hand_probabilities(players)
    assert list(chances) == [*FIVE_CARD_COUNTS, "nothing"]
    assert sum(chances.values()) == 1
    hands = prod(comb(50 - 3 * dealt, 3) for dealt in range(players))
    assert sum(best_hand_counts(players).values()) == deals(players) == comb(52, 2) * hands


@pytest.mark.parametrize("players", PLAYERS)
def test_two_royals_never_meet_so_their_chances_add_up(players: int) -> None:
    # Royals beside the same two community cards are of one suit and need the same three cards.
    assert best_hand_probabilities(players)["royal_flush"] == players * Fraction(4, 2_598_960)


def test_more_hands_are_better() -> None:
    reached = []
    for players in PLAYERS:
        chances = list(best_hand_probabilities(players).values())
        reached.append([sum(chances[: end + 1]) for end in range(7)])
    for fewer, more in pairwise(reached):
        assert all(low < high for low, high in zip(fewer, more, strict=True))
    # Hands that win together count once, so n hands do less than n times as well as one.
    for players, some in zip(PLAYERS, reached, strict=True):
        assert all(high <= players * low for low, high in zip(reached[0], some, strict=True))


@pytest.mark.parametrize("players", [-1, 0, 8])
def test_11_k_there_are_no_odds_for_other_numbers(players: int) -> None:
    with pytest.raises(ValueError, match="1 to 7"):
        best_hand_probabilities(players)


def test_seven_hands_dealt_at_random() -> None:
    rng = np.random.default_rng(11)
    tables = 100_000
    cards = rng.random((tables, 52), np.float32).argpartition(23, axis=1)[:, :23].astype(np.uint8)
    # Which cards come first is random, their order is not quite: mix it before dealing.
    cards = rng.permuted(cards, axis=1)
    best = np.zeros(tables, np.int32)
    for seat in range(7):
        hands = np.hstack([cards[:, :2], cards[:, 2 + 3 * seat : 5 + 3 * seat]])
        best = np.maximum(best, evaluate_many(hands) >> 20)
    for hand, chance in best_hand_probabilities(7).items():
        if hand == "nothing":
            seen = int((best < FiveCardClass.THREE_OF_A_KIND).sum())
        else:
            seen = int((best == FiveCardClass[hand.upper()]).sum())
        error = sqrt(tables * chance * (1 - chance))
        assert abs(seen - tables * chance) < 5 * error, hand


@pytest.mark.slow
def test_pairs_of_winning_hands_counted_by_shared_cards() -> None:
    # Of all pairs, take off those that share a card, put back those that share two, and so on.
    # No symmetry, no piles: all 1326 community pairs and all 19600 hands beside each.
    classes = list(FiveCardClass)[3:]
    pairs = dict.fromkeys(classes, 0)
    for community in combinations(range(52), 2):
        left = np.delete(np.arange(52, dtype=np.uint8), community)
        hands = left[TRIPLES]
        middle = np.tile(np.array(community, np.uint8), (len(hands), 1))
        strengths = evaluate_many(np.hstack([middle, hands]))
        for lowest in classes:
            winning = hands[strengths >> 20 >= lowest].astype(np.int64)
            pairs[lowest] += _disjoint_pairs(winning)
    sets = winning_sets(classes, FULL_DECK)
    assert pairs == {lowest: sets[lowest][2] for lowest in classes}


TRIPLES = np.array(list(combinations(range(50), 3)))


def _disjoint_pairs(hands: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> int:
    with_card = np.bincount(hands.reshape(-1))
    with_two = np.bincount(
        np.concatenate([52 * hands[:, a] + hands[:, b] for a, b in ((0, 1), (0, 2), (1, 2))])
    )
    ordered = len(hands) ** 2 - (with_card**2).sum() + (with_two**2).sum() - len(hands)
    return int(ordered) // 2
