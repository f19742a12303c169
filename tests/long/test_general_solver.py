"""The general solver on larger decks: more hands, more players, whole minutes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.games.let_it_ride.solver import LetItRide, value_with_cards_seen
from pitboss.games.library import built_in
from pitboss.games.three_card.seen_cards import values_with_cards_seen
from pitboss.games.three_card.solver import ThreeCard
from pitboss.odds.combinations import ShortDeck
from pitboss.odds.exhaustive import OUT, Draw, other
from pitboss.odds.question import ask
from tests.odds.test_every_wager import (
    HIGH,
    HOLDEM,
    LOW,
    MBS_V3,
    MEGALINK,
    MGC,
    OF_A_KIND,
    THREE,
    agree,
    question,
)
from tests.odds.walked import walked

pytestmark = pytest.mark.long

# Every class of five cards but four of a kind, and straight flushes beside the royal.
THREE_SUITS = ShortDeck((7, 8, 9, 10, 11, 12), 3)


@pytest.mark.parametrize("rulebook", [MBS_V3, MEGALINK, MGC])
@pytest.mark.parametrize("wager", ["base", "progressive"])
def test_let_it_ride(rulebook: str, wager: str) -> None:
    agree(question(rulebook, THREE_SUITS), wager)


@pytest.mark.parametrize("deck", [OF_A_KIND, ShortDeck((6, 7, 8, 9), 3)])
def test_cover_all_for_three(deck: ShortDeck) -> None:
    agree(question(MGC, deck, "players=3"), "cover_all", others=2, stays=True)


def test_cover_all_for_two() -> None:
    deck = ShortDeck((8, 9, 10, 11, 12), 3)
    agree(question(MGC, deck, "players=2"), "cover_all", others=1, stays=True)


def test_envy_from_two_other_players() -> None:
    # Straight flushes from the seven up: any two of them share more than the two in the middle.
    deck = ShortDeck((0, 1, 2, 4, 6, 7, 8, 9, 10, 11, 12), 1)
    agree(question(MGC, deck), "progressive", others=2, stays=True)


@pytest.mark.parametrize("wager", ["ante", "pair_plus", "progressive"])
@pytest.mark.parametrize("deck", [OF_A_KIND, ShortDeck((2, 3, 4, 9, 10, 11), 2)])
def test_three_card_poker(wager: str, deck: ShortDeck) -> None:
    agree(question(THREE, deck), wager)


def test_holdem_main_game() -> None:
    agree(question(HOLDEM, ShortDeck((0, 5, 9, 12), 4)), "ante")


@pytest.mark.parametrize("units", [1, 5])
@pytest.mark.parametrize("deck", [HIGH, OF_A_KIND])
def test_holdem_progressive(units: int, deck: ShortDeck) -> None:
    agree(question(HOLDEM, deck, f"units={units}"), "progressive", stays=True)


def test_let_it_ride_beside_a_neighbour_who_plays() -> None:
    asked = replace(ask(built_in(MGC)), deck=LOW)
    found = value_with_cards_seen(LetItRide(asked.terms, LOW), 3)
    assert found == walked(asked, "base", others=1, peeks=(Draw(other(1), 3),))


def test_let_it_ride_with_three_cards_seen() -> None:
    asked = replace(ask(built_in(MGC)), deck=ShortDeck((3, 4, 5, 6, 7, 10), 2))
    found = value_with_cards_seen(LetItRide(asked.terms, asked.deck), 3)
    assert found == walked(asked, "base", peeks=(Draw(OUT, 3),))


@pytest.mark.parametrize("deck", [ShortDeck((1, 2, 10), 4), ShortDeck((2, 3, 4, 9, 10, 11), 2)])
def test_three_card_poker_with_a_neighbours_hand_seen(deck: ShortDeck) -> None:
    asked = replace(ask(built_in(THREE)), deck=deck)
    found = values_with_cards_seen(ThreeCard(asked.terms, asked.deck.cards)).neighbour_hand
    assert found == walked(asked, "ante", peeks=(Draw(OUT, 3),))
