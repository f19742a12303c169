"""Cards and draws are those of the seeds that a round is bound to, whoever asks for others."""

from __future__ import annotations

from typing import cast

import pytest

from pitboss.audit.audit import audit
from pitboss.cards import DECK, parse_cards
from pitboss.errors import RuleBreach
from pitboss.games.library import Library
from pitboss.house.callers import Caller, System
from pitboss.jackpot.operation import StartLink, StopLink
from pitboss.round.deal import DealCards, RecordDraws
from pitboss.round.options import Command
from pitboss.round.wagers import CloseBets
from pitboss.shuffling import commitment, context_of
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.table.operation import LoseLink
from pitboss.table.rounds import CallForBets
from pitboss.table.rounds import Command as RoundsCommand
from tests.audit.altering import Altered
from tests.house.floor import Floor
from tests.house.linked import DEALER, NOTHING_WON, RUNS, DealtFloor, LinkedFloor
from tests.jackpot.pot import MEGALINK

HOLDEM = "mbs-megalink-holdem-v9"


def refused(floor: Floor, command: Command | RoundsCommand, caller: Caller) -> RuleBreach:
    before = floor.house.tables.version("T1")
    with pytest.raises(RuleBreach) as refusal:
        floor.give("T1", command, caller)
    assert floor.house.tables.version("T1") == before
    return refusal.value


# --- cards ----------------------------------------------------------------------------------------


def test_i_102_an_electronic_table_deals_the_cards_of_its_seed_and_no_others() -> None:
    floor = Floor(MemoryStore())
    floor.open(HOLDEM)
    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    floor.give("T1", CloseBets())
    due = floor.dealing.due("T1")
    assert isinstance(due, DealCards)
    chosen = DealCards(tuple(DECK[: len(due.cards)]))
    refusal = refused(floor, chosen, System())
    assert refusal.clause == "I-102"
    assert not any(str(card) in str(refusal) for card in due.cards)
    floor.give("T1", due)
    floor.finish("T1")
    floor.check()


def test_i_102_a_round_is_bound_only_to_seeds_that_are_kept() -> None:
    floor = Floor(MemoryStore())
    floor.open(HOLDEM)
    own = commitment("ab" * 32, context=context_of("T1", 1))
    call = CallForBets(gaming_day="2026-01-01", deck=own)
    assert refused(floor, call, floor.staff("T1", 0)).clause == "I-102"
    assert refused(floor, call, System()).clause == "I-102"
    floor.play("T1")
    floor.check()


# --- draws ----------------------------------------------------------------------------------------


def closed() -> DealtFloor:
    """A table where people deal, with progressive wagers, and no more bets."""
    floor = DealtFloor(MemoryStore())
    floor.open_dealt("T1")
    floor.dealing.call_for_bets("T1", DEALER)
    floor.bet_all("T1")
    floor.at("T1", CloseBets())
    return floor


@pytest.mark.rule(MEGALINK, "4.3")
@pytest.mark.rule(MEGALINK, "4.4")
def test_4_3_and_4_4_what_is_drawn_is_what_the_committed_seed_says() -> None:
    floor = closed()
    due = floor.dealing.due("T1")
    assert isinstance(due, RecordDraws)
    other = 1 if due.lucky_seat != 1 else 2
    for wrong in (
        RecordDraws(magic_card=due.magic_card, lucky_seat=other),
        RecordDraws(magic_card=DECK[0] if due.magic_card != DECK[0] else DECK[1]),
    ):
        assert refused(floor, wrong, DEALER).clause == "I-19"
    floor.at("T1", due)
    assert floor.table().play.lucky_seat == due.lucky_seat


@pytest.mark.rule(MEGALINK, "4.3")
@pytest.mark.rule(MEGALINK, "4.4")
def test_4_3_and_4_4_a_dealer_who_deals_first_is_refused_and_then_goes_on() -> None:
    floor = closed()
    deal = DealCards(tuple(parse_cards(NOTHING_WON)))
    assert refused(floor, deal, DEALER).clause == "I-19"
    drawn = floor.dealing.due("T1")
    assert drawn is not None
    floor.at("T1", drawn)
    floor.at("T1", deal)
    assert floor.table().play.has_draws


@pytest.mark.rule(MEGALINK, "4.3")
def test_4_3_the_audit_finds_cards_that_were_dealt_before_the_draws() -> None:
    floor = DealtFloor(MemoryStore())
    floor.open_dealt("T1")
    floor.play_dealt("T1")
    altered = Altered(floor.store)
    place = altered.find("table/T1", "draws-recorded")
    altered.entries["table/T1"].pop(place)
    altered.rechain()
    said = [one.message for one in audit(cast(Store, altered), Library()).findings]
    assert "the cards were dealt before Magic Card and Lucky Player were drawn" in said


def test_a_link_found_in_a_round_called_without_it_is_used_from_the_next_one() -> None:
    floor = LinkedFloor(MemoryStore())
    floor.create()
    floor.open_linked("T1")
    floor.give_link(StopLink(reason="the display is dark"), RUNS)
    assert isinstance(floor.dealing.due("T1"), LoseLink)
    floor.dealing.step("T1")
    floor.dealing.call_for_bets("T1")
    floor.give_link(StartLink(software="pitboss test"), RUNS)
    assert floor.dealing.due("T1") is None
    assert floor.table().link_lost
    floor.bet("T1")
    floor.close("T1")
    floor.finish("T1")
    assert not floor.table().link_lost
    floor.play_linked("T1")
    floor.owner.step()
    floor.check()
