"""What stays the same about a table while it is open: its circles, questions and names."""

from __future__ import annotations

from typing import Any

from pitboss.rulebook.model import WagerRule
from pitboss.table.seen.amounts import permitted
from pitboss.table.table import Table
from pitboss.table.under import Under


def layout(under: Under, table: Table) -> dict[str, Any]:
    """The layout as a screen draws it, every name the rulebook's own."""
    rules, setting = under.rules, under.setting
    offered = setting.offered if table.setting is None else table.setting.offered
    return {
        "table": setting.table,
        "title": rules.title,
        "rulebook": rules.id,
        "edition": rules.edition,
        "game": rules.game,
        "currency": setting.currency,
        "mode": str(setting.mode),
        "is_practice": setting.is_practice,
        "positions": setting.positions,
        "hand_cards": rules.hand_cards,
        "community_cards": rules.community_cards,
        "dealer_cards": rules.dealer_cards,
        "hands_per_player": rules.hands_per_player,
        "link": setting.link,
        "circles": [
            _circle(under, rule)
            for rule in rules.wagers.values()
            if rule.id in offered or rule.follows in offered
        ],
        "decisions": [
            {
                "decision": rule.id,
                "title": rule.title,
                "clause": rule.clause,
                "choices": list(rule.choices),
            }
            for rule in rules.decisions.values()
        ],
        "payments": dict(rules.payments),
    }


def _circle(under: Under, rule: WagerRule) -> dict[str, Any]:
    amounts = None if rule.follows is not None else permitted(under, rule)
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
