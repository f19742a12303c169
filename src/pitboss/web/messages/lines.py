"""A settled round, line by line."""

from __future__ import annotations

from typing import Literal

from pitboss.web.messages.fields import Amount, Message


class PartPaid(Message):
    """One person's part of a line."""

    player: str
    stake: Amount
    winnings: Amount
    returned: Amount


class Line(Message):
    """One wager, or one payment that is no wager, settled: what, how much, and why."""

    seat: int
    player: str
    is_you: bool
    wager: str
    title: str
    stake: Amount
    outcome: Literal["win", "lose", "stand_off", "withdrawn", "returned", "void"]
    pays: str | None
    """As printed: "7 to 1"."""
    winnings: Amount
    returned: Amount
    from_seat: int | None
    """Whose hand brought it, for an envy payment."""
    parts: list[PartPaid]
    clauses: list[str]
    interpretations: list[str]
    text: str
    """One sentence that explains it."""
    why: str
    """What the clauses say, in short."""
