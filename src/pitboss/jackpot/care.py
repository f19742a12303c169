"""Care of the pot: adjustments and fills.

A meter falls only because a prize was won or for one of the listed reasons, with two persons of
different departments, the amounts before and after, and a document (P9).
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.errors import RuleBreach
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.jackpot.link import Link
from pitboss.jackpot.meters import Account, Meter, Move, moved
from pitboss.money import NOTHING, Money

FALLS = "P9"


def adjust(link: Link, command: do.AdjustMeter) -> Iterator[ev.LinkEvent]:
    """A level is put right, to the cent; fractions of a cent stay as they are."""
    meter = meter_of(link, command.level)
    _check_adjustment(meter, command)
    change = (command.after.cents - command.before.cents) * link.per_cent
    # What is above the limit was not shown, so it cannot be what is taken off.
    move = {
        Account.ACCRUED: change + meter.short - meter.excess,
        Account.OVERFLOW: meter.excess,
        Account.CORRECTED: -change - meter.short,
    }
    yield ev.MeterAdjusted(
        level=command.level,
        reason=command.reason,
        explanation=command.explanation,
        document=command.document,
        before=command.before,
        after=command.after,
        moves={command.level: without_nothing(move)},
        clause=FALLS,
    )


def _check_adjustment(meter: Meter, command: do.AdjustMeter) -> None:
    if command.before != meter.display:
        raise RuleBreach(
            f"{meter.level} shows {meter.display.dollars}, not {command.before.dollars}",
            clause=FALLS,
            remedy="Look again, and say what it should show.",
        )
    if not command.explanation.strip() or not command.document.strip():
        raise RuleBreach(
            "An adjustment without explanation or document",
            clause=FALLS,
            remedy="Say what happened and where it is written down.",
        )
    if command.after == command.before or command.after < NOTHING:
        raise RuleBreach(
            f"{meter.level} would be adjusted to {command.after.dollars}",
            clause=FALLS,
            remedy="Give another amount, of nothing or more.",
        )
    if meter.limit is not None and command.after > meter.limit:
        raise RuleBreach(
            f"{command.after.dollars} is above the limit {meter.limit.dollars}",
            clause="P10",
            remedy="Stay within the limit.",
        )
    if command.reason is ev.AdjustmentReason.SEED_RECOVERY:
        own = meter[Account.INITIAL] + meter[Account.FILLS] - meter[Account.CORRECTED]
        if not 0 < (command.before.cents - command.after.cents) * meter.per_cent <= own:
            raise RuleBreach(
                f"{(command.before - command.after).dollars} of seed would be recovered",
                clause=FALLS,
                remedy=f"The house has {Money(max(0, own // meter.per_cent)).dollars} on "
                f"{meter.level}; what players put there is theirs.",
            )


def fill(link: Link, command: do.FillMeter) -> Iterator[ev.LinkEvent]:
    """Money of the house comes onto a level."""
    meter = meter_of(link, command.level)
    if command.amount <= NOTHING or not command.explanation.strip():
        raise RuleBreach(
            f"A fill of {command.amount.dollars}",
            clause="P35",
            remedy="Fill with more than nothing, and say what for.",
        )
    parts = command.amount.cents * link.per_cent
    move = {Account.FILLS: parts, Account.ACCRUED: parts}
    yield ev.MeterFilled(
        level=command.level,
        amount=command.amount,
        explanation=command.explanation,
        before=meter.display,
        after=moved(meter, move).display,
        moves={command.level: move},
        clause="P35",
    )


def meter_of(link: Link, level: str) -> Meter:
    """The meter of a level, or `RuleBreach` with the levels there are."""
    meter = link.meters.get(level)
    if meter is None:
        raise RuleBreach(
            f"Link {link.id} has no level {level!r}",
            clause=FALLS,
            remedy=f"Its levels are {', '.join(link.meters)}.",
        )
    return meter


def without_nothing(move: Move) -> Move:
    """A move without the accounts that it leaves as they are."""
    return {account: parts for account, parts in move.items() if parts}
