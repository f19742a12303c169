"""The operating settings of the house that irregularities go by."""

from __future__ import annotations

from pitboss.errors import RuleBreach
from pitboss.table.rules import TableRules

_VALUES = {"handled_misdeal_default": ("void", "stand")}
_ROLES = ("correction_role", "permit_role")


def check_settings(rules: TableRules) -> None:
    """Each says something that can be done, and names somebody who is on the ladder."""
    for name, setting in rules.rulebook.settings.items():
        values = rules.rulebook.roles if name in _ROLES else _VALUES.get(name)
        if values is not None and rules.choice(name) not in values:
            raise RuleBreach(
                f"{name} {rules.choice(name)!r}",
                clause=setting.interpretations[0],
                remedy=f"Choose one of {', '.join(values)}.",
            )
