"""A change by the fast way is the change `dataclasses.replace` makes, and as frozen."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from pitboss.frozen import Latest, replace
from pitboss.money import Money
from pitboss.round.round import RoundState, Seat
from pitboss.table.table import Table

AT = Seat(seat=1, player="p1", wagers={"ante": Money(500)})
PLAY = RoundState(rulebook="r", seats={1: AT}, steps_dealt=2)


@pytest.mark.parametrize(
    ("record", "changes"),
    [
        (AT, {}),
        (AT, {"removed": "4.1", "cards": ()}),
        (PLAY, {"seats": {}, "is_over": True}),
        (Table(play=PLAY), {"play": RoundState(), "gaming_day": "2026-03-01"}),
    ],
)
def test_a_change_is_the_one_the_library_makes(record: Any, changes: dict[str, Any]) -> None:
    before = dataclasses.astuple(record)
    changed = replace(record, **changes)
    assert changed == dataclasses.replace(record, **changes)
    assert type(changed) is type(record)
    assert changed is not record
    assert dataclasses.astuple(record) == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(changed, dataclasses.fields(changed)[0].name, None)


def test_what_is_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="Seat has no field 'colour'"):
        replace(AT, colour="red", seat=2)


def test_an_answer_is_kept_for_the_very_same_values_only() -> None:
    latest = Latest[str]()
    assert latest.of((AT, PLAY)) is None
    assert latest.keep((AT, PLAY), "answer") == "answer"
    assert latest.of((AT, PLAY)) == "answer"
    assert latest.of((AT, replace(PLAY))) is None
    assert latest.of((AT,)) is None
    latest.keep((PLAY, AT), "another")
    assert latest.of((AT, PLAY)) is None
