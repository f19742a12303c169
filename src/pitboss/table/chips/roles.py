"""Who may do what concerning chips.

What goes between the table and the cage, and every count, is the floor's business: somebody above
the dealer enters it, and a second person stands beside (see `counting`).
"""

from __future__ import annotations

from pitboss.table.chips import events as ev
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode

PLAYERS_OWN = -1
DEALER = 0
FLOOR = 1


def least_rung(rules: TableRules, event: ev.Event) -> int:
    """How high on the rulebook's ladder somebody must stand for this."""
    match event:
        case ev.CouponPlayed():
            return PLAYERS_OWN
        case ev.BoughtIn() | ev.CashedOut():
            # At an electronic table players feed in and call off their own money.
            return PLAYERS_OWN if rules.setting.mode is Mode.ELECTRONIC else DEALER
        case ev.ColouredUp() | ev.PrizeHeld() | ev.FixedAwardsMadeGood() | ev.PrizeToRecover():
            # Who may have a prize go back with its round is for the link to say (I-14).
            return DEALER
        case _:
            return FLOOR
