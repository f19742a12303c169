"""What seen cards are worth: against published figures and against not using what one sees."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.games.library import built_in
from pitboss.odds.information import seen_cards
from pitboss.odds.let_it_ride import CardSeen, LetItRide
from pitboss.odds.three_card import ThreeCard
from pitboss.rulebook.terms import terms_of


def test_one_dealer_card_turns_three_card_poker_round() -> None:
    terms = terms_of(built_in("mbs-megalink-three-card-v6"))
    (seen,) = seen_cards(terms)
    # Published for this paytable: an edge of 3.48 percent for the player.
    assert float(seen.expected) == pytest.approx(0.0348, abs=1e-4)
    assert seen.expected > ThreeCard(terms).spread.expected


def test_a_burned_card_is_worth_a_little() -> None:
    terms = terms_of(built_in("mgc-let-it-ride"))
    (seen,) = seen_cards(terms)
    assert 0 < seen.expected - LetItRide(terms).spread.expected < Fraction(1, 1000)


def test_who_does_not_use_what_is_seen_gains_nothing() -> None:
    terms = terms_of(built_in("mgc-let-it-ride"))
    games = [CardSeen(terms, rank) for rank in range(13)]
    blind = [game.worth_of(lambda _: True, lambda _: True)[0] for game in games]
    assert (
        sum(blind, Fraction(0)) / 13 == LetItRide(terms).worth_of(lambda _: True, lambda _: True)[0]
    )


def test_hold_em_has_none_so_far() -> None:
    assert list(seen_cards(terms_of(built_in("mbs-megalink-holdem-v9")))) == []
