"""Megalink Texas Hold'em Bonus Progressive, Version 9: what a record of a round can show."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.rules.tables import BUILT_IN, Table

BOOK = "mbs-megalink-holdem-v9"
DRY = "Qs Jd 9c 5h 2d"
"""Community cards that make little of anybody's hand."""


def rule(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(BOOK, clause)


def table(
    community: str = DRY,
    dealer: str = "7c 3c",
    *,
    limits: Mapping[str, tuple[str, str]] | None = None,
    void: str | None = None,
    positions: int = 7,
) -> Table:
    return Table(
        BOOK, community=community, dealer=dealer, limits=limits, void=void, positions=positions
    )


def linked(community: str = DRY, dealer: str = "7c 3c", *, void: str | None = None) -> Table:
    return table(community, dealer, void=void).link("5.00", jackpot=("100000.00", "10000.00"))


# --- the rulebook -----------------------------------------------------------------------------


@rule("title")
def test_title_version_9_of_4_july_2023_in_singapore_dollars() -> None:
    rules = BUILT_IN[BOOK]
    assert (rules.edition, rules.currency) == ("Version 9", "SGD")
    assert rules.effective == "2023-07-04T07:00+08:00"
    at = table()
    at.seat(1, "Ac 8d", ante="10.00", flop="bet")
    record = at.settle().record
    assert (record["rulebook"], record["edition"]) == (BOOK, "Version 9")


@rule("1.1")
def test_1_1_six_wagers_have_these_names_and_no_other() -> None:
    titles = {wager.title for wager in BUILT_IN[BOOK].wagers.values()}
    assert titles == {"Ante", "Bonus", "Flop", "Turn", "River", "Progressive Jackpot"}


@rule("2.1")
@pytest.mark.parametrize("cards", ["9d 9d", "9d Jk", "9d 7c", "9d Qs"])
def test_2_1_no_joker_and_no_card_twice(cards: str) -> None:
    at = table()
    at.seat(1, cards, ante="10.00", flop="bet")
    assert len(at.refused()) == 1


@rule("2.2")
@pytest.mark.parametrize(("seat", "positions"), [(7, 6), (0, 7), (2, 1)])
def test_2_2_no_seat_beyond_the_layout(seat: int, positions: int) -> None:
    at = table(positions=positions)
    at.seat(seat, "Ac 8d", ante="10.00", flop="bet")
    assert len(at.refused()) == 1


@rule("2.2.1")
@pytest.mark.parametrize("wager", ["pair_plus", "1", "cover_all", "flop"])
def test_2_2_1_no_other_wagers_are_placed(wager: str) -> None:
    at = table()
    at.seat(1, "Ac 8d", ante="10.00", wagers={wager: "5.00"}, turn="check")
    at.record["seats"][0]["decisions"]["flop"] = "bet"
    assert [wager in fault.problem for fault in at.refused()] == [True]


@rule("2.2.2")
def test_2_2_2_every_position_has_all_six_areas() -> None:
    at = linked()
    hands = ["Ac 8d", "Ad 8c", "Ah 8h", "As 8s", "Kc 6d", "Kd 6c", "Kh 6h"]
    for seat, cards in enumerate(hands, start=1):
        at.seat(
            seat, cards, ante="10.00", bonus="5.00", progressive="5.00",
            flop="bet", turn="bet", river="bet",
        )  # fmt: skip
    settled = at.settle()
    for seat in range(1, 8):
        areas = ["ante", "bonus", "progressive", "flop", "turn", "river"]
        assert settled.wagers(seat) == areas


@pytest.mark.parametrize(
    ("layout", "most"),
    [
        pytest.param("A", 6, marks=rule("Appendix A")),
        pytest.param("B", 6, marks=rule("Appendix B")),
        pytest.param("C", 7, marks=rule("Appendix C")),
        pytest.param("D", 7, marks=rule("Appendix D")),
    ],
)
def test_appendices_a_to_d_say_how_many_positions(layout: str, most: int) -> None:
    printed = next(one for one in BUILT_IN[BOOK].layouts if one.id == layout)
    assert (printed.clause, printed.least, printed.most) == (f"Appendix {layout}", 1, most)


@rule("7")
def test_7_four_layouts() -> None:
    assert [layout.id for layout in BUILT_IN[BOOK].layouts] == ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    "positions",
    [pytest.param(0, marks=rule("Appendix B")), pytest.param(8, marks=rule("Appendix D"))],
)
def test_appendices_no_layout_has_that_many_positions(positions: int) -> None:
    at = table(positions=positions)
    at.seat(1, "Ac 8d", ante="10.00", flop="bet")
    assert "Appendix D" in at.refused_under()


@rule("6.2")
def test_6_2_the_ladder_of_roles() -> None:
    ladder = ("Dealer", "Pit Supervisor", "Pit Manager", "Gaming Shift Manager")
    assert BUILT_IN[BOOK].roles == ladder


# --- wagers -----------------------------------------------------------------------------------


@rule("1.1.1")
@rule("3.5")
@pytest.mark.parametrize(
    "wagers",
    [{"bonus": "5.00"}, {"bonus": "5.00", "progressive": "5.00"}],
)
def test_3_5_nothing_stands_without_an_ante(wagers: dict[str, str]) -> None:
    at = linked()
    at.seat(4, "Ac 8d", wagers=wagers)
    assert "3.4" in at.refused_under()


@rule("3.5")
@pytest.mark.parametrize(
    "wagers",
    [{"bonus": "5.00"}, {"progressive": "5.00"}, {"bonus": "5.00", "progressive": "5.00"}, {}],
)
def test_3_5_bonus_and_progressive_in_any_combination(wagers: dict[str, str]) -> None:
    at = linked()
    at.seat(4, "Ac 8d", ante="10.00", wagers=wagers, flop="bet")
    assert at.settle().wagers(4) == ["ante", *wagers, "flop"]


@rule("3.4")
def test_3_4_an_area_may_hold_the_money_of_several() -> None:
    at = table(limits={"ante": ("25.00", "500.00")})
    at.seat(
        1, "Qc Qd", ante="500.00", flop="bet",
        shares={"ante": {"p1": "300.00", "p7": "200.00"}, "flop": {"p1": "600.00", "p7": "400.00"}},
    )  # fmt: skip
    line = at.settle().line(1, "flop")
    assert line.shares == [
        {"player": "p1", "stake": "600.00", "winnings": "600.00", "returned": "600.00"},
        {"player": "p7", "stake": "400.00", "winnings": "400.00", "returned": "400.00"},
    ]
    assert {"3.4", "3.4.2"} <= set(line.rules)


@rule("3.4.2")
def test_3_4_2_shared_money_is_one_wager() -> None:
    at = table()
    at.seat(
        1, "Kc Kd", ante="10.00", bonus="10.00", flop="bet",
        shares={"bonus": {"p1": "5.00", "p2": "5.00"}},
    )  # fmt: skip
    settled = at.settle()
    assert settled.wagers(1).count("bonus") == 1
    line = settled.line(1, "bonus")
    assert line.result == ("win", "10 to 1", "100.00", "10.00")
    assert [part["winnings"] for part in line.shares or []] == ["50.00", "50.00"]


@rule("3.4.2")
def test_3_4_2_the_parts_come_to_the_wager() -> None:
    at = table()
    parts = {"bonus": {"p1": "5.00", "p2": "4.00"}}
    at.seat(1, "Kc Kd", ante="10.00", bonus="10.00", flop="bet", shares=parts)
    assert at.refused_under() == ["I-80"]


@rule("3.5.1")
@rule("3.5.4")
def test_3_5_4_only_the_seated_player_has_a_progressive_wager() -> None:
    at = linked()
    parts = {"progressive": {"p1": "5.00", "p2": "5.00"}}
    at.seat(1, "Kc Kd", ante="10.00", progressive="10.00", flop="bet", shares=parts)
    assert ["progressive" in fault.problem for fault in at.refused()] == [True]


@rule("3.5.2")
def test_3_5_2_a_progressive_wager_on_each_of_several_hands() -> None:
    at = linked("6h 7d 8c Kd 2s")
    at.seat(1, "Ac 3d", player="one", ante="10.00", progressive="5.00", flop="fold")
    at.seat(2, "4s 5s", player="one", ante="10.00", progressive="5.00", flop="fold")
    settled = at.settle()
    assert settled.line(1, "progressive").outcome == "lose"
    assert settled.line(2, "progressive").result == ("win", "20 for 1", "100.00", "0.00")


@rule("3.5.3")
@pytest.mark.parametrize("stake", ["5.00", "10.00", "15.00", "20.00", "25.00"])
def test_3_5_3_one_to_five_times_the_least(stake: str) -> None:
    at = linked()
    at.seat(1, "Ac 8d", ante="10.00", progressive=stake, flop="bet")
    assert at.settle().line(1, "progressive").stake == stake


@rule("3.5.3")
@pytest.mark.parametrize("stake", ["12.00", "30.00", "2.50"])
def test_3_5_3_no_other_amount(stake: str) -> None:
    at = linked()
    at.seat(1, "Ac 8d", ante="10.00", progressive=stake, flop="bet")
    assert at.refused_under() == ["3.5.3"]


@rule("1.1.6")
@rule("3.9.2")
def test_3_9_2_flop_costs_twice_the_ante_turn_and_river_once() -> None:
    at = table()
    at.seat(1, "Ac 8d", ante="10.00", flop="bet", turn="bet", river="bet")
    stakes = [(line.wager, line.stake) for line in at.settle().lines(1)]
    assert stakes == [("ante", "10.00"), ("flop", "20.00"), ("turn", "10.00"), ("river", "10.00")]


@rule("3.9.2")
def test_3_9_2_turn_checked_and_river_bet() -> None:
    at = table("Ah Kh 9h 4d 2c")
    at.seat(1, "Qh 3h", ante="10.00", flop="bet", turn="check", river="bet")
    settled = at.settle()
    assert settled.wagers(1) == ["ante", "flop", "river"]
    assert settled.seat(1)["winnings"] == "40.00"


@pytest.mark.parametrize(
    "wager",
    [pytest.param("turn", marks=rule("1.1.15")), pytest.param("river", marks=rule("1.1.11"))],
)
@pytest.mark.parametrize(("choice", "there"), [("bet", True), ("check", False)])
def test_1_1_15_and_1_1_11_bet_the_ante_or_check(wager: str, choice: str, there: bool) -> None:
    at = table()
    at.seat(1, "Ac 8d", ante="10.00", flop="bet", decisions={wager: choice})
    stakes = {line.wager: line.stake for line in at.settle().lines(1)}
    assert stakes.get(wager) == ("10.00" if there else None)


@pytest.mark.parametrize(
    "wager",
    [pytest.param("turn", marks=rule("1.1.15")), pytest.param("river", marks=rule("1.1.11"))],
)
def test_1_1_15_and_1_1_11_nothing_else_is_offered(wager: str) -> None:
    at = table()
    at.seat(1, "Ac 8d", ante="10.00", flop="bet", decisions={wager: "fold"})
    assert len(at.refused()) == 1


# --- cards and decisions ----------------------------------------------------------------------


@rule("1.1.4")
def test_1_1_4_checking_is_for_turn_and_river_only() -> None:
    at = table()
    at.seat(1, "Ac 8d", ante="10.00", flop="check")
    assert at.refused_under() == ["3.9"]
    at = table()
    at.seat(1, "Ac 8d", ante="10.00", flop="bet", turn="check", river="check")
    assert at.settle().wagers(1) == ["ante", "flop"]


@rule("1.1.5")
def test_1_1_5_a_royal_on_the_table_is_everybodys() -> None:
    at = table("As Ks Qs Js Ts", "Ah Ad")
    at.seat(1, "2c 3d", ante="10.00", flop="bet", turn="bet")
    at.seat(2, "9s 8s", ante="10.00", flop="bet")
    settled = at.settle()
    assert set(settled.outcomes(1).values()) == set(settled.outcomes(2).values()) == {"stand_off"}


@rule("1.1.5")
@pytest.mark.parametrize("community", ["Qs Jd 9c 5h", "Qs Jd 9c 5h 2d 3d"])
def test_1_1_5_five_community_cards(community: str) -> None:
    at = table(community)
    at.seat(1, "Ac 8d", ante="10.00", flop="bet")
    assert len(at.refused()) == 1


@rule("1.1.7")
def test_1_1_7_the_first_three_community_cards_make_the_progressive_hand() -> None:
    for community, outcome in (("4h 5h 6h 9c Kd", "win"), ("4h 5h 9c 6h Kd", "lose")):
        at = linked(community)
        at.seat(1, "7h 8h", ante="10.00", progressive="5.00", flop="bet")
        assert at.settle().line(1, "progressive").outcome == outcome


@rule("1.1.8")
def test_1_1_8_nothing_is_decided_after_a_fold() -> None:
    at = table()
    at.seat(3, "Ac 8d", ante="10.00", flop="fold", turn="bet")
    assert len(at.refused()) == 1


@rule("1.1.9")
@pytest.mark.parametrize("cards", ["Ac", "Ac 8d 8c"])
def test_1_1_9_two_hole_cards(cards: str) -> None:
    at = table()
    at.seat(1, cards, ante="10.00", flop="bet")
    assert len(at.refused()) == 1


@rule("1.1.9")
@pytest.mark.parametrize("dealer", ["", "7c", "7c 3c 2c"])
def test_1_1_9_two_hole_cards_for_the_dealer_too(dealer: str) -> None:
    at = table(dealer=dealer)
    at.seat(1, "Ac 8d", ante="10.00", flop="bet")
    assert len(at.refused()) == 1


@rule("3.9")
def test_3_9_the_flop_decision_is_not_left_out() -> None:
    at = table()
    at.seat(1, "Ac 8d", ante="10.00")
    assert at.refused_under() == ["3.9"]


@rule("1.1.8")
@rule("3.9.1")
def test_3_9_1_a_fold_loses_ante_and_bonus() -> None:
    at = linked()
    at.seat(1, "Ac Ad", ante="10.00", bonus="5.00", progressive="5.00", flop="fold")
    settled = at.settle()
    assert settled.line(1, "ante").result == ("lose", None, "0.00", "0.00")
    assert settled.line(1, "bonus").result == ("lose", None, "0.00", "0.00")
    assert settled.line(1, "ante").rules == settled.line(1, "bonus").rules == ["3.9.1"]
    assert settled.net(1) == "-20.00"


@rule("3.9.1")
@pytest.mark.parametrize("community", ["6h 7h 8h", "6h 7h 8h Kd 2s"])
def test_3_9_1_a_folded_hand_wins_its_progressive_wager(community: str) -> None:
    at = linked(community, dealer="")
    at.seat(1, "4h 5h", ante="10.00", bonus="5.00", progressive="5.00", flop="fold")
    settled = at.settle()
    assert settled.line(1, "progressive").result == ("win", "10%", "10000.00", "0.00")
    assert settled.net(1) == "9980.00"
    assert settled.meter() == ("100000.00", "10000.00", "90000.00")


@rule("3.9.1")
def test_3_9_1_without_progressive_wagers_an_all_folded_round_ends_at_once() -> None:
    at = table(community="", dealer="")
    at.seat(1, "4h 5h", ante="10.00", flop="fold")
    assert at.settle().net(1) == "-10.00"
    at = linked(community="", dealer="")
    at.seat(1, "4h 5h", ante="10.00", progressive="5.00", flop="fold")
    assert len(at.refused()) == 1


# --- player against dealer --------------------------------------------------------------------


@rule("3.3")
def test_3_3_players_are_compared_with_the_dealer_only() -> None:
    at = table("Kh 9h 4h 8s 7d", "Ac 4c")
    at.seat(1, "Ah 2h", ante="10.00", flop="bet")
    at.seat(2, "Jc Td", ante="10.00", flop="bet")
    settled = at.settle()
    assert settled.outcomes(1) == settled.outcomes(2) == {"ante": "win", "flop": "win"}


@rule("3.10")
def test_3_10_the_best_five_of_seven_decide() -> None:
    at = table("Ks Kd 7h 7c 2s", "Ah 3d")
    at.seat(1, "Qd Jc", ante="10.00", flop="bet")
    at.seat(2, "Ac 4d", ante="10.00", flop="bet")
    settled = at.settle()
    assert settled.net(1) == "-30.00"
    assert settled.outcomes(2) == {"ante": "stand_off", "flop": "stand_off"}


@rule("3.10.1")
def test_3_10_1_a_hand_that_is_not_shown_loses_everything() -> None:
    at = linked("Ac Ah Kd 7s 2d")
    at.seat(
        2, "As Ad", ante="10.00", bonus="5.00", progressive="5.00",
        flop="bet", turn="bet", river="bet", exposed=False,
    )  # fmt: skip
    settled = at.settle()
    for line in settled.lines(2):
        assert line.result == ("lose", None, "0.00", "0.00")
        assert line.rules == ["3.10.1"]
    assert settled.net(2) == "-60.00"


@rule("3.10.1")
def test_3_10_1_nor_does_a_folded_hand_win_its_progressive_wager_unseen() -> None:
    at = linked("Ac Ah Kd", dealer="")
    at.seat(2, "As Ad", ante="10.00", progressive="5.00", flop="fold", exposed=False)
    settled = at.settle()
    assert settled.line(2, "progressive").result == ("lose", None, "0.00", "0.00")
    assert settled.line(2, "progressive").rules == ["3.10.1"]
    assert settled.meter() == ("100000.00", "0.00", "100000.00")


@rule("3.10.2")
def test_3_10_2_winning_below_a_straight_returns_the_ante() -> None:
    at = table("Ts 9d 7c 4h 2s", "Kc Qc")
    at.seat(1, "Tc Th", ante="10.00", flop="bet", turn="bet", river="bet")
    settled = at.settle()
    assert settled.line(1, "ante").result == ("stand_off", None, "0.00", "10.00")
    assert settled.line(1, "flop").result == ("win", "1 to 1", "20.00", "20.00")
    assert settled.line(1, "turn").result == ("win", "1 to 1", "10.00", "10.00")
    assert settled.line(1, "river").result == ("win", "1 to 1", "10.00", "10.00")
    assert settled.net(1) == "40.00"
    assert all("3.10.2" in line.rules for line in settled.lines(1))


@rule("3.10.2")
@rule("4.1")
@rule("4.1.1/main")
def test_4_1_1_main_a_winning_straight_is_paid_on_all_four() -> None:
    at = table("2c 3d 4h 5s Jd", "Kc Kd")
    at.seat(1, "6c 9d", ante="10.00", flop="bet", turn="bet", river="bet")
    settled = at.settle()
    assert [line.result for line in settled.lines(1)] == [
        ("win", "1 to 1", "10.00", "10.00"),
        ("win", "1 to 1", "20.00", "20.00"),
        ("win", "1 to 1", "10.00", "10.00"),
        ("win", "1 to 1", "10.00", "10.00"),
    ]
    assert all(line.rules == ["3.10.2", "4.1.1/main"] for line in settled.lines(1))


@rule("4.1.1/main")
@pytest.mark.parametrize(
    ("cards", "community"),
    [
        ("As Ks", "Qs Js Ts 2d 3c"),
        ("8c 7c", "Jc Tc 9c 2d 3s"),
        ("8s 8h", "8d 8c 3d Kc 4h"),
        ("Kc Kh", "Kd As Ah 7c 2d"),
        ("Jh 8h", "6h 5h 2h Ks 9d"),
        ("9c 8d", "7c 6h 5s Kd Qc"),
    ],
)
def test_4_1_1_main_the_ante_is_paid_from_a_straight_upwards(cards: str, community: str) -> None:
    at = table(community, "4d 3h")
    at.seat(1, cards, ante="10.00", flop="bet")
    assert at.settle().line(1, "ante").result == ("win", "1 to 1", "10.00", "10.00")


@rule("3.10.2")
@pytest.mark.parametrize(
    ("cards", "community"),
    [
        ("Ts Th", "Tc 6h 3d 2s 8c"),
        ("Qs Qh", "6c 6h 3d 2s 8c"),
        ("Ac Ah", "8d 6h 5s 3c 2d"),
        ("Ac Kh", "8d 6h 5s 3c 2d"),
    ],
)
def test_3_10_2_lesser_hands_that_win_return_the_ante(cards: str, community: str) -> None:
    at = table(community, "Jc 9c")
    at.seat(1, cards, ante="10.00", flop="bet")
    assert at.settle().outcomes(1) == {"ante": "stand_off", "flop": "win"}


@rule("3.10.3")
def test_3_10_3_the_lower_hand_loses_all_but_bonus_and_progressive() -> None:
    at = linked("Qh Jh 3h 2c 2d", "2s 2h")
    at.seat(
        1, "Ah Kh", ante="10.00", bonus="5.00", progressive="5.00",
        flop="bet", turn="bet", river="bet",
    )  # fmt: skip
    settled = at.settle()
    for wager in ("ante", "flop", "turn", "river"):
        assert settled.line(1, wager).result == ("lose", None, "0.00", "0.00")
        assert settled.line(1, wager).rules == ["3.10.3"]
    assert settled.line(1, "bonus").result == ("win", "25 to 1", "125.00", "5.00")
    assert "1.1.3" in settled.line(1, "bonus").rules
    assert settled.line(1, "progressive").result == ("win", "40 for 1", "200.00", "0.00")


@rule("3.10.4")
@rule("1.1.14")
def test_3_10_4_equal_hands_stand_off_and_the_bonus_is_settled() -> None:
    at = table("Ks Kd Kh Qs Qd", "3c 4d")
    at.seat(1, "8c 8d", ante="10.00", bonus="5.00", flop="bet", turn="bet", river="bet")
    settled = at.settle()
    for wager, stake in (
        ("ante", "10.00"),
        ("flop", "20.00"),
        ("turn", "10.00"),
        ("river", "10.00"),
    ):
        assert settled.line(1, wager).result == ("stand_off", None, "0.00", stake)
        assert settled.line(1, wager).rules == ["3.10.4", "3.12.1"]
    assert settled.line(1, "bonus").result == ("win", "3 to 1", "15.00", "5.00")


@pytest.mark.parametrize(
    ("player", "dealer", "community", "flop"),
    [
        pytest.param("Qh 3h", "Jh Th", "Ah Kh 9h 4d 2c", "win", marks=rule("3.12")),
        pytest.param("Ah 3s", "Ac 4c", "Qs Jd 9c 5h 2d", "stand_off", marks=rule("3.12.1")),
        pytest.param("Ad 2c", "Qh Jc", "Ks Kd 8h 8c 3s", "win", marks=rule("3.12.2")),
        pytest.param("Tc Kd", "Th Qd", "Ts 9d 7c 4h 2s", "win", marks=rule("3.12.3")),
        pytest.param("6c 9d", "Ah Ks", "2c 3d 4h 5s Jd", "win", marks=rule("3.12.4")),
        pytest.param("Ks Kd", "Qs Qd", "9s 9d 9h 4c 2d", "win", marks=rule("3.12.5")),
        pytest.param("Jc Qd", "Js Qh", "8s 9d Th 3c 4d", "stand_off", marks=rule("3.12.6")),
    ],
)
def test_3_12_the_comparison_decides_the_flop_wager(
    player: str, dealer: str, community: str, flop: str
) -> None:
    at = table(community, dealer)
    at.seat(1, player, ante="10.00", flop="bet")
    line = at.settle().line(1, "flop")
    assert line.outcome == flop
    if flop == "stand_off":
        assert (line.winnings, line.returned) == ("0.00", "20.00")
        assert "3.12.1" in line.rules


# --- bonus ------------------------------------------------------------------------------------


@rule("1.1.3")
@rule("4.1.1/bonus")
@pytest.mark.parametrize(
    ("cards", "odds", "winnings"),
    [
        ("As Ah", "30 to 1", "300.00"),
        ("Ac Kc", "25 to 1", "250.00"),
        ("Ac Qc", "20 to 1", "200.00"),
        ("Ah Jh", "20 to 1", "200.00"),
        ("Ac Kh", "15 to 1", "150.00"),
        ("Ks Kh", "10 to 1", "100.00"),
        ("Qc Qh", "10 to 1", "100.00"),
        ("Jc Jh", "10 to 1", "100.00"),
        ("Ac Qh", "5 to 1", "50.00"),
        ("Ad Jc", "5 to 1", "50.00"),
        ("Tc Td", "3 to 1", "30.00"),
        ("7d 7h", "3 to 1", "30.00"),
        ("2c 2h", "3 to 1", "30.00"),
    ],
)
def test_4_1_1_bonus_by_the_hole_cards(cards: str, odds: str, winnings: str) -> None:
    at = table()
    at.seat(1, cards, ante="10.00", bonus="10.00", flop="bet")
    line = at.settle().line(1, "bonus")
    assert line.result == ("win", odds, winnings, "10.00")
    assert {"1.1.3", "4.1.1/bonus"} <= set(line.rules)


@rule("4.1.1/bonus")
def test_4_1_1_bonus_aces_in_both_hands() -> None:
    at = table(dealer="Ad Ac")
    at.seat(1, "As Ah", ante="10.00", bonus="5.00", flop="bet")
    assert at.settle().line(1, "bonus").result == ("win", "1000 to 1", "5000.00", "5.00")
    at = table(dealer="Ad Kc")
    at.seat(1, "As Ah", ante="10.00", bonus="5.00", flop="bet")
    assert at.settle().line(1, "bonus").result == ("win", "30 to 1", "150.00", "5.00")


@rule("4.1.1/bonus")
@pytest.mark.parametrize("cards", ["Ac Tc", "Kc Qc", "Ah 9h", "Th 8d"])
def test_4_1_1_bonus_no_other_hole_cards_are_paid(cards: str) -> None:
    at = table()
    at.seat(1, cards, ante="10.00", bonus="5.00", flop="bet")
    line = at.settle().line(1, "bonus")
    assert line.result == ("lose", None, "0.00", "0.00")
    assert line.rules == ["1.1.3"]


# --- progressive ------------------------------------------------------------------------------


@rule("1.1.10")
def test_1_1_10_hole_cards_and_flop_make_the_progressive_hand() -> None:
    at = linked("6h 7d 8c Kd Kc", "Kh 2c")
    at.seat(1, "4s 5s", ante="10.00", progressive="5.00", flop="bet")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", "20 for 1", "100.00", "0.00")
    assert "1.1.10" in line.rules


@rule("4.2")
@pytest.mark.parametrize(
    ("cards", "flop", "odds", "winnings"),
    [
        ("As Ks", "Qs Js Ts", "100%", "100000.00"),
        ("4h 5h", "6h 7h 8h", "10%", "10000.00"),
        ("7s 7d", "7h 7c 2s", "400 for 1", "2000.00"),
        ("Kc Kh", "Kd As Ah", "80 for 1", "400.00"),
        ("Jh 8h", "6h 5h 2h", "40 for 1", "200.00"),
        ("4s 5s", "6h 7d 8c", "20 for 1", "100.00"),
    ],
)
def test_4_2_progressive_wagers(cards: str, flop: str, odds: str, winnings: str) -> None:
    at = linked(f"{flop} Qd 9c", "9d 3c")
    at.seat(1, cards, ante="10.00", progressive="5.00", flop="bet")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", odds, winnings, "0.00")
    assert "4.2" in line.rules


@rule("4.2")
@pytest.mark.parametrize(
    ("cards", "flop"), [("Ts Th", "Tc 6h 3d"), ("Qs Qh", "6c 6h 3d"), ("Ac 8d", "Qs Jd 9c")]
)
def test_4_2_no_other_hand_is_listed(cards: str, flop: str) -> None:
    at = linked(f"{flop} 4s 2h")
    at.seat(1, cards, ante="10.00", progressive="5.00", flop="bet")
    line = at.settle().line(1, "progressive")
    assert line.result == ("lose", None, "0.00", "0.00")
    assert line.rules == ["1.1.10", "4.2"]


@rule("4.2")
def test_4_2_a_royal_takes_the_meter_which_restarts() -> None:
    at = linked("Qs Js Ts Qd 9c")
    at.seat(1, "As Ks", ante="10.00", progressive="5.00", flop="bet")
    assert at.settle().meter() == ("100000.00", "100000.00", "10000.00")


@rule("3.5.3.1")
def test_3_5_3_1_odds_are_paid_on_the_whole_stake() -> None:
    at = linked("6h 5h 2h Qd 9c")
    at.seat(1, "Jh 8h", ante="10.00", progressive="15.00", flop="bet")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", "40 for 1", "600.00", "0.00")
    assert "3.5.3.1" in line.rules


@rule("3.5.3.1")
@pytest.mark.parametrize("stake", ["5.00", "25.00"])
def test_3_5_3_1_percentages_never_grow(stake: str) -> None:
    at = linked("6h 7h 8h Qd 9c")
    at.seat(1, "4h 5h", ante="10.00", progressive=stake, flop="bet")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", "10%", "10000.00", "0.00")
    assert "3.5.3.1" in line.rules


@rule("3.13")
def test_3_13_the_progressive_payment_comes_on_top() -> None:
    at = linked("6h 5h 2h Qd 9c")
    at.seat(1, "Jh 8h", ante="10.00", progressive="5.00", flop="bet")
    settled = at.settle()
    assert settled.line(1, "ante").winnings == "10.00"
    assert settled.line(1, "flop").winnings == "20.00"
    assert settled.line(1, "progressive").winnings == "200.00"
    assert "3.13" in settled.line(1, "progressive").rules
    assert settled.seat(1)["winnings"] == "230.00"


@rule("3.15")
@rule("3.15.1")
def test_3_15_1_two_straight_flushes_share_ten_percent_twice() -> None:
    at = linked("6h 7h 8h Qd 9c")
    at.seat(1, "4h 5h", ante="10.00", progressive="5.00", flop="bet")
    at.seat(6, "9h Th", ante="10.00", progressive="25.00", flop="fold")
    settled = at.settle()
    for seat in (1, 6):
        line = settled.line(seat, "progressive")
        assert line.result == ("win", "10%", "9500.00", "0.00")
        assert "3.15.1" in line.rules
    assert settled.meter() == ("100000.00", "19000.00", "81000.00")


@rule("3.15")
@rule("3.15.2")
@pytest.mark.parametrize(("royal", "lower"), [(1, 2), (2, 1)])
def test_3_15_2_the_royal_is_paid_last(royal: int, lower: int) -> None:
    at = linked("Th Jh Qh 4d 2c")
    at.seat(royal, "Kh Ah", ante="10.00", progressive="5.00", flop="bet")
    at.seat(lower, "8h 9h", ante="10.00", progressive="5.00", flop="bet")
    settled = at.settle()
    assert settled.line(lower, "progressive").winnings == "10000.00"
    assert settled.line(royal, "progressive").winnings == "90000.00"
    assert "3.15.2" in settled.line(royal, "progressive").rules
    assert settled.meter() == ("100000.00", "100000.00", "10000.00")


# --- irregularities ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(clause, marks=rule(clause))
        for clause in ("5.1", "5.1.1", "5.2", "5.3", "5.4", "5.8")
    ],
)
def test_5_a_void_round_gives_everything_back(clause: str) -> None:
    at = linked("6h 7h 8h 9c Qd", void=clause)
    at.seat(1, "4h 5h", ante="10.00", bonus="5.00", progressive="5.00", flop="bet", turn="bet")
    at.seat(2, "Ac Ad", ante="10.00", bonus="5.00", flop="fold")
    settled = at.settle()
    assert settled.wagers(1) == ["ante", "bonus", "progressive", "flop", "turn"]
    for line in settled.lines(1) + settled.lines(2):
        assert line.result == ("void", None, "0.00", line.stake)
        assert line.rules == [clause]
    assert (settled.seat(1)["returned"], settled.seat(2)["returned"]) == ("50.00", "15.00")
    assert settled.meter() == ("100000.00", "0.00", "100000.00")


@rule("5.3")
@pytest.mark.parametrize(
    ("community", "dealer"), [(DRY, "7c 3c Kd"), (f"{DRY} Kd", "7c 3c"), ("Qs Jd 9c 5h", "7c 3c")]
)
def test_5_3_the_void_round_holds_the_wrong_number_of_cards(community: str, dealer: str) -> None:
    at = table(community, dealer, void="5.3")
    at.seat(1, "Ac 8d", ante="10.00", flop="bet")
    assert at.settle().outcomes(1) == {"ante": "void", "flop": "void"}


@rule("5.1.1")
def test_5_1_1_a_round_may_be_void_before_all_cards_are_out() -> None:
    at = table(community="6h 7h 8h", dealer="", void="5.1.1")
    at.seat(1, "4h 5h", ante="10.00")
    assert at.settle().outcomes(1) == {"ante": "void"}


@pytest.mark.parametrize(
    ("clause", "entry"),
    [
        pytest.param("5.7", "I-105", marks=rule("5.7")),
        pytest.param("5.7.1", "I-88", marks=rule("5.7.1")),
        pytest.param("5.9", "I-95", marks=rule("5.9")),
        pytest.param("5.10.1", "I-81", marks=rule("5.10.1")),
        pytest.param("5.10.2", "I-81", marks=rule("5.10.2")),
        pytest.param("5.11", "I-71", marks=rule("5.11")),
        pytest.param("5.13", "I-89", marks=rule("5.13")),
        pytest.param("5.16.1", "I-92", marks=rule("5.16.1")),
        pytest.param("6.1", "I-94", marks=rule("6.1")),
    ],
)
def test_5_a_removed_hand_gets_its_wagers_back_and_the_others_play_on(
    clause: str, entry: str
) -> None:
    at = linked("6h 7h 8h 9c Qd", "Kc 2d")
    at.seat(2, "4h 5h", ante="10.00", bonus="5.00", progressive="5.00", flop="bet", removed=clause)
    at.seat(3, "Ac Ad", ante="10.00", flop="bet")
    settled = at.settle()
    for line in settled.lines(2):
        assert line.result == ("returned", None, "0.00", line.stake)
        assert line.rules == [clause]
        assert line.interpretations == [entry]
    assert settled.seat(2)["returned"] == "40.00"
    assert settled.outcomes(3) == {"ante": "stand_off", "flop": "win"}
    assert settled.meter() == ("100000.00", "0.00", "100000.00")


@rule("5.7")
def test_5_7_the_removed_hand_may_have_the_wrong_number_of_cards() -> None:
    at = linked()
    at.seat(2, "Ac Ad 4s", ante="10.00", bonus="5.00", progressive="5.00", removed="5.7")
    at.seat(3, "Kd 8c", ante="10.00", flop="bet")
    assert at.settle().seat(2)["returned"] == "20.00"


@rule("5.11")
def test_5_11_absent_at_the_flop_the_hand_is_returned() -> None:
    at = linked()
    at.seat(1, "Ac Ad", ante="10.00", bonus="5.00", progressive="5.00", removed="5.11")
    at.seat(2, "Kd 8c", ante="10.00", flop="bet")
    settled = at.settle()
    assert settled.outcomes(1) == {
        "ante": "returned",
        "bonus": "returned",
        "progressive": "returned",
    }
    assert settled.seat(1)["returned"] == "20.00"


@rule("5.11")
def test_5_11_absent_later_is_a_check() -> None:
    at = table()
    at.seat(1, "Ac Ad", ante="10.00", flop="bet")
    assert at.settle().wagers(1) == ["ante", "flop"]


@rule("5.12")
@rule("5.12.2")
def test_5_12_2_a_progressive_wager_alone_is_returned() -> None:
    at = linked("6h 7h 8h 9c Qd")
    at.seat(1, "", progressive="5.00")
    at.seat(2, "4h 5h", ante="10.00", progressive="5.00", flop="bet")
    settled = at.settle()
    line = settled.line(1, "progressive")
    assert line.result == ("returned", None, "0.00", "5.00")
    assert line.rules == ["5.12", "5.12.2"]
    assert settled.line(2, "progressive").winnings == "10000.00"


@rule("5.12.2")
def test_5_12_2_a_progressive_wager_alone_is_dealt_no_cards() -> None:
    at = linked()
    at.seat(1, "Ac Ad", progressive="5.00")
    assert len(at.refused()) == 1


@rule("5.13")
def test_5_13_the_first_wager_under_the_minimum_is_settled() -> None:
    at = table(limits={"ante": ("25.00", "500.00")})
    at.seat(1, "Qc Qd", ante="10.00", flop="bet")
    settled = at.settle()
    assert settled.line(1, "flop").result == ("win", "1 to 1", "20.00", "20.00")
    assert "5.13" in settled.line(1, "ante").rules


@rule("5.14")
def test_5_14_over_the_maximum_only_the_maximum_is_lost() -> None:
    at = table(dealer="Qc Qd", limits={"ante": ("25.00", "500.00"), "bonus": ("5.00", "100.00")})
    at.seat(1, "Ac 8d", ante="700.00", bonus="150.00", flop="bet", turn="bet")
    settled = at.settle()
    assert settled.line(1, "ante").result == ("lose", None, "0.00", "200.00")
    assert settled.line(1, "flop").stake == "1400.00"
    assert settled.line(1, "flop").result == ("lose", None, "0.00", "400.00")
    assert settled.line(1, "turn").result == ("lose", None, "0.00", "200.00")
    assert settled.line(1, "bonus").result == ("lose", None, "0.00", "50.00")
    assert all("5.14" in line.rules for line in settled.lines(1))


@rule("5.14")
def test_5_14_over_the_maximum_only_the_maximum_is_paid() -> None:
    at = table("2c 3d 4h 5s Jd", limits={"ante": ("25.00", "500.00"), "bonus": ("5.00", "100.00")})
    at.seat(1, "6c 6d", ante="700.00", bonus="150.00", flop="bet", turn="bet")
    settled = at.settle()
    assert settled.line(1, "ante").result == ("win", "1 to 1", "500.00", "700.00")
    assert settled.line(1, "flop").result == ("win", "1 to 1", "1000.00", "1400.00")
    assert settled.line(1, "turn").result == ("win", "1 to 1", "500.00", "700.00")
    assert settled.line(1, "bonus").result == ("win", "3 to 1", "300.00", "150.00")
