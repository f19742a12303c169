"""What a table may be set to: checked when it opens, and when what it offers changes."""

from __future__ import annotations

from pitboss.errors import RuleBreach
from pitboss.table.rules import TableRules


def check_settings(rules: TableRules) -> None:
    """Every setting is one the rulebook names, and none it leaves open is left out (I-06, I-98)."""
    rulebook, setting = rules.rulebook, rules.setting
    known = {name: rule for name, rule in rulebook.settings.items() if rule.of == "table"}
    for name in setting.house:
        if name not in known:
            raise RuleBreach(
                f"Setting {name!r}",
                clause=rulebook.procedure["open"],
                remedy=f"Known: {', '.join(sorted(known))}.",
            )
    for wager in setting.offered:
        rule = rulebook.wagers.get(wager)
        if rule is None or rule.follows is not None:
            raise RuleBreach(
                f"{wager!r} offered",
                clause=rulebook.procedure["open"],
                remedy=f"Known: {', '.join(rulebook.wagers)}.",
            )
        option = rules.terms.unsettled.get(wager)
        if option is not None:
            raise RuleBreach(
                f"{rule.title} offered without a table",
                clause=rules.terms.cite[f"{wager}.win"].rules[0],
                remedy=f"Choose {option} first, or do not offer it.",
            )
        free = rule.units is None and rule.stake is None
        if free and rule.limit_key not in setting.limits:
            raise RuleBreach(
                f"{rule.title} without limits",
                clause="I-98",
                remedy=f"Set the least and the most for {rule.limit_key}.",
            )
    for rule in rulebook.wagers.values():
        if rule.required and rule.id not in setting.offered:
            raise RuleBreach(
                f"{rule.title} is not offered", clause=rule.clause, remedy="No hand without it."
            )
