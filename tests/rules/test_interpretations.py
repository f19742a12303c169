"""The register of interpretations: where the house may choose, both choices with their money.

Names carry the entry: `test_I_64_…`. The first value shown of an option is its default.
"""

# The entries of the register are written with a capital: I-64.
# ruff: noqa: N802

from __future__ import annotations

import pytest

from tests.rules.tables import BUILT_IN, FIVE, Table

RIDE_2 = "mbs-megalink-let-it-ride-v2"
RIDE_3 = "mbs-let-it-ride-v3"
HOLDEM = "mbs-megalink-holdem-v9"
THREE_CARD = "mbs-megalink-three-card-v6"
MASSACHUSETTS = "mgc-let-it-ride"
RIDES = (RIDE_2, RIDE_3, MASSACHUSETTS)


def ride(
    rulebook: str,
    community: str,
    *hands: str,
    amount: str = "100000.00",
    progressive: str = "1.00",
    **options: object,
) -> Table:
    """A Let It Ride table at which every hand has a progressive wager of one dollar."""
    at = Table(rulebook, community=community, options=options)
    at.link("1.00", jackpot=(amount, "10000.00"))
    for seat, cards in enumerate(hands, start=1):
        at.seat(seat, cards, base="5.00", progressive=progressive)
    return at


# --- options in general -----------------------------------------------------------------------

OPTIONS = {
    "three_card_bonus_table": ("A", (MASSACHUSETTS,)),
    "progressive_table": ("TABLE1", (MASSACHUSETTS,)),
    "ptmglml02_seeds_confirmed": (True, (MASSACHUSETTS,)),
    "payout_limit": ("50000.00", (MASSACHUSETTS,)),
    "allow_two_positions": (True, (MASSACHUSETTS,)),
    "bonus_survives_losing_hand": (False, (HOLDEM,)),
    "dealer_qualifies": ("contains_queen_or_higher", (THREE_CARD,)),
    "decline_when_dealer_not_qualified": ("lose_all", (THREE_CARD,)),
    "progressive_to1_returns_stake": (False, (RIDE_2, RIDE_3)),
    "fixed_or_percent_returns_stake": (True, (*RIDES, HOLDEM, THREE_CARD)),
    "award_rounding": ("ceil", (*RIDES, HOLDEM, THREE_CARD)),
    "sf_multi": ("seed_based", (*RIDES, HOLDEM, THREE_CARD)),
    "multi_winner": ("settlement_order", RIDES),
    "envy_multiple": (False, (RIDE_3, MASSACHUSETTS)),
    "envy_trigger_needs_progressive": (True, (RIDE_3, MASSACHUSETTS)),
    "envy_scales_with_unit": (True, (MASSACHUSETTS,)),
}


def any_round(rulebook: str, /, **options: object) -> Table:
    at = Table(rulebook, options=options)
    cards = at.record["cards"]
    if rulebook == HOLDEM:
        cards["community"], cards["dealer"] = ["Qs", "Jd", "9c", "5h", "2d"], ["7c", "3c"]
        at.seat(1, "Ac 8d", ante="10.00", flop="bet")
    elif rulebook == THREE_CARD:
        cards["dealer"] = ["Qs", "9d", "4c"]
        at.seat(1, "Ah Qd 7s", ante="10.00", play="play")
    else:
        cards["community"] = ["5s", "2h"]
        at.seat(1, "Qc Th 6d", base="10.00")
    return at


@pytest.mark.parametrize("rulebook", [*RIDES, HOLDEM, THREE_CARD])
@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_is_known_where_the_contract_has_it_and_nowhere_else(
    rulebook: str, option: str
) -> None:
    value, rulebooks = OPTIONS[option]
    at = any_round(rulebook, **{option: value})
    if rulebook in rulebooks:
        assert at.settle().record["rulebook"] == rulebook
    else:
        assert [option in fault.problem for fault in at.refused()] == [True]


@pytest.mark.parametrize("rulebook", [*RIDES, HOLDEM, THREE_CARD])
def test_the_rulebooks_have_no_other_options(rulebook: str) -> None:
    has = {option for option, (_, rulebooks) in OPTIONS.items() if rulebook in rulebooks}
    assert set(BUILT_IN[rulebook].options) == has


@pytest.mark.parametrize("value", ["round", 1, None, True])
def test_an_option_has_one_of_its_values(value: object) -> None:
    assert len(any_round(HOLDEM, award_rounding=value).refused()) == 1


# --- money and meters -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "odds", "winnings"),
    [(RIDE_2, "50 to 1", "250.00"), (RIDE_3, "40 to 1", "200.00")],
)
@pytest.mark.parametrize(("returns", "returned"), [(True, "5.00"), (False, "0.00")])
def test_I_01_to_one_on_the_progressive_wager_returns_the_stake_or_not(
    rulebook: str, odds: str, winnings: str, returns: bool, returned: str
) -> None:
    at = ride(rulebook, "5h 2h", progressive_to1_returns_stake=returns)
    at.link("5.00", jackpot=("100000.00", "10000.00"))
    at.seat(1, "Jh 8h 6h", base="5.00", progressive="5.00")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", odds, winnings, returned)
    assert "I-01" in line.interpretations


@pytest.mark.parametrize("returns", [True, False])
def test_I_01_and_so_does_a_feature(returns: bool) -> None:
    at = ride(RIDE_2, "5s 2h", "Qc Th 6d", progressive_to1_returns_stake=returns)
    at.record["draws"] = {"lucky_seat": 1}
    settled = at.settle()
    assert settled.line(1, "lucky_player").winnings == "5.00"
    line = settled.line(1, "progressive")
    assert (line.outcome, line.returned) == ("win", "1.00" if returns else "0.00")


@pytest.mark.parametrize(("returns", "returned"), [(False, "0.00"), (True, "1.00")])
@pytest.mark.parametrize("rulebook", RIDES)
def test_I_02_the_stake_beside_a_percentage(rulebook: str, returns: bool, returned: str) -> None:
    at = ride(rulebook, "8c 7c", "Jc Tc 9c", fixed_or_percent_returns_stake=returns)
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", "10%", "10000.00", returned)
    assert "I-02" in line.interpretations


@pytest.mark.parametrize(("returns", "returned"), [(False, "0.00"), (True, "5.00")])
def test_I_02_the_stake_beside_a_percentage_or_a_prize_against_a_dealer(
    returns: bool, returned: str
) -> None:
    at = any_round(HOLDEM, fixed_or_percent_returns_stake=returns)
    at.link("5.00", jackpot=("100000.00", "10000.00"))
    at.record["cards"]["community"] = ["6h", "7h", "8h", "Qd", "9c"]
    at.seat(2, "4h 5h", ante="10.00", progressive="5.00", flop="bet")
    assert at.settle().line(2, "progressive").result == ("win", "10%", "10000.00", returned)
    at = any_round(THREE_CARD, fixed_or_percent_returns_stake=returns)
    at.link("5.00", jackpot=("100000.00", "10000.00"))
    at.record["cards"]["community"] = ["5h", "2h"]
    at.seat(2, "Jh 8h 6h", pair_plus="10.00", progressive="5.00")
    assert at.settle().line(2, "progressive").result == ("win", "$100.00", "100.00", returned)


@pytest.mark.parametrize(("returns", "returned"), [(False, "0.00"), (True, "1.00")])
def test_I_02_the_stake_beside_the_massachusetts_bonus(returns: bool, returned: str) -> None:
    at = Table(
        MASSACHUSETTS, community="5h 2h", options={"fixed_or_percent_returns_stake": returns}
    )
    at.seat(1, "Jh 8h 6h", base="5.00", bonus="1.00")
    assert at.settle().line(1, "bonus").result == ("win", "$50.00", "50.00", returned)


@pytest.mark.parametrize("rulebook", RIDES)
@pytest.mark.parametrize(
    ("rounding", "amount", "award", "left"),
    [
        ("floor", "12345.67", "1234.56", "11111.11"),
        ("half_up", "12345.67", "1234.57", "11111.10"),
        ("ceil", "12345.67", "1234.57", "11111.10"),
        ("floor", "12345.64", "1234.56", "11111.08"),
        ("half_up", "12345.64", "1234.56", "11111.08"),
        ("ceil", "12345.64", "1234.57", "11111.07"),
        ("half_up", "12345.65", "1234.57", "11111.08"),
    ],
)
def test_I_03_a_fraction_of_a_cent(
    rulebook: str, rounding: str, amount: str, award: str, left: str
) -> None:
    settled = ride(rulebook, "8c 7c", "Jc Tc 9c", amount=amount, award_rounding=rounding).settle()
    assert settled.line(1, "progressive").winnings == award
    assert "I-03" in settled.line(1, "progressive").interpretations
    assert settled.meter() == (amount, award, left)


def test_I_03_odd_cents_of_a_shared_award_stay_on_the_meter() -> None:
    settled = ride(RIDE_3, "6h 7h", "3h 4h 5h", "8h 9h Th", amount="100000.07").settle()
    assert [settled.line(seat, "progressive").winnings for seat in (1, 2)] == ["9500.00"] * 2
    assert settled.meter() == ("100000.07", "19000.00", "81000.07")


@pytest.mark.parametrize(("hand", "odds"), [("royal flush", "100%"), ("straight flush", "10%")])
def test_I_04_one_award_for_the_highest_class_only(hand: str, odds: str) -> None:
    cards, community = FIVE[hand]
    settled = ride(RIDE_3, community, cards).settle()
    assert settled.wagers(1) == ["1", "2", "$", "progressive"]
    assert settled.line(1, "progressive").odds == odds


def test_I_05_odds_envy_and_features_are_house_money() -> None:
    at = ride(RIDE_2, "5h 2h", "Jh 8h 6h")
    at.record["draws"] = {"magic_card": "5h", "lucky_seat": 1}
    settled = at.settle()
    assert settled.meter() == ("100000.00", "0.00", "100000.00")
    assert settled.record["house"]["paid"] == settled.seat(1)["winnings"] == "180.00"
    settled = ride(RIDE_3, "8c 7c", "Jc Tc 9c", "2s 6d Ks").settle()
    assert settled.meter() == ("100000.00", "10000.00", "90000.00")
    assert settled.record["house"]["paid"] == "3300.00"


@pytest.mark.parametrize("rulebook", RIDES)
@pytest.mark.parametrize(
    ("sf_multi", "each", "meter"),
    [
        ("successive_equal", "9500.00", ("100000.00", "19000.00", "81000.00")),
        ("seed_based", "5500.00", ("100000.00", "11000.00", "89000.00")),
    ],
)
def test_I_08_two_straight_flushes_of_one_round(
    rulebook: str, sf_multi: str, each: str, meter: tuple[str, str, str]
) -> None:
    settled = ride(rulebook, "6h 7h", "3h 4h 5h", "8h 9h Th", sf_multi=sf_multi).settle()
    for seat in (1, 2):
        assert settled.line(seat, "progressive").winnings == each
        assert "I-08" in settled.line(seat, "progressive").interpretations
    assert settled.meter() == meter


@pytest.mark.parametrize(
    ("sf_multi", "each"), [("successive_equal", "9500.00"), ("seed_based", "5500.00")]
)
def test_I_08_the_same_where_the_rulebook_is_not_silent(sf_multi: str, each: str) -> None:
    at = Table(
        HOLDEM, community="6h 7h 8h Qd 9c", dealer="7c 3c", options={"sf_multi": sf_multi}
    ).link("5.00", jackpot=("100000.00", "10000.00"))
    at.seat(1, "4h 5h", ante="10.00", progressive="5.00", flop="bet")
    at.seat(2, "9h Th", ante="10.00", progressive="5.00", flop="bet")
    settled = at.settle()
    assert [settled.line(seat, "progressive").winnings for seat in (1, 2)] == [each, each]
    at = Table(
        THREE_CARD, community="6h 7h", dealer="Qs 9d 4c", options={"sf_multi": sf_multi}
    ).link("5.00", jackpot=("100000.00", "10000.00"))
    at.seat(1, "3h 4h 5h", pair_plus="10.00", progressive="5.00")
    at.seat(2, "8h 9h Th", pair_plus="10.00", progressive="5.00")
    settled = at.settle()
    assert [settled.line(seat, "progressive").winnings for seat in (1, 2)] == [each, each]


@pytest.mark.parametrize("rulebook", RIDES)
@pytest.mark.parametrize(
    ("multi_winner", "awards"),
    [
        ("equal_pool", ("9500.00", "9500.00")),
        ("settlement_order", ("9000.00", "10000.00")),
    ],
)
def test_I_09_sharing_or_one_after_the_other(
    rulebook: str, multi_winner: str, awards: tuple[str, str]
) -> None:
    settled = ride(rulebook, "6h 7h", "3h 4h 5h", "8h 9h Th", multi_winner=multi_winner).settle()
    assert tuple(settled.line(seat, "progressive").winnings for seat in (1, 2)) == awards
    assert settled.meter() == ("100000.00", "19000.00", "81000.00")


@pytest.mark.parametrize(
    ("multi_winner", "awards", "after"),
    [
        ("equal_pool", ("400.50", "400.50"), "250.00"),
        ("settlement_order", ("250.00", "551.00"), "250.00"),
    ],
)
def test_I_09_two_winners_of_one_level(
    multi_winner: str, awards: tuple[str, str], after: str
) -> None:
    at = Table(
        MASSACHUSETTS,
        community="7s 8s",
        options={"progressive_table": "PTMGLML03", "multi_winner": multi_winner},
    )
    at.link(
        "1.00",
        mega=("15000.00", "10000.00"),
        major=("1200.00", "1000.00"),
        minor=("551.00", "250.00"),
    )
    at.seat(1, "7h 7d 7c", base="5.00", progressive="1.00")
    at.seat(2, "8h 8d 8c", base="5.00", progressive="1.00")
    settled = at.settle()
    assert tuple(settled.line(seat, "progressive").winnings for seat in (1, 2)) == awards
    assert settled.meter("minor") == ("551.00", "801.00", after)
    assert settled.record["house"]["resets"] == "500.00"


def test_I_09_the_odd_cent_stays_on_the_level() -> None:
    at = ride(MASSACHUSETTS, "Th Jh", "Qh Kh Ah", "7h 8h 9h", progressive_table="PTMGL03")
    at.link("1.00", jackpot=("4200.01", "1000.00"))
    settled = at.settle()
    assert [settled.line(seat, "progressive").winnings for seat in (1, 2)] == ["2600.00"] * 2
    assert settled.meter() == ("4200.01", "5200.00", "1000.01")


@pytest.mark.parametrize("rulebook", RIDES)
@pytest.mark.parametrize("multi_winner", ["equal_pool", "settlement_order"])
def test_I_10_the_royal_is_paid_last_in_every_rulebook(rulebook: str, multi_winner: str) -> None:
    settled = ride(rulebook, "Th Jh", "7h 8h 9h", "Qh Kh Ah", multi_winner=multi_winner).settle()
    assert settled.line(1, "progressive").winnings == "10000.00"
    assert settled.line(2, "progressive").winnings == "90000.00"
    assert settled.meter() == ("100000.00", "100000.00", "10000.00")


# --- envy -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", [RIDE_3, MASSACHUSETTS])
@pytest.mark.parametrize(
    ("multiple", "paid"), [(True, [(1, "300.00"), (2, "1000.00")]), (False, [(2, "1000.00")])]
)
def test_I_16_envy_for_every_trigger_or_for_the_highest(
    rulebook: str, multiple: bool, paid: list[tuple[int, str]]
) -> None:
    at = ride(rulebook, "Th Jh", "7h 8h 9h", "Qh Kh Ah", "2c 4d 6s", envy_multiple=multiple)
    envy = [line for line in at.settle().lines(3) if line.wager == "envy"]
    assert [(line.from_seat, line.winnings) for line in envy] == paid
    assert all("I-16" in line.interpretations for line in envy)


@pytest.mark.parametrize("rulebook", [RIDE_3, MASSACHUSETTS])
@pytest.mark.parametrize(("needs", "winnings"), [(False, "300.00"), (True, "0.00")])
def test_I_17_a_trigger_without_a_progressive_wager(
    rulebook: str, needs: bool, winnings: str
) -> None:
    at = ride(rulebook, "8c 7c", "2s 6d Ks", envy_trigger_needs_progressive=needs)
    at.seat(2, "Jc Tc 9c", base="5.00")
    assert at.settle().seat(1)["winnings"] == winnings


@pytest.mark.parametrize("needs", [False, True])
def test_I_17_a_trigger_with_a_progressive_wager_pays_either_way(needs: bool) -> None:
    at = ride(RIDE_3, "8c 7c", "2s 6d Ks", "Jc Tc 9c", envy_trigger_needs_progressive=needs)
    assert at.settle().line(1, "envy").winnings == "300.00"


@pytest.mark.parametrize("rulebook", [RIDE_3, MASSACHUSETTS])
def test_I_17_a_removed_hand_neither_triggers_nor_collects(rulebook: str) -> None:
    clause = "3.4" if rulebook == RIDE_3 else "6(d)"
    at = ride(rulebook, "8c 7c", "2s 6d Ks", "Jc Tc 9c")
    at.record["seats"][1]["removed"] = clause
    settled = at.settle()
    assert "envy" not in settled.wagers(1)
    assert set(settled.outcomes(2).values()) == {"returned"}
    assert settled.meter() == ("100000.00", "0.00", "100000.00")
    at = ride(rulebook, "8c 7c", "2s 6d Ks", "Jc Tc 9c")
    at.record["seats"][0]["removed"] = clause
    assert "envy" not in at.settle().wagers(1)


@pytest.mark.parametrize(("scales", "winnings"), [(False, "300.00"), (True, "1500.00")])
def test_I_18_envy_as_printed_or_by_the_unit(scales: bool, winnings: str) -> None:
    at = Table(
        MASSACHUSETTS,
        community="8c 7c",
        options={"progressive_table": "PTMGL01", "envy_scales_with_unit": scales},
    ).link("5.00", jackpot=("60000.00", "50000.00"))
    at.seat(1, "2s 6d Ks", base="5.00", progressive="5.00")
    at.seat(2, "Jc Tc 9c", base="5.00")
    line = at.settle().line(1, "envy")
    assert (line.odds, line.winnings) == ("$300.00", winnings)


def test_I_20_an_area_without_a_bettor_may_be_the_lucky_one() -> None:
    at = ride(RIDE_2, "5s 2h", "Qc Th 6d")
    at.record["draws"] = {"lucky_seat": 7}
    assert at.settle().seat(1)["winnings"] == "0.00"


def test_I_22_everything_stacks_and_the_stake_goes_back_once() -> None:
    at = Table(RIDE_2, community="5h 2h", draws={"magic_card": "2h", "lucky_seat": 1})
    at.link("5.00", jackpot=("100000.00", "10000.00"))
    at.seat(1, "Jh 8h 6h", base="10.00", progressive="5.00")
    lines = at.settle().lines(1)[3:]
    assert [(line.wager, line.winnings, line.returned) for line in lines] == [
        ("progressive", "250.00", "5.00"),
        ("magic_card", "25.00", "0.00"),
        ("lucky_player", "25.00", "0.00"),
    ]


# --- Massachusetts ----------------------------------------------------------------------------


def test_I_24_a_royal_on_ptmgl03_is_a_straight_flush() -> None:
    at = ride(MASSACHUSETTS, "Jd Td", "Ad Kd Qd", progressive_table="PTMGL03")
    line = at.settle().line(1, "progressive")
    assert line.result == ("win", "100%", "100000.00", "0.00")
    assert "I-24" in line.interpretations


def test_I_25_four_of_a_kind_is_not_envied() -> None:
    at = ride(MASSACHUSETTS, "8c 3d", "8s 8h 8d", "2s 6d Ks", progressive_table="PTMGL03")
    assert "envy" not in at.settle().wagers(2)


@pytest.mark.parametrize(("confirmed", "possible"), [(False, False), (True, True)])
def test_I_26_ptmglml02_with_its_seeds_confirmed(confirmed: bool, possible: bool) -> None:
    options = {"progressive_table": "PTMGLML02", "ptmglml02_seeds_confirmed": confirmed}
    at = Table(MASSACHUSETTS, community="Qc 9d", options=options)
    at.link(
        "1.00",
        mega=("10000.00", "10000.00"),
        major=("1000.00", "1000.00"),
        minor=("250.00", "250.00"),
    )
    at.seat(1, "4s 4h 4d", base="5.00", progressive="1.00")
    if possible:
        assert at.settle().line(1, "progressive").winnings == "10.00"
    else:
        assert at.refused_under() == ["I-26"]


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("TABLE1", ("jackpot",)),
        ("PTMGL01", ("jackpot",)),
        ("PTMGL02", ("jackpot",)),
        ("PTMGL03", ("jackpot",)),
        ("PTMGLML01", ("major", "minor")),
        ("PTMGLML02", ("mega", "major", "minor")),
        ("PTMGLML03", ("mega", "major", "minor")),
    ],
)
def test_I_27_table_1_is_the_default_and_each_table_has_its_levels(
    name: str, levels: tuple[str, ...]
) -> None:
    options = {"progressive_table": name, "ptmglml02_seeds_confirmed": True}
    at = Table(MASSACHUSETTS, community="5s 2h", options=options if name != "TABLE1" else {})
    at.link("1.00", **dict.fromkeys(levels, ("20000.00", "1000.00")))
    at.seat(1, "Qc Th 6d", base="5.00", progressive="1.00")
    assert tuple(at.settle().record["meters"]) == levels


@pytest.mark.parametrize(
    ("letter", "odds", "noted"), [("A", "40 to 1", True), ("D", "50 to 1", False)]
)
def test_I_32_a_mini_royal_where_the_table_has_no_row_for_it(
    letter: str, odds: str, noted: bool
) -> None:
    at = Table(MASSACHUSETTS, community="Jc 7h", options={"three_card_bonus_table": letter})
    at.seat(1, "As Ks Qs", base="5.00", three_card_bonus="10.00")
    line = at.settle().line(1, "three_card_bonus")
    assert line.odds == odds
    assert ("I-32" in line.interpretations) is noted


@pytest.mark.parametrize("letter", "BCDEF")
def test_I_33_a_blank_cell_is_the_figure_beside_it(letter: str) -> None:
    at = Table(MASSACHUSETTS, community="Jc 7h", options={"three_card_bonus_table": letter})
    at.seat(1, "2s 2h 9d", base="5.00", three_card_bonus="10.00")
    line = at.settle().line(1, "three_card_bonus")
    assert line.result == ("win", "1 to 1", "10.00", "10.00")
    assert "I-33" in line.interpretations


@pytest.mark.parametrize(("allowed", "possible"), [(False, False), (True, True)])
def test_I_40_two_adjacent_positions(allowed: bool, possible: bool) -> None:
    at = Table(MASSACHUSETTS, community="5s 2h", options={"allow_two_positions": allowed})
    at.seat(3, "Qc Th 6d", player="one", base="5.00")
    at.seat(4, "Tc Td Ks", player="one", base="10.00")
    if possible:
        assert [at.settle().net(seat) for seat in (3, 4)] == ["-15.00", "30.00"]
    else:
        assert len(at.refused()) == 1


@pytest.mark.parametrize(
    ("limit", "each"), [(None, "100000.00"), ("none", "100000.00"), ("90000.00", "30000.00")]
)
def test_I_43_a_payout_limit_on_the_bets_of_one_hand(limit: str | None, each: str) -> None:
    at = Table(MASSACHUSETTS, community="Jd Td", options={"payout_limit": limit})
    at.seat(1, "Ad Kd Qd", base="100.00")
    settled = at.settle()
    for line in settled.lines(1):
        assert line.result == ("win", "1000 to 1", each, "100.00")
        assert ("I-43" in line.interpretations) is (each == "30000.00")


def test_I_46_a_removed_hand_still_counts_as_a_player_and_is_not_the_best() -> None:
    at = Table(MASSACHUSETTS, community="Qc 9d")
    at.seat(1, "4s 4h 4d", base="5.00", cover_all="10.00")
    at.seat(2, "Jc Td 8s", base="5.00", removed="6(d)")
    assert at.settle().line(1, "cover_all").result == ("win", "11 to 1", "110.00", "10.00")


def test_I_46_a_hand_removed_before_the_deal_is_no_player_of_it() -> None:
    at = Table(MASSACHUSETTS, community="Qc 9d")
    at.seat(1, "4s 4h 4d", base="5.00", cover_all="10.00")
    at.seat(2, "", base="5.00", removed="6(d)")
    assert at.settle().line(1, "cover_all").result == ("win", "20 to 1", "200.00", "10.00")


def test_I_62_one_area_for_each_player() -> None:
    for rulebook in (RIDE_2, RIDE_3):
        at = Table(rulebook, community="5s 2h")
        at.seat(3, "Qc Th 6d", player="one", base="5.00")
        at.seat(4, "Tc Td Ks", player="one", base="5.00")
        assert at.refused_under() == ["I-62"]


# --- against a dealer -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("survives", "result", "net"),
    [
        (True, ("win", "25 to 1", "125.00", "5.00"), "95.00"),
        (False, ("lose", None, "0.00", "0.00"), "-35.00"),
    ],
)
def test_I_64_the_bonus_of_a_hand_that_loses(
    survives: bool, result: tuple[str, str | None, str, str], net: str
) -> None:
    at = Table(
        HOLDEM,
        community="Qs Jd 9c 5d 2c",
        dealer="Qc 3c",
        options={"bonus_survives_losing_hand": survives},
    )
    at.seat(1, "Ah Kh", ante="10.00", bonus="5.00", flop="bet")
    settled = at.settle()
    line = settled.line(1, "bonus")
    assert line.result == result
    assert "I-64" in line.interpretations
    assert ("3.10.3" in line.rules) is not survives
    assert settled.net(1) == net


@pytest.mark.parametrize("survives", [True, False])
@pytest.mark.parametrize("community", ["Qs Qd 9c 5d Ac", "As Ks Qs Js Ts"])
def test_I_64_a_hand_that_wins_or_ties_keeps_its_bonus(survives: bool, community: str) -> None:
    options = {"bonus_survives_losing_hand": survives}
    at = Table(HOLDEM, community=community, dealer="7c 3c", options=options)
    at.seat(1, "Ah Kh", ante="10.00", bonus="5.00", flop="bet")
    assert at.settle().line(1, "bonus").winnings == "125.00"


@pytest.mark.parametrize(
    ("decline", "ante", "play"),
    [
        ("pay_ante", ("win", "1 to 1", "10.00", "10.00"), ("returned", None, "0.00", "10.00")),
        ("lose_all", ("lose", None, "0.00", "0.00"), ("lose", None, "0.00", "0.00")),
    ],
)
def test_I_70_not_shown_to_a_dealer_who_does_not_qualify(
    decline: str,
    ante: tuple[str, str | None, str, str],
    play: tuple[str, str | None, str, str],
) -> None:
    at = Table(
        THREE_CARD, dealer="Js 9d 4c", options={"decline_when_dealer_not_qualified": decline}
    )
    at.seat(1, "8h 7h 6h", ante="10.00", pair_plus="10.00", play="play", exposed=False)
    settled = at.settle()
    assert settled.line(1, "ante").result == ante
    assert settled.line(1, "play").result == play
    assert settled.line(1, "pair_plus").outcome == "lose"
    assert "ante_bonus" not in settled.wagers(1)
    assert all("I-70" in line.interpretations for line in settled.lines(1))


@pytest.mark.parametrize("dealer", ["7s 7d 7c", "2s 2d 5c", "4c 5d 6s", "9h 7h 2h"])
@pytest.mark.parametrize(
    ("test", "ante", "play"),
    [
        ("queen_high_or_better", "lose", "lose"),
        ("contains_queen_or_higher", "win", "returned"),
    ],
)
def test_I_73_a_hand_that_beats_queen_high_and_holds_no_queen(
    dealer: str, test: str, ante: str, play: str
) -> None:
    at = Table(THREE_CARD, dealer=dealer, options={"dealer_qualifies": test})
    at.seat(1, "Ah Kc 8d", ante="10.00", play="play")
    assert at.settle().outcomes(1) == {"ante": ante, "play": play}


@pytest.mark.parametrize("test", ["queen_high_or_better", "contains_queen_or_higher"])
@pytest.mark.parametrize(
    ("dealer", "qualifies"), [("Qs 9d 4c", True), ("As 7s 2d", True), ("Js 9d 4c", False)]
)
def test_I_73_both_tests_agree_on_odd_cards(dealer: str, qualifies: bool, test: str) -> None:
    at = Table(THREE_CARD, dealer=dealer, options={"dealer_qualifies": test})
    at.seat(1, "Ah Kc 8d", ante="10.00", play="play")
    assert at.settle().outcomes(1)["play"] == ("win" if qualifies else "returned")


# --- several players, irregularities ----------------------------------------------------------


def test_I_80_everybody_wins_by_the_money_put_in() -> None:
    at = Table(HOLDEM, community="Qs Jd 9c 5h 2d", dealer="7c 3c")
    at.seat(1, "Qc Qd", ante="10.00", flop="bet", shares={"flop": {"p7": "6.67", "p1": "13.33"}})
    assert at.settle().line(1, "flop").shares == [
        {"player": "p7", "stake": "6.67", "winnings": "6.67", "returned": "6.67"},
        {"player": "p1", "stake": "13.33", "winnings": "13.33", "returned": "13.33"},
    ]


@pytest.mark.parametrize(
    ("flop", "part", "amounts"),
    [
        ("bet", "winnings", ["16.66", "16.68", "16.66"]),
        ("fold", "returned", ["6.66", "6.68", "6.66"]),
    ],
)
def test_I_80_odd_cents_go_to_the_seated_player(flop: str, part: str, amounts: list[str]) -> None:
    limits = {"bonus": ("1.00", "10.00")}
    at = Table(HOLDEM, community="Qs Jd 9c 5h 2d", dealer="7c 3c", limits=limits)
    shares = {"bonus": {"p7": "10.00", "p1": "10.00", "p8": "10.00"}}
    at.seat(1, "Ac Qd", ante="10.00", bonus="30.00", decisions={"flop": flop}, shares=shares)
    line = at.settle().line(1, "bonus")
    assert [share[part] for share in line.shares or []] == amounts
    assert "I-80" in line.interpretations


@pytest.mark.parametrize("rulebook", RIDES)
def test_I_80_no_shared_areas_in_let_it_ride(rulebook: str) -> None:
    at = Table(rulebook, community="5s 2h")
    at.seat(1, "Qc Th 6d", base="10.00", shares={"1": {"p1": "5.00", "p2": "5.00"}})
    assert at.refused_under() == ["I-80"]


@pytest.mark.parametrize("rulebook", RIDES)
def test_I_82_a_void_round_relies_on_the_register(rulebook: str) -> None:
    clause = "13(c)" if rulebook == MASSACHUSETTS else "5.4"
    at = Table(rulebook, community="5s 2h", void=clause)
    at.seat(1, "Qc Th 6d", base="10.00")
    assert at.settle().line(1, "$").interpretations == ["I-82"]


def test_I_90_follow_ups_are_capped_at_their_multiple_of_the_ante() -> None:
    limits = {"ante": ("10.00", "500.00")}
    for dealer, winnings, returned in (
        ("7c 3c", "1000.00", "1400.00"),
        ("Ac Ad", "0.00", "400.00"),
    ):
        at = Table(HOLDEM, community="Qs Jd 9c 5h 2d", dealer=dealer, limits=limits)
        at.seat(1, "Ks Kd", ante="700.00", flop="bet")
        line = at.settle().line(1, "flop")
        assert (line.stake, line.winnings, line.returned) == ("1400.00", winnings, returned)
        assert "I-90" in line.interpretations


def test_I_90_a_progressive_wager_has_its_unit_and_no_maximum() -> None:
    limits = {"progressive": ("5.00", "10.00")}
    at = Table(HOLDEM, community="6h 5h 2h Qd 9c", dealer="7c 3c", limits=limits)
    at.link("5.00", jackpot=("100000.00", "10000.00"))
    at.seat(1, "Jh 8h", ante="10.00", progressive="15.00", flop="bet")
    at.seat(2, "Ac Kd", ante="10.00", progressive="15.00", flop="bet")
    settled = at.settle()
    assert settled.line(1, "progressive").result == ("win", "40 for 1", "600.00", "0.00")
    assert settled.line(2, "progressive").result == ("lose", None, "0.00", "0.00")


@pytest.mark.parametrize("rulebook", RIDES)
def test_I_98_limits_are_not_enforced_in_a_let_it_ride_record(rulebook: str) -> None:
    at = Table(rulebook, community="9c 2d", limits={"base": ("10.00", "100.00")})
    at.seat(1, "Td Th 4s", base="500.00")
    at.seat(2, "Tc Ts 4c", base="5.00")
    settled = at.settle()
    assert (settled.net(1), settled.net(2)) == ("1500.00", "15.00")


@pytest.mark.parametrize("rulebook", RIDES)
def test_I_91_a_progressive_wager_alone_is_refused_in_let_it_ride(rulebook: str) -> None:
    at = Table(rulebook, community="5s 2h").link("1.00", jackpot=("20000.00", "10000.00"))
    at.seat(1, "", progressive="1.00")
    assert len(at.refused()) >= 1


@pytest.mark.parametrize("rulebook", RIDES)
def test_every_hand_is_shown_in_let_it_ride(rulebook: str) -> None:
    at = Table(rulebook, community="5s 2h")
    at.seat(1, "Qc Th 6d", base="10.00", exposed=False)
    assert len(at.refused()) == 1
