"""Prizes of two tables on a link by chance: won, undone, paid and rejected in any order.

The model beside it is plain: what each claim took, and what became of it. Wherever a prize lies,
all accounts of tables and link together come to nothing, and an auditor finds nothing.
"""

from __future__ import annotations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pitboss.audit.audit import audit
from pitboss.games.library import Library
from pitboss.money import NOTHING, Money, total
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import CashOut
from tests.house.linked import (
    DEALER,
    LINK,
    NOTHING_WON,
    ONE_STRAIGHT_FLUSH,
    ROYAL_AND_STRAIGHT_FLUSH,
    TWO_STRAIGHT_FLUSHES,
    DealtFloor,
    whole_books,
)
from tests.house.test_prizes import HELD, PRIZES
from tests.properties.strategies import whole_rounds

TABLES = ("T1", "T2")
tables = st.sampled_from(TABLES)
cards = st.sampled_from(
    [ONE_STRAIGHT_FLUSH, TWO_STRAIGHT_FLUSHES, ROYAL_AND_STRAIGHT_FLUSH, NOTHING_WON]
)


class Prizes(RuleBasedStateMachine):
    """Two tables with a dealer and two players each."""

    @initialize()
    def open(self) -> None:
        self.floor = DealtFloor(MemoryStore())
        for table in TABLES:
            self.floor.open_dealt(table)
        self.won: dict[int, Money] = {}
        """What each open claim took."""
        self.paid = NOTHING
        self.settled: set[str] = set()
        """Tables whose round is settled and not over."""
        self.found_good: set[str] = set()
        """Tables whose latest round has a claim that was verified."""

    @property
    def open_claims(self) -> list[int]:
        return sorted(self.won)

    # --- what may happen --------------------------------------------------------------------------

    @rule(table=tables, cards=cards)
    def settle(self, table: str, cards: str) -> None:
        if table in self.settled:
            self.floor.end(table)
        self.floor.owner.step()
        before = self.floor.links.link(LINK).entered
        self.floor.until_settled(table, cards)
        self.settled.add(table)
        self.found_good.discard(table)
        link = self.floor.links.link(LINK)
        assert (link.entered > before) == (cards != NOTHING_WON)
        if link.entered > before:
            entered = link.claims[link.entered]
            self.won[link.entered] = total(winner.amount for winner in entered.winners)

    @precondition(lambda self: self.settled)
    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        table = data.draw(st.sampled_from(sorted(self.settled)))
        self.floor.end(table)
        self.settled.discard(table)

    @precondition(lambda self: self.undoable)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        table = data.draw(st.sampled_from(self.undoable))
        number = self.floor.house.tables.table(table).rounds.number
        for claim, one in self.floor.links.link(LINK).claims.items():
            if (one.table, one.round) == (table, number):
                del self.won[claim]
        self.floor.undo(table)

    @property
    def undoable(self) -> list[str]:
        """Tables whose settlement may be undone: its prizes were not found good."""
        play = {table: self.floor.house.tables.table(table).play for table in sorted(self.settled)}
        return [t for t in play if t not in self.found_good and play[t].void is None]

    def verify(self, claim: int) -> None:
        one = self.floor.links.link(LINK).claims[claim]
        if not one.is_verified:
            self.floor.verify(claim)
        table = one.table
        if one.round == self.floor.house.tables.table(table).rounds.number:
            self.found_good.add(table)

    @precondition(lambda self: self.won)
    @rule()
    def pay(self) -> None:
        claim = self.open_claims[0]
        self.verify(claim)
        self.floor.pay(claim)
        self.paid += self.won.pop(claim)

    @precondition(lambda self: self.won)
    @rule(data=st.data())
    def verify_or_reject(self, data: st.DataObject) -> None:
        claim = data.draw(st.sampled_from(self.open_claims))
        if self.floor.links.link(LINK).claims[claim].is_verified:
            return
        if data.draw(st.booleans()):
            self.verify(claim)
        else:
            self.floor.reject(claim)
            del self.won[claim]

    @rule(table=tables)
    def close_and_open(self, table: str) -> None:
        if table in self.settled:
            self.floor.end(table)
            self.settled.discard(table)
        self.floor.open_again(table)

    @rule(table=tables, seat=st.integers(1, 2))
    def take_away(self, table: str, seat: int) -> None:
        player = f"{table}-{seat}"
        held = self.floor.house.tables.table(table).chips.held(player)
        if held > NOTHING:
            self.floor.at(table, CashOut(player, held), DEALER)

    # --- what must be true ------------------------------------------------------------------------

    @invariant()
    def every_prize_is_where_its_claim_is(self) -> None:
        if not hasattr(self, "floor"):
            return
        books = whole_books(self.floor.store)
        assert books.get(HELD, NOTHING) == total(self.won.values())
        assert books.get(PRIZES, NOTHING) == NOTHING
        chips = [self.floor.house.tables.table(table).chips for table in TABLES]
        gone = total(amount for one in chips for amount in one.links.values())
        assert NOTHING - gone == self.paid + total(self.won.values())
        assert all(one.everything == NOTHING for one in chips)

    def teardown(self) -> None:
        """Whatever happened, an auditor finds nothing."""
        if hasattr(self, "floor"):
            assert audit(self.floor.store, Library()).findings == ()
            self.floor.owner.give_back()


@pytest.mark.parametrize(
    ("examples", "steps"),
    [
        pytest.param(3, 12, marks=pytest.mark.slow),
        pytest.param(60, 40, marks=pytest.mark.long),
    ],
)
def test_any_prize_is_held_until_it_is_paid_or_goes_back(examples: int, steps: int) -> None:
    run_state_machine_as_test(Prizes, settings=whole_rounds(examples, steps))
