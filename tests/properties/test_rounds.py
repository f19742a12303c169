"""Whole rounds of play by chance: what must be true after every command, and at the end.

A state machine wanders about and tries what nobody may do; a seeded run plays full tables from
the first wager to the last. Both watch every command (see `watched`).
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pitboss.codec import DecodeError
from pitboss.games.library import built_in_ids
from pitboss.records.entries import event_record, read_event
from pitboss.round.deal import CardsDealt
from pitboss.round.decisions import HandViewed, RemoveHand, ViewHand
from pitboss.round.result import VoidRound
from pitboss.round.round import replay
from pitboss.round.view import Viewer, view
from pitboss.round.wagers import BetsClosed, TakeDown
from tests.properties.chance import likely
from tests.properties.strategies import any_commands, chances, whole_rounds
from tests.properties.watched import Watched, may_see, seen_in
from tests.script import RoundScript, play

EXAMPLES = 40
FULL_TABLES = 100


class Table(RuleBasedStateMachine):
    """One table at which people do anything they may, and now and then what they may not."""

    rulebook: ClassVar[str]

    @initialize(rng=chances())
    def open(self, rng: Random) -> None:
        self.table = Watched(self.rulebook, rng)

    @precondition(lambda self: self.table.takes_wagers and len(self.table.log) < 40)
    @rule(rng=chances(), seats=st.integers(1, 7))
    def bet(self, rng: Random, seats: int) -> None:
        self.table.bet(rng, seats)

    @precondition(lambda self: self.table.takes_wagers)
    @rule(rng=chances())
    def take_down(self, rng: Random) -> None:
        self.table.make_one_of(rng, self.table.only(TakeDown))

    @precondition(lambda self: not self.table.play.is_over and self.table.play.seats)
    @rule(rng=chances())
    def go_on(self, rng: Random) -> None:
        self.table.go_on(rng)

    @precondition(lambda self: not self.table.play.is_over)
    @rule(rng=chances())
    def something_is_wrong(self, rng: Random) -> None:
        if likely(rng, 30):
            self.table.make_one_of(rng, self.table.only(RemoveHand))
        elif likely(rng, 5):
            self.table.make_one_of(rng, self.table.only(VoidRound))

    @rule(data=st.data())
    def nobody_may(self, data: st.DataObject) -> None:
        for command in data.draw(st.lists(any_commands(self.rulebook), min_size=3, max_size=8)):
            self.table.try_out(command)

    def teardown(self) -> None:
        """Whatever happened, the round can be played to its end."""
        if hasattr(self, "table"):
            self.table.finish(Random(len(self.table.log)))


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", built_in_ids())
def test_any_round_of_play_keeps_its_promises(rulebook: str) -> None:
    machine = type(f"Table_{rulebook}", (Table,), {"rulebook": rulebook})
    run_state_machine_as_test(machine, settings=whole_rounds(EXAMPLES))


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", built_in_ids())
def test_full_tables_play_from_the_first_wager_to_the_last(
    rulebook: str, request: pytest.FixtureRequest
) -> None:
    seed = f"{request.config.getoption('hypothesis_seed')} {rulebook}"
    rng = Random(seed)
    for _ in range(FULL_TABLES):
        table = Watched(rulebook, rng)
        table.bet(rng, table.play.positions)
        while not table.play.is_over:
            if likely(rng, 3):
                table.make_one_of(rng, table.only(RemoveHand))
            elif likely(rng, 1):
                table.make_one_of(rng, table.only(VoidRound))
            table.go_on(rng)
        table.check_end()


# --- a broken promise would be seen ---------------------------------------------------------------


def a_table() -> RoundScript:
    return play("mbs-megalink-holdem-v9", unit="5.00").say("""
        seat 1 anna:  ante 10.00  progressive 5.00
        seat 2 anna:  ante 10.00
        seat 3  ante 10.00
        no more bets
        deal
    """)


def test_a_leak_would_be_seen() -> None:
    table = a_table()
    for viewer in (Viewer.PUBLIC, Viewer.DEALER, "anna", "p3"):
        allowed = may_see(table.log, table.terms.rules.id, viewer)
        assert seen_in(table.sees(viewer)) == allowed
        assert seen_in(table.sees(Viewer.SURVEILLANCE)) != allowed


def test_a_second_look_would_be_seen() -> None:
    table = a_table()
    table.give(ViewHand(1))
    allowed = may_see(table.log, table.terms.rules.id, "anna")
    assert list(allowed) == ["seat 1"]
    twice = [*table.log, HandViewed(seat=2, clause="3.4.1")]
    assert may_see(twice, table.terms.rules.id, "anna") != allowed
    assert seen_in(view(table.terms, replay(twice), "anna")) != allowed


def test_an_event_lost_or_altered_would_be_seen() -> None:
    table = a_table()
    for place, event in enumerate(table.log):
        assert replay(table.log[:place] + table.log[place + 1 :]) != table.play, event
    dealt = table.log[-1]
    assert isinstance(dealt, CardsDealt)
    written = event_record(dealt)
    written["community"] = written["community"][::-1]
    assert read_event(written) != dealt


def test_an_unknown_or_incomplete_event_is_refused() -> None:
    written = event_record(BetsClosed(clause="3.2"))
    for damage in ({"event": "bets-shut"}, {"version": 2}, {"event": None}):
        with pytest.raises(DecodeError):
            read_event({**written, **damage})
    del written["clause"]
    with pytest.raises(DecodeError, match="missing required field `clause`"):
        read_event(written)
