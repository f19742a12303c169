"""Who gives a command: a player, a member of staff in a role, or the table system itself."""

from __future__ import annotations

from typing import NamedTuple

PLAYER = "player"
SYSTEM = "system"


class By(NamedTuple):
    """The person, the role they act in, and who confirms it beside them."""

    person: str
    role: str
    """A rung of the rulebook's ladder, or `player`, or `system`."""
    second: str = ""
    second_role: str = ""
    second_department: str = ""
    """Where the second person works; empty in old logs, which were not asked for it."""


AUTOMATIC = By(person=SYSTEM, role=SYSTEM)
