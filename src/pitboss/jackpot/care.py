"""Care of the pot: adjustments, fills, transfers between links, and the end of a link.

A meter falls only because a prize was won or for one of the listed reasons, with two persons of
different departments, the amounts before and after, and a document (P9).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from pitboss.errors import RuleBreach
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.jackpot.link import Link, Status, transfer_key
from pitboss.jackpot.meters import Account, Meter, Move, moved
from pitboss.money import NOTHING, Money

FALLS = "P9"
TRANSFERS = "P28"


def adjust(link: Link, command: do.AdjustMeter) -> Iterator[ev.LinkEvent]:
    """A level is put right, to the cent; fractions of a cent stay as they are."""
    meter = _meter(link, command.level)
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
        moves={command.level: _without_nothing(move)},
        by=command.by,
        second=command.second,
        at=command.at,
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
    meter = _meter(link, command.level)
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
        by=command.by,
        second=command.second,
        at=command.at,
        clause="P35",
    )


# --- transfers and the end ----------------------------------------------------------------------

_MAY_BE_SENT = (Account.ACCRUED, Account.RESERVE, Account.OVERFLOW)


def send(link: Link, command: do.SendTransfer) -> Iterator[ev.LinkEvent]:
    """What lies above the limit may go at any time; the rest only as the link ends."""
    meter = _meter(link, command.level)
    assert link.terms is not None, "a link with meters has terms"
    if command.holding not in _MAY_BE_SENT:
        raise RuleBreach(
            f"{command.holding} cannot be transferred",
            clause=TRANSFERS,
            remedy=f"Transfer {', '.join(_MAY_BE_SENT)}.",
        )
    if command.holding is not Account.OVERFLOW:
        _check_ending(link, "transferred")
    if command.to_link == link.id:
        raise RuleBreach(
            "A transfer to the same link", clause=TRANSFERS, remedy="Name another link."
        )
    set_aside = meter.excess if command.holding is Account.OVERFLOW else 0
    there = meter[command.holding] + set_aside
    parts = there if command.amount is None else command.amount.cents * link.per_cent
    if not 0 < parts <= there:
        raise RuleBreach(
            f"{command.level} has {Money(there // link.per_cent).dollars} of {command.holding}",
            clause=TRANSFERS,
            remedy="Transfer no more than is there, and more than nothing.",
        )
    move = {command.holding: set_aside - parts, Account.SENT: parts}
    if set_aside:
        move[Account.ACCRUED] = -set_aside
    yield ev.TransferSent(
        transfer=link.transfers + 1,
        level=command.level,
        holding=command.holding,
        to_link=command.to_link,
        to_level=command.to_level,
        currency=link.terms.currency,
        parts=parts,
        per_cent=link.per_cent,
        moves={command.level: _without_nothing(move)},
        by=command.by,
        second=command.second,
        at=command.at,
        clause=TRANSFERS,
    )


def receive(link: Link, command: do.ReceiveTransfer) -> Iterator[ev.LinkEvent]:
    """What another link sent comes onto the level it was sent to, once."""
    assert link.terms is not None, "an open link has terms"
    sent = command.sent
    _meter(link, sent.to_level)
    if sent.to_link != link.id or sent.currency != link.terms.currency:
        raise RuleBreach(
            f"A transfer in {sent.currency} to {sent.to_link}",
            clause=TRANSFERS,
            remedy=f"This is {link.id}, in {link.terms.currency}.",
        )
    if transfer_key(command.from_link, sent.transfer) in link.received:
        raise RuleBreach(
            f"Transfer {sent.transfer} of {command.from_link} came in before",
            clause=TRANSFERS,
            remedy="Nothing need be done.",
        )
    per_cent = lcm(link.per_cent, sent.per_cent)
    parts = sent.parts * (per_cent // sent.per_cent)
    yield ev.TransferReceived(
        from_link=command.from_link,
        transfer=sent.transfer,
        level=sent.to_level,
        per_cent=per_cent,
        moves={sent.to_level: {Account.RECEIVED: parts, Account.ACCRUED: parts}},
        by=command.by,
        second=command.second,
        at=command.at,
        clause=TRANSFERS,
    )


def retire(link: Link, command: do.RetireLink) -> Iterator[ev.LinkEvent]:
    """A link that holds nothing ends."""
    _check_ending(link, "retired")
    for meter in link.meters.values():
        if meter.liability:
            raise RuleBreach(
                f"{meter.level} still holds money",
                clause=TRANSFERS,
                remedy="Transfer all of it, to the last part: it is the players'.",
            )
    yield ev.LinkRetired(by=command.by, second=command.second, at=command.at, clause=TRANSFERS)


def _check_ending(link: Link, what: str) -> None:
    if link.status is not Status.STOPPED or link.tables or link.claims:
        raise RuleBreach(
            f"Link {link.id} cannot be {what} while it runs, has tables or open claims",
            clause=TRANSFERS,
            remedy="Stop it, pay or reject its claims and have its tables leave.",
        )


def _meter(link: Link, level: str) -> Meter:
    meter = link.meters.get(level)
    if meter is None:
        raise RuleBreach(
            f"Link {link.id} has no level {level!r}",
            clause=FALLS,
            remedy=f"Its levels are {', '.join(link.meters)}.",
        )
    return meter


def _without_nothing(move: Move) -> Move:
    return {account: parts for account, parts in move.items() if parts}
