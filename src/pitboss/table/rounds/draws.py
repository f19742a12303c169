"""Among whom the system draws, and when what it drew is shown."""

from __future__ import annotations

from pitboss.errors import RuleBreach
from pitboss.table.rules import TableRules
from pitboss.table.table import Table

_AFTER_LOCK = "after_lock"
_VALUES = {
    "lucky_population": ("all_areas", "active_areas", "progressive_areas"),
    "magic_reveal": ("at_settlement", _AFTER_LOCK),
}


def check_draws(rules: TableRules) -> None:
    """The operating settings concerning draws say something that can be done."""
    for name, values in _VALUES.items():
        chosen = rules.setting.house.get(name)
        if chosen is not None and chosen not in values:
            raise RuleBreach(
                f"{name} {chosen!r}",
                clause=rules.rulebook.settings[name].interpretations[0],
                remedy=f"Choose one of {', '.join(values)}.",
            )


def magic_at_once(rules: TableRules) -> bool:
    """Whether everybody sees the Magic Card as soon as it is drawn (I-19)."""
    return rules.choice("magic_reveal") == _AFTER_LOCK


def lucky_population(rules: TableRules, table: Table) -> list[int]:
    """The areas among which the Lucky Player is drawn (I-20)."""
    live = table.play.live
    match rules.choice("lucky_population"):
        case "active_areas":
            return [at.seat for at in live]
        case "progressive_areas":
            return [at.seat for at in live if "progressive" in at.wagers]
        case _:
            return list(range(1, rules.setting.positions + 1))
