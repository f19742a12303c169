"""Care of the pot: adjustments, fills, and transfers to the last part of a cent.

A meter falls only because a prize was won or for one of the listed reasons, with two persons of
different departments, the amounts before and after, and a document (P9). What lies above the limit
may go to another link at any time, the rest only as the link ends (P28).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from math import lcm

from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.jackpot.link import Link, finer, meter_of, with_moves
from pitboss.jackpot.meters import Bucket, Meter, moved, without_zeros
from pitboss.jackpot.operation import check_ending
from pitboss.money import NOTHING, Money

FALLS = "P9"


TRANSFERS = "P28"


_MAY_BE_SENT = (Bucket.ACCRUED, Bucket.RESERVE, Bucket.OVERFLOW)


class AdjustmentReason(StrEnum):
    """Why a meter may be put right by hand; a prize is the only other reason for it to fall (P9).

    What is above the limit is never shown, so it need not be taken off.
    """

    MALFUNCTION = "malfunction corrected"
    SEED_RECOVERY = "seed recovered"


# --- commands and events --------------------------------------------------------------------------


@stored("adjust-meter", kw_only=True)
class AdjustMeter:
    """A level is put right by hand, to an amount."""

    level: str
    reason: AdjustmentReason
    explanation: str
    document: str
    before: Money
    """What it shows, as those who ask see it."""
    after: Money


@stored("fill-meter", kw_only=True)
class FillMeter:
    """The house puts money on a level."""

    level: str
    amount: Money
    explanation: str


@stored("send-transfer", kw_only=True)
class SendTransfer:
    """Money of a level goes to a level of another link: an amount, or all there is of it."""

    level: str
    holding: Bucket
    to_link: str
    to_level: str
    amount: Money | None


@stored("meter-adjusted", kw_only=True)
class MeterAdjusted:
    """A level was put right by hand."""

    level: str
    reason: AdjustmentReason
    explanation: str
    document: str
    before: Money
    after: Money
    moves: Mapping[str, Mapping[Bucket, int]]
    clause: str


@stored("meter-filled", kw_only=True)
class MeterFilled:
    """The house put money on a level."""

    level: str
    amount: Money
    explanation: str
    before: Money
    after: Money
    moves: Mapping[str, Mapping[Bucket, int]]
    clause: str


@stored("transfer-sent", kw_only=True)
class TransferSent:
    """Money of a level went to another link, to the last part (P28)."""

    transfer: int
    level: str
    holding: Bucket
    to_link: str
    to_level: str
    currency: str
    parts: int
    per_cent: int
    moves: Mapping[str, Mapping[Bucket, int]]
    clause: str


@stored("transfer-received", kw_only=True)
class TransferReceived:
    """Money of another link is on this level; parts are as fine as both need."""

    from_link: str
    transfer: int
    level: str
    per_cent: int
    moves: Mapping[str, Mapping[Bucket, int]]
    clause: str


@stored("receive-transfer", kw_only=True)
class ReceiveTransfer:
    """Money that another link sent comes in; written together with its sending, or not at all."""

    from_link: str
    sent: TransferSent


# --- rules ----------------------------------------------------------------------------------------


def adjust(link: Link, command: AdjustMeter) -> Iterator[MeterAdjusted]:
    """A level is put right, to the cent; fractions of a cent stay as they are."""
    meter = meter_of(link, command.level)
    _check_adjustment(meter, command)
    change = (command.after.cents - command.before.cents) * link.per_cent
    # What is above the limit was not shown, so it cannot be what is taken off.
    move = {
        Bucket.ACCRUED: change + meter.short - meter.excess,
        Bucket.OVERFLOW: meter.excess,
        Bucket.CORRECTED: -change - meter.short,
    }
    yield MeterAdjusted(
        level=command.level,
        reason=command.reason,
        explanation=command.explanation,
        document=command.document,
        before=command.before,
        after=command.after,
        moves={command.level: without_zeros(move)},
        clause=FALLS,
    )


def _check_adjustment(meter: Meter, command: AdjustMeter) -> None:
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
    if command.reason is AdjustmentReason.SEED_RECOVERY:
        own = meter[Bucket.INITIAL] + meter[Bucket.FILLS] - meter[Bucket.CORRECTED]
        if not 0 < (command.before.cents - command.after.cents) * meter.per_cent <= own:
            raise RuleBreach(
                f"{(command.before - command.after).dollars} of seed would be recovered",
                clause=FALLS,
                remedy=f"The house has {Money(max(0, own // meter.per_cent)).dollars} on "
                f"{meter.level}; what players put there is theirs.",
            )


def fill(link: Link, command: FillMeter) -> Iterator[MeterFilled]:
    """Money of the house comes onto a level."""
    meter = meter_of(link, command.level)
    if command.amount <= NOTHING or not command.explanation.strip():
        raise RuleBreach(
            f"A fill of {command.amount.dollars}",
            clause="P35",
            remedy="Fill with more than nothing, and say what for.",
        )
    parts = command.amount.cents * link.per_cent
    move = {Bucket.FILLS: parts, Bucket.ACCRUED: parts}
    yield MeterFilled(
        level=command.level,
        amount=command.amount,
        explanation=command.explanation,
        before=meter.display,
        after=moved(meter, move).display,
        moves={command.level: move},
        clause="P35",
    )


def send(link: Link, command: SendTransfer) -> Iterator[TransferSent]:
    """What lies above the limit may go at any time; the rest only as the link ends."""
    meter = meter_of(link, command.level)
    if command.holding not in _MAY_BE_SENT:
        raise RuleBreach(
            f"{command.holding} cannot be transferred",
            clause=TRANSFERS,
            remedy=f"Transfer {', '.join(_MAY_BE_SENT)}.",
        )
    if command.holding is not Bucket.OVERFLOW:
        check_ending(link, "transferred")
    if command.to_link == link.id:
        raise RuleBreach(
            "A transfer to the same link", clause=TRANSFERS, remedy="Name another link."
        )
    set_aside = meter.excess if command.holding is Bucket.OVERFLOW else 0
    there = meter[command.holding] + set_aside
    parts = there if command.amount is None else command.amount.cents * link.per_cent
    if not 0 < parts <= there:
        raise RuleBreach(
            f"{command.level} has {Money(there // link.per_cent).dollars} of {command.holding}",
            clause=TRANSFERS,
            remedy="Transfer no more than is there, and more than nothing.",
        )
    move = {command.holding: set_aside - parts, Bucket.SENT: parts}
    if set_aside:
        move[Bucket.ACCRUED] = -set_aside
    yield TransferSent(
        transfer=link.transfers + 1,
        level=command.level,
        holding=command.holding,
        to_link=command.to_link,
        to_level=command.to_level,
        currency=link.open_terms.currency,
        parts=parts,
        per_cent=link.per_cent,
        moves={command.level: without_zeros(move)},
        clause=TRANSFERS,
    )


def receive(link: Link, command: ReceiveTransfer) -> Iterator[TransferReceived]:
    """What another link sent comes onto the level it was sent to, once."""
    one, currency = command.sent, link.open_terms.currency
    meter_of(link, one.to_level)
    if one.to_link != link.id or one.currency != currency:
        raise RuleBreach(
            f"A transfer in {one.currency} to {one.to_link}",
            clause=TRANSFERS,
            remedy=f"This is {link.id}, in {currency}.",
        )
    if _transfer_key(command.from_link, one.transfer) in link.received:
        raise RuleBreach(
            f"Transfer {one.transfer} of {command.from_link} came in before",
            clause=TRANSFERS,
            remedy="Nothing need be done.",
        )
    per_cent = lcm(link.per_cent, one.per_cent)
    parts = one.parts * (per_cent // one.per_cent)
    yield TransferReceived(
        from_link=command.from_link,
        transfer=one.transfer,
        level=one.to_level,
        per_cent=per_cent,
        moves={one.to_level: {Bucket.RECEIVED: parts, Bucket.ACCRUED: parts}},
        clause=TRANSFERS,
    )


def _transfer_key(link: str, transfer: int) -> str:
    """A transfer by where it came from."""
    return f"{link}/{transfer}"


def sent(link: Link, event: TransferSent) -> Link:
    """The link after money of it went to another."""
    return replace(with_moves(link, event.moves), transfers=event.transfer)


def received(link: Link, event: TransferReceived) -> Link:
    """The link with money of another, in parts as fine as both need."""
    keys = link.received | {_transfer_key(event.from_link, event.transfer)}
    return with_moves(replace(finer(link, event.per_cent), received=keys), event.moves)
