"""Who may do what concerning people."""

from __future__ import annotations

from typing import assert_never

from pitboss.table.people import events as ev
from pitboss.table.people.checks import BARRING, keeping_out
from pitboss.table.under import Under

SUPERVISOR = 1
"""The rung above the dealer's, which the rulebooks name for a look at a hand not shown."""


def least_rung(under: Under, event: ev.Event) -> int:
    """How high on the rulebook's ladder somebody must stand for this."""
    if isinstance(event, ev.DecisionPrompted):
        # The table's clock gives it, and a clock has no role.
        return -1
    role = _role(under, event)
    return 0 if role is None else under.rules.roles.index(role)


def _role(under: Under, event: ev.Event) -> str | None:
    """The role the rulebook names for it; the lowest will do where it names none."""
    rules = under.rules
    match event:
        case ev.NoticeGiven():
            return rules.discretion["notice"].role
        case ev.PlayerRestricted() | ev.RestrictionLifted():
            return rules.discretion["restrict"].role
        case ev.WagerRequested():
            return rules.discretion["on_behalf"].role
        case ev.PlayerBarred() | ev.PlayerReadmitted():
            return keeping_out(under, BARRING).ruled_by
        case ev.ActionStopped():
            return rules.irregularities["controls_several"].ruled_by
        case ev.AbsenceConfirmed():
            return rules.irregularities["absent"].reported_by
        case ev.DeclinedHandViewed():
            return rules.roles[SUPERVISOR]
        case ev.ShortWagerAllowed():
            return rules.irregularities["under_minimum"].reported_by
        case (
            ev.SeatTaken() | ev.SeatLeft() | ev.PlayerReturned() | ev.ShortWagerUndone()
            | ev.DeviceRegistered() | ev.DeviceRetired() | ev.DecisionPrompted()
        ):  # fmt: skip
            return None
        case _:
            assert_never(event)
