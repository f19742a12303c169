"""Let It Ride: published figures, the derived strategy, and what ways to play are worth."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.cards import parse_cards
from pitboss.games.let_it_ride.odds import strategy_cards
from pitboss.games.let_it_ride.solver import LetItRide
from pitboss.games.library import built_in
from pitboss.games.odds import advise, priced_strategies
from pitboss.odds.combinations import ShortDeck
from pitboss.rulebook.terms import terms_of

RULEBOOKS = ("mbs-let-it-ride-v3", "mbs-megalink-let-it-ride-v2", "mgc-let-it-ride")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_published_value_of_the_game(rulebook: str) -> None:
    spread = LetItRide(terms_of(built_in(rulebook))).spread
    assert spread.expected == Fraction(-37963, 1082900)
    assert float(-spread.expected) == pytest.approx(0.03505679, abs=1e-8)
    assert float(-spread.expected / spread.average_staked) == pytest.approx(0.0286, abs=1e-4)
    assert float(spread.variance) ** 0.5 == pytest.approx(5.158, abs=1e-3)


def test_every_deal_is_counted_once_in_each_order() -> None:
    spread = LetItRide(terms_of(built_in("mgc-let-it-ride"))).spread
    assert spread.total == 22100 * 49 * 48
    assert [way.combinations for way in spread.by_name()] == [
        4, 36, 624, 3744, 5108, 10200, 54912, 123552, 422400, 1978380,
    ]  # fmt: skip


def test_the_cards_lose_nothing_and_name_what_is_worth_nothing() -> None:
    first, second = strategy_cards(LetItRide(terms_of(built_in("mgc-let-it-ride"))))
    assert first.cost == second.cost == 0
    assert len(first.lines) <= 4
    assert len(second.lines) <= 4
    assert {"8-7-6-5", "A-K-Q-J"} <= {situation.words for situation in second.zero}


@pytest.mark.parametrize(
    ("cards", "community", "best"),
    [
        ("Th Jh Qh", "", "ride"),
        ("3h 4h 5h", "", "ride"),
        ("2h 3h 4h", "", "withdraw"),
        ("9h 9d 2s", "", "withdraw"),
        ("Td Th 2s", "", "ride"),
        ("Ah Kd Qs", "Jc", "withdraw"),
        ("7h 8d 9s", "Tc", "ride"),
        ("2h 9h Kh", "4h", "ride"),
    ],
)
def test_advice_is_the_published_strategy(cards: str, community: str, best: str) -> None:
    terms = terms_of(built_in("mgc-let-it-ride"))
    seen = parse_cards(community) if community else ()
    advice = advise(terms, parse_cards(cards), seen)
    assert advice.best == best
    assert advice.decision == ("2" if community else "1")


def test_a_way_to_play_is_worth_what_its_whole_spread_says() -> None:
    deck = ShortDeck((0, 3, 8, 9, 10, 11, 12), 4)
    game = LetItRide(terms_of(built_in("mgc-let-it-ride")), deck)
    for first, second in (
        (game.rides_first, game.rides_second),
        (lambda hand: hand.suited, lambda hand: max(hand.ranks) > 9),
    ):
        spread = game.spread_of(first, second)
        assert game.worth_of(first, second) == (spread.expected, spread.average_staked)


def test_mistakes_cost_what_they_cost() -> None:
    priced = {p.name: p.expected for p in priced_strategies(terms_of(built_in("mgc-let-it-ride")))}
    assert priced["always_ride"] < priced["never_ride"] < priced["best"]
    # Riding always is three times the value of the bet that always rides.
    assert priced["always_ride"] == 3 * priced["never_ride"]
