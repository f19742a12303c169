"""The 52 cards: their names, their numbers, and that there is one of each."""

from __future__ import annotations

import copy
import pickle
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import CARD_BY_NAME, DECK, RANKS, SUITS, Card, parse_cards, picture
from pitboss.errors import CardError


def test_the_deck_holds_every_rank_in_every_suit_once() -> None:
    assert [str(card) for card in DECK] == [rank + suit for rank in RANKS for suit in SUITS]
    assert [int(card) for card in DECK] == list(range(52))


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_its_number_its_name_and_one_object(card: Card) -> None:
    assert card == 4 * card.rank + card.suit
    assert Card(int(card)) is Card.parse(str(card)) is CARD_BY_NAME[str(card)] is card
    assert repr(card) == f"Card('{card}')"
    assert hash(card) == hash(int(card))
    assert f"{card}" == str(card)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_card_comes_back_as_itself(protocol: int) -> None:
    assert all(pickle.loads(pickle.dumps(card, protocol)) is card for card in DECK)


def test_a_copied_card_is_itself() -> None:
    assert all(copy.copy(card) is copy.deepcopy(card) is card for card in DECK)


@pytest.mark.parametrize("name", ["rank", "suit", "owner"])
def test_a_card_does_not_change(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Card.parse("As"), name, 0)


def test_the_two_of_clubs_is_a_card_like_any_other() -> None:
    assert Card(0)
    assert all(DECK)


@pytest.mark.parametrize("number", [-1, 52, 1000])
def test_no_other_number_is_a_card(number: int) -> None:
    with pytest.raises(CardError, match="numbered 0 to 51"):
        Card(number)


@given(st.text(alphabet=string.printable + "♥♠", max_size=4))
def test_no_other_text_is_a_card(name: str) -> None:
    if name in CARD_BY_NAME:
        assert str(Card.parse(name)) == name
    else:
        with pytest.raises(CardError, match="such as Th or As"):
            Card.parse(name)


@given(st.lists(st.sampled_from(DECK), unique=True))
def test_cards_are_read_as_they_are_written(cards: list[Card]) -> None:
    assert parse_cards(" ".join(map(str, cards))) == tuple(cards)


def test_the_same_card_twice_is_refused() -> None:
    with pytest.raises(CardError, match="Kd is there twice"):
        parse_cards("As Kd 2c Kd")


def test_pictures_are_what_the_rulebooks_print() -> None:
    assert " ".join(map(picture, parse_cards("Qc Th 6d 5s 2h"))) == "Q♣ 10♥ 6♦ 5♠ 2♥"
    assert len({picture(card) for card in DECK}) == 52
