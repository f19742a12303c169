"""What is put off: seen by whoever put it off, unseen by others until it is written whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.errors import Conflict, Unavailable, Unstorable
from pitboss.store import batches
from pitboss.store.batches import MOST, WriteBatch
from pitboss.store.contract import Append, Head, Receipt, Store, Written
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore
from tests.contracts.drafting import append, draft, order
from tests.contracts.gathered import Heard, elsewhere, put_off_two, put_off_what_is_lost

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
]
"""Of something else."""
WRITES = {"append", "append_all", "restore"}


def test_every_way_into_a_store_is_taken_care_of() -> None:
    ways = {name for name in vars(Store) if not name.startswith("_")}
    assert ways == {*READS, *WRITES, "faults", "close"}, "say above how it is to be read or written"
    for name in ways:
        assert callable(vars(WriteBatch).get(name)), f"WriteBatch has no {name}"


def test_what_is_put_off_waits_and_is_written_at_the_end(
    gathering: WriteBatch, beneath: Store, heard: Heard
) -> None:
    gathering.begin()
    receipt = gathering.delay(order(1), [append("new"), append("a", draft(), draft(), expected=1)])
    # Of a stream without an expected version nobody knows yet where it will stand.
    assert receipt == Receipt("command-1", "as given", (Written("a", 2, 3),))
    gathering.delay(order(2), [append("new", expected=1)])
    assert beneath.heads("new") == {}
    assert beneath.head("a").version == 1
    assert heard.written == []
    gathering.end()
    assert beneath.head("a").version == 3
    assert beneath.head("new").version == 2
    assert heard.written == [["1", "2"]]
    assert heard.receipts == [beneath.receipt("command-1"), beneath.receipt("command-2")]
    assert heard.losses == 0


@pytest.mark.parametrize("how", READS)
def test_whoever_reads_sees_what_waits_for_it(
    gathering: WriteBatch, beneath: Store, heard: Heard, how: str
) -> None:
    waiting = READS[how]
    before = waiting(beneath)
    put_off_two(gathering)
    found = waiting(gathering)
    assert found == waiting(beneath) != before
    assert heard.written == [["1", "2"]]
    # Once written it is not written again, and what follows waits anew.
    assert waiting(gathering) == found
    gathering.delay(order(3), [append("new", expected=1)])
    assert heard.written == [["1", "2"]]
    gathering.end()
    assert heard.written == [["1", "2"], ["3"]]


@pytest.mark.parametrize("look", OTHERS)
def test_whoever_reads_something_else_has_nothing_written(
    memory: WriteBatch, heard: Heard, look: Look
) -> None:
    put_off_two(memory)
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
    put_off_two(memory)
    assert elsewhere(lambda: waiting(memory)) == before
    assert heard.written == []
    memory.end()
    assert elsewhere(lambda: waiting(memory)) != before


def test_other_threads_write_as_if_nothing_waited(memory: WriteBatch, heard: Heard) -> None:
    put_off_two(memory)
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


def test_what_is_put_off_on_hearing_of_another_is_written_too(heard: Heard) -> None:
    def answer(receipts: Sequence[Receipt]) -> None:
        heard.note(receipts)
        if len(heard.written) == 1:
            gathering.delay(order(2), [append("answer")])

    gathering = WriteBatch(MemoryStore(), written=answer, lost=heard.lose)
    gathering.begin()
    gathering.delay(order(1), [append("a")])
    gathering.end()
    assert heard.written == [["1"], ["2"]]
    assert gathering.store.streams() == ["a", "answer"]


def test_the_end_of_what_waits_is_known_before_it_is_written(
    gathering: WriteBatch, beneath: Store, heard: Heard
) -> None:
    gathering.begin()
    gathering.delay(order(1), [append("a", expected=1)])
    gathering.delay(order(2), [append("a", draft(), draft(), expected=2)])
    gathering.delay(order(3), [append("fresh", expected=0)])
    ends = gathering.ends_of(["b", "a", "fresh", "nothing yet"])
    assert heard.written == []
    assert elsewhere(lambda: gathering.ends_of(["a", "fresh"])) == beneath.heads_of(["a"])
    gathering.end()
    assert {stream: end.version for stream, end in ends.items()} == {"b": 1, "a": 4, "fresh": 1}
    assert ends == beneath.heads_of(["b", "a", "fresh"]) == gathering.ends_of(["b", "a", "fresh"])
    # Somebody else may have written since.
    beneath.append(order("other"), [append("a")])
    gathering.begin()
    gathering.delay(order(4), [append("a", expected=5)])
    ends = gathering.ends_of(["a"])
    assert heard.written == [["1", "2", "3"]]
    gathering.end()
    assert ends == beneath.heads_of(["a"])


def test_an_end_that_nobody_knows_before_it_is_written_is_written(
    memory: WriteBatch, heard: Heard
) -> None:
    put_off_two(memory)
    ends = memory.ends_of(["a", "new"])
    assert heard.written == [["1", "2"]]
    assert ends == memory.store.heads_of(["a", "new"])
    memory.delay(order(3), [append("a", expected=4)])
    memory.delay(order(4), [append("a")])
    ends = memory.ends_of(["a"])
    assert heard.written == [["1", "2"], ["3", "4"]]
    assert ends == memory.store.heads_of(["a"])
    memory.end()


def test_after_a_loss_ends_are_asked_for_again(memory: WriteBatch, heard: Heard) -> None:
    put_off_what_is_lost(memory)
    with pytest.raises(Conflict):
        memory.end()
    memory.begin()
    memory.delay(order(1), [append("new", expected=0)])
    memory.delay(order(2), [append("a", expected=2)])
    ends = memory.ends_of(["a", "new"])
    assert heard.written == []
    memory.end()
    assert ends == memory.store.heads_of(["a", "new"])


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
    gathering = WriteBatch(store, written=heard.note, lost=heard.lose)
    gathering.begin()
    gathering.delay(order(1), [append("a", expected=1)])
    with pytest.raises(AssertionError, match="nothing to write to a"):
        gathering.delay(order(2), [Append(stream="a", drafts=(), expected=2)])
    gathering.delay(order(3), [append("a", expected=2)])
    store.lost = "b"
    with pytest.raises(Unavailable):
        gathering.delay(order(2), [append("a", expected=3), append("b", expected=1)])
    gathering.delay(order(4), [append("a", expected=3)])
    ends = gathering.ends_of(["a"])
    gathering.end()
    assert ends == store.heads_of(["a"])
    assert (heard.written, heard.losses) == ([["1", "3", "4"]], 0)


def test_where_one_wrote_oneself_nobody_is_asked(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Asked()
    gathering = WriteBatch(store, written=heard.note, lost=heard.lose)
    gathering.begin()
    gathering.delay(order(1), [append("a", expected=0)])
    gathering.append(order(2), [append("a", expected=1), append("beside")])
    gathering.append(order(3), [append("a", expected=2), append("b", expected=0)])
    assert gathering.append(order(3), [append("a", expected=2), append("b", expected=0)]).is_repeat
    gathering.end()
    assert store.asked == ["a"]
    monkeypatch.setattr(batches, "REMEMBERED", 1)
    gathering.begin()
    gathering.delay(order(4), [append("a", expected=3)])
    gathering.delay(order(5), [append("b", expected=1)])
    gathering.end()
    assert store.asked == ["a", "a", "b"], "of what was given again nobody knows where it stands"
    gathering.begin()
    gathering.delay(order(6), [append("a", expected=4)])
    gathering.end()
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
    gathering, said = file
    put_off_two(gathering)
    receipt = gathering.append(order(3), [append("b", expected=1), append("a")])
    assert receipt.written == (Written("b", 2, 2), Written("a", 5, 5))
    assert said.count("COMMIT") == 1
    # Who appends has the answer, and so only what was put off is told.
    assert heard.written == [["1", "2"]]
    gathering.append(order(4), [append("b", expected=2)])
    gathering.end()
    assert said.count("COMMIT") == 2
    assert heard.written == [["1", "2"]]


def test_a_group_and_what_waits_are_both_written(memory: WriteBatch, heard: Heard) -> None:
    put_off_two(memory)
    memory.append_all([(order(3), [append("a", expected=4)]), (order(4), [append("b")])])
    assert heard.written == [["1", "2"]]
    assert memory.store.head("a").version == 5
    memory.end()


def test_text_that_cannot_be_kept_is_refused_and_loses_nothing(
    memory: WriteBatch, heard: Heard
) -> None:
    put_off_two(memory)
    for give in (memory.delay, memory.append):
        with pytest.raises(Unstorable):
            give(order("bad"), [append("a", draft(body="\0"))])
    assert not memory.has_failed
    memory.end()
    assert (heard.written, heard.losses) == ([["1", "2"]], 0)


def test_who_gives_a_known_command_at_once_gets_its_receipt(memory: WriteBatch) -> None:
    memory.begin()
    assert memory.append(order("first"), [append("a"), append("b")]).is_repeat
    memory.end()


def test_one_gathers_at_a_time(memory: WriteBatch) -> None:
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
    memory.end()


def test_whoever_has_not_begun_writes_and_reads_as_ever(memory: WriteBatch, heard: Heard) -> None:
    memory.append(order(1), [append("a")])
    memory.append_all([(order(2), [append("a")]), (order(3), [append("a")])])
    assert memory.head("a") == memory.store.head("a")
    assert memory.head("a").version == 4
    assert heard.written == []
