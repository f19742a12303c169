"""Megalink Let It Ride, Version 2: what a record of a round and its settlement can show."""

from __future__ import annotations

import pytest

from tests.rules.tables import BUILT_IN, FIVE, Table

BOOK = "mbs-megalink-let-it-ride-v2"


def rule(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(BOOK, clause)


def table(hand: str = "nothing", *, void: str | None = None, **draws: object) -> Table:
    """A table whose community cards belong to one of the hands above."""
    return Table(BOOK, community=FIVE[hand][1], draws=draws, void=void)


def linked(hand: str = "nothing", *, void: str | None = None, **draws: object) -> Table:
    return table(hand, void=void, **draws).link("5.00", jackpot=("200000.00", "50000.00"))


# --- the rulebook -----------------------------------------------------------------------------


@rule("title")
def test_title_version_2_of_9_may_2013_in_singapore_dollars() -> None:
    rules = BUILT_IN[BOOK]
    assert (rules.edition, rules.effective, rules.currency) == ("Version 2", "2013-05-09", "SGD")
    at = table()
    at.seat(1, "Qc Th 6d", base="10.00")
    record = at.settle().record
    assert (record["rulebook"], record["edition"]) == (BOOK, "Version 2")


@rule("1.1")
def test_1_1_four_wagers_have_these_names_and_no_other() -> None:
    titles = [wager.title for wager in BUILT_IN[BOOK].wagers.values()]
    assert titles == ["1", "2", "$", "Progressive Jackpot Wager"]


@rule("2.1")
@pytest.mark.parametrize("cards", ["Qc Th Jk", "Qc Th Th", "Qc Th 5s", "Qc Th 1d"])
def test_2_1_no_joker_and_no_card_twice(cards: str) -> None:
    at = table()
    at.seat(1, cards, base="10.00")
    assert len(at.refused()) == 1


@rule("2.2")
@pytest.mark.parametrize("seat", [0, 6, 7])
def test_2_2_no_seat_beyond_the_layout(seat: int) -> None:
    at = Table(BOOK, community="5s 2h", positions=5)
    at.seat(seat, "Qc Th 6d", base="10.00")
    assert at.refused_under() == ["2.2"]


@rule("2.2")
@pytest.mark.parametrize("positions", [0, 8])
def test_2_2_a_layout_has_one_to_seven_positions(positions: int) -> None:
    at = Table(BOOK, community="5s 2h", positions=positions)
    at.seat(1, "Qc Th 6d", base="10.00")
    assert "2.2" in at.refused_under()


@rule("2.2.1")
@pytest.mark.parametrize("wager", ["three_card_bonus", "bonus", "cover_all", "ante"])
def test_2_2_1_no_other_wagers_than_those_of_the_layout(wager: str) -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="10.00", wagers={wager: "5.00"})
    assert [wager in fault.problem for fault in at.refused()] == [True]


@rule("2.2.1")
def test_2_2_1_one_line_for_each_of_the_four_areas() -> None:
    at = linked()
    at.seat(1, "Qc Th 6d", base="10.00", progressive="5.00")
    assert at.settle().wagers(1) == ["1", "2", "$", "progressive"]


# --- wagers -----------------------------------------------------------------------------------


@rule("1.1.1")
@rule("3.4")
@pytest.mark.parametrize(
    "wagers",
    [
        {"1": "10.00", "2": "15.00", "$": "10.00"},
        {"1": "10.00", "2": "10.00", "$": "10.01"},
        {"1": "10.00", "2": "10.00"},
        {"2": "10.00", "$": "10.00"},
    ],
)
def test_3_4_three_wagers_present_and_equal(wagers: dict[str, str]) -> None:
    at = table()
    decisions = {wager: "ride" for wager in wagers if wager != "$"}
    at.seat(1, "Qc Th 6d", wagers=wagers, decisions=decisions)
    assert at.refused_under() == ["3.4"]


@rule("1.1.1")
def test_1_1_1_the_three_wagers_are_separate_stakes() -> None:
    at = table()
    at.seat(3, "Qc Th 6d", base="10.00")
    assert [(line.wager, line.stake) for line in at.settle().lines(3)] == [
        ("1", "10.00"),
        ("2", "10.00"),
        ("$", "10.00"),
    ]


@rule("3.5")
def test_3_5_any_whole_number_of_credits_beside_the_base_wagers() -> None:
    at = linked()
    at.seat(1, "Qc Th 6d", base="10.00", progressive="15.00")
    assert at.settle().line(1, "progressive").stake == "15.00"


@rule("3.5")
@pytest.mark.parametrize("stake", ["4.00", "12.50", "0.05"])
def test_3_5_no_part_of_a_credit(stake: str) -> None:
    at = linked()
    at.seat(1, "Qc Th 6d", base="10.00", progressive=stake)
    assert at.refused_under() == ["3.5"]


@rule("3.5")
def test_3_5_no_progressive_wager_without_the_base_wagers() -> None:
    at = linked()
    at.seat(1, "Qc Th 6d", progressive="5.00")
    assert set(at.refused_under()) == {"3.4"}


@rule("3.5")
def test_3_5_no_progressive_wager_without_a_link() -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="10.00", progressive="5.00")
    assert at.refused_under() == ["3.5"]


# --- cards and decisions ----------------------------------------------------------------------


@rule("1.1.2")
def test_1_1_2_two_community_cards_complete_every_hand() -> None:
    at = Table(BOOK, community="9c 8d")
    at.seat(1, "7c 6h 5s", base="10.00")
    at.seat(2, "9d 9h 2c", base="10.00")
    settled = at.settle()
    assert settled.line(1, "$").odds == "5 to 1"
    assert settled.line(2, "$").odds == "3 to 1"


@rule("1.1.2")
@pytest.mark.parametrize("community", ["", "9c", "9c 8d 7d"])
def test_1_1_2_neither_fewer_nor_more_community_cards(community: str) -> None:
    at = Table(BOOK, community=community)
    at.seat(1, "7c 6h 5s", base="10.00")
    assert len(at.refused()) == 1


@rule("1.1.3")
def test_1_1_3_exactly_these_five_cards() -> None:
    at = Table(BOOK, community="9c 2d")
    at.seat(2, "Td Th 4s", base="10.00")
    assert [line.result for line in at.settle().lines(2)] == [
        ("win", "1 to 1", "10.00", "10.00"),
    ] * 3


@rule("1.1.3")
@pytest.mark.parametrize("cards", ["Td Th", "Td Th 4s 4c"])
def test_1_1_3_three_cards_of_ones_own(cards: str) -> None:
    at = Table(BOOK, community="9c 2d")
    at.seat(2, cards, base="10.00")
    assert len(at.refused()) == 1


@rule("1.1.4")
@rule("3.16")
def test_3_16_nothing_is_decided_about_the_dollar_wager() -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="10.00")
    at.record["seats"][0]["decisions"]["$"] = "withdraw"
    assert ["'$'" in fault.problem for fault in at.refused()] == [True]


@rule("3.16")
def test_3_16_the_dollar_wager_is_settled_when_both_others_are_back() -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="10.00", one="withdraw", two="withdraw")
    settled = at.settle()
    assert settled.outcomes(1) == {"1": "withdrawn", "2": "withdrawn", "$": "lose"}
    assert settled.net(1) == "-10.00"


@pytest.mark.parametrize(
    ("missing", "clause"),
    [("1", "3.8"), pytest.param("2", "3.12", marks=rule("3.12"))],
)
def test_3_8_and_3_12_both_questions_are_answered(missing: str, clause: str) -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="10.00", one="withdraw")
    del at.record["seats"][0]["decisions"][missing]
    assert at.refused_under() == [clause]


@pytest.mark.parametrize(
    ("ridden", "one", "two"),
    [
        pytest.param("1", "ride", "withdraw", marks=rule("3.9")),
        pytest.param("2", "withdraw", "ride", marks=rule("3.13")),
    ],
)
@rule("1.1.4")
def test_3_9_and_3_13_a_ridden_wager_is_settled_at_the_end(ridden: str, one: str, two: str) -> None:
    at = table("straight")
    at.seat(1, "9c 8d 7c", base="10.00", one=one, two=two)
    assert at.settle().line(1, ridden).result == ("win", "5 to 1", "50.00", "10.00")


@rule("3.10")
def test_3_10_wager_1_withdrawn_is_back_and_out_of_settlement() -> None:
    at = table("straight")
    at.seat(1, "9c 8d 7c", base="10.00", one="withdraw")
    settled = at.settle()
    assert settled.line(1, "1").result == ("withdrawn", None, "0.00", "10.00")
    assert settled.line(1, "1").rules == ["3.10"]
    assert settled.line(1, "2").winnings == settled.line(1, "$").winnings == "50.00"


@rule("3.14")
def test_3_14_wager_2_withdrawn_is_back_and_out_of_settlement() -> None:
    at = Table(BOOK, community="6h 5s")
    at.seat(1, "Ac Ah 8d", base="25.00", one="withdraw", two="withdraw")
    settled = at.settle()
    assert settled.line(1, "2").result == ("withdrawn", None, "0.00", "25.00")
    assert settled.line(1, "2").rules == ["3.14"]
    assert settled.line(1, "$").result == ("win", "1 to 1", "25.00", "25.00")
    assert settled.net(1) == "25.00"


# --- base wagers ------------------------------------------------------------------------------


@rule("3.3")
def test_3_3_below_a_pair_of_tens_every_live_wager_loses() -> None:
    at = linked("pair of nines", lucky_seat=1)
    at.seat(1, "9s 9d Kc", base="10.00", progressive="5.00")
    settled = at.settle()
    for wager in ("1", "2", "$"):
        assert settled.line(1, wager).result == ("lose", None, "0.00", "0.00")
        assert "3.3" in settled.line(1, wager).rules
    assert settled.line(1, "lucky_player").winnings == "25.00"
    assert settled.line(1, "progressive").returned == "5.00"


@rule("3.18")
@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("pair of tens", "1 to 1"),
        ("two pairs", "2 to 1"),
        ("three of a kind", "3 to 1"),
        ("pair of nines", None),
        ("nothing", None),
    ],
)
def test_3_18_a_pair_of_tens_is_the_least_that_wins(hand: str, odds: str | None) -> None:
    at = table(hand)
    at.seat(1, FIVE[hand][0], base="10.00")
    line = at.settle().line(1, "$")
    assert (line.outcome, line.odds) == ("win" if odds else "lose", odds)
    assert "3.18" in line.rules


@rule("3.19")
def test_3_19_each_live_wager_is_paid_by_itself() -> None:
    at = table("full house")
    at.seat(1, "Kc Kh Kd", base="10.00", two="withdraw")
    settled = at.settle()
    assert settled.line(1, "1").result == ("win", "11 to 1", "110.00", "10.00")
    assert settled.line(1, "$").result == ("win", "11 to 1", "110.00", "10.00")
    assert settled.net(1) == "220.00"
    assert "3.19" in settled.line(1, "1").rules


@rule("4.1")
@rule("4.1.1")
@pytest.mark.parametrize(
    ("hand", "odds", "winnings"),
    [
        ("royal flush", "1000 to 1", "10000.00"),
        ("straight flush", "200 to 1", "2000.00"),
        ("four of a kind", "50 to 1", "500.00"),
        ("full house", "11 to 1", "110.00"),
        ("flush", "8 to 1", "80.00"),
        ("straight", "5 to 1", "50.00"),
        ("three of a kind", "3 to 1", "30.00"),
        ("two pairs", "2 to 1", "20.00"),
        ("pair of tens", "1 to 1", "10.00"),
    ],
)
def test_4_1_1_base_wagers(hand: str, odds: str, winnings: str) -> None:
    at = table(hand)
    at.seat(1, FIVE[hand][0], base="10.00")
    for line in at.settle().lines(1):
        assert line.result == ("win", odds, winnings, "10.00")
        assert "4.1.1" in line.rules


# --- progressive wagers -----------------------------------------------------------------------


@rule("1.1.5")
def test_1_1_5_the_progressive_wager_is_settled_apart_from_the_others() -> None:
    at = linked("flush")
    at.seat(1, "Jh 8h 6h", base="10.00", one="withdraw", two="withdraw", progressive="5.00")
    at.seat(2, "Kc Qd 9s", base="10.00")
    settled = at.settle()
    assert settled.line(1, "progressive").result == ("win", "50 to 1", "250.00", "5.00")
    assert "progressive" not in settled.wagers(2)


@rule("3.20")
@rule("4.2")
@pytest.mark.parametrize(
    ("hand", "odds", "winnings", "returned"),
    [
        ("royal flush", "100%", "200000.00", "0.00"),
        ("straight flush", "10%", "20000.00", "0.00"),
        ("four of a kind", "500 to 1", "2500.00", "5.00"),
        ("full house", "100 to 1", "500.00", "5.00"),
        ("flush", "50 to 1", "250.00", "5.00"),
    ],
)
def test_4_2_progressive_wagers(hand: str, odds: str, winnings: str, returned: str) -> None:
    at = linked(hand)
    at.seat(1, FIVE[hand][0], base="10.00", progressive="5.00")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", odds, winnings, returned)
    assert {"3.20", "4.2", "4.2.1"} <= set(line.rules)


@rule("4.2")
@pytest.mark.parametrize("hand", ["straight", "three of a kind", "two pairs", "nothing"])
def test_4_2_no_other_hand_is_listed(hand: str) -> None:
    at = linked(hand)
    at.seat(1, FIVE[hand][0], base="10.00", progressive="5.00")
    assert at.settle().line(1, "progressive").result == ("lose", None, "0.00", "0.00")


@rule("4.2")
def test_4_2_percentages_do_not_grow_with_the_credits_and_odds_do() -> None:
    at = linked("straight flush")
    at.seat(1, "Jc Tc 9c", base="10.00", progressive="10.00")
    settled = at.settle()
    assert settled.line(1, "progressive").result == ("win", "10%", "20000.00", "0.00")
    assert settled.meter() == ("200000.00", "20000.00", "180000.00")
    at = linked("flush")
    at.seat(1, "Jh 8h 6h", base="10.00", progressive="15.00")
    settled = at.settle()
    assert settled.line(1, "progressive").result == ("win", "50 to 1", "750.00", "15.00")
    assert settled.meter() == ("200000.00", "0.00", "200000.00")


@rule("4.2")
def test_4_2_a_royal_takes_the_meter_which_restarts() -> None:
    at = linked("royal flush")
    at.seat(1, "Ad Kd Qd", base="10.00", progressive="25.00")
    settled = at.settle()
    assert settled.line(1, "progressive").winnings == "200000.00"
    assert settled.meter() == ("200000.00", "200000.00", "50000.00")
    assert settled.record["house"]["resets"] == "50000.00"


@rule("4.2.1")
def test_4_2_1_a_royal_without_a_progressive_wager_leaves_the_meter_alone() -> None:
    at = linked("royal flush")
    at.seat(1, "Ad Kd Qd", base="10.00")
    settled = at.settle()
    assert settled.line(1, "$").winnings == "10000.00"
    assert settled.meter() == ("200000.00", "0.00", "200000.00")


@rule("4.2.1")
def test_4_2_1_a_listed_hand_needs_all_five_cards() -> None:
    at = linked("flush")
    at.seat(1, "Jh 8h 6d", base="10.00", progressive="5.00")
    line = at.settle().line(1, "progressive")
    assert line.result == ("lose", None, "0.00", "0.00")
    assert "4.2.1" in line.rules


# --- Magic Card and Lucky Player --------------------------------------------------------------


@rule("4.3")
def test_4_3_the_magic_card_in_ones_own_hand() -> None:
    at = linked(magic_card="7h")
    at.seat(1, "7h 2c 9d", base="10.00", progressive="5.00")
    at.seat(2, "7d Ks 4c", base="10.00", progressive="5.00")
    settled = at.settle()
    assert settled.line(1, "magic_card").result == ("win", "5 to 1", "25.00", "0.00")
    assert settled.line(1, "magic_card").rules[0] == "4.3"
    assert settled.line(1, "progressive").result == ("win", None, "0.00", "5.00")
    assert settled.line(1, "progressive").rules == ["4.5"]
    assert settled.outcomes(2)["progressive"] == "lose"
    assert "magic_card" not in settled.wagers(2)


@rule("4.3")
def test_4_3_the_magic_card_without_a_progressive_wager() -> None:
    at = linked(magic_card="7h")
    at.seat(1, "7h 2c 9d", base="10.00")
    assert "magic_card" not in at.settle().wagers(1)


@rule("4.3")
def test_4_3_a_magic_card_left_in_the_deck_pays_nobody() -> None:
    at = linked(magic_card="As")
    at.seat(1, "7h 2c 9d", base="10.00", progressive="5.00")
    assert at.settle().outcomes(1)["progressive"] == "lose"


@rule("4.3.1")
@pytest.mark.parametrize("magic_card", ["5s", "2h"])
def test_4_3_1_the_magic_card_on_the_table_pays_every_progressive_wager(magic_card: str) -> None:
    at = linked(magic_card=magic_card)
    at.seat(1, "7h Kc 9d", base="10.00", progressive="5.00")
    at.seat(2, "7d Ks 4c", base="10.00", progressive="10.00")
    at.seat(3, "6c Ts 4d", base="10.00")
    at.seat(4, "Qh Td 3c", base="10.00", progressive="5.00")
    settled = at.settle()
    paid = {seat: settled.line(seat, "magic_card") for seat in (1, 2, 4)}
    assert {seat: line.winnings for seat, line in paid.items()} == {
        1: "25.00",
        2: "50.00",
        4: "25.00",
    }
    assert all(line.rules[0] == "4.3.1" for line in paid.values())
    assert "magic_card" not in settled.wagers(3)


@rule("4.4")
def test_4_4_the_lucky_player_has_a_progressive_wager() -> None:
    at = linked(lucky_seat=5)
    at.seat(4, "7h Kc 9d", base="10.00", progressive="5.00")
    at.seat(5, "7d Ks 4c", base="10.00", progressive="10.00")
    settled = at.settle()
    assert settled.line(5, "lucky_player").result == ("win", "5 to 1", "50.00", "0.00")
    assert settled.line(5, "lucky_player").rules[0] == "4.4"
    assert settled.line(5, "progressive").returned == "10.00"
    assert "lucky_player" not in settled.wagers(4)


@rule("4.4")
def test_4_4_an_area_without_a_progressive_wager_is_drawn_in_vain() -> None:
    at = linked(lucky_seat=5)
    at.seat(4, "7h Kc 9d", base="10.00", progressive="5.00")
    at.seat(5, "7d Ks 4c", base="10.00")
    settled = at.settle()
    assert settled.wagers(5) == ["1", "2", "$"]
    assert settled.outcomes(4)["progressive"] == "lose"


@rule("4.4")
def test_4_4_an_empty_area_of_the_layout_may_be_drawn_and_no_other() -> None:
    for lucky_seat, possible in ((7, True), (8, False), (0, False)):
        at = linked(lucky_seat=lucky_seat)
        at.seat(4, "7h Kc 9d", base="10.00", progressive="5.00")
        if possible:
            assert at.settle().outcomes(4)["progressive"] == "lose"
        else:
            assert len(at.refused()) == 1


@rule("4.5")
def test_4_5_both_features_beside_the_hand_and_the_stake_once() -> None:
    at = linked("flush", magic_card="6h", lucky_seat=2)
    at.seat(2, "Jh 8h 6h", base="10.00", progressive="5.00")
    settled = at.settle()
    assert settled.line(2, "progressive").result == ("win", "50 to 1", "250.00", "5.00")
    assert settled.line(2, "magic_card").result == ("win", "5 to 1", "25.00", "0.00")
    assert settled.line(2, "lucky_player").result == ("win", "5 to 1", "25.00", "0.00")
    assert settled.wagers(2)[-2:] == ["magic_card", "lucky_player"]
    assert all("4.5" in line.rules for line in settled.lines(2)[-2:])


@rule("4.5")
def test_4_5_a_feature_returns_the_stake_beside_a_percentage() -> None:
    at = linked("straight flush", lucky_seat=1)
    at.seat(1, "Jc Tc 9c", base="10.00", progressive="5.00")
    settled = at.settle()
    assert settled.line(1, "progressive").result == ("win", "10%", "20000.00", "5.00")
    assert settled.line(1, "lucky_player").winnings == "25.00"


# --- void rounds ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(clause, marks=rule(clause))
        for clause in ("5.1", "5.1.1", "5.2", "5.3", "5.4", "5.5")
    ],
)
def test_5_a_void_round_gives_everything_back(clause: str) -> None:
    at = linked("royal flush", void=clause, magic_card="Jd", lucky_seat=1)
    at.seat(1, "Ad Kd Qd", base="10.00", progressive="5.00")
    at.seat(2, "9s 9h 9c", base="20.00", one="withdraw", progressive="15.00")
    settled = at.settle()
    assert settled.wagers(1) == settled.wagers(2) == ["1", "2", "$", "progressive"]
    for line in settled.lines(1) + settled.lines(2):
        assert line.result == ("void", None, "0.00", line.stake)
        assert line.rules == [clause]
    assert (settled.seat(1)["returned"], settled.net(1)) == ("35.00", "0.00")
    assert settled.meter() == ("200000.00", "0.00", "200000.00")


@rule("5.4")
@pytest.mark.parametrize("community", ["5s", "5s 2h Kd"])
def test_5_4_the_void_round_holds_the_wrong_number_of_cards(community: str) -> None:
    at = Table(BOOK, community=community, void="5.4")
    at.seat(1, "9s 9h 9c", base="10.00")
    assert at.settle().net(1) == "0.00"
