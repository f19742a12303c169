"""Massachusetts Let It Ride: what a record of a round and its settlement can show."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.rules.tables import BUILT_IN, FIVE, Table

BOOK = "mgc-let-it-ride"

SMALL = ["2c 6s Ts", "2d 6c Th", "2s 6d Ks", "3c 7s Js", "3h 7h Ac", "3s 7d 5c"]
"""Hands that make no more than three aces with any of the community cards used here."""

LEVELS = {
    "jackpot": ("12345.67", "10000.00"),
    "mega": ("15000.00", "10000.00"),
    "major": ("11000.00", "1000.00"),
    "minor": ("310.00", "250.00"),
}


def rule(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(BOOK, clause)


def table(
    hand: str = "nothing",
    *,
    void: str | None = None,
    limits: Mapping[str, tuple[str, str]] | None = None,
    **options: object,
) -> Table:
    """A table whose community cards belong to a hand of that kind."""
    return Table(BOOK, community=FIVE[hand][1], options=options, void=void, limits=limits)


def linked(hand: str = "nothing", *, void: str | None = None, **options: object) -> Table:
    return table(hand, void=void, limits=None, **options).link("1.00", jackpot=LEVELS["jackpot"])


# --- the rulebook -----------------------------------------------------------------------------


@rule("title")
def test_title_undated_in_united_states_dollars() -> None:
    rules = BUILT_IN[BOOK]
    assert (rules.edition, rules.effective, rules.currency) == ("undated", None, "USD")
    assert rules.source == "004_21f905bd089c5c94.txt"
    at = table()
    at.seat(1, "Qc Th 6d", base="5.00")
    assert at.settle().record["edition"] == "undated"


@rule("1")
def test_1_the_names_of_the_wagers() -> None:
    assert [wager.title for wager in BUILT_IN[BOOK].wagers.values()] == [
        "bet 1",
        "bet 2",
        "bet 3",
        "progressive",
        "Let It Ride bonus",
        "three card bonus",
        "Cover All",
    ]


@rule("1/suit")
@pytest.mark.parametrize("card", ["6x", "6S", "6", "6♦"])
def test_1_suit_club_diamond_heart_or_spade(card: str) -> None:
    at = table()
    at.seat(1, f"Qc Th {card}", base="5.00")
    assert len(at.refused()) == 1


@rule("2(a)")
@pytest.mark.parametrize("cards", ["Qc Th Jk", "Qc Th Th", "Qc Th 5s"])
def test_2_a_no_joker_and_no_card_twice(cards: str) -> None:
    at = table()
    at.seat(1, cards, base="5.00")
    assert len(at.refused()) == 1


# --- wagers -----------------------------------------------------------------------------------


@rule("6(b)")
def test_6_b_every_wager_is_a_players() -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="5.00")
    del at.record["seats"][0]["player"]
    assert ["player" in fault.problem for fault in at.refused()] == [True]


@rule("6(d)")
@pytest.mark.parametrize(
    "wagers",
    [
        {"1": "5.00", "2": "5.00", "$": "10.00"},
        {"1": "5.00", "2": "5.00"},
        {"1": "5.00", "$": "5.00"},
    ],
)
def test_6_d_three_bets_present_and_equal(wagers: dict[str, str]) -> None:
    at = table()
    decisions = {wager: "ride" for wager in wagers if wager != "$"}
    at.seat(1, "Qc Th 6d", wagers=wagers, decisions=decisions)
    assert at.refused_under() == ["6(d)"]


@rule("6(d)")
def test_6_d_bet_3_is_not_removed() -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="5.00", one="withdraw", two="withdraw")
    settled = at.settle()
    assert settled.outcomes(1) == {"1": "withdrawn", "2": "withdrawn", "$": "lose"}
    at.record["seats"][0]["decisions"]["$"] = "withdraw"
    assert len(at.refused()) == 1


@rule("6(e)")
@pytest.mark.parametrize(
    ("allowed", "seats", "possible"),
    [
        (True, (2, 3), True),
        (True, (2, 4), False),
        (True, (1, 7), False),
        (True, (2, 3, 4), False),
        (False, (2, 3), False),
    ],
)
def test_6_e_two_adjacent_positions(allowed: bool, seats: tuple[int, ...], possible: bool) -> None:
    at = table(allow_two_positions=allowed)
    for seat, cards in zip(seats, SMALL, strict=False):
        at.seat(seat, cards, player="one", base="5.00")
    if possible:
        assert len(at.settle().record["seats"]) == len(seats)
    else:
        assert ["'one'" in fault.problem for fault in at.refused()] == [True]
        assert at.refused_under() == ["I-40"]


@rule("6a(b)")
@pytest.mark.parametrize("stake", ["2.00", "0.50", "1.01"])
def test_6a_b_the_bonus_is_exactly_one_dollar(stake: str) -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="5.00", bonus=stake)
    assert at.refused_under() == ["6a(b)"]


@pytest.mark.parametrize(
    "wagers",
    [
        pytest.param({"bonus": "1.00"}, marks=rule("6a(b)")),
        pytest.param({"three_card_bonus": "5.00"}, marks=rule("6b(b)")),
        pytest.param({"cover_all": "5.00"}, marks=rule("11(a)")),
        pytest.param({"progressive": "1.00"}, marks=rule("12(b)")),
    ],
)
def test_side_wagers_stand_beside_three_bets_only(wagers: dict[str, str]) -> None:
    at = linked(three_card_bonus_table="A")
    at.seat(1, "Qc Th 6d", base="5.00", wagers=wagers)
    assert at.settle().wagers(1) == ["1", "2", "$", *wagers]
    at = linked(three_card_bonus_table="A")
    at.seat(1, "Qc Th 6d", wagers=wagers)
    assert set(at.refused_under()) == {"6(d)"}


@rule("12(b)")
@pytest.mark.parametrize("stake", ["2.00", "5.00", "0.50"])
def test_12_b_the_progressive_wager_is_exactly_one_dollar(stake: str) -> None:
    at = linked()
    at.seat(1, "Qc Th 6d", base="5.00", progressive=stake)
    assert at.refused_under() == ["12(b)"]


@rule("12(b)")
def test_12_b_a_multi_game_link_has_its_own_unit() -> None:
    at = table("three of a kind", progressive_table="PTMGL01")
    at.link("5.00", jackpot=("50000.00", "50000.00"))
    at.seat(1, "4s 4h 4d", base="5.00", progressive="5.00")
    assert at.settle().line(1, "progressive").result == ("win", "9 for 1", "45.00", "0.00")


@rule("12(a)")
def test_12_a_bonus_and_progressive_are_two_wagers() -> None:
    at = linked("flush")
    at.seat(1, "Jh 8h 6h", base="5.00", bonus="1.00", progressive="1.00")
    settled = at.settle()
    assert settled.line(1, "bonus").result == ("win", "$50.00", "50.00", "0.00")
    assert settled.line(1, "progressive").result == ("win", "40 for 1", "40.00", "0.00")


# --- cards and decisions ----------------------------------------------------------------------


@rule("1/hand")
@rule("9(g)(1)")
def test_1_hand_three_own_and_two_community_cards() -> None:
    at = Table(BOOK, community="Js Ts")
    at.seat(1, "As Ks Qs", base="5.00")
    assert at.settle().line(1, "$").odds == "1000 to 1"
    at = Table(BOOK, community="9c 2d")
    at.seat(1, "Td Th 4s", base="5.00")
    assert at.settle().line(1, "$").odds == "1 to 1"


@rule("1/hand")
@pytest.mark.parametrize("community", ["Js", "Js Ts 9s"])
def test_1_hand_the_burned_card_is_no_community_card(community: str) -> None:
    at = Table(BOOK, community=community)
    at.seat(1, "As Ks Qs", base="5.00")
    assert len(at.refused()) == 1


@rule("1/let it ride")
@rule("9(b)(1)")
@rule("9(e)(1)")
def test_9_b_1_ridden_bets_stay_to_the_end() -> None:
    at = table("pair of tens")
    at.seat(1, "Td Th 4s", base="5.00")
    settled = at.settle()
    assert settled.outcomes(1) == {"1": "win", "2": "win", "$": "win"}
    assert settled.net(1) == "15.00"


@rule("9(b)(2)")
def test_9_b_2_bet_1_withdrawn_is_back() -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="5.00", one="withdraw")
    settled = at.settle()
    assert settled.line(1, "1").result == ("withdrawn", None, "0.00", "5.00")
    assert settled.line(1, "1").rules == ["9(b)(2)"]
    assert settled.net(1) == "-10.00"


@rule("9(e)(2)")
def test_9_e_2_bet_2_withdrawn_is_back_and_bet_3_live() -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="5.00", two="withdraw")
    settled = at.settle()
    assert settled.line(1, "2").result == ("withdrawn", None, "0.00", "5.00")
    assert settled.line(1, "2").rules == ["9(e)(2)"]
    assert settled.line(1, "$").outcome == "lose"


@pytest.mark.parametrize(
    ("missing", "clause"),
    [
        ("1", "9(b)"),
        pytest.param("2", "9(e)", marks=rule("9(e)")),
    ],
)
def test_9_b_and_9_e_both_questions_are_answered(missing: str, clause: str) -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="5.00", one="withdraw")
    del at.record["seats"][0]["decisions"][missing]
    assert at.refused_under() == [clause]


# --- base bets --------------------------------------------------------------------------------


@rule("9(g)(2)")
@pytest.mark.parametrize(
    ("cards", "community", "outcome"),
    [
        ("9s 9d Kc", "5h 2c", "lose"),
        ("Ts Td Kc", "5h 2c", "win"),
        ("2s 2d Kc", "5h 5c", "win"),
        ("As Kd Qc", "Jh 9c", "lose"),
    ],
)
def test_9_g_2_below_a_pair_of_tens_loses(cards: str, community: str, outcome: str) -> None:
    at = Table(BOOK, community=community)
    at.seat(1, cards, base="5.00")
    for line in at.settle().lines(1):
        assert line.outcome == outcome
        assert "9(g)(2)" in line.rules


@rule("10(b)")
@pytest.mark.parametrize(
    ("hand", "odds", "winnings"),
    [
        ("royal flush", "1000 to 1", "5000.00"),
        ("straight flush", "200 to 1", "1000.00"),
        ("four of a kind", "50 to 1", "250.00"),
        ("full house", "11 to 1", "55.00"),
        ("flush", "8 to 1", "40.00"),
        ("straight", "5 to 1", "25.00"),
        ("three of a kind", "3 to 1", "15.00"),
        ("two pairs", "2 to 1", "10.00"),
        ("pair of tens", "1 to 1", "5.00"),
    ],
)
def test_10_b_base_bets(hand: str, odds: str, winnings: str) -> None:
    at = table(hand)
    at.seat(1, FIVE[hand][0], base="5.00")
    for line in at.settle().lines(1):
        assert line.result == ("win", odds, winnings, "5.00")
        assert "10(b)" in line.rules


@rule("10(a)")
def test_10_a_odds_are_printed_with_to_and_never_with_for() -> None:
    tables = BUILT_IN[BOOK].paytables
    printed = [
        str(row.pays)
        for name in tables
        if name.startswith(("base", "bonus", "three_card_bonus", "cover_all"))
        for row in tables[name].rows
    ]
    assert len(printed) == 9 + 7 + 6 * 6 + 7 * 7
    assert not [words for words in printed if "for" in words]


@rule("10(c)")
@pytest.mark.parametrize(
    ("limit", "least_bet", "two_positions", "possible"),
    [
        ("60000.00", "25.00", False, False),
        ("74999.99", "25.00", False, False),
        ("75000.00", "25.00", False, True),
        ("75000.00", "25.00", True, False),
        ("90000.00", "25.00", True, True),
        ("49999.99", "5.00", False, False),
        ("50000.00", "5.00", False, True),
    ],
)
def test_10_c_how_low_a_limit_may_be(
    limit: str, least_bet: str, two_positions: bool, possible: bool
) -> None:
    at = table(
        limits={"base": (least_bet, "500.00")},
        payout_limit=limit,
        allow_two_positions=two_positions,
    )
    at.seat(1, "Qc Th 6d", base="25.00")
    if possible:
        assert at.settle().net(1) == "-75.00"
    else:
        assert at.refused_under() == ["10(c)"]


@rule("10(c)")
def test_10_c_the_bets_of_one_hand_win_no_more_than_the_limit() -> None:
    at = table("royal flush", limits={"base": ("25.00", "500.00")}, payout_limit="75000.00")
    at.seat(1, "Ad Kd Qd", base="100.00", bonus="1.00")
    settled = at.settle()
    for wager in ("1", "2", "$"):
        assert settled.line(1, wager).result == ("win", "1000 to 1", "25000.00", "100.00")
        assert "10(c)" in settled.line(1, wager).rules
    assert settled.line(1, "bonus").winnings == "25000.00"


@rule("10(c)")
def test_10_c_odd_cents_go_to_the_earlier_bets_and_withdrawn_ones_get_nothing() -> None:
    at = table("royal flush", payout_limit="50000.01")
    at.seat(1, "Ad Kd Qd", base="100.00", two="withdraw")
    settled = at.settle()
    assert settled.line(1, "1").winnings == "25000.01"
    assert settled.line(1, "2").result == ("withdrawn", None, "0.00", "100.00")
    assert settled.line(1, "$").winnings == "25000.00"


@rule("10(c)")
def test_10_c_the_limit_is_for_each_hand_and_for_base_bets_only() -> None:
    at = Table(
        BOOK,
        community="Th Jh",
        options={"payout_limit": "50000.00", "three_card_bonus_table": "D"},
    ).link("1.00", jackpot=("90000.00", "10000.00"))
    at.seat(
        1, "Qh Kh Ah", base="100.00",
        progressive="1.00", bonus="1.00", three_card_bonus="2000.00", cover_all="500.00",
    )  # fmt: skip
    at.seat(2, "7h 8h 9h", base="50.00", progressive="1.00")
    settled = at.settle()
    assert [settled.line(1, wager).winnings for wager in ("1", "2", "$")] == [
        "16666.67",
        "16666.67",
        "16666.66",
    ]
    assert settled.line(2, "$").winnings == "10000.00"
    assert settled.line(1, "three_card_bonus").winnings == "100000.00"
    assert settled.line(1, "cover_all").winnings == "150000.00"
    assert settled.line(1, "progressive").winnings == "81000.00"
    assert settled.line(2, "envy").winnings == "1000.00"


# --- Let It Ride bonus ------------------------------------------------------------------------


@rule("6a(c)")
@rule("10(d)")
@pytest.mark.parametrize(
    ("hand", "odds", "winnings"),
    [
        ("royal flush", "$25,000.00", "25000.00"),
        ("straight flush", "$2,500.00", "2500.00"),
        ("four of a kind", "$400.00", "400.00"),
        ("full house", "$200.00", "200.00"),
        ("flush", "$50.00", "50.00"),
        ("straight", "$25.00", "25.00"),
        ("three of a kind", "$5.00", "5.00"),
    ],
)
def test_10_d_bonus(hand: str, odds: str, winnings: str) -> None:
    at = table(hand)
    at.seat(1, FIVE[hand][0], base="5.00", bonus="1.00")
    line = at.settle().line(1, "bonus")
    assert line.result == ("win", odds, winnings, "0.00")
    assert {"6a(c)", "10(d)"} <= set(line.rules)


@pytest.mark.parametrize("hand", ["two pairs", "pair of tens", "nothing"])
def test_6a_a_below_three_of_a_kind_the_bonus_loses(hand: str) -> None:
    at = table(hand)
    at.seat(1, FIVE[hand][0], base="5.00", bonus="1.00")
    line = at.settle().line(1, "bonus")
    assert line.result == ("lose", None, "0.00", "0.00")
    assert "6a(a)" in line.rules


@rule("6a(d)")
def test_6a_d_the_bonus_is_paid_whatever_was_withdrawn() -> None:
    at = table("straight")
    at.seat(1, "9c 8d 7c", base="5.00", one="withdraw", two="withdraw", bonus="1.00")
    settled = at.settle()
    assert settled.line(1, "bonus").winnings == "25.00"
    assert settled.line(1, "$").winnings == "25.00"


# --- three card bonus -------------------------------------------------------------------------

THREE = {
    "mini-royal": "As Ks Qs",
    "straight flush": "Ks Qs Js",
    "three of a kind": "6s 6h 6d",
    "straight": "5s 4d 3c",
    "flush": "Kd 8d 2d",
    "pair": "2s 2h 9d",
}
THREE_CARD_TABLES = {
    "A": (40, 40, 30, 6, 4, 1),
    "B": (40, 40, 30, 5, 4, 1),
    "C": (40, 40, 30, 6, 3, 1),
    "D": (50, 40, 30, 6, 4, 1),
    "E": (50, 40, 30, 5, 4, 1),
    "F": (50, 40, 30, 6, 3, 1),
}


@rule("6b(c)")
@rule("10(e)")
@pytest.mark.parametrize(
    ("letter", "hand", "odds"),
    [
        pytest.param(letter, hand, odds, marks=rule(f"10(e)/{letter}"), id=f"{letter} {hand}")
        for letter, column in THREE_CARD_TABLES.items()
        for hand, odds in zip(THREE, column, strict=True)
    ],
)
def test_10_e_three_card_bonus(letter: str, hand: str, odds: int) -> None:
    at = Table(BOOK, community="Jc 7h", options={"three_card_bonus_table": letter})
    at.seat(1, THREE[hand], base="5.00", three_card_bonus="10.00")
    line = at.settle().line(1, "three_card_bonus")
    assert line.result == ("win", f"{odds} to 1", f"{odds * 10}.00", "10.00")
    assert {"6b(c)", "10(e)", f"10(e)/{letter}"} <= set(line.rules)


@rule("10(e)/E")
def test_10_e_ace_two_three_is_a_straight() -> None:
    at = Table(BOOK, community="Jc 7h", options={"three_card_bonus_table": "E"})
    at.seat(1, "Ah 2d 3c", base="5.00", three_card_bonus="10.00")
    at.seat(2, "Kh Ad 2c", base="5.00", three_card_bonus="10.00")
    settled = at.settle()
    assert settled.line(1, "three_card_bonus").winnings == "50.00"
    assert settled.line(2, "three_card_bonus").outcome == "lose"


def test_6b_a_below_a_pair_the_three_card_bonus_loses() -> None:
    at = Table(BOOK, community="Kc 7h", options={"three_card_bonus_table": "A"})
    at.seat(1, "Kh Qd 9s", base="5.00", three_card_bonus="10.00")
    line = at.settle().line(1, "three_card_bonus")
    assert line.result == ("lose", None, "0.00", "0.00")
    assert "6b(a)" in line.rules


@rule("6b(c)")
def test_6b_c_a_table_is_chosen_before_the_wager_is_offered() -> None:
    at = Table(BOOK, community="Kc 7h")
    at.seat(1, "Kh Qd 9s", base="5.00", three_card_bonus="10.00")
    assert ["three_card_bonus_table" in str(problem) for problem in at.refused()] == [True]


@rule("10(e)")
def test_10_e_there_is_no_table_g() -> None:
    at = Table(BOOK, community="Kc 7h", options={"three_card_bonus_table": "G"})
    at.seat(1, "Kh Qd 9s", base="5.00", three_card_bonus="10.00")
    assert [fault.problem for fault in at.refused()] == ["three_card_bonus_table is 'G'"]


@rule("12(e)")
def test_12_e_a_fault_elsewhere_leaves_the_table_in_force() -> None:
    """Whoever mends a record is told what is wrong with it, and nothing else."""
    options = {"progressive_table": "PTMGLML01", "three_card_bonus_table": "A", "envy_multiple": 1}
    at = Table(BOOK, community="Kc 7h", options=options)
    at.link("1.00", major=("12000.00", "10000.00"), minor=("1100.00", "1000.00"))
    at.seat(1, "Kh Qd 9s", base="5.00", progressive="1.00", three_card_bonus="10.00")
    assert [fault.problem for fault in at.refused()] == ["envy_multiple is 1"]


@rule("6b(d)")
def test_6b_d_the_three_card_bonus_is_paid_beside_a_losing_hand() -> None:
    at = Table(BOOK, community="Kc 7h", options={"three_card_bonus_table": "A"})
    at.seat(1, "2s 2h 9d", base="5.00", three_card_bonus="5.00", one="withdraw")
    settled = at.settle()
    assert settled.line(1, "three_card_bonus").result == ("win", "1 to 1", "5.00", "5.00")
    assert settled.line(1, "$").outcome == "lose"


# --- Cover All --------------------------------------------------------------------------------

COVERED = (
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
)
COVER_ALL = {
    7: (90, 40, 20, 10, 7, 4, 3),
    6: (100, 50, 30, 15, 10, 5, 3),
    5: (150, 60, 35, 17, 11, 6, 4),
    4: (200, 70, 40, 20, 15, 8, 5),
    3: (250, 80, 50, 25, 20, 10, 7),
    2: (300, 100, 80, 40, 30, 15, 11),
    1: (500, 200, 150, 100, 70, 30, 20),
}


def cover_all(hand: str, players: int) -> Table:
    """That hand at the last seat, small ones before it, Cover All at the first."""
    at = table(hand)
    hands = [*SMALL[: players - 1], FIVE[hand][0]]
    for seat, cards in enumerate(hands, start=1):
        side = {"cover_all": "10.00"} if seat == 1 else {}
        at.seat(seat, cards, base="5.00", wagers=side)
    return at


@rule("11(c)")
@rule("11(k)")
@pytest.mark.parametrize(
    ("players", "hand", "odds"),
    [
        pytest.param(players, hand, odds, marks=rule(f"11(k)/{players}"), id=f"{players} {hand}")
        for players, column in COVER_ALL.items()
        for hand, odds in zip(COVERED, column, strict=True)
    ],
)
def test_11_k_cover_all(players: int, hand: str, odds: int) -> None:
    line = cover_all(hand, players).settle().line(1, "cover_all")
    assert line.result == ("win", f"{odds} to 1", f"{odds * 10}.00", "10.00")
    assert {"11(c)", f"11(k)/{players}"} <= set(line.rules)


@rule("11(f)")
@pytest.mark.parametrize(
    ("hand", "odds"), list(zip(COVERED, (90, 40, 20, 10, 7, 4, 3), strict=True)), ids=COVERED
)
def test_11_f_is_the_column_for_seven_players(hand: str, odds: int) -> None:
    assert cover_all(hand, 7).settle().line(1, "cover_all").odds == f"{odds} to 1"


@rule("11(b)")
def test_11_b_the_best_hand_of_the_table_counts_for_every_wager() -> None:
    at = Table(BOOK, community="Qc 9d")
    at.seat(1, "Jc Jd 2s", base="5.00", cover_all="5.00")
    at.seat(2, "9c Qd 3s", base="5.00", cover_all="10.00")
    at.seat(3, "4s 4h 4d", base="5.00", cover_all="20.00")
    settled = at.settle()
    lines = [settled.line(seat, "cover_all") for seat in (1, 2, 3)]
    assert [line.winnings for line in lines] == ["35.00", "70.00", "140.00"]
    assert all("11(b)" in line.rules for line in lines)


@rule("11(b)")
def test_11_b_below_three_of_a_kind_cover_all_loses() -> None:
    at = Table(BOOK, community="Qc 9d")
    at.seat(1, "Jc Jd 2s", base="5.00", cover_all="5.00")
    at.seat(2, "9c Qd 3s", base="5.00")
    line = at.settle().line(1, "cover_all")
    assert line.result == ("lose", None, "0.00", "0.00")
    assert "11(b)" in line.rules


@rule("11(c)")
@pytest.mark.parametrize(("players", "winnings"), [(3, "100.00"), (6, "50.00")])
def test_11_c_the_more_hands_the_less_is_paid(players: int, winnings: str) -> None:
    assert cover_all("straight", players).settle().line(1, "cover_all").winnings == winnings


@rule("11(g)")
def test_11_g_only_the_highest_hand_is_paid() -> None:
    at = Table(BOOK, community="7c 8c")
    at.seat(1, "9c Tc Jc", base="5.00", cover_all="5.00")
    hands = ["8s 8h 2d", "Ah 3d 2s", "Kh 4d 3s", "Qh 5d 4s", "Th 2h 3h", "6d Ks Ad"]
    for seat, cards in enumerate(hands, start=2):
        at.seat(seat, cards, base="5.00")
    settled = at.settle()
    assert settled.wagers(1).count("cover_all") == 1
    assert settled.line(1, "cover_all").result == ("win", "40 to 1", "200.00", "5.00")
    assert "11(g)" in settled.line(1, "cover_all").rules


@rule("11(h)(a)")
def test_11_h_a_three_of_a_kind_already_wins() -> None:
    line = cover_all("three of a kind", 2).settle().line(1, "cover_all")
    assert line.result == ("win", "11 to 1", "110.00", "10.00")


@rule("11(i)")
def test_11_i_a_better_hand_takes_the_place_of_the_one_before() -> None:
    for straight, flush in ((1, 2), (2, 1)):
        at = Table(BOOK, community="5h 6h")
        at.seat(straight, "7c 8d 9s", base="5.00", cover_all="5.00")
        at.seat(flush, "Kh Jh 2h", base="5.00")
        assert at.settle().line(straight, "cover_all").odds == "30 to 1"


# --- progressive tables -----------------------------------------------------------------------


@rule("12(c)")
def test_12_c_odds_are_house_money_and_percentages_come_off_the_meter() -> None:
    at = linked("flush")
    at.seat(1, "Jh 8h 6h", base="5.00", progressive="1.00")
    settled = at.settle()
    assert settled.line(1, "progressive").result == ("win", "40 for 1", "40.00", "0.00")
    assert "12(c)" in settled.line(1, "progressive").rules
    assert settled.meter() == ("12345.67", "0.00", "12345.67")
    at = linked("straight flush")
    at.seat(1, "Jc Tc 9c", base="5.00", progressive="1.00")
    settled = at.settle()
    assert settled.line(1, "progressive").result == ("win", "10%", "1234.56", "0.00")
    assert settled.meter() == ("12345.67", "1234.56", "11111.11")


@rule("12(c)")
def test_12_c_a_hand_that_is_not_listed_loses() -> None:
    at = linked("two pairs")
    at.seat(1, "3s 3h 9s", base="5.00", progressive="1.00")
    line = at.settle().line(1, "progressive")
    assert line.result == ("lose", None, "0.00", "0.00")
    assert "12(c)" in line.rules


JACKPOT = ("100%", "12345.67"), ("10%", "1234.56"), ("300 for 1", "300.00")
TIERS = ("100%", "15000.00"), ("100%", "11000.00"), ("100%", "310.00")
PROGRESSIVE = {
    "TABLE1": (*JACKPOT, 9),
    "PTMGL01": (*JACKPOT, 9),
    "PTMGL02": (*JACKPOT, 9),
    "PTMGL03": (("100%", "12345.67"), ("100%", "12345.67"), ("300 for 1", "300.00"), 9),
    "PTMGLML01": (("100%", "11000.00"), ("100%", "310.00"), ("300 for 1", "300.00"), 9),
    "PTMGLML02": (*TIERS, 10),
    "PTMGLML03": (*TIERS, 9),
}
LEVELS_OF = {
    "PTMGLML01": ("major", "minor"),
    "PTMGLML02": ("mega", "major", "minor"),
    "PTMGLML03": ("mega", "major", "minor"),
}
CLAUSE_OF = {
    "TABLE1": "12(d)/Table 1",
    "PTMGL03": "12(e)/PTMGL03-inferred",
} | {name: f"12(e)/{name}" for name in PROGRESSIVE if name not in ("TABLE1", "PTMGL03")}


def on_table(name: str, hand: str) -> Table:
    at = table(hand, progressive_table=name, ptmglml02_seeds_confirmed=True)
    levels = LEVELS_OF.get(name, ("jackpot",))
    return at.link("1.00", **{level: LEVELS[level] for level in levels})


@pytest.mark.parametrize(
    ("name", "hand", "odds", "winnings"),
    [
        pytest.param(name, hand, odds, winnings, marks=rule(CLAUSE_OF[name]), id=f"{name} {hand}")
        for name, (royal, straight_flush, four, three) in PROGRESSIVE.items()
        for hand, (odds, winnings) in {
            "royal flush": royal,
            "straight flush": straight_flush,
            "four of a kind": four,
            "full house": ("50 for 1", "50.00"),
            "flush": ("40 for 1", "40.00"),
            "straight": ("30 for 1", "30.00"),
            "three of a kind": (f"{three} for 1", f"{three}.00"),
        }.items()
    ],
)
@rule("12(e)")
@rule("12(f)")
def test_12_e_progressive_tables(name: str, hand: str, odds: str, winnings: str) -> None:
    at = on_table(name, hand)
    at.seat(1, FIVE[hand][0], base="5.00", progressive="1.00")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", odds, winnings, "0.00")
    assert {CLAUSE_OF[name], "12(f)"} <= set(line.rules)


@pytest.mark.parametrize(
    ("name", "royal", "straight_flush"),
    [
        pytest.param(name, royal, straight_flush, marks=rule(CLAUSE_OF[name]), id=name)
        for name, royal, straight_flush in (
            ("TABLE1", "1000.00", "300.00"),
            ("PTMGL01", "1000.00", "300.00"),
            ("PTMGL02", "5000.00", "1500.00"),
            ("PTMGL03", "250.00", "250.00"),
            ("PTMGLML01", "1000.00", "300.00"),
            ("PTMGLML02", "1000.00", "300.00"),
            ("PTMGLML03", "1000.00", "300.00"),
        )
    ],
)
def test_12_e_envy_by_table(name: str, royal: str, straight_flush: str) -> None:
    for hand, envy in (("royal flush", royal), ("straight flush", straight_flush)):
        at = on_table(name, hand)
        at.seat(1, FIVE[hand][0], base="5.00")
        at.seat(2, "2s 6d Ks", base="5.00", progressive="1.00")
        assert at.settle().line(2, "envy").winnings == envy
    at = on_table(name, "four of a kind")
    at.seat(1, "8s 8h 8d", base="5.00")
    at.seat(2, "2s 6d Ks", base="5.00", progressive="1.00")
    assert "envy" not in at.settle().wagers(2)


@rule("12(e)/PTMGLML01")
def test_12_e_ptmglml01_a_straight_flush_empties_the_minor_level_only() -> None:
    at = table("straight flush", progressive_table="PTMGLML01")
    at.link("1.00", major=("15000.00", "10000.00"), minor=("1800.00", "1000.00"))
    at.seat(1, "Jc Tc 9c", base="5.00", progressive="1.00")
    settled = at.settle()
    assert settled.line(1, "progressive").winnings == "1800.00"
    assert settled.meter("minor") == ("1800.00", "1800.00", "1000.00")
    assert settled.meter("major") == ("15000.00", "0.00", "15000.00")


@rule("12(e)/PTMGLML03")
def test_12_e_ptmglml03_four_of_a_kind_empties_the_minor_level_only() -> None:
    at = on_table("PTMGLML03", "four of a kind")
    at.seat(1, "8s 8h 8d", base="5.00", progressive="1.00")
    settled = at.settle()
    assert settled.line(1, "progressive").winnings == "310.00"
    assert settled.meter("minor") == ("310.00", "310.00", "250.00")
    assert settled.meter("major") == ("11000.00", "0.00", "11000.00")
    assert settled.meter("mega") == ("15000.00", "0.00", "15000.00")


@rule("12(e)/PTMGL03-inferred")
def test_12_e_ptmgl03_a_royal_takes_what_a_straight_flush_takes() -> None:
    at = table("royal flush", progressive_table="PTMGL03")
    at.link("1.00", jackpot=("4200.00", "1000.00"))
    at.seat(1, "Ad Kd Qd", base="5.00", progressive="1.00")
    at.seat(2, "2s 6d Ks", base="5.00", progressive="1.00")
    settled = at.settle()
    assert settled.line(1, "progressive").result == ("win", "100%", "4200.00", "0.00")
    assert settled.line(2, "envy").winnings == "250.00"
    assert settled.meter() == ("4200.00", "4200.00", "1000.00")


@pytest.mark.parametrize(
    ("name", "seeds"),
    [
        pytest.param(name, seeds, marks=rule(CLAUSE_OF[name]), id=name)
        for name, seeds in (
            ("TABLE1", {"jackpot": "10000.00"}),
            ("PTMGL01", {"jackpot": "10000.00"}),
            ("PTMGL02", {"jackpot": "10000.00"}),
            ("PTMGL03", {"jackpot": "1000.00"}),
            ("PTMGLML01", {"major": "10000.00", "minor": "1000.00"}),
            ("PTMGLML02", {"mega": "10000.00", "major": "1000.00", "minor": "250.00"}),
            ("PTMGLML03", {"mega": "10000.00", "major": "1000.00", "minor": "250.00"}),
        )
    ],
)
def test_12_e_seeds_for_a_wager_of_one_dollar(name: str, seeds: dict[str, str]) -> None:
    printed = BUILT_IN[BOOK].paytables[name].seeds
    assert {level: str(seed) for level, seed in printed.items()} == seeds


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        pytest.param("PTMGL01", ("major", "minor"), marks=rule("12(e)/PTMGL01")),
        pytest.param("PTMGLML01", ("jackpot",), marks=rule("12(e)/PTMGLML01")),
        pytest.param("PTMGLML03", ("major", "minor"), marks=rule("12(e)/PTMGLML03")),
    ],
)
def test_12_e_exactly_the_levels_of_the_table(name: str, levels: tuple[str, ...]) -> None:
    at = table(progressive_table=name).link("1.00", **{level: LEVELS[level] for level in levels})
    at.seat(1, "Qc Th 6d", base="5.00")
    assert len(at.refused()) >= 1


@rule("12(e)/PTMGLML02")
def test_12_e_ptmglml02_waits_for_its_seeds_to_be_confirmed() -> None:
    levels = {level: LEVELS[level] for level in ("mega", "major", "minor")}
    at = table("three of a kind", progressive_table="PTMGLML02").link("1.00", **levels)
    at.seat(1, "4s 4h 4d", base="5.00", progressive="1.00")
    assert at.refused_under() == ["I-26"]
    at.record["options"]["ptmglml02_seeds_confirmed"] = True
    assert at.settle().line(1, "progressive").winnings == "10.00"


@rule("12(e)")
def test_12_e_no_other_table() -> None:
    at = linked(progressive_table="PTMGL04")
    at.seat(1, "Qc Th 6d", base="5.00", progressive="1.00")
    assert ["PTMGL04" in fault.problem for fault in at.refused()] == [True]


@rule("12(d)/Table 1")
def test_12_d_table_1_is_played_for_one_dollar_only() -> None:
    at = table().link("5.00", jackpot=LEVELS["jackpot"])
    at.seat(1, "Qc Th 6d", base="5.00", progressive="5.00")
    assert at.refused_under() == ["12(d)/Table 1"]


@rule("12(f)")
def test_12_f_the_hand_is_that_of_the_base_game() -> None:
    at = Table(BOOK, community="6s 5s", options={"progressive_table": "PTMGL01"})
    at.link("1.00", jackpot=("20000.00", "10000.00"))
    at.seat(1, "9s 8s 7s", base="5.00", progressive="1.00")
    settled = at.settle()
    assert settled.line(1, "$").odds == "200 to 1"
    assert settled.line(1, "progressive").winnings == "2000.00"


@rule("12(d)")
def test_12_d_envy_for_every_other_player_with_a_progressive_wager() -> None:
    at = linked("royal flush")
    at.seat(1, "2c 6s Ts", base="5.00", progressive="1.00")
    at.seat(2, "Ad Kd Qd", base="5.00", progressive="1.00")
    at.seat(3, "2s 6d Ks", base="5.00", one="withdraw", two="withdraw", progressive="1.00")
    at.seat(4, "3c 7s Js", base="5.00")
    settled = at.settle()
    for seat in (1, 3):
        line = settled.line(seat, "envy")
        assert (line.stake, *line.result) == ("0.00", "win", "$1,000.00", "1000.00", "0.00")
        assert line.from_seat == 2
        assert "12(d)" in line.rules
    assert "envy" not in settled.wagers(2) + settled.wagers(4)


@rule("12(d)")
def test_12_d_two_positions_of_one_player_do_not_envy_each_other() -> None:
    at = linked("straight flush", allow_two_positions=True)
    at.seat(1, "Jc Tc 9c", player="one", base="5.00", progressive="1.00")
    at.seat(2, "2s 6d Ks", player="one", base="5.00", progressive="1.00")
    at.seat(3, "3h 7h Ac", base="5.00", progressive="1.00")
    settled = at.settle()
    assert "envy" not in settled.wagers(1) + settled.wagers(2)
    assert settled.line(3, "envy").winnings == "300.00"


@rule("12(d)")
def test_12_d_envy_is_paid_on_each_of_two_wagers() -> None:
    at = linked("straight flush", allow_two_positions=True)
    at.seat(1, "3h 7h Ac", player="one", base="5.00", progressive="1.00")
    at.seat(2, "2s 6d Ks", player="one", base="5.00", progressive="1.00")
    at.seat(3, "Jc Tc 9c", base="5.00")
    settled = at.settle()
    assert [settled.line(seat, "envy").winnings for seat in (1, 2)] == ["300.00", "300.00"]


# --- void rounds ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "clause",
    [pytest.param(clause, marks=rule(clause)) for clause in ("7(e)(2)", "13(a)", "13(c)", "13(e)")],
)
def test_13_a_void_round_gives_everything_back(clause: str) -> None:
    at = linked("royal flush", void=clause, three_card_bonus_table="D")
    at.seat(
        1, "Ad Kd Qd", base="5.00",
        progressive="1.00", bonus="1.00", three_card_bonus="5.00", cover_all="5.00",
    )  # fmt: skip
    at.seat(2, "2s 6d Ks", base="5.00", one="withdraw", progressive="1.00")
    settled = at.settle()
    assert settled.wagers(1) == [
        "1",
        "2",
        "$",
        "progressive",
        "bonus",
        "three_card_bonus",
        "cover_all",
    ]
    for line in settled.lines(1) + settled.lines(2):
        assert line.result == ("void", None, "0.00", line.stake)
        assert line.rules == [clause]
    assert settled.seat(1)["returned"] == "27.00"
    assert settled.meter() == ("12345.67", "0.00", "12345.67")


@rule("13(c)")
@pytest.mark.parametrize(
    ("cards", "community"), [("Qc Th", "5s 2h"), ("Qc Th 6d 6c", "5s 2h"), ("Qc Th 6d", "5s 2h Kd")]
)
def test_13_c_the_void_round_holds_the_wrong_number_of_cards(cards: str, community: str) -> None:
    at = Table(BOOK, community=community, void="13(c)")
    at.seat(3, cards, base="5.00")
    assert at.settle().outcomes(3) == {"1": "void", "2": "void", "$": "void"}
