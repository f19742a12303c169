"""Whether chance explains a record: cards and prizes of electronic tables, held against it."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from math import comb

import pytest

from pitboss.audit.audit import audit
from pitboss.audit.chance import (
    Dealt,
    PrizeCount,
    at_least,
    chances_in,
    chances_of,
    chi_squared_tail,
)
from pitboss.audit.findings import FINDING, NOTE
from pitboss.cards import DECK, Card
from pitboss.games.library import Library, built_in
from pitboss.house.callers import Player
from pitboss.house.dealer import Dealer
from pitboss.round.wagers import CloseBets
from pitboss.rulebook.terms import terms_of
from pitboss.shuffling import context_of, deck_of
from pitboss.store.memory import MemoryStore
from pitboss.table.deck_contributions import ContributeToDeck
from tests.audit.altering import kinds
from tests.house.floor import Floor
from tests.house.linked import LinkedFloor

RIDE = "mbs-let-it-ride-v3"
WANTED = Card.parse("As")


class Rigged:
    """A house that tries seeds until the first card of the deck is the one it likes."""

    def __init__(self, table: str) -> None:
        self.table, self.number = table, 0

    def __call__(self, size: int) -> bytes:
        self.number += 1
        context = context_of(self.table, self.number)
        tried = (number.to_bytes(size) for number in count(1))
        return next(one for one in tried if deck_of(one.hex(), context)[0] == WANTED)


def rigged_floor() -> Floor:
    floor = Floor(MemoryStore())
    floor.open(RIDE)
    floor.dealing = Dealer(floor.house, entropy=Rigged("T1"))
    return floor


def test_a_rigged_seed_is_found_by_chance_though_all_else_fits() -> None:
    floor = rigged_floor()
    floor.play(rounds=12)
    report = audit(floor.store, Library())
    assert kinds(report.findings) == {"chance"}
    (finding,) = report.findings
    assert "As in place 1 in 12 of 12 rounds" in finding.message
    cards = next(one for one in report.chances if one.of == "cards")
    assert cards.rounds == 12
    assert cards.p < 1e-15


def test_i_115_where_players_add_to_the_deck_a_rigged_seed_is_of_no_use() -> None:
    floor = rigged_floor()
    for number in range(12):
        floor.dealing.call_for_bets("T1")
        floor.give("T1", ContributeToDeck("p2", f"{number:064x}"), Player("p2"))
        floor.bet("T1")
        floor.give("T1", CloseBets())
        floor.finish("T1")
    report = audit(floor.store, Library())
    assert report.findings == ()
    assert all(one.p > FINDING for one in report.chances)


def test_twelve_jackpots_in_a_row_are_found() -> None:
    name, chances = chances_of(terms_of(built_in("mbs-megalink-let-it-ride-v2")))
    assert chances["100%"] == Fraction(4, comb(52, 5))
    prize = PrizeCount(rounds=12, hits=12, expected=12 * 7 * chances["100%"])
    (found,) = chances_in(Dealt(rounds=12, prizes={(name, "100%"): prize}))
    assert found.of == "prizes"
    assert found.p < 1e-50
    assert "12 of 12 rounds" in found.most


def test_prizes_of_a_linked_table_are_counted_by_round_and_row() -> None:
    floor = LinkedFloor(MemoryStore())
    floor.create()
    floor.open_linked("T1", 2)
    floor.play_linked("T1", 3)
    prizes = next(one for one in audit(floor.store, Library()).chances if one.of == "prizes")
    assert prizes.rounds == 3
    assert prizes.p > NOTE


def test_an_empty_or_a_small_record_is_no_surprise() -> None:
    assert audit(MemoryStore(), Library()).chances == ()
    floor = Floor(MemoryStore())
    floor.open(RIDE)
    floor.play()
    report = audit(floor.store, Library())
    assert [one.of for one in report.chances] == ["cards"]
    assert report.chances[0].p == 1
    assert report.findings == ()
    assert report.record()["chances"][0]["rounds"] == 1


def test_fair_decks_pass_and_a_slight_bias_over_many_rounds_does_not() -> None:
    fair, biased = Dealt(), Dealt()
    for number in range(1, 3001):
        deck = deck_of("ab" * 32, context_of("T1", number))
        fair.note_cards(deck[:5])
        # One round in twenty the first card is one of four.
        is_chosen = number % 20 == 0
        biased.note_cards((DECK[number % 4], *deck[1:5]) if is_chosen else deck[:5])
    assert chances_in(fair)[0].p > NOTE
    assert chances_in(biased)[0].p < FINDING


def test_what_several_tables_dealt_is_added_up() -> None:
    one, other = Dealt(), Dealt()
    one.note_cards(DECK[:3])
    other.note_cards(DECK[:5])
    other.prizes["p", "10%"] = PrizeCount(rounds=2, hits=1, expected=Fraction(1, 7))
    one.add(other)
    one.add(other)
    assert one.rounds == 3
    assert [sum(counts) for counts in one.places] == [3, 3, 3, 2, 2]
    assert one.prizes["p", "10%"] == PrizeCount(rounds=4, hits=2, expected=Fraction(2, 7))


@pytest.mark.parametrize(("trials", "chance"), [(12, Fraction(1, 52)), (40, Fraction(1, 3))])
def test_the_binomial_tail_is_the_exact_sum(trials: int, chance: Fraction) -> None:
    for hits in range(trials + 1):
        exact = sum(
            comb(trials, one) * chance**one * (1 - chance) ** (trials - one)
            for one in range(hits, trials + 1)
        )
        assert at_least(hits, trials, float(chance)) == pytest.approx(float(exact), rel=1e-9)


def test_tails_of_long_records_are_quick_and_do_not_fail() -> None:
    assert at_least(10**6, 10**6, 1 / 52) == 0
    assert at_least(19_500, 10**6, 1 / 52) == pytest.approx(0.02519, rel=0.2)
    assert at_least(1, 10**6, 1.0) == 1
    # Tables of the distribution: the upper 0.001 and 0.5 of 51 degrees of freedom.
    assert chi_squared_tail(87.968, 51) == pytest.approx(0.001, rel=0.01)
    assert chi_squared_tail(50.335, 51) == pytest.approx(0.5, rel=0.01)
    assert chi_squared_tail(0, 51) == 1
    assert chi_squared_tail(10_000, 51) == 0
