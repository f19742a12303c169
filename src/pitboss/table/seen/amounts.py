"""How much may be staked on a wager: by the limits, by what stands beside it, by the funds."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.money import Money
from pitboss.round.round import RoundState, Seat
from pitboss.rulebook.model import WagerRule
from pitboss.table.rules import TableRules

_DOLLAR = Money(100)
_CENT = Money(1)


class Range(NamedTuple):
    """The least and the most, and the steps between."""

    least: Money
    most: Money | None
    step: Money

    def __str__(self) -> str:
        return f"{self.least} to {self.most} by {self.step}"


def permitted(rules: TableRules, rule: WagerRule, play: RoundState | None = None) -> Range:
    """What the limits of the table, or of the round, let be staked on a wager."""
    limits = rules.setting.limits if play is None else play.limits
    unit = rules.setting.unit if play is None else play.unit
    if rule.stake is not None:
        return Range(rule.stake, rule.stake, rule.stake)
    if rule.units is not None:
        unit = unit or _DOLLAR
        most = None if rule.units.most is None else unit * rule.units.most
        return Range(unit * rule.units.least, most, unit)
    least, most = limits.get(rule.limit_key, (_CENT, None))
    least = max(least, _CENT)
    return Range(least, most, _CENT if least.cents % _DOLLAR.cents else _DOLLAR)


def payable(rules: TableRules, play: RoundState, at: Seat, rule: WagerRule, funds: Money) -> Range:
    """The same for a player at a seat now: by what stands there, and what the hand then needs.

    Wagers that must be equal follow the first of them, for which the money is put by already.
    """
    least, most, step = permitted(rules, rule, play)
    beside = _beside(rules, at, rule)
    if beside is not None:
        return Range(beside, beside, step)
    standing = at.wagers.get(rule.id)
    if standing is not None:
        # Backing adds to what stands, which is as much as the minimum asks.
        least, most = step, None if most is None else most - standing
    each = 1 + _missing(rules, at, rule) + _follow_ups(rules, rule)
    can = Money(max(funds.cents, 0) // each // step.cents * step.cents)
    return Range(least, can if most is None else min(most, can), step)


def _group(rules: TableRules, rule: WagerRule) -> list[WagerRule]:
    if not rule.required or rule.group is None:
        return []
    return [other for other in rules.rulebook.wagers.values() if other.group == rule.group]


def _beside(rules: TableRules, at: Seat, rule: WagerRule) -> Money | None:
    stakes = [at.wagers[other.id] for other in _group(rules, rule) if other.id in at.wagers]
    return stakes[0] if stakes and rule.id not in at.wagers else None


def _missing(rules: TableRules, at: Seat, rule: WagerRule) -> int:
    others = _group(rules, rule)
    return sum(other.id != rule.id and other.id not in at.wagers for other in others)


def _follow_ups(rules: TableRules, rule: WagerRule) -> int:
    """How many times a stake is needed again if the hand is not to be folded (G21)."""
    decisions = rules.rulebook.decisions
    return sum(
        other.times
        for other in rules.rulebook.wagers.values()
        if other.follows == rule.id
        and other.decision is not None
        and "fold" in decisions[other.decision].choices
    )
