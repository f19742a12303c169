"""Who may report and who may rule: the rulebook's list says it for each irregularity."""

from __future__ import annotations

from pitboss.table.irregularities import events as ev
from pitboss.table.irregularities.hands import PERMIT
from pitboss.table.rules import TableRules


def reported_by(rules: TableRules, kind: str) -> str:
    """The least role that may report this: who permits something says so to the house (I-88)."""
    ladder, rule = rules.rulebook.roles, rules.rulebook.irregularities[kind]
    if kind != PERMIT:
        return rule.reported_by
    return max(rule.reported_by, rules.choice("permit_role"), key=ladder.index)


def least_rung(rules: TableRules, event: ev.Event) -> int:
    """How high on the rulebook's ladder somebody must stand for this."""
    ladder = rules.rulebook.roles
    match event:
        case ev.IrregularityReported():
            return ladder.index(rules.rulebook.irregularities[event.kind].reported_by)
        case ev.RulingMade():
            return ladder.index(rules.rulebook.irregularities[event.kind].ruled_by)
        case ev.PlayerAnswered():
            return -1
        case ev.WithdrawalPermitted():
            return ladder.index(rules.choice("permit_role"))
        case _:
            # What is noted beside a report needs nobody else than the report does.
            return 0
