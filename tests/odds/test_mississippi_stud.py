"""The odds module of the example: published figures, and the general solver on short decks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import BadSetting
from pitboss.games.library import open_rulebook
from pitboss.games.odds import game_odds
from pitboss.games.registry import game_of
from pitboss.odds.combinations import ShortDeck
from pitboss.odds.exhaustive import Exhaustive
from pitboss.odds.figures import CardsKnown, Spread
from pitboss.odds.question import Question, Settings
from pitboss.rulebook.terms import terms_of
from tests.examples.folders import MISSISSIPPI

TERMS = terms_of(open_rulebook(MISSISSIPPI))
GAME = game_of(TERMS.rules)
ODDS = game_odds(TERMS)


def question(deck: ShortDeck | None = None) -> Question:
    asked = Question(terms=TERMS, settings=Settings())
    return asked if deck is None else Question(terms=TERMS, settings=Settings(), deck=deck)


def counts(spread: Spread) -> dict[tuple[object, ...], int]:
    return {
        (way.name, way.pays, way.net, way.staked, way.is_hit): way.combinations
        for way in spread.ways
    }


@pytest.mark.slow
def test_the_published_house_edge_and_element_of_risk() -> None:
    odds = ODDS.wagers["ante"](question())
    assert odds.house_edge == Fraction(53223, 1082900)
    assert float(odds.expected) == pytest.approx(-0.0491, abs=5e-5)
    # Published with an average of 3.59 antes staked: hands worth the same raised as folded raised.
    assert ODDS.priced_strategies is not None
    tied = next(way for way in ODDS.priced_strategies(TERMS) if way.name == "raise_on_ties")
    assert tied.expected == odds.expected
    assert float(tied.average_staked) == pytest.approx(3.59, abs=5e-3)
    assert float(-tied.expected / tied.average_staked) == pytest.approx(0.0137, abs=5e-5)


DECKS = {
    "royal": ShortDeck((8, 9, 10, 11, 12), 2),
    "low": ShortDeck((0, 1, 2, 3, 12), 2),
    "kinds": ShortDeck((0, 5, 12), 4),
}


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_everything_that_can_happen_is_what_the_general_solver_finds(deck: ShortDeck) -> None:
    general = Exhaustive(game=GAME, terms=TERMS, wager="ante", deck=deck)
    assert counts(ODDS.wagers["ante"](question(deck)).spread) == counts(general.spread)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "community", "decided", "seen"),
    [
        ("Ah Kd", "2c 7s", (), ""),
        ("6h 7h", "8h 9h", ("raise_1", "raise_3"), ""),
        ("Jh 2d", "3c Ts", ("raise_3", "raise_3"), "Js Jc Jd 2c"),
        ("6h 6d", "2c", ("raise_2",), ""),
    ],
)
def test_advice_is_that_of_the_general_solver(
    hand: str, community: str, decided: tuple[str, ...], seen: str
) -> None:
    known = CardsKnown(
        parse_cards(hand),
        parse_cards(community),
        parse_cards(seen) if seen else (),
        decided=decided,
    )
    assert ODDS.advise is not None
    found = ODDS.advise(TERMS, known)
    general = Exhaustive(game=GAME, terms=TERMS, wager="ante").advise(known)
    assert found.options == general.options
    assert (found.decision, found.best) == (general.decision, general.best)


def test_advice_after_a_fold_or_on_all_cards_is_refused() -> None:
    assert ODDS.advise is not None
    with pytest.raises(BadSetting, match="no, one or two"):
        ODDS.advise(TERMS, CardsKnown(parse_cards("Ah Kd"), parse_cards("2c 3c 4c")))
    folded = CardsKnown(parse_cards("Ah Kd"), parse_cards("2c"), decided=("fold",))
    with pytest.raises(BadSetting, match="1 answers"):
        ODDS.advise(TERMS, folded)
