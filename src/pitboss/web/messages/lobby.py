"""The floor as the lobby shows it."""

from __future__ import annotations

from pitboss.web.messages.fields import Amount, Message
from pitboss.web.messages.table import Stage


class GivesBack(Message):
    """What a wager gives back of each dollar staked, at the present meters."""

    wager: str
    title: str
    percent: str | None
    """As "96.51"; None while it is being worked out."""
    edge: str | None
    at_meter: bool
    """Whether it moves with a meter."""


class TableCard(Message):
    """A table as the lobby shows it."""

    table: str
    title: str
    rulebook: str
    game: str
    currency: str
    is_open: bool
    is_practice: bool
    stage: Stage
    round: int
    positions: int
    free: list[int]
    """The seats nobody sits at."""
    limits: dict[str, tuple[Amount, Amount | None]]
    """Least and most, by the wager's title or its group's; None where there is no most."""
    link: str | None
    returns: list[GivesBack]
