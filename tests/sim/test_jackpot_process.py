"""The jackpot process: closed forms, slow judges wager by wager, and links played."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from math import ceil, comb, log, log1p, sqrt
from random import Random

import numpy as np
import pytest

from pitboss.api import open_rulebook
from pitboss.errors import BadSetting
from pitboss.money import Money
from pitboss.odds.question import ask
from pitboss.rulebook.terms import terms_of
from pitboss.sim.jackpot_link import LevelModel, LinkGame, LinkModel, Taking, link_model
from pitboss.sim.jackpot_meter import (
    expected_meter,
    expected_taken,
    long_run_return,
    mean_meter,
    meter_spread,
    meter_variance,
    play_meters,
    return_at,
    return_over,
    taken_share,
    wagers_by,
)
from pitboss.sim.jackpot_sheet import (
    chance_short,
    cost_spread,
    costs_of,
    jackpot_sheet,
    reserve_needed,
    resets_by,
    unit_of,
)

FIFTH = Fraction(1, 5)
HANDS = 2_598_960
# Hits far more often than any game has them, so that judges can go wager by wager.
QUICK = LevelModel(
    name="jackpot",
    reset=Fraction(100),
    contribution=Fraction(3),
    contribution_square=Fraction(9),
    takings=(
        Taking(hand="royal_flush", percent=100, chance=Fraction(1, 40)),
        Taking(hand="straight_flush", percent=10, chance=Fraction(1, 10)),
    ),
)
WHOLE_ONLY = replace(QUICK, takings=QUICK.takings[:1])


def game(rulebook: str, *settings: str, tables: int = 2) -> LinkGame:
    question = ask(open_rulebook(rulebook), settings)
    return LinkGame(question=question, tables=tables, players=5, rounds_per_hour=40)


def megalink() -> LinkModel:
    return link_model(
        [game("holdem", "unit=5.00"), game("three-card", "unit=5.00", tables=1)],
        contributions={"jackpot": FIFTH},
        resets={"jackpot": Money(1_000_000)},
        reserve=Fraction(1, 50),
    )


def tiers(**changes: object) -> LinkModel:
    return link_model(
        [game("mgc-let-it-ride", "progressive_table=PTMGLML03")],
        contributions={"mega": Fraction(1, 10), "major": Fraction(1, 20), "minor": Fraction(1, 50)},
        resets={},
        **changes,  # type: ignore[arg-type]
    )


def after(level: LevelModel, wagers: int) -> tuple[dict[Fraction, Fraction], Fraction]:
    """Every history one by one: the meter that the last wager finds, and what all were paid."""
    found = {level.reset + level.contribution: Fraction(1)}
    paid = Fraction(0)
    for number in range(wagers):
        nexts: dict[Fraction, Fraction] = defaultdict(Fraction)
        for meter, chance in found.items():
            rest = chance
            for taking in level.takings:
                award = meter * taking.percent / 100
                paid += chance * taking.chance * award
                left = level.reset if taking.percent == 100 else meter - award
                nexts[left + level.contribution] += chance * taking.chance
                rest -= chance * taking.chance
            nexts[meter + level.contribution] += rest
        if number < wagers - 1:
            found = dict(nexts)
    return found, paid


# --- the chain ------------------------------------------------------------------------------------


def test_where_only_the_whole_is_taken_the_amount_is_the_reset_and_geometric_growth() -> None:
    assert mean_meter(WHOLE_ONLY) == 100 + 3 * 40
    chance = Fraction(1, 40)
    assert meter_variance(WHOLE_ONLY) == 9 * (1 - chance) / chance**2
    for share in (0.1, 0.5, 0.99):
        low, high = meter_spread(WHOLE_ONLY).quantile(share)
        # Where only the whole is taken, the wagers since the reset are geometric.
        wagers = ceil(log(1 - share) / log1p(-float(chance)))
        assert low <= WHOLE_ONLY.reset + WHOLE_ONLY.contribution * wagers <= high


@pytest.mark.parametrize("wagers", [1, 2, 9])
def test_expected_meters_and_awards_are_those_of_every_history(wagers: int) -> None:
    found, paid = after(QUICK, wagers)
    mean = sum(meter * chance for meter, chance in found.items())
    assert expected_meter(QUICK, wagers) == pytest.approx(float(mean), rel=1e-12)
    assert expected_taken(QUICK, wagers) == pytest.approx(float(paid), rel=1e-12)


def test_long_run_moments_stay_what_they_are_through_one_more_wager() -> None:
    mean, square = mean_meter(QUICK), meter_variance(QUICK) + mean_meter(QUICK) ** 2
    royal, straight = (taking.chance for taking in QUICK.takings)
    kept = 1 - royal - straight
    left = royal * 100 + straight * mean * 9 / 10 + kept * mean
    left_square = royal * 100**2 + straight * square * 81 / 100 + kept * square
    assert mean == 3 + left
    assert square == 9 + 6 * left + left_square


def test_the_meter_on_cells_encloses_the_exact_moments_and_a_chain_walked_wager_by_wager() -> None:
    # Slower than QUICK, so that a cell is little beside what happens between two hits.
    level = LevelModel(
        name="jackpot",
        reset=Fraction(100),
        contribution=Fraction(1, 2),
        contribution_square=Fraction(1, 4),
        takings=(
            Taking(hand="royal_flush", percent=100, chance=Fraction(1, 800)),
            Taking(hand="straight_flush", percent=10, chance=Fraction(1, 200)),
        ),
    )
    spread = meter_spread(level, cells=1 << 16)
    low, high = (
        float((np.arange(cells.size) * spread.width * cells).sum())
        for cells in (spread.low, spread.high)
    )
    assert low <= float(mean_meter(level)) <= high
    luck, meter, found = Random(8), 100.0, []
    for _ in range(1_000_000):
        meter += 0.5
        found.append(meter)
        draw = luck.random()
        meter = 100.0 if draw < 1 / 800 else meter * 0.9 if draw < 1 / 800 + 1 / 200 else meter
    for share in (0.05, 0.5, 0.95):
        at = float(np.quantile(found, share))
        least, most = spread.at_least(at)
        seen = float(np.mean(np.array(found) >= at))
        # Wagers between two resets find much the same: some eight hundred count as one.
        error = 4 * sqrt(seen * (1 - seen) * 800 / len(found))
        assert least - error < seen < most + error
        assert most - least < 0.02


def test_cells_of_a_real_link_are_narrow_enough_to_read() -> None:
    level = megalink().levels[0]
    low, high = meter_spread(level).quantile(0.99)
    assert low < high < 1.002 * low
    assert meter_spread(level).at_least(0.0) == (1.0, 1.0)
    assert sum(meter_spread(level).binned(50, 5e6)) == pytest.approx(1.0, abs=1e-6)


def test_time_between_hits_is_geometric() -> None:
    chance = Fraction(1, 40)
    by = wagers_by(chance, 0.9)
    assert 1 - (1 - chance) ** by >= Fraction(9, 10) > 1 - (1 - chance) ** (by - 1)


# --- links played ---------------------------------------------------------------------------------


def test_links_played_agree_with_what_is_exact() -> None:
    link = replace(megalink(), levels=(QUICK,))
    wagers, paths = 400, 20_000
    played = play_meters(link, wagers=wagers, paths=paths, parts=4, seed=3)
    for part, moment in enumerate((100, 200, 300, 400)):
        # Looked at after that wager: what the next one finds, less its own contribution.
        expected = expected_meter(QUICK, moment + 1) - 3
        seen = played.seen[:, part, 0]
        assert abs(seen.mean() - expected) < 4 * seen.std() / sqrt(paths)
    paid = played.paid
    assert abs(paid.mean() - expected_taken(QUICK, wagers)) < 4 * paid.std() / sqrt(paths)
    for taking in QUICK.takings:
        hits = played.hits["jackpot", taking.hand]
        likely = float(taking.chance) * wagers * paths
        assert abs(hits - likely) < 4 * sqrt(likely)


def test_amounts_at_hits_have_the_distribution_of_the_meter() -> None:
    link = replace(megalink(), levels=(QUICK,))
    played = play_meters(link, wagers=2_000_000, paths=2, seed=9)
    for taking in QUICK.takings:
        key = ("jackpot", taking.hand)
        mean = float(mean_meter(QUICK))
        # Amounts follow on each other, so that errors are a little larger than if they did not.
        assert abs(played.amount_mean[key] - mean) < 8 * played.amount_error[key]
        deviation = played.amount_error[key] * sqrt(played.hits[key])
        assert deviation == pytest.approx(sqrt(meter_variance(QUICK)), rel=0.02)


def test_a_link_is_the_same_among_any_number_of_paths() -> None:
    few, many = (play_meters(tiers(), wagers=500_000, paths=n, parts=10, seed=2) for n in (2, 20))
    assert np.array_equal(few.seen, many.seen[:2])


# --- what goes back -------------------------------------------------------------------------------


@pytest.mark.parametrize("link", [megalink(), tiers()], ids=["megalink", "tiers"])
def test_what_goes_into_meters_comes_out_of_them(link: LinkModel) -> None:
    means = {level.name: mean_meter(level) for level in link.levels}
    assert return_at(link, means) == long_run_return(link)
    assert return_over(link, 10**9) == pytest.approx(float(long_run_return(link)), abs=1e-4)
    resets = {level.name: level.reset + level.contribution for level in link.levels}
    assert return_over(link, 1) == pytest.approx(float(return_at(link, resets)), abs=1e-12)


# --- the reserve ----------------------------------------------------------------------------------


def judged_short(
    costs: tuple[tuple[int, float], ...], start: Fraction, each: Fraction, n: int
) -> float:
    """Wager by wager: the chance that resets ever cost more than there was."""
    left, short = {0: 1.0}, 0.0
    for number in range(1, n + 1):
        nexts: dict[int, float] = defaultdict(float)
        for spent, chance in left.items():
            nexts[spent] += chance * (1 - sum(p for _, p in costs))
            for units, p in costs:
                nexts[spent + units] += chance * p
        left = {}
        for spent, chance in nexts.items():
            if spent > start + each * number:
                short += chance
            else:
                left[spent] = chance
    return short


@pytest.mark.parametrize("start", [Fraction(0), Fraction(2), Fraction(11, 2), Fraction(9)])
@pytest.mark.parametrize("each", [Fraction(0), Fraction(1, 10), Fraction(7, 20)])
@pytest.mark.parametrize("costs", [((1, 0.05),), ((4, 0.02), (1, 0.1))])
def test_a_reserve_is_short_as_often_as_wager_by_wager(
    start: Fraction, each: Fraction, costs: tuple[tuple[int, float], ...]
) -> None:
    judged = judged_short(costs, start, each, 60)
    found = chance_short(costs, start=start, per_wager=each, wagers=60)
    assert found == pytest.approx(judged, abs=1e-9)
    cautious = chance_short(costs, start=start, per_wager=each, wagers=60, block=3)
    assert cautious >= judged - 1e-9


def test_resets_are_binomial_however_many() -> None:
    assert resets_by([0.25], 10, 0.9) == next(
        k
        for k in range(11)
        if sum(comb(10, j) * 0.25**j * 0.75 ** (10 - j) for j in range(k + 1)) >= 0.9
    )
    many = cost_spread(((1, 0.01),), 100_000, 1400)
    assert many.sum() == pytest.approx(1, abs=1e-9)
    assert float((np.arange(1400) * many).sum()) == pytest.approx(1000, rel=1e-9)


@pytest.mark.parametrize("reserve", [Fraction(0), Fraction(1, 50)])
def test_the_reserve_is_enough_and_one_unit_less_is_not(reserve: Fraction) -> None:
    link = replace(megalink(), reserve=reserve * 5)
    wagers = 3_000_000
    unit = unit_of(link, wagers)
    costs, each = costs_of(link, unit=unit), link.reserve * 100 / unit
    held = Fraction(reserve_needed(link, wagers=wagers).cents // unit)
    short = [chance_short(costs, start=u, per_wager=each, wagers=wagers) for u in (held, held - 1)]
    assert short[0] <= 0.01 < short[1]


# --- which games may be linked, and what they take ------------------------------------------------


@pytest.mark.rule("mgc-let-it-ride", "12(e)/PTMGLML03")
def test_12_e_each_tier_is_taken_whole_by_one_hand() -> None:
    takings = {level.name: level.takings for level in tiers().levels}
    assert takings == {
        "mega": (Taking(hand="royal_flush", percent=100, chance=Fraction(4, HANDS)),),
        "major": (Taking(hand="straight_flush", percent=100, chance=Fraction(36, HANDS)),),
        "minor": (Taking(hand="four_of_a_kind", percent=100, chance=Fraction(624, HANDS)),),
    }
    assert [float(level.reset) for level in tiers().levels] == [10_000, 1_000, 250]


@pytest.mark.rule("mgc-let-it-ride", "12(e)/PTMGL03-inferred")
def test_12_e_where_two_hands_take_the_whole_either_resets_the_meter() -> None:
    link = link_model(
        [game("mgc-let-it-ride", "progressive_table=PTMGL03")],
        contributions={"jackpot": FIFTH},
        resets={},
    )
    assert link.levels[0].all_chance == Fraction(40, HANDS)
    assert mean_meter(link.levels[0]) == 1_000 + FIFTH / Fraction(40, HANDS)


@pytest.mark.rule("mbs-megalink-holdem-v9", "4.2")
@pytest.mark.rule("mbs-megalink-three-card-v6", "4.4")
def test_megalink_royals_take_all_and_straight_flushes_a_tenth() -> None:
    level = megalink().levels[0]
    assert level.all_chance == Fraction(4, HANDS)
    assert [(part.hand, part.percent) for part in level.parts] == [("straight_flush", 10)]
    assert taken_share(level) == Fraction(4, HANDS) + Fraction(36, HANDS) / 10


@pytest.mark.rule("mgc-let-it-ride", "12(g)")
def test_12_g_linked_titles_share_paytable_and_wager_amount() -> None:
    one = game("mgc-let-it-ride", "progressive_table=PTMGL01")
    other_table = game("mgc-let-it-ride", "progressive_table=PTMGL02")
    other_unit = game("mgc-let-it-ride", "progressive_table=PTMGL01", "unit=5.00")
    for other in (other_table, other_unit):
        with pytest.raises(BadSetting, match=r"12\(g\)"):
            link_model([one, other], contributions={"jackpot": FIFTH}, resets={})
    link_model([one, one], contributions={"jackpot": FIFTH}, resets={})


def test_a_link_says_what_it_lacks() -> None:
    lir = game("mgc-let-it-ride")
    with pytest.raises(BadSetting, match="different houses"):
        link_model([lir, game("holdem")], contributions={"jackpot": FIFTH}, resets={})
    with pytest.raises(BadSetting, match="--contribution jackpot"):
        link_model([lir], contributions={}, resets={})
    with pytest.raises(BadSetting, match="prints no reset"):
        link_model([game("holdem")], contributions={"jackpot": FIFTH}, resets={})
    with pytest.raises(BadSetting, match="at most 100%"):
        link_model([lir], contributions={"jackpot": Fraction(9, 10)}, resets={}, reserve=FIFTH)
    with pytest.raises(BadSetting, match="only jackpot"):
        link_model([lir], contributions={"mega": FIFTH}, resets={})
    with pytest.raises(BadSetting, match="at least one game"):
        link_model([], contributions={}, resets={})


def test_a_link_is_not_worked_out_for_hands_it_does_not_count() -> None:
    linked = game("mbs-let-it-ride-v3")
    rules = linked.question.terms.rules
    table = replace(rules.paytables["progressive"], looks_at="three")
    other = replace(rules, paytables={**rules.paytables, "progressive": table})
    of_three = replace(linked, question=replace(linked.question, terms=terms_of(other)))
    with pytest.raises(BadSetting, match=r"goes by three, and links are .* hands of five"):
        link_model([of_three], contributions={"jackpot": FIFTH}, resets={})


def test_a_sheet_holds_together() -> None:
    sheet = jackpot_sheet(tiers(reserve=Fraction(9, 100)), hours=200, paths=200, seed=1)
    assert [one.level.name for one in sheet.levels] == ["mega", "major", "minor"]
    same = [effect for effect in sheet.effects if effect.level == "mega"][4]
    assert same.amount == sheet.levels[0].mean
    assert same.back == sheet.back
    for fair in sheet.fair:
        assert 0 <= fair.least <= fair.most <= 1
    assert len(sheet.moments()) == len(sheet.expected(sheet.link.levels[0]))
