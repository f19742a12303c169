"""What concerns the viewer alone."""

from __future__ import annotations

from typing import Literal

from pitboss.web.messages.fields import Amount, Message, Signed


class May(Message):
    """One thing the viewer may ask for now: `do` is the message that asks for it."""

    do: Literal[
        "place", "take_down", "repeat", "choose", "view_hand", "decline", "take_seat",
        "leave_seat", "return", "buy_in", "cash_out", "answer",
    ]  # fmt: skip
    seat: int | None = None
    wager: str | None = None
    choice: str | None = None
    """For `choose` and `answer`."""
    decision: str | None = None
    least: Amount | None = None
    most: Amount | None = None
    """At most what the viewer can pay. Below `least` the wager is permitted but not payable."""
    step: Amount | None = None
    costs: Amount | None = None
    """For `choose`: what the answer puts on the layout."""
    clause: str = ""


class KeptOut(Message):
    """Why the viewer may neither decide nor wager at this table, and who may readmit them."""

    is_barred: bool
    """Otherwise their action was stopped."""
    clause: str
    readmits: str
    """A role."""


class You(Message):
    """What concerns the viewer alone; for the public, all of it empty."""

    player: str | None
    seat: int | None
    """Where the viewer sits."""
    balance: Amount | None
    """What the viewer holds at this table."""
    spare: Signed | None
    """What of it is free for new wagers."""
    held: Amount | None
    """Prizes held for verification until their claims are paid (I-14): no part of the balance."""
    staked: Amount | None
    net: Signed | None
    """Of the round, once it is settled."""
    is_your_turn: bool
    kept_out: KeptOut | None
    may: list[May]
