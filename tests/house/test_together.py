"""Commands given together: decided on what is so, written once, told once it is, and never lost.

What is given in blocks of any size, some of them lost on the way to the disk, must come to the same
record as the same commands given one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from threading import Thread
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pitboss.codec import name_of
from pitboss.errors import (
    CommandReused,
    Conflict,
    GivenBefore,
    PitbossError,
    RoleBreach,
    RuleBreach,
    StoreError,
    Unavailable,
)
from pitboss.house.callers import Player, System
from pitboss.house.dealer import Dealer
from pitboss.house.engine import Done
from pitboss.house.house import House
from pitboss.jackpot.claims import ClaimEntered
from pitboss.money import NOTHING, Money, total
from pitboss.records.entries import event_of
from pitboss.round.wagers import CloseBets
from pitboss.staff.access import RequestRefused
from pitboss.store.batches import MOST
from pitboss.store.contract import Append, Draft, Order, Receipt, Write
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BoughtIn, BuyIn, CashOut
from pitboss.table.table import Table
from tests.house.floor import BUY_IN, Floor
from tests.house.linked import LINK
from tests.house.scripted import Op, Script, ScriptedFloor, script, scripted_floor

SCRIPTS = 4
CLAIM = name_of(ClaimEntered)
T = TypeVar("T")
DOLLAR = Money(100)

# --- a store that loses -------------------------------------------------------------------------

CONFLICT, AWAY, WRITTEN = "somebody was first", "not to be reached", "written, and nobody told"
LOSSES = (CONFLICT, AWAY, WRITTEN)


class LosingStore(MemoryStore):
    """Of the next writes some are lost, or believed to be, in the order that is said."""

    def __init__(self) -> None:
        super().__init__()
        self.losses: list[str | None] = []

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        return self._lost(appends[0], lambda: super(LosingStore, self).append(order, appends))

    def append_all(self, group: Sequence[Write]) -> list[Receipt]:
        first = group[0][1][0]
        return self._lost(first, lambda: super(LosingStore, self).append_all(group))

    def _lost(self, append: Append, write: Callable[[], T]) -> T:
        loss = self.losses.pop(0) if self.losses else None
        if loss == CONFLICT:
            raise Conflict(append.stream, expected=append.expected or 0, found=-1)
        if loss == AWAY:
            raise Unavailable("The store cannot be reached.")
        answer = write()
        if loss == WRITTEN:
            raise Unavailable("The store cannot be reached any more.")
        return answer


# --- the same record, however it is given ---------------------------------------------------------


class Block:
    """Commands given together; and each of them again by itself, if any of it was lost."""

    def __init__(self, floor: ScriptedFloor, store: LosingStore, ops: Sequence[Op]) -> None:
        self.floor = floor
        self.store = store
        self.ops = ops
        self.is_lost = False

    def played(self, losses: list[str | None], *, goes_on: bool) -> list[Done[Table] | None]:
        """`goes_on` whatever happens: some who give commands make light of every error."""
        answers: list[Done[Table] | None] = []
        self.store.losses, before = losses, len(losses)
        try:
            with self.floor.house.together():
                for op in self.ops:
                    try:
                        answers.append(self._tried(op))
                    except PitbossError:
                        assert self.is_lost, "refused by what is not so"
                        if not goes_on:
                            raise
        except StoreError as error:
            is_repeat = isinstance(error, GivenBefore) and self._repeats(error.command)
            assert is_repeat or len(losses) < before, "lost for no reason"
            self.store.losses = []
            return [self.floor.do(op) for op in self.ops]
        self.store.losses = []
        assert len(answers) == len(self.ops), "lost, and nobody was told"
        return answers

    def _repeats(self, command: str) -> bool:
        """Whether this was sent before, and not only while it waited with the others."""
        return any(op.id == command and op.is_again for op in self.ops)

    def _tried(self, op: Op) -> Done[Table] | None:
        """Until it is done, or nothing is tried any more because the block is lost."""
        while True:
            left = len(self.store.losses)
            try:
                return self.floor.do(op)
            except StoreError:
                self.is_lost = True
                if len(self.store.losses) == left:
                    raise


def check(
    played_plainly: Script, sizes: Sequence[int], losses: Sequence[str | None], *, goes_on: bool
) -> None:
    store, left = LosingStore(), list(losses)
    answers: list[Done[Table] | None] = []
    with scripted_floor(store) as floor:
        begun = len(answers)
        while begun < len(played_plainly.ops):
            size = sizes[begun % len(sizes)]
            block = played_plainly.ops[begun : begun + size]
            answers += Block(floor, store, block).played(left, goes_on=goes_on)
            begun = len(answers)
        assert floor.record() == played_plainly.record
        for answer, plain in zip(answers, played_plainly.answers, strict=True):
            assert (answer is None) == (plain is None)
            if answer is not None and plain is not None:
                assert answer.events == plain.events
        heard = [(name, done.receipt.written) for name, done in floor.heard]
        assert len(set(heard)) == len(heard), "told twice"
        for name in ("T1", "T2", "U"):
            own = [done.receipt.written[0].last for table, done in floor.heard if table == name]
            assert own == sorted(own), "told out of order"
        floor.check()
        if WRITTEN not in losses:
            told = {done.receipt.command for _, done in floor.heard}
            assert told == {a.receipt.command for a in answers if a is not None}


ANYHOW = {
    "seed": st.integers(0, SCRIPTS - 1),
    "sizes": st.lists(st.integers(1, 3 * MOST), min_size=1, max_size=5),
    "losses": st.lists(st.sampled_from([None, None, *LOSSES]), max_size=40),
    "goes_on": st.booleans(),
}


@pytest.mark.slow
@settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow])
@given(**ANYHOW)
@example(seed=0, sizes=[1000], losses=[], goes_on=False)
@example(seed=1, sizes=[12], losses=[CONFLICT] * 30, goes_on=True)
@example(seed=2, sizes=[12], losses=[AWAY] * 30, goes_on=True)
@example(seed=3, sizes=[12], losses=[WRITTEN] * 30, goes_on=True)
def test_what_is_given_in_blocks_is_recorded_as_if_given_one_by_one(
    seed: int, sizes: list[int], losses: list[str | None], *, goes_on: bool
) -> None:
    check(script(seed), sizes, losses, goes_on=goes_on)


@pytest.mark.long
@settings(max_examples=500, suppress_health_check=[HealthCheck.too_slow])
@given(**(ANYHOW | {"seed": st.integers(0, 40)}))
def test_the_same_of_many_more(
    seed: int, sizes: list[int], losses: list[str | None], *, goes_on: bool
) -> None:
    check(script(seed), sizes, losses, goes_on=goes_on)


def test_scripts_hold_all_that_makes_blocks_hard() -> None:
    ops = [op for seed in range(SCRIPTS) for op in script(seed).ops]
    assert {op.kind for op in ops} == {
        "give", "call", "fold", "claim", "buy in", "cash out", "refused",
    }  # fmt: skip
    for seed in range(SCRIPTS):
        entered = [line for line in script(seed).record[f"link/{LINK}"] if line[0] == CLAIM]
        assert len(entered) == 2, "one of each linked table"
        ids = [op.id for op in script(seed).ops]
        assert len(set(ids)) < len(ids), "something is sent twice"


# --- sent twice -----------------------------------------------------------------------------------


@pytest.fixture
def floor() -> Floor:
    """One table with three players who have bought in."""
    found = Floor(LosingStore())
    found.open("mgc-let-it-ride")
    return found


def buy_in(floor: Floor, player: str = "p1", id_: str | None = None, **more: Any) -> Done[Table]:
    return floor.give("T1", BuyIn(player, DOLLAR), System(), id_, **more)


def bought(floor: Floor, player: str = "p1") -> Money:
    """What somebody has bought in for since the table was opened, as the store has it."""
    events = map(event_of, floor.store.read("table/T1"))
    own = [e for e in events if isinstance(e, BoughtIn) and e.player == player]
    return total(event.amount for event in own[1:])


def test_what_is_sent_twice_while_it_waits_is_done_once(floor: Floor) -> None:
    beside = [Append(stream="beside", drafts=(Draft("note", 1, "", "{}"),), expected=None)]
    with floor.house.together():
        first = buy_in(floor, id_="same")
        again = buy_in(floor, id_="same")
        buy_in(floor, "p2", id_="other")
        after = buy_in(floor, "p2", id_="other", beside=beside)
    assert not first.receipt.is_repeat
    assert again.receipt.is_repeat
    assert after.receipt.is_repeat
    assert again.events == first.events
    assert bought(floor) == bought(floor, "p2") == DOLLAR
    assert floor.store.head("beside").version == 0
    floor.check()


def test_the_id_of_what_waits_is_not_for_anything_else(floor: Floor) -> None:
    with floor.house.together():
        buy_in(floor, id_="same")
        with pytest.raises(CommandReused):
            buy_in(floor, "p2", id_="same")
        buy_in(floor, "p3")
    assert [bought(floor, player) for player in ("p1", "p2", "p3")] == [DOLLAR, NOTHING, DOLLAR]


def test_what_was_written_before_is_not_done_again_in_a_block(floor: Floor) -> None:
    buy_in(floor, id_="same")

    def again() -> None:
        with floor.house.together():
            buy_in(floor, id_="same")

    with pytest.raises(GivenBefore):
        again()
    assert bought(floor) == DOLLAR
    assert floor.house.tables.version("T1") == floor.store.head("table/T1").version


# --- what others are refused by, or dealt from ---------------------------------------------------


def test_nobody_is_refused_by_what_is_not_written(floor: Floor) -> None:
    with floor.house.together():
        buy_in(floor)
        with pytest.raises(RuleBreach):
            floor.give("T1", CloseBets(), Player("p1"))
        assert bought(floor) == DOLLAR


def test_s10_what_is_refused_in_a_block_that_is_lost_is_noted_once(floor: Floor) -> None:
    def both() -> None:
        buy_in(floor)
        with pytest.raises(RoleBreach):
            floor.give("T1", BuyIn("p2", DOLLAR), Player("p1"))
        buy_in(floor, "p2")

    def together() -> None:
        assert isinstance(floor.store, LosingStore)
        with floor.house.together():
            both()
            floor.store.losses = [CONFLICT]

    def noted() -> int:
        return sum(entry.name == name_of(RequestRefused) for entry in floor.store.read("access"))

    with pytest.raises(Conflict):
        together()
    assert noted() == 0
    both()
    assert noted() == 1
    with floor.house.together():
        both()
        assert noted() == 1
    assert noted() == 2


def test_what_was_lost_refuses_nothing_to_anybody(floor: Floor) -> None:
    cash_out = CashOut("p1", BUY_IN)

    def together() -> None:
        assert isinstance(floor.store, LosingStore)
        with floor.house.together():
            buy_in(floor, "p2")
            floor.give("T1", cash_out)
            floor.store.losses = [CONFLICT]
            with pytest.raises(Conflict):
                floor.give("T1", cash_out, Player("p1"))

    with pytest.raises(Conflict):
        together()
    floor.give("T1", cash_out)


def test_cards_come_from_the_seeds_of_whoever_called_after_a_call_was_lost(floor: Floor) -> None:
    def lost() -> None:
        assert isinstance(floor.store, LosingStore)
        with floor.house.together():
            buy_in(floor)
            floor.store.losses = [AWAY]
            floor.dealing.call_for_bets("T1")

    with pytest.raises(Unavailable):
        lost()
    other = House(floor.store, floor.clock)
    Dealer(other, entropy=Random(2).randbytes).call_for_bets("T1")
    floor.bet("T1")
    floor.give("T1", CloseBets())
    floor.finish("T1")
    floor.check()


# --- those who are told ---------------------------------------------------------------------------


def test_whoever_is_told_may_give_commands_at_the_same_table(floor: Floor) -> None:
    """Each of p1 is answered by one of p2, whatever of the block is half done when it is told."""

    def answer(name: str, done: Done[Table]) -> None:
        if any(isinstance(e, BoughtIn) and e.player == "p1" for e in done.events):
            buy_in(floor, "p2")

    floor.house.subscribe("table", answer)
    with floor.house.together():
        for _ in range(MOST + 1):
            buy_in(floor)
        # Seeds are written beside the call, and all that waits with it.
        floor.dealing.call_for_bets("T1")
        floor.bet("T1")
        buy_in(floor)
    floor.give("T1", CloseBets())
    floor.finish("T1")
    assert bought(floor) == bought(floor, "p2") == Money((MOST + 2) * DOLLAR.cents)
    floor.check()


def test_one_who_fails_at_being_told_keeps_nothing_from_the_others(floor: Floor) -> None:
    told: list[str] = []

    def heard(name: str, done: Done[Table]) -> None:
        told.append(done.receipt.command)
        if done.receipt.command == "first":
            raise ZeroDivisionError

    def together() -> None:
        with floor.house.together():
            for id_ in ("first", "second", "third"):
                buy_in(floor, id_=id_)

    floor.house.subscribe("table", heard)
    with pytest.raises(ZeroDivisionError):
        together()
    assert bought(floor) == Money(3 * DOLLAR.cents)
    assert told[0] == "first"
    buy_in(floor, id_="fourth")
    assert told == ["first", "second", "third", "fourth"]


# --- blocks that end otherwise --------------------------------------------------------------------


@pytest.mark.parametrize("loss", [None, *LOSSES])
def test_an_interruption_is_taken_for_nothing_else(floor: Floor, loss: str | None) -> None:
    """What was given before is written if it can be."""

    def interrupted() -> None:
        assert isinstance(floor.store, LosingStore)
        with floor.house.together():
            buy_in(floor)
            buy_in(floor, "p2", id_="p2")
            floor.store.losses = [loss]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert bought(floor) == (DOLLAR if loss in (None, WRITTEN) else NOTHING)
    buy_in(floor, "p2", id_="p2")
    assert bought(floor, "p2") == DOLLAR


def test_a_block_within_a_block_is_part_of_it(floor: Floor) -> None:
    told: list[str] = []
    floor.house.subscribe("table", lambda name, done: told.append(done.receipt.command))

    def lost() -> None:
        assert isinstance(floor.store, LosingStore)
        with floor.house.together():
            buy_in(floor, id_="outer")
            with floor.house.together():
                buy_in(floor, id_="inner")
            assert not bought(floor)
            floor.store.losses = [AWAY]

    with pytest.raises(Unavailable):
        lost()
    assert not bought(floor)
    assert told == []
    with floor.house.together():
        buy_in(floor, id_="outer")
    assert bought(floor) == DOLLAR


def test_a_block_of_one_thread_holds_up_no_other(floor: Floor) -> None:
    floor.open("mgc-let-it-ride", "T2")
    told: list[str] = []
    floor.house.subscribe("table", lambda name, done: told.append(name))

    def beside() -> None:
        floor.give("T2", BuyIn("p1", DOLLAR))

    with floor.house.together():
        buy_in(floor)
        other = Thread(target=beside)
        other.start()
        other.join()
        assert told == ["T2"]
        assert not bought(floor)
    assert told == ["T2", "T1"]
    assert bought(floor) == DOLLAR
