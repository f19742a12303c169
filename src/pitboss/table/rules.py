"""The rules of a table: its rulebook with the options chosen, and the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.errors import RuleBreach
from pitboss.round.deal import top_first
from pitboss.round.game import Game
from pitboss.round.wagers import Range, stake_range
from pitboss.rulebook.model import Rulebook, WagerRule
from pitboss.rulebook.terms import Terms, terms_of
from pitboss.table.settings import ROLE_SETTINGS, SETTING_VALUES, Setting

FIRST_IS_BOTTOM = "stack_first_is_bottom"
SETTLE_ORDER = "settle_order"
LEFT_TO_RIGHT = "left_to_right"

ANYBODY = -1
"""Lower than the lowest rung of a ladder of roles: a player may do it alone."""
DEALER = 0
"""The lowest rung of every ladder."""
FLOOR = 1
"""The rung above the dealer's: a supervisor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """The rules of a table: what its rulebook says and what the house chose."""

    game: Game
    terms: Terms
    setting: Setting
    rulebook: Rulebook

    def choice(self, name: str) -> str:
        """An operating setting as the house chose it, or as the register has it by default."""
        chosen = self.setting.house.get(name)
        if chosen is not None:
            return chosen
        setting = self.rulebook.settings.get(name)
        return "" if setting is None or setting.default is None else setting.default

    def rung(self, role: str) -> int:
        """How high a role stands on the rulebook's ladder."""
        return self.rulebook.roles.index(role)


Roles = Mapping[type, int | Callable[[TableRules, Any], int]]
"""The least rung for each event of a topic; the dealer's for an event that is not listed."""


def permitted_stakes(rules: TableRules, rule: WagerRule) -> Range:
    """What may be staked on a wager at this table."""
    return stake_range(rule, rules.setting.limits, rules.setting.unit)


def table_rules(rulebook: Rulebook, game: Game, setting: Setting) -> TableRules:
    """A table's rules, compiled, with how the house chose to deal and to settle."""
    if setting.house.get(FIRST_IS_BOTTOM) == "false":
        dealing = {name: top_first(method) for name, method in rulebook.dealing.items()}
        rulebook = replace(rulebook, dealing=dealing)
    from_left = setting.house.get(SETTLE_ORDER) == LEFT_TO_RIGHT
    terms = terms_of(rulebook, setting.options, from_left=from_left)
    return TableRules(game=game, terms=terms, setting=setting, rulebook=terms.rules)


def check_settings(rules: TableRules) -> None:
    """Every setting is one the rulebook names with a value it may have; none left open is left out.

    What the rulebook leaves open the house must choose (I-06, I-98).
    """
    rulebook, setting = rules.rulebook, rules.setting
    known = {name: rule for name, rule in rulebook.settings.items() if rule.of == "table"}
    for name in setting.house:
        if name not in known:
            raise RuleBreach(
                f"Setting {name!r}",
                clause=rulebook.procedure["open"],
                remedy=f"Known: {', '.join(sorted(known))}.",
            )
    for name, rule_of in known.items():
        values = rulebook.roles if name in ROLE_SETTINGS else SETTING_VALUES.get(name, ())
        chosen = setting.house.get(name, rule_of.default)
        if values and chosen is not None and chosen not in values:
            raise RuleBreach(
                f"{name} {chosen!r}",
                clause=rule_of.interpretations[0],
                remedy=f"Choose one of {', '.join(values)}.",
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
