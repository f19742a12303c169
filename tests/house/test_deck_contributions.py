"""Decks that the house alone cannot choose: what players add, until "No more bets" (I-115)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.cards import Card
from pitboss.errors import RuleBreach
from pitboss.house.callers import Caller, Player, System
from pitboss.records.entries import event_of
from pitboss.round.deal import DealCards
from pitboss.round.wagers import CloseBets
from pitboss.shuffling import context_of, deck_of
from pitboss.store.memory import MemoryStore
from pitboss.table.deck_contributions import CONTRIBUTIONS, ContributeToDeck
from pitboss.table.people.seats import LeaveSeat, TakeSeat
from pitboss.table.rounds import SeedsOpened
from pitboss.table.rules import Mode
from tests.audit.altering import Altered, Alters, ask, audited, drop, rows, say, together, worded
from tests.house.floor import Floor, setting_of
from tests.house.linked import LinkedFloor

RIDE = "mbs-let-it-ride-v3"
ONE, TWO, THREE = "11" * 32, "22" * 32, "33" * 32


def called() -> Floor:
    """A table of three players for which bets are called."""
    floor = Floor(MemoryStore())
    floor.open(RIDE)
    floor.dealing.call_for_bets("T1")
    return floor


def add(floor: Floor, player: str, value: str, caller: Caller | None = None) -> None:
    floor.give("T1", ContributeToDeck(player, value), caller or Player(player))


def refused(floor: Floor, player: str, value: str, caller: Caller | None = None) -> str:
    before = floor.house.tables.version("T1")
    with pytest.raises(RuleBreach) as refusal:
        add(floor, player, value, caller)
    assert refusal.value.clause == "I-115"
    assert floor.house.tables.version("T1") == before
    return str(refusal.value)


def played(floor: Floor) -> tuple[tuple[Card, ...], SeedsOpened]:
    """Play the round to its end: the cards of its first deal, and what was opened."""
    floor.bet("T1")
    floor.give("T1", CloseBets())
    due = floor.dealing.due("T1")
    assert isinstance(due, DealCards)
    floor.finish("T1")
    entry = floor.store.last("table/T1", "seeds-opened")
    assert entry is not None
    return due.cards, event_of(entry)


def test_i_115_the_deck_is_made_of_the_seed_and_of_what_players_add_by_seat() -> None:
    floor = called()
    add(floor, "p3", THREE)
    add(floor, "p1", ONE)
    cards, opened = played(floor)
    assert opened.contributions == (ONE, THREE)
    context = context_of("T1", 1)
    assert cards == deck_of(opened.deck, context, [ONE, THREE])[: len(cards)]
    assert cards != deck_of(opened.deck, context)[: len(cards)]
    floor.check()


def test_i_115_a_player_who_adds_nothing_is_not_waited_for() -> None:
    floor = called()
    cards, opened = played(floor)
    assert opened.contributions == ()
    assert cards == deck_of(opened.deck, context_of("T1", 1))[: len(cards)]
    floor.check()


def test_i_115_the_next_round_begins_with_nothing_added() -> None:
    floor = called()
    add(floor, "p1", ONE)
    played(floor)
    floor.dealing.call_for_bets("T1")
    assert floor.table().rounds.contributions == {}
    add(floor, "p1", ONE)


def test_i_115_another_process_deals_the_same_deck() -> None:
    floor = called()
    add(floor, "p2", TWO)
    floor.bet("T1")
    floor.give("T1", CloseBets())
    other = Floor.__new__(Floor)
    other.store, other.clock = floor.store, floor.clock
    house = other._house()
    seeds = house.tables.seeds
    assert seeds.cards_due("T1", house.tables.table("T1"), 5) == (
        floor.house.tables.seeds.cards_due("T1", floor.table(), 5)
    )


def test_i_115_only_players_who_sit_here_add_one_each_and_their_own() -> None:
    floor = called()
    add(floor, "p1", ONE)
    assert "second contribution" in refused(floor, "p1", TWO)
    assert "does not sit here" in refused(floor, "p9", TWO)
    # Whoever knows the seed could choose the deck by adding for others.
    assert "nobody else" in refused(floor, "p2", TWO, Player("p3"))
    assert "nobody else" in refused(floor, "p2", TWO, System())
    assert "nobody else" in refused(floor, "p2", TWO, floor.staff("T1", 0))


@pytest.mark.parametrize("value", ["", "ab", "AB" * 32, "11" * 33, "zz" * 32, ONE + "\n"])
def test_i_115_a_contribution_is_32_bytes_and_written_in_one_way(value: str) -> None:
    assert "64 hexadecimal digits" in refused(called(), "p1", value)


def test_i_115_a_player_who_moves_adds_nothing_more() -> None:
    floor = called()
    add(floor, "p1", ONE)
    floor.give("T1", LeaveSeat("p1"), Player("p1"))
    floor.give("T1", TakeSeat("p1", 6), Player("p1"))
    assert "second contribution" in refused(floor, "p1", TWO)


def test_i_115_nothing_is_added_once_the_bets_are_closed_or_between_rounds() -> None:
    floor = called()
    floor.bet("T1")
    floor.give("T1", CloseBets())
    assert "no bets are taken" in refused(floor, "p1", ONE)
    floor.finish("T1")
    assert "no bets are taken" in refused(floor, "p1", ONE)


@pytest.mark.parametrize(
    ("mode", "house"), [(Mode.ELECTRONIC, {CONTRIBUTIONS: "false"}), (Mode.LIVE, {})]
)
def test_i_115_a_table_that_takes_none_says_so(mode: Mode, house: dict[str, str]) -> None:
    floor = Floor(MemoryStore())
    setting = replace(setting_of(RIDE, "T1", mode), house=house)
    floor.open(RIDE, players=0, setting=setting)
    assert "No contributions are taken" in refused(floor, "p1", ONE)


def test_i_115_a_setting_that_is_neither_yes_nor_no_is_refused() -> None:
    floor = Floor(MemoryStore())
    setting = replace(setting_of(RIDE, "T1"), house={CONTRIBUTIONS: "sometimes"})
    with pytest.raises(RuleBreach, match="Choose one of true, false"):
        floor.open(RIDE, setting=setting)


def test_i_115_draws_are_made_of_what_players_add_as_well() -> None:
    """At some seed the Lucky Player is another one, so the house cannot choose that either."""
    found = set()
    for value in (None, ONE, TWO, THREE):
        floor = LinkedFloor(MemoryStore())
        floor.create()
        floor.open_linked("T1", 3)
        floor.call("T1", 5)
        if value is not None:
            add(floor, "p1", value)
        floor.close("T1")
        rates = Fraction(1), Fraction(1)
        drawn = [
            floor.house.tables.seeds.draws_due("T1", floor.rules("T1"), floor.table("T1"), rates)
        ]
        found.add(tuple(drawn))
        floor.finish("T1")
        floor.check()
    assert len(found) > 1


# --- what an audit finds --------------------------------------------------------------------------


def _late(altered: Altered) -> None:
    """The contribution, command and all, stands after "No more bets"."""
    entries = altered.entries["table/T1"]
    place = altered.find("table/T1", "deck-contribution")
    closed = altered.find("table/T1", "bets-closed")
    entries.insert(closed, entries.pop(place))


FORGED = [
    ("another value", say("table/T1", "deck-contribution", value=TWO), "value is"),
    (
        "another value, asked for as well",
        together(
            ask("table/T1", "deck-contribution", worded(ONE, TWO)),
            say("table/T1", "deck-contribution", value=TWO),
            say("table/T1", "seeds-opened", contributions=[TWO]),
        ),
        "not those of the seed",
    ),
    ("after the bets", _late, "while no bets are taken"),
    ("left out", drop("table/T1", "deck-contribution"), "not those of the seed"),
    ("left out of what was opened", say("table/T1", "seeds-opened", contributions=[]), "must be"),
]


@pytest.mark.parametrize(("alter", "message"), rows(FORGED))
def test_i_115_a_contribution_that_was_changed_is_found(alter: Alters, message: str) -> None:
    floor = called()
    add(floor, "p1", ONE)
    played(floor)
    altered = Altered(floor.store)
    alter(altered)
    altered.rechain()
    assert any(message in one.message for one in audited(altered)), audited(altered)
