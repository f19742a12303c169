"""Progressive wagers: the line in every meter worked out anew from class counts, table by table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

import pytest

from pitboss.errors import BadSetting
from pitboss.games.library import built_in
from pitboss.games.odds import odds_of
from pitboss.money import Money
from pitboss.odds.figures import WagerOdds
from pitboss.odds.question import ask

MGC = "mgc-let-it-ride"
HANDS = comb(52, 5)
COUNTS = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3744,
    "flush": 5108,
    "straight": 10200,
    "three_of_a_kind": 54912,
}


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """A printed progressive table, typed in here once more."""

    rulebook: str
    settings: tuple[str, ...] = ()
    shares: Mapping[str, tuple[str, int]]
    pays: Mapping[str, int]
    """In dollars for one dollar staked."""
    stake_back: bool
    envy: Mapping[str, int] = field(default_factory=dict)
    seeds: Mapping[str, int] = field(default_factory=dict)

    def expected(self) -> Fraction:
        back = 1 if self.stake_back else 0
        won = sum((pays + back) * COUNTS[hand] for hand, pays in self.pays.items())
        return Fraction(won, HANDS) - 1

    def per_meter(self) -> dict[str, Fraction]:
        rates: dict[str, Fraction] = {}
        for hand, (meter, percent) in self.shares.items():
            rates.setdefault(meter, Fraction(0))
            rates[meter] += Fraction(percent * COUNTS[hand], 100 * HANDS)
        return rates

    def others(self, meter: str) -> Fraction:
        """What the other levels add at their reset."""
        rates = self.per_meter()
        return sum((rates[m] * self.seeds[m] for m in rates if m != meter), Fraction(0))


JACKPOT = {"royal_flush": ("jackpot", 100), "straight_flush": ("jackpot", 10)}
SIX = ("four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind")
MULTI = {
    "royal_flush": ("mega", 100),
    "straight_flush": ("major", 100),
    "four_of_a_kind": ("minor", 100),
}
ENVY = {"royal_flush": 1000, "straight_flush": 300}
THREE_SEEDS = {"mega": 10000, "major": 1000, "minor": 250}


def pays(*amounts: int) -> dict[str, int]:
    """By hand, from four of a kind down, or from a full house where fours share a meter."""
    return dict(zip(SIX[1:] if len(amounts) == 4 else SIX, amounts, strict=False))


def mgc(name: str, **details: object) -> Ladder:
    return Ladder(
        rulebook=MGC,
        settings=(f"progressive_table={name}", "ptmglml02_seeds_confirmed=true"),
        stake_back=False,
        **details,  # type: ignore[arg-type]
    )


LADDERS = {
    "000": Ladder(
        rulebook="mbs-megalink-let-it-ride-v2",
        shares=JACKPOT,
        pays=pays(500, 100, 50),
        stake_back=True,
    ),
    "001": Ladder(
        rulebook="mbs-let-it-ride-v3",
        shares=JACKPOT,
        pays=pays(300, 50, 40, 30, 9),
        stake_back=True,
        envy=ENVY,
    ),
    "002": Ladder(
        rulebook="mbs-megalink-holdem-v9",
        shares=JACKPOT,
        pays={"four_of_a_kind": 400, "full_house": 80, "flush": 40, "straight": 20},
        stake_back=False,
    ),
    "003": Ladder(
        rulebook="mbs-megalink-three-card-v6",
        shares=JACKPOT,
        pays=pays(2000, 200, 100),
        stake_back=False,
    ),
    "TABLE1": mgc("TABLE1", shares=JACKPOT, pays=pays(300, 50, 40, 30, 9), envy=ENVY),
    "PTMGL01": mgc("PTMGL01", shares=JACKPOT, pays=pays(300, 50, 40, 30, 9), envy=ENVY),
    "PTMGL02": mgc(
        "PTMGL02",
        shares=JACKPOT,
        pays=pays(300, 50, 40, 30, 9),
        envy={"royal_flush": 5000, "straight_flush": 1500},
    ),
    "PTMGL03": mgc(
        "PTMGL03",
        shares={"royal_flush": ("jackpot", 100), "straight_flush": ("jackpot", 100)},
        pays=pays(300, 50, 40, 30, 9),
        envy={"royal_flush": 250, "straight_flush": 250},
    ),
    "PTMGLML01": mgc(
        "PTMGLML01",
        shares={"royal_flush": ("major", 100), "straight_flush": ("minor", 100)},
        pays=pays(300, 50, 40, 30, 9),
        envy=ENVY,
        seeds={"major": 10000, "minor": 1000},
    ),
    "PTMGLML02": mgc(
        "PTMGLML02", shares=MULTI, pays=pays(50, 40, 30, 10), envy=ENVY, seeds=THREE_SEEDS
    ),
    "PTMGLML03": mgc(
        "PTMGLML03", shares=MULTI, pays=pays(50, 40, 30, 9), envy=ENVY, seeds=THREE_SEEDS
    ),
}


def odds(ladder: Ladder, *settings: str) -> WagerOdds:
    return odds_of(ask(built_in(ladder.rulebook), [*ladder.settings, *settings]), "progressive")


@pytest.fixture(params=LADDERS)
def ladder(request: pytest.FixtureRequest) -> Ladder:
    return LADDERS[request.param]


# --- the line -----------------------------------------------------------------------------------


def test_the_line_in_every_meter(ladder: Ladder) -> None:
    found = odds(ladder)
    assert found.expected == ladder.expected()
    assert found.per_meter == ladder.per_meter()
    assert found.average_staked == 1


def test_envy_for_each_other_player(ladder: Ladder) -> None:
    envy = sum(amount * COUNTS[hand] for hand, amount in ladder.envy.items())
    assert odds(ladder).per_other_player == Fraction(envy, HANDS)


def test_without_meters_there_is_no_edge(ladder: Ladder) -> None:
    found = odds(ladder)
    assert found.house_edge is None
    assert found.element_of_risk is None
    assert found.standard_deviation is None


def test_hit_frequency_counts_every_paid_hand(ladder: Ladder) -> None:
    paid = {*ladder.shares, *ladder.pays}
    hits = Fraction(sum(COUNTS[hand] for hand in paid), HANDS)
    assert odds(ladder).spread.hit_frequency == hits


def test_break_even_is_the_first_cent_that_is_fair(ladder: Ladder) -> None:
    rates = ladder.per_meter()
    for meter, amount in odds(ladder).break_even.items():
        cents = Money.parse(amount).cents
        least = ladder.expected() + ladder.others(meter)
        assert least + rates[meter] * Fraction(cents, 100) >= 0
        assert least + rates[meter] * Fraction(cents - 1, 100) < 0


@pytest.mark.parametrize(
    ("name", "meter", "amount"),
    [
        ("000", "jackpot", "216800.53"),
        ("001", "jackpot", "150716.32"),
        ("003", "jackpot", "12021.06"),
        ("TABLE1", "jackpot", "160530.53"),
        ("PTMGLML03", "minor", "2133.39"),
    ],
)
def test_break_even_amounts(name: str, meter: str, amount: str) -> None:
    assert odds(LADDERS[name]).break_even[meter] == amount


# --- meters given -------------------------------------------------------------------------------


def test_house_edge_at_given_meters(ladder: Ladder) -> None:
    meters = {meter: 1000 * place for place, meter in enumerate(ladder.per_meter(), start=7)}
    found = odds(ladder, *(f"{meter}={amount}.00" for meter, amount in meters.items()))
    value = ladder.expected() + sum(
        rate * meters[meter] for meter, rate in ladder.per_meter().items()
    )
    assert found.house_edge == found.element_of_risk == -value
    # Giving meters adds figures and changes none.
    assert found.expected == ladder.expected()
    assert found.per_meter == ladder.per_meter()
    assert found.spread.expected == value


def test_an_edge_takes_every_meter_and_the_others_stand_at_their_reset() -> None:
    some = odds(LADDERS["PTMGLML03"], "mega=20000.00")
    every = odds(LADDERS["PTMGLML03"], "mega=20000.00", "major=1000.00", "minor=250.00")
    assert some.house_edge == every.house_edge is not None
    assert odds(LADDERS["PTMGLML03"]).house_edge is None


def test_standard_deviation_at_a_meter() -> None:
    ladder = LADDERS["003"]
    prizes = {**ladder.pays, "royal_flush": 50000, "straight_flush": 5000}
    nets = [(amount - 1, COUNTS[hand]) for hand, amount in prizes.items()]
    nets.append((-1, HANDS - sum(count for _, count in nets)))
    mean = Fraction(sum(net * count for net, count in nets), HANDS)
    variance = Fraction(sum(net * net * count for net, count in nets), HANDS) - mean**2
    assert odds(ladder, "jackpot=50000.00").standard_deviation == pytest.approx(variance**0.5)


# --- stakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("units", range(1, 6))
def test_units_scale_the_odds_rows_and_not_the_meter(units: int) -> None:
    one, several = odds(LADDERS["002"]), odds(LADDERS["002"], f"units={units}")
    assert several.expected == units * one.expected
    assert several.per_meter == one.per_meter
    assert several.average_staked == several.stake == units
    fair = Fraction(several.break_even["jackpot"])
    exactly = -several.expected / several.per_meter["jackpot"]
    assert 0 <= fair - exactly < Fraction(1, 100)


def test_units_that_a_rulebook_does_not_take() -> None:
    for name, units in (("002", 6), ("001", 2), ("003", 5), ("TABLE1", 2), ("000", 0)):
        with pytest.raises(BadSetting, match=f"units={units}"):
            odds(LADDERS[name], f"units={units}")
    assert odds(LADDERS["000"], "units=12").stake == 12


def test_a_unit_of_five_dollars() -> None:
    one, five = odds(LADDERS["PTMGL01"]), odds(LADDERS["PTMGL01"], "unit=5.00")
    assert five.expected == 5 * one.expected
    assert five.per_meter == one.per_meter
    # I-18: envy is paid as printed, whatever the unit, unless the house says otherwise.
    assert five.per_other_player == one.per_other_player
    scaled = odds(LADDERS["PTMGL01"], "unit=5.00", "envy_scales_with_unit=true")
    assert scaled.per_other_player == 5 * (one.per_other_player or 0)
    assert five.unit == "one $5.00 wager"


def test_i_28_resets_grow_with_the_unit() -> None:
    ladder = LADDERS["PTMGLML03"]
    rates = ladder.per_meter()
    found = odds(ladder, "unit=5.00")
    for meter, amount in found.break_even.items():
        fair = -5 * (ladder.expected() + ladder.others(meter)) / rates[meter]
        assert 0 <= Fraction(amount) - fair < Fraction(1, 100)


def test_dollar_prizes_do_not_grow_with_the_unit() -> None:
    # 003 prints dollars, so five dollars win no more than one does.
    found = odds(LADDERS["003"], "unit=5.00")
    assert found.expected == LADDERS["003"].expected() + 1 - 5


def test_table_1_is_for_one_dollar() -> None:
    with pytest.raises(BadSetting, match=r"unit=5\.00"):
        odds(LADDERS["TABLE1"], "unit=5.00")


# --- what goes back -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["000", "001"])
def test_i_01_to_one_without_the_stake(name: str) -> None:
    ladder = LADDERS[name]
    kept = odds(ladder, "progressive_to1_returns_stake=false")
    hits = Fraction(sum(COUNTS[hand] for hand in ladder.pays), HANDS)
    assert kept.expected == ladder.expected() - hits


def test_i_02_the_stake_on_top_of_a_share_or_a_prize(ladder: Ladder) -> None:
    hands = set(ladder.shares) | (set(ladder.pays) if ladder is LADDERS["003"] else set())
    back = odds(ladder, "fixed_or_percent_returns_stake=true")
    more = Fraction(sum(COUNTS[hand] for hand in hands), HANDS)
    assert back.expected == ladder.expected() + more
    assert back.per_meter == ladder.per_meter()


# --- Magic Card and Lucky Player ----------------------------------------------------------------

EVERY_ROUND = ("magic_rate=1", "lucky_rate=1")
ODDS_ROWS = Fraction(500 * 624 + 100 * 3744 + 50 * 5108, HANDS)


def test_i_21_what_features_in_every_round_would_win() -> None:
    assert float(ODDS_ROWS) == pytest.approx(0.362, abs=1e-3)
    for positions, whole in ((7, 1.557), (6, 1.676)):
        found = odds(
            LADDERS["000"],
            *EVERY_ROUND,
            f"positions={positions}",
            "progressive_to1_returns_stake=false",
        )
        won = found.expected + 1
        assert won == ODDS_ROWS + Fraction(25, 52) + Fraction(5, positions)
        assert float(won) == pytest.approx(whole, abs=1e-3)


def test_i_22_the_stake_goes_back_once_with_any_of_them() -> None:
    found = odds(LADDERS["000"], *EVERY_ROUND)
    rows = Fraction(624 + 3744 + 5108, HANDS)
    none_wins = (1 - rows) * (1 - Fraction(5, 52)) * (1 - Fraction(1, 7))
    assert found.expected == ODDS_ROWS + Fraction(25, 52) + Fraction(5, 7) - none_wins


def test_rates_between_never_and_always() -> None:
    found = odds(LADDERS["000"], "magic_rate=1/20", "lucky_rate=0.1", "positions=5")
    magic, lucky = Fraction(1, 20) * Fraction(5, 52), Fraction(1, 10) / 5
    rows = Fraction(624 + 3744 + 5108, HANDS)
    none_wins = (1 - rows) * (1 - magic) * (1 - lucky)
    assert found.expected == ODDS_ROWS + 5 * magic + 5 * lucky - none_wins
    assert found.spread.hit_frequency == 1 - (1 - rows - Fraction(40, HANDS)) * (1 - magic) * (
        1 - lucky
    )
    assert found.per_meter == LADDERS["000"].per_meter()


def test_outcomes_go_by_the_hands_and_features_of_the_rulebook() -> None:
    """Every outcome once, by a name that is printed: a hand's row is as likely as the hand."""
    plain = {way.name: way for way in odds(LADDERS["000"]).spread.by_name()}
    found = odds(LADDERS["000"], "magic_rate=1/20", "lucky_rate=0.1", "positions=5").spread
    named = {way.name: way for way in found.by_name()}
    *hands, nothing = plain
    assert list(named) == [*hands, "magic_card", "lucky_player", nothing]
    for hand in hands:
        assert Fraction(named[hand].combinations, found.total) == Fraction(
            plain[hand].combinations, HANDS
        )
        assert named[hand].pays == plain[hand].pays
    magic, lucky = Fraction(1, 20) * Fraction(5, 52), Fraction(1, 10) / 5
    no_hand = Fraction(plain[nothing].combinations, HANDS)
    chances = [Fraction(named[name].combinations, found.total) for name in list(named)[-3:]]
    assert chances == [
        no_hand * magic,
        no_hand * (1 - magic) * lucky,
        no_hand * (1 - magic) * (1 - lucky),
    ]
    assert [named[name].pays for name in list(named)[-3:]] == ["5 to 1", "5 to 1", None]


def test_features_are_drawn_nowhere_unless_said() -> None:
    found = odds(LADDERS["000"])
    assert found.options == {"magic_rate": "0", "lucky_rate": "0", "positions": 7}
    assert found.expected == odds(LADDERS["000"], "positions=5").expected
