"""Awards of a round that are no percentage of a meter, and what a level pays of them (I-05)."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.jackpot.fixed import WHO_PAYS, taken_of
from pitboss.money import NOTHING, Money, total
from pitboss.round.progressive import PAYMENTS, PROGRESSIVE
from pitboss.round.result import MeterPaid, SettleRound, WagerSettled
from pitboss.round.round import RoundState
from pitboss.table.chips import events as ev
from pitboss.table.chips.winning import shares_won
from pitboss.table.rules import TableRules
from pitboss.table.table import Command, Event, Table


def fixed_awards(rules: TableRules, play: RoundState, events: Iterable[Event]) -> dict[int, Money]:
    """What a settlement pays each seat of odds and dollar rows, envy and features."""
    shared = {at.seat for at, _, _ in shares_won(rules, play)}
    found: dict[int, Money] = {}
    for line in events:
        if not isinstance(line, WagerSettled) or not line.winnings:
            continue
        is_row = line.wager == PROGRESSIVE and line.seat not in shared
        if is_row or line.wager in PAYMENTS:
            found[line.seat] = found.get(line.seat, NOTHING) + line.winnings
    return found


def with_fixed_awards(
    rules: TableRules, table: Table, command: Command, events: list[Event]
) -> list[Event]:
    """What happens, and what the level that the link names makes good of it."""
    if not isinstance(command, SettleRound) or command.fixed_from is None:
        return events
    level = next(
        (
            event
            for event in events
            if isinstance(event, MeterPaid) and event.meter == command.fixed_from
        ),
        None,
    )
    if level is None:
        return events
    awarded = total(fixed_awards(rules, table.play, events).values())
    taken = taken_of(awarded, level.after, level.reset)
    if not taken:
        return events
    made_good = ev.FixedAwardsMadeGood(level=level.meter, amount=taken, clause=WHO_PAYS)
    return [*events, made_good]
