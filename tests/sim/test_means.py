"""Simulated means lie near the exact ones, for every wager and for ways to play."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.errors import BadSetting
from pitboss.games.odds import odds_of, priced_strategies
from pitboss.odds.question import ask
from pitboss.sim.figures import Result
from pitboss.sim.request import Request
from pitboss.sim.run import simulate
from pitboss.sim.simulator import simulation_of
from tests.sim.runs import EVERY_WAGER

ROUNDS = 300_000


def exact(request: Request, wager: str) -> Fraction:
    """What the odds say of a wager, in the unit of the simulation."""
    pairs = list(request.settings)
    if "cover_all" in request.rules.wagers:
        pairs.append(f"players={request.seats}")
    question = ask(request.rules, pairs)
    if wager == "envy":
        each = odds_of(question, "progressive").per_other_player
        assert each is not None
        return each * (request.seats - 1)
    odds = odds_of(question, wager)
    value = odds.at_meters
    return odds.expected if value is None else value


def assert_near(result: Result) -> None:
    request = result.simulator.request
    for wager in result.wagers():
        off = wager.estimate.mean - float(exact(request, wager.wager))
        assert abs(off) < 4 * wager.estimate.standard_error, wager.wager
        assert wager.estimate.standard_error > 0


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", EVERY_WAGER)
def test_means_of_every_wager_are_near_the_exact_ones(rulebook: str) -> None:
    assert_near(simulate(EVERY_WAGER[rulebook], ROUNDS))


def test_without_meters_percentages_pay_nothing() -> None:
    request = replace(EVERY_WAGER["mbs-let-it-ride-v3"], settings=())
    result = simulate(request, ROUNDS)
    (progressive,) = (w for w in result.wagers() if w.wager == "progressive")
    assert max(progressive.results) == 300_00
    expected = odds_of(ask(request.rules), "progressive").expected
    off = progressive.estimate.mean - float(expected)
    assert abs(off) < 4 * progressive.estimate.standard_error


@pytest.mark.slow
@pytest.mark.parametrize(
    "rulebook", ["mbs-let-it-ride-v3", "mbs-megalink-three-card-v6", "mbs-megalink-holdem-v9"]
)
def test_ways_to_play_cost_what_they_are_priced_at(rulebook: str) -> None:
    rules = EVERY_WAGER[rulebook].rules
    main = "base" if rules.game == "let_it_ride" else "ante"
    priced = {way.name: way.expected for way in priced_strategies(ask(rules).terms)}
    assert set(priced) <= set(simulation_of(EVERY_WAGER[rulebook]).STRATEGIES)
    for name, expected in priced.items():
        request = Request(rulebook=rulebook, wagers=(main,), strategies=(name,), seed=4)
        (wager,) = simulate(request, ROUNDS).wagers()
        off = wager.estimate.mean - float(expected)
        assert abs(off) < 4 * wager.estimate.standard_error, name


def test_a_hand_that_is_always_folded_loses_the_ante() -> None:
    for rulebook in ("mbs-megalink-three-card-v6", "mbs-megalink-holdem-v9"):
        request = Request(rulebook=rulebook, wagers=("ante",), strategies=("always_fold",))
        (wager,) = simulate(request, 1000).wagers()
        assert wager.results == {-1000: 1000}


def test_seats_of_one_table_are_correlated_and_their_error_says_so() -> None:
    # All seats meet the same dealer's hand.
    request = Request(rulebook="mbs-megalink-three-card-v6", seats=7, wagers=("ante",), seed=3)
    result = simulate(request, ROUNDS)
    (together,) = result.wagers()
    each = [wager.estimate.standard_deviation for wager in result.wagers_by_seat()]
    independent = (sum(deviation**2 for deviation in each)) ** 0.5 / 7
    assert together.estimate.standard_deviation > 1.3 * independent
    # Cover All is one and the same result for all.
    request = Request(rulebook="mgc-let-it-ride", seats=7, wagers=("base", "cover_all"), seed=3)
    rows = [w.results for w in simulate(request, 1000).wagers_by_seat() if w.wager == "cover_all"]
    assert all(row == rows[0] for row in rows)


def test_the_table_is_the_sum_of_its_seats() -> None:
    result = simulate(EVERY_WAGER["mgc-let-it-ride"], 5000)
    *seats, table = result.seats()
    assert table.seat is None
    assert table.estimate.mean == pytest.approx(sum(seat.estimate.mean for seat in seats))
    by_wager = sum(count * net for wager in result.wagers() for net, count in wager.results.items())
    assert by_wager == result.tally.sums[request_seats(result)]
    rows = result.tally.sums[request_seats(result) + 1 :]
    assert sum(rows) == by_wager


def request_seats(result: Result) -> int:
    return result.simulator.request.seats


def test_more_than_can_be_added_up_is_refused() -> None:
    request = replace(EVERY_WAGER["mbs-let-it-ride-v3"], settings=("jackpot=90000000.00",))
    with pytest.raises(BadSetting, match="set lower meters"):
        simulate(request, 10)
