"""Wagers under the minimum where "one time only" is counted in the whole casino (5.13, I-89)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.errors import CommandReused
from pitboss.table.irregularities.reports import ReportIrregularity
from tests.house.linked import DEALER
from tests.house.script import FloorScript, cases_of

SHORT = ReportIrregularity(
    kind="under_minimum", details={"seat": "1", "wager": "ante", "found": "3.00"}
)


@pytest.mark.parametrize("script", cases_of("short_wagers"))
def test_5_13_as_the_case_says(script: str) -> None:
    FloorScript(script).check()


def test_5_13_a_report_sent_twice_counts_once_and_its_id_is_for_nothing_else() -> None:
    floor = FloorScript("live holdem T1 T2\nT1 takes an ante of p1\nT2 takes an ante of p1").floor
    floor.give("T1", SHORT, DEALER)
    again = floor.give("T2", SHORT, DEALER, "short-2")
    repeat = floor.give("T2", SHORT, DEALER, "short-2")
    assert (repeat.receipt.is_repeat, repeat.events) == (True, again.events)
    other = replace(SHORT, details={**SHORT.details, "found": "2.00"})
    with pytest.raises(CommandReused):
        floor.give("T2", other, DEALER, "short-2")
    floor.check()
