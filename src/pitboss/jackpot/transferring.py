"""Transfers between links, to the last part of a cent, and the end of a link (P28)."""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from pitboss.errors import RuleBreach
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.jackpot.care import meter_of, without_nothing
from pitboss.jackpot.evolving import transfer_key
from pitboss.jackpot.link import Link, Status
from pitboss.jackpot.meters import Account
from pitboss.money import Money

TRANSFERS = "P28"
_MAY_BE_SENT = (Account.ACCRUED, Account.RESERVE, Account.OVERFLOW)


def send(link: Link, command: do.SendTransfer) -> Iterator[ev.LinkEvent]:
    """What lies above the limit may go at any time; the rest only as the link ends."""
    meter = meter_of(link, command.level)
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
        moves={command.level: without_nothing(move)},
        clause=TRANSFERS,
    )


def receive(link: Link, command: do.ReceiveTransfer) -> Iterator[ev.LinkEvent]:
    """What another link sent comes onto the level it was sent to, once."""
    assert link.terms is not None, "an open link has terms"
    sent = command.sent
    meter_of(link, sent.to_level)
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
        clause=TRANSFERS,
    )


def retire(link: Link) -> Iterator[ev.LinkEvent]:
    """A link that holds nothing ends."""
    _check_ending(link, "retired")
    for meter in link.meters.values():
        if meter.liability:
            raise RuleBreach(
                f"{meter.level} still holds money",
                clause=TRANSFERS,
                remedy="Transfer all of it, to the last part: it is the players'.",
            )
    yield ev.LinkRetired(clause=TRANSFERS)


def _check_ending(link: Link, what: str) -> None:
    if link.status is not Status.STOPPED or link.tables or link.claims:
        raise RuleBreach(
            f"Link {link.id} cannot be {what} while it runs, has tables or open claims",
            clause=TRANSFERS,
            remedy="Stop it, pay or reject its claims and have its tables leave.",
        )
