"""Break what a level paid of fixed awards (I-05), with every hash made good: it must be found."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

import pytest

from pitboss.audit.audit import audit
from pitboss.codec import text_of
from pitboss.games.library import Library
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from tests.audit.altering import Altered
from tests.house.dealt import DealtFloor
from tests.house.linked import OWNERS
from tests.house.test_fixed_awards import FLUSH, grown

TABLE, POT = "table/T1", "link/mega"
GOOD, TAKEN, BACK = "fixed-awards-made-good", "fixed-awards-taken", "fixed-awards-returned"
PER_CENT = 40
"""Parts of a cent, at the rates of the fixture."""
Alter = Callable[[Altered], None]


def played(option: str | None) -> Store:
    """A flush, and one more that is undone."""
    floor = DealtFloor(MemoryStore(), settings=grown("20000.00", fixed_awards_from_meter=option))
    floor.open_dealt("T1")
    floor.play_dealt("T1", FLUSH)
    floor.until_settled("T1", FLUSH)
    floor.undo("T1")
    floor.end("T1")
    while OWNERS:
        OWNERS.pop().give_back()
    return floor.store


@pytest.fixture(scope="module")
def paid() -> Store:
    return played("jackpot")


@pytest.fixture(scope="module")
def by_the_house() -> Store:
    return played(None)


def found(altered: Altered) -> list[str]:
    altered.rechain()
    report = audit(cast(Store, altered), Library())
    return [str(finding) for finding in report.findings]


def _set(stream: str, name: str, **values: Any) -> Alter:
    def alter(altered: Altered) -> None:
        altered.change_body(stream, altered.find(stream, name), lambda body: body.update(values))

    return alter


def _drop(stream: str, name: str) -> Alter:
    def alter(altered: Altered) -> None:
        altered.entries[stream].pop(altered.find(stream, name))

    return alter


def _all(*alters: Alter) -> Alter:
    def alter(altered: Altered) -> None:
        for one in alters:
            one(altered)

    return alter


def _by_the_house(altered: Altered) -> None:
    """The round was settled as if the house paid: also what was asked says so."""
    entry = altered.entries[TABLE][altered.find(TABLE, GOOD)]
    said = json.loads(altered.asked(entry.command))
    said["body"]["fixed_from"] = None
    altered.ask(entry.command, text_of(said))


def _moves(cents: int) -> dict[str, dict[str, int]]:
    return {"jackpot": {"accrued": -cents * PER_CENT, "wins": cents * PER_CENT}}


MORE = {"taken": "250.01", "after": "19751.99", "moves": _moves(25001)}

FORGED: dict[str, Alter] = {
    "a cent more at the table": _set(TABLE, GOOD, amount="250.01"),
    "a cent more at both": _all(_set(TABLE, GOOD, amount="250.01"), _set(POT, TAKEN, **MORE)),
    "a cent more on the meter only": _set(POT, TAKEN, moves=_moves(25001)),
    "awards that nobody won": _set(POT, TAKEN, awards={"1": "250.00", "2": "5.00"}),
    "another seat": _set(POT, TAKEN, awards={"2": "250.00"}),
    "another meter": _set(POT, TAKEN, before="20003.00", after="19753.00"),
    "nothing at the table": _drop(TABLE, GOOD),
    "nothing at the link": _drop(POT, TAKEN),
    "nothing at both, and not asked for": _all(
        _by_the_house, _drop(TABLE, GOOD), _drop(POT, TAKEN)
    ),
    "not given back": _drop(POT, BACK),
    "given back in part": _set(POT, BACK, returned="249.00"),
    "given back in part on the meter": _set(POT, BACK, moves=_moves(-24900)),
    "by somebody who may not": _set(POT, TAKEN, by="acc"),
}


def test_what_nobody_touched_is_clean(paid: Store, by_the_house: Store) -> None:
    assert found(Altered(paid)) == found(Altered(by_the_house)) == []
    altered = Altered(paid)
    body = json.loads(altered.entries[POT][altered.find(POT, TAKEN)].body)
    assert body["moves"] == _moves(25000)


@pytest.mark.parametrize("how", list(FORGED))
def test_i_05_every_forgery_is_found(paid: Store, how: str) -> None:
    altered = Altered(paid)
    FORGED[how](altered)
    assert found(altered)


def test_i_05_the_table_alone_shows_that_the_option_was_left_out(paid: Store) -> None:
    """Nothing at all is written of it, and the meter is what it then would be."""
    altered = Altered(paid)
    FORGED["nothing at both, and not asked for"](altered)
    assert any("250" in one and "is due (I-05)" in one for one in found(altered))


def test_i_05_a_level_that_pays_what_the_house_must_is_found(
    paid: Store, by_the_house: Store
) -> None:
    """The entries of a link with the option, put into one without it."""
    altered, source = Altered(by_the_house), Altered(paid)
    settled = altered.entries[TABLE][altered.find(TABLE, "round-settled")]
    for stream, name, after in ((TABLE, GOOD, "round-settled"), (POT, TAKEN, "table-joined")):
        entry = source.entries[stream][source.find(stream, name)]
        place = altered.find(stream, after) + 1
        moved = entry._replace(command=settled.command, time=settled.time)
        altered.entries[stream].insert(place, moved)
    messages = " ".join(found(altered))
    assert "link/mega, entry 5: event: it cannot have happened" in messages
    assert "and nothing is due (I-05)" in messages


def test_i_05_an_entry_that_no_settlement_wrote_is_found(paid: Store) -> None:
    altered = Altered(paid)
    entry = altered.entries[POT][altered.find(POT, TAKEN)]
    opened = altered.entries[POT][altered.find(POT, "link-opened")]
    altered.entries[POT].append(entry._replace(command=opened.command))
    altered.change_body(POT, -1, lambda body: body.update(round=9))
    assert any("did nothing that a level would pay" in one for one in found(altered))
