"""What seen cards are worth: published figures, the general solver, and cards seen in fact."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.errors import BadSetting
from pitboss.games.let_it_ride.solver import LetItRide, Partial, value_with_cards_seen
from pitboss.games.library import built_in
from pitboss.games.odds import advise, seen_cards
from pitboss.games.three_card.seen_cards import values_with_cards_seen
from pitboss.games.three_card.solver import ThreeCard
from pitboss.odds.combinations import ShortDeck
from pitboss.odds.exhaustive import DEALER, OUT, Draw
from pitboss.odds.question import ask
from pitboss.rulebook.terms import terms_of
from tests.odds.walked import walked

RIDE = built_in("mgc-let-it-ride")
THREE = built_in("mbs-megalink-three-card-v6")
HOLDEM = built_in("mbs-megalink-holdem-v9")


# --- figures --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_three_card_poker() -> None:
    terms = terms_of(THREE)
    seen = {card.name: card.expected for card in seen_cards(terms)}
    best = ThreeCard(terms).spread.expected
    # Published for this paytable: an edge of 3.48 percent for the player.
    assert float(seen["dealer_card"]) == pytest.approx(0.0348, abs=1e-4)
    # A hand that is out of play says much less than a card of the dealer's.
    assert 0 < seen["neighbour_hand"] - best < Fraction(1, 1000)


@pytest.mark.slow
def test_let_it_ride() -> None:
    terms = terms_of(RIDE)
    seen = {card.name: card.expected for card in seen_cards(terms)}
    best = LetItRide(terms).spread.expected
    assert best < seen["burned_card"] < seen["neighbour_hand"] < best + Fraction(1, 1000)


def test_hold_em_has_none_so_far() -> None:
    assert list(seen_cards(terms_of(HOLDEM))) == []


# --- the general solver ---------------------------------------------------------------------------


def test_no_card_seen_is_worth_nothing() -> None:
    game = LetItRide(terms_of(RIDE))
    assert value_with_cards_seen(game, 0) == game.spread.expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cards", "ranks"),
    # Bets worth riding, bets that are not, and such as depend on what is seen.
    [(1, (0, 1, 2, 3, 4, 12)), (3, (0, 1, 2, 3, 12)), (3, (0, 1, 3, 6, 9))],
)
def test_let_it_ride_with_cards_seen(cards: int, ranks: tuple[int, ...]) -> None:
    asked = replace(ask(RIDE), deck=ShortDeck(ranks, 2))
    game = LetItRide(asked.terms, asked.deck)
    found = value_with_cards_seen(game, cards)
    assert found == walked(asked, "base", peeks=(Draw(OUT, cards),))
    assert found > game.spread.expected


@pytest.mark.slow
def test_a_card_of_the_dealers() -> None:
    asked = replace(ask(THREE), deck=ShortDeck((2, 3, 9, 10, 11), 2))
    found = values_with_cards_seen(ThreeCard(asked.terms, asked.deck.cards)).dealer_card
    assert found == walked(asked, "ante", peeks=(Draw(DEALER, 1),))
    assert found > ThreeCard(asked.terms, asked.deck.cards).spread.expected


def test_a_neighbours_hand_at_three_card_poker() -> None:
    # Hand beside hand: the general solver would settle each of them, which takes minutes.
    game = ThreeCard(terms_of(THREE), ShortDeck((2, 3, 9, 10, 11), 2).cards)
    values = [
        max(game.value_of_play(own, seen), Fraction(-1))
        for own in game.strengths
        for seen in combinations([card for card in game.deck if card not in own], 3)
    ]
    found = values_with_cards_seen(game).neighbour_hand
    assert found == sum(values, Fraction(0)) / len(values)
    assert found > game.spread.expected


# --- cards seen in fact ---------------------------------------------------------------------------


def test_cards_seen_turn_a_decision() -> None:
    terms = terms_of(THREE)
    hand = parse_cards("Qh 6d 4s")
    assert advise(terms, hand).best == "play"
    # Three deuces out of the way leave the dealer higher cards.
    assert advise(terms, hand, seen=parse_cards("2c 2d 2h")).best == "fold"


def test_four_to_a_straight_with_and_without_what_it_needs() -> None:
    terms = terms_of(RIDE)
    cards, community = parse_cards("7h 8d 9s"), parse_cards("Tc")
    # Six and jack of every suit pay five, a ten one: 40 + 3 less 37 in 48.
    assert advise(terms, cards, community).options["ride"] == Fraction(40 + 3 - 37, 48)
    seen = parse_cards("6c 6d 6h Jc Jd Jh 2c 2d 2h 3c 3d 3h 4c 4d 4h 5c 5d 5h")
    assert advise(terms, cards, community, seen).options["ride"] == Fraction(2 * 5 + 3 - 25, 30)


@pytest.mark.parametrize(("hand", "size"), [("Th Jh Qh", 5), ("2c 2d 9s", 18), ("Ah Kd Qs", 2)])
def test_bet_1_by_every_two_cards_still_to_come(hand: str, size: int) -> None:
    terms, cards = terms_of(RIDE), parse_cards(hand)
    game = LetItRide(terms)
    seen = [card for card in DECK[:: 52 // size - 1] if card not in cards][:size]
    unseen = [card for card in DECK if card not in (*cards, *seen)]
    pays = [game.pay(Partial.of((*cards, *two))).scaled for two in combinations(unseen, 2)]
    value = Fraction(sum(pays), len(pays) * game.scale)
    assert advise(terms, cards, seen=seen).options["ride"] == value


def test_what_is_seen_and_what_is_not_come_to_the_whole() -> None:
    # Over every card that may be seen, advice averages to advice without seeing.
    for rules, hand in ((RIDE, "Th Jh Qd"), (THREE, "Qh 6d 4s")):
        terms, cards = terms_of(rules), parse_cards(hand)
        rest = [card for card in DECK if card not in cards]
        (choice, whole), _ = advise(terms, cards).options.items()
        values = [advise(terms, cards, seen=[card]).options[choice] for card in rest]
        assert sum(values, Fraction(0)) / len(values) == whole


def test_a_card_cannot_be_held_and_seen() -> None:
    with pytest.raises(BadSetting, match="given twice"):
        advise(terms_of(RIDE), parse_cards("Th Jh Qh"), seen=parse_cards("Th"))


def test_cards_to_come_cannot_have_been_seen_already() -> None:
    # Of the deuces three are held; the dealer, or the middle, can only have what is left.
    cards, rest = DECK[:3], DECK[3:]
    only = advise(terms_of(THREE), cards, seen=rest[:46])
    # Three aces beat three deuces, and these have their ante bonus nevertheless.
    assert only.options["play"] == -2 + 4
    with pytest.raises(BadSetting, match="at most 46"):
        advise(terms_of(THREE), cards, seen=rest[:47])
    assert advise(terms_of(RIDE), cards, seen=rest[:47]).options["ride"] == 11
    with pytest.raises(BadSetting, match="at most 47"):
        advise(terms_of(RIDE), cards, seen=rest[:48])


def test_hold_em_is_not_solved_for_seen_cards() -> None:
    with pytest.raises(BadSetting, match="cards seen"):
        advise(terms_of(HOLDEM), parse_cards("Ah Kd"), seen=parse_cards("2c"))
