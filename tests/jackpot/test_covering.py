"""Whether the funds set aside for a link cover what is owed on it (P30)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from pitboss.errors import RoleBreach, RuleBreach
from pitboss.jackpot.link import LinkStatus
from pitboss.jackpot.meters import Rate
from pitboss.jackpot.operation import (
    CountFunds,
    FundsCounted,
    LinkStopped,
    StartLink,
    owed_on,
    uncovered,
)
from pitboss.jackpot.reports import exceptions
from pitboss.money import Money
from tests.jackpot.pot import MEGALINK, SOFTWARE, Pot, level, megalink, money


def counting(funds: str) -> CountFunds:
    return CountFunds(funds=money(funds), document="statement 9")


def covered(days: int | None = 7) -> Pot:
    """A link that is to be counted every so many days, and was not yet."""
    third = level(contribution=Rate.parse("1/3"))
    return Pot(replace(megalink(third), cover_days=days), is_started=False)


def test_p30_a_link_starts_only_once_its_funds_were_counted_and_cover_it() -> None:
    pot = covered()
    with pytest.raises(RuleBreach, match="never been counted") as refused:
        pot.start()
    assert refused.value.clause == "P30"
    pot.give(counting("9999.99"))
    with pytest.raises(
        RuleBreach, match=r"\$9,999.99 is set aside for it, and \$10,000.00 is owed"
    ):
        pot.start()
    pot.give(counting("10000.00"))
    pot.start()
    assert pot.link.status is LinkStatus.RUNNING


def test_p30_a_link_that_is_short_stops_at_once_and_says_so() -> None:
    pot = covered()
    pot.give(counting("10000.00"))
    pot.start()
    pot.join("t1", MEGALINK)
    pot.play("t1", 1, {1: "5.00"})
    # A third of 5.00 and 2.5 % of it are 1.79 and a part of a cent, which is owed as a cent.
    assert owed_on(pot.link) == money("10001.80")
    counted, stopped = pot.give(counting("10001.79"))
    assert isinstance(counted, FundsCounted)
    assert isinstance(stopped, LinkStopped)
    assert pot.link.status is LinkStatus.STOPPED
    assert "$10,001.80 is owed" in pot.link.fault
    assert [row["what"] for row in exceptions(pot.log, pot.inbox_logs)] == [
        "funds short",
        "stopped",
    ]


def test_p30_funds_that_were_not_counted_for_too_long_stop_a_link() -> None:
    pot = covered(7)
    pot.give(counting("10000.00"))
    pot.start()
    assert pot.link.funds is not None
    counted = datetime.fromisoformat(pot.link.funds.at)
    assert uncovered(pot.link, (counted + timedelta(days=7)).isoformat()) == ""
    late = (counted + timedelta(days=7, seconds=1)).isoformat()
    assert "have not been counted for 7 days" in uncovered(pot.link, late)
    pot.stop()
    with pytest.raises(RuleBreach, match="have not been counted for 7 days"):
        pot.give(StartLink(software=SOFTWARE), at=late)


def test_p30_where_no_days_are_set_nobody_asks() -> None:
    pot = covered(None)
    pot.start()
    assert uncovered(pot.link, pot.at) == ""
    pot.give(counting("1.00"))
    assert pot.link.status is LinkStatus.STOPPED, "but what was found short is short"


@pytest.mark.parametrize("other", [{"document": " "}, {"funds": Money(-1)}])
def test_p30_a_count_has_an_amount_and_a_document(other: dict[str, Any]) -> None:
    pot = covered()
    with pytest.raises(RuleBreach, match="Funds of"):
        pot.give(replace(counting("1.00"), **other))


def test_p30_funds_are_counted_by_accounting_with_the_cage() -> None:
    pot = covered()
    for by, second in (("ann", "boss"), ("max", "cash"), ("ann", "")):
        with pytest.raises(RoleBreach):
            pot.give(counting("10000.00"), by, second)


def test_p30_less_than_a_day_is_no_period() -> None:
    with pytest.raises(RuleBreach, match="cover_days"):
        covered(0)


def test_r3_an_alarm_is_an_exception() -> None:
    pot = Pot(megalink(level(most_contribution=money("2.00")))).join("t1", MEGALINK)
    pot.contribute("t1", 1, {1: "5.00", 2: "10.00"})
    (row,) = exceptions(pot.log, pot.inbox_logs)
    assert row["what"] == "unreasonable contribution not counted"
    assert "round 1, seat 2: $10.00 would add more than $2.00 to jackpot" in str(row["detail"])
