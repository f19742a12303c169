"""A batch of one thread: no other sees it until it is written whole, or it is lost whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

from pitboss.errors import CommandReused, Conflict, GivenBefore, StoreError, Unavailable, Unstorable
from pitboss.store import batches
from pitboss.store.batches import MOST, WriteBatch
from pitboss.store.contract import Append, Head, Order, Receipt, Store, Written
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore
from tests.contracts.samples import (
    Heard,
    append,
    delay_and_lose,
    delay_two,
    draft,
    elsewhere,
    order,
)

Look = Callable[[Store], object]

READS: dict[str, Look] = {
    "read": lambda s: list(s.read("a")),
    "read_on": lambda s: list(s.read_on({"b": 0, "a": 1})),
    "scan": lambda s: list(s.scan("a")),
    "head": lambda s: s.head("a"),
    "heads_of": lambda s: s.heads_of(["b", "a"]),
    "heads": lambda s: s.heads(),
    "scan_ends": lambda s: s.scan_ends(),
    "last": lambda s: s.last("a", "WagerPlaced"),
    "streams": lambda s: s.streams("new"),
    "receipt": lambda s: s.receipt("command-1"),
    "receipts": lambda s: list(s.receipts()),
}
"""Each way of reading, of what waits in these tests."""

OTHERS: list[Look] = [
    lambda s: list(s.read("b")),
    lambda s: list(s.read_on({"b": 0})),
    lambda s: list(s.read_on({})),
    lambda s: list(s.scan("b")),
    lambda s: s.head("b"),
    lambda s: s.heads_of(["b"]),
    lambda s: s.heads_of([]),
    lambda s: s.heads("b"),
    lambda s: s.heads("nothing begins so"),
    lambda s: s.last("b", "WagerPlaced"),
    lambda s: s.streams("b"),
    lambda s: s.streams("nothing begins so"),
    lambda s: s.receipt("command-first"),
    lambda s: s.receipt("command-unheard-of"),
    lambda s: s.faults(),
    lambda s: s.check_kept(),
]
"""Of something else."""
WRITES = {"append", "append_all", "restore"}


def test_every_way_into_a_store_is_taken_care_of() -> None:
    ways = {name for name in vars(Store) if not name.startswith("_")}
    others = {"faults", "check_kept", "close"}
    assert ways == {*READS, *WRITES, *others}, "say above how it is to be read or written"
    for name in ways:
        assert callable(vars(WriteBatch).get(name)), f"WriteBatch has no {name}"


def test_what_is_delayed_waits_and_is_written_at_the_end(
    batch: WriteBatch, beneath: Store, heard: Heard
) -> None:
    batch.begin()
    receipt = batch.delay(order(1), [append("new"), append("a", draft(), draft(), expected=1)])
    # Of a stream without an expected version nobody knows yet where it will stand.
    assert receipt == Receipt("command-1", "as given", (Written("a", 2, 3),))
    batch.delay(order(2), [append("new", expected=1)])
    assert beneath.heads("new") == {}
    assert beneath.head("a").version == 1
    assert heard.written == []
    batch.end()
    assert beneath.head("a").version == 3
    assert beneath.head("new").version == 2
    assert heard.written == [["1", "2"]]
    assert heard.receipts == [beneath.receipt("command-1"), beneath.receipt("command-2")]
    assert heard.losses == 0


@pytest.mark.parametrize("how", READS)
def test_whoever_reads_sees_what_waits_for_it(
    batch: WriteBatch, beneath: Store, heard: Heard, how: str
) -> None:
    waiting = READS[how]
    before = waiting(beneath)
    delay_two(batch)
    found = waiting(batch)
    assert found == waiting(beneath) != before
    assert heard.written == [["1", "2"]]
    # Once written it is not written again, and what follows waits anew.
    assert waiting(batch) == found
    batch.delay(order(3), [append("new", expected=1)])
    assert heard.written == [["1", "2"]]
    batch.end()
    assert heard.written == [["1", "2"], ["3"]]


@pytest.mark.parametrize("look", OTHERS)
def test_whoever_reads_something_else_has_nothing_written(
    memory: WriteBatch, heard: Heard, look: Look
) -> None:
    delay_two(memory)
    assert look(memory) == look(memory.store)
    assert heard.written == []
    memory.end()


def test_a_command_that_writes_to_no_stream_is_seen_too(memory: WriteBatch) -> None:
    memory.begin()
    memory.delay(order(1), [])
    assert "command-1" in [receipt.command for receipt in memory.receipts()]
    memory.delay(order(2), [])
    assert memory.receipt("command-2") is not None
    memory.end()


@pytest.mark.parametrize("how", READS)
def test_other_threads_see_what_is_durable_and_have_nothing_written(
    memory: WriteBatch, heard: Heard, how: str
) -> None:
    waiting = READS[how]
    before = waiting(memory)
    delay_two(memory)
    assert elsewhere(lambda: waiting(memory)) == before
    assert heard.written == []
    memory.end()
    assert elsewhere(lambda: waiting(memory)) != before


def test_other_threads_write_as_if_nothing_waited(memory: WriteBatch, heard: Heard) -> None:
    delay_two(memory)
    elsewhere(lambda: memory.append(order("x"), [append("x")]))
    elsewhere(lambda: memory.append_all([(order("y"), [append("y")])]))
    assert memory.store.streams() == ["a", "b", "x", "y"]
    assert heard.written == []
    with pytest.raises(AssertionError, match="no batch is open"):
        elsewhere(lambda: memory.delay(order("z"), [append("z")]))
    memory.end()


def test_a_long_queue_is_written_before_it_grows(memory: WriteBatch, heard: Heard) -> None:
    memory.begin()
    for number in range(MOST):
        memory.delay(order(number), [append("new", expected=number)])
    assert heard.written == []
    memory.delay(order("more"), [append("new", expected=MOST)])
    assert heard.written == [[str(number) for number in range(MOST)]]
    assert memory.store.head("new").version == MOST
    memory.end()
    assert memory.store.head("new").version == MOST + 1


def test_what_is_delayed_on_hearing_of_another_is_written_too(heard: Heard) -> None:
    def answer(receipts: Sequence[Receipt]) -> None:
        heard.note(receipts)
        if len(heard.written) == 1:
            batch.delay(order(2), [append("answer")])

    batch = WriteBatch(MemoryStore(), written=answer, lost=heard.lose)
    batch.begin()
    batch.delay(order(1), [append("a")])
    batch.end()
    assert heard.written == [["1"], ["2"]]
    assert batch.store.streams() == ["a", "answer"]


def test_the_end_of_what_waits_is_known_before_it_is_written(
    batch: WriteBatch, beneath: Store, heard: Heard
) -> None:
    batch.begin()
    batch.delay(order(1), [append("a", expected=1)])
    batch.delay(order(2), [append("a", draft(), draft(), expected=2)])
    batch.delay(order(3), [append("fresh", expected=0)])
    ends = batch.ends_of(["b", "a", "fresh", "nothing yet"])
    assert heard.written == []
    assert elsewhere(lambda: batch.ends_of(["a", "fresh"])) == beneath.heads_of(["a"])
    batch.end()
    assert {stream: end.version for stream, end in ends.items()} == {"b": 1, "a": 4, "fresh": 1}
    assert ends == beneath.heads_of(["b", "a", "fresh"]) == batch.ends_of(["b", "a", "fresh"])
    # Somebody else may have written since.
    beneath.append(order("other"), [append("a")])
    batch.begin()
    batch.delay(order(4), [append("a", expected=5)])
    ends = batch.ends_of(["a"])
    assert heard.written == [["1", "2", "3"]]
    batch.end()
    assert ends == beneath.heads_of(["a"])


def test_an_end_that_nobody_knows_before_it_is_written_is_written(
    memory: WriteBatch, heard: Heard
) -> None:
    delay_two(memory)
    ends = memory.ends_of(["a", "new"])
    assert heard.written == [["1", "2"]]
    assert ends == memory.store.heads_of(["a", "new"])
    memory.delay(order(3), [append("a", expected=4)])
    memory.delay(order(4), [append("a")])
    ends = memory.ends_of(["a"])
    assert heard.written == [["1", "2"], ["3", "4"]]
    assert ends == memory.store.heads_of(["a"])
    memory.end()


class Asked(MemoryStore):
    """A store that counts how often it is asked for an end, and cannot be reached for one."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.lost = ""

    def head(self, stream: str) -> Head:
        self.asked.append(stream)
        if stream == self.lost:
            raise Unavailable("It cannot be reached. Try again.")
        return super().head(stream)


def test_what_fails_half_way_leaves_no_end_behind(heard: Heard) -> None:
    store = Asked()
    store.append(order("first"), [append("a"), append("b")])
    batch = WriteBatch(store, written=heard.note, lost=heard.lose)
    batch.begin()
    batch.delay(order(1), [append("a", expected=1)])
    with pytest.raises(AssertionError, match="nothing to write to a"):
        batch.delay(order(2), [Append(stream="a", drafts=(), expected=2)])
    batch.delay(order(3), [append("a", expected=2)])
    store.lost = "b"
    with pytest.raises(Unavailable):
        batch.delay(order(2), [append("a", expected=3), append("b", expected=1)])
    batch.delay(order(4), [append("a", expected=3)])
    ends = batch.ends_of(["a"])
    batch.end()
    assert ends == store.heads_of(["a"])
    assert (heard.written, heard.losses) == ([["1", "3", "4"]], 0)


def test_where_one_wrote_oneself_nobody_is_asked(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Asked()
    batch = WriteBatch(store, written=heard.note, lost=heard.lose)
    batch.begin()
    batch.delay(order(1), [append("a", expected=0)])
    batch.append(order(2), [append("a", expected=1), append("beside")])
    batch.append(order(3), [append("a", expected=2), append("b", expected=0)])
    assert batch.append(order(3), [append("a", expected=2), append("b", expected=0)]).is_repeat
    batch.end()
    assert store.asked == ["a"]
    monkeypatch.setattr(batches, "REMEMBERED", 1)
    batch.begin()
    batch.delay(order(4), [append("a", expected=3)])
    batch.delay(order(5), [append("b", expected=1)])
    batch.end()
    assert store.asked == ["a", "a", "b"], "of what was given again nobody knows where it stands"
    batch.begin()
    batch.delay(order(6), [append("a", expected=4)])
    batch.end()
    assert store.asked == ["a", "a", "b", "a"], "too many to keep in mind"
    assert [entry.version for entry in store.read("a")] == [1, 2, 3, 4, 5]


@pytest.fixture
def file(tmp_path: Path, heard: Heard) -> Iterator[tuple[WriteBatch, list[str]]]:
    """One on a file, and every statement that is executed there."""
    said: list[str] = []
    with closing(SqliteStore(tmp_path / "pitboss.db")) as store:
        store.append(order("first"), [append("a"), append("b")])
        store._connection.set_trace_callback(said.append)
        yield WriteBatch(store, written=heard.note, lost=heard.lose), said


def test_who_appends_has_what_waits_written_along_in_one_go(
    file: tuple[WriteBatch, list[str]], heard: Heard
) -> None:
    batch, said = file
    delay_two(batch)
    receipt = batch.append(order(3), [append("b", expected=1), append("a")])
    assert receipt.written == (Written("b", 2, 2), Written("a", 5, 5))
    assert said.count("COMMIT") == 1
    # Who appends has the answer, and so only what was delayed is told.
    assert heard.written == [["1", "2"]]
    batch.append(order(4), [append("b", expected=2)])
    batch.end()
    assert said.count("COMMIT") == 2
    assert heard.written == [["1", "2"]]


def test_a_group_and_what_waits_are_both_written(memory: WriteBatch, heard: Heard) -> None:
    delay_two(memory)
    memory.append_all([(order(3), [append("a", expected=4)]), (order(4), [append("b")])])
    assert heard.written == [["1", "2"]]
    assert memory.store.head("a").version == 5
    memory.end()


def test_text_that_cannot_be_kept_is_refused_and_loses_nothing(
    memory: WriteBatch, heard: Heard
) -> None:
    delay_two(memory)
    for give in (memory.delay, memory.append):
        with pytest.raises(Unstorable):
            give(order("bad"), [append("a", draft(body="\0"))])
    assert not memory.has_failed
    memory.end()
    assert (heard.written, heard.losses) == ([["1", "2"]], 0)


def test_one_batch_at_a_time(memory: WriteBatch) -> None:
    with pytest.raises(AssertionError, match="no batch is open"):
        memory.delay(order(1), [append("a")])
    memory.begin()
    with pytest.raises(AssertionError, match="another batch is open"):
        memory.begin()
    with pytest.raises(AssertionError, match="another batch is open"):
        elsewhere(memory.begin)
    with pytest.raises(AssertionError, match="no batch is open"):
        elsewhere(memory.end)
    assert (memory.is_active, elsewhere(lambda: memory.is_active)) == (True, False)
    memory.end()
    assert (memory.is_active, elsewhere(lambda: memory.is_active)) == (False, False)
    memory.begin()
    assert memory.append(order("first"), [append("a"), append("b")]).is_repeat
    memory.end()


def test_whoever_has_not_begun_writes_and_reads_as_ever(memory: WriteBatch, heard: Heard) -> None:
    memory.append(order(1), [append("a")])
    memory.append_all([(order(2), [append("a")]), (order(3), [append("a")])])
    assert memory.head("a") == memory.store.head("a")
    assert memory.head("a").version == 4
    assert heard.written == []


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
    batch: WriteBatch, beneath: Store, heard: Heard, find_out: Callable[[WriteBatch], object]
) -> None:
    delay_and_lose(batch)
    before = beneath.heads()
    with pytest.raises(Conflict) as first:
        find_out(batch)
    # Told at once, and once.
    assert heard.losses == 1
    assert batch.has_failed
    refusals: list[Callable[[], object]] = [
        lambda: batch.delay(order(3), [append("b")]),
        lambda: batch.append(order(3), [append("b")]),
        lambda: batch.append_all([(order(3), [append("b")])]),
        lambda: batch.append_all([]),
        lambda: batch.restore([], []),
        batch.end,
    ]
    for refused in refusals:
        with pytest.raises(Conflict) as again:
            refused()
        assert again.value is first.value
    assert (heard.losses, heard.written) == (1, [])
    assert beneath.heads() == before
    # It is over: what was lost can be given again, decided anew.
    batch.begin()
    batch.delay(order(1), [append("new", expected=0)])
    batch.delay(order(2), [append("a", expected=2)])
    batch.end()
    assert (heard.losses, heard.written) == (1, [["1", "2"]])


def test_reading_after_a_loss_finds_what_there_is(memory: WriteBatch) -> None:
    delay_and_lose(memory)
    with suppress(Conflict):
        memory.head("a")
    assert memory.head("a").version == 2
    assert memory.streams() == ["a", "b"]
    with pytest.raises(Conflict):
        memory.end()


def test_a_loss_is_nothing_to_other_threads(memory: WriteBatch) -> None:
    delay_and_lose(memory)
    with suppress(Conflict):
        memory.head("a")
    assert not elsewhere(lambda: memory.has_failed)
    elsewhere(lambda: memory.append(order("x"), [append("x")]))
    elsewhere(lambda: memory.append_all([(order("y"), [append("y")])]))
    assert memory.streams() == ["a", "b", "x", "y"]
    with pytest.raises(Conflict):
        memory.end()


def test_what_is_lost_at_the_very_end_is_said_there(memory: WriteBatch, heard: Heard) -> None:
    delay_and_lose(memory)
    with pytest.raises(Conflict):
        memory.end()
    assert (heard.losses, heard.written) == (1, [])
    assert memory.store.streams() == ["a", "b"]
    assert not memory.is_active
    memory.begin()
    memory.end()
    assert heard.losses == 1


def test_a_conflict_of_who_appends_loses_what_waits(memory: WriteBatch, heard: Heard) -> None:
    delay_two(memory)
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
    batch: WriteBatch,
    beneath: Store,
    heard: Heard,
    waiting: list[Order],
    kind: type[StoreError],
) -> None:
    before = beneath.heads()
    batch.begin()
    for one in waiting:
        assert not batch.delay(one, [append("b")]).is_repeat
    with pytest.raises(kind):
        batch.end()
    assert (heard.losses, heard.written) == (1, [])
    assert beneath.heads() == before
