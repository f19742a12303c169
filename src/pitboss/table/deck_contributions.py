"""What players add to the deck: each seated player's screen, until "No more bets" (I-115).

The house commits to its seed before it calls for bets, and cannot know what the screens of players
will add. So the house alone cannot choose the deck, and neither can a player alone. A player who
adds nothing is not waited for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pitboss.codec import stored
from pitboss.envelope import PLAYER, Envelope
from pitboss.table.rules import Mode, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Table

CLAUSE = "I-115"
CONTRIBUTIONS = "player_contributions"
"""The setting of a table that says whether players add to its decks."""
_VALUE = re.compile(r"[0-9a-f]{64}")


@stored("contribute-to-deck")
class ContributeToDeck:
    """A player adds 32 bytes to the deck of the round for which bets are taken."""

    player: str
    value: str
    """64 hexadecimal digits in small letters, drawn by the player's screen."""


Command = ContributeToDeck


@stored("deck-contribution", kw_only=True)
class DeckContribution:
    """What a player added, and where they sat: decks are made in the order of the seats."""

    seat: int
    player: str
    value: str
    clause: str


Event = DeckContribution


def takes_contributions(rules: TableRules) -> bool:
    """Whether players add to the deck at this table."""
    is_off = rules.setting.house.get(CONTRIBUTIONS) == "false"
    return rules.setting.mode is Mode.ELECTRONIC and not is_off


def decide(
    rules: TableRules, table: Table, by: Envelope, command: Command
) -> Iterable[DeckContribution]:
    """What happens when this is asked."""
    player = command.player
    if not takes_contributions(rules):
        refuse(
            f"A contribution of {player}",
            CLAUSE,
            "No contributions are taken at this table.",
        )
    if by.role != PLAYER or by.actor != player:
        # Whoever knows the seed could choose the deck by what they add for others.
        refuse(f"A contribution for {player}", CLAUSE, "Players add their own, and nobody else.")
    if not _VALUE.fullmatch(command.value):
        refuse(
            f"A contribution of {player} that is none",
            CLAUSE,
            "Give 32 bytes as 64 hexadecimal digits in small letters.",
        )
    if not table.play.is_open or table.play.is_closed_to_bets:
        refuse(
            f"A contribution of {player} while no bets are taken",
            CLAUSE,
            'They are taken from "Place your bets, please" to "No more bets".',
        )
    seat = table.people.seat_of(player)
    if seat is None:
        refuse(f"A contribution of {player}, who does not sit here", CLAUSE, "Take a seat first.")
    if player in table.rounds.contributions:
        refuse(
            f"A second contribution of {player}",
            CLAUSE,
            "One counts in each round, and it is not changed.",
        )
    return [DeckContribution(seat=seat, player=player, value=command.value, clause=CLAUSE)]
