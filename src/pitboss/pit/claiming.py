"""What a settlement takes from the levels of a link, told from the round and its events."""

from __future__ import annotations

from pitboss.jackpot import commands as do
from pitboss.jackpot.events import Winner
from pitboss.live.chips.winning import shares_won, winnings_of
from pitboss.live.table import Table
from pitboss.live.under import Under
from pitboss.pit.companions import Moment
from pitboss.table import events as round_ev
from pitboss.table.progressive import PROGRESSIVE


def holds_wagers(table: Table) -> bool:
    """Whether anybody has a progressive wager in the round."""
    return any(PROGRESSIVE in at.wagers for at in table.play.seats.values())


def takes_from_a_level(under: Under, table: Table) -> bool:
    """Whether any hand of the round is paid a share of a meter, whatever stands on it."""
    return next(shares_won(under, table.play), None) is not None


def winners_of(moment: Moment) -> tuple[Winner, ...]:
    """Everybody whom the settlement paid a share of a level."""
    amounts = winnings_of(moment.events)
    return tuple(
        Winner(
            seat=at.seat,
            player=at.player,
            hand=hand,
            level=share.meter,
            percent=share.percent,
            amount=amounts[at.seat],
        )
        for at, hand, share in shares_won(moment.under, moment.before.play)
    )


def figures_of(moment: Moment) -> dict[str, do.Figures]:
    """Each level before and after, as the settlement has it."""
    return {
        event.meter: do.Figures(
            before=event.before,
            awarded=event.awarded,
            resets=event.after + event.awarded - event.before,
            after=event.after,
        )
        for event in moment.events
        if isinstance(event, round_ev.MeterPaid)
    }
