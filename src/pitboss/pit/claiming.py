"""What a settlement takes from the levels of a link, told from the round and its events."""

from __future__ import annotations

from pitboss.jackpot import commands as do
from pitboss.jackpot.events import Winner
from pitboss.live.table import Table
from pitboss.live.under import Under
from pitboss.money import Money, Share
from pitboss.pit.companions import Moment
from pitboss.table import events as round_ev
from pitboss.table.progressive import PROGRESSIVE
from pitboss.table.settlement import Showdown


def holds_wagers(table: Table) -> bool:
    """Whether anybody has a progressive wager in the round."""
    return any(PROGRESSIVE in at.wagers for at in table.play.seats.values())


def takes_from_a_level(under: Under, table: Table) -> bool:
    """Whether any hand of the round is paid a share of a meter, whatever stands on it."""
    play = table.play
    showdown = Showdown(under.terms, play.facts())
    paid = under.terms.table(PROGRESSIVE)
    return any(
        at.exposed
        and PROGRESSIVE in at.wagers
        and (row := paid.row(showdown.five(at))) is not None
        and isinstance(row.pays, Share)
        for at in play.live
    )


def winners_of(moment: Moment) -> tuple[Winner, ...]:
    """Everybody whom the settlement paid a share of a level."""
    play, paid = moment.before.play, moment.under.terms.table(PROGRESSIVE)
    showdown = Showdown(moment.under.terms, play.facts())
    amounts: dict[int, Money] = {
        event.seat: event.winnings
        for event in moment.events
        if isinstance(event, round_ev.WagerSettled) and event.wager == PROGRESSIVE
    }
    winners = []
    for at in play.live:
        if PROGRESSIVE not in at.wagers or not at.exposed:
            continue
        row = paid.row(showdown.five(at))
        if row is not None and isinstance(row.pays, Share):
            winners.append(
                Winner(
                    seat=at.seat,
                    player=at.player,
                    hand=row.hand,
                    level=row.pays.meter,
                    percent=row.pays.percent,
                    amount=amounts[at.seat],
                )
            )
    return tuple(winners)


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
