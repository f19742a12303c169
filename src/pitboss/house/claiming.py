"""What a settlement takes from the levels of a link, and gives back, told from its events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.house.companions import Moment
from pitboss.jackpot.aggregate import LinkCommand
from pitboss.jackpot.claims import EnterClaim, Figures, UndoClaim
from pitboss.jackpot.fixed_awards import ReturnFixedAwards, TakeFixedAwards
from pitboss.jackpot.link import Link, Winner
from pitboss.round.progressive import PROGRESSIVE
from pitboss.round.result import MeterPaid, SettleRound
from pitboss.round.round import decide as decide_round
from pitboss.table.chips.prizes import FixedAwardsMadeGood, fixed_awards, shares_won, winnings_of
from pitboss.table.rules import TableRules
from pitboss.table.table import Event, Table


def holds_wagers(table: Table) -> bool:
    """Whether anybody has a progressive wager in the round."""
    return any(PROGRESSIVE in at.wagers for at in table.play.seats.values())


def takes_from_a_level(rules: TableRules, table: Table) -> bool:
    """Whether any hand of the round is paid a share of a meter, whatever stands on it."""
    return next(shares_won(rules, table.play), None) is not None


def pays_fixed_awards(rules: TableRules, table: Table, command: SettleRound) -> bool:
    """Whether the round, settled so, pays anything that is no percentage of a meter."""
    settled = decide_round(rules.game, rules.terms, table.play, command)
    return bool(fixed_awards(rules, table.play, settled))


def takes(events: Sequence[Event]) -> bool:
    """Whether a settlement takes anything from a level."""
    return any(
        bool(event.awarded)
        if isinstance(event, MeterPaid)
        else isinstance(event, FixedAwardsMadeGood)
        for event in events
    )


def taking(moment: Moment, contribution: int) -> Iterator[LinkCommand]:
    """What a settlement asks of the link: percentages first, then awards that are none (I-05).

    `contribution` is the entry of the round's own wagers in the inbox.
    """
    number = moment.before.rounds.number
    if any(isinstance(event, MeterPaid) and event.awarded for event in moment.events):
        yield EnterClaim(
            table=moment.table,
            round=number,
            contribution=contribution,
            winners=winners_of(moment),
            levels=figures_of(moment),
        )
    for event in moment.events:
        if isinstance(event, FixedAwardsMadeGood):
            yield TakeFixedAwards(
                table=moment.table,
                round=number,
                contribution=contribution,
                level=event.level,
                awards=fixed_awards(moment.rules, moment.before.play, moment.events),
                taken=event.amount,
            )


def taking_back(moment: Moment, link: Link) -> Iterator[LinkCommand]:
    """What a settlement that is undone asks of the link: all it took goes back (I-83, I-14)."""
    number = moment.before.rounds.number
    claim = _claim_of(moment, link) if moment.before.chips.awards else None
    if claim is not None:
        reason = f"the settlement of round {number} was undone"
        yield UndoClaim(claim=claim, reason=reason)
    if moment.before.chips.fixed:
        yield ReturnFixedAwards(table=moment.table, round=number)


def _claim_of(moment: Moment, link: Link) -> int | None:
    """The round's claim, open or paid; none where it was rejected, and the link has it all back."""
    number = moment.before.rounds.number
    claims = [*link.claims.values(), *(one.claim for one in link.paid.values())]
    for one in claims:
        if (one.table, one.round) == (moment.table, number):
            return one.claim
    return None


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
        for at, hand, share in shares_won(moment.rules, moment.before.play)
    )


def figures_of(moment: Moment) -> dict[str, Figures]:
    """Each level before and after, as the settlement has it."""
    return {
        event.meter: Figures(
            before=event.before,
            awarded=event.awarded,
            resets=event.after + event.awarded - event.before,
            after=event.after,
        )
        for event in moment.events
        if isinstance(event, MeterPaid)
    }
