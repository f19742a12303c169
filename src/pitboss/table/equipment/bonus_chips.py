"""Bonus chips, counted before the deal against the wagers that the wagering devices accepted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.round.wagers import WagerReturned
from pitboss.table.equipment.inventory import Equipment, Prompt, clause
from pitboss.table.rules import Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Event as TableEvent
    from pitboss.table.table import Table


@stored("count-bonus-chips")
class CountBonusChips:
    """The dealer has collected the chips from the wagering devices, and there are so many."""

    chips: int


@stored("rule-on-bonus-chips")
class RuleOnBonusChips:
    """A supervisor has the chips counted again, and may return wagers that have no chip."""

    reason: str
    returned: tuple[int, ...] = ()
    """The seats whose wager is none, for no chip was there."""


Command = CountBonusChips | RuleOnBonusChips


@stored("bonus-reconciled", kw_only=True)
class BonusReconciled:
    """There are as many chips as the devices accepted wagers."""

    chips: int
    clause: str


@stored("bonus-mismatched", kw_only=True)
class BonusMismatched:
    """There are more or fewer chips than wagers: nothing is dealt, and a supervisor is called."""

    chips: int
    accepted: int
    clause: str


@stored("bonus-ruled", kw_only=True)
class BonusRuled:
    """The chips are counted again."""

    reason: str
    returned: tuple[int, ...]
    clause: str


Event = BonusReconciled | BonusMismatched | BonusRuled

ROLES: Roles = {
    BonusRuled: lambda rules, event: rules.rung(rules.rulebook.discretion["bonus_count"].role)
}


def evolve(equipment: Equipment, event: Event) -> Equipment:
    """The equipment after one more event."""
    match event:
        case BonusReconciled():
            return replace(equipment, is_reconciled=True)
        case BonusMismatched(chips=chips):
            return replace(equipment, chips=chips)
        case BonusRuled():
            return replace(equipment, chips=None)
        case _:
            assert_never(event)


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[TableEvent]:
    """What happens when this is asked."""
    match command:
        case CountBonusChips():
            yield _count(rules, table, command)
        case RuleOnBonusChips():
            yield from _rule(rules, table, command)
        case _:
            assert_never(command)


def accepted(rules: TableRules, table: Table) -> int:
    """How many wagers the devices accepted whose chips are counted before the deal."""
    counted = rules.rulebook.equipment.counted
    return sum(wager in at.wagers for at in table.play.seats.values() for wager in counted)


def _count(rules: TableRules, table: Table, command: CountBonusChips) -> Event:
    """As many chips as wagers, or a supervisor is called (I-42)."""
    demanded = _check_time(rules, table)
    if table.equipment.chips is not None:
        role = rules.rulebook.discretion["bonus_count"].role
        refuse("Another count of the chips", demanded, f"The {role} rules on the first one.")
    number = accepted(rules, table)
    if command.chips == number:
        return BonusReconciled(chips=number, clause=demanded)
    return BonusMismatched(chips=command.chips, accepted=number, clause=demanded)


def _rule(rules: TableRules, table: Table, command: RuleOnBonusChips) -> Iterator[TableEvent]:
    """The chips are counted again; a wager without its chip is none."""
    demanded = _check_time(rules, table)
    if table.equipment.chips is None:
        refuse("A ruling on bonus chips", demanded, "It follows a count that does not match.")
    if not command.reason.strip():
        refuse("A ruling without a reason", demanded, "Write why.")
    yield BonusRuled(reason=command.reason, returned=command.returned, clause=demanded)
    counted = rules.rulebook.equipment.counted
    for seat in command.returned:
        at = table.play.seats.get(seat)
        wagers = [] if at is None else [wager for wager in counted if wager in at.wagers]
        if at is None or not wagers or command.returned.count(seat) > 1:
            refuse(f"No bonus wager at seat {seat}", demanded, "Name seats that have one, once.")
        for wager in wagers:
            yield WagerReturned(
                seat=seat, player=at.player, wager=wager, stake=at.wagers[wager], clause=demanded
            )


def _check_time(rules: TableRules, table: Table) -> str:
    demanded, play = clause(rules, "reconcile"), table.play
    if demanded is None:
        refuse("Bonus chips", rules.rulebook.procedure["open"], "The rulebook has no such step.")
    in_time = play.is_open and play.is_closed_to_bets and not play.steps_dealt
    if not in_time or play.void is not None or table.equipment.is_reconciled:
        remedy = 'They are counted once, between "No more bets" and the first card.'
        refuse("Bonus chips counted now", demanded, remedy)
    return demanded


def prompts(rules: TableRules, table: Table) -> Iterator[Prompt]:
    """The count before the deal, and the ruling on one that does not match."""
    demanded, play = clause(rules, "reconcile"), table.play
    if demanded is None or not play.is_open or play.steps_dealt or play.void is not None:
        return
    if not play.is_closed_to_bets or table.equipment.is_reconciled:
        return
    number, chips = accepted(rules, table), table.equipment.chips
    if chips is not None:
        yield Prompt(
            step="rule_on_bonus_chips",
            command=RuleOnBonusChips,
            tell="REASON",
            words=f"rule on {chips} bonus chips, where {number} wagers were accepted",
            clause=demanded,
            role=rules.rulebook.discretion["bonus_count"].role,
        )
    elif number:
        yield Prompt(
            step="count_bonus_chips",
            command=CountBonusChips,
            tell="CHIPS",
            words=f"collect the bonus chips and count them: {number} wagers were accepted",
            clause=demanded,
            role=rules.rulebook.roles[0],
        )
