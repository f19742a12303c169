"""What is placed for a wager's odds: what must stand beside it, and which lines are about it."""

from __future__ import annotations

from math import lcm

from pitboss.money import For, Money, To
from pitboss.odds.question import Stakes
from pitboss.round.progressive import PAYMENTS, PROGRESSIVE
from pitboss.rulebook.model import Rulebook, WagerRule
from pitboss.rulebook.terms import Terms


def main_wager(rules: Rulebook) -> WagerRule:
    """The wager that makes the hand: a required one, or else the first that stands alone."""
    wagers = rules.wagers.values()
    required = (rule for rule in wagers if rule.required)
    return next(required, None) or next(rule for rule in wagers if not rule.needs)


def unit_of(rules: Rulebook, wager: WagerRule) -> str:
    """What a wager's odds are counted in, in words.

    >>> from pitboss.games.library import built_in
    >>> rules = built_in("mbs-megalink-three-card-v6")
    >>> unit_of(rules, rules.wagers["pair_plus"]), unit_of(rules, rules.wagers["ante"])
    ('one pair plus', 'one ante')
    """
    if wager.group is not None:
        number = sum(rule.group == wager.group for rule in rules.wagers.values())
        return f"one of the {number} equal wagers"
    return f"one {wager.title.lower()}"


def together(rules: Rulebook, wager: str) -> tuple[str, ...]:
    """The wagers of a group, or the one wager of that name."""
    return tuple(rule.id for rule in rules.wagers.values() if wager in (rule.id, rule.group))


def placed_with(rules: Rulebook, wager: str) -> tuple[str, ...]:
    """The wager, and what must stand beside it."""
    placed = dict.fromkeys(together(rules, wager))
    for rule in rules.wagers.values():
        if rule.required and rule.follows is None:
            placed |= dict.fromkeys(together(rules, rule.group or rule.id))
    for name in tuple(placed):
        needs = rules.wagers[name].needs
        if needs and not any(need in placed for need in needs):
            placed |= dict.fromkeys(placed_with(rules, needs[0]))
    return tuple(name for name in rules.wagers if name in placed)


def lines_of(rules: Rulebook, wager: str) -> frozenset[str]:
    """The lines of a settlement that a wager's odds are about, follow-ups and payments included."""
    lines = set(together(rules, wager))
    for rule in rules.wagers.values():
        if rule.follows in lines:
            lines.add(rule.id)
    if wager == PROGRESSIVE:
        lines |= set(PAYMENTS)
    elif main_wager(rules).id in lines:
        lines |= set(rules.payments) - set(PAYMENTS)
    return frozenset(lines)


def main_name(rules: Rulebook) -> str:
    """The main wager as the odds name it: by its group, where it has one."""
    main = main_wager(rules)
    return main.group or main.id


def stake_on(terms: Terms, stakes: Stakes, wager: str) -> Money:
    """What is staked on a wager."""
    rule = terms.rules.wagers[wager]
    if rule.units is not None:
        return stakes.unit * max(stakes.units, rule.units.least)
    return rule.stake or _unit(terms)


def _unit(terms: Terms) -> Money:
    """A stake on which every row of every paytable pays whole cents."""
    pays = (row.pays for table in terms.rules.paytables.values() for row in table.rows)
    return Money(100 * lcm(*(odds.d for odds in pays if isinstance(odds, To | For))))
