"""Whether the funds set aside for a link cover what is owed on it; if not, it stops (P30).

A house that keeps players' money as its custodian counts now and then what lies on the account for
it. How often is set with `cover_days`; without it nobody asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from pitboss.errors import RuleBreach
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.jackpot.link import Link, Status
from pitboss.money import NOTHING, Money
from pitboss.staff.register import moment

COVERED = "P30"


def owed_on(link: Link) -> Money:
    """All that is owed on the levels of a link, rounded up to the cent."""
    return Money(sum(-(-meter.liability // meter.per_cent) for meter in link.meters.values()))


def count(link: Link, command: do.CountFunds) -> Iterator[ev.LinkEvent]:
    """What was counted beside what is owed; a link that is not covered stops at once."""
    if command.funds < NOTHING or not command.document.strip():
        raise RuleBreach(
            f"Funds of {command.funds.dollars} without a document"
            if command.funds >= NOTHING
            else f"Funds of {command.funds.dollars}",
            clause=COVERED,
            remedy="Say what lies on the account, and what shows it: a statement, a count.",
        )
    owed = owed_on(link)
    yield ev.FundsCounted(
        funds=command.funds,
        owed=owed,
        document=command.document,
        clause=COVERED,
    )
    if command.funds < owed and link.status is Status.RUNNING:
        yield ev.LinkStopped(reason=_short(command.funds, owed), clause=COVERED)


def uncovered(link: Link, at: str) -> str:
    """Why a link may not run for want of funds or of a recent count; empty if it may."""
    days = None if link.terms is None else link.terms.cover_days
    if days is None:
        return ""
    if link.funds is None:
        return "Nobody has counted the funds that are set aside for it."
    if moment(at) - moment(link.funds.at) > timedelta(days=days):
        return f"The funds set aside for it have not been counted for {days} days."
    if link.funds.funds < link.funds.owed:
        return _short(link.funds.funds, link.funds.owed)
    return ""


def _short(funds: Money, owed: Money) -> str:
    return f"{funds.dollars} is set aside for it, and {owed.dollars} is owed."
