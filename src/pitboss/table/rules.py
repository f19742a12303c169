"""The rules of a table: its rulebook with the options chosen, and the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.round.deal import top_first
from pitboss.round.game import Game
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms, terms_of
from pitboss.table.settings import Setting

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


def table_rules(rulebook: Rulebook, game: Game, setting: Setting) -> TableRules:
    """A table's rules, compiled, with how the house chose to deal and to settle."""
    if setting.house.get(FIRST_IS_BOTTOM) == "false":
        dealing = {name: top_first(method) for name, method in rulebook.dealing.items()}
        rulebook = replace(rulebook, dealing=dealing)
    from_left = setting.house.get(SETTLE_ORDER) == LEFT_TO_RIGHT
    terms = terms_of(rulebook, setting.options, from_left=from_left)
    return TableRules(game=game, terms=terms, setting=setting, rulebook=terms.rules)
