"""The judge is judged first: by worked examples typed in by hand from the rulebooks.

A judge that is wrong would make a right product look wrong, or worse, agree with its mistakes. So
each example here was worked out on paper from a clause, and is named for it: the short name of
the rulebook, the clause, and what must be true. After the examples come sweeps over generated
rounds: the books balance, every generated round is accepted, every broken one is refused.
"""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from tests.judge import judge
from tests.judge.judge import (
    R000,
    R001,
    R002,
    R003,
    R004,
    RULEBOOKS,
    Refused,
    best_of_seven,
    five_card_value,
    settle,
    three_card_value,
)
from tests.judge.malformed import kinds, malformed_rounds
from tests.judge.rounds import Record, random_round, stacked_round, to_int

SEED = 20261115


# ---------------------------------------------------------------------------------------------
# Writing a round down
# ---------------------------------------------------------------------------------------------


def lir_seat(
    number: int,
    cards: str,
    bet: str = "10.00",
    decisions: tuple[str, str] = ("ride", "ride"),
    **side: Any,
) -> Record:
    """A Let It Ride seat; further keywords are wagers."""
    return {
        "seat": number,
        "player": f"p{number}",
        "cards": cards.split(),
        "wagers": {"1": bet, "2": bet, "$": bet, **side},
        "decisions": {"1": decisions[0], "2": decisions[1]},
    }


def dealer_seat(number: int, cards: str, choice: str = "", **wagers: Any) -> Record:
    """A seat in a game against the dealer: "play", "fold" or "bet check bet"."""
    seat: Record = {
        "seat": number,
        "player": f"p{number}",
        "cards": cards.split(),
        "wagers": wagers,
    }
    words = choice.split()
    if words[:1] in (["play"], ["fold"]) and len(cards.split()) == 3:
        seat["decisions"] = {"play": words[0]}
    elif words:
        seat["decisions"] = dict(zip(("flop", "turn", "river"), words, strict=False))
    return seat


def table(
    rulebook: str,
    community: str,
    *seats: Record,
    dealer: str | None = None,
    meter: str | None = None,
    unit: str = "5.00",
    reset: str = "10000.00",
    positions: int = 7,
    limits: dict[str, Any] | None = None,
    **rest: Any,
) -> Record:
    """A record; further keywords are options, save draws, void and meters."""
    record: Record = {
        "format": "pitboss-round/1",
        "rulebook": rulebook,
        "table": {"positions": positions},
        "cards": {"community": community.split()},
        "seats": list(seats),
    }
    if dealer is not None:
        record["cards"]["dealer"] = dealer.split()
    if limits is not None:
        record["table"]["limits"] = limits
    for name in ("draws", "void"):
        if name in rest:
            record[name] = rest.pop(name)
    if "meters" in rest:
        record["link"] = {"unit": unit, "meters": rest.pop("meters")}
    elif meter is not None:
        record["link"] = {"unit": unit, "meters": {"jackpot": {"amount": meter, "reset": reset}}}
    if rest:
        record["options"] = rest
    return record


def levels(**amounts: tuple[str, str]) -> dict[str, Any]:
    """Meters by name: amount and reset."""
    return {name: {"amount": pair[0], "reset": pair[1]} for name, pair in amounts.items()}


class Settled:
    """A settlement with questions put to it."""

    def __init__(self, record: Record) -> None:
        self.out = settle(record)

    def seat(self, number: int) -> dict[str, Any]:
        found = [seat for seat in self.out["seats"] if seat["seat"] == number]
        assert len(found) == 1
        return dict(found[0])

    def line(self, number: int, wager: str, from_seat: int | None = None) -> dict[str, Any]:
        found = [
            line
            for line in self.seat(number)["lines"]
            if line["wager"] == wager and line.get("from_seat") == from_seat
        ]
        assert len(found) == 1, found
        return dict(found[0])

    def paid(self, number: int, wager: str, from_seat: int | None = None) -> tuple[str, str, str]:
        """Outcome, winnings and returned."""
        line = self.line(number, wager, from_seat)
        return line["outcome"], line["winnings"], line["returned"]

    def wagers(self, number: int) -> list[str]:
        return [line["wager"] for line in self.seat(number)["lines"]]

    def meter(self, name: str = "jackpot") -> tuple[str, str]:
        """Awarded and after."""
        meter = self.out["meters"][name]
        return meter["awarded"], meter["after"]


def hand(cards: str) -> int:
    """The class of five cards."""
    return five_card_value(cards.split())[0]


def hand3(cards: str) -> int:
    """The class of three cards."""
    return three_card_value(cards.split())[0]


def compare(player: str, dealer: str, board: str) -> int:
    """1, 0 or -1 for a hold'em hand against the dealer's."""
    mine, theirs = (best_of_seven((own + " " + board).split()) for own in (player, dealer))
    return (mine > theirs) - (mine < theirs)


def compare3(player: str, dealer: str) -> int:
    """1, 0 or -1 for a three card hand against the dealer's."""
    mine, theirs = three_card_value(player.split()), three_card_value(dealer.split())
    return (mine > theirs) - (mine < theirs)


LOSING = ("lose", "0.00", "0.00")


# ---------------------------------------------------------------------------------------------
# 000
# ---------------------------------------------------------------------------------------------


def test_000_3_10_withdrawn_bet_goes_back_and_the_others_win_five_to_one() -> None:
    s = Settled(table(R000, "6h 5s", lir_seat(1, "9c 8d 7c", decisions=("withdraw", "ride"))))
    assert s.paid(1, "1") == ("withdrawn", "0.00", "10.00")
    assert s.paid(1, "2") == s.paid(1, "$") == ("win", "50.00", "10.00")
    assert "odds" not in s.line(1, "1")
    assert s.line(1, "$")["odds"] == "5 to 1"


def test_000_3_14_only_the_dollar_bet_is_left() -> None:
    seat = lir_seat(1, "Ac Ah 8d", "25.00", ("withdraw", "withdraw"))
    s = Settled(table(R000, "6h 5s", seat))
    assert s.paid(1, "$") == ("win", "25.00", "25.00")
    assert s.seat(1)["staked"] == "75.00"
    assert s.seat(1)["returned"] == "75.00"
    assert s.seat(1)["net"] == "25.00"


def test_000_3_18_two_small_pairs_win() -> None:
    s = Settled(table(R000, "2d 9s", lir_seat(1, "3s 3h 2c")))
    assert s.seat(1)["winnings"] == "60.00"
    assert s.seat(1)["returned"] == "30.00"


def test_000_3_20_full_house_pays_a_hundred_to_one_and_the_stake() -> None:
    seat = lir_seat(1, "Kc Kh Kd", progressive="5.00")
    s = Settled(table(R000, "As Ah", seat, meter="200000.00"))
    assert s.paid(1, "progressive") == ("win", "500.00", "5.00")
    assert s.line(1, "progressive")["odds"] == "100 to 1"


def test_000_3_21_the_ten_classes_stand_in_order() -> None:
    examples = [
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
    assert [hand(cards) for cards in examples] == list(range(9, -1, -1))


def test_000_3_21_2_the_suited_wheel_is_a_straight_flush() -> None:
    assert hand("5h 4h 3h 2h Ah") == judge.SF


def test_000_3_21_6_no_straight_round_the_corner() -> None:
    assert hand("Ah 2c 3d 4s 5h") == judge.STRAIGHT
    assert hand("Qs Kd Ac 2h 3s") == judge.NOTHING


def test_000_3_21_9_nines_lose() -> None:
    s = Settled(table(R000, "6h 5s", lir_seat(1, "9c 9h 8d")))
    assert s.paid(1, "$") == LOSING


def test_000_4_1_1_straight_flush_pays_two_hundred_on_each_bet() -> None:
    s = Settled(table(R000, "8c 7c", lir_seat(1, "Jc Tc 9c")))
    assert s.seat(1)["winnings"] == "6000.00"
    assert s.seat(1)["returned"] == "30.00"


def test_000_4_1_1_royal_pays_a_thousand_to_one() -> None:
    s = Settled(table(R000, "Jd Td", lir_seat(1, "Ad Kd Qd", decisions=("withdraw", "withdraw"))))
    assert s.paid(1, "$") == ("win", "10000.00", "10.00")


def test_000_4_2_percentages_do_not_grow_with_credits() -> None:
    seat = lir_seat(1, "Jc Tc 9c", progressive="10.00")
    s = Settled(table(R000, "8c 7c", seat, meter="200000.00"))
    assert s.paid(1, "progressive") == ("win", "20000.00", "0.00")
    assert s.meter() == ("20000.00", "180000.00")


def test_000_4_2_flush_on_three_credits() -> None:
    seat = lir_seat(1, "Jh 8h 6h", progressive="15.00")
    s = Settled(table(R000, "5h 2h", seat, meter="200000.00"))
    assert s.paid(1, "progressive") == ("win", "750.00", "15.00")


def test_000_4_2_straight_and_trips_pay_nothing() -> None:
    seats = [
        lir_seat(1, "9c 8d 7c", progressive="5.00"),
        lir_seat(2, "6c 6d Kh", progressive="5.00"),
    ]
    s = Settled(table(R000, "6h 5s", *seats, meter="1000.00"))
    assert s.paid(1, "progressive") == s.paid(2, "progressive") == LOSING


def test_000_4_2_1_no_wager_no_jackpot() -> None:
    s = Settled(table(R000, "Jd Td", lir_seat(1, "Ad Kd Qd"), meter="50000.00"))
    assert s.paid(1, "1") == ("win", "10000.00", "10.00")
    assert s.meter() == ("0.00", "50000.00")


def test_000_4_3_magic_card_pays_on_a_losing_hand_and_the_stake_goes_back() -> None:
    seat = lir_seat(1, "7h 2c 9d", progressive="5.00")
    s = Settled(table(R000, "Ks 4d", seat, meter="1000.00", draws={"magic_card": "7h"}))
    assert s.paid(1, "progressive") == ("win", "0.00", "5.00")
    assert "odds" not in s.line(1, "progressive")
    assert s.paid(1, "magic_card") == ("win", "25.00", "0.00")
    assert s.line(1, "magic_card")["stake"] == "0.00"


def test_000_4_3_1_community_magic_card_pays_every_progressive_wager() -> None:
    hands = ["7h 2c 9d", "3h 5c 9s", "4h 6c Jd", "2h 8c Qd"]
    seats = [lir_seat(n, cards) for n, cards in enumerate(hands, start=1)]
    for seat in (seats[0], seats[1], seats[3]):
        seat["wagers"]["progressive"] = "5.00"
    s = Settled(table(R000, "Ks 4d", *seats, meter="1000.00", draws={"magic_card": "Ks"}))
    assert [("magic_card" in s.wagers(n)) for n in (1, 2, 3, 4)] == [True, True, False, True]


def test_000_4_4_lucky_player_needs_a_progressive_wager() -> None:
    draws = {"lucky_seat": 5}
    with_it = lir_seat(5, "7h 2c 9d", progressive="10.00")
    s = Settled(table(R000, "Ks 4d", with_it, meter="1000.00", draws=draws))
    assert s.paid(5, "lucky_player") == ("win", "50.00", "0.00")
    assert s.paid(5, "progressive") == ("win", "0.00", "10.00")
    s = Settled(table(R000, "Ks 4d", lir_seat(5, "7h 2c 9d"), draws=draws))
    assert s.wagers(5) == ["1", "2", "$"]


def test_000_4_5_flush_magic_and_lucky_return_the_stake_once() -> None:
    seat = lir_seat(2, "Jh 8h 6h", progressive="5.00")
    draws = {"magic_card": "8h", "lucky_seat": 2}
    s = Settled(table(R000, "5h 2h", seat, meter="1000.00", draws=draws))
    assert s.paid(2, "progressive") == ("win", "250.00", "5.00")
    assert s.paid(2, "magic_card") == s.paid(2, "lucky_player") == ("win", "25.00", "0.00")
    assert s.wagers(2)[-3:] == ["progressive", "magic_card", "lucky_player"]


def test_000_4_5_a_feature_beside_a_percentage_gives_the_stake_back() -> None:
    seat = lir_seat(1, "Jc Tc 9c", progressive="5.00")
    s = Settled(table(R000, "8c 7c", seat, meter="1000.00", draws={"lucky_seat": 1}))
    assert s.paid(1, "progressive") == ("win", "100.00", "5.00")


def test_000_4_2_the_stake_stays_when_the_option_says_so() -> None:
    seat = lir_seat(1, "Jh 8h 6h", progressive="5.00")
    off = table(R000, "5h 2h", seat, meter="10.00", progressive_to1_returns_stake=False)
    assert Settled(off).paid(1, "progressive") == ("win", "250.00", "0.00")


def test_000_5_1_1_void_returns_everything() -> None:
    seat = lir_seat(1, "Jc Tc 9c", decisions=("withdraw", "ride"), progressive="5.00")
    s = Settled(table(R000, "8c 7c", seat, meter="1000.00", void="5.1", draws={"lucky_seat": 1}))
    assert {line["outcome"] for line in s.seat(1)["lines"]} == {"void"}
    assert s.seat(1)["returned"] == s.seat(1)["staked"] == "35.00"
    assert s.meter() == ("0.00", "1000.00")


# ---------------------------------------------------------------------------------------------
# 001
# ---------------------------------------------------------------------------------------------


def test_001_3_13_tens_pay_even_money() -> None:
    seat = lir_seat(1, "Ts Th 9c", "20.00", ("withdraw", "ride"))
    s = Settled(table(R001, "5d 2s", seat))
    assert s.paid(1, "2") == ("win", "20.00", "20.00")
    assert s.line(1, "2")["odds"] == "1 to 1"


def test_001_3_14_flush_with_bet_2_withdrawn() -> None:
    seat = lir_seat(1, "Jh 8h 6h", "20.00", ("ride", "withdraw"))
    s = Settled(table(R001, "5h 2h", seat))
    assert s.paid(1, "1") == s.paid(1, "$") == ("win", "160.00", "20.00")
    assert s.paid(1, "2") == ("withdrawn", "0.00", "20.00")


def test_001_3_18_nines_with_high_cards_lose() -> None:
    s = Settled(table(R001, "Kh Qc", lir_seat(1, "9d 9c As")))
    assert s.paid(1, "1") == LOSING


def test_001_3_20_envy_from_a_hand_without_a_progressive_wager() -> None:
    seats = [
        lir_seat(1, "2h 3d 6s", progressive="5.00"),
        lir_seat(2, "2d 4d 6h", progressive="5.00"),
        lir_seat(3, "2s 4s 6d"),
        lir_seat(4, "Jc Tc 9c"),
    ]
    s = Settled(table(R001, "8c 7c", *seats, meter="50000.00"))
    assert s.paid(1, "envy", 4) == s.paid(2, "envy", 4) == ("win", "300.00", "0.00")
    assert s.line(1, "envy", 4)["odds"] == "$300.00"
    assert "envy" not in s.wagers(3) + s.wagers(4)
    assert s.paid(1, "progressive") == LOSING
    assert s.meter() == ("0.00", "50000.00")


def test_001_3_20_royal_and_straight_flush_both_pay_envy() -> None:
    seats = [
        lir_seat(1, "Qh Kh Ah", progressive="5.00"),
        lir_seat(2, "7h 8h 9h", progressive="5.00"),
        lir_seat(3, "2s 4s 6d", progressive="5.00"),
    ]
    s = Settled(table(R001, "Th Jh", *seats, meter="60000.00"))
    assert s.paid(3, "envy", 1) == ("win", "1000.00", "0.00")
    assert s.paid(3, "envy", 2) == ("win", "300.00", "0.00")
    assert s.paid(1, "envy", 2) == ("win", "300.00", "0.00")
    assert s.paid(2, "envy", 1) == ("win", "1000.00", "0.00")
    assert s.paid(2, "progressive") == ("win", "6000.00", "0.00")
    assert s.paid(1, "progressive") == ("win", "54000.00", "0.00")
    assert s.meter() == ("60000.00", "10000.00")
    once = Settled(table(R001, "Th Jh", *seats, meter="60000.00", envy_multiple=False))
    assert once.wagers(3) == ["1", "2", "$", "progressive", "envy"]
    assert once.paid(3, "envy", 1) == ("win", "1000.00", "0.00")


def test_001_3_20_a_trigger_without_a_progressive_wager_counts_unless_the_option_asks() -> None:
    seats = [lir_seat(1, "2h 3d 6s", progressive="5.00"), lir_seat(4, "Jc Tc 9c")]
    asked: dict[str, Any] = {"envy_trigger_needs_progressive": True}
    assert "envy" in Settled(table(R001, "8c 7c", *seats, meter="50000.00")).wagers(1)
    assert "envy" not in Settled(table(R001, "8c 7c", *seats, meter="50000.00", **asked)).wagers(1)
    seats[1]["wagers"]["progressive"] = "5.00"
    assert "envy" in Settled(table(R001, "8c 7c", *seats, meter="50000.00", **asked)).wagers(1)


def test_001_3_21_2_wheel_with_community_cards_is_no_royal() -> None:
    assert hand("Ac 2c 3c 4c 5c") == judge.SF
    assert hand("As Ks Qs Js Ts") == judge.ROYAL


def test_001_4_1_1_royal_on_three_bets() -> None:
    s = Settled(table(R001, "Js Ts", lir_seat(1, "As Ks Qs", "5.00")))
    assert s.seat(1)["winnings"] == "15000.00"
    assert s.seat(1)["returned"] == "15.00"


def test_001_4_2_ten_percent_without_the_stake() -> None:
    seats = [
        lir_seat(1, "Jc Tc 9c", progressive="5.00"),
        lir_seat(2, "2d 4d 6h", progressive="5.00"),
    ]
    s = Settled(table(R001, "8c 7c", *seats, meter="50000.00"))
    assert s.paid(1, "progressive") == ("win", "5000.00", "0.00")
    assert s.line(1, "progressive")["odds"] == "10%"
    assert s.paid(2, "envy", 1) == ("win", "300.00", "0.00")
    kept = table(R001, "8c 7c", *seats, meter="50000.00", fixed_or_percent_returns_stake=True)
    assert Settled(kept).paid(1, "progressive") == ("win", "5000.00", "5.00")


def test_001_4_2_trips_pay_nine_to_one_and_the_stake() -> None:
    seat = lir_seat(1, "2s 2h 9d", progressive="5.00")
    s = Settled(table(R001, "2c Jh", seat, meter="100.00"))
    assert s.paid(1, "progressive") == ("win", "45.00", "5.00")


@pytest.mark.parametrize(
    ("cards", "community", "odds"),
    [
        ("7h 7d 7c", "7s Kd", 300),
        ("2s 2h 5c", "5d 5s", 50),
        ("Ah 9h 4h", "3h 2h", 40),
        ("Ts Jd Qc", "Kh As", 30),
    ],
)
def test_001_4_2_the_ladder(cards: str, community: str, odds: int) -> None:
    s = Settled(table(R001, community, lir_seat(1, cards, progressive="5.00"), meter="100.00"))
    assert s.paid(1, "progressive") == ("win", f"{5 * odds}.00", "5.00")
    assert s.line(1, "progressive")["odds"] == f"{odds} to 1"


def test_001_4_2_two_straight_flushes_share_nineteen_percent() -> None:
    seats = [
        lir_seat(1, "3h 4h 5h", progressive="5.00"),
        lir_seat(2, "8h 9h Th", progressive="5.00"),
    ]
    s = Settled(table(R001, "6h 7h", *seats, meter="60000.01"))
    assert s.paid(1, "progressive")[1] == s.paid(2, "progressive")[1] == "5700.00"
    in_order = table(R001, "6h 7h", *seats, meter="60000.00", multi_winner="settlement_order")
    s = Settled(in_order)
    assert s.paid(2, "progressive")[1] == "6000.00"
    assert s.paid(1, "progressive")[1] == "5400.00"
    seed = table(R001, "6h 7h", *seats, meter="60000.00", sf_multi="seed_based")
    s = Settled(seed)  # 6,000 and 1,000 together
    assert s.paid(1, "progressive")[1] == s.paid(2, "progressive")[1] == "3500.00"


# ---------------------------------------------------------------------------------------------
# 002
# ---------------------------------------------------------------------------------------------


def holdem(board: str, dealer: str, *seats: Record, **rest: Any) -> Settled:
    return Settled(table(R002, board, *seats, dealer=dealer, **rest))


def test_002_3_3_1_2_seven_high_straight_beats_the_wheel() -> None:
    assert compare("Ac 2d", "6s 7d", "3h 4s 5c Kd 9h") == -1


def test_002_3_3_1_3_suits_do_not_rank() -> None:
    assert compare("As Kd", "Ah Kc", "Qs 9d 7c 4h 2s") == 0


def test_002_3_5_3_1_five_units_multiply_the_odds_rows_only() -> None:
    seat = dealer_seat(1, "Jh 8h", "fold", ante="10.00", progressive="15.00")
    s = holdem("6h 5h 2h Ks 9d", "Kh Kd", seat, meter="100000.00")
    assert s.paid(1, "progressive") == ("win", "600.00", "0.00")
    assert s.line(1, "progressive")["odds"] == "40 for 1"
    seat = dealer_seat(1, "5h 4h", "bet", ante="10.00", progressive="15.00")
    s = holdem("6h 7h 8h Ks 9d", "Kh Kd", seat, meter="100000.00")
    assert s.paid(1, "progressive") == ("win", "10000.00", "0.00")


def test_002_3_9_1_fold_loses_ante_and_bonus_and_keeps_the_progressive() -> None:
    seat = dealer_seat(1, "4h 5h", "fold", ante="10.00", bonus="5.00", progressive="5.00")
    record = table(R002, "6h 7h 8h", seat, dealer="", meter="100000.00")
    s = Settled(record)
    assert s.paid(1, "ante") == s.paid(1, "bonus") == LOSING
    assert s.paid(1, "progressive") == ("win", "10000.00", "0.00")
    assert s.wagers(1) == ["ante", "bonus", "progressive"]


def test_002_3_9_2_flush_wins_ante_flop_and_river() -> None:
    seat = dealer_seat(1, "Jh 8h", "bet check bet", ante="10.00")
    s = holdem("6h 5h 2h Ks 9d", "Kd 3c", seat)
    assert s.seat(1)["winnings"] == "40.00"
    assert s.wagers(1) == ["ante", "flop", "river"]
    assert s.line(1, "flop")["stake"] == "20.00"


def test_002_3_10_ace_kicker_on_a_two_pair_board() -> None:
    assert compare("Qd Jc", "Ah 3d", "Ks Kd 7h 7c 2s") == -1


def test_002_3_10_1_a_hand_not_shown_loses_everything() -> None:
    seat = dealer_seat(2, "As Ad", "bet bet bet", ante="10.00", bonus="5.00", progressive="5.00")
    seat["exposed"] = False
    s = holdem("Ah Ac 7h 4c 2s", "Kd 3c", seat, meter="1000.00")
    assert {line["outcome"] for line in s.seat(2)["lines"]} == {"lose"}
    assert s.seat(2)["net"] == "-60.00"


def test_002_3_10_2_trips_win_and_the_ante_stands_off() -> None:
    seat = dealer_seat(1, "8c 8d", "bet bet bet", ante="10.00")
    s = holdem("8h Kc 7h 4c 2s", "Kd 3c", seat)
    assert s.seat(1)["winnings"] == "40.00"
    assert s.paid(1, "ante") == ("stand_off", "0.00", "10.00")


def test_002_3_10_3_bonus_survives_a_losing_hand_by_default() -> None:
    seat = dealer_seat(1, "Ah Kh", "bet", ante="10.00", bonus="5.00")
    s = holdem("2c 2d 9s 5d 7c", "9d 9c", seat)
    assert s.paid(1, "ante") == s.paid(1, "flop") == LOSING
    assert s.paid(1, "bonus") == ("win", "125.00", "5.00")
    s = holdem("2c 2d 9s 5d 7c", "9d 9c", seat, bonus_survives_losing_hand=False)
    assert s.seat(1)["net"] == "-35.00"


def test_002_3_10_4_tie_returns_ante_and_flop() -> None:
    seat = dealer_seat(1, "8c 8d", "bet", ante="10.00", bonus="5.00")
    s = holdem("Ts Jd Qc Kh As", "2c 3d", seat)
    assert s.paid(1, "ante") == ("stand_off", "0.00", "10.00")
    assert s.paid(1, "flop") == ("stand_off", "0.00", "20.00")
    assert s.paid(1, "bonus") == ("win", "15.00", "5.00")


def test_002_3_10_4_tie_pays_the_bonus_under_either_reading() -> None:
    seat = dealer_seat(1, "8c 8d", "bet", ante="10.00", bonus="5.00")
    s = holdem("Ts Jd Qc Kh As", "2c 3d", seat, bonus_survives_losing_hand=False)
    assert s.paid(1, "bonus") == ("win", "15.00", "5.00")


def test_002_4_1_1_main_a_straight_wins_the_ante() -> None:
    seat = dealer_seat(1, "9c 8d", "bet bet bet", ante="10.00")
    s = holdem("7c 6h 5s 2d Kc", "Kd 3c", seat)
    assert s.seat(1)["winnings"] == "50.00"
    assert s.seat(1)["returned"] == "50.00"


def test_002_3_11_8_best_two_of_three_pairs() -> None:
    value = best_of_seven(["Qs", "6c", "Qh", "6h", "3d", "3s", "Kc"])
    assert value == (judge.TWO_PAIRS, (12, 12, 6, 6, 13))


def test_002_3_12_flush_on_the_third_card() -> None:
    assert compare("Qh 3h", "Jh Th", "Ah Kh 9h 4d 2c") == 1


def test_002_3_12_1_fifth_card_on_the_board_is_a_stand_off() -> None:
    assert compare("Ah 3s", "Ac 4c", "Qs Jd 9c 5h 2d") == 0


def test_002_3_12_2_two_pairs_by_kicker() -> None:
    assert compare("Ad 2c", "Qh Jc", "Ks Kd 8h 8c 3s") == 1


def test_002_3_12_3_pair_by_kicker() -> None:
    assert compare("Tc Kd", "Th Qd", "Ts 9d 7c 4h 2s") == 1


def test_002_3_12_4_six_high_beats_the_wheel() -> None:
    assert compare("6c 9d", "Ah Ks", "2c 3d 4h 5s Jd") == 1


def test_002_3_12_5_full_houses_over_the_same_trips() -> None:
    assert compare("Ks Kd", "Qs Qd", "9s 9d 9h 4c 2d") == 1


def test_002_3_12_6_equal_straights_stand_off() -> None:
    assert compare("Jc Qd", "Js Qh", "8s 9d Th 3c 4d") == 0


def test_002_3_13_progressive_comes_on_top() -> None:
    seat = dealer_seat(1, "Jh 8h", "bet", ante="10.00", progressive="5.00")
    s = holdem("6h 5h 2h Ks 9d", "Kd 3c", seat, meter="1000.00")
    assert s.paid(1, "ante") == ("win", "10.00", "10.00")
    assert s.paid(1, "flop") == ("win", "20.00", "20.00")
    assert s.paid(1, "progressive") == ("win", "200.00", "0.00")


def test_002_3_15_1_two_straight_flushes_share_equally() -> None:
    seats = [
        dealer_seat(1, "4h 5h", "fold", ante="10.00", progressive="5.00"),
        dealer_seat(2, "9h Th", "fold", ante="10.00", progressive="25.00"),
    ]
    s = holdem("6h 7h 8h", "", *seats, meter="100000.00")
    assert s.paid(1, "progressive")[1] == s.paid(2, "progressive")[1] == "9500.00"
    assert s.meter() == ("19000.00", "81000.00")


def test_002_3_15_2_royal_is_paid_after_the_straight_flush() -> None:
    seats = [
        dealer_seat(1, "Kh Ah", "fold", ante="10.00", progressive="5.00"),
        dealer_seat(2, "8h 9h", "fold", ante="10.00", progressive="5.00"),
    ]
    s = holdem("Th Jh Qh", "", *seats, meter="100000.00")
    assert s.paid(2, "progressive")[1] == "10000.00"
    assert s.paid(1, "progressive")[1] == "90000.00"
    assert s.meter() == ("100000.00", "10000.00")
    assert s.out["house"]["resets"] == "10000.00"


def test_002_4_1_1_aces_against_aces() -> None:
    seat = dealer_seat(1, "As Ah", "bet", ante="10.00", bonus="5.00")
    s = holdem("2c 2d 9s 5d 7c", "Ad Ac", seat)
    assert s.paid(1, "bonus") == ("win", "5000.00", "5.00")
    s = holdem("2c 2d 9s 5d 7c", "Ad Kc", seat)
    assert s.paid(1, "bonus") == ("win", "150.00", "5.00")


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("As Ks", 25),
        ("As Qs", 20),
        ("Js As", 20),
        ("Kd As", 15),
        ("Kd Ks", 10),
        ("Jd Js", 10),
        ("Qd As", 5),
        ("As Jd", 5),
        ("Ts Td", 3),
        ("2s 2h", 3),
        ("As Ts", 0),
        ("Ks Qs", 0),
    ],
)
def test_002_4_1_1_bonus_rows(cards: str, odds: int) -> None:
    assert judge.hole_card_bonus(cards.split(), ["3c", "4c"]) == odds


def test_002_4_2_quads_pay_four_hundred_for_one() -> None:
    seat = dealer_seat(1, "7s 7d", "bet", ante="10.00", progressive="5.00")
    s = holdem("7h 7c 2s 9d Ts", "Kd 3c", seat, meter="1000.00")
    assert s.paid(1, "progressive") == ("win", "2000.00", "0.00")


def test_002_4_2_turn_and_river_do_not_count() -> None:
    seat = dealer_seat(1, "7s 7d", "bet", ante="10.00", progressive="5.00")
    s = holdem("7h 3s 2s 7c Ts", "Kd 3c", seat, meter="1000.00")
    assert s.paid(1, "progressive") == LOSING
    assert s.paid(1, "ante") == ("win", "10.00", "10.00")


def test_002_5_7_removed_hand_gets_everything_back() -> None:
    out = dealer_seat(2, "As Ad Ac", ante="10.00", bonus="5.00", progressive="5.00")
    out["removed"] = "5.7"
    other = dealer_seat(1, "Jh 8h", "bet", ante="10.00")
    s = holdem("6h 5h 2h Ks 9d", "Kd 3c", other, out, meter="1000.00")
    assert [line["outcome"] for line in s.seat(2)["lines"]] == ["returned"] * 3
    assert s.seat(2)["net"] == "0.00"


def test_002_5_11_missing_turn_and_river_are_checks() -> None:
    seat = dealer_seat(1, "Jh 8h", "bet", ante="10.00")
    assert holdem("6h 5h 2h Ks 9d", "Kd 3c", seat).wagers(1) == ["ante", "flop"]


def test_002_5_12_2_progressive_alone_is_returned() -> None:
    seats = [
        dealer_seat(1, "", progressive="5.00"),
        dealer_seat(2, "Jh 8h", "bet", ante="10.00", progressive="5.00"),
    ]
    s = holdem("6h 5h 2h Ks 9d", "Kd 3c", *seats, meter="1000.00")
    assert s.paid(1, "progressive") == ("returned", "0.00", "5.00")


def test_002_5_12_2_progressive_alone_does_not_call_for_a_flop() -> None:
    seats = [
        dealer_seat(1, "", progressive="5.00"),
        dealer_seat(2, "Jh 8h", "fold", ante="10.00"),
    ]
    s = holdem("", "", *seats, meter="1000.00")
    assert s.paid(1, "progressive") == ("returned", "0.00", "5.00")
    seats[1]["wagers"]["progressive"] = "5.00"
    with pytest.raises(Refused):
        holdem("", "", *seats, meter="1000.00")


def test_002_5_13_under_the_minimum_is_settled_as_it_stands() -> None:
    seat = dealer_seat(1, "Jh 8h", "bet", ante="10.00")
    s = holdem("6h 5h 2h Ks 9d", "Kd 3c", seat, limits={"ante": ["25.00", "500.00"]})
    assert s.seat(1)["winnings"] == "30.00"


def test_002_5_14_over_the_maximum_is_capped_win_or_lose() -> None:
    limits = {"ante": ["10.00", "500.00"]}
    seat = dealer_seat(1, "3h 8d", "bet", ante="700.00")
    s = holdem("6h 5h 2h Ks 9d", "Kd Kc", seat, limits=limits)
    assert s.paid(1, "ante") == ("lose", "0.00", "200.00")
    assert s.paid(1, "flop") == ("lose", "0.00", "400.00")
    assert s.line(1, "flop")["stake"] == "1400.00"
    seat = dealer_seat(1, "Jh 8h", "bet", ante="700.00")
    s = holdem("6h 5h 2h Ks 9d", "Kd Kc", seat, limits=limits)
    assert s.paid(1, "ante") == ("win", "500.00", "700.00")
    assert s.paid(1, "flop") == ("win", "1000.00", "1400.00")


def test_002_3_4_shared_ante_is_divided_by_what_was_put_in() -> None:
    seat = dealer_seat(1, "Jh 8h", "bet", ante="10.00")
    people = [{"player": "p7", "stake": "3.33"}, {"player": "p1", "stake": "6.67"}]
    seat["shares"] = {"ante": people}
    limits = {"ante": ["1.00", "9.99"]}
    s = holdem("6h 5h 2h Ks 9d", "Kd 3c", seat, limits=limits)
    shares = s.line(1, "ante")["shares"]
    # 9.99 x 333/1000 = 3.32667; the odd cent is the seated player's
    assert [(x["player"], x["winnings"], x["returned"]) for x in shares] == [
        ("p7", "3.32", "3.33"),
        ("p1", "6.67", "6.67"),
    ]


# ---------------------------------------------------------------------------------------------
# 003
# ---------------------------------------------------------------------------------------------

NO_QUEEN = "Js 9d 4c"


def three(dealer: str, *seats: Record, community: str = "", **rest: Any) -> Settled:
    return Settled(table(R003, community, *seats, dealer=dealer, **rest))


def test_003_3_3_1_2_four_high_straight_beats_ace_low() -> None:
    assert compare3("Ac 2d 3h", "4s 3d 2c") == -1


def test_003_3_9_1_fold_loses_the_ante_and_keeps_the_progressive() -> None:
    seat = dealer_seat(1, "Jh 8h 6h", "fold", ante="10.00", progressive="5.00")
    s = three("Qs 9d 4c", seat, community="5h 2h", meter="1000.00")
    assert s.paid(1, "ante") == LOSING
    assert s.paid(1, "progressive") == ("win", "100.00", "0.00")
    assert s.line(1, "progressive")["odds"] == "$100.00"


def test_003_3_9_1_1_pair_plus_lives_after_a_fold() -> None:
    seat = dealer_seat(1, "4s 4d 9c", "fold", ante="10.00", pair_plus="10.00")
    s = three("Qs 9d 3c", seat)
    assert s.paid(1, "ante") == LOSING
    assert s.paid(1, "pair_plus") == ("win", "10.00", "10.00")


def test_003_3_9_3_pair_plus_alone() -> None:
    s = three("Qs 9d 3c", dealer_seat(1, "8d 7c 6h", pair_plus="5.00"))
    assert s.wagers(1) == ["pair_plus"]
    assert s.paid(1, "pair_plus") == ("win", "25.00", "5.00")


def test_003_3_10_straight_beats_flush() -> None:
    assert compare3("Ts 9d 8c", "Ah Kh 5h") == 1


def test_003_3_10_2_declining_against_a_dealer_who_qualifies_or_not() -> None:
    seat = dealer_seat(1, "Ts Th Tc", "play", ante="10.00", pair_plus="10.00", progressive="5.00")
    seat["exposed"] = False
    s = three("Qs 9d 4c", seat, community="5h 2h", meter="1000.00")
    assert s.seat(1)["net"] == "-35.00"
    s = three(NO_QUEEN, seat, community="5h 2h", meter="1000.00")
    assert s.paid(1, "ante") == ("win", "10.00", "10.00")
    assert s.paid(1, "play") == ("returned", "0.00", "10.00")
    assert s.paid(1, "pair_plus") == s.paid(1, "progressive") == LOSING
    assert "ante_bonus" not in s.wagers(1)
    lose_all = {"decline_when_dealer_not_qualified": "lose_all"}
    s = three(NO_QUEEN, seat, community="5h 2h", meter="1000.00", **lose_all)
    assert s.seat(1)["net"] == "-35.00"


def test_003_3_11_low_trips_qualify_unless_read_by_the_letter() -> None:
    seat = dealer_seat(1, "Ah Qd 7s", "play", ante="10.00")
    assert three("8s 8d 8c", seat).paid(1, "ante") == LOSING
    literal = three("8s 8d 8c", seat, dealer_qualifies="contains_queen_or_higher")
    assert literal.paid(1, "ante") == ("win", "10.00", "10.00")
    assert literal.paid(1, "play") == ("returned", "0.00", "10.00")


def test_003_3_11_2_any_hand_wins_the_ante_when_the_dealer_does_not_qualify() -> None:
    s = three(NO_QUEEN, dealer_seat(1, "7h 5d 2s", "play", ante="10.00"))
    assert s.paid(1, "ante") == ("win", "10.00", "10.00")
    assert s.paid(1, "play") == ("returned", "0.00", "10.00")
    assert "odds" not in s.line(1, "play")


def test_003_3_11_3_ante_bonus_without_qualification() -> None:
    s = three(NO_QUEEN, dealer_seat(1, "8h 7h 6h", "play", ante="10.00"))
    assert s.paid(1, "ante_bonus") == ("win", "50.00", "0.00")
    assert s.wagers(1) == ["ante", "play", "ante_bonus"]


def test_003_3_12_the_ten_decides() -> None:
    assert compare3("Qh Td 2c", "Qs 9d 4c") == 1


def test_003_3_12_2_ace_high_loses_to_kings() -> None:
    s = three("Kd Ks 3c", dealer_seat(1, "Ah Qd 7s", "play", ante="10.00"))
    assert s.paid(1, "ante") == s.paid(1, "play") == LOSING


def test_003_3_12_3_equal_hands_stand_off() -> None:
    s = three("Qs 9d 4c", dealer_seat(1, "Qd 9h 4s", "play", ante="10.00"))
    assert s.paid(1, "ante") == s.paid(1, "play") == ("stand_off", "0.00", "10.00")


def test_003_3_12_4_ante_bonus_on_a_losing_hand() -> None:
    s = three("Ks Kh Kc", dealer_seat(1, "Ts Th Tc", "play", ante="10.00"))
    assert s.paid(1, "ante") == s.paid(1, "play") == LOSING
    assert s.paid(1, "ante_bonus") == ("win", "40.00", "0.00")


def test_003_3_12_5_pair_plus_on_a_losing_hand() -> None:
    seat = dealer_seat(1, "Ac Ah 8d", "play", ante="10.00", pair_plus="10.00")
    s = three("Qs Jd Th", seat)
    assert s.paid(1, "ante") == LOSING
    assert s.paid(1, "pair_plus") == ("win", "10.00", "10.00")


def test_003_3_14_the_six_classes_stand_in_order() -> None:
    examples = ["8h 7h 6h", "Ts Th Tc", "8d 7c 6h", "Th 4h 2h", "Ac Ah 8d", "Qc Th 6d"]
    assert [hand3(cards) for cards in examples] == [5, 4, 3, 2, 1, 0]


def test_003_3_14_3_runs_with_an_ace() -> None:
    assert hand3("As 2d 3c") == hand3("Qs Kd Ac") == judge.STRAIGHT3
    assert hand3("Ks Ad 2c") == judge.NOTHING3


def test_003_3_15_2_pairs_by_kicker() -> None:
    assert compare3("8s 8d Kc", "8h 8c Qd") == 1
    assert compare3("8s 8d Kc", "8h 8c Kd") == 0


def test_003_3_15_3_suited_ace_low_is_the_lowest_straight_flush() -> None:
    assert compare3("Ah 2h 3h", "4c 3c 2c") == -1


def test_003_3_18_1_two_straight_flushes_leave_the_odd_cent() -> None:
    seats = [
        dealer_seat(1, "3h 4h 5h", "play", ante="10.00", progressive="5.00"),
        dealer_seat(2, "8h 9h Th", "play", ante="10.00", progressive="5.00"),
    ]
    s = three("Qs 9d 4c", *seats, community="6h 7h", meter="60000.01")
    assert s.paid(1, "progressive")[1] == s.paid(2, "progressive")[1] == "5700.00"
    assert s.meter() == ("11400.00", "48600.01")


def test_003_3_18_2_royal_last() -> None:
    seats = [
        dealer_seat(1, "Qh Kh Ah", "play", ante="10.00", progressive="5.00"),
        dealer_seat(2, "7h 8h 9h", "play", ante="10.00", progressive="5.00"),
    ]
    s = three("Qs 9d 4c", *seats, community="Th Jh", meter="60000.00")
    assert s.paid(2, "progressive")[1] == "6000.00"
    assert s.paid(1, "progressive")[1] == "54000.00"


def test_003_4_2_ante_bonus_on_the_ante_only() -> None:
    s = three("Kd Ks 3c", dealer_seat(1, "8h 7h 6h", "play", ante="25.00"))
    assert s.paid(1, "ante_bonus") == ("win", "125.00", "0.00")


def test_003_1_1_2_ante_bonus_is_theirs_who_put_in_the_ante() -> None:
    seat = dealer_seat(1, "8h 7h 6h", "play", ante="10.00")
    seat["shares"] = {
        "ante": [{"player": "p7", "stake": "3.33"}, {"player": "p1", "stake": "6.67"}]
    }
    shares = three("Kd Ks 3c", seat).line(1, "ante_bonus")["shares"]
    assert [(x["player"], x["stake"], x["winnings"], x["returned"]) for x in shares] == [
        ("p7", "0.00", "16.65", "0.00"),
        ("p1", "0.00", "33.35", "0.00"),
    ]


@pytest.mark.parametrize(
    ("cards", "winnings"),
    [
        ("8h 7h 6h", "400.00"),
        ("Ts Th Tc", "300.00"),
        ("8d 7c 6h", "50.00"),
        ("Th 4h 2h", "40.00"),
        ("Ac Ah 8d", "10.00"),
    ],
)
def test_003_4_3_pair_plus_rows(cards: str, winnings: str) -> None:
    s = three("Ks Jd 3c", dealer_seat(1, cards, pair_plus="10.00"))
    assert s.paid(1, "pair_plus") == ("win", winnings, "10.00")


@pytest.mark.parametrize(
    ("cards", "community", "winnings"),
    [
        ("7s 7d 7h", "7c 2s", "2000.00"),
        ("Kc Kh Kd", "As Ah", "200.00"),
        ("Jh 8h 6h", "5h 2h", "100.00"),
        ("9s 8d 7h", "6c 5s", None),
        ("8h 7h 6h", "2c Kd", None),
    ],
)
def test_003_4_4_fixed_awards(cards: str, community: str, winnings: str | None) -> None:
    seat = dealer_seat(1, cards, "play", ante="10.00", progressive="5.00")
    s = three("Qs 9d 4c", seat, community=community, meter="1000.00")
    expected = LOSING if winnings is None else ("win", winnings, "0.00")
    assert s.paid(1, "progressive") == expected


def test_003_4_4_royal_takes_the_meter() -> None:
    seat = dealer_seat(1, "Ad Kd Qd", "fold", ante="10.00", progressive="5.00")
    s = three("Qs 9d 4c", seat, community="Jd Td", meter="77777.77")
    assert s.paid(1, "progressive") == ("win", "77777.77", "0.00")
    assert s.line(1, "progressive")["odds"] == "100%"
    assert s.meter() == ("77777.77", "10000.00")


def test_003_5_12_2_progressive_alone_is_returned() -> None:
    seats = [
        dealer_seat(1, "", progressive="5.00"),
        dealer_seat(2, "Ad Kd Qd", "play", ante="10.00"),
    ]
    s = three("Qs 9d 4c", *seats, community="Jd Td", meter="1000.00")
    assert s.paid(1, "progressive") == ("returned", "0.00", "5.00")


def test_003_5_14_pair_plus_over_the_maximum() -> None:
    seat = dealer_seat(1, "Ts Th Tc", pair_plus="150.00")
    s = three("Ks Jd 3c", seat, limits={"pair_plus": ["5.00", "100.00"]})
    assert s.paid(1, "pair_plus") == ("win", "3000.00", "150.00")


def test_003_5_14_ante_bonus_on_the_capped_ante() -> None:
    seat = dealer_seat(1, "8h 7h 6h", "play", ante="150.00")
    s = three("Kd Ks Kc", seat, limits={"ante": ["5.00", "100.00"]})
    assert s.paid(1, "ante_bonus") == ("win", "500.00", "0.00")
    assert s.paid(1, "play") == ("win", "100.00", "150.00")


# ---------------------------------------------------------------------------------------------
# 004
# ---------------------------------------------------------------------------------------------


def massachusetts(community: str, *seats: Record, **rest: Any) -> Settled:
    if "meter" in rest or "meters" in rest:
        rest.setdefault("unit", "1.00")
    return Settled(table(R004, community, *seats, **rest))


def test_004_6a_c_flush_on_the_bonus() -> None:
    s = massachusetts("4d 2d", lir_seat(1, "Kd 9d 7d", bonus="1.00"))
    assert s.paid(1, "bonus") == ("win", "50.00", "0.00")
    assert s.line(1, "bonus")["odds"] == "$50.00"


def test_004_6a_d_bonus_lives_when_bets_are_withdrawn() -> None:
    seat = lir_seat(1, "9c 8d 7c", decisions=("withdraw", "withdraw"), bonus="1.00")
    assert massachusetts("6h 5s", seat).paid(1, "bonus") == ("win", "25.00", "0.00")


def test_004_6b_d_three_card_bonus_wins_while_the_bets_lose() -> None:
    seat = lir_seat(1, "2s 2h 9d", "5.00", three_card_bonus="5.00")
    s = massachusetts("Kc 7h", seat, three_card_bonus_table="A")
    assert s.paid(1, "$") == LOSING
    assert s.paid(1, "three_card_bonus") == ("win", "5.00", "5.00")


def test_004_9_g_2_tens_win_and_nines_lose() -> None:
    seats = [lir_seat(1, "9s 9d Kc"), lir_seat(2, "Ts Td Kd")]
    s = massachusetts("5h 2c", *seats)
    assert s.paid(1, "1") == LOSING
    assert s.paid(2, "1") == ("win", "10.00", "10.00")


def test_004_10_b_flush_on_three_bets() -> None:
    s = massachusetts("4d 2d", lir_seat(1, "Kd 9d 7d", "5.00"))
    assert s.seat(1)["winnings"] == "120.00"


def test_004_10_c_the_limit_is_spread_over_the_bets() -> None:
    limits = {"base": ["25.00", "500.00"]}
    seat = lir_seat(1, "As Ks Qs", "100.00", bonus="1.00")
    s = massachusetts("Js Ts", seat, limits=limits, payout_limit="75000.00")
    assert [s.paid(1, n)[1] for n in ("1", "2", "$")] == ["25000.00"] * 3
    assert s.line(1, "1")["odds"] == "1000 to 1"
    assert s.paid(1, "bonus")[1] == "25000.00"
    s = massachusetts("Js Ts", seat, payout_limit="50000.00")
    assert [s.paid(1, n)[1] for n in ("1", "2", "$")] == ["16666.67", "16666.67", "16666.66"]
    two = lir_seat(1, "As Ks Qs", "100.00", ("withdraw", "ride"))
    s = massachusetts("Js Ts", two, payout_limit="50000.01")
    assert [s.paid(1, n)[1] for n in ("1", "2", "$")] == ["0.00", "25000.01", "25000.00"]


def test_004_10_c_a_limit_under_the_floor_is_refused() -> None:
    record = table(
        R004,
        "Js Ts",
        lir_seat(1, "As Ks Qs"),
        limits={"base": ["25.00", "500.00"]},
        payout_limit="60000.00",
    )
    with pytest.raises(Refused):
        settle(record)


@pytest.mark.parametrize(
    ("cards", "community", "winnings"),
    [
        ("Ah Kh Qh", "Jh Th", "25000.00"),
        ("9s 8s 7s", "6s 5s", "2500.00"),
        ("8s 8h 8d", "8c 3d", "400.00"),
        ("5s 5h 5d", "2c 2d", "200.00"),
        ("4s 4h 4d", "Qc 9d", "5.00"),
    ],
)
def test_004_10_d_bonus_rows(cards: str, community: str, winnings: str) -> None:
    s = massachusetts(community, lir_seat(1, cards, bonus="1.00"))
    assert s.paid(1, "bonus") == ("win", winnings, "0.00")
    kept = massachusetts(
        community, lir_seat(1, cards, bonus="1.00"), fixed_or_percent_returns_stake=True
    )
    assert kept.paid(1, "bonus") == ("win", winnings, "1.00")


@pytest.mark.parametrize(
    ("letter", "cards", "winnings"),
    [
        ("A", "5s 4d 3c", "60.00"),
        ("A", "As Ks Qs", "400.00"),
        ("B", "5s 4d 3c", "50.00"),
        ("B", "Kd 8d 2d", "40.00"),
        ("C", "Kd 8d 2d", "30.00"),
        ("C", "Ah Kh Qh", "400.00"),
        ("D", "As Ks Qs", "500.00"),
        ("D", "Ks Qs Js", "400.00"),
        ("E", "Ah 2d 3c", "50.00"),
        ("E", "6s 6h 6d", "300.00"),
        ("F", "9s 5s 2s", "30.00"),
        ("F", "Ac 2c 3c", "400.00"),
        ("F", "2s 2h 9d", "10.00"),
        ("D", "Ks Ad 2c", None),
    ],
)
def test_004_10_e_three_card_bonus(letter: str, cards: str, winnings: str | None) -> None:
    seat = lir_seat(1, cards, three_card_bonus="10.00")
    s = massachusetts("8c 7h", seat, three_card_bonus_table=letter)
    expected = LOSING if winnings is None else ("win", winnings, "10.00")
    assert s.paid(1, "three_card_bonus") == expected


FILLERS = ("2h 4c 6d", "2d 5c 6h", "3h 5d Jc", "3d 4h Jd", "6c 7s Jh", "7h 8d Qc")


@pytest.mark.parametrize(
    ("count", "best", "community", "winnings"),
    [
        (7, "Kd 9d Td", "Ad Qd", "70.00"),
        (7, "9s 8s 7s", "Ts Js", "400.00"),
        (6, "9s 9h 9d", "Ac Kd", "30.00"),
        (5, "9s 9h 9d", "Kc Kd", "170.00"),
        (4, "9s 8h Td", "Jc Qd", "80.00"),
        (4, "9s 9h 9d", "Kc Kd", "200.00"),
        (3, "9s 9h 9d", "9c Kd", "500.00"),
        (3, "9s 8h Td", "Jc Qd", "100.00"),
        (2, "9s 9h 9d", "Ac Kd", "110.00"),
        (1, "As Ks Qs", "Js Ts", "5000.00"),
    ],
)
def test_004_11_k_cover_all(count: int, best: str, community: str, winnings: str) -> None:
    used = (best + " " + community).split()
    fillers = [
        cards
        for cards in FILLERS
        if not set(cards.split()) & set(used) and hand(cards + " " + community) < judge.TRIPS
    ]
    deck = [r + s for r in "23456789TJQKA" for s in "cdhs"]
    while len(fillers) < count - 1:  # more losing hands, taken in order
        taken = set(used) | {card for cards in fillers for card in cards.split()}
        left = [card for card in deck if card not in taken]
        fillers.append(
            next(
                " ".join(three_cards)
                for three_cards in itertools.combinations(left, 3)
                if hand(" ".join(three_cards) + " " + community) < judge.TRIPS
            )
        )
    seats = [lir_seat(1, best)]
    seats += [
        lir_seat(n, cards, cover_all="10.00")
        for n, cards in enumerate(fillers[: count - 1], start=2)
    ]
    seats[-1]["wagers"]["cover_all"] = "10.00"
    s = massachusetts(community, *seats)
    assert s.paid(count, "cover_all") == ("win", winnings, "10.00")


def test_004_11_b_cover_all_loses_under_trips() -> None:
    seats = [lir_seat(1, "Kd Ks Qh", cover_all="5.00"), lir_seat(2, "2h 4c 6d")]
    assert massachusetts("Qd 9c", *seats).paid(1, "cover_all") == LOSING


def test_004_11_f_is_the_seven_player_column_of_11_k() -> None:
    assert judge.COVER_ALL[7] == (90, 40, 20, 10, 7, 4, 3)


def test_004_12_c_flush_from_the_house() -> None:
    s = massachusetts("4d 2d", lir_seat(1, "Kd 9d 7d", progressive="1.00"), meter="12000.00")
    assert s.paid(1, "progressive") == ("win", "40.00", "0.00")
    assert s.meter() == ("0.00", "12000.00")
    assert s.out["house"]["paid"] == "280.00"


def test_004_12_d_royal_envy_to_the_others_only() -> None:
    seats = [
        lir_seat(1, "2h 4c 6d", progressive="1.00"),
        lir_seat(2, "As Ks Qs", progressive="1.00"),
        lir_seat(3, "2d 5c 6h", progressive="1.00"),
    ]
    s = massachusetts("Js Ts", *seats, meter="12000.00")
    assert s.paid(1, "envy", 2) == s.paid(3, "envy", 2) == ("win", "1000.00", "0.00")
    assert "envy" not in s.wagers(2)


def test_004_12_d_a_person_on_two_seats_is_one_player() -> None:
    seats = [
        lir_seat(1, "2h 4c 6d", progressive="1.00"),
        lir_seat(2, "As Ks Qs", progressive="1.00"),
        lir_seat(3, "2d 5c 6h", progressive="1.00"),
        lir_seat(4, "3d 5d 7h", progressive="1.00"),
    ]
    seats[0]["player"] = seats[1]["player"]
    seats[2]["player"] = seats[3]["player"]
    s = massachusetts("Js Ts", *seats, meter="12000.00", allow_two_positions=True)
    assert "envy" not in s.wagers(1) + s.wagers(2)
    assert s.paid(3, "envy", 2) == s.paid(4, "envy", 2) == ("win", "1000.00", "0.00")


def test_004_12_d_table_1_rounds_down_and_keeps_the_rest() -> None:
    seat = lir_seat(1, "9s 8s 7s", progressive="1.00")
    s = massachusetts("6s 5s", seat, meter="12345.67")
    assert s.paid(1, "progressive") == ("win", "1234.56", "0.00")
    assert s.meter() == ("1234.56", "11111.11")
    for how, amount in (("half_up", "1234.57"), ("ceil", "1234.57"), ("floor", "1234.56")):
        s = massachusetts("6s 5s", seat, meter="12345.67", award_rounding=how)
        assert s.paid(1, "progressive")[1] == amount


def test_004_12_e_ptmgl01_quads_three_hundred_for_one() -> None:
    seat = lir_seat(1, "8s 8h 8d", progressive="5.00")
    s = massachusetts("8c 3d", seat, meter="9.00", unit="5.00", progressive_table="PTMGL01")
    assert s.paid(1, "progressive") == ("win", "1500.00", "0.00")
    assert s.line(1, "progressive")["odds"] == "300 for 1"


def test_004_12_e_ptmgl02_envy() -> None:
    seats = [
        lir_seat(1, "2h 4c 6d", progressive="1.00"),
        lir_seat(2, "9s 8s 7s", progressive="1.00"),
    ]
    s = massachusetts("6s 5s", *seats, meter="20000.00", progressive_table="PTMGL02")
    assert s.paid(1, "envy", 2) == ("win", "1500.00", "0.00")


def test_004_12_e_ptmgl03_royal_takes_all_and_pays_250_envy() -> None:
    seats = [
        lir_seat(1, "Ah Kh Qh", progressive="1.00"),
        lir_seat(2, "2d 5c 6h", progressive="1.00"),
    ]
    s = massachusetts(
        "Jh Th", *seats, meter="4200.00", reset="1000.00", progressive_table="PTMGL03"
    )
    assert s.paid(1, "progressive") == ("win", "4200.00", "0.00")
    assert s.meter() == ("4200.00", "1000.00")
    assert s.paid(2, "envy", 1) == ("win", "250.00", "0.00")


def test_004_12_e_ptmgl03_royal_beside_straight_flush_share() -> None:
    seats = [
        lir_seat(1, "Ah Kh Qh", progressive="1.00"),
        lir_seat(2, "7h 8h 9h", progressive="1.00"),
    ]
    common: dict[str, Any] = {
        "meter": "4200.01",
        "reset": "1000.00",
        "progressive_table": "PTMGL03",
    }
    s = massachusetts("Jh Th", *seats, **common)
    assert s.paid(1, "progressive")[1] == s.paid(2, "progressive")[1] == "2600.00"
    assert s.meter() == ("5200.00", "1000.01")
    assert s.out["house"]["resets"] == "2000.00"
    s = massachusetts("Jh Th", *seats, multi_winner="settlement_order", **common)
    assert s.paid(2, "progressive")[1] == "4200.01"
    assert s.paid(1, "progressive")[1] == "1000.00"


def test_004_12_e_ptmglml01_straight_flush_takes_the_minor() -> None:
    meters = levels(major=("15000.00", "10000.00"), minor=("1800.00", "1000.00"))
    seat = lir_seat(1, "9s 8s 7s", progressive="1.00")
    s = massachusetts("6s 5s", seat, meters=meters, progressive_table="PTMGLML01")
    assert s.paid(1, "progressive") == ("win", "1800.00", "0.00")
    assert s.meter("minor") == ("1800.00", "1000.00")
    assert s.meter("major") == ("0.00", "15000.00")


def test_004_12_e_ptmglml02_trips_pay_ten_and_seeds_need_confirming() -> None:
    meters = levels(
        mega=("15000.00", "10000.00"), major=("1800.00", "1000.00"), minor=("300.00", "250.00")
    )
    seat = lir_seat(1, "4s 4h 4d", progressive="1.00")
    common: dict[str, Any] = {"meters": meters, "progressive_table": "PTMGLML02"}
    s = massachusetts("Qc 9d", seat, ptmglml02_seeds_confirmed=True, **common)
    assert s.paid(1, "progressive") == ("win", "10.00", "0.00")
    with pytest.raises(Refused):
        massachusetts("Qc 9d", seat, **common)


def test_004_12_e_ptmglml03_quads_take_the_minor_and_two_of_them_share() -> None:
    meters = levels(
        mega=("15000.00", "10000.00"), major=("1800.00", "1000.00"), minor=("310.00", "250.00")
    )
    common: dict[str, Any] = {"meters": meters, "progressive_table": "PTMGLML03"}
    s = massachusetts("8c 3d", lir_seat(1, "8s 8h 8d", progressive="1.00"), **common)
    assert s.paid(1, "progressive") == ("win", "310.00", "0.00")
    assert s.meter("minor") == ("310.00", "250.00")
    seats = [
        lir_seat(1, "7h 7d 7c", progressive="1.00"),
        lir_seat(2, "8h 8d 8c", progressive="1.00"),
    ]
    s = massachusetts("7s 8s", *seats, **common)
    assert s.paid(1, "progressive")[1] == s.paid(2, "progressive")[1] == "280.00"
    assert s.meter("minor") == ("560.00", "250.00")


def test_004_12_e_envy_grows_with_the_unit_only_by_option() -> None:
    seats = [
        lir_seat(1, "2h 4c 6d", progressive="5.00"),
        lir_seat(2, "9s 8s 7s", progressive="5.00"),
    ]
    common: dict[str, Any] = {
        "meter": "20000.00",
        "unit": "5.00",
        "progressive_table": "PTMGL01",
    }
    assert massachusetts("6s 5s", *seats, **common).paid(1, "envy", 2)[1] == "300.00"
    grown = massachusetts("6s 5s", *seats, envy_scales_with_unit=True, **common)
    assert grown.paid(1, "envy", 2)[1] == "1500.00"


def test_004_13_c_void_returns_every_stake() -> None:
    seat = lir_seat(1, "9s 8s", bonus="1.00", progressive="1.00")
    del seat["decisions"]
    s = massachusetts("", seat, meter="20000.00", void="13(c)")
    assert s.seat(1)["returned"] == "32.00"
    assert s.seat(1)["net"] == "0.00"


def test_004_section_1_lines_stand_in_the_order_of_the_contract() -> None:
    seat = lir_seat(
        1, "9s 8s 7s", progressive="1.00", bonus="1.00", three_card_bonus="5.00", cover_all="5.00"
    )
    s = massachusetts("6s 5s", seat, meter="20000.00", three_card_bonus_table="A")
    assert s.wagers(1) == ["1", "2", "$", "progressive", "bonus", "three_card_bonus", "cover_all"]


LADDER = {
    "four": ("8s 8h 8d", "8c 3d", 300),
    "full house": ("5s 5h 5d", "2c 2d", 50),
    "flush": ("Kd 9d 7d", "4d 2d", 40),
    "straight": ("9c 8d 7c", "6h 5s", 30),
    "three": ("4s 4h 4d", "Qc 9d", 9),
}
THREE_LEVELS = levels(
    mega=("15000.00", "10000.00"), major=("1800.00", "1000.00"), minor=("300.00", "250.00")
)
TABLES_004: dict[str, tuple[dict[str, Any], str, str, dict[str, str]]] = {
    # meters, what a royal and a straight flush trigger, and the rows that are levels
    "TABLE1": (levels(jackpot=("12000.00", "10000.00")), "1000.00", "300.00", {}),
    "PTMGL01": (levels(jackpot=("12000.00", "10000.00")), "1000.00", "300.00", {}),
    "PTMGL02": (levels(jackpot=("12000.00", "10000.00")), "5000.00", "1500.00", {}),
    "PTMGL03": (levels(jackpot=("1200.00", "1000.00")), "250.00", "250.00", {}),
    "PTMGLML01": (
        levels(major=("15000.00", "10000.00"), minor=("1800.00", "1000.00")),
        "1000.00",
        "300.00",
        {},
    ),
    "PTMGLML02": (THREE_LEVELS, "1000.00", "300.00", {"four": "300.00", "three": "10.00"}),
    "PTMGLML03": (THREE_LEVELS, "1000.00", "300.00", {"four": "300.00"}),
}


@pytest.mark.parametrize("name", TABLES_004)
@pytest.mark.parametrize("row", LADDER)
def test_004_12_e_every_odds_row_of_every_table(name: str, row: str) -> None:
    meters, _, _, special = TABLES_004[name]
    cards, community, odds = LADDER[row]
    options: dict[str, Any] = {"progressive_table": name, "ptmglml02_seeds_confirmed": True}
    s = massachusetts(community, lir_seat(1, cards, progressive="1.00"), meters=meters, **options)
    expected = special.get(row, f"{odds}.00")
    assert s.paid(1, "progressive") == ("win", expected, "0.00")


@pytest.mark.parametrize("name", TABLES_004)
def test_004_12_e_every_envy_row_and_level_of_every_table(name: str) -> None:
    meters, royal, straight_flush, _ = TABLES_004[name]
    options: dict[str, Any] = {"progressive_table": name, "ptmglml02_seeds_confirmed": True}
    for cards, community, envy, place in (
        ("Ah Kh Qh", "Jh Th", royal, 0),
        ("9s 8s 7s", "6s 5s", straight_flush, 1),
    ):
        seats = [
            lir_seat(1, "2d 5c 6c", progressive="1.00"),
            lir_seat(2, cards, progressive="1.00"),
        ]
        s = massachusetts(community, *seats, meters=meters, **options)
        assert s.paid(1, "envy", 2) == ("win", envy, "0.00")
        names = list(meters)
        taken = names[place] if len(names) > 1 else names[0]
        amount = meters[taken]["amount"]
        percent = "100%"
        if place == 1 and name in ("TABLE1", "PTMGL01", "PTMGL02"):
            amount, percent = "1200.00", "10%"
        assert s.paid(2, "progressive") == ("win", amount, "0.00")
        assert s.line(2, "progressive")["odds"] == percent
        assert s.meter(taken)[0] == amount


@pytest.mark.parametrize(
    ("row", "odds"),  # for seven players down to one
    [
        ("Royal Flush", (90, 100, 150, 200, 250, 300, 500)),
        ("Straight Flush", (40, 50, 60, 70, 80, 100, 200)),
        ("4 of a Kind", (20, 30, 35, 40, 50, 80, 150)),
        ("Full House", (10, 15, 17, 20, 25, 40, 100)),
        ("Flush", (7, 10, 11, 15, 20, 30, 70)),
        ("Straight", (4, 5, 6, 8, 10, 15, 30)),
        ("3 of a Kind", (3, 3, 4, 5, 7, 11, 20)),
    ],
)
def test_004_11_k_the_whole_matrix(row: str, odds: tuple[int, ...]) -> None:
    order = ["Royal Flush", "Straight Flush", "4 of a Kind", "Full House", "Flush", "Straight"]
    place = order.index(row) if row in order else 6
    assert tuple(judge.COVER_ALL[n][place] for n in range(7, 0, -1)) == odds


@pytest.mark.parametrize(
    ("letter", "odds"),
    [
        ("A", (40, 40, 30, 6, 4, 1)),
        ("B", (40, 40, 30, 5, 4, 1)),
        ("C", (40, 40, 30, 6, 3, 1)),
        ("D", (50, 40, 30, 6, 4, 1)),
        ("E", (50, 40, 30, 5, 4, 1)),
        ("F", (50, 40, 30, 6, 3, 1)),
    ],
)
def test_004_10_e_every_row_of_every_table(letter: str, odds: tuple[int, ...]) -> None:
    hands = ["As Ks Qs", "Js Qs Ks", "6s 6h 6d", "5s 4d 3c", "Kd 8d 2d", "2s 2h 9d"]
    for cards, figure in zip(hands, odds, strict=True):
        seat = lir_seat(1, cards, three_card_bonus="1.00")
        s = massachusetts("8c 7h", seat, three_card_bonus_table=letter)
        assert s.line(1, "three_card_bonus")["odds"] == f"{figure} to 1"


@pytest.mark.parametrize("rulebook", [R000, R001, R004])
@pytest.mark.parametrize(
    ("cards", "community", "odds"),
    [
        ("Ah Kh Qh", "Jh Th", 1000),
        ("9s 8s 7s", "6s 5s", 200),
        ("8s 8h 8d", "8c 3d", 50),
        ("5s 5h 5d", "2c 2d", 11),
        ("Kd 9d 7d", "4d 2d", 8),
        ("9c 8d 7c", "6h 5s", 5),
        ("4s 4h 4d", "Qc 9d", 3),
        ("6s 6h 3d", "3c Kd", 2),
        ("Js Jh 8d", "5c 2d", 1),
    ],
)
def test_base_odds_of_the_three_let_it_ride_rulebooks(
    rulebook: str, cards: str, community: str, odds: int
) -> None:
    s = Settled(table(rulebook, community, lir_seat(1, cards, "1.00")))
    assert s.paid(1, "$") == ("win", f"{odds}.00", "1.00")


@pytest.mark.parametrize(
    ("cards", "community", "odds"),
    [("8s 8h 8d", "8c 3d", 500), ("5s 5h 5d", "2c 2d", 100), ("Kd 9d 7d", "4d 2d", 50)],
)
def test_000_4_2_the_ladder(cards: str, community: str, odds: int) -> None:
    s = Settled(table(R000, community, lir_seat(1, cards, progressive="5.00"), meter="100.00"))
    assert s.paid(1, "progressive") == ("win", f"{5 * odds}.00", "5.00")


@pytest.mark.parametrize(
    ("cards", "board", "odds"),
    [
        ("8s 8h", "8d 8c 3d 2h Kc", 400),
        ("5s 5h", "5d 2c 2d 9h Kc", 80),
        ("Kd 9d", "7d 4d 2d Ah Kc", 40),
        ("9c 8d", "7c 6h 5s Ah Kc", 20),
    ],
)
def test_002_4_2_the_ladder(cards: str, board: str, odds: int) -> None:
    seat = dealer_seat(1, cards, "bet", ante="10.00", progressive="5.00")
    s = holdem(board, "Qs Jc", seat, meter="100.00")
    assert s.paid(1, "progressive") == ("win", f"{5 * odds}.00", "0.00")


# ---------------------------------------------------------------------------------------------
# Everything at once
# ---------------------------------------------------------------------------------------------


def total(items: Any, key: str) -> int:
    return sum(to_int(item[key]) for item in items)


def balanced(out: dict[str, Any]) -> None:
    """The books of a settlement close, for each seat and for the round."""
    for seat in out["seats"]:
        lines = seat["lines"]
        assert total(lines, "stake") == to_int(seat["staked"])
        assert total(lines, "winnings") == to_int(seat["winnings"])
        assert total(lines, "returned") == to_int(seat["returned"])
        assert to_int(seat["net"]) == (
            to_int(seat["winnings"]) + to_int(seat["returned"]) - to_int(seat["staked"])
        )
        for line in lines:
            assert ("odds" in line) == (to_int(line["winnings"]) > 0)
            assert 0 <= to_int(line["returned"]) <= to_int(line["stake"])
            if "shares" in line:
                assert total(line["shares"], "winnings") == to_int(line["winnings"])
                assert total(line["shares"], "returned") == to_int(line["returned"])
    meters, house = out["meters"].values(), out["house"]
    assert total(out["seats"], "winnings") + total(out["seats"], "returned") + to_int(
        house["won"]
    ) == (total(out["seats"], "staked") + total(meters, "awarded") + to_int(house["paid"]))
    moved = total(meters, "after") - total(meters, "before") + total(meters, "awarded")
    assert moved == to_int(house["resets"])


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("maker", [random_round, stacked_round])
def test_every_generated_round_is_accepted_and_the_books_balance(rulebook: str, maker: Any) -> None:
    rng = random.Random(f"{SEED} {rulebook} {maker.__name__}")
    for _ in range(500):
        record = maker(rng, rulebook)
        assert json.loads(json.dumps(record)) == record
        before = json.dumps(record)
        balanced(settle(record))
        assert json.dumps(record) == before


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_broken_round_is_refused(rulebook: str) -> None:
    descriptions = [description for description, _ in kinds(rulebook)]
    assert len(set(descriptions)) == len(descriptions) >= 80
    rng = random.Random(f"{SEED} {rulebook}")
    for description, record in malformed_rounds(rng, rulebook, 2 * len(descriptions)):
        with pytest.raises(Refused) as refused:
            settle(record)
        assert refused.value.reasons, description


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_order_of_the_seats_in_a_record_does_not_matter(rulebook: str) -> None:
    rng = random.Random(f"{SEED} {rulebook} order")
    for _ in range(100):
        record = stacked_round(rng, rulebook)
        turned = {**record, "seats": record["seats"][::-1]}
        assert settle(turned) == settle(record)


def test_a_refusal_names_every_problem() -> None:
    seat = lir_seat(1, "As Ks Xx", "10")
    with pytest.raises(Refused) as refused:
        settle(table(R000, "8c", seat, nonsense=True, meter="1.0"))
    text = str(refused.value)
    for piece in ("nonsense", "Xx", "'10'", "community", "1.0"):
        assert piece in text


def test_every_progressive_table_gives_a_royal_the_whole_of_a_level() -> None:
    assert [number for _, number in judge.BASE.values()] == [1000, 200, 50, 11, 8, 5, 3, 2, 1]
    for name, rows in judge.PROGRESSIVE.items():
        assert rows[judge.ROYAL][:2] == ("percent", 100)
        assert (judge.TRIPS in rows) == (name not in (R000, R002, R003))


def test_all_three_card_hands_fall_into_classes_as_often_as_they_must() -> None:
    deck = [r + s for r in "23456789TJQKA" for s in "cdhs"]
    counts = [0] * 6
    for cards in itertools.combinations(deck, 3):
        counts[three_card_value(cards)[0]] += 1
    # 22,100 three card hands: nothing, pair, flush, straight, trips, straight flush
    assert counts == [16440, 3744, 1096, 720, 52, 48]
