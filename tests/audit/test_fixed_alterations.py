"""Break what a level paid of fixed awards (I-05), with every hash made good: it must be found."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pitboss.store.contract import Store
from tests.audit.altering import (
    Altered,
    Alters,
    as_asked,
    ask,
    assert_found,
    drop,
    found,
    rows,
    say,
    together,
)
from tests.house.script import FloorScript

TABLE, POT = "table/T1", "link/mega"
GOOD, TAKEN, BACK = "fixed-awards-made-good", "fixed-awards-taken", "fixed-awards-returned"
PER_CENT = 40
"""Parts of a cent, at the rates of the fixture."""


def played(option: str) -> Store:
    """A flush, and one more that is undone."""
    script = FloorScript(f"link megalink initial 20000.00 {option} magic_rate 0% lucky_rate 0%")
    script.say("""
        dealt T1
        T1 plays flush
        T1 settles flush
        T1 is ruled void
        T1 settles
        T1: end
        give up the link
    """)
    return script.store


@pytest.fixture(scope="module")
def paid() -> Store:
    return played("fixed_awards_from_meter jackpot")


@pytest.fixture(scope="module")
def by_the_house() -> Store:
    return played("")


def _moves(cents: int) -> dict[str, dict[str, int]]:
    return {"jackpot": {"accrued": -cents * PER_CENT, "wins": cents * PER_CENT}}


MORE: dict[str, Any] = {"taken": "250.01", "after": "19751.99", "moves": _moves(25001)}

BY_THE_HOUSE = together(
    # The round was settled as if the house paid: also what was asked says so.
    ask(TABLE, GOOD, as_asked(lambda body: body.update(fixed_from=None))),
    drop(TABLE, GOOD),
    drop(POT, TAKEN),
)
FORGED = [
    ("a cent more at the table", say(TABLE, GOOD, amount="250.01")),
    ("a cent more at both", together(say(TABLE, GOOD, amount="250.01"), say(POT, TAKEN, **MORE))),
    ("a cent more on the meter only", say(POT, TAKEN, moves=_moves(25001))),
    ("awards that nobody won", say(POT, TAKEN, awards={"1": "250.00", "2": "5.00"})),
    ("another seat", say(POT, TAKEN, awards={"2": "250.00"})),
    ("another meter", say(POT, TAKEN, before="20003.00", after="19753.00")),
    ("nothing at the table", drop(TABLE, GOOD)),
    ("nothing at the link", drop(POT, TAKEN)),
    ("nothing at both, and not asked for", BY_THE_HOUSE),
    ("not given back", drop(POT, BACK)),
    ("given back in part", say(POT, BACK, returned="249.00")),
    ("given back in part on the meter", say(POT, BACK, moves=_moves(-24900))),
    ("by a person who may not", say(POT, TAKEN, by="acc")),
]


def test_what_nobody_touched_is_clean(paid: Store, by_the_house: Store) -> None:
    assert found(paid) == found(by_the_house) == []
    altered = Altered(paid)
    body = json.loads(altered.entries[POT][altered.find(POT, TAKEN)].body)
    assert body["moves"] == _moves(25000)


@pytest.mark.parametrize("alter", rows(FORGED))
def test_i_05_every_forgery_is_found(paid: Store, alter: Alters) -> None:
    assert found(paid, alter)


def test_i_05_the_table_alone_shows_that_the_option_was_left_out(paid: Store) -> None:
    """Nothing at all is written of it, and the meter is what it then would be."""
    findings = found(paid, BY_THE_HOUSE)
    assert any("250" in str(one) and "is due (I-05)" in one.message for one in findings)


def test_i_05_a_level_that_pays_what_the_house_must_is_found(
    paid: Store, by_the_house: Store
) -> None:
    """The entries of a link with the option, put into one without it."""
    source = Altered(paid)

    def alter(altered: Altered) -> None:
        settled = altered.entries[TABLE][altered.find(TABLE, "round-settled")]
        for stream, name, after in ((TABLE, GOOD, "round-settled"), (POT, TAKEN, "table-joined")):
            entry = source.entries[stream][source.find(stream, name)]
            moved = entry._replace(command=settled.command, time=settled.time)
            altered.entries[stream].insert(altered.find(stream, after) + 1, moved)

    findings = found(by_the_house, alter)
    assert_found(findings, "event", "it cannot have happened", POT, 5)
    assert_found(findings, "claim", "and nothing is due (I-05)", TABLE)


def test_i_05_an_entry_that_no_settlement_wrote_is_found(paid: Store) -> None:
    def alter(altered: Altered) -> None:
        entry = altered.entries[POT][altered.find(POT, TAKEN)]
        opened = altered.entries[POT][altered.find(POT, "link-opened")]
        altered.entries[POT].append(entry._replace(command=opened.command))
        say(POT, -1, round=9)(altered)

    assert_found(found(paid, alter), "claim", "did nothing that a level would pay", POT)
