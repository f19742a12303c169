"""What is fetched: rounds that are over, and advice."""

from __future__ import annotations

from pitboss.web.messages.fields import Message, SeenCard, Signed
from pitboss.web.messages.lines import Line
from pitboss.web.messages.table import SeatSeen


class RoundSeen(Message):
    """A finished round as the viewer may recall it: GET /api/table/{table}/rounds."""

    table: str
    round: int
    gaming_day: str
    ended: str
    title: str
    seats: list[SeatSeen]
    community: list[SeenCard]
    dealer: list[SeenCard]
    dealer_words: str
    magic_card: SeenCard
    lucky_seat: int | None
    void: str | None
    lines: list[Line]
    your_net: Signed | None
    deck_seed: str | None
    """Opened after the round: with the commitment anybody can rebuild the deck."""


class Advised(Message):
    """Best play for one's own hand: GET /api/table/{table}/advice?seat=N."""

    seat: int
    decision: str
    best: str
    worth: dict[str, str]
    """Each choice in units of the wager, rounded to four places: "-1.0000"."""
