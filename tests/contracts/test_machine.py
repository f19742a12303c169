"""All stores beside a plain model: whatever is asked in whatever order, they say the same."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from pitboss.errors import CommandReused, Conflict, GivenBefore, StoreError
from pitboss.store.addresses import open_store
from pitboss.store.contract import Append, Receipt, Store, Write
from pitboss.store.memory import MemoryStore
from pitboss.store.postgres import PostgresStore
from pitboss.store.sqlite import SqliteStore
from tests.contracts.samples import draft, order

STREAMS = ["a", "b", "table/1", "é"]


def _commands(most: int, off: list[int | None]) -> st.SearchStrategy[dict[str, Any]]:
    """Commands with ids up to so many, by writers who are so far off."""
    appends = st.tuples(
        st.sampled_from(STREAMS),
        st.sampled_from(off),
        st.lists(st.sampled_from(["x", "y", "z"]), min_size=1, max_size=3),
    )
    return st.fixed_dictionaries(
        {
            "command": st.integers(0, most),
            "asked": st.sampled_from(["one", "one", "one", "two"]),
            "appends": st.lists(appends, max_size=3, unique_by=lambda one: one[0]),
        }
    )


# Mostly right, or not looking.
_ALONE = _commands(12, [0, 0, 0, None, None, -1, 1])
# One mistake is a mistake of all: there are fewer, so that most groups are written.
_TOGETHER = _commands(200, [*[0, None] * 8, -1, 1])
_runs = itertools.count(1)


class Model:
    """What a store is, without any of what makes one hard."""

    def __init__(self) -> None:
        self.streams: dict[str, list[tuple[str, str]]] = {}
        self.commands: dict[str, tuple[str, list[tuple[str, int, int]]]] = {}

    def append(self, command: str, asked: str, appends: Sequence[Append]) -> tuple[object, ...]:
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

    def copy(self) -> Model:
        other = Model()
        other.streams = {name: list(stream) for name, stream in self.streams.items()}
        other.commands = dict(self.commands)
        return other


def answers(store: Store, group: list[Write]) -> list[Receipt | BaseException]:
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
        assert f"{answer.stream} is at {answer.found}, not at {answer.expected}" in str(answer)
        return ("conflict", answer.stream, answer.found)
    if isinstance(answer, CommandReused):
        assert "was given before" in str(answer)
        return ("reused",)
    if isinstance(answer, GivenBefore):
        assert str(answer) == (
            f"Command '{answer.command}' was given before, and so nothing that came together with "
            "it now was written. Give each command by itself."
        )
        return ("given before", answer.command)
    assert isinstance(answer, Receipt)
    written = [(place.stream, place.first, place.last) for place in answer.written]
    return ("again" if answer.is_repeat else "written", written)


def answers_to_all(store: Store, group: list[Write]) -> list[tuple[object, ...]]:
    """What a store says to commands given at one go; of a refusal there is one for all."""
    try:
        return [in_words(receipt) for receipt in store.append_all(group)]
    except StoreError as error:
        return [in_words(error)]


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

    @rule(group=st.lists(_ALONE, min_size=1, max_size=4), who=st.integers(0, 1))
    def append(self, group: list[dict[str, Any]], who: int) -> None:
        """One command, or several that come together: each sees what those before it wrote."""
        given: list[Write] = []
        expected = []
        for one in group:
            an_order, appends = self._given(one, self.model)
            given.append((an_order, appends))
            expected.append(self.model.append(an_order.id, an_order.asked, appends))
        for pair in self.stores:
            assert [in_words(answer) for answer in answers(pair[who], given)] == expected
        self._keep_no_more_receipts(given)

    @rule(group=st.lists(_TOGETHER, min_size=1, max_size=5), who=st.integers(0, 1))
    def append_all(self, group: list[dict[str, Any]], who: int) -> None:
        """Several at one go: all of them as if one by one, or none."""
        trial = self.model.copy()
        given: list[Write] = []
        said = []
        for one in group:
            an_order, appends = self._given(one, trial)
            given.append((an_order, appends))
            said.append(trial.append(an_order.id, an_order.asked, appends))
        refusal = self._given_before([an_order.id for an_order, _ in given]) or next(
            (answer for answer in said if answer[0] == "conflict"), None
        )
        if refusal is None:
            self.model = trial
        for pair in self.stores:
            assert answers_to_all(pair[who], given) == ([refusal] if refusal else said)
        self._keep_no_more_receipts(given)

    def _keep_no_more_receipts(self, given: list[Write]) -> None:
        """What was refused has not been used up."""
        refused = {an_order.id for an_order, _ in given} - self.model.commands.keys()
        assert not any(pair[0].receipt(one) for one in refused for pair in self.stores)

    def _given_before(self, ids: list[str]) -> tuple[object, ...] | None:
        twice = [one for place, one in enumerate(ids) if one in ids[:place]]
        known = [one for one in ids if one in self.model.commands]
        return ("given before", (twice + known)[0]) if twice or known else None

    def _given(self, one: dict[str, Any], model: Model) -> Write:
        an_order = order(f"{self.run}{one['command']}", asked=one["asked"])
        return an_order, [self._append(model, *each) for each in one["appends"]]

    def _append(self, model: Model, stream: str, off: int | None, names: list[str]) -> Append:
        end = len(model.streams.get(self.run + stream, []))
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

    @rule(stream=st.sampled_from(STREAMS), after=st.integers(0, 6))
    def read_several(self, stream: str, after: int) -> None:
        """What follows in some streams by name and version; their ends as they are asked for."""
        some = {self.run + name: 0 for name in ("table/1", "a", "never")} | {
            self.run + stream: after
        }
        ends = {name: len(self.model.streams.get(name, [])) for name in some}
        following = [
            (name, version)
            for name in sorted(some)
            for version in range(some[name] + 1, ends[name] + 1)
        ]
        for one, other in self.stores:
            assert [(e.stream, e.version) for e in one.read_on(some)] == following
            found = [(name, head.version) for name, head in other.heads_of(list(some)).items()]
            assert found == [(name, end) for name, end in ends.items() if end]
            assert list(one.read_on({})) == []
            assert other.heads_of([]) == {}
            assert one.append_all([]) == []

    @invariant()
    def same_receipts(self) -> None:
        for command, (asked, written) in self.model.commands.items():
            for pair in self.stores:
                receipt = pair[0].receipt(command)
                assert receipt is not None
                assert receipt.asked == asked
                assert [(p.stream, p.first, p.last) for p in receipt.written] == written


def test_every_store_does_what_the_model_does(tmp_path: Path, postgres_url: str) -> None:
    file = str(tmp_path / "pitboss.db")

    class Ours(Stores):
        urls = (file, postgres_url)

    run_state_machine_as_test(
        Ours, settings=settings(max_examples=40, stateful_step_count=20, deadline=None)
    )
    # All that was ever written, by all runs together, is whole.
    with closing(open_store(file)) as one, closing(open_store(postgres_url)) as other:
        assert one.heads() == other.heads()
        for stream in one.streams():
            entries = list(one.read(stream))
            assert entries == list(other.read(stream))
            assert entries == list(one.scan(stream)) == list(other.scan(stream))
        assert list(one.receipts()) == list(other.receipts())
        assert one.scan_ends() == other.scan_ends() == one.heads()
