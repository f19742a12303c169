"""The rules a table is under: its rulebook with the options chosen, and the game."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.live.setting import Setting
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms, terms_of
from pitboss.table.stages import Game


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
    """A table's rules, compiled."""
    terms = terms_of(rules, setting.options)
    return Under(game=game, terms=terms, setting=setting, rules=terms.rules)
