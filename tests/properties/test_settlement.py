"""The product against the judge, on rounds that are random and on rounds that are stacked.

The judge shares no code with the product. Where the two agree on every line of thousands of
rounds, both read the rulebook alike; and the last tests show that a disagreement would be seen.
"""

from __future__ import annotations

import copy
import dataclasses
import json
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.errors import Fault, RecordRefused
from pitboss.games.library import Library, built_in, settle
from pitboss.money import Money, To
from pitboss.records.rounds import read_round
from pitboss.records.settlements import settlement_json, settlement_record
from pitboss.rulebook.model import OptionRule, Paytable, Row, Rulebook
from tests.judge import judge
from tests.judge.malformed import malformed_rounds
from tests.judge.rounds import random_round, stacked_round
from tests.properties.comparing import LIBRARY, compare, differences, figures, settled, unbalanced

Record = dict[str, Any]
Maker = Callable[[random.Random, str], Record]

ROUNDS = 2_000
DAMAGED = 400
MALFORMED = 1_000


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Chance from the seed that the run prints, different in each test."""
    seed = request.config.getoption("hypothesis_seed")
    return random.Random(f"{seed} {request.node.name}")


def rounds(rng: random.Random, rulebook: str, make: Maker, count: int) -> Iterator[Record]:
    for _ in range(count):
        yield make(rng, rulebook)


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", judge.RULEBOOKS)
@pytest.mark.parametrize("make", [random_round, stacked_round])
def test_product_and_judge_agree_on_every_line(
    rng: random.Random, rulebook: str, make: Maker
) -> None:
    for record in rounds(rng, rulebook, make, ROUNDS):
        found = differences(record)
        assert not found, f"{found}\n{json.dumps(record)}"


@pytest.mark.parametrize("rulebook", judge.RULEBOOKS)
@pytest.mark.parametrize("make", [random_round, stacked_round])
def test_the_text_written_directly_says_what_the_data_says(
    rng: random.Random, rulebook: str, make: Maker
) -> None:
    for record in rounds(rng, rulebook, make, 200):
        record["seats"][0]["player"] = 'Ann "\\é\u2603\x07'
        terms, play = read_round(record, LIBRARY)
        settlement = settle(terms, play)
        text = settlement_json(terms.rules, settlement)
        assert json.loads(text) == settlement_record(terms.rules, settlement)
        assert text.isascii()


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", judge.RULEBOOKS)
def test_the_books_close_and_every_wager_has_one_line(rng: random.Random, rulebook: str) -> None:
    rules = built_in(rulebook)
    for record in rounds(rng, rulebook, stacked_round, ROUNDS // 4):
        terms, play = read_round(record, LIBRARY)
        settlement = settlement_record(terms.rules, settle(terms, play))
        assert not unbalanced(settlement)
        for at, seat in zip(play.seats, settlement["seats"], strict=True):
            wagers = [line["wager"] for line in seat["lines"] if line["stake"] != "0.00"]
            assert sorted(wagers) == sorted(at.wagers)
            for line in seat["lines"]:
                assert line["rules"], f"{line} cites no clause"
                assert set(line["rules"]) <= set(rules.rules)


def refused(record: object) -> tuple[Fault, ...]:
    """What is wrong with a record, if it is refused."""
    try:
        read_round(record, LIBRARY)
    except RecordRefused as refusal:
        return refusal.faults
    return ()


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", judge.RULEBOOKS)
def test_every_malformed_record_is_refused_with_a_remedy(rng: random.Random, rulebook: str) -> None:
    for description, record in malformed_rounds(rng, rulebook, MALFORMED):
        problems = refused(json.loads(json.dumps(record)))
        assert problems, f"taken for a possible round: {description}\n{record}"
        for problem in problems:
            assert problem.problem, description
            assert problem.remedy, description


def test_json_lines_through_the_command_line(rng: random.Random, tmp_path: Path) -> None:
    records = [random_round(rng, rulebook) for rulebook in judge.RULEBOOKS for _ in range(10)]
    file = tmp_path / "rounds.jsonl"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    result = CliRunner().invoke(app, ["settle", str(file)])
    assert result.exit_code == 0, result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    for record, line in zip(records, lines, strict=True):
        assert not compare(figures(line), figures(judge.settle(record)))


def test_a_malformed_line_is_refused_and_the_others_are_settled(
    rng: random.Random, tmp_path: Path
) -> None:
    good = [random_round(rng, judge.R002) for _ in range(3)]
    _, bad = next(iter(malformed_rounds(rng, judge.R002, 1)))
    file = tmp_path / "rounds.jsonl"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in [good[0], bad, *good[1:]]))
    result = CliRunner().invoke(app, ["settle", str(file)])
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 3
    assert result.stderr.startswith("line 2: ")


# --- a difference would be seen -----------------------------------------------------------------


def seen(records: Iterator[Record], library: Mapping[str, Rulebook]) -> bool:
    """Whether any of these rounds shows that a rulebook of the library is damaged."""
    for record in records:
        terms, play = read_round(record, library)
        ours = settlement_record(terms.rules, settle(terms, play))
        if compare(figures(ours), figures(judge.settle(record))):
            return True
    return False


def with_row(rules: Rulebook, table: str, hand: str, pays: Any) -> Rulebook:
    """A rulebook with one figure of one paytable changed."""
    paytable: Paytable = rules.paytables[table]
    rows = tuple(
        Row(hand=row.hand, pays=pays, notes=row.notes) if row.hand == hand else row
        for row in paytable.rows
    )
    changed = dataclasses.replace(paytable, rows=rows)
    return _damaged(rules, paytables={**rules.paytables, table: changed})


def _damaged(rules: Rulebook, **changes: Any) -> Rulebook:
    # Terms are kept by digest, so a damaged rulebook must not pass for the sound one.
    return dataclasses.replace(rules, digest=f"damaged {changes}", **changes)


def with_default(rules: Rulebook, name: str, default: Any) -> Rulebook:
    """A rulebook with one option's default changed."""
    option: OptionRule = dataclasses.replace(rules.options[name], default=default)
    return _damaged(rules, options={**rules.options, name: option})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rulebook", "table", "hand", "odds"),
    [
        (judge.R000, "base", "pair_tens_or_better", To(2)),
        (judge.R000, "features", "magic_card", To(4)),
        (judge.R001, "progressive", "three_of_a_kind", To(10)),
        (judge.R001, "base", "flush", To(7)),
        (judge.R002, "main", "river", To(2)),
        (judge.R002, "bonus", "pair_tt_to_22", To(4)),
        (judge.R003, "pair_plus", "flush_3", To(3)),
        (judge.R003, "ante_bonus", "straight_3", To(2)),
        (judge.R004, "base", "two_pairs", To(3)),
        (judge.R004, "TABLE1", "flush", To(40)),
    ],
)
def test_one_wrong_figure_of_a_paytable_is_seen(
    rng: random.Random, rulebook: str, table: str, hand: str, odds: To
) -> None:
    damaged = with_row(built_in(rulebook), table, hand, odds)
    makers = (random_round, stacked_round)
    records = (make(rng, rulebook) for _ in range(DAMAGED) for make in makers)
    assert seen(records, Library([damaged]))


@pytest.mark.parametrize(
    ("rulebook", "option", "default"),
    [
        (judge.R000, "progressive_to1_returns_stake", False),
        (judge.R001, "envy_multiple", False),
        (judge.R002, "bonus_survives_losing_hand", False),
        (judge.R003, "dealer_qualifies", "contains_queen_or_higher"),
        (judge.R004, "fixed_or_percent_returns_stake", True),
    ],
)
def test_one_wrong_default_is_seen(
    rng: random.Random, rulebook: str, option: str, default: object
) -> None:
    damaged = with_default(built_in(rulebook), option, default)
    records = rounds(rng, rulebook, stacked_round, DAMAGED * 2)
    assert seen(records, Library([damaged]))


def test_undamaged_nothing_is_seen(rng: random.Random) -> None:
    for rulebook in judge.RULEBOOKS:
        assert not seen(rounds(rng, rulebook, stacked_round, 20), Library())


def _every_path(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all figures in a settlement."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _every_path(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _every_path(item, (*path, index))
    else:
        yield path


@pytest.mark.parametrize("rulebook", judge.RULEBOOKS)
def test_any_one_figure_of_a_settlement_changed_is_seen(rng: random.Random, rulebook: str) -> None:
    record = stacked_round(rng, rulebook)
    ours = figures(settled(record))
    for path in _every_path(ours):
        changed = copy.deepcopy(ours)
        place = changed
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = f"{place[path[-1]]}1"
        assert compare(changed, ours), path


def test_a_cent_moved_between_two_sides_of_the_books_is_seen(rng: random.Random) -> None:
    for rulebook in judge.RULEBOOKS:
        settlement = settled(stacked_round(rng, rulebook))
        assert not unbalanced(settlement)
        for name in ("won", "paid"):
            damaged = copy.deepcopy(settlement)
            damaged["house"][name] = str(Money(int(damaged["house"][name].replace(".", "")) + 1))
            assert unbalanced(damaged)
