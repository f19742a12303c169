"""What stays the same about a table while it is open."""

from __future__ import annotations

from typing import Literal

from pitboss.web.messages.fields import Amount, Message


class Circle(Message):
    """One wager circle of the layout; sent once with the table, since it hardly ever changes."""

    wager: str
    title: str
    """The rulebook's own words."""
    clause: str
    group: str | None
    """Wagers of one group are placed together and equal."""
    required: bool
    needs: list[str]
    """At least one of these must stand beside it."""
    follows: str | None
    """Placed by a decision, so many `times` the wager it follows."""
    times: int
    decision: str | None
    least: Amount | None
    most: Amount | None
    step: Amount | None
    """Stakes are whole multiples of this; None where a decision says how much."""


class Choice(Message):
    """One possible answer to a decision."""

    decision: str
    title: str
    clause: str
    choices: list[str]


class Layout(Message):
    """What stays the same about a table while it is open."""

    table: str
    title: str
    rulebook: str
    edition: str
    game: Literal["let_it_ride", "three_card", "holdem_bonus"]
    currency: str
    mode: Literal["electronic", "live"]
    is_practice: bool
    """Play money."""
    positions: int
    hand_cards: int
    community_cards: int
    dealer_cards: int
    hands_per_player: str
    link: str | None
    circles: list[Circle]
    decisions: list[Choice]
    payments: dict[str, str]
    """Titles of payments that are no wagers: envy, magic_card, lucky_player."""
