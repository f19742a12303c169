"""What stays the same about a table while it is open: its circles, questions and names."""

from __future__ import annotations

from typing import Any

from pitboss.rulebook.model import WagerRule
from pitboss.table.rules import TableRules
from pitboss.table.seen.amounts import permitted
from pitboss.table.table import Table


def layout(rules: TableRules, table: Table) -> dict[str, Any]:
    """The layout as a screen draws it, every name the rulebook's own."""
    rulebook, setting = rules.rulebook, rules.setting
    offered = setting.offered if table.setting is None else table.setting.offered
    return {
        "table": setting.table,
        "title": rulebook.title,
        "rulebook": rulebook.id,
        "edition": rulebook.edition,
        "game": rulebook.game,
        "currency": setting.currency,
        "mode": str(setting.mode),
        "is_practice": setting.is_practice,
        "positions": setting.positions,
        "hand_cards": rulebook.hand_cards,
        "community_cards": rulebook.community_cards,
        "dealer_cards": rulebook.dealer_cards,
        "hands_per_player": rulebook.hands_per_player,
        "link": setting.link,
        "circles": [
            _circle(rules, rule)
            for rule in rulebook.wagers.values()
            if rule.id in offered or rule.follows in offered
        ],
        "decisions": [
            {
                "decision": rule.id,
                "title": rule.title,
                "clause": rule.clause,
                "choices": list(rule.choices),
            }
            for rule in rulebook.decisions.values()
        ],
        "payments": dict(rulebook.payments),
    }


def _circle(rules: TableRules, rule: WagerRule) -> dict[str, Any]:
    amounts = None if rule.follows is not None else permitted(rules, rule)
    most = None if amounts is None or amounts.most is None else str(amounts.most)
    return {
        "wager": rule.id,
        "title": rule.title,
        "clause": rule.clause,
        "group": rule.group,
        "required": rule.required,
        "needs": list(rule.needs),
        "follows": rule.follows,
        "times": rule.times,
        "decision": rule.decision,
        "least": None if amounts is None else str(amounts.least),
        "most": most,
        "step": None if amounts is None else str(amounts.step),
    }
