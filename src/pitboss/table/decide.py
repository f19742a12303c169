"""Deciding: a command to a table becomes events, or a refusal that says the rule and the remedy.

Each part decides its own commands. Before that, every part may refuse a command of another: no
wager from a player who is barred, no deal from a deck that was not shuffled. After it, each may
add what follows by itself, until nothing more follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, get_args

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.round.deal import DealCards
from pitboss.round.options import Command as RoundCommand
from pitboss.round.result import RoundClosed, SettlementUndone
from pitboss.table import offers, opening, rounds
from pitboss.table.chips import chips
from pitboss.table.chips.corrections import Correct
from pitboss.table.chips.exchange import CashOut
from pitboss.table.chips.funds import check_funds, with_coupon
from pitboss.table.chips.prizes import to_recover, with_fixed_awards, with_prizes
from pitboss.table.chips.rack import CollectDrop, CountDrop
from pitboss.table.equipment import procedure as equipment
from pitboss.table.irregularities import catalogue as irregularities
from pitboss.table.irregularities import failures, reports, wagers
from pitboss.table.irregularities.keying_errors import check_number_entered, doubted_deal
from pitboss.table.people import people, turns
from pitboss.table.roles import check_role
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode
from pitboss.table.table import Command, Event, Table, TableSnapshot, evolve

SNAPSHOT_EVERY = 25
"""Rounds between two snapshots: few enough that a table opens at once, however long it ran."""


class Decided(NamedTuple):
    """What happens, and the table after it."""

    events: list[Event]
    table: Table


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> list[Event]:
    """What happens when this command is given now, or `RuleBreach`."""
    return decide_on(rules, table, by, command).events


def what_if(rules: TableRules, table: Table, by: Envelope, command: Command) -> Decided | None:
    """What this command would come to now; None where it would be refused."""
    try:
        return decide_on(rules, table, by, command)
    except RuleBreach:
        return None


def decide_on(rules: TableRules, table: Table, by: Envelope, command: Command) -> Decided:
    """The events of this command and the table after them, or `RuleBreach`."""
    _check_open(rules, table, command)
    for part in (irregularities, turns, equipment, chips):
        part.check(rules, table, by, command)
    own = _OWN[type(command)](rules, table, by, command)
    events = with_coupon(rules, command, list(own))
    if any(isinstance(event, SettlementUndone) for event in events):
        events = list(_with_recoveries(table, events))
    events = with_prizes(rules, table, command, events)
    events = with_fixed_awards(rules, table, command, events)
    check_role(rules, table, by, events)
    return _with_what_follows(rules, _funded(rules, table, events), events)


_AT_A_CLOSED_TABLE = (opening.OpenTable, CollectDrop, CountDrop, CashOut, Correct)
"""Money is counted and taken away after play as well."""


def _check_open(rules: TableRules, table: Table, command: Command) -> None:
    if not table.is_open and not isinstance(command, _AT_A_CLOSED_TABLE):
        raise RuleBreach(
            f"Table {rules.setting.table} is closed",
            clause=rules.rulebook.procedure["open"],
            remedy="Open it first.",
        )


def _with_recoveries(table: Table, events: Iterable[Event]) -> Iterator[Event]:
    """These events, and after an undone settlement the prizes that are to be recovered."""
    for event in events:
        yield event
        table = evolve(table, event)
        if isinstance(event, SettlementUndone):
            yield from to_recover(table)


def _funded(rules: TableRules, table: Table, events: Iterable[Event]) -> Table:
    """The table after these events, each of which its player can pay at an electronic table."""
    is_checked = rules.setting.mode is Mode.ELECTRONIC
    for event in events:
        before, table = table, evolve(table, event)
        if is_checked:
            check_funds(rules, before, table, event)
    return table


def _dealt(rules: TableRules, table: Table, by: Envelope, command: DealCards) -> Iterator[Event]:
    """Cards as they were entered; what no deck deals stops the entry, and it is asked (I-101)."""
    rounds.check_drawn(rules, table)
    reported = list(doubted_deal(rules, table, by, command))
    if not reported:
        check_number_entered(rules, table, command.cards)
    yield from reported or rounds.decide(rules, table, by, command)


_PARTS: tuple[tuple[Any, Callable[[TableRules, Table, Envelope, Any], Iterable[Event]]], ...] = (
    (people.Command, people.decide),
    (equipment.Command, equipment.decide),
    (chips.Command, chips.decide),
    (reports.Command, irregularities.decide),
    (opening.Command, opening.decide),
    (offers.Command, offers.decide),
    (rounds.Command, rounds.decide),
    (RoundCommand, rounds.decide),
)
_OWN = {kind: decide for commands, decide in _PARTS for kind in get_args(commands)} | {
    DealCards: _dealt
}
"""Which part decides a command, by its class: to ask part after part takes longer than the rest."""


_FOLLOWING = (failures.concluded, turns.unanswered, turns.nobody_left, wagers.still_to_come)


def _with_what_follows(rules: TableRules, table: Table, events: list[Event]) -> Decided:
    more = True
    while more:
        more = False
        for follow in _FOLLOWING:
            for event in list(follow(rules, table)):
                table = evolve(table, event)
                events.append(event)
                more = True
    is_due = table.rounds.number % SNAPSHOT_EVERY == 0
    if is_due and any(isinstance(event, RoundClosed) for event in events):
        events.append(TableSnapshot(table=table))
    return Decided(events, table)
