"""What was put off and could not be written: all of it is lost, and nobody can overlook it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from pitboss.errors import CommandReused, Conflict, GivenBefore, StoreError
from pitboss.store.batches import MOST, WriteBatch
from pitboss.store.contract import Order, Store
from tests.contracts.drafting import append, order
from tests.contracts.gathered import Heard, elsewhere, put_off_two, put_off_what_is_lost


@pytest.mark.parametrize(
    "find_out",
    [
        lambda g: g.head("a"),
        lambda g: list(g.receipts()),
        lambda g: g.append(order("more"), [append("b")]),
        lambda g: g.append_all([(order("more"), [append("b")])]),
        lambda g: g.restore([], []),
        lambda g: [g.delay(order(f"own/{n}"), [append(f"own/{n}")]) for n in range(MOST)],
    ],
)
def test_after_a_loss_nothing_is_taken_until_the_end_says_so(
    gathering: WriteBatch, beneath: Store, heard: Heard, find_out: Callable[[WriteBatch], object]
) -> None:
    put_off_what_is_lost(gathering)
    before = beneath.heads()
    with pytest.raises(Conflict) as first:
        find_out(gathering)
    # Told at once, and once.
    assert heard.losses == 1
    assert gathering.has_failed
    refusals: list[Callable[[], object]] = [
        lambda: gathering.delay(order(3), [append("b")]),
        lambda: gathering.append(order(3), [append("b")]),
        lambda: gathering.append_all([(order(3), [append("b")])]),
        lambda: gathering.append_all([]),
        lambda: gathering.restore([], []),
        gathering.end,
    ]
    for refused in refusals:
        with pytest.raises(Conflict) as again:
            refused()
        assert again.value is first.value
    assert (heard.losses, heard.written) == (1, [])
    assert beneath.heads() == before
    # It is over: what was lost can be given again, decided anew.
    gathering.begin()
    gathering.delay(order(1), [append("new", expected=0)])
    gathering.delay(order(2), [append("a", expected=2)])
    gathering.end()
    assert (heard.losses, heard.written) == (1, [["1", "2"]])


def test_reading_after_a_loss_finds_what_there_is(memory: WriteBatch) -> None:
    put_off_what_is_lost(memory)
    with suppress(Conflict):
        memory.head("a")
    assert memory.head("a").version == 2
    assert memory.streams() == ["a", "b"]
    with pytest.raises(Conflict):
        memory.end()


def test_a_loss_is_nothing_to_other_threads(memory: WriteBatch) -> None:
    put_off_what_is_lost(memory)
    with suppress(Conflict):
        memory.head("a")
    assert not elsewhere(lambda: memory.has_failed)
    elsewhere(lambda: memory.append(order("x"), [append("x")]))
    elsewhere(lambda: memory.append_all([(order("y"), [append("y")])]))
    assert memory.streams() == ["a", "b", "x", "y"]
    with pytest.raises(Conflict):
        memory.end()


def test_what_is_lost_at_the_very_end_is_said_there(memory: WriteBatch, heard: Heard) -> None:
    put_off_what_is_lost(memory)
    with pytest.raises(Conflict):
        memory.end()
    assert (heard.losses, heard.written) == (1, [])
    assert memory.store.streams() == ["a", "b"]
    assert not memory.is_active
    memory.begin()
    memory.end()
    assert heard.losses == 1


def test_a_conflict_of_who_appends_loses_what_waits(memory: WriteBatch, heard: Heard) -> None:
    put_off_two(memory)
    with pytest.raises(Conflict):
        memory.append(order(3), [append("b", expected=7)])
    assert (heard.losses, heard.written) == (1, [])
    with pytest.raises(Conflict):
        memory.end()
    # With nothing waiting it is nobody's loss.
    memory.begin()
    with pytest.raises(Conflict):
        memory.append(order(3), [append("b", expected=7)])
    memory.end()
    assert heard.losses == 1


@pytest.mark.parametrize(
    ("waiting", "kind"),
    [
        ([order("first")], GivenBefore),
        ([order("first", asked="something else")], CommandReused),
        ([order(1), order("first")], GivenBefore),
    ],
)
def test_a_repeat_among_what_waits_is_a_loss(
    gathering: WriteBatch,
    beneath: Store,
    heard: Heard,
    waiting: list[Order],
    kind: type[StoreError],
) -> None:
    before = beneath.heads()
    gathering.begin()
    for one in waiting:
        assert not gathering.delay(one, [append("b")]).is_repeat
    with pytest.raises(kind):
        gathering.end()
    assert (heard.losses, heard.written) == (1, [])
    assert beneath.heads() == before
