"""Commands given together: decided on what is so, written once, told once it is, and never lost.

What is given in blocks of any size, some of them lost on the way to the disk, must come to the same
record as the same commands given one by one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from random import Random
from signal import SIGINT, raise_signal
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
from pitboss.games.library import built_in_ids
from pitboss.house.callers import Player, System
from pitboss.house.dealer import Dealer
from pitboss.house.engine import Done
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.jackpot.claims import ClaimEntered
from pitboss.money import NOTHING, Money, total
from pitboss.records.entries import event_of
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.staff.access import RequestRefused
from pitboss.store.batches import MOST
from pitboss.store.contract import Append, Draft, Order, Receipt, Store, Write
from pitboss.store.events import CHECKPOINT
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
        self.waits = 0
        """How often somebody waited for it."""
        self.before: Callable[[], object] = lambda: None
        """What happens before the next write."""

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        return self._lost(appends[0], lambda: super(LosingStore, self).append(order, appends))

    def append_all(self, group: Sequence[Write]) -> list[Receipt]:
        first = group[0][1][0]
        return self._lost(first, lambda: super(LosingStore, self).append_all(group))

    def _lost(self, append: Append, write: Callable[[], T]) -> T:
        self.waits += 1
        before, self.before = self.before, lambda: None
        before()
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


# --- rounds ---------------------------------------------------------------------------------------


def said(store: Store) -> list[tuple[str, int, str, str, str]]:
    """All that was written at tables; ids, salts of secrets and sealed seeds are never the same."""
    return [
        (entry.stream, entry.version, entry.name, entry.tag, entry.body)
        for stream in store.streams("table/")
        for entry in store.read(stream)
    ]


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_rounds_played_together_are_those_played_one_command_at_a_time(
    rulebook: str, store: Store
) -> None:
    alone, floor = Floor(MemoryStore()), Floor(store)
    for one, block in ((alone, nullcontext()), (floor, floor.house.together())):
        with block:
            for name in ("T1", "T2"):
                one.open(rulebook, name)
            for _ in range(2):
                one.play("T1")
                one.play("T2")
    assert said(store) == said(alone.store)
    floor.check()


def test_a_round_that_ends_is_written_with_what_led_there_and_what_follows() -> None:
    store = LosingStore()
    floor = Floor(store)
    floor.open("mbs-let-it-ride-v3", players=1)
    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    waits = store.waits
    with floor.house.together():
        floor.give("T1", CloseBets())
        floor.finish("T1")
        floor.dealing.call_for_bets("T1")
    assert store.waits == waits + 1
    # The checkpoint knew where the table would end before any of it was written.
    (recorded,) = [json.loads(entry.body)["heads"]["table/T1"] for entry in store.read(CHECKPOINT)]
    (closed,) = [entry for entry in store.read("table/T1") if entry.name == "round-closed"]
    assert recorded == [closed.version, closed.hash]
    floor.check()


# --- one table ------------------------------------------------------------------------------------


class OneTable(Floor):
    """One table with three players who have bought in, on a store that may lose what is written."""

    store: LosingStore

    def __init__(self) -> None:
        super().__init__(LosingStore())
        self.open("mgc-let-it-ride")

    @contextmanager
    def lost(self, error: type[BaseException]) -> Iterator[None]:
        """A block of commands that ends with an error."""
        with pytest.raises(error), self.house.together():
            yield

    def buy_in(self, player: str = "p1", id_: str | None = None, **more: Any) -> Done[Table]:
        return self.give("T1", BuyIn(player, DOLLAR), System(), id_, **more)

    def bought(self, player: str = "p1") -> Money:
        """What somebody has bought in for since the table was opened, as the store has it."""
        events = map(event_of, self.store.read("table/T1"))
        own = [e for e in events if isinstance(e, BoughtIn) and e.player == player]
        return total(event.amount for event in own[1:])

    def wager(self, seat: int, cents: int = 1000, house: House | None = None) -> Done[Table]:
        wager, player = PlaceWager(seat, f"p{seat}", "1", Money(cents)), Player(f"p{seat}")
        house = house or self.house
        return house.give(table_stream("T1"), wager, player, f"bet/{seat}/{cents}")

    def stored(self) -> Table:
        """The table as another process reads it: this one has it just so."""
        found = House(self.store).tables.table("T1")
        assert found == self.table()
        return found


@pytest.fixture
def floor() -> OneTable:
    return OneTable()


@pytest.fixture
def called(floor: OneTable) -> OneTable:
    """The same table, and bets were called for."""
    floor.dealing.call_for_bets("T1")
    return floor


def test_what_is_given_together_waits_once_and_is_told_only_then(called: OneTable) -> None:
    store = called.store
    told: list[tuple[int, Done[Table]]] = []
    called.house.subscribe("table", lambda name, done: told.append((store.waits, done)))
    waits, before = store.waits, store.head("table/T1").version
    with called.house.together():
        given = [called.wager(seat) for seat in (1, 2, 3)]
        assert told == []
        assert store.head("table/T1").version == before
        # Whoever gives them sees what came of each at once.
        assert len(called.table().play.seats) == 3
        assert called.house.tables.version("T1") == given[-1].receipt.written[0].last
    assert store.waits == waits + 1
    assert [after for after, _ in told] == [waits + 1] * 3
    assert [done.events for _, done in told] == [done.events for done in given]
    for _, done in told:
        assert store.receipt(done.receipt.command) == done.receipt
    called.stored()


def test_whoever_reads_the_table_in_between_sees_all_that_was_given(called: OneTable) -> None:
    with called.house.together():
        called.wager(1)
        entries = list(called.house.store.read("table/T1"))
        assert entries[-1].command == "bet/1/1000"
        assert called.store.head("table/T1").version == entries[-1].version


def test_a_long_block_is_written_in_parts(called: OneTable) -> None:
    called.bet("T1")
    called.give("T1", CloseBets())
    waits, before = called.store.waits, len(list(called.store.receipts()))
    with called.house.together():
        called.finish("T1")
    assert len(list(called.store.receipts())) - before >= 15
    assert called.store.waits - waits <= 3
    called.check()


def test_if_somebody_else_was_quicker_all_of_it_is_to_be_given_again(called: OneTable) -> None:
    told: list[Done[Table]] = []
    called.house.subscribe("table", lambda name, done: told.append(done))
    other = House(called.store, called.clock)
    with called.lost(Conflict):
        called.wager(1)
        called.wager(2)
        called.store.before = lambda: called.wager(3, house=other)
    assert told == []
    # The one who was quicker wrote as many entries as were lost: nobody may take them for those.
    assert called.table() == other.tables.table("T1")
    assert set(called.table().play.seats) == {3}
    for seat in (1, 2):
        assert not called.wager(seat).receipt.is_repeat
    called.stored()
    assert len(told) == 2


def test_an_error_made_light_of_within_is_raised_at_the_end(called: OneTable) -> None:
    with called.lost(Unavailable):
        called.wager(1)
        called.wager(2)
        called.store.losses = [AWAY]
        with pytest.raises(Unavailable):
            called.house.tables.refresh("T1")
        assert called.table().play.seats == {}
        # What is given afterwards would build on what is lost.
        with pytest.raises(Unavailable):
            called.wager(3)
    called.stored()
    with called.house.together():
        called.wager(1)
        called.wager(2)
    assert set(called.table().play.seats) == {1, 2}


@pytest.mark.parametrize("error", [RuleBreach, CommandReused])
def test_what_was_given_before_a_refusal_stays(called: OneTable, error: type[PitbossError]) -> None:
    with called.lost(error):
        called.wager(1)
        if error is RuleBreach:
            called.wager(2, 1)
        called.give("T1", CloseBets(), System(), "bet/1/1000")
        called.wager(3)
    assert set(called.stored().play.seats) == {1}
    assert not called.table().play.is_closed_to_bets


# --- sent twice -----------------------------------------------------------------------------------


def test_a_command_given_twice_in_a_block_is_written_once(called: OneTable) -> None:
    first = called.wager(1)
    with called.house.together():
        again = [called.wager(1), called.wager(2), called.wager(2)]
    assert [done.receipt.is_repeat for done in again] == [True, False, True]
    assert again[0].events == first.events
    assert again[2].events == again[1].events
    assert called.store.head("table/T1").version == called.house.tables.version("T1")
    called.stored()


def test_what_is_sent_twice_while_it_waits_is_done_once(floor: OneTable) -> None:
    beside = [Append(stream="beside", drafts=(Draft("note", 1, "", "{}"),), expected=None)]
    with floor.house.together():
        first = floor.buy_in(id_="same")
        again = floor.buy_in(id_="same")
        floor.buy_in("p2", id_="other")
        after = floor.buy_in("p2", id_="other", beside=beside)
    assert not first.receipt.is_repeat
    assert again.receipt.is_repeat
    assert after.receipt.is_repeat
    assert again.events == first.events
    assert floor.bought() == floor.bought("p2") == DOLLAR
    assert floor.store.head("beside").version == 0
    floor.check()


def test_the_id_of_what_waits_is_not_for_anything_else(floor: OneTable) -> None:
    with floor.house.together():
        floor.buy_in(id_="same")
        with pytest.raises(CommandReused):
            floor.buy_in("p2", id_="same")
        floor.buy_in("p3")
    assert [floor.bought(player) for player in ("p1", "p2", "p3")] == [DOLLAR, NOTHING, DOLLAR]


def test_what_was_written_before_is_not_done_again_in_a_block(floor: OneTable) -> None:
    floor.buy_in(id_="same")
    with floor.lost(GivenBefore):
        floor.buy_in(id_="same")
    assert floor.bought() == DOLLAR
    assert floor.house.tables.version("T1") == floor.store.head("table/T1").version


# --- what others are refused by, or dealt from ---------------------------------------------------


def test_nobody_is_refused_by_what_is_not_written(floor: OneTable) -> None:
    with floor.house.together():
        floor.buy_in()
        with pytest.raises(RuleBreach):
            floor.give("T1", CloseBets(), Player("p1"))
        assert floor.bought() == DOLLAR


def test_s10_what_is_refused_in_a_block_that_is_lost_is_noted_once(floor: OneTable) -> None:
    def both() -> None:
        floor.buy_in()
        with pytest.raises(RoleBreach):
            floor.give("T1", BuyIn("p2", DOLLAR), Player("p1"))
        floor.buy_in("p2")

    def noted() -> int:
        return sum(entry.name == name_of(RequestRefused) for entry in floor.store.read("access"))

    with floor.lost(Conflict):
        both()
        floor.store.losses = [CONFLICT]
    assert noted() == 0
    both()
    assert noted() == 1
    with floor.house.together():
        both()
        assert noted() == 1
    assert noted() == 2


def test_what_was_lost_refuses_nothing_to_anybody(floor: OneTable) -> None:
    cash_out = CashOut("p1", BUY_IN)
    with floor.lost(Conflict):
        floor.buy_in("p2")
        floor.give("T1", cash_out)
        floor.store.losses = [CONFLICT]
        with pytest.raises(Conflict):
            floor.give("T1", cash_out, Player("p1"))
    floor.give("T1", cash_out)


def test_cards_come_from_the_seeds_of_whoever_called_after_a_call_was_lost(floor: OneTable) -> None:
    with floor.lost(Unavailable):
        floor.buy_in()
        floor.store.losses = [AWAY]
        floor.dealing.call_for_bets("T1")
    other = House(floor.store, floor.clock)
    Dealer(other, entropy=Random(2).randbytes).call_for_bets("T1")
    floor.bet("T1")
    floor.give("T1", CloseBets())
    floor.finish("T1")
    floor.check()


# --- those who are told ---------------------------------------------------------------------------


def test_whoever_is_told_may_give_commands_at_the_same_table(floor: OneTable) -> None:
    """Each of p1 is answered by one of p2, whatever of the block is half done when it is told."""

    def answer(name: str, done: Done[Table]) -> None:
        if any(isinstance(e, BoughtIn) and e.player == "p1" for e in done.events):
            floor.buy_in("p2")

    floor.house.subscribe("table", answer)
    with floor.house.together():
        for _ in range(MOST + 1):
            floor.buy_in()
        # Seeds are written beside the call, and all that waits with it.
        floor.dealing.call_for_bets("T1")
        floor.bet("T1")
        floor.buy_in()
    floor.give("T1", CloseBets())
    floor.finish("T1")
    assert floor.bought() == floor.bought("p2") == Money((MOST + 2) * DOLLAR.cents)
    floor.check()


def test_one_who_fails_at_being_told_keeps_nothing_from_the_others(floor: OneTable) -> None:
    told: list[str] = []

    def heard(name: str, done: Done[Table]) -> None:
        told.append(done.receipt.command)
        if done.receipt.command == "first":
            raise ZeroDivisionError

    floor.house.subscribe("table", heard)
    with floor.lost(ZeroDivisionError):
        for id_ in ("first", "second", "third"):
            floor.buy_in(id_=id_)
    assert floor.bought() == Money(3 * DOLLAR.cents)
    assert told[0] == "first"
    floor.buy_in(id_="fourth")
    assert told == ["first", "second", "third", "fourth"]


# --- blocks that end otherwise --------------------------------------------------------------------


@pytest.mark.parametrize("loss", [None, *LOSSES])
def test_an_interruption_is_taken_for_nothing_else(floor: OneTable, loss: str | None) -> None:
    """What was given before is written if it can be."""
    with floor.lost(KeyboardInterrupt):
        floor.buy_in()
        floor.buy_in("p2", id_="p2")
        floor.store.losses = [loss]
        raise_signal(SIGINT)
    assert floor.bought() == (DOLLAR if loss in (None, WRITTEN) else NOTHING)
    floor.buy_in("p2", id_="p2")
    assert floor.bought("p2") == DOLLAR


def test_a_block_within_a_block_is_part_of_it(floor: OneTable) -> None:
    told: list[str] = []
    floor.house.subscribe("table", lambda name, done: told.append(done.receipt.command))
    with floor.lost(Unavailable):
        floor.buy_in(id_="outer")
        with floor.house.together():
            floor.buy_in(id_="inner")
        assert not floor.bought()
        floor.store.losses = [AWAY]
    assert not floor.bought()
    assert told == []
    waits = floor.store.waits
    with floor.house.together():
        floor.buy_in(id_="outer")
        with floor.house.together():
            floor.buy_in("p2")
        assert floor.store.waits == waits
    assert floor.store.waits == waits + 1
    assert floor.bought() == floor.bought("p2") == DOLLAR


def test_a_block_of_one_thread_holds_up_no_other(floor: OneTable) -> None:
    floor.open("mgc-let-it-ride", "T2")
    told: list[str] = []
    floor.house.subscribe("table", lambda name, done: told.append(name))

    def beside() -> None:
        floor.give("T2", BuyIn("p1", DOLLAR))

    with floor.house.together():
        floor.buy_in()
        other = Thread(target=beside)
        other.start()
        other.join()
        assert told == ["T2"]
        assert not floor.bought()
    assert told == ["T2", "T1"]
    assert floor.bought() == DOLLAR
