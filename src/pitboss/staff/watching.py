"""Who may see everybody's attempts: those who watch over the others (S10, S16)."""

from __future__ import annotations

from pitboss.errors import StaffRefused
from pitboss.staff.departments import Department
from pitboss.staff.register import Register

WATCHERS = (
    Department.ADMINISTRATION,
    Department.SECURITY,
    Department.SURVEILLANCE,
    Department.REGULATOR,
)


def check_may_watch(register: Register, by: str, of: str) -> None:
    """Refuse whoever asks for the attempts of others and does not watch over them."""
    person = register.active(by)
    if person is not None and (by == of or person.department in WATCHERS):
        return
    raise StaffRefused(
        f"{by} may not see the attempts of {of or 'everybody'}",
        remedy=f"Ask for your own, or somebody of {', '.join(WATCHERS[:-1])} or {WATCHERS[-1]}.",
        clause="S10",
    )
