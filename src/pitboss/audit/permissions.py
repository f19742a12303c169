"""Whether somebody might do what the log says they did."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.audit.staff import Registers
from pitboss.live.by import PLAYER, SYSTEM, By
from pitboss.live.under import Under
from pitboss.staff.roles import may_act_as
from pitboss.store.contract import Entry

_ACTING = "acting "


def by_of(entry: Entry, under: Under, registers: Registers) -> By:
    """Who an entry says it was, and the role of whoever confirmed it."""
    held = [
        role for role in under.rules.roles if _had(registers, entry.second, role, under, entry.time)
    ]
    return By(
        person=entry.actor,
        role=entry.role.removeprefix(_ACTING),
        second=entry.second,
        second_role=held[-1] if held else "",
    )


def check_permission(under: Under, registers: Registers, entry: Entry) -> Iterator[tuple[str, str]]:
    """The role must be one the person had at that time; what it allows is decided elsewhere."""
    role = entry.role.removeprefix(_ACTING)
    if entry.second and entry.second == entry.actor:
        yield "permission", f"{entry.actor} confirmed what {entry.actor} did"
    if entry.second and not any(r.active(entry.second) for r in registers.at(entry.time)):
        yield "permission", f"{entry.second}, who confirmed, was not on the register"
    if role in (PLAYER, SYSTEM):
        return
    if role not in under.rules.roles:
        yield "permission", f"{entry.role or 'no role'} is not a role here"
    elif not _had(registers, entry.actor, role, under, entry.time):
        yield "permission", f"{entry.actor} was not {entry.role} at that time"


def _had(registers: Registers, person: str, role: str, under: Under, time: str) -> bool:
    ladder = under.rules.roles
    return any(
        may_act_as(register, person, ladder, role, now=time) is not None
        for register in registers.at(time)
    )
