"""Who may do what concerning people."""

from __future__ import annotations

from typing import assert_never

from pitboss.table.people import events as ev
from pitboss.table.people.checks import BARRING, keeping_out
from pitboss.table.rules import TableRules

SUPERVISOR = 1
"""The rung above the dealer's, which the rulebooks name for a look at a hand not shown."""


def least_rung(rules: TableRules, event: ev.Event) -> int:
    """How high on the rulebook's ladder somebody must stand for this."""
    if isinstance(event, ev.DecisionPrompted):
        # The table's clock gives it, and a clock has no role.
        return -1
    role = _role(rules, event)
    return 0 if role is None else rules.rulebook.roles.index(role)


def _role(rules: TableRules, event: ev.Event) -> str | None:
    """The role the rulebook names for it; the lowest will do where it names none."""
    rulebook = rules.rulebook
    match event:
        case ev.NoticeGiven():
            return rulebook.discretion["notice"].role
        case ev.PlayerRestricted() | ev.RestrictionLifted():
            return rulebook.discretion["restrict"].role
        case ev.WagerRequested():
            return rulebook.discretion["on_behalf"].role
        case ev.PlayerBarred() | ev.PlayerReadmitted():
            return keeping_out(rules, BARRING).ruled_by
        case ev.ActionStopped():
            return rulebook.irregularities["controls_several"].ruled_by
        case ev.AbsenceConfirmed():
            return rulebook.irregularities["absent"].reported_by
        case ev.DeclinedHandViewed():
            return rulebook.roles[SUPERVISOR]
        case ev.ShortWagerAllowed():
            return rulebook.irregularities["under_minimum"].reported_by
        case (
            ev.SeatTaken() | ev.SeatLeft() | ev.PlayerReturned() | ev.ShortWagerUndone()
            | ev.DeviceRegistered() | ev.DeviceRetired() | ev.DecisionPrompted()
        ):  # fmt: skip
            return None
        case _:
            assert_never(event)
