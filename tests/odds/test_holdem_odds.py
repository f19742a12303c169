"""Hold'em Bonus as the odds say it: published figures, both readings of I-64, advice, mistakes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import BadSetting
from pitboss.games.holdem_bonus.strategy import strategy_cards
from pitboss.games.library import built_in
from pitboss.games.odds import advise, odds_of, priced_strategies
from pitboss.odds.question import ask
from pitboss.rulebook.terms import terms_of

RULES = built_in("mbs-megalink-holdem-v9")


def test_the_published_value_of_the_main_game() -> None:
    odds = odds_of(ask(RULES), "ante")
    assert odds.expected == Fraction(-578107733, 28381438800)
    assert float(-odds.expected) == pytest.approx(0.020369, abs=1e-6)
    assert float(odds.average_staked) == pytest.approx(3.8181, abs=1e-4)
    assert sum(way.combinations for way in odds.spread.ways) == odds.spread.total


def test_i_64_both_readings_of_a_bonus_on_a_losing_hand() -> None:
    default = odds_of(ask(RULES), "bonus")
    literal = odds_of(ask(RULES, ["bonus_survives_losing_hand=false"]), "bonus")
    assert float(-default.expected) == pytest.approx(0.085406, abs=1e-6)
    assert float(-literal.expected) == pytest.approx(0.349, abs=1e-3)
    assert literal.spread.hit_frequency < default.spread.hit_frequency


@pytest.mark.parametrize(
    ("cards", "community", "decision", "best"),
    [
        ("7h 2c", "", "flop", "fold"),
        ("4h 3c", "", "flop", "bet"),
        ("Ah Kd", "2s 7d 9c", "turn", "bet"),
        ("3h 4d", "Ks Qd 9c", "turn", "check"),
        ("3h 4d", "3s Qd 9c 4c", "river", "bet"),
    ],
)
def test_advice_at_each_decision(cards: str, community: str, decision: str, best: str) -> None:
    seen = parse_cards(community) if community else ()
    advice = advise(terms_of(RULES), parse_cards(cards), seen)
    assert (advice.decision, advice.best) == (decision, best)


def test_advice_on_a_number_of_cards_nobody_decides_on() -> None:
    with pytest.raises(BadSetting, match="no, three or four"):
        advise(terms_of(RULES), parse_cards("Ah Kd"), parse_cards("2s"))


def test_only_five_hands_are_folded() -> None:
    flop, _, _ = strategy_cards(terms_of(RULES))
    assert flop.lines == ("every hand but 72o, 62o, 52o, 42o, 32o",)
    assert flop.zero == ()


def test_no_mistake_beats_best_play() -> None:
    best, *others = priced_strategies(terms_of(RULES))
    assert best.name == "best"
    assert all(other.expected < best.expected for other in others)
