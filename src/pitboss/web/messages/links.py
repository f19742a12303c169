"""A link's meters, what is claimed and what was won."""

from __future__ import annotations

from pitboss.web.messages.fields import Amount, Message


class Level(Message):
    """One level of a link as it may be shown now."""

    level: str
    title: str
    amount: Amount
    reset: Amount | None = None
    limit: Amount | None = None
    """Posted wherever the meter is, if the house set one."""


class Hit(Message):
    """A level that was won."""

    level: str
    amount: Amount
    table: str
    at: str
    claim: int
    seat: int
    hand: str
    """In words."""
    is_paid: bool
    """Verified is won; paid is once its slip is written."""


class Claim(Message):
    """A prize that somebody has won and that is not paid yet: no person is named."""

    level: str
    table: str
    at: str
    amount: Amount
    claim: int
    seat: int
    hand: str
    """In words."""
    is_verified: bool
    """Whether somebody of the role in `verifies` has seen the cards."""


class Meters(Message):
    """A link's meters; pushed at most four times a second."""

    link: str
    title: str
    verifies: str
    """Who must have seen the winning cards before a prize is paid."""
    clause: str
    """The rule by which a prize waits for that."""
    fault: str
    """Why the link takes no wagers at present; empty while it does."""
    levels: list[Level]
    claims: list[Claim]
    hits: list[Hit]
    """The latest first, at most five."""
