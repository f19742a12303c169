"""All stores beside a plain model: whatever is asked in whatever order, they say the same."""

from __future__ import annotations

import itertools
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from pitboss.errors import CommandReused, Conflict
from pitboss.store.contract import Append, Given, Receipt, Store
from pitboss.store.memory import MemoryStore
from pitboss.store.opening import open_store
from pitboss.store.postgres import PostgresStore
from pitboss.store.sqlite import SqliteStore
from tests.contracts.drafting import draft, order

STREAMS = ["a", "b", "table/1", "é"]
_appends = st.lists(
    st.tuples(
        st.sampled_from(STREAMS),
        # How far off the writer is: mostly right, or not looking.
        st.sampled_from([0, 0, 0, None, None, -1, 1]),
        st.lists(st.sampled_from(["x", "y", "z"]), min_size=1, max_size=3),
    ),
    max_size=3,
    unique_by=lambda one: one[0],
)
_commands = st.fixed_dictionaries(
    {
        "command": st.integers(0, 12),
        "asked": st.sampled_from(["one", "one", "one", "two"]),
        "appends": _appends,
    }
)
_runs = itertools.count(1)


class Model:
    """What a store is, without any of what makes one hard."""

    def __init__(self) -> None:
        self.streams: dict[str, list[tuple[str, str]]] = {}
        self.commands: dict[str, tuple[str, list[tuple[str, int, int]]]] = {}

    def append(self, command: str, asked: str, appends: list[Append]) -> tuple[object, ...]:
        if command in self.commands:
            known, written = self.commands[command]
            return ("again", written) if known == asked else ("reused",)
        for one in appends:
            found = len(self.streams.get(one.stream, []))
            if one.expected not in (None, found):
                return ("conflict", one.stream, found)
        written = []
        for one in appends:
            stream = self.streams.setdefault(one.stream, [])
            first = len(stream) + 1
            stream += [(each.name, each.tag) for each in one.drafts]
            written.append((one.stream, first, len(stream)))
        self.commands[command] = (asked, written)
        return ("written", written)


def answers(store: Store, group: list[Given]) -> list[Receipt | BaseException]:
    """What a store says to commands that come together, or one by one where nobody waits."""
    if isinstance(store, SqliteStore | PostgresStore) and len(group) > 1:
        return list(store._append_together(group))
    said: list[Receipt | BaseException] = []
    for given, appends in group:
        try:
            said.append(store.append(given, appends))
        except (Conflict, CommandReused) as error:
            said.append(error)
    return said


def in_words(answer: Receipt | BaseException) -> tuple[object, ...]:
    """What a store says, in the model's words."""
    if isinstance(answer, Conflict):
        return ("conflict", answer.stream, answer.found)
    if isinstance(answer, CommandReused):
        return ("reused",)
    assert isinstance(answer, Receipt)
    written = [(place.stream, place.first, place.last) for place in answer.written]
    return ("again" if answer.is_repeat else "written", written)


class Stores(RuleBasedStateMachine):
    """Every kind of store, each opened twice, as by two processes."""

    urls: tuple[str, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        # One database serves all runs: names begin with the number of the run.
        self.run = f"{next(_runs)}/"
        memory = MemoryStore()
        self.stores: list[tuple[Store, Store]] = [(memory, memory)]
        self.stores += [(open_store(url), open_store(url)) for url in self.urls]
        self.model = Model()

    def teardown(self) -> None:
        for pair in self.stores:
            for store in pair:
                store.close()

    @rule(group=st.lists(_commands, min_size=1, max_size=4), who=st.integers(0, 1))
    def append(self, group: list[dict[str, Any]], who: int) -> None:
        """One command, or several that come together: each sees what those before it wrote."""
        given: list[Given] = []
        expected = []
        for one in group:
            an_order = order(f"{self.run}{one['command']}", asked=one["asked"])
            appends = [self._append(*each) for each in one["appends"]]
            given.append((an_order, appends))
            expected.append(self.model.append(an_order.id, an_order.asked, appends))
        for pair in self.stores:
            assert [in_words(answer) for answer in answers(pair[who], given)] == expected

    def _append(self, stream: str, off: int | None, names: list[str]) -> Append:
        end = len(self.model.streams.get(self.run + stream, []))
        return Append(
            stream=self.run + stream,
            drafts=tuple(draft(name, tag=name.strip("x")) for name in names),
            expected=None if off is None else max(0, end + off),
        )

    @rule(
        stream=st.sampled_from(STREAMS),
        after=st.integers(0, 6),
        upto=st.none() | st.integers(0, 8),
        tag=st.sampled_from([None, "", "y"]),
        name=st.sampled_from(["x", "y", "never"]),
    )
    def read(self, stream: str, after: int, upto: int | None, tag: str | None, name: str) -> None:
        stream = self.run + stream
        all_of_it = list(enumerate(self.model.streams.get(stream, []), start=1))
        expected = [
            (version, *said)
            for version, said in all_of_it
            if after < version <= (upto if upto is not None else version) and tag in (None, said[1])
        ]
        latest = max((version for version, said in all_of_it if said[0] == name), default=None)
        for pair in self.stores:
            entries = list(pair[0].read(stream, after=after, upto=upto, tag=tag))
            assert [(entry.version, entry.name, entry.tag) for entry in entries] == expected
            found = pair[1].last(stream, name)
            assert (found and found.version) == latest

    @invariant()
    def same_ends(self) -> None:
        heads = [pair[1].heads(self.run) for pair in self.stores]
        assert all(other == heads[0] for other in heads)
        assert {name: head.version for name, head in heads[0].items()} == {
            name: len(said) for name, said in self.model.streams.items()
        }
        for pair in self.stores:
            assert pair[0].streams(self.run) == sorted(self.model.streams)

    @invariant()
    def same_receipts(self) -> None:
        for command, (asked, written) in self.model.commands.items():
            for pair in self.stores:
                receipt = pair[0].receipt(command)
                assert receipt is not None
                assert receipt.asked == asked
                assert [(p.stream, p.first, p.last) for p in receipt.written] == written


@pytest.mark.slow
def test_every_store_does_what_the_model_does(tmp_path: Path, postgres_url: str) -> None:
    file = str(tmp_path / "pitboss.db")

    class Ours(Stores):
        urls = (file, postgres_url)

    run_state_machine_as_test(
        Ours, settings=settings(max_examples=12, stateful_step_count=20, deadline=None)
    )
    # All that was ever written, by all runs together, is whole.
    with closing(open_store(file)) as one, closing(open_store(postgres_url)) as other:
        assert one.heads() == other.heads()
        for stream in one.streams():
            assert list(one.read(stream)) == list(other.read(stream))
        assert list(one.receipts()) == list(other.receipts())
