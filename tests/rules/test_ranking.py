"""What the five rulebooks say about which hand is which, and which beats which.

Every case is settled twice, by the plain ranking and by the fast tables.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from pitboss.cards import RANKS, parse_cards
from pitboss.errors import CardError
from pitboss.hands.classes import (
    FiveCardClass,
    ThreeCardClass,
    describe_five,
    five_card_class,
    ranks_in_order,
    three_card_class,
)
from pitboss.hands.names import compile_three, five_test, qualifying_test
from pitboss.hands.plain import rank_best_of_seven, rank_five, rank_three
from pitboss.hands.tables import strength_of_five, strength_of_seven, strength_of_three

RIDE_2 = "mbs-megalink-let-it-ride-v2"
RIDE_3 = "mbs-let-it-ride-v3"
HOLDEM = "mbs-megalink-holdem-v9"
THREE_CARD = "mbs-megalink-three-card-v6"
MASSACHUSETTS = "mgc-let-it-ride"

rule = pytest.mark.rule


def case(rulebook: str, clause: str, *values: object) -> object:
    """One case of one clause."""
    return pytest.param(*values, marks=rule(rulebook, clause), id=f"{rulebook} {clause}")


def strength(cards: str) -> int:
    """The strength of three cards, or of the best five of five or seven."""
    hand = parse_cards(cards)
    plain = {3: rank_three, 5: rank_five, 7: rank_best_of_seven}[len(hand)]
    fast = {3: strength_of_three, 5: strength_of_five, 7: strength_of_seven}[len(hand)]
    assert fast(hand) == plain(hand).strength
    return fast(hand)


def five(cards: str) -> FiveCardClass:
    return five_card_class(strength(cards))


def three(cards: str) -> ThreeCardClass:
    return three_card_class(strength(cards))


def ranks(cards: str) -> str:
    """The ranks of a hand in the order in which they are compared."""
    return "".join(RANKS[rank] for rank in ranks_in_order(strength(cards)))


def by_how_much(player: str, dealer: str, board: str = "") -> int:
    """1 if the player's hand is the higher, -1 if the dealer's is, 0 for a stand-off."""
    parse_cards(f"{player} {dealer} {board}")
    mine, theirs = strength(f"{player} {board}"), strength(f"{dealer} {board}")
    return (mine > theirs) - (mine < theirs)


# --- the ten classes of five cards ------------------------------------------------------------

# As printed in both Marina Bay Let It Ride rulebooks (3.21) and in hold'em (3.11), less the
# printing errors in one pair of the one and four of a kind of the other.
PRINTED = [
    "Ad Kd Qd Jd Td",
    "Jc Tc 9c 8c 7c",
    "Ac Ah Ad As Jh",
    "Kc Kh Kd As Ah",
    "Jh 8h 6h 5h 2h",
    "9c 8d 7c 6h 5s",
    "Ts Th Tc 6h 3d",
    "Qs Qh 6c 6h 3d",
    "Ac Ah 8d 6h 5s",
    "Qc Th 6d 5s 2h",
]


@rule(RIDE_2, "3.21")
@rule(RIDE_3, "3.21")
@rule(HOLDEM, "3.11")
@rule(MASSACHUSETTS, "3(b)")
def test_3_21_the_printed_examples_stand_in_the_order_printed() -> None:
    shuffled = Random(321).sample(PRINTED, len(PRINTED))
    assert sorted(shuffled, key=strength, reverse=True) == PRINTED
    assert [five(cards) for cards in PRINTED] == list(reversed(FiveCardClass))


CLASSES = {
    FiveCardClass.ROYAL_FLUSH: [
        (RIDE_2, "3.21.1", "Ad Kd Qd Jd Td"),
        (RIDE_3, "3.21.1", "As Ks Qs Js Ts"),
        (HOLDEM, "3.11.1", "Ad Kd Qd Jd Td"),
        (THREE_CARD, "4.4.1.1", "Ad Kd Qd Jd Td"),
        (MASSACHUSETTS, "3(b)(1)", "Ah Kh Qh Jh Th"),
    ],
    FiveCardClass.STRAIGHT_FLUSH: [
        (RIDE_2, "3.21.2", "Jc Tc 9c 8c 7c"),
        (RIDE_2, "3.21.2", "5h 4h 3h 2h Ah"),
        (RIDE_3, "3.21.2", "Ac 2c 3c 4c 5c"),
        (HOLDEM, "3.11.2", "Jc Tc 9c 8c 7c"),
        (HOLDEM, "3.11.2", "Ac 2c 3c 4c 5c"),
        (THREE_CARD, "4.4.1.2", "Jc Tc 9c 8c 7c"),
        (THREE_CARD, "4.4.1.2", "Ah 2h 3h 4h 5h"),
        (MASSACHUSETTS, "3(b)(2)", "9s 8s 7s 6s 5s"),
    ],
    FiveCardClass.FOUR_OF_A_KIND: [
        (RIDE_2, "3.21.3", "Ac Ah Ad As Jh"),
        (RIDE_3, "3.21.3", "7h 7d 7c 7s Kd"),
        (HOLDEM, "3.11.3", "Ac Ah Ad As Jh"),
        (THREE_CARD, "4.4.1.3", "Ac Ah Ad As Jh"),
        (MASSACHUSETTS, "3(b)(3)", "8s 8h 8d 8c 3d"),
    ],
    FiveCardClass.FULL_HOUSE: [
        (RIDE_2, "3.21.4", "Kc Kh Kd As Ah"),
        (RIDE_3, "3.21.4", "2s 2h 5c 5d 5s"),
        (HOLDEM, "3.11.4", "Kc Kh Kd As Ah"),
        (THREE_CARD, "4.4.1.4", "Kc Kh Kd As Ah"),
        (MASSACHUSETTS, "3(b)(4)", "5s 5h 5d 2c 2d"),
    ],
    FiveCardClass.FLUSH: [
        (RIDE_2, "3.21.5", "Jh 8h 6h 5h 2h"),
        (RIDE_3, "3.21.5", "Ah 9h 4h 3h 2h"),
        (HOLDEM, "3.11.5", "Jh 8h 6h 5h 2h"),
        (THREE_CARD, "4.4.1.5", "Jh 8h 6h 5h 2h"),
        (MASSACHUSETTS, "3(b)(5)", "Kd 9d 7d 4d 2d"),
    ],
    FiveCardClass.STRAIGHT: [
        (RIDE_2, "3.21.6", "9c 8d 7c 6h 5s"),
        (RIDE_2, "3.21.6", "Ah 2c 3d 4s 5h"),
        (RIDE_3, "3.21.6", "Ts Jd Qc Kh As"),
        (HOLDEM, "3.11.6", "9c 8d 7c 6h 5s"),
        (MASSACHUSETTS, "3(a)", "As 2d 3c 4h 5s"),
        (MASSACHUSETTS, "3(b)(6)", "As Kd Qc Jh Ts"),
    ],
    FiveCardClass.THREE_OF_A_KIND: [
        (RIDE_2, "3.21.7", "Ts Th Tc 6h 3d"),
        (RIDE_3, "3.21.7", "2s 2h 9d 2c Jh"),
        (HOLDEM, "3.11.7", "Ts Th Tc 6h 3d"),
        (MASSACHUSETTS, "3(b)(7)", "4s 4h 4d Qc 9d"),
    ],
    FiveCardClass.TWO_PAIRS: [
        (RIDE_2, "3.21.8", "Qs Qh 6c 6h 3d"),
        (RIDE_3, "3.21.8", "4s 4h 9d 9c Ah"),
        (HOLDEM, "3.11.8", "Qs Qh 6c 6h 3d"),
        (MASSACHUSETTS, "3(b)(8)", "6s 6h 3d 3c Kd"),
    ],
    FiveCardClass.ONE_PAIR: [
        (RIDE_2, "3.21.9", "Ac Ah 8d 6h 5s"),
        (RIDE_2, "3.21.9", "9c 9h 8d 6h 5s"),
        (RIDE_3, "3.21.9", "Ac Ah 8d 6h 5s"),
        (HOLDEM, "3.11.9", "Ac Ah 8d 6h 5s"),
        (MASSACHUSETTS, "3(b)(9)", "Js Jh 8d 5c 2d"),
    ],
    FiveCardClass.FIVE_ODD_CARDS: [
        (RIDE_2, "3.21.10", "Qc Th 6d 5s 2h"),
        (RIDE_3, "3.21.10", "Ah Kd 9s 6c 3h"),
        (HOLDEM, "3.11.10", "Qc Th 6d 5s 2h"),
        # An ace does not join king and two.
        (RIDE_2, "3.21.6", "Qs Kd Ac 2h 3s"),
        (RIDE_3, "3.21.6", "Ts Jd Qc Kh 2s"),
        (HOLDEM, "3.11.6", "Ks Ad 2c 3h 4s"),
        (MASSACHUSETTS, "3(a)", "Js Qd Kc Ah 2s"),
        (MASSACHUSETTS, "3(b)(6)", "Qs Kd Ac 2h 3s"),
    ],
}


@pytest.mark.parametrize(
    ("cards", "hand_class"),
    [
        case(rulebook, clause, cards, hand_class)
        for hand_class, hands in CLASSES.items()
        for rulebook, clause, cards in hands
    ],
)
def test_3_21_the_class_of_five_cards(cards: str, hand_class: FiveCardClass) -> None:
    assert five(cards) is hand_class
    assert five_test("royal_flush")(strength(cards)) is (hand_class is FiveCardClass.ROYAL_FLUSH)
    assert five_test("pair_or_better")(strength(cards)) is (hand_class >= FiveCardClass.ONE_PAIR)


@rule(MASSACHUSETTS, "3(b)(2)")
def test_3_b_2_a_royal_is_a_straight_flush_where_no_royal_is_listed() -> None:
    royal = strength("Ah Kh Qh Jh Th")
    assert five_card_class(royal) is FiveCardClass.ROYAL_FLUSH
    assert five_test("straight_flush")(royal)
    assert royal > strength("Kc Qc Jc Tc 9c")


@rule(HOLDEM, "3.11.3")
def test_3_11_3_the_example_as_printed_is_no_hand_of_one_deck() -> None:
    with pytest.raises(CardError, match="Ac is there twice"):
        parse_cards("Ac Ah Ad Ac Jh")


@rule(MASSACHUSETTS, "3(b)(6)")
def test_3_b_6_ace_to_ten_is_the_highest_straight_and_ace_to_five_the_lowest() -> None:
    runs = ["Ad 2c 3c 4c 5c"]
    runs += [" ".join([f"{RANKS[i]}d", *(f"{r}c" for r in RANKS[i + 1 : i + 5])]) for i in range(9)]
    assert {five(cards) for cards in runs} == {FiveCardClass.STRAIGHT}
    assert all(strength(lower) < strength(higher) for lower, higher in pairwise(runs))


@pytest.mark.parametrize(
    ("cards", "words", "pays"),
    [
        case(RIDE_2, "3.21.9", "Ac Ah 8d 6h 5s", "pair of aces", True),
        case(RIDE_2, "3.21.9", "9c 9h 8d 6h 5s", "pair of nines", False),
        case(MASSACHUSETTS, "3(b)(9)", "Js Jh 8d 5c 2d", "pair of jacks", True),
    ],
)
def test_3_21_9_one_pair_keeps_its_rank(cards: str, words: str, pays: bool) -> None:
    assert describe_five(strength(cards)) == words
    assert five_test("pair_tens_or_better")(strength(cards)) is pays


# --- the best five of seven -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "hand_class", "compared"),
    [
        case(HOLDEM, "3.11.4", "Kc Kh Kd As Ah 7c 2d", FiveCardClass.FULL_HOUSE, "KA"),
        case(HOLDEM, "3.11.5", "Jh 8h 6h 5h 2h Ks 9d", FiveCardClass.FLUSH, "J8652"),
        case(HOLDEM, "3.11.6", "9c 8d 7c 6h 5s 4d Kc", FiveCardClass.STRAIGHT, "9"),
        case(HOLDEM, "3.11.7", "Ts Th Tc 6h 3d 2s 8c", FiveCardClass.THREE_OF_A_KIND, "T86"),
        case(HOLDEM, "3.11.8", "Qs 6c Qh 6h 3d 3s Kc", FiveCardClass.TWO_PAIRS, "Q6K"),
        case(HOLDEM, "3.11.9", "Ac 8d Ah 6h 5s 3c 2d", FiveCardClass.ONE_PAIR, "A865"),
        case(HOLDEM, "3.11.10", "Qc Th 6d 5s 2h 8c 3s", FiveCardClass.FIVE_ODD_CARDS, "QT865"),
    ],
)
def test_3_11_the_best_five_of_seven(cards: str, hand_class: FiveCardClass, compared: str) -> None:
    assert five(cards) is hand_class
    assert ranks(cards).startswith(compared)


@pytest.mark.parametrize(
    ("player", "dealer", "board", "better"),
    [
        case(HOLDEM, "3.3.1.1", "As 3c", "Qc Js", "Kd 9s 7h 4c 2d", 1),
        case(HOLDEM, "3.3.1.2", "Ac 2d", "6s 7d", "3h 4s 5c Kd 9h", -1),
        case(HOLDEM, "3.3.1.3", "As Kd", "Ah Kc", "Qs 9d 7c 4h 2s", 0),
        case(HOLDEM, "3.10", "Qd Jc", "Ah 3d", "Ks Kd 7h 7c 2s", -1),
        case(HOLDEM, "3.12", "Qh 3h", "Jh Th", "Ah Kh 9h 4d 2c", 1),
        case(HOLDEM, "3.12.1", "Ah 3s", "Ac 4c", "Qs Jd 9c 5h 2d", 0),
        case(HOLDEM, "3.12.2", "Ad 2c", "Qh Jc", "Ks Kd 8h 8c 3s", 1),
        case(HOLDEM, "3.12.2", "9d 9c", "Th 2h", "Ks Kd Tc 4c 3s", -1),
        case(HOLDEM, "3.12.2", "Ah 2c", "Ac 2h", "Ks Kd 8h 8c 3s", 0),
        case(HOLDEM, "3.12.3", "Tc Kd", "Th Qd", "Ts 9d 7c 4h 2s", 1),
        case(HOLDEM, "3.12.3", "Tc 9c", "Jh Jd", "Ts 8d 7c 4h 2s", -1),
        case(HOLDEM, "3.12.3", "Tc 3d", "Th 3c", "Ts 9d 7c 4h 2s", 0),
        case(HOLDEM, "3.12.4", "6c 9d", "Ah Ks", "2c 3d 4h 5s Jd", 1),
        case(HOLDEM, "3.12.4", "6h 9d", "Ah Ks", "2h 3h 4h 5h Jd", 1),
        case(HOLDEM, "3.12.5", "Ks Kd", "Qs Qd", "9s 9d 9h 4c 2d", 1),
        case(HOLDEM, "3.12.5", "Ts 2c", "9s Ad", "Td Tc 9d 9h 2s", 1),
        case(HOLDEM, "3.12.5", "Ks Kd", "Kh Kc", "9s 9d 9h 4c 2d", 0),
        case(HOLDEM, "3.12.6", "Jc Qd", "Js Qh", "8s 9d Th 3c 4d", 0),
    ],
)
def test_3_12_player_against_dealer(player: str, dealer: str, board: str, better: int) -> None:
    assert by_how_much(player, dealer, board) == better
    assert by_how_much(dealer, player, board) == -better


@rule(HOLDEM, "3.10")
@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        ("2c 3d", "Ts Js Qs Ks As", "royal flush"),
        ("As 3d", "Ts Js Qs Ks 2c", "royal flush"),
        ("As Ks", "Ts Js Qs 3d 2c", "royal flush"),
    ],
)
def test_3_10_none_one_or_two_hole_cards_may_be_used(hole: str, board: str, words: str) -> None:
    assert describe_five(strength(f"{hole} {board}")) == words


@rule(HOLDEM, "3.12.4")
def test_3_12_4_ace_to_five_is_the_lowest_straight_flush_too() -> None:
    assert strength("6h 5h 4h 3h 2h") > strength("5c 4c 3c 2c Ac")


# --- the order of cards -----------------------------------------------------------------------


@rule(HOLDEM, "3.3.1")
@rule(HOLDEM, "3.3.1.1")
@rule(THREE_CARD, "3.3.1")
@rule(THREE_CARD, "3.3.1.1")
@rule(MASSACHUSETTS, "3(a)")
def test_3_3_1_cards_rank_from_ace_down_to_two() -> None:
    deck = parse_cards(" ".join(f"{rank}s" for rank in "AKQJT98765432"))
    assert sorted(deck, key=lambda card: card.rank, reverse=True) == list(deck)
    pairs = [f"{rank}c {rank}d" for rank in "AKQJT98765432"]
    threes = [strength(f"{pair} {'Ah' if 'A' not in pair else 'Kh'}") for pair in pairs]
    assert threes == sorted(threes, reverse=True)
    assert len(set(threes)) == 13


@rule(MASSACHUSETTS, "3(a)")
def test_3_a_suits_are_equal() -> None:
    assert strength("As 2d 3c 4h 5s") == strength("Ah 2c 3d 4s 5h")
    assert strength("Kd 9d 7d 4d 2d") == strength("Ks 9s 7s 4s 2s")


# --- the six classes of three cards -----------------------------------------------------------

# As printed in the three card rulebook.
PRINTED_THREE = ["8h 7h 6h", "Ts Th Tc", "8d 7c 6h", "Th 4h 2h", "Ac Ah 8d", "Qc Th 6d"]


@rule(THREE_CARD, "3.14")
def test_3_14_the_printed_examples_stand_in_the_order_printed() -> None:
    shuffled = Random(314).sample(PRINTED_THREE, len(PRINTED_THREE))
    assert sorted(shuffled, key=strength, reverse=True) == PRINTED_THREE
    assert [three(cards) for cards in PRINTED_THREE] == list(reversed(ThreeCardClass))


@pytest.mark.parametrize(
    ("cards", "hand_class"),
    [
        case(THREE_CARD, "3.14.1", "8h 7h 6h", ThreeCardClass.STRAIGHT_FLUSH),
        case(THREE_CARD, "3.14.1", "Ah 2h 3h", ThreeCardClass.STRAIGHT_FLUSH),
        case(THREE_CARD, "3.14.1", "Qs Ks As", ThreeCardClass.STRAIGHT_FLUSH),
        case(THREE_CARD, "3.14.2", "Ts Th Tc", ThreeCardClass.THREE_OF_A_KIND),
        case(THREE_CARD, "3.14.3", "8d 7c 6h", ThreeCardClass.STRAIGHT),
        case(THREE_CARD, "3.14.3", "As 2d 3c", ThreeCardClass.STRAIGHT),
        case(THREE_CARD, "3.14.3", "Qs Kd Ac", ThreeCardClass.STRAIGHT),
        case(THREE_CARD, "3.14.3", "Ks Ad 2c", ThreeCardClass.THREE_ODD_CARDS),
        case(THREE_CARD, "3.14.4", "Th 4h 2h", ThreeCardClass.FLUSH),
        case(THREE_CARD, "3.14.5", "Ac Ah 8d", ThreeCardClass.ONE_PAIR),
        case(THREE_CARD, "3.14.6", "Qc Th 6d", ThreeCardClass.THREE_ODD_CARDS),
        case(MASSACHUSETTS, "3(c)(2)", "9c 8c 7c", ThreeCardClass.STRAIGHT_FLUSH),
        case(MASSACHUSETTS, "3(c)(2)", "Ah 2h 3h", ThreeCardClass.STRAIGHT_FLUSH),
        case(MASSACHUSETTS, "3(c)(3)", "Kd 8d 2d", ThreeCardClass.FLUSH),
        case(MASSACHUSETTS, "3(c)(4)", "As 2d 3c", ThreeCardClass.STRAIGHT),
        case(MASSACHUSETTS, "3(c)(4)", "Qs Kd Ac", ThreeCardClass.STRAIGHT),
        case(MASSACHUSETTS, "3(c)(4)", "Ks Ad 2c", ThreeCardClass.THREE_ODD_CARDS),
        case(MASSACHUSETTS, "3(c)(5)", "6s 6h 6d", ThreeCardClass.THREE_OF_A_KIND),
        case(MASSACHUSETTS, "3(c)(6)", "2s 2h 9d", ThreeCardClass.ONE_PAIR),
    ],
)
def test_3_14_three_cards(cards: str, hand_class: ThreeCardClass) -> None:
    assert three(cards) is hand_class


@rule(MASSACHUSETTS, "3(c)(1)")
def test_3_c_1_a_mini_royal_has_its_own_row_or_that_of_the_straight_flush() -> None:
    mini_royal, next_lower = strength("Ah Kh Qh") >> 16, strength("Kh Qh Jh") >> 16
    with_a_row = compile_three(["mini_royal", "straight_flush_3"])
    assert (with_a_row[mini_royal], with_a_row[next_lower]) == (0, 1)
    without = compile_three(["straight_flush_3"])
    assert (without[mini_royal], without[next_lower]) == (0, 0)


@pytest.mark.parametrize(
    ("player", "dealer", "better"),
    [
        case(THREE_CARD, "3.3.1.1", "As 5d 3c", "Kd Qh 9s", 1),
        case(THREE_CARD, "3.3.1.2", "Ac 2d 3h", "4s 3d 2c", -1),
        case(THREE_CARD, "3.3.1.3", "Ks 9d 4c", "Kh 9c 4s", 0),
        case(THREE_CARD, "3.10", "Ts 9d 8c", "Ah Kh 5h", 1),
        case(THREE_CARD, "3.12", "Qh Td 2c", "Qs 9d 4c", 1),
        case(THREE_CARD, "3.15", "Ah Th 2h", "Ad 9d 8d", 1),
        case(THREE_CARD, "3.15.1", "Ks 9s 4s", "Kd 9d 4d", 0),
        case(THREE_CARD, "3.15.2", "8s 8d Kc", "8h 8c Qd", 1),
        case(THREE_CARD, "3.15.2", "8s 8d Kc", "8h 8c Kd", 0),
        case(THREE_CARD, "3.15.2", "8s 8d 2c", "7h 7c Ad", 1),
        case(THREE_CARD, "3.15.3", "Ah 2h 3h", "4c 3c 2c", -1),
        case(THREE_CARD, "3.15.3", "Ah 2d 3h", "4c 3d 2c", -1),
        case(THREE_CARD, "3.15.4", "8s 9d Tc", "8h 9c Td", 0),
        case(THREE_CARD, "3.15.4", "8s 9s Ts", "8h 9h Th", 0),
    ],
)
def test_3_15_player_against_dealer(player: str, dealer: str, better: int) -> None:
    assert by_how_much(player, dealer) == better
    assert by_how_much(dealer, player) == -better


@pytest.mark.parametrize(
    ("dealer", "by_strength", "by_a_card"),
    [
        case(THREE_CARD, "3.11", "Js 9d 4c", False, False),
        case(THREE_CARD, "3.11", "7s 7d 7c", True, False),
        case(THREE_CARD, "3.12", "Qs 9d 4c", True, True),
    ],
)
def test_3_11_the_dealer_qualifies_with_queen_high_or_better(
    dealer: str, by_strength: bool, by_a_card: bool
) -> None:
    cards = parse_cards(dealer)
    assert qualifying_test("queen_high_or_better")(cards, strength(dealer)) is by_strength
    assert qualifying_test("contains_queen_or_higher")(cards, strength(dealer)) is by_a_card
