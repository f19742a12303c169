"""The round as it is conducted, where no line of a script says it."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK
from pitboss.games.library import built_in, built_in_ids
from pitboss.money import Money
from pitboss.round.deal import DealCards, plan
from pitboss.round.start import RoundOpened
from pitboss.round.wagers import PlaceWager
from tests.script import play

HOLDEM = "mbs-megalink-holdem-v9"
RIDES = ("mbs-megalink-let-it-ride-v2", "mbs-let-it-ride-v3")


def under(*books: str, clause: str) -> pytest.MarkDecorator:
    """Run under each of these rulebooks, held to a clause that all of them have."""
    params = [pytest.param(book, marks=pytest.mark.rule(book, clause)) for book in books]
    return pytest.mark.parametrize("book", params)


@under(*built_in_ids(), clause="title")
def test_title_the_first_event_fixes_rulebook_edition_and_digest(book: str) -> None:
    opened, rules = play(book).log[0], built_in(book)
    assert isinstance(opened, RoundOpened)
    fixed = (opened.rulebook, opened.edition, opened.digest)
    assert fixed == (book, rules.edition, rules.digest)
    assert opened.clause == ("3.1" if book.startswith("mbs") else "1/round of play")


@under(*RIDES, clause="3.4")
def test_3_4_less_than_nothing_is_no_stake(book: str) -> None:
    assert play(book).refused(PlaceWager(1, "p1", "$", Money(-1000))).clause == "3.4"


@under(*RIDES, clause="3.6")
@pytest.mark.parametrize("cards", [0, 52])
def test_3_6_neither_no_card_nor_the_whole_deck_is_a_deal(book: str, cards: int) -> None:
    table = play(book).say("seat 1  base 10.00", "no more bets")
    assert table.refused(DealCards(DECK[:cards])).remedy == "This deal takes 5."


@pytest.mark.rule(HOLDEM, "3.7.3.1")
def test_3_7_3_1_security_cards_are_no_cards_of_the_deck() -> None:
    method = built_in(HOLDEM).dealing["C"]
    assert (method.security_cards, method.interpretations) == (2, ("I-67",))


@pytest.mark.parametrize(
    ("method", "words"),
    [
        pytest.param(method, words, marks=pytest.mark.rule(HOLDEM, clause))
        for method, clause, words in (
            ("A", "3.7.1", ["community", "seats 1, 2, 3", "dealer"]),
            ("B", "3.7.2", ["community", "seats 1, 2, 3", "dealer after decision flop"]),
            ("C", "3.7.3", ["community", "dealer", "seats 1, 2, 3"]),
        )
    ],
)
def test_3_7_a_method_is_listed_step_by_step(method: str, words: list[str]) -> None:
    steps = plan(built_in(HOLDEM).dealing[method], [1, 2, 3])
    assert [step.split(" to ")[1] for step in steps] == words
