"""Three Card Poker: published figures, the derived strategy, and what mistakes cost."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.cards import parse_cards
from pitboss.games.library import built_in
from pitboss.games.odds import advise, priced_strategies
from pitboss.games.three_card.odds import strategy_card
from pitboss.games.three_card.solver import ThreeCard
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.terms import Terms, terms_of

LITERAL: dict[str, OptionValue] = {"dealer_qualifies": "contains_queen_or_higher"}


def terms(options: dict[str, OptionValue] | None = None) -> Terms:
    return terms_of(built_in("mbs-megalink-three-card-v6"), options)


def test_the_published_value_of_ante_and_play() -> None:
    spread = ThreeCard(terms()).spread
    assert spread.total == 22100 * 18424
    assert spread.expected == Fraction(-686689, 20358520)
    assert float(-spread.expected) == pytest.approx(0.03372981, abs=1e-8)
    assert float(-spread.expected / spread.average_staked) == pytest.approx(0.0201, abs=1e-4)


def test_i_73_read_literally_gives_the_player_a_quarter_of_the_ante() -> None:
    spread = ThreeCard(terms(LITERAL)).spread
    assert float(spread.expected) == pytest.approx(0.268, abs=1e-3)


def test_the_dealer_qualifies_as_often_as_the_register_says() -> None:
    for options, share in (({}, 0.696), (LITERAL, 0.553)):
        game = ThreeCard(terms(options))
        met = [game.against(hand) for hand in list(game.strengths)[:400]]
        assert all(sum(against) == 18424 for against in met)
        assert len(game._sums.dealers) / 22100 == pytest.approx(share, abs=1e-3)


def test_queen_six_four_is_derived_and_loses_nothing() -> None:
    card = strategy_card(ThreeCard(terms()))
    assert card.lines == ("queen-six-four or better",)
    assert card.cost == 0
    assert card.zero == ()


@pytest.mark.parametrize(("cards", "best"), [("Qh 6d 4s", "play"), ("Qh 6d 3s", "fold")])
def test_advice_at_the_border(cards: str, best: str) -> None:
    advice = advise(terms(), parse_cards(cards))
    assert (advice.decision, advice.best) == ("play", best)
    assert advice.margin < Fraction(1, 100)


def test_common_mistakes_at_their_published_price() -> None:
    priced = {p.name: float(-p.expected) for p in priced_strategies(terms())}
    assert priced["play_blind"] == pytest.approx(0.0765, abs=1e-4)
    assert priced["mimic_dealer"] == pytest.approx(0.0345, abs=1e-4)
