"""Who may do what concerning cards and devices."""

from __future__ import annotations

from pitboss.table.equipment import events as ev
from pitboss.table.rules import TableRules

DEALER = 0
FLOOR = 1


def least_rung(rules: TableRules, event: ev.Event) -> int:
    """How high on the rulebook's ladder somebody must stand for this."""
    rulebook, ladder = rules.rulebook, rules.rulebook.roles
    match event:
        case ev.StepConfirmed(checklist=checklist, step=step):
            steps = rulebook.equipment.checklists[checklist].steps
            return ladder.index(next(s.role for s in steps if s.id == step))
        case ev.RecutRequired():
            return ladder.index(rulebook.discretion["recut"].role)
        case ev.BonusRuled():
            return ladder.index(rulebook.discretion["bonus_count"].role)
        case ev.ApprovalRecorded() | ev.NoticeRecorded():
            # Papers of the authority are the floor's business.
            return FLOOR
        case _:
            return DEALER
