"""Stakes: whether an amount may stand on a wager, and if not, what would do."""

from __future__ import annotations

from pitboss.money import Money
from pitboss.rulebook.model import WagerRule


def stake_remedy(rule: WagerRule, stake: Money, unit: Money | None) -> str | None:
    """What to stake instead, or nothing where the stake is good.

    >>> bonus = WagerRule(id="bonus", title="bonus", clause="6a(b)", stake=Money.parse("1.00"))
    >>> stake_remedy(bonus, Money.parse("2.00"), None)
    'stake exactly 1.00'
    """
    if rule.stake is not None and stake != rule.stake:
        return f"stake exactly {rule.stake}"
    if rule.units is None:
        return None
    if unit is None:
        return "connect the table to a link first"
    count, rest = divmod(stake.cents, unit.cents)
    return f"stake {rule.units} of {unit}" if rest or not rule.units.allow(count) else None
