"""Odds that depend on how many hands there are: fixed by the deal, and then shown."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.rulebook.model import Paytable
from pitboss.table.equipment.asked import is_dealt
from pitboss.table.rules import TableRules
from pitboss.table.table import Table

PLAYERS = "{players}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The paytable of a wager for the number of hands in this round."""

    wager: str
    hands: int
    table: Paytable

    def __str__(self) -> str:
        rows = (f"{row.hand.replace('_', ' ')} {row.pays}" for row in self.table.rows)
        return f"{self.table.title}: {', '.join(rows)} ({self.table.clause})"


def columns_shown(rules: TableRules, table: Table) -> list[Column]:
    """What is shown once the last stack is dealt; before that nobody knows how many hands.

    The number stays as it was dealt: a hand that goes later does not raise the odds (I-46).
    """
    if not is_dealt(rules, table) or table.setting is None:
        return []
    hands = sum(bool(at.cards) for at in table.play.seats.values())
    shown = []
    for wager in table.setting.offered:
        rule = rules.rulebook.wagers[wager]
        if rule.paytable and PLAYERS in rule.paytable:
            name = rules.terms.paytable_name(rule, players=hands)
            shown.append(Column(wager=wager, hands=hands, table=rules.rulebook.paytables[name]))
    return shown
