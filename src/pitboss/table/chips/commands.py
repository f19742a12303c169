"""What is asked concerning chips."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.codec import stored
from pitboss.money import Money
from pitboss.table.chips.pieces import Pieces


@stored("buy-in")
@dataclass(frozen=True, slots=True)
class BuyIn:
    """A player gives cash for chips: the cash goes into the box, the chips come from the rack."""

    player: str
    amount: Money


@stored("cash-out")
@dataclass(frozen=True, slots=True)
class CashOut:
    """A player takes chips to the cage, or has an electronic table send the balance there."""

    player: str
    amount: Money


@stored("colour-up")
@dataclass(frozen=True, slots=True)
class ColourUp:
    """A player changes chips into others of the same value."""

    player: str
    given: Pieces
    taken: Pieces


@stored("count-opening")
@dataclass(frozen=True, slots=True)
class CountOpening:
    """The rack is counted before the table takes bets."""

    pieces: Pieces


@stored("count-closing")
@dataclass(frozen=True, slots=True)
class CountClosing:
    """The rack is counted before the table closes."""

    pieces: Pieces


@stored("take-fill")
@dataclass(frozen=True, slots=True)
class TakeFill:
    """Chips come from the cage into the rack, with a slip."""

    slip: str
    pieces: Pieces


@stored("send-credit")
@dataclass(frozen=True, slots=True)
class SendCredit:
    """Chips go from the rack to the cage, with a slip."""

    slip: str
    pieces: Pieces


@stored("collect-drop")
@dataclass(frozen=True, slots=True)
class CollectDrop:
    """The drop box is taken from the table, and an empty one put in its place."""

    box: str


@stored("count-drop")
@dataclass(frozen=True, slots=True)
class CountDrop:
    """The cash of a collected box is counted."""

    box: str
    counted: Money


@stored("correct")
@dataclass(frozen=True, slots=True)
class Correct:
    """One movement of the shift was typed wrongly: it is taken back, and on record as that (S4)."""

    number: int
    """Of the movement, in this shift."""
    reason: str
    instead: Money | None = None
    """Of a buy-in or a cash-out: what it really was, if it was anything."""


Command = (
    BuyIn | CashOut | ColourUp | CountOpening | CountClosing | TakeFill | SendCredit | CollectDrop
    | CountDrop | Correct
)  # fmt: skip
