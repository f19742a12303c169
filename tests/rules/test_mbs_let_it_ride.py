"""Let It Ride, Version 3: what a record of a round and its settlement can show."""

from __future__ import annotations

import pytest

from tests.rules.tables import BUILT_IN, FIVE, Table

BOOK = "mbs-let-it-ride-v3"


def rule(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(BOOK, clause)


def table(hand: str = "nothing", *, void: str | None = None) -> Table:
    """A table whose community cards belong to a hand of that kind."""
    return Table(BOOK, community=FIVE[hand][1], void=void)


def linked(hand: str = "nothing", *, void: str | None = None) -> Table:
    return table(hand, void=void).link("5.00", jackpot=("50000.00", "10000.00"))


# --- the rulebook -----------------------------------------------------------------------------


@rule("title")
def test_title_version_3_of_27_december_2012_in_singapore_dollars() -> None:
    rules = BUILT_IN[BOOK]
    assert (rules.edition, rules.effective, rules.currency) == ("Version 3", "2012-12-27", "SGD")
    at = table()
    at.seat(1, "Qc Th 6d", base="15.00")
    record = at.settle().record
    assert (record["rulebook"], record["edition"]) == (BOOK, "Version 3")


@rule("1.1")
def test_1_1_four_wagers_and_the_envy_bonus_have_these_names() -> None:
    rules = BUILT_IN[BOOK]
    titles = [wager.title for wager in rules.wagers.values()]
    assert titles == ["1", "2", "$", "Progressive Jackpot wager"]
    assert dict(rules.payments) == {"envy": "Envy Bonus"}


@rule("2.1")
@pytest.mark.parametrize("cards", ["7d Kc Jk", "7d Kc Kc", "7d Kc 2h"])
def test_2_1_no_joker_and_no_card_twice(cards: str) -> None:
    at = Table(BOOK, community="5s 2h")
    at.seat(1, cards, base="10.00")
    assert len(at.refused()) == 1


@rule("2.1")
def test_2_1_one_card_at_two_seats() -> None:
    at = Table(BOOK, community="5s 2h")
    at.seat(1, "7d 8c Kc", base="10.00")
    at.seat(4, "7d 9s Qs", base="10.00")
    assert ["7d is at seat 1 and at seat 4" in fault.problem for fault in at.refused()] == [True]


@rule("2.2")
def test_2_2_area_7_of_6_is_refused() -> None:
    at = Table(BOOK, community="5s 2h", positions=6)
    at.seat(7, "Qc Th 6d", base="10.00")
    assert at.refused_under() == ["2.2"]


@rule("2.2")
@pytest.mark.parametrize("positions", [0, 8])
def test_2_2_a_layout_has_one_to_seven_positions(positions: int) -> None:
    at = Table(BOOK, community="5s 2h", positions=positions)
    at.seat(1, "Qc Th 6d", base="10.00")
    assert "2.2" in at.refused_under()


@rule("2.2.1")
def test_2_2_1_a_progressive_spot_beside_the_three() -> None:
    at = linked()
    at.seat(1, "Qc Th 6d", base="10.00", progressive="5.00")
    assert at.settle().wagers(1) == ["1", "2", "$", "progressive"]
    at.seat(2, "9c 8d Ks", base="10.00", bonus="1.00")
    assert ["bonus" in fault.problem for fault in at.refused()] == [True]


# --- wagers -----------------------------------------------------------------------------------


@rule("1.1.1")
@rule("3.4")
@pytest.mark.parametrize(
    "wagers",
    [
        {"1": "25.00", "2": "25.00", "$": "20.00"},
        {"1": "25.00", "2": "25.00"},
        {"$": "25.00"},
    ],
)
def test_3_4_three_wagers_present_and_equal(wagers: dict[str, str]) -> None:
    at = table()
    decisions = {wager: "ride" for wager in wagers if wager != "$"}
    at.seat(1, "Qc Th 6d", wagers=wagers, decisions=decisions)
    assert set(at.refused_under()) == {"3.4"}


@rule("3.4")
def test_3_4_three_times_the_stake_is_at_risk() -> None:
    at = table()
    at.seat(6, "Qc Th 6d", base="50.00")
    settled = at.settle()
    assert (settled.seat(6)["staked"], settled.net(6)) == ("150.00", "-150.00")


@rule("3.5")
def test_3_5_no_progressive_wager_without_the_three_others() -> None:
    at = linked()
    at.seat(1, "Qc Th 6d", progressive="5.00")
    assert set(at.refused_under()) == {"3.4"}


@rule("3.5")
@pytest.mark.parametrize("stake", ["10.00", "4.99", "1.00"])
def test_3_5_exactly_one_progressive_wager(stake: str) -> None:
    at = linked()
    at.seat(1, "Qc Th 6d", base="10.00", progressive=stake)
    assert at.refused_under() == ["3.5"]


# --- cards and decisions ----------------------------------------------------------------------


@rule("1.1.2")
def test_1_1_2_two_community_cards_complete_every_hand() -> None:
    at = Table(BOOK, community="Qs Qh")
    at.seat(1, "6c 6h 3d", base="10.00")
    at.seat(2, "4c 9s Kd", base="10.00")
    settled = at.settle()
    assert settled.line(1, "$").odds == "2 to 1"
    assert settled.line(2, "$").odds == "1 to 1"


@rule("1.1.4")
def test_1_1_4_exactly_these_five_cards() -> None:
    at = Table(BOOK, community="Js Ts")
    at.seat(4, "As Ks Qs", base="10.00")
    assert at.settle().line(4, "$").odds == "1000 to 1"
    at = Table(BOOK, community="Js")
    at.seat(4, "As Ks Qs", base="10.00")
    assert len(at.refused()) == 1


@rule("1.1.5")
def test_1_1_5_withdraw_on_1_and_ride_on_2() -> None:
    at = table("pair of tens")
    at.seat(2, "Td Th 4s", base="10.00", one="withdraw", two="ride")
    assert at.settle().outcomes(2) == {"1": "withdrawn", "2": "win", "$": "win"}


@rule("1.1.5")
@rule("3.16")
def test_3_16_the_dollar_wager_is_not_withdrawn() -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="10.00", one="withdraw", two="withdraw")
    assert at.settle().line(1, "$").result == ("lose", None, "0.00", "0.00")
    at.record["seats"][0]["decisions"]["$"] = "withdraw"
    assert ["'$'" in fault.problem for fault in at.refused()] == [True]


@pytest.mark.parametrize(
    ("missing", "clause"),
    [("1", "3.8"), pytest.param("2", "3.12", marks=rule("3.12"))],
)
def test_3_8_and_3_12_both_questions_are_answered(missing: str, clause: str) -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="10.00", one="withdraw")
    del at.record["seats"][0]["decisions"][missing]
    assert at.refused_under() == [clause]


@rule("3.9")
def test_3_9_a_ridden_wager_1_is_settled_at_the_end() -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="20.00", two="withdraw")
    assert at.settle().line(1, "1").result == ("lose", None, "0.00", "0.00")


@rule("3.10")
def test_3_10_wager_1_withdrawn_came_back() -> None:
    at = table()
    at.seat(1, "Qc Th 6d", base="20.00", one="withdraw")
    settled = at.settle()
    assert settled.line(1, "1").result == ("withdrawn", None, "0.00", "20.00")
    assert settled.line(1, "1").rules == ["3.10"]
    assert settled.net(1) == "-40.00"


@rule("3.13")
def test_3_13_a_ridden_wager_2_is_settled_at_the_end() -> None:
    at = Table(BOOK, community="5d 2s")
    at.seat(1, "Ts Th 9c", base="20.00", one="withdraw")
    assert at.settle().line(1, "2").result == ("win", "1 to 1", "20.00", "20.00")


@rule("3.14")
def test_3_14_wager_2_withdrawn_came_back() -> None:
    at = table("flush")
    at.seat(1, "Jh 8h 6h", base="20.00", two="withdraw")
    settled = at.settle()
    assert settled.line(1, "2").result == ("withdrawn", None, "0.00", "20.00")
    assert settled.line(1, "2").rules == ["3.14"]
    assert settled.line(1, "1").winnings == settled.line(1, "$").winnings == "160.00"


# --- base wagers ------------------------------------------------------------------------------


@rule("3.3")
def test_3_3_below_a_pair_of_tens_every_live_wager_loses() -> None:
    at = table("nothing")
    at.seat(1, "Qc Th 6d", base="15.00")
    settled = at.settle()
    assert settled.net(1) == "-45.00"
    assert all("3.3" in line.rules for line in settled.lines(1))


@rule("3.3")
def test_3_3_a_losing_hand_still_collects_envy() -> None:
    at = linked("straight flush")
    at.seat(1, "Jc Tc 9c", base="10.00")
    at.seat(2, "Qd 6h 2s", base="10.00", progressive="5.00")
    settled = at.settle()
    assert settled.outcomes(2) == {
        "1": "lose",
        "2": "lose",
        "$": "lose",
        "progressive": "lose",
        "envy": "win",
    }


@rule("3.18")
@pytest.mark.parametrize(
    ("cards", "community", "outcome"),
    [
        ("Td Tc 8s", "4h 3c", "win"),
        ("9d 9c As", "Kh Qc", "lose"),
        ("2d 2c 2s", "4h 7c", "win"),
        ("3d 3c 2s", "2h 7c", "win"),
    ],
)
def test_3_18_a_pair_of_tens_is_the_least_that_wins(
    cards: str, community: str, outcome: str
) -> None:
    at = Table(BOOK, community=community)
    at.seat(1, cards, base="10.00")
    line = at.settle().line(1, "$")
    assert line.outcome == outcome
    assert "3.18" in line.rules


@rule("3.19")
def test_3_19_each_live_wager_is_paid_by_itself() -> None:
    at = table("straight")
    at.seat(1, "9c 8d 7c", base="10.00", one="withdraw")
    settled = at.settle()
    assert settled.line(1, "2").result == ("win", "5 to 1", "50.00", "10.00")
    assert settled.line(1, "$").result == ("win", "5 to 1", "50.00", "10.00")
    assert settled.net(1) == "100.00"
    assert "3.19" in settled.line(1, "$").rules


@rule("4.1")
@rule("4.1.1")
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
def test_4_1_1_base_wagers(hand: str, odds: str, winnings: str) -> None:
    at = table(hand)
    at.seat(1, FIVE[hand][0], base="5.00")
    for line in at.settle().lines(1):
        assert line.result == ("win", odds, winnings, "5.00")
        assert "4.1.1" in line.rules


# --- progressive wagers and envy --------------------------------------------------------------


@rule("1.1.6")
def test_1_1_6_the_progressive_wager_is_settled_apart_from_the_others() -> None:
    at = Table(BOOK, community="6h 3d").link("5.00", jackpot=("50000.00", "10000.00"))
    at.seat(1, "Ts Th Tc", base="10.00", one="withdraw", two="withdraw", progressive="5.00")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", "9 to 1", "45.00", "5.00")
    assert "1.1.6" in line.rules


@rule("4.2")
@pytest.mark.parametrize(
    ("hand", "odds", "winnings", "returned"),
    [
        ("royal flush", "100%", "50000.00", "0.00"),
        ("straight flush", "10%", "5000.00", "0.00"),
        ("four of a kind", "300 to 1", "1500.00", "5.00"),
        ("full house", "50 to 1", "250.00", "5.00"),
        ("flush", "40 to 1", "200.00", "5.00"),
        ("straight", "30 to 1", "150.00", "5.00"),
        ("three of a kind", "9 to 1", "45.00", "5.00"),
    ],
)
def test_4_2_progressive_wagers(hand: str, odds: str, winnings: str, returned: str) -> None:
    at = linked(hand)
    at.seat(1, FIVE[hand][0], base="10.00", progressive="5.00")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", odds, winnings, returned)
    assert "4.2" in line.rules


@rule("4.2")
@pytest.mark.parametrize("hand", ["two pairs", "pair of tens", "nothing"])
def test_4_2_no_other_hand_is_listed(hand: str) -> None:
    at = linked(hand)
    at.seat(1, FIVE[hand][0], base="10.00", progressive="5.00")
    line = at.settle().line(1, "progressive")
    assert line.result == ("lose", None, "0.00", "0.00")
    assert line.rules == ["1.1.6"]


@rule("4.2")
@pytest.mark.parametrize(
    ("hand", "envy", "meter"),
    [
        ("royal flush", "1000.00", ("50000.00", "50000.00", "10000.00")),
        ("straight flush", "300.00", ("50000.00", "5000.00", "45000.00")),
    ],
)
def test_4_2_envy_and_meter(hand: str, envy: str, meter: tuple[str, str, str]) -> None:
    at = linked(hand)
    at.seat(1, FIVE[hand][0], base="10.00", progressive="5.00")
    at.seat(2, "2s 4h 6s", base="10.00", progressive="5.00")
    settled = at.settle()
    line = settled.line(2, "envy")
    assert (line.stake, line.winnings, line.returned) == ("0.00", envy, "0.00")
    assert line.from_seat == 1
    assert "4.2" in line.rules
    assert settled.meter() == meter


@rule("1.1.3")
def test_1_1_3_nobody_is_paid_envy_for_the_own_hand() -> None:
    at = linked("straight flush")
    at.seat(1, "Kd 2s 5h", base="10.00", progressive="5.00")
    at.seat(2, "Jc Tc 9c", base="10.00", progressive="5.00")
    settled = at.settle()
    assert settled.line(1, "envy").result == ("win", "$300.00", "300.00", "0.00")
    assert {"1.1.3", "3.20"} <= set(settled.line(1, "envy").rules)
    assert "envy" not in settled.wagers(2)


@rule("3.20")
def test_3_20_every_other_progressive_wager_is_paid_envy() -> None:
    at = linked("straight flush")
    at.seat(1, "Kd 2s 5h", base="10.00", progressive="5.00")
    at.seat(2, "Qd 6h 2c", base="10.00", one="withdraw", two="withdraw", progressive="5.00")
    at.seat(3, "Ah 4s 3d", base="10.00")
    at.seat(4, "Jc Tc 9c", base="10.00", one="withdraw", two="withdraw")
    settled = at.settle()
    assert [settled.line(seat, "envy").winnings for seat in (1, 2)] == ["300.00", "300.00"]
    assert "envy" not in settled.wagers(3) + settled.wagers(4)
    assert settled.meter() == ("50000.00", "0.00", "50000.00")


@rule("3.20")
def test_3_20_lesser_hands_are_not_envied() -> None:
    at = linked("four of a kind")
    at.seat(1, "8s 8h 8d", base="10.00", progressive="5.00")
    at.seat(2, "Kd 2s 5h", base="10.00", progressive="5.00")
    assert "envy" not in at.settle().wagers(2)


@rule("3.20")
def test_3_20_two_premium_hands_envy_each_other_and_pay_a_third_twice() -> None:
    at = Table(BOOK, community="Th Jh").link("5.00", jackpot=("50000.00", "10000.00"))
    at.seat(1, "Qh Kh Ah", base="10.00", progressive="5.00")
    at.seat(2, "7h 8h 9h", base="10.00", progressive="5.00")
    at.seat(3, "2c 4d 6s", base="10.00", progressive="5.00")
    settled = at.settle()
    assert settled.line(1, "envy", from_seat=2).winnings == "300.00"
    assert settled.line(2, "envy", from_seat=1).winnings == "1000.00"
    assert settled.line(3, "envy", from_seat=1).winnings == "1000.00"
    assert settled.line(3, "envy", from_seat=2).winnings == "300.00"


# --- void rounds ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(clause, marks=rule(clause))
        for clause in ("5.1", "5.1.1", "5.2", "5.3", "5.4", "5.5")
    ],
)
def test_5_a_void_round_gives_everything_back(clause: str) -> None:
    at = linked("royal flush", void=clause)
    at.seat(1, "Ad Kd Qd", base="10.00", progressive="5.00")
    at.seat(2, "9s 9h 9c", base="10.00", one="withdraw", progressive="5.00")
    settled = at.settle()
    for line in settled.lines(1) + settled.lines(2):
        assert line.result == ("void", None, "0.00", line.stake)
        assert line.rules == [clause]
    assert settled.wagers(2) == ["1", "2", "$", "progressive"]
    assert (settled.net(1), settled.net(2)) == ("0.00", "0.00")
    assert settled.meter() == ("50000.00", "0.00", "50000.00")


@rule("5.4")
def test_5_4_four_cards_at_one_seat_void_the_round_for_all() -> None:
    at = Table(BOOK, community="5s 2h", void="5.4")
    at.seat(1, "Qc Th 6d", base="10.00")
    at.seat(3, "9s 9h 9c 9d", base="10.00")
    settled = at.settle()
    assert settled.outcomes(1) == settled.outcomes(3) == {"1": "void", "2": "void", "$": "void"}
