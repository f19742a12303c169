"""Figures: each follows from the table of outcomes, for every wager of every rulebook."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from pitboss.games.library import built_in, built_in_ids
from pitboss.games.odds import odds_of, wager_ids
from pitboss.odds.figures import Spread, WagerOdds, Way, fraction, odds_record
from pitboss.odds.question import ask

METERS = ("jackpot=25000.00",)


def every_wager() -> list[tuple[str, str]]:
    return [(book, wager) for book in built_in_ids() for wager in wager_ids(ask(built_in(book)))]


@pytest.fixture(scope="module", params=every_wager(), ids="-".join)
def odds(request: pytest.FixtureRequest) -> WagerOdds:
    book, wager = request.param
    return odds_of(ask(built_in(book), METERS), wager)


# --- a wager small enough to do by hand ---------------------------------------------------------

SMALL = Spread.of(
    [
        Way(name="pair", pays="1 to 1", combinations=3, net=Fraction(1), is_hit=True),
        Way(name="pair", pays="1 to 1", combinations=1, net=Fraction(2), staked=Fraction(2),
            is_hit=True),
        Way(name="flush", pays="9 to 1", combinations=0, net=Fraction(9), is_hit=True),
        Way(name="nothing", pays=None, combinations=6, net=Fraction(-1)),
    ]
)  # fmt: skip


def test_figures_of_a_small_wager() -> None:
    assert SMALL.total == 10
    assert SMALL.expected == Fraction(3 + 2 - 6, 10)
    assert SMALL.average_staked == Fraction(11, 10)
    assert SMALL.variance == Fraction(3 + 4 + 6, 10) - Fraction(1, 100)
    assert SMALL.hit_frequency == Fraction(2, 5)


def test_ways_of_one_name_become_one_and_what_cannot_happen_is_left_out() -> None:
    pair, nothing = SMALL.by_name()
    assert (pair.name, pair.combinations, pair.net, pair.staked) == (
        "pair", 4, Fraction(5, 4), Fraction(5, 4),
    )  # fmt: skip
    assert nothing.combinations == 6


def test_orders_of_the_same_cards_are_counted_once() -> None:
    ways = [Way(name="pair", pays=None, combinations=40, net=Fraction(1))]
    assert Spread.of(ways, orders=20).by_name()[0].combinations == 2


def of_small(**details: object) -> WagerOdds:
    return WagerOdds(
        wager="small", unit="one", options={}, spread=SMALL, expected=SMALL.expected,
        **details,  # type: ignore[arg-type]
    )  # fmt: skip


def test_edge_is_of_the_stake_and_risk_of_what_was_left_in_play() -> None:
    assert of_small().house_edge == Fraction(1, 10)
    assert of_small(stake=Fraction(2)).house_edge == Fraction(1, 20)
    assert of_small().element_of_risk == Fraction(1, 11)


def test_with_a_meter_missing_there_is_no_edge() -> None:
    rates = {"major": Fraction(1, 1000), "minor": Fraction(1, 100)}
    assert of_small(per_meter=rates, meters={"major": Fraction(50)}).house_edge is None
    both = of_small(per_meter=rates, meters={"major": Fraction(50), "minor": Fraction(1)})
    assert both.at_meters == Fraction(-1, 10) + Fraction(5, 100) + Fraction(1, 100)


# --- every wager --------------------------------------------------------------------------------


def test_chances_sum_to_one_and_returns_to_the_value(odds: WagerOdds) -> None:
    (record,) = odds_record(built_in("mgc-let-it-ride"), [odds])["wagers"]
    outcomes = record["outcomes"]
    assert sum(Fraction(outcome["probability"]) for outcome in outcomes) == 1
    assert sum(Fraction(outcome["return"]) for outcome in outcomes) == odds.at_meters
    assert len({outcome["name"] for outcome in outcomes}) == len(outcomes)


def test_figures_follow_from_the_outcomes(odds: WagerOdds) -> None:
    spread = odds.spread
    chances = [(Fraction(way.combinations, spread.total), way) for way in spread.ways]
    mean = sum((chance * way.net for chance, way in chances), Fraction(0))
    spreads = sum((chance * (way.net - mean) ** 2 for chance, way in chances), Fraction(0))
    assert odds.at_meters == mean
    assert odds.standard_deviation == pytest.approx(sqrt(spreads))
    assert odds.house_edge == -mean / odds.stake
    staked = sum((chance * way.staked for chance, way in chances), Fraction(0))
    assert odds.average_staked == staked
    assert odds.element_of_risk == -mean / staked


def test_nothing_pays_and_nothing_that_pays_is_nothing(odds: WagerOdds) -> None:
    for way in odds.spread.ways:
        assert way.combinations > 0
        if way.name == "nothing":
            assert not way.is_hit
            assert way.net == -way.staked
        elif way.pays is not None:
            assert way.is_hit


def test_hit_frequency_of_a_main_game_is_how_often_something_is_gained(odds: WagerOdds) -> None:
    if odds.wager in ("base", "ante"):
        gains = sum(way.combinations for way in odds.spread.ways if way.net > 0)
        assert odds.spread.hit_frequency == Fraction(gains, odds.spread.total)


def test_fractions_always_have_a_slash() -> None:
    assert [fraction(Fraction(n, 4)) for n in (-8, 0, 3)] == ["-2/1", "0/1", "3/4"]
