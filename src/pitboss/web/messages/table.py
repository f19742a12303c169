"""A table as one viewer may see it."""

from __future__ import annotations

from typing import Literal

from pitboss.web.messages.fields import Amount, Message, SeenCard
from pitboss.web.messages.lines import Line
from pitboss.web.messages.own import You

Stage = Literal[
    "closed", "waiting", "betting", "dealing", "deciding", "turning", "showing", "settling",
    "settled", "void", "halted",
]  # fmt: skip


class Part(Message):
    """One person's part of a wager on a shared area."""

    player: str
    stake: Amount


class Wager(Message):
    """Money on a circle. Withdrawn wagers stay listed, marked by the decision."""

    wager: str
    stake: Amount
    parts: list[Part]
    """Empty unless several people funded it."""


class SeatSeen(Message):
    """One position, sat at or not. `player` is None where it is free."""

    seat: int
    player: str | None
    is_you: bool
    is_absent: bool
    holder: str | None
    """Who wagers here in this round: with several hands or blind bets not who sits here."""
    cards: list[SeenCard]
    words: str
    """What the cards make as far as the viewer sees them; empty if they do not."""
    wagers: list[Wager]
    decisions: dict[str, str]
    is_asked: bool
    """Whether it is this seat's turn to decide."""
    is_folded: bool
    is_removed: str | None
    """The clause by which the hand is out of the round."""
    is_shown: bool


class Halt(Message):
    """Why the table stands still, in words."""

    kind: str
    title: str
    clause: str
    awaits: list[str]
    text: str


class ColumnRow(Message):
    """One hand of a column, and what it pays as printed."""

    hand: str
    pays: str


class Column(Message):
    """The paytable of a wager for the number of hands in this round."""

    wager: str
    title: str
    hands: int
    clause: str
    rows: list[ColumnRow]


class LeftExposed(Message):
    """The best hand met so far, which stays exposed while the others are turned over."""

    wager: str
    title: str
    seat: int
    hand: str
    """In words."""
    replaces: int | None
    """The seat whose hand it took the place of just now."""
    clause: str


class TableSeen(Message):
    """A table as one viewer may see it, whole. A later version replaces an earlier one."""

    table: str
    version: int
    round: int
    """The number of the present or, while waiting, the latest round; its result stays (U3)."""
    gaming_day: str
    stage: Stage
    decision: str | None
    """Which question is being asked, in stage `deciding`."""
    asked: int | None
    """The seat it is put to."""
    deadline: str | None
    """When bets close or a decision is prompted for, if a clock runs; compare with `now`."""
    now: str
    halt: Halt | None
    link_lost: str
    """Why the table takes no progressive wagers at present; empty while it does."""
    seats: list[SeatSeen]
    """Every position, in order."""
    community: list[SeenCard]
    dealer: list[SeenCard]
    dealer_words: str
    columns: list[Column]
    """Odds that go by the number of hands, once that is known."""
    left_exposed: LeftExposed | None
    burned: int
    magic_card: SeenCard
    lucky_seat: int | None
    lines: list[Line]
    commitment: str
    """Binds the system to the deck of this round before anybody bets; opened afterwards."""
    you: You
