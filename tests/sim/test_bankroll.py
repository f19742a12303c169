"""Bankroll questions: against closed forms, slow exact judges, and bankrolls played."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest

from pitboss.errors import BadSetting
from pitboss.money import Money
from pitboss.sim.bankroll_results import Results, needed_for, results_of, simulated_results
from pitboss.sim.bankroll_sheet import Plan, bankroll_sheet
from pitboss.sim.bankroll_walk import (
    MOST_STEPS,
    TooLong,
    bankroll_for_ever,
    bankrolls_for,
    kelly_bankroll,
    play_bankrolls,
    rounds_to_overcome_luck,
    ruin_ever,
    trip,
    until_ruin_or_goal,
    walk_of,
)
from pitboss.sim.request import Request

UNIT = Money(100)
COINS = Results(weights={-100: 11, 100: 9})
UNEVEN = Results(weights={-300: 5, -100: 40, 0: 15, 100: 30, 200: 8, 700: 2})
EDGE = Results(weights={-200: 30, -100: 25, 100: 15, 300: 30})
BASE = Request(rulebook="mgc-let-it-ride", wagers=("base",))


def judged_ruin(results: Results, start: int, goal: int) -> tuple[Fraction, Fraction]:
    """Gauss on fractions: the chance of ruin before the goal, and rounds until either."""
    step, size = results.step, goal
    rows = []
    for here in range(size):
        row = [Fraction(0)] * size + [Fraction(0), Fraction(1)]
        row[here] += 1
        for net, ways in results.weights.items():
            to, chance = here + net // step, Fraction(ways, results.total)
            if to < 0:
                row[size] += chance
            elif to < size:
                row[to] -= chance
        rows.append(row)
    for pivot in range(size):
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other in range(size):
            if other != pivot and (factor := rows[other][pivot]):
                rows[other] = [
                    a - factor * b for a, b in zip(rows[other], rows[pivot], strict=True)
                ]
    return rows[start][size], rows[start][size + 1]


def judged_trip(results: Results, start: int, goal: int | None, rounds: int) -> Counter[str]:
    """Every sequence of rounds, one by one."""
    ends: Counter[str] = Counter()
    for moves in product(results.weights, repeat=rounds):
        ways, at, end = 1, start, "playing"
        for net in moves:
            ways *= results.weights[net]
            if end == "playing":
                at += net // results.step
                end = "ruin" if at < 0 else "goal" if goal is not None and at >= goal else end
        ends[end] += ways
    return ends


# --- ruin and goal --------------------------------------------------------------------------------


def test_coins_are_the_gamblers_ruin_of_the_textbook() -> None:
    walk = walk_of(COINS, bankroll=Money(2000), needed=UNIT, win=Money(1000))
    ratio, below, whole = 11 / 9, 20, 30  # ruined when nothing is left: 20 steps down, 10 up
    by_formula = (ratio**whole - ratio**below) / (ratio**whole - 1)
    ends = until_ruin_or_goal(walk)
    assert ends.ruin.value == pytest.approx(by_formula, abs=1e-12)
    assert ends.goal.value == pytest.approx(1 - by_formula, abs=1e-12)
    duration = (below - whole * (1 - by_formula)) / (2 / 20)
    assert ends.rounds == pytest.approx(duration, rel=1e-10)


@pytest.mark.parametrize("results", [COINS, UNEVEN, EDGE])
@pytest.mark.parametrize(("start", "win"), [(0, 1), (3, 9), (20, 12)])
def test_ruin_before_a_goal_is_what_elimination_on_fractions_finds(
    results: Results, start: int, win: int
) -> None:
    bankroll, won = Money(100 * (start + 3)), Money(100 * win)
    walk = walk_of(results, bankroll=bankroll, needed=Money(300), win=won)
    ruin, rounds = judged_ruin(results, start, start + win)
    ends = until_ruin_or_goal(walk)
    assert abs(ends.ruin.value - float(ruin)) <= ends.ruin.error + 1e-15
    assert ends.ruin.error < 1e-11
    assert ends.rounds == pytest.approx(float(rounds), rel=1e-11)


def test_let_it_ride_ends_as_elimination_on_fractions_finds() -> None:
    results = results_of(BASE)
    needed = needed_for(BASE, results)
    walk = walk_of(results, bankroll=Money(25000), needed=needed, win=Money(10000))
    assert walk.goal is not None
    ruin, _ = judged_ruin(results.capped(10000 + 22000), walk.start, walk.goal)
    assert until_ruin_or_goal(walk).ruin.value == pytest.approx(float(ruin), abs=1e-12)


def test_without_an_edge_ruin_is_certain_and_with_one_it_has_the_textbook_chance() -> None:
    assert ruin_ever(walk_of(COINS, bankroll=Money(900), needed=UNIT)).value == 1.0
    other_way = Results(weights={-100: 9, 100: 11})
    ever = ruin_ever(walk_of(other_way, bankroll=Money(900), needed=UNIT))
    assert ever.value == pytest.approx((9 / 11) ** 9, abs=ever.error + 1e-15)
    never = Results(weights={0: 1, 100: 1})
    assert ruin_ever(walk_of(never, bankroll=UNIT, needed=UNIT)).value == 0.0


def test_ruin_ever_lies_within_the_bounds_of_lundberg() -> None:
    walk = walk_of(EDGE, bankroll=Money(3000), needed=Money(200))
    least, most = walk.ever_from(walk.start)
    ever = ruin_ever(walk)
    assert least <= ever.value + ever.error
    assert ever.value - ever.error <= most
    assert most / least < 2


def test_a_drop_bound_is_never_exceeded_more_often_than_it_says() -> None:
    walk = walk_of(UNEVEN, bankroll=Money(300), needed=Money(300))
    drop = walk.drop(40, chance=0.05)
    fallen = trip(walk_of(UNEVEN, bankroll=Money(100 * drop + 200), needed=Money(300)), 40)
    assert fallen.ruin.value <= 0.05


# --- trips ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("win", [None, 3])
@pytest.mark.parametrize("results", [UNEVEN, EDGE])
def test_a_short_trip_is_every_sequence_counted(results: Results, win: int | None) -> None:
    start, rounds = 3, 5
    won = None if win is None else Money(100 * win)
    walk = walk_of(results, bankroll=Money(600), needed=Money(300), win=won)
    ends = judged_trip(results, start, None if win is None else start + win, rounds)
    total = results.total**rounds
    found = trip(walk, rounds, parts=2)
    assert found.ruin.value == pytest.approx(ends["ruin"] / total, abs=1e-13)
    if found.goal is not None:
        assert found.goal.value == pytest.approx(ends["goal"] / total, abs=1e-13)
    whole = found.ruined.sum() + found.beyond.sum() + found.spreads[-1].sum()
    assert whole == pytest.approx(1, abs=1e-12)


def test_results_of_a_trip_stand_in_order_and_ruin_is_the_worst() -> None:
    found = trip(walk_of(UNEVEN, bankroll=Money(900), needed=Money(300)), 60)
    results = [found.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
    known = [result for result in results if result is not None]
    assert known == sorted(known)
    assert found.ruin.value > 0.05
    assert known[0] == -700
    assert found.quantile(0.5, part=0) is not None


@pytest.mark.parametrize("win", [None, Money(20000)])
def test_bankrolls_played_agree_with_what_is_exact(win: Money | None) -> None:
    results = results_of(BASE)
    needed = needed_for(BASE, results)
    bankroll, rounds = Money(40000), 200
    exact = trip(walk_of(results, bankroll=bankroll, needed=needed, win=win), rounds)
    played = play_bankrolls(
        results, bankroll=bankroll, needed=needed, win=win, rounds=rounds, paths=40_000, seed=11
    )
    assert abs(played.ruin.value - exact.ruin.value) < 4 * played.ruin.error
    if exact.goal is not None:
        assert abs(played.goal.value - exact.goal.value) < 4 * played.goal.error
    else:
        assert played.goal.value == 0
        ahead = float((played.results() > 0).mean())
        assert abs(ahead - exact.ahead) < 4 * sqrt(exact.ahead / 40_000)
    assert played.fell.max() * played.walk.step >= bankroll.cents - needed.cents


def test_a_path_is_the_same_among_any_number_of_paths() -> None:
    few, many = (
        play_bankrolls(
            UNEVEN, bankroll=Money(5000), needed=Money(300), rounds=50, paths=n, parts=5, seed=4
        )
        for n in (3, 30)
    )
    assert np.array_equal(few.seen, many.seen[:3])
    other = play_bankrolls(
        UNEVEN, bankroll=Money(5000), needed=Money(300), rounds=50, paths=3, parts=5
    )
    assert not np.array_equal(few.seen, other.seen)


# --- sizing ---------------------------------------------------------------------------------------


def test_the_bankroll_for_a_risk_is_enough_and_one_step_less_is_not() -> None:
    results = results_of(BASE)
    needed = needed_for(BASE, results)
    sized = bankrolls_for(results, needed=needed, rounds=120, risks=(0.2, 0.01))
    for risk, money in sized.items():
        enough = trip(walk_of(results, bankroll=money, needed=needed), 120).ruin.value
        less = trip(walk_of(results, bankroll=money - Money(1000), needed=needed), 120).ruin.value
        assert enough <= risk < less


def test_a_bankroll_for_ever_keeps_its_promise() -> None:
    money = bankroll_for_ever(EDGE, needed=Money(200), ruin=0.05)
    assert money is not None
    ever = ruin_ever(walk_of(EDGE, bankroll=money, needed=Money(200)))
    assert ever.value + ever.error <= 0.05
    assert bankroll_for_ever(COINS, needed=UNIT, ruin=0.05) is None


def test_kelly_is_the_edge_over_the_odds_and_grows_fastest() -> None:
    assert kelly_bankroll(COINS) is None
    two_to_one = Results(weights={-100: 60, 200: 40})  # 0.4 - 0.6 / 2: a tenth of the bankroll
    assert kelly_bankroll(two_to_one) == pytest.approx(1000, rel=1e-9)
    best = kelly_bankroll(EDGE)
    assert best is not None

    def growth(bankroll: float) -> float:
        # Staked in proportion: the same money on a bankroll of another size.
        chances = ((ways / EDGE.total, net / bankroll) for net, ways in EDGE.weights.items())
        return sum(chance * float(np.log1p(net)) for chance, net in chances)

    assert growth(best) > max(growth(best * 1.01), growth(best * 0.99))


def test_n0_is_where_luck_and_expectation_are_level() -> None:
    luck = rounds_to_overcome_luck(EDGE)
    assert luck is not None
    assert float(EDGE.mean * luck) == pytest.approx(EDGE.deviation * sqrt(luck))
    assert rounds_to_overcome_luck(Results(weights={-1: 1, 1: 1})) is None


# --- what is asked wrongly, or too much -----------------------------------------------------------


def test_a_bankroll_below_one_round_is_refused() -> None:
    with pytest.raises(BadSetting, match=r"does not cover one round, which takes \$3\.00"):
        walk_of(UNEVEN, bankroll=Money(299), needed=Money(300))
    with pytest.raises(BadSetting, match="reached already"):
        walk_of(UNEVEN, bankroll=Money(300), needed=Money(300), win=Money(0))


def test_a_goal_too_far_to_solve_is_refused_in_words() -> None:
    far = Money(100 * (MOST_STEPS + 1))
    with pytest.raises(TooLong, match="larger common measure"):
        until_ruin_or_goal(walk_of(COINS, bankroll=UNIT, needed=UNIT, win=far))


def test_rare_odd_cents_are_enclosed_by_rounding() -> None:
    odd = Results(weights={-100: 520_000, 100: 479_950, 1037: 50})
    plan = Plan(needed=UNIT, bankroll=Money(3000), win=Money(3000), rounds=100)
    exact = until_ruin_or_goal(walk_of(odd, bankroll=Money(3000), needed=UNIT, win=Money(3000)))
    low, high = odd.coarsened(50)
    assert low.step == high.step == 100
    pair = [
        until_ruin_or_goal(walk_of(one, bankroll=Money(3000), needed=UNIT, win=Money(3000)))
        for one in (low, high)
    ]
    assert pair[1].ruin.value < exact.ruin.value < pair[0].ruin.value
    assert bankroll_sheet(odd, plan).ends is not None


def test_a_trip_too_long_to_follow_is_played_and_says_so() -> None:
    fine = Results(weights={-1: 1_000_001, 0: 3, 1: 1_000_000})
    # A million rounds of one cent each: exact would take too long, and the sheet says what it did.
    plan = Plan(needed=Money(1), bankroll=Money(200_000), rounds=1_000_000, paths=100, risks=(0.5,))
    sheet = bankroll_sheet(fine, plan)
    assert any("bankrolls were played with seed 1" in note for note in sheet.notes)
    assert sheet.trip_ruin is not None
    assert sheet.ever is not None
    assert sheet.ever.value == 1.0


# --- wagers of one seat together ------------------------------------------------------------------

TOGETHER = [
    ("mgc-let-it-ride", ("base", "bonus", "three_card_bonus=5.00", "progressive")),
    ("mgc-let-it-ride", ("base", "three_card_bonus")),
    ("mbs-let-it-ride-v3", ("base", "progressive")),
    ("mbs-megalink-let-it-ride-v2", ("base", "progressive")),
    ("mbs-megalink-three-card-v6", ("ante", "pair_plus", "progressive")),
    ("mbs-megalink-three-card-v6", ("ante", "pair_plus")),
]
SETTINGS = {
    "mbs-megalink-let-it-ride-v2": ("jackpot=10000.00", "magic_rate=1/10", "lucky_rate=1/20"),
    "mbs-megalink-three-card-v6": ("jackpot=10000.00",),
    "mbs-let-it-ride-v3": ("jackpot=10000.00",),
    "mgc-let-it-ride": ("jackpot=10000.00",),
}


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "wagers"), TOGETHER)
def test_wagers_counted_together_are_worth_what_they_are_worth_alone(
    rulebook: str, wagers: tuple[str, ...]
) -> None:
    settings = SETTINGS[rulebook]
    together = results_of(Request(rulebook=rulebook, wagers=wagers, settings=settings))
    alone = [
        results_of(Request(rulebook=rulebook, wagers=(wager,), settings=settings))
        for wager in wagers
    ]
    assert not together.simulated_rounds
    assert together.mean == sum((one.mean for one in alone), Fraction(0))
    # They look at the same cards: good hands come together, and so does the risk.
    assert together.variance > sum((one.variance for one in alone), Fraction(0))


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "wagers"), [TOGETHER[0], TOGETHER[3], TOGETHER[4]])
def test_every_result_of_a_round_comes_up_as_often_as_it_was_counted(
    rulebook: str, wagers: tuple[str, ...]
) -> None:
    request = Request(rulebook=rulebook, wagers=wagers, settings=SETTINGS[rulebook], seed=5)
    counted = results_of(request)
    dealt = simulated_results(request, rounds=1_000_000, why="a second opinion")
    assert set(dealt.weights) <= set(counted.weights)
    for net, ways in counted.weights.items():
        chance = ways / counted.total
        error = sqrt(chance * (1 - chance) * 1_000_000)
        # Some sixty results are looked at, so that one in twenty thousand may not fail the test.
        assert abs(dealt.weights.get(net, 0) - chance * 1_000_000) < 5 * error + 5


def test_what_cannot_be_counted_is_simulated_and_says_why() -> None:
    request = Request(rulebook="mgc-let-it-ride", wagers=("base", "cover_all"), seats=2)
    results = results_of(request, rounds=20_000)
    assert results.simulated_rounds == 20_000
    assert results.why_simulated is not None
    assert "Cover All" in results.why_simulated
    assert results.standard_error > 0


def test_a_round_needs_the_stakes_placed_even_where_less_can_be_lost() -> None:
    results = results_of(BASE)
    assert needed_for(BASE, results) == Money(3000)
    ante = Request(rulebook="mbs-megalink-three-card-v6", wagers=("ante",))
    assert needed_for(ante, results_of(ante)) == Money(2000)
