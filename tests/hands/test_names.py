"""The hand names of the pay tables: which row pays which hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.hands.classes import RANK_PLURALS, FiveCardClass, ThreeCardClass
from pitboss.hands.names import (
    compile_five,
    compile_hole,
    compile_three,
    five_test,
    qualifying_test,
    three_test,
)
from pitboss.hands.tables import strength_of_five, strength_of_three

LET_IT_RIDE = [
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pairs",
    "pair_tens_or_better",
]
THREE_CARD_BONUS = [
    "mini_royal",
    "straight_flush_3",
    "three_of_a_kind_3",
    "straight_3",
    "flush_3",
    "pair_3",
]
HOLE_CARD_BONUS = [
    "aa_player_and_dealer",
    "aa_player_only",
    "ak_suited",
    "aq_or_aj_suited",
    "ak_unsuited",
    "kk_qq_or_jj",
    "aq_or_aj_unsuited",
    "pair_tt_to_22",
]


def five(cards: str) -> int:
    return strength_of_five(parse_cards(cards))


def three(cards: str) -> int:
    return strength_of_three(parse_cards(cards))


def five_row(names: list[str], cards: str) -> str | None:
    row = compile_five(names)[five(cards) >> 16]
    return None if row is None else names[row]


def three_row(names: list[str], cards: str) -> str | None:
    row = compile_three(names)[three(cards) >> 16]
    return None if row is None else names[row]


# --- five cards -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ad Kd Qd Jd Td", "royal_flush"),
        ("5h 4h 3h 2h Ah", "straight_flush"),
        ("Ac Ah Ad As Jh", "four_of_a_kind"),
        ("Kc Kh Kd As Ah", "full_house"),
        ("Jh 8h 6h 5h 2h", "flush"),
        ("9c 8d 7c 6h 5s", "straight"),
        ("2s 2h 2c 6h 3d", "three_of_a_kind"),
        ("3s 3h 2c 2h 9d", "two_pairs"),
        ("Ts Th 8d 6h 5s", "pair_tens_or_better"),
        ("Ac Ah 8d 6h 5s", "pair_tens_or_better"),
        ("9s 9h Ad Kh Qs", None),
        ("Ac Kh Qd Js 9h", None),
    ],
)
def test_let_it_ride_pays_the_row(cards: str, name: str | None) -> None:
    assert five_row(LET_IT_RIDE, cards) == name


def test_the_lookup_has_an_entry_for_every_class_and_top_rank() -> None:
    assert len(compile_five(LET_IT_RIDE)) == 160
    assert len(compile_three(THREE_CARD_BONUS)) == 96
    assert compile_five([]) == (None,) * 160


@pytest.mark.slow
def test_let_it_ride_rows_cover_the_published_numbers_of_hands() -> None:
    rows = compile_five(LET_IT_RIDE)
    paid = Counter(rows[strength_of_five(cards) >> 16] for cards in combinations(DECK, 5))
    assert [paid[row] for row in range(9)] == [
        *(4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552),
        1_098_240 * 5 // 13,
    ]


def test_a_royal_takes_the_straight_flush_row_when_none_is_its_own() -> None:
    assert five_row(["straight_flush", "four_of_a_kind"], "Ah Kh Qh Jh Th") == "straight_flush"


def test_or_better_covers_everything_above() -> None:
    names = ["straight_flush", "straight_or_better", "pair"]
    assert five_row(names, "5h 4h 3h 2h Ah") == "straight_flush"
    assert five_row(names, "Ac Ah Ad As Jh") == "straight_or_better"
    assert five_row(names, "5h 4h 3h 2h Ac") == "straight_or_better"
    assert five_row(names, "2s 2h 2c 6h 3d") is None
    assert five_row(names, "2s 2h 7c 6h 3d") == "pair"


@pytest.mark.parametrize("rank", range(13))
def test_pair_of_some_rank_or_better(rank: int) -> None:
    fits = five_test(f"pair_{RANK_PLURALS[rank]}_or_better")
    pairs = [DECK[4 * other : 4 * other + 2] for other in range(13)]
    odd = [DECK[4 * other + 2] for other in range(13)]
    for other, pair in enumerate(pairs):
        others = [card for card in odd if card.rank != other]
        assert fits(strength_of_five((*pair, others[0], others[2], others[6]))) is (other >= rank)
    assert fits(five("3s 3h 2c 2h 9d"))


@pytest.mark.parametrize("hand_class", list(FiveCardClass)[2:])
def test_each_class_of_five_or_better(hand_class: FiveCardClass) -> None:
    fits = five_test(f"{hand_class.name.lower()}_or_better")
    assert fits(hand_class << 20)
    assert not fits((hand_class << 20) - 1)


# --- three cards ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ah Kh Qh", "mini_royal"),
        ("Kh Qh Jh", "straight_flush_3"),
        ("Ah 2h 3h", "straight_flush_3"),
        ("6s 6h 6d", "three_of_a_kind_3"),
        ("As Kd Qc", "straight_3"),
        ("Kd 8d 2d", "flush_3"),
        ("2s 2h 9d", "pair_3"),
        ("Ks Ad 2c", None),
    ],
)
def test_three_card_bonus_pays_the_row(cards: str, name: str | None) -> None:
    assert three_row(THREE_CARD_BONUS, cards) == name


def test_three_card_bonus_rows_cover_every_hand_once() -> None:
    rows = compile_three(THREE_CARD_BONUS)
    paid = Counter(rows[strength_of_three(cards) >> 16] for cards in combinations(DECK, 3))
    assert [paid[row] for row in (*range(6), None)] == [4, 44, 52, 720, 1_096, 3_744, 16_440]


def test_a_mini_royal_takes_the_straight_flush_row_when_none_is_its_own() -> None:
    assert three_row(THREE_CARD_BONUS[1:], "Ah Kh Qh") == "straight_flush_3"


@pytest.mark.parametrize("hand_class", list(ThreeCardClass)[2:])
@pytest.mark.parametrize("ending", ["", "_3"])
def test_each_class_of_three_or_better(hand_class: ThreeCardClass, ending: str) -> None:
    fits = three_test(f"{hand_class.name.lower()}{ending}_or_better")
    assert fits(hand_class << 20)
    assert not fits((hand_class << 20) - 1)


def test_three_of_a_kind_beats_a_straight_and_a_straight_beats_a_flush() -> None:
    straight_or_better = three_test("straight_or_better")
    assert straight_or_better(three("2s 2h 2d"))
    assert not straight_or_better(three("Ah Kh Jh"))


# --- hole cards -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "dealer", "name"),
    [
        ("As Ad", "Ah Ac", "aa_player_and_dealer"),
        ("As Ad", "Ah Kc", "aa_player_only"),
        ("As Ks", "2h 2c", "ak_suited"),
        ("Ks As", "2h 2c", "ak_suited"),
        ("As Qs", "Ah Ac", "aq_or_aj_suited"),
        ("Js As", "Ah Ac", "aq_or_aj_suited"),
        ("As Kd", "Ah Ac", "ak_unsuited"),
        ("Ks Kd", "Kh Kc", "kk_qq_or_jj"),
        ("Js Jd", "2h 3c", "kk_qq_or_jj"),
        ("As Jd", "2h 3c", "aq_or_aj_unsuited"),
        ("Ts Td", "2h 3c", "pair_tt_to_22"),
        ("2s 2d", "3h 3c", "pair_tt_to_22"),
        ("As Ts", "2h 3c", None),
        ("Ks Qs", "Ah Ac", None),
    ],
)
def test_hole_card_bonus_pays_the_row(player: str, dealer: str, name: str | None) -> None:
    row = compile_hole(HOLE_CARD_BONUS).row(parse_cards(player), parse_cards(dealer))
    assert row == (None if name is None else HOLE_CARD_BONUS.index(name))


def test_hole_card_rows_cover_every_hand_once() -> None:
    rows = compile_hole(HOLE_CARD_BONUS)
    paid: Counter[int | None] = Counter()
    for player in combinations(DECK, 2):
        dealer = next(cards for cards in combinations(DECK[:4], 2) if not {*cards} & {*player})
        paid[rows.row(player, dealer)] += 1
    assert [paid[row] for row in range(8)] == [0, 6, 4, 8, 12, 18, 24, 54]


def test_both_with_aces_leaves_one_pair_for_the_dealer() -> None:
    rows = compile_hole(HOLE_CARD_BONUS)
    player = parse_cards("As Ad")
    others = [card for card in DECK if card not in player]
    paid = Counter(rows.row(player, dealer) for dealer in combinations(others, 2))
    assert paid == {0: 1, 1: 1_224}


def test_a_row_that_looks_at_the_dealer_needs_the_dealers_cards() -> None:
    rows = compile_hole(HOLE_CARD_BONUS)
    assert rows.row(parse_cards("Ts Td")) == 7
    assert rows.row(parse_cards("7s 2d")) is None
    with pytest.raises(ValueError, match="depends on the dealer's cards"):
        rows.row(parse_cards("As Ad"))


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("pair", 78),
        ("aa", 6),
        ("ak", 16),
        ("pair_aa_to_jj", 24),
        ("jj_to_99", 18),
        ("ak_aq_or_aj", 48),
        ("ak_aq_or_aj_suited", 12),
        ("kk_unsuited", 6),
        ("t9_suited", 4),
    ],
)
def test_house_variants_of_hole_card_names(name: str, hands: int) -> None:
    rows = compile_hole([name])
    assert sum(rows.row(player) == 0 for player in combinations(DECK, 2)) == hands


def test_kings_for_player_and_dealer() -> None:
    rows = compile_hole(["kk_player_and_dealer", "pair"])
    kings, other_kings, aces = map(parse_cards, ("Ks Kd", "Kh Kc", "As Ad"))
    assert rows.row(kings, other_kings) == 0
    assert rows.row(kings, aces) == 1
    assert rows.row(aces) == 1


# --- qualifying -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        # Jack high or less: 112 sets of ranks, in 60 suits that are not all one.
        ("queen_high_or_better", 22_100 - 112 * 60),
        # No card of twelve: any three of the other forty.
        ("contains_queen_or_higher", 22_100 - 9_880),
        # Ten high or less: 84 sets of ranks, seven of them in a row.
        ("jack_high_or_better", 22_100 - 77 * 60),
        ("contains_jack_or_higher", 22_100 - 7_140),
        # And eight sets of ranks from Q-3-2 to Q-6-3.
        ("queen_six_four_or_better", 22_100 - 112 * 60 - 8 * 60),
        ("pair_or_better", 22_100 - 16_440),
        ("two_high_or_better", 22_100),
        ("contains_two_or_higher", 22_100),
    ],
)
def test_how_often_the_dealer_qualifies(name: str, hands: int) -> None:
    qualifies = qualifying_test(name)
    deals = combinations(DECK, 3)
    assert sum(qualifies(cards, strength_of_three(cards)) for cards in deals) == hands


@pytest.mark.parametrize(
    ("name", "odd_cards"),
    [
        # The dealer of Caribbean Stud qualifies in 56.3 % of 2,598,960 hands: in all but these.
        ("ace_king_or_better", 1_135_260),
        ("ace_high_or_better", 1_302_540 - 493 * 1020),
        ("pair_or_better", 1_302_540),
        ("contains_two_or_higher", 0),
    ],
)
def test_how_often_a_dealer_with_five_odd_cards_does_not_qualify(name: str, odd_cards: int) -> None:
    """Five different ranks in one of the 1,020 ways that are no flush."""
    qualifies = qualifying_test(name, 5)
    refused = 0
    for ranks in combinations(range(13), 5):
        cards = tuple(DECK[4 * rank + (place == 4)] for place, rank in enumerate(ranks))
        refused += not qualifies(cards, strength_of_five(cards))
    assert refused * 1020 == odd_cards


def test_a_pair_qualifies_by_its_rank_in_five_cards() -> None:
    qualifies = qualifying_test("pair_fours_or_better", 5)
    hands = ("4s 4d 2c 3h 7s", "3s 3d Ac Kh Qs", "2s 2d 3c 3h 4s", "As Kd Qc Jh 9s")
    held = [parse_cards(hand) for hand in hands]
    assert [qualifies(cards, strength_of_five(cards)) for cards in held] == [
        True,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(
    "name", ["queen_or_better", "king_ace_or_better", "ace_ace_or_better", "ace_high", "aces", "",
             "ace_king_high_or_better", "king_queen_jack_nine_or_better", "flush_6"]
)  # fmt: skip
def test_other_words_are_no_way_to_qualify(name: str) -> None:
    with pytest.raises(ValueError, match="is not a way to qualify: write <rank>_high_or_better"):
        qualifying_test(name)


@pytest.mark.parametrize(
    ("cards", "high", "contains"),
    [
        ("Qs 3d 2c", True, True),
        ("Js 9d 4c", False, False),
        ("7s 7d 7c", True, False),
        ("2s 2d 5c", True, False),
        ("4s 5d 6c", True, False),
        ("As 2d 3c", True, True),
        ("Jh 4h 2h", True, False),
    ],
)
def test_queen_high_and_containing_a_queen_are_two_things(
    cards: str, high: bool, contains: bool
) -> None:
    hand = parse_cards(cards)
    assert qualifying_test("queen_high_or_better")(hand, three(cards)) is high
    assert qualifying_test("contains_queen_or_higher")(hand, three(cards)) is contains


def test_jack_high_or_better() -> None:
    qualifies = qualifying_test("jack_high_or_better")
    assert qualifies(parse_cards("Js 3d 2c"), three("Js 3d 2c"))
    assert not qualifies(parse_cards("Ts 9d 7c"), three("Ts 9d 7c"))


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("compiler", "name", "accepted"),
    [
        (five_test, "straight_3", "pair_tens_or_better"),
        (five_test, "pair_elevens_or_better", "pair_tens_or_better"),
        (five_test, "Royal Flush", "royal_flush"),
        (three_test, "four_of_a_kind", "three_of_a_kind_3"),
        (three_test, "mini_royal_3", "mini_royal"),
        (qualifying_test, "queen_high", "queen_high_or_better"),
        (qualifying_test, "contains_queen", "contains_<rank>_or_higher"),
    ],
)
def test_an_unknown_name_is_refused_with_what_is_accepted(
    compiler: Callable[[str], object], name: str, accepted: str
) -> None:
    with pytest.raises(ValueError, match=f"^'{name}' is not .*{accepted}"):
        compiler(name)


UNKNOWN_HOLE_CARDS = """
    aces ka AK aa_suited pair_ak pair_ 22_to_tt ak_to_aj tt_to_22_or_aa kk_or_aa_suited
    _suited ak__aq ak_or ak_player_dealer _player_only
"""


@pytest.mark.parametrize("name", ["", *UNKNOWN_HOLE_CARDS.split()])
def test_an_unknown_hole_card_name_is_refused_with_what_is_accepted(name: str) -> None:
    with pytest.raises(ValueError, match="is not a name for hole cards: write ranks such as ak"):
        compile_hole([name])


@pytest.mark.parametrize(
    ("compiler", "names"),
    [
        (compile_five, ["flush", "flush"]),
        (compile_five, ["straight_flush", "royal_flush"]),
        (compile_five, ["pair_tens_or_better", "two_pairs"]),
        (compile_three, ["straight_flush_3", "mini_royal"]),
        (compile_hole, ["pair", "kk_player_and_dealer"]),
        (compile_hole, ["aa_player_only", "aa_player_and_dealer", "aa"]),
    ],
)
def test_a_row_that_can_never_pay_is_refused(
    compiler: Callable[[list[str]], object], names: list[str]
) -> None:
    with pytest.raises(ValueError, match=f"{names[-1]} can never pay"):
        compiler(names)
