"""Figures that no rulebook prints, for practice and for a rehearsal only.

Limits, the progressive unit, the contribution rate and how often the system draws are the
operator's to set, and the register allows no silent default for them (I-06, I-21, I-98).
"""

from __future__ import annotations

from pitboss.money import Money
from pitboss.rulebook.model import OptionValue, Rulebook

LEAST = Money.parse("5.00")
MOST = Money.parse("500.00")
UNIT = Money.parse("5.00")
RESET = Money.parse("10000.00")
CONTRIBUTION_PERCENT = 20
ROUNDS_PER_DRAW = 5


def practice_options(rules: Rulebook) -> dict[str, OptionValue]:
    """The first value of each option that the house must choose; the rest keep their defaults."""
    return {
        option.id: option.values[0]
        for option in rules.options.values()
        if option.needed_by is not None and option.default is None
    }


def practice_limits(rules: Rulebook) -> dict[str, tuple[Money, Money]]:
    """The same limits on every wager whose size is free."""
    return {
        rule.limit_key: (LEAST, MOST)
        for rule in rules.wagers.values()
        if rule.follows is None and rule.has_free_size
    }
