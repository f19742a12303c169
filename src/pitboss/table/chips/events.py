"""What happened concerning chips. Where two persons must act, `second` is the other one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.codec import stored
from pitboss.money import Money
from pitboss.table.chips.movements import Kind
from pitboss.table.chips.prizes import Prize


@stored("bought-in")
@dataclass(frozen=True, slots=True, kw_only=True)
class BoughtIn:
    """A player gave cash for chips."""

    player: str
    amount: Money
    clause: str


@stored("cashed-out")
@dataclass(frozen=True, slots=True, kw_only=True)
class CashedOut:
    """A player's chips, or the balance, went to the cage."""

    player: str
    amount: Money
    clause: str


@stored("coloured-up")
@dataclass(frozen=True, slots=True, kw_only=True)
class ColouredUp:
    """A player changed chips into others of the same value."""

    player: str
    given: Mapping[int, int]
    taken: Mapping[int, int]
    clause: str


@stored("coupon-played")
@dataclass(frozen=True, slots=True, kw_only=True)
class CouponPlayed:
    """A match play coupon lies on the layout, for the wager that is placed with it (I-41)."""

    seat: int
    player: str
    wager: str
    coupon: Money
    clause: str


@stored("opening-counted")
@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningCounted:
    """The rack was counted before bets."""

    pieces: Mapping[int, int]
    counted: Money
    expected: Money | None
    """What the books had in the rack; nothing is expected of a rack that was never counted."""
    second: str
    clause: str


@stored("closing-counted")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingCounted:
    """The rack was counted at the end."""

    pieces: Mapping[int, int]
    counted: Money
    expected: Money
    second: str
    clause: str


@stored("fill-taken")
@dataclass(frozen=True, slots=True, kw_only=True)
class FillTaken:
    """Chips came from the cage."""

    slip: str
    pieces: Mapping[int, int]
    amount: Money
    second: str
    clause: str


@stored("credit-sent")
@dataclass(frozen=True, slots=True, kw_only=True)
class CreditSent:
    """Chips went to the cage."""

    slip: str
    pieces: Mapping[int, int]
    amount: Money
    second: str
    clause: str


@stored("drop-collected")
@dataclass(frozen=True, slots=True, kw_only=True)
class DropCollected:
    """The drop box was taken to be counted."""

    box: str
    expected: Money
    second: str
    clause: str


@stored("drop-counted")
@dataclass(frozen=True, slots=True, kw_only=True)
class DropCounted:
    """The cash of a box was counted and went to the cage."""

    box: str
    counted: Money
    expected: Money
    second: str
    clause: str


@stored("prize-held")
@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeHeld:
    """What was won from a level is held apart until its claim is verified and paid (I-14)."""

    prize: Prize
    clause: str


@stored("prize-handed-over")
@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeHandedOver:
    """The claim was paid: its winner has the prize."""

    prize: Prize
    clause: str


@stored("prize-returned")
@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeReturned:
    """The claim was rejected: the prize is the link's again."""

    prize: Prize
    clause: str


@stored("fixed-awards-made-good")
@dataclass(frozen=True, slots=True, kw_only=True)
class FixedAwardsMadeGood:
    """A level of the link pays so much of the round's odds and dollar rows, envy and features.

    The rack paid them with all other winnings; what the level does not make good is the house's.
    """

    level: str
    amount: Money
    clause: str


@stored("chips-corrected")
@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCorrected:
    """A movement of the shift that was typed wrongly was taken back, to the cent (S4)."""

    number: int
    kind: Kind
    player: str
    slip: str
    """Of a fill or a credit: it stays used."""
    box: str
    amount: Money
    instead: Money | None
    """What it really was, which is a movement of its own beside this."""
    reason: str
    second: str
    clause: str


@stored("prize-to-recover")
@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeToRecover:
    """A prize that was paid went back to the link with its round, which does not stand (I-82).

    The undone settlement took it from what its winner holds here; what they no longer hold of it
    they owe, and the house recovers it from them.
    """

    prize: Prize
    owes: Money
    """Of the prize, what its winner no longer holds here, before stakes of the round go back."""
    clause: str


ByLink = PrizeHandedOver | PrizeReturned
"""What follows from a command to the link, which decides it, and is written together with it."""

Event = (
    BoughtIn | CashedOut | ColouredUp | CouponPlayed | OpeningCounted | ClosingCounted | FillTaken
    | CreditSent | DropCollected | DropCounted | PrizeHeld | PrizeHandedOver | PrizeReturned
    | FixedAwardsMadeGood | ChipsCorrected | PrizeToRecover
)  # fmt: skip
