"""Which hands of a round are paid a share of a level, and what is held back for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.money import NOTHING, Money, Share
from pitboss.round.progressive import PROGRESSIVE
from pitboss.round.result import MeterPaid, SettlementUndone, SettleRound, WagerSettled
from pitboss.round.round import RoundState, Seat
from pitboss.round.settlement import Showdown
from pitboss.table.chips import events as ev
from pitboss.table.chips.prizes import Prize
from pitboss.table.rules import TableRules
from pitboss.table.table import Command, Event, Table, evolve

HELD = "I-14"
VOID = "I-82"


def _with_recoveries(table: Table, events: list[Event]) -> Iterator[Event]:
    number = table.rounds.number
    for event in events:
        yield event
        table = evolve(table, event)
        if isinstance(event, SettlementUndone):
            for prize in table.chips.paid_prizes:
                if prize.round == number:
                    lacks = max(NOTHING - table.chips.held(prize.player), NOTHING)
                    owes = min(lacks, prize.amount)
                    yield ev.PrizeToRecover(prize=prize, owes=owes, clause=VOID)


def shares_won(rules: TableRules, play: RoundState) -> Iterator[tuple[Seat, str, Share]]:
    """Every hand that wins a share of a level, its row and the share, whatever stands there."""
    showdown, paid = Showdown(rules.terms, play.facts()), rules.terms.table(PROGRESSIVE)
    for at in play.live:
        if PROGRESSIVE not in at.wagers or not at.exposed:
            continue
        row = paid.row(showdown.five(at))
        if row is not None and isinstance(row.pays, Share):
            yield at, row.hand, row.pays


def winnings_of(events: Sequence[Event]) -> dict[int, Money]:
    """What a settlement pays each seat on its progressive wager."""
    return {
        event.seat: event.winnings
        for event in events
        if isinstance(event, WagerSettled) and event.wager == PROGRESSIVE
    }


def with_prizes(
    rules: TableRules, table: Table, command: Command, events: list[Event]
) -> list[Event]:
    """What happens, and of what is won from a level that it is held until its claim is paid.

    Of what was paid and goes back with its settlement, that it is to be recovered (I-82).
    """
    if any(isinstance(event, SettlementUndone) for event in events):
        return list(_with_recoveries(table, events))
    if not isinstance(command, SettleRound) or not command.holds_prizes:
        return events
    if not any(isinstance(event, MeterPaid) and event.awarded for event in events):
        return events
    amounts = winnings_of(events)
    return [
        *events,
        *(
            ev.PrizeHeld(
                prize=Prize(
                    round=table.rounds.number,
                    seat=at.seat,
                    player=at.player,
                    link=table.chips.link,
                    level=share.meter,
                    amount=amounts[at.seat],
                ),
                clause=HELD,
            )
            for at, _, share in shares_won(rules, table.play)
            if amounts[at.seat]
        ),
    ]
