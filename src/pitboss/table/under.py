"""The rules a table is under: its rulebook with the options chosen, and the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pitboss.round.dealing import top_first
from pitboss.round.stages import Game
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms, terms_of
from pitboss.table.setting import Setting

FIRST_IS_BOTTOM = "stack_first_is_bottom"
SETTLE_ORDER = "settle_order"
LEFT_TO_RIGHT = "left_to_right"


@dataclass(frozen=True, slots=True, kw_only=True)
class Under:
    """The rules a table is under."""

    game: Game
    terms: Terms
    setting: Setting
    rules: Rulebook

    def house(self, name: str) -> str:
        """An operating setting as the house chose it, or as the register has it by default."""
        chosen = self.setting.house.get(name)
        if chosen is not None:
            return chosen
        setting = self.rules.settings.get(name)
        return "" if setting is None or setting.default is None else setting.default


def under(rules: Rulebook, game: Game, setting: Setting) -> Under:
    """A table's rules, compiled, with what the house chose for how they are dealt and settled."""
    if setting.house.get(FIRST_IS_BOTTOM) == "false":
        dealing = {name: top_first(method) for name, method in rules.dealing.items()}
        rules = replace(rules, dealing=dealing)
    from_left = setting.house.get(SETTLE_ORDER) == LEFT_TO_RIGHT
    terms = terms_of(rules, setting.options, from_left=from_left)
    return Under(game=game, terms=terms, setting=setting, rules=terms.rules)
