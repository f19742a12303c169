"""Round records at their edges: what JSON may hold that a round may not."""

from __future__ import annotations

from typing import Any

import pytest

import pitboss
from pitboss.errors import RecordRefused


def folded_round() -> dict[str, Any]:
    """A round in which everybody folded, so that no card need have been turned."""
    return {
        "format": "pitboss-round/1",
        "rulebook": "mbs-megalink-holdem-v9",
        "table": {"positions": 6},
        "cards": {"community": [], "dealer": []},
        "seats": [
            {
                "seat": 1,
                "player": "p1",
                "cards": ["7h", "2c"],
                "wagers": {"ante": "10.00"},
                "decisions": {"flop": "fold"},
            }
        ],
    }


def test_a_round_may_end_without_cards_but_not_without_saying_so() -> None:
    record = folded_round()
    assert pitboss.settle(record)["seats"][0]["net"] == "-10.00"
    record["cards"] = None
    with pytest.raises(RecordRefused, match="cards is null"):
        pitboss.settle(record)


def test_every_problem_of_a_record_is_named_at_once() -> None:
    record = folded_round()
    record["cards"] = {"community": ["7h"], "dealer": ["Kh"]}
    record["seats"][0]["wagers"]["ante"] = "0.00"
    with pytest.raises(RecordRefused) as refused:
        pitboss.settle(record)
    told = [str(fault) for fault in refused.value.faults]
    assert [line for line in told if "ante is zero" in line]
    assert [line for line in told if "7h is at community and at seat 1" in line]
    assert [line for line in told if "1 community cards" in line]
    assert [line for line in told if "1 dealer cards" in line]
