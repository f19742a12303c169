"""Megalink Three Card Poker, Version 6: what a record of a round and its settlement can show."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.rules.tables import BUILT_IN, FIVE, Table

BOOK = "mbs-megalink-three-card-v6"
QUEEN_HIGH = "Qs 9d 4c"
JACK_HIGH = "Js 9d 4c"
KINGS = "Kd Ks 3c"


def rule(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(BOOK, clause)


def table(
    dealer: str = QUEEN_HIGH,
    community: str = "",
    *,
    limits: Mapping[str, tuple[str, str]] | None = None,
    void: str | None = None,
    positions: int = 7,
) -> Table:
    return Table(
        BOOK, community=community, dealer=dealer, limits=limits, void=void, positions=positions
    )


def linked(dealer: str = QUEEN_HIGH, community: str = "5h 2h", *, void: str | None = None) -> Table:
    return table(dealer, community, void=void).link("5.00", jackpot=("60000.00", "10000.00"))


# --- the rulebook -----------------------------------------------------------------------------


@rule("title")
def test_title_version_6_of_2_august_2019_in_singapore_dollars() -> None:
    rules = BUILT_IN[BOOK]
    assert (rules.edition, rules.effective, rules.currency) == ("Version 6", "2019-08-02", "SGD")
    at = table()
    at.seat(1, "Ah Qd 7s", ante="10.00", play="play")
    record = at.settle().record
    assert (record["rulebook"], record["edition"]) == (BOOK, "Version 6")


@rule("1.1")
def test_1_1_four_wagers_have_these_names_and_the_ante_bonus_is_a_payment() -> None:
    rules = BUILT_IN[BOOK]
    titles = {wager.title for wager in rules.wagers.values()}
    assert titles == {"Ante", "Play", "Pair Plus", "Progressive Jackpot"}
    assert dict(rules.payments) == {"ante_bonus": "Ante Bonus"}


@rule("2.1")
@pytest.mark.parametrize("cards", ["3h 3h 5c", "3h 5c Jk", "3h 5c Qs"])
def test_2_1_no_joker_and_no_card_twice(cards: str) -> None:
    at = table()
    at.seat(1, cards, ante="10.00", play="play")
    assert len(at.refused()) == 1


@rule("2.2")
@pytest.mark.parametrize(("seat", "positions"), [(6, 5), (7, 6), (0, 7)])
def test_2_2_no_seat_beyond_the_layout(seat: int, positions: int) -> None:
    at = table(positions=positions)
    at.seat(seat, "Ah Qd 7s", ante="10.00", play="play")
    assert len(at.refused()) == 1


@rule("2.2.1")
@pytest.mark.parametrize("wager", ["flop", "bonus", "play", "ante_bonus"])
def test_2_2_1_no_other_wagers_are_placed(wager: str) -> None:
    at = table()
    at.seat(1, "Ah Qd 7s", pair_plus="10.00", wagers={wager: "5.00"})
    assert [wager in fault.problem for fault in at.refused()] == [True]


@rule("2.2.2")
def test_2_2_2_every_position_has_all_four_areas() -> None:
    at = linked(dealer="Ks 9d 4c")
    hands = ["Ac 8d 6s", "Ad 8c 6d", "Ah 8h 6c", "As 8s 3d", "Qc Td 2s", "Qd Tc 2d", "Qh Th 2c"]
    for seat, cards in enumerate(hands, start=1):
        at.seat(seat, cards, ante="5.00", pair_plus="5.00", progressive="5.00", play="play")
    settled = at.settle()
    for seat in range(1, 8):
        assert settled.wagers(seat) == ["ante", "pair_plus", "progressive", "play"]


@pytest.mark.parametrize(
    ("layout", "most"),
    [
        pytest.param("A", 7, marks=rule("Appendix A")),
        pytest.param("B", 6, marks=rule("Appendix B")),
        pytest.param("C", 6, marks=rule("Appendix C")),
    ],
)
def test_appendices_a_to_c_say_how_many_positions(layout: str, most: int) -> None:
    printed = next(one for one in BUILT_IN[BOOK].layouts if one.id == layout)
    assert (printed.clause, printed.least, printed.most) == (f"Appendix {layout}", 5, most)


@rule("Appendix A")
@pytest.mark.parametrize("positions", [4, 8])
def test_appendix_a_no_layout_has_that_many_positions(positions: int) -> None:
    at = table(positions=positions)
    at.seat(1, "Ah Qd 7s", ante="10.00", play="play")
    assert [f"{positions} positions" in fault.problem for fault in at.refused()] == [True]


@rule("6.2")
def test_6_2_the_ladder_of_roles() -> None:
    ladder = ("Dealer", "Pit Supervisor", "Pit Manager", "Gaming Shift Manager")
    assert BUILT_IN[BOOK].roles == ladder


# --- wagers -----------------------------------------------------------------------------------


@rule("3.4")
@pytest.mark.parametrize(
    "wagers", [{"ante": "10.00"}, {"pair_plus": "10.00"}, {"ante": "10.00", "pair_plus": "5.00"}]
)
def test_3_4_ante_or_pair_plus_or_both(wagers: dict[str, str]) -> None:
    at = table()
    decision = {"play": "play"} if "ante" in wagers else {}
    at.seat(1, "Ah Qd 7s", wagers=wagers, decisions=decision)
    assert at.settle().wagers(1) == [*wagers, *decision]


@rule("3.4")
def test_3_4_an_area_may_hold_the_money_of_several() -> None:
    at = table()
    at.seat(
        1, "Ah Qd 7s", ante="25.00", play="play",
        shares={"ante": {"p1": "15.00", "p7": "10.00"}, "play": {"p1": "15.00", "p7": "10.00"}},
    )  # fmt: skip
    line = at.settle().line(1, "ante")
    assert line.shares == [
        {"player": "p1", "stake": "15.00", "winnings": "15.00", "returned": "15.00"},
        {"player": "p7", "stake": "10.00", "winnings": "10.00", "returned": "10.00"},
    ]
    assert {"3.4", "3.4.2"} <= set(line.rules)


@rule("3.4.2")
def test_3_4_2_shared_money_is_one_wager() -> None:
    at = table()
    parts = {"pair_plus": {"p1": "5.00", "p2": "5.00"}}
    at.seat(1, "9s 9h 4d", pair_plus="10.00", shares=parts)
    settled = at.settle()
    assert settled.wagers(1) == ["pair_plus"]
    assert settled.line(1, "pair_plus").winnings == "10.00"


@rule("3.5")
def test_3_5_a_progressive_wager_beside_the_pair_plus_alone() -> None:
    at = linked()
    at.seat(1, "Jh 8h 6h", pair_plus="5.00", progressive="5.00")
    assert at.settle().wagers(1) == ["pair_plus", "progressive"]


@rule("3.5.1")
@rule("3.5.4")
def test_3_5_4_only_the_seated_player_has_a_progressive_wager() -> None:
    at = linked()
    parts = {"progressive": {"p1": "2.50", "p2": "2.50"}}
    at.seat(1, "Jh 8h 6h", ante="10.00", progressive="5.00", play="play", shares=parts)
    assert ["progressive" in fault.problem for fault in at.refused()] == [True]


@rule("3.5.2")
def test_3_5_2_a_progressive_wager_on_each_of_several_hands() -> None:
    at = linked()
    at.seat(2, "Ac 8d 6s", player="one", ante="10.00", progressive="5.00", play="play")
    at.seat(3, "Jh 8h 6h", player="one", ante="10.00", progressive="5.00", play="play")
    settled = at.settle()
    assert settled.line(2, "progressive").outcome == "lose"
    assert settled.line(3, "progressive").winnings == "100.00"


@rule("3.5.3")
@pytest.mark.parametrize("stake", ["10.00", "4.00"])
def test_3_5_3_exactly_one_unit(stake: str) -> None:
    at = linked()
    at.seat(1, "Jh 8h 6h", ante="10.00", progressive=stake, play="play")
    assert at.refused_under() == ["3.5.3"]


@rule("1.1.1")
@rule("1.1.7")
@rule("3.9.2")
def test_3_9_2_play_is_as_much_as_the_ante() -> None:
    at = table()
    at.seat(1, "Ah Qd 7s", ante="15.00", play="play")
    assert at.settle().line(1, "play").stake == "15.00"


# --- cards and decisions ----------------------------------------------------------------------


@rule("1.1.4")
def test_1_1_4_community_cards_count_for_the_progressive_wager_only() -> None:
    at = linked(community="Ks Kc")
    at.seat(1, "Kh Kd 2c", ante="10.00", pair_plus="10.00", progressive="5.00", play="play")
    settled = at.settle()
    assert settled.line(1, "pair_plus").odds == "1 to 1"
    assert "ante_bonus" not in settled.wagers(1)
    assert settled.line(1, "progressive").odds == "$2,000.00"


@rule("1.1.5")
def test_1_1_5_a_folded_hand_has_no_play_wager() -> None:
    at = table()
    at.seat(2, "Ah Qd 7s", ante="10.00", play="fold")
    assert at.settle().wagers(2) == ["ante"]


@rule("3.9")
@pytest.mark.parametrize("choice", ["bet", "check", "withdraw"])
def test_3_9_fold_or_play(choice: str) -> None:
    at = table()
    at.seat(1, "Ah Qd 7s", ante="10.00", pair_plus="10.00", play=choice)
    assert at.refused_under() == ["3.9"]


@rule("3.9")
def test_3_9_with_an_ante_the_question_is_answered() -> None:
    at = table()
    at.seat(1, "Ah Qd 7s", ante="10.00")
    assert at.refused_under() == ["3.9"]


@rule("3.9.1")
def test_3_9_1_a_fold_loses_the_ante_and_the_progressive_wager_lives() -> None:
    at = linked()
    at.seat(1, "Jh 8h 6h", ante="10.00", progressive="5.00", play="fold")
    settled = at.settle()
    assert settled.line(1, "ante").result == ("lose", None, "0.00", "0.00")
    assert settled.line(1, "ante").rules == ["3.9.1"]
    assert settled.line(1, "progressive").result == ("win", "$100.00", "100.00", "0.00")


@rule("3.9.1.1")
def test_3_9_1_1_the_pair_plus_survives_a_fold() -> None:
    at = table()
    at.seat(1, "4s 4d 9c", ante="10.00", pair_plus="10.00", play="fold")
    settled = at.settle()
    assert settled.line(1, "ante").outcome == "lose"
    assert settled.line(1, "pair_plus").result == ("win", "1 to 1", "10.00", "10.00")


@rule("3.9.3")
def test_3_9_3_pair_plus_alone_plays_without_another_stake() -> None:
    at = table()
    at.seat(1, "4s 4d 9c", pair_plus="10.00")
    settled = at.settle()
    assert settled.wagers(1) == ["pair_plus"]
    assert settled.line(1, "pair_plus").result == ("win", "1 to 1", "10.00", "10.00")


@rule("3.9.3")
@pytest.mark.parametrize("choice", ["play", "fold"])
def test_3_9_3_pair_plus_alone_is_not_asked(choice: str) -> None:
    at = table()
    at.seat(1, "4s 4d 9c", pair_plus="10.00", play=choice)
    assert len(at.refused()) == 1


# --- player against dealer --------------------------------------------------------------------


@rule("3.3")
def test_3_3_players_are_compared_with_the_dealer_only() -> None:
    at = table()
    at.seat(1, "Kh 8h 2h", ante="10.00", play="play")
    at.seat(2, "5s 5d Jc", ante="10.00", play="play")
    settled = at.settle()
    assert settled.outcomes(1) == settled.outcomes(2) == {"ante": "win", "play": "win"}


@rule("3.10")
def test_3_10_the_higher_three_card_hand_wins() -> None:
    at = table(dealer="Ah Kh 5h")
    at.seat(1, "Ts 9d 8c", ante="10.00", play="play")
    at.seat(2, "Ad Ac Kc", ante="10.00", play="play")
    settled = at.settle()
    assert settled.outcomes(1)["ante"] == "win"
    assert settled.outcomes(2)["ante"] == "lose"


@rule("3.10.1")
def test_3_10_1_community_cards_are_shown_where_a_progressive_wager_stands() -> None:
    at = linked(community="")
    at.seat(1, "Jh 8h 6h", ante="10.00", progressive="5.00", play="play")
    assert len(at.refused()) == 1
    at = linked(community="5h 2h")
    at.seat(1, "Jh 8h 6h", ante="10.00", progressive="5.00", play="play")
    assert at.settle().line(1, "progressive").odds == "$100.00"


@rule("3.10.1")
@pytest.mark.parametrize("community", ["", "5h 2h"])
def test_3_10_1_otherwise_they_may_stay_hidden(community: str) -> None:
    at = table(community=community)
    at.seat(1, "Jh 8h 6h", ante="10.00", play="play")
    assert at.settle().net(1) == "20.00"


@rule("3.10.2")
def test_3_10_2_a_hand_that_is_not_shown_loses_to_a_qualifying_dealer() -> None:
    at = linked(community="7c 7h")
    at.seat(
        1, "7s 7d As", ante="10.00", pair_plus="10.00", progressive="5.00",
        play="play", exposed=False,
    )  # fmt: skip
    settled = at.settle()
    assert settled.wagers(1) == ["ante", "pair_plus", "progressive", "play"]
    for line in settled.lines(1):
        assert line.result == ("lose", None, "0.00", "0.00")
        assert line.rules == ["3.10.2"]
    assert settled.net(1) == "-35.00"


@rule("3.10.2")
def test_3_10_2_against_a_dealer_who_does_not_qualify_the_ante_wins() -> None:
    at = linked(JACK_HIGH, "7c 7h")
    at.seat(
        1, "8s 8h 8d", ante="10.00", pair_plus="10.00", progressive="5.00",
        play="play", exposed=False,
    )  # fmt: skip
    settled = at.settle()
    assert settled.line(1, "ante").result == ("win", "1 to 1", "10.00", "10.00")
    assert settled.line(1, "play").result == ("returned", None, "0.00", "10.00")
    assert settled.line(1, "pair_plus").outcome == "lose"
    assert settled.line(1, "progressive").outcome == "lose"
    assert "ante_bonus" not in settled.wagers(1)
    assert all("3.10.2" in line.rules for line in settled.lines(1))
    assert "3.11.2" in settled.line(1, "ante").rules
    assert "3.11.1" in settled.line(1, "play").rules
    assert settled.net(1) == "-5.00"


@rule("3.10.2")
def test_3_10_2_a_folded_hand_that_is_not_shown_loses_its_pair_plus() -> None:
    at = table()
    at.seat(1, "8s 8h 8d", ante="10.00", pair_plus="10.00", play="fold", exposed=False)
    assert at.settle().outcomes(1) == {"ante": "lose", "pair_plus": "lose"}


@rule("3.11")
@rule("3.12")
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        (JACK_HIGH, False),
        ("Js Td 8c", False),
        ("5s 3d 2c", False),
        (QUEEN_HIGH, True),
        ("Qs 3d 2c", True),
        ("As 7s 2d", True),
        ("7s 7d 7c", True),
        ("2s 2d 5c", True),
        ("4c 5d 6s", True),
        ("9h 7h 2h", True),
    ],
)
def test_3_11_the_dealer_qualifies_with_queen_high_or_better(dealer: str, qualifies: bool) -> None:
    at = table(dealer)
    at.seat(1, "Kh Kc 8d", ante="10.00", play="play")
    line = at.settle().line(1, "play")
    assert (line.outcome == "returned") is not qualifies


@rule("3.11")
@rule("3.11.1")
def test_3_11_1_against_a_dealer_who_does_not_qualify_play_goes_back() -> None:
    at = table(JACK_HIGH)
    at.seat(1, "Ah Kd 7s", ante="10.00", play="play")
    line = at.settle().line(1, "play")
    assert line.result == ("returned", None, "0.00", "10.00")
    assert line.rules == ["3.11.1"]


@rule("3.11")
@rule("3.11.2")
def test_3_11_2_and_the_ante_is_paid_whatever_the_player_holds() -> None:
    at = table(JACK_HIGH)
    at.seat(1, "7h 5d 2s", ante="10.00", play="play")
    settled = at.settle()
    assert settled.line(1, "ante").result == ("win", "1 to 1", "10.00", "10.00")
    assert settled.line(1, "ante").rules == ["3.11", "3.11.2", "4.1"]
    assert settled.net(1) == "10.00"


@rule("3.11.2")
def test_3_11_2_a_folded_ante_is_not_paid() -> None:
    at = table(JACK_HIGH)
    at.seat(1, "7h 5d 2s", ante="10.00", play="fold")
    assert at.settle().net(1) == "-10.00"


@rule("3.11.3")
def test_3_11_3_and_the_ante_bonus_is_paid() -> None:
    at = table(JACK_HIGH)
    at.seat(1, "8h 7h 6h", ante="10.00", play="play")
    settled = at.settle()
    assert settled.line(1, "ante").winnings == "10.00"
    assert settled.line(1, "ante_bonus").result == ("win", "5 to 1", "50.00", "0.00")


@rule("1.1.2")
@rule("3.4")
@rule("4.2")
def test_1_1_2_the_ante_bonus_of_a_shared_ante_is_paid_to_all_who_funded_it() -> None:
    """It is a payment made to the Ante (I-75): pro rata, odd cents to who is seated (I-80)."""
    at = table(JACK_HIGH, limits={"ante": ("5.00", "20.00")})
    shares = {"p7": "10.01", "p1": "9.98", "p8": "10.01"}
    at.seat(1, "8h 7h 6h", ante="30.00", play="play", shares={"ante": shares, "play": shares})
    line = at.settle().line(1, "ante_bonus")
    assert line.result == ("win", "5 to 1", "100.00", "0.00")
    assert line.shares == [
        {"player": "p7", "stake": "0.00", "winnings": "33.36", "returned": "0.00"},
        {"player": "p1", "stake": "0.00", "winnings": "33.28", "returned": "0.00"},
        {"player": "p8", "stake": "0.00", "winnings": "33.36", "returned": "0.00"},
    ]
    assert "I-80" in line.interpretations


@rule("3.11.4")
def test_3_11_4_and_the_pair_plus_is_settled() -> None:
    at = table(JACK_HIGH)
    at.seat(1, "Th 4h 2h", ante="10.00", pair_plus="10.00", play="play")
    assert at.settle().line(1, "pair_plus").result == ("win", "4 to 1", "40.00", "10.00")


@rule("3.12")
@rule("3.12.1")
def test_3_12_1_the_higher_hand_is_paid_on_ante_and_play() -> None:
    at = table(QUEEN_HIGH)
    at.seat(1, "Qh Td 2c", ante="10.00", play="play")
    settled = at.settle()
    for wager in ("ante", "play"):
        assert settled.line(1, wager).result == ("win", "1 to 1", "10.00", "10.00")
        assert settled.line(1, wager).rules == ["3.12.1", "4.1"]
    assert settled.net(1) == "20.00"


@rule("3.12.2")
def test_3_12_2_the_lower_hand_loses_ante_and_play() -> None:
    at = table(KINGS)
    at.seat(1, "Ah Qd 7s", ante="10.00", play="play")
    settled = at.settle()
    for wager in ("ante", "play"):
        assert settled.line(1, wager).result == ("lose", None, "0.00", "0.00")
        assert settled.line(1, wager).rules == ["3.12.2"]


@rule("1.1.10")
@rule("3.12.3")
def test_3_12_3_equal_hands_stand_off() -> None:
    at = table(QUEEN_HIGH)
    at.seat(1, "Qd 9h 4s", ante="10.00", play="play")
    settled = at.settle()
    for wager in ("ante", "play"):
        assert settled.line(1, wager).result == ("stand_off", None, "0.00", "10.00")
        assert settled.line(1, wager).rules == ["3.12.3", "3.15.1"]


@rule("1.1.2")
@rule("3.12.4")
def test_3_12_4_the_ante_bonus_is_paid_to_the_losing_hand() -> None:
    at = table("Kh Kc Kd")
    at.seat(1, "Ts Th Tc", ante="10.00", play="play")
    settled = at.settle()
    assert settled.outcomes(1) == {"ante": "lose", "play": "lose", "ante_bonus": "win"}
    line = settled.line(1, "ante_bonus")
    assert (line.stake, line.winnings, line.returned) == ("0.00", "40.00", "0.00")
    assert {"1.1.2", "3.12.4", "4.2"} <= set(line.rules)
    assert settled.net(1) == "20.00"


@rule("1.1.2")
def test_1_1_2_a_straight_that_loses_and_one_that_is_folded() -> None:
    at = table("7s 8s 9d")
    at.seat(1, "4c 5d 6h", ante="10.00", play="play")
    at.seat(2, "4d 5h 6c", ante="10.00", play="fold")
    settled = at.settle()
    assert settled.line(1, "ante_bonus").result == ("win", "1 to 1", "10.00", "0.00")
    assert settled.wagers(2) == ["ante"]


@rule("3.12.4")
def test_3_12_4_the_ante_bonus_is_paid_on_a_tie() -> None:
    at = table("8h 9c Td")
    at.seat(1, "8s 9d Tc", ante="10.00", play="play")
    settled = at.settle()
    assert settled.line(1, "ante").outcome == "stand_off"
    assert settled.line(1, "ante_bonus").winnings == "10.00"


@rule("1.1.6")
@rule("3.12.5")
def test_3_12_5_the_pair_plus_is_paid_whatever_the_dealer_holds() -> None:
    at = table("Qs Jd Th")
    at.seat(1, "Ac Ah 8d", ante="10.00", pair_plus="10.00", play="play")
    settled = at.settle()
    assert settled.line(1, "ante").outcome == "lose"
    assert settled.line(1, "pair_plus").result == ("win", "1 to 1", "10.00", "10.00")
    assert {"1.1.6", "3.12.5", "4.3"} <= set(settled.line(1, "pair_plus").rules)


@pytest.mark.parametrize(
    ("player", "dealer", "outcome"),
    [
        pytest.param("Ah Th 2h", "Ad 9d 8d", "win", marks=rule("3.15")),
        pytest.param("Ks 9s 4s", "Kd 9d 4d", "stand_off", marks=rule("3.15.1")),
        pytest.param("8s 8d Kc", "8h 8c Qd", "win", marks=rule("3.15.2")),
        pytest.param("8s 8d Kc", "8h 8c Kd", "stand_off", marks=rule("3.15.2")),
        pytest.param("Ah 2h 3h", "4c 3c 2c", "lose", marks=rule("3.15.3")),
        pytest.param("8s 9d Tc", "8h 9c Td", "stand_off", marks=rule("3.15.4")),
    ],
)
def test_3_15_the_comparison_decides_the_play_wager(player: str, dealer: str, outcome: str) -> None:
    at = table(dealer)
    at.seat(1, player, ante="10.00", play="play")
    line = at.settle().line(1, "play")
    assert line.outcome == outcome
    if outcome == "stand_off":
        assert "3.15.1" in line.rules


# --- paytables --------------------------------------------------------------------------------


@rule("4.1")
def test_4_1_ante_and_play_pay_even_money() -> None:
    at = table()
    at.seat(1, "Ah Qd 7s", ante="25.00", play="play")
    settled = at.settle()
    assert [line.result for line in settled.lines(1)] == [
        ("win", "1 to 1", "25.00", "25.00"),
    ] * 2
    assert all("4.1" in line.rules for line in settled.lines(1))


@rule("4.2")
@pytest.mark.parametrize(
    ("cards", "odds", "winnings"),
    [
        ("8h 7h 6h", "5 to 1", "125.00"),
        ("Ah 2h 3h", "5 to 1", "125.00"),
        ("Ts Th Tc", "4 to 1", "100.00"),
        ("8d 7c 6h", "1 to 1", "25.00"),
        ("Ad Kc Qh", "1 to 1", "25.00"),
    ],
)
def test_4_2_ante_bonus(cards: str, odds: str, winnings: str) -> None:
    at = table()
    at.seat(1, cards, ante="25.00", pair_plus="5.00", play="play")
    line = at.settle().line(1, "ante_bonus")
    assert line.result == ("win", odds, winnings, "0.00")
    assert "4.2" in line.rules


@rule("4.2")
@pytest.mark.parametrize("cards", ["Jh 8h 6h", "Ac Ah 8d", "Kd Ac 2h"])
def test_4_2_no_ante_bonus_below_a_straight(cards: str) -> None:
    at = table()
    at.seat(1, cards, ante="25.00", play="play")
    assert "ante_bonus" not in at.settle().wagers(1)


@rule("4.2")
def test_4_2_no_ante_bonus_without_an_ante() -> None:
    at = table()
    at.seat(1, "8h 7h 6h", pair_plus="10.00")
    assert at.settle().wagers(1) == ["pair_plus"]


@rule("1.1.6")
@rule("4.3")
@pytest.mark.parametrize(
    ("cards", "odds", "winnings"),
    [
        ("8h 7h 6h", "40 to 1", "200.00"),
        ("Ah Kh Qh", "40 to 1", "200.00"),
        ("Ts Th Tc", "30 to 1", "150.00"),
        ("8d 7c 6h", "5 to 1", "25.00"),
        ("Jh 8h 6h", "4 to 1", "20.00"),
        ("9h 9c 4d", "1 to 1", "5.00"),
    ],
)
def test_4_3_pair_plus(cards: str, odds: str, winnings: str) -> None:
    at = table(dealer="As Ad Ac")
    at.seat(1, cards, pair_plus="5.00")
    line = at.settle().line(1, "pair_plus")
    assert line.result == ("win", odds, winnings, "5.00")
    assert "4.3" in line.rules


@rule("4.3")
@pytest.mark.parametrize("cards", ["Ah Kd Jc", "Kd Ac 2h"])
def test_4_3_nothing_below_a_pair(cards: str) -> None:
    at = table()
    at.seat(1, cards, pair_plus="5.00")
    line = at.settle().line(1, "pair_plus")
    assert line.result == ("lose", None, "0.00", "0.00")
    assert line.rules == ["1.1.6"]


@rule("4.4")
@pytest.mark.parametrize(
    ("hand", "odds", "winnings"),
    [
        ("royal flush", "100%", "60000.00"),
        ("straight flush", "10%", "6000.00"),
        ("four of a kind", "$2,000.00", "2000.00"),
        ("full house", "$200.00", "200.00"),
        ("flush", "$100.00", "100.00"),
    ],
)
def test_4_4_progressive_wagers(hand: str, odds: str, winnings: str) -> None:
    cards, community = FIVE[hand]
    at = linked("Qs 3c 2s", community)
    at.seat(1, cards, ante="10.00", progressive="5.00", play="play")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", odds, winnings, "0.00")
    assert "4.4" in line.rules


@rule("4.4")
@pytest.mark.parametrize("hand", ["straight", "three of a kind", "two pairs", "nothing"])
def test_4_4_no_other_hand_is_listed(hand: str) -> None:
    cards, community = FIVE[hand]
    at = linked("Qs 3c 2s", community)
    at.seat(1, cards, ante="10.00", progressive="5.00", play="play")
    line = at.settle().line(1, "progressive")
    assert line.result == ("lose", None, "0.00", "0.00")
    assert line.rules == ["1.1.8", "4.4"]


@rule("4.4.1")
def test_4_4_1_five_cards_for_the_progressive_and_three_for_the_rest() -> None:
    at = linked(community="2c Kd")
    at.seat(1, "8h 7h 6h", pair_plus="5.00", progressive="5.00")
    settled = at.settle()
    assert settled.line(1, "pair_plus").odds == "40 to 1"
    assert settled.line(1, "progressive").outcome == "lose"


# --- progressive ------------------------------------------------------------------------------


@rule("1.1.8")
def test_1_1_8_with_the_pair_plus_alone_on_three_own_and_two_community_cards() -> None:
    at = linked()
    at.seat(1, "Jh 8h 6h", pair_plus="5.00", progressive="5.00")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", "$100.00", "100.00", "0.00")
    assert "1.1.8" in line.rules


@rule("3.13")
@pytest.mark.parametrize("dealer", [JACK_HIGH, "Ac Ad Qd"])
def test_3_13_paid_whatever_the_dealer_holds_and_after_a_fold(dealer: str) -> None:
    at = linked(dealer, "As Ah")
    at.seat(1, "Kc Kh Kd", ante="10.00", progressive="5.00", play="fold")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", "$200.00", "200.00", "0.00")
    assert "3.13" in line.rules


@rule("3.16")
def test_3_16_the_progressive_payment_comes_on_top() -> None:
    at = linked()
    at.seat(1, "Jh 8h 6h", ante="10.00", pair_plus="10.00", progressive="5.00", play="play")
    settled = at.settle()
    assert [(line.wager, line.winnings) for line in settled.lines(1)] == [
        ("ante", "10.00"),
        ("pair_plus", "40.00"),
        ("progressive", "100.00"),
        ("play", "10.00"),
    ]
    assert "3.16" in settled.line(1, "progressive").rules


@rule("3.18")
@rule("3.18.1")
def test_3_18_1_two_straight_flushes_share_ten_percent_twice() -> None:
    at = table(community="6h 7h").link("5.00", jackpot=("60000.01", "10000.00"))
    at.seat(1, "3h 4h 5h", ante="10.00", progressive="5.00", play="play")
    at.seat(5, "8h 9h Th", pair_plus="10.00", progressive="5.00")
    settled = at.settle()
    for seat in (1, 5):
        line = settled.line(seat, "progressive")
        assert line.result == ("win", "10%", "5700.00", "0.00")
        assert "3.18.1" in line.rules
    assert settled.meter() == ("60000.01", "11400.00", "48600.01")


@rule("3.18")
@rule("3.18.2")
@pytest.mark.parametrize(("royal", "lower"), [(1, 2), (2, 1)])
def test_3_18_2_the_royal_is_paid_last(royal: int, lower: int) -> None:
    at = linked(community="Th Jh")
    at.seat(royal, "Qh Kh Ah", ante="10.00", progressive="5.00", play="play")
    at.seat(lower, "7h 8h 9h", ante="10.00", progressive="5.00", play="play")
    settled = at.settle()
    assert settled.line(lower, "progressive").winnings == "6000.00"
    assert settled.line(royal, "progressive").winnings == "54000.00"
    assert "3.18.2" in settled.line(royal, "progressive").rules
    assert settled.meter() == ("60000.00", "60000.00", "10000.00")


# --- irregularities ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(clause, marks=rule(clause))
        for clause in ("5.1", "5.1.1", "5.2", "5.3", "5.4", "5.8")
    ],
)
def test_5_a_void_round_gives_everything_back(clause: str) -> None:
    at = linked(JACK_HIGH, void=clause)
    at.seat(1, "Jh 8h 6h", ante="10.00", pair_plus="10.00", progressive="5.00", play="play")
    at.seat(2, "Ac 7d 3s", ante="10.00", pair_plus="10.00", progressive="5.00", play="fold")
    settled = at.settle()
    for line in settled.lines(1) + settled.lines(2):
        assert line.result == ("void", None, "0.00", line.stake)
        assert line.rules == [clause]
    assert (settled.seat(1)["returned"], settled.seat(2)["returned"]) == ("35.00", "25.00")
    assert settled.meter() == ("60000.00", "0.00", "60000.00")


@rule("5.3")
@pytest.mark.parametrize(
    ("community", "dealer"), [("5h", QUEEN_HIGH), ("5h 2h Kd", QUEEN_HIGH), ("5h 2h", "Qs 9d")]
)
def test_5_3_the_void_round_holds_the_wrong_number_of_cards(community: str, dealer: str) -> None:
    at = table(dealer, community, void="5.3")
    at.seat(1, "Jh 8h 6h", ante="10.00", play="play")
    assert at.settle().outcomes(1) == {"ante": "void", "play": "void"}


@pytest.mark.parametrize(
    ("clause", "entry"),
    [
        pytest.param("5.7", "I-105", marks=rule("5.7")),
        pytest.param("5.7.1", "I-88", marks=rule("5.7.1")),
        pytest.param("5.9", "I-95", marks=rule("5.9")),
        pytest.param("5.10.1", "I-81", marks=rule("5.10.1")),
        pytest.param("5.10.2", "I-81", marks=rule("5.10.2")),
        pytest.param("5.11", "I-76", marks=rule("5.11")),
        pytest.param("5.13", "I-89", marks=rule("5.13")),
        pytest.param("5.16.1", "I-92", marks=rule("5.16.1")),
        pytest.param("6.1", "I-94", marks=rule("6.1")),
    ],
)
def test_5_a_removed_hand_gets_its_wagers_back_and_the_others_play_on(
    clause: str, entry: str
) -> None:
    at = linked(KINGS)
    at.seat(
        4, "Jh 8h 6h", ante="10.00", pair_plus="10.00", progressive="5.00",
        play="play", removed=clause,
    )  # fmt: skip
    at.seat(5, "Ac Ad 9s", ante="10.00", pair_plus="10.00", play="play")
    settled = at.settle()
    for line in settled.lines(4):
        assert line.result == ("returned", None, "0.00", line.stake)
        assert line.rules == [clause]
        assert line.interpretations == [entry]
    assert settled.seat(4)["returned"] == "35.00"
    assert settled.net(5) == "30.00"
    assert settled.meter() == ("60000.00", "0.00", "60000.00")


@rule("5.7")
def test_5_7_the_removed_hand_may_have_the_wrong_number_of_cards() -> None:
    at = linked()
    at.seat(4, "Jh 8h", ante="10.00", pair_plus="10.00", progressive="5.00", removed="5.7")
    at.seat(5, "Ac Ad 9s", ante="10.00", play="play")
    assert at.settle().seat(4)["returned"] == "25.00"


@rule("5.11")
def test_5_11_absent_with_an_ante_the_hand_is_returned() -> None:
    at = linked()
    at.seat(1, "Jh 8h 6h", ante="10.00", pair_plus="10.00", progressive="5.00", removed="5.11")
    at.seat(2, "9s 9h 3d", pair_plus="10.00")
    settled = at.settle()
    assert settled.seat(1)["returned"] == "25.00"
    assert settled.line(1, "pair_plus").rules == ["5.11"]
    assert settled.line(2, "pair_plus").outcome == "win"


@rule("5.12")
@rule("5.12.2")
def test_5_12_2_a_progressive_wager_alone_is_returned() -> None:
    at = linked()
    at.seat(1, "", progressive="5.00")
    at.seat(2, "Jh 8h 6h", pair_plus="10.00", progressive="5.00")
    settled = at.settle()
    line = settled.line(1, "progressive")
    assert line.result == ("returned", None, "0.00", "5.00")
    assert line.rules == ["5.12", "5.12.2"]
    assert settled.line(2, "progressive").winnings == "100.00"


@rule("5.12.2")
def test_5_12_2_a_progressive_wager_alone_at_an_empty_table() -> None:
    at = linked()
    at.seat(1, "", progressive="5.00")
    assert at.settle().outcomes(1) == {"progressive": "returned"}


@rule("5.12.2")
@rule("5.7")
@pytest.mark.parametrize("dealer", ["", "Qs 9d"])
def test_5_no_round_is_without_a_dealer_hand_even_if_nobody_is_left(dealer: str) -> None:
    at = linked(dealer)
    at.seat(1, "", progressive="5.00")
    assert len(at.refused()) == 1
    at = linked(dealer)
    at.seat(1, "Jh 8h 6h", ante="10.00", play="play", removed="5.7")
    assert len(at.refused()) == 1


@rule("5.13")
def test_5_13_the_first_wager_under_the_minimum_is_settled() -> None:
    at = table(limits={"pair_plus": ("10.00", "100.00")})
    at.seat(1, "9s 9h 3d", pair_plus="5.00")
    line = at.settle().line(1, "pair_plus")
    assert line.result == ("win", "1 to 1", "5.00", "5.00")
    assert "5.13" in line.rules


@rule("5.14")
def test_5_14_over_the_maximum_only_the_maximum_is_paid() -> None:
    at = table(limits={"pair_plus": ("10.00", "100.00"), "ante": ("10.00", "50.00")})
    at.seat(1, "Ts Th Tc", ante="70.00", pair_plus="150.00", play="play")
    settled = at.settle()
    assert settled.line(1, "pair_plus").result == ("win", "30 to 1", "3000.00", "150.00")
    assert settled.line(1, "ante").result == ("win", "1 to 1", "50.00", "70.00")
    assert settled.line(1, "play").result == ("win", "1 to 1", "50.00", "70.00")
    assert settled.line(1, "ante_bonus").winnings == "200.00"
    assert "5.14" in settled.line(1, "pair_plus").rules


@rule("5.14")
def test_5_14_over_the_maximum_only_the_maximum_is_lost() -> None:
    at = table(KINGS, limits={"pair_plus": ("10.00", "100.00"), "ante": ("10.00", "50.00")})
    at.seat(1, "Ah Qd 7s", ante="70.00", pair_plus="150.00", play="play")
    settled = at.settle()
    assert [line.result for line in settled.lines(1)] == [
        ("lose", None, "0.00", "20.00"),
        ("lose", None, "0.00", "50.00"),
        ("lose", None, "0.00", "20.00"),
    ]
