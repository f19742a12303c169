"""Deciding: a command to a table becomes events, or a refusal that says the rule and what would do.

Each part decides its own commands. Before that, every part may refuse a command of another: no
wager from somebody barred, no deal from a deck that was not shuffled. After it, each may add what
follows by itself, until nothing more follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, get_args

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.round.deal import DealCards
from pitboss.round.options import Command as RoundCommand
from pitboss.round.result import RoundClosed
from pitboss.table.chips import commands as chips_do
from pitboss.table.chips import decide as chips
from pitboss.table.equipment import procedure as equipment
from pitboss.table.irregularities import commands as irregular_do
from pitboss.table.irregularities import decide as irregularities
from pitboss.table.irregularities import limits, power
from pitboss.table.irregularities.keying import check_number_entered, doubted_deal
from pitboss.table.opening import commands as opening_do
from pitboss.table.opening import decide as opening
from pitboss.table.people import asking
from pitboss.table.people import commands as people_do
from pitboss.table.people import decide as people
from pitboss.table.roles import check_role
from pitboss.table.rounds import commands as rounds_do
from pitboss.table.rounds import decide as rounds
from pitboss.table.rules import TableRules
from pitboss.table.table import Command, Event, Table, TableSnapshot, evolve

SNAPSHOT_EVERY = 25
"""Rounds between two snapshots: few enough that a table opens at once, however long it ran."""


class Decided(NamedTuple):
    """What happens, and the table after it."""

    events: list[Event]
    table: Table


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> list[Event]:
    """What happens when somebody gives this command now, or `RuleBreach`."""
    return decide_on(rules, table, by, command).events


def decide_on(rules: TableRules, table: Table, by: Envelope, command: Command) -> Decided:
    """The same, for whoever goes on from the table as it then stands."""
    _check_open(rules, table, command)
    for part in (irregularities, people, equipment, chips):
        part.check(rules, table, by, command)
    own = _OWN[type(command)](rules, table, by, command)
    events = chips.with_coupon(rules, command, list(own))
    events = chips.with_prizes(rules, table, command, events)
    events = chips.with_fixed_awards(rules, table, command, events)
    check_role(rules, table, by, events)
    return _with_what_follows(rules, chips.funded(rules, table, events), events)


def _check_open(rules: TableRules, table: Table, command: Command) -> None:
    # Money is counted and taken away after play as well, when the table is closed.
    anyway = (
        opening_do.OpenTable, chips_do.CollectDrop, chips_do.CountDrop, chips_do.CashOut,
        chips_do.Correct,
    )  # fmt: skip
    if not table.is_open and not isinstance(command, anyway):
        raise RuleBreach(
            f"Table {rules.setting.table} is closed",
            clause=rules.rulebook.procedure["open"],
            remedy="Open it first.",
        )


def _dealt(rules: TableRules, table: Table, by: Envelope, command: DealCards) -> Iterator[Event]:
    """Cards as they were entered; what no deck deals stops the entry, and it is asked (I-101)."""
    rounds.check_drawn(rules, table)
    reported = list(doubted_deal(rules, table, by, command))
    if not reported:
        check_number_entered(rules, table, command.cards)
    yield from reported or rounds.decide(rules, table, by, command)


_PARTS: tuple[tuple[Any, Callable[[TableRules, Table, Envelope, Any], Iterable[Event]]], ...] = (
    (people_do.Command, people.decide),
    (equipment.Command, equipment.decide),
    (chips_do.Command, chips.decide),
    (irregular_do.Command, irregularities.decide),
    (opening_do.Command, opening.decide),
    (rounds_do.Command, rounds.decide),
    (RoundCommand, rounds.decide),
)
_OWN = {kind: decide for commands, decide in _PARTS for kind in get_args(commands)} | {
    DealCards: _dealt
}
"""Which part decides a command, by its class: to ask part after part takes longer than the rest."""


_FOLLOWING = (power.concluded, asking.unanswered, asking.nobody_left, limits.still_to_come)


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
